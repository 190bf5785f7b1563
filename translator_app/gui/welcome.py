"""The first ten seconds: what this is, that it works, and that nothing leaves the computer. It asks nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from translator_app.gui import theme
from translator_app.gui.icons import app_icon, icon

SAMPLE = "Good tools disappear while you use them. This one translates as you type, on your own computer."


class Welcome(QDialog):
    """Shown once; its button puts a sample into the window, which is translated before the reader is done."""

    tried = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Welcome"))
        mark = QLabel(self)
        mark.setPixmap(app_icon().pixmap(64, 64))
        title = QLabel(self.tr("Translate without the internet"), self)
        theme.role(title, "title")
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(12)
        accent = self.palette().color(self.palette().ColorRole.Accent)
        for row, (name, text) in enumerate(
            (
                ("text", self.tr("Type or paste English: the Chinese appears as you type.")),
                ("file", self.tr("Drop a document anywhere on the window to translate the whole file.")),
                ("shield", self.tr("Everything happens on this computer. Nothing is sent anywhere.")),
                ("keyboard", self.tr("F1 shows every shortcut.")),
            )
        ):
            picture = QLabel(self)
            picture.setPixmap(icon(name, accent, 22).pixmap(22, 22))
            words = QLabel(text, self, wordWrap=True)
            grid.addWidget(picture, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(words, row, 1)
        grid.setColumnStretch(1, 1)
        self.start = QPushButton(self.tr("Try It"), self, default=True)
        theme.role(self.start, "primary")
        self.start.clicked.connect(self._on_start)
        close = QPushButton(self.tr("Close"), self)
        close.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(close)
        buttons.addWidget(self.start)
        box = QVBoxLayout(self)
        box.setContentsMargins(32, 28, 32, 24)
        box.setSpacing(16)
        box.addWidget(mark)
        box.addWidget(title)
        box.addLayout(grid)
        box.addSpacing(8)
        box.addLayout(buttons)
        self.setMinimumWidth(460)
        self.start.setFocus()

    def _on_start(self) -> None:
        self.tried.emit(SAMPLE)
        self.accept()
