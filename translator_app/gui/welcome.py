"""The first ten seconds: what this is, that it works, and that nothing leaves the computer. It asks nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from translator_app.gui import fonts, theme
from translator_app.gui.announce import announce
from translator_app.gui.engine_thread import Channel, Engine, EngineThread
from translator_app.gui.icons import app_icon, icon

if TYPE_CHECKING:
    from translator_app.engine.translator import Translation

SAMPLE = "Good tools disappear while you use them."


class Welcome(QDialog):
    """Shown once; a sample is translated before the reader is done with the first line."""

    def __init__(self, thread: EngineThread, parent: QWidget) -> None:
        super().__init__(parent)
        self._thread = thread
        self._revision = 0
        self.setWindowTitle(self.tr("Welcome"))
        mark = QLabel(self)
        mark.setPixmap(app_icon().pixmap(64, 64))
        title = QLabel(self.tr("Translate without the internet"), self, wordWrap=True)
        theme.role(title, "title")
        head = QHBoxLayout()
        head.setSpacing(16)
        head.addWidget(mark)
        head.addWidget(title, 1)
        self.start = QPushButton(self.tr("Start"), self, default=True)
        theme.role(self.start, "primary")
        self.start.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.start)
        box = QVBoxLayout(self)
        box.setContentsMargins(32, 28, 32, 24)
        box.setSpacing(16)
        box.addLayout(head)
        box.addWidget(self._sample())
        box.addLayout(self._promises())
        box.addSpacing(8)
        box.addLayout(buttons)
        width = 32 * self.fontMetrics().height()
        self.setMinimumWidth(width)
        self.resize(width, box.totalHeightForWidth(width))  # by itself Qt takes two thirds of the screen at most, and cuts the words
        self.start.setFocus()
        thread.answered.connect(self._on_answered)
        self._revision = thread.ask(Channel.POPUP, _translate_sample)

    def _sample(self) -> QFrame:
        self.card = card = QFrame(self)
        theme.role(card, "card")
        self.source = QLabel(SAMPLE, card, wordWrap=True)
        theme.role(self.source, "muted")
        self.target = QLabel("…", card, wordWrap=True)
        self.target.setFont(fonts.pane_font("", self.font().pointSizeF() * 1.4, script="hans"))
        self.time = QLabel(" ", card)
        theme.role(self.time, "muted")
        box = QVBoxLayout(card)
        box.setContentsMargins(16, 12, 16, 12)
        box.setSpacing(6)
        for label in (self.source, self.target, self.time):
            box.addWidget(label)
        return card

    def _promises(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(12)
        accent = self.palette().color(self.palette().ColorRole.Accent)
        promises = (
            ("text", self.tr("Type or paste a text: the translation appears as you type.")),
            ("file", self.tr("Drop a document anywhere on the window to translate the whole file.")),
            ("shield", self.tr("Everything happens on this computer. Nothing is sent anywhere.")),
            ("keyboard", self.tr("F1 shows every shortcut.")),
        )
        for row, (name, text) in enumerate(promises):
            picture = QLabel(self)
            picture.setPixmap(icon(name, accent, 22).pixmap(22, 22))
            grid.addWidget(picture, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(QLabel(text, self, wordWrap=True), row, 1)
        grid.setColumnStretch(1, 1)
        return grid

    def _on_answered(self, revision: int, answer: object) -> None:
        if revision != self._revision:
            return
        if answer is None:
            self.card.hide()
            return
        translation = cast("Translation", answer)
        self.source.setText(translation.source)
        self.target.setText(translation.target)
        seconds = f"{max(0.01, translation.elapsed_s):.2f}"
        self.time.setText(self.tr("Translated in {} s, on this computer").format(seconds))
        announce(self, translation.target)


def _translate_sample(engine: Engine, should_stop: Callable[[], bool]) -> Translation | None:
    """A sentence of ours, or of the pack's self-test where it is from another language; None where there is none."""
    text = SAMPLE
    if engine.pack.manifest.languages[0] != "en":
        from translator_app.selftest import cases, has_cases

        text = next((source for source, _target in cases(engine.pack)), "") if has_cases(engine.pack) else ""
    return engine.translate(text, should_stop=should_stop) if text else None
