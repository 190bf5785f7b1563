"""One language pack: what its manifest says, and what one can do with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from translator_app.gui import language, theme
from translator_app.gui.progress_words import megabytes
from translator_app.packs import Installed


class PackDetails(QWidget):
    """Rows of the manifest above, buttons below."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._entry: Installed | None = None
        self._used = False
        self.name = QLabel(self, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        theme.role(self.name, "title")
        self.problem = QLabel(self, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        theme.role(self.problem, "warning")
        self.problem.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.use = QPushButton(self.tr("Use"), self)
        theme.role(self.use, "primary")
        self.verify = QPushButton(self.tr("Check Files"), self)
        self.export = QPushButton(self.tr("Save as Zip…"), self)
        self.export.setToolTip(self.tr("For a USB stick or another computer"))
        self.remove = QPushButton(self.tr("Remove"), self)
        self._rows = QWidget(self)
        self._form = QFormLayout(self._rows)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(18)
        self._form.setVerticalSpacing(8)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setAccessibleName(self.tr("About this pack"))
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._rows)
        buttons = QHBoxLayout()
        for button in (self.use, self.verify, self.export):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.remove)
        box = QVBoxLayout(self)
        box.setContentsMargins(22, 18, 18, 16)
        box.setSpacing(12)
        box.addWidget(self.name)
        box.addWidget(self.problem)
        box.addWidget(area, 1)
        box.addLayout(buttons)

    def show_entry(self, entry: Installed, *, used: bool) -> None:
        """A pack, good or broken."""
        self._entry, self._used = entry, used
        while self._form.rowCount():
            self._form.removeRow(0)
        manifest = entry.pack.manifest if entry.pack else None
        self.name.setText(language.pack_name(manifest) if manifest else entry.pack_id)
        self.problem.setText(language.words(entry.problem or ""))
        self.problem.setVisible(entry.problem is not None)
        if manifest:
            pair = manifest.pair
            self._add(self.tr("Languages"), f"{language.name(pair.source)} → {language.name(pair.target)}")
            self._add(self.tr("Size on disk"), megabytes(manifest.total_bytes))
            self._add(self.tr("Precision"), self._precision(manifest.precision))
            revision = f" ({manifest.source_revision[:12]})" if manifest.source_revision else ""
            self._add(self.tr("Made from"), manifest.source_model + revision)
            self._add(self.tr("Licence"), self._licence(manifest.licence))
            for title, words in scores(manifest.verification):
                self._add(self._system(title), words)
            if not manifest.verification.get("systems"):
                self._add(self.tr("Quality"), self.tr("not measured when it was made"))
        self._add(self.tr("Folder"), str(entry.folder))
        self.show_busy(False)

    def show_busy(self, busy: bool) -> None:
        """While something goes on nothing else can be started."""
        good = self._entry is not None and self._entry.pack is not None
        self.use.setText(self.tr("In Use") if self._used else self.tr("Use"))
        self.use.setEnabled(good and not self._used and not busy)
        self.verify.setEnabled(good and not busy)
        self.export.setEnabled(good and not busy)
        self.remove.setEnabled(self._entry is not None and not self._entry.bundled and not busy)

    def _add(self, title: str, words: str) -> None:
        label = QLabel(title, self._rows)
        theme.role(label, "muted")
        value = QLabel(words, self._rows, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        value.setAccessibleName(f"{title}: {words}")
        self._form.addRow(label, value)

    def _precision(self, precision: Mapping[str, str]) -> str:
        parts = {"encoder": self.tr("encoder"), "decoder": self.tr("decoder"), "embedding": self.tr("embedding"), "model": self.tr("model")}
        return language.listed(f"{parts.get(part, part)} {kind}" for part, kind in precision.items())

    def _licence(self, licence: str) -> str:
        known = {
            "": self.tr("not stated; ask whoever gave you the model"),
            "see the model card": self.tr("see the model card"),  # as the importer writes it
            "see the model's page": self.tr("see the model's page"),
        }
        return known.get(licence, licence)

    def _system(self, name: str) -> str:
        """What was measured, in words; the report's own name for what an older or newer converter measured besides."""
        return {
            "pytorch": self.tr("Original model"),
            "fp32": self.tr("In full precision (fp32)"),
            "int8": self.tr("This pack (int8)"),
            "int8_batch": self.tr("This pack, for files (int8)"),
        }.get(name, name)


def scores(verification: Mapping[str, Any]) -> list[tuple[str, str]]:
    """(title, words) for what was measured when the pack was made; a report of another shape gives nothing."""
    rows = []
    systems = verification.get("systems")
    for name, row in systems.items() if isinstance(systems, Mapping) else ():
        if not isinstance(row, Mapping):
            continue
        figures = [(metric, row.get(key)) for metric, key in (("BLEU", "bleu"), ("chrF", "chrf"))]
        words = [f"{metric} {value:.1f}" for metric, value in figures if isinstance(value, int | float)]
        if isinstance(speed := row.get("ms_per_sentence"), int | float):
            words.append(QCoreApplication.translate("PackDetails", "{} ms/sentence").format(round(speed)))
        if words:
            rows.append((str(name), " · ".join(words)))
    return rows
