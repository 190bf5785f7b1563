"""A line above the panes that says what the app did or found, with one thing to do about it."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from translator_app.gui import theme
from translator_app.gui.announce import announce
from translator_app.gui.icons import IconButton


class NoticeBar(QFrame):
    """One notice at a time; each has a topic, so that it can be taken away when it no longer holds."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.topic = ""
        self._act: Callable[[], None] | None = None
        self.text = QLabel(self, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.button = QToolButton(self)
        theme.role(self.button, "link")
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.clicked.connect(self._on_action)
        close = IconButton("close", self.tr("Dismiss"), self)
        close.clicked.connect(self.hide)
        box = QHBoxLayout(self)
        box.setContentsMargins(12, 4, 6, 4)
        box.setSpacing(8)
        box.addWidget(self.text, 1)
        box.addWidget(self.button)
        box.addWidget(close)
        self.hide()

    def say(self, topic: str, text: str, action: str = "", act: Callable[[], None] | None = None, *, alert: bool = False) -> None:
        """Show a notice; `act` runs when its button is pressed, and the notice goes."""
        self.topic = topic
        self._act = act
        self.text.setText(text)
        self.button.setText(action)
        self.button.setVisible(bool(action))
        theme.role(self, "alert" if alert else "notice")
        self.show()
        announce(self, text)

    def drop(self, topic: str) -> None:
        """Take the notice of that topic away, if it is the one shown."""
        if self.topic == topic:
            self.hide()

    def _on_action(self) -> None:
        self.hide()
        if self._act:
            self._act()
