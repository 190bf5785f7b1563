"""Getting the full opus-mt-en-zh: by one press on a button, from a stick, or made with the converter."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from translator_app.gui import theme
from translator_app.gui.icons import IconButton
from translator_app.gui.rows import Form
from translator_app.gui.store import SettingsStore

CONVERT = "python3 packaging/dev.py run -- convert Helsinki-NLP/opus-mt-en-zh -o opus-mt-en-zh"
GET = "translator-app packs get --use"
COPIED_MS = 1400


class GetPackPage(Form):
    """Nothing is sent anywhere before the button is pressed."""

    copied = Signal(str)

    def __init__(self, store: SettingsStore, parent: QWidget) -> None:
        super().__init__(store, parent)
        self.heading(self.tr("Get opus-mt-en-zh"))
        self.note(
            self.tr(
                "The model of the University of Helsinki, in its published int8 form: about 113 MB, CC-BY-4.0. It translates better "
                "than the pack that comes with the app. Every file is checked against the hub's list, and a cut download goes on."
            )
        )
        self.get = QPushButton(self.tr("Get (113 MB)"), self)
        self.get.setAccessibleName(self.tr("Download opus-mt-en-zh"))
        theme.role(self.get, "primary")
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 8, 0, 8)
        row.addWidget(self.get)
        row.addStretch(1)
        self.put(holder)
        self.note(self.tr("The app goes online only when you press this, and only to the address below."))
        self.line("mirror", self.tr("Address"), "https://huggingface.co", self.tr("Where the hub can't be reached: https://hf-mirror.com"))
        self.line("proxy", self.tr("Proxy"), self.tr("as the system says"))
        self.heading(self.tr("Without a network"))
        self.note(
            self.tr(
                "On a computer that has the pack: choose it here, “Save as Zip”, and carry the zip over. A folder with the published "
                "ONNX files can be installed as it is, too."
            )
        )
        self.heading(self.tr("Make it yourself"))
        self.note(self.tr("In a checkout of the source; this compares the pack with the original and refuses a worse one."))
        self._command(CONVERT)
        self.note(self.tr("Or download it from a terminal:"))
        self._command(GET)

    def _command(self, words: str) -> None:
        """A line to copy."""
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        field = QLineEdit(words, holder, readOnly=True)
        field.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        field.setAccessibleName(self.tr("Command"))
        field.setCursorPosition(0)
        button = IconButton("copy", self.tr("Copy the command"), holder)

        def on_clicked() -> None:
            self.copied.emit(words)
            button.set_icon_name("check")
            QTimer.singleShot(COPIED_MS, button, lambda: button.set_icon_name("copy"))

        button.clicked.connect(on_clicked)
        row.addWidget(field, 1)
        row.addWidget(button)
        self.put(holder)
