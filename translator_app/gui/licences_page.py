"""The licences of everything that is shipped, to be read in the app."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPlainTextEdit, QWidget

from translator_app.diagnostics import licence_text, licences
from translator_app.gui import theme


class LicencesPage(QWidget):
    """A list at the left, the text at the right."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.list = QListWidget(self)
        theme.role(self.list, "plain")
        self.list.setAccessibleName(self.tr("Parts"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFixedWidth(self.fontMetrics().height() * 14)
        self.text = QPlainTextEdit(self, readOnly=True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName(self.tr("Licence"))
        theme.role(self.text, "pane")
        box = QHBoxLayout(self)
        box.setContentsMargins(8, 8, 8, 8)
        box.addWidget(self.list)
        box.addWidget(self.text, 1)
        self._parts = licences()
        for part in self._parts:
            item = QListWidgetItem(f"{part.name} {part.version}\n{part.licence}", self.list)
            item.setToolTip(part.licence)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.currentRowChanged.connect(self._on_row)
        if self._parts:
            self.list.setCurrentRow(0)
        else:
            self.text.setPlainText(self.tr("The list of licences is missing from this copy of the app."))

    def _on_row(self, row: int) -> None:
        if row >= 0:
            self.text.setPlainText(licence_text(self._parts[row]))
