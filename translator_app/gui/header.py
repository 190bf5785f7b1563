"""The top of the window: languages and script at the left, the few things one reaches for often at the right, and the menu."""

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QIcon, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from translator_app.gui import language, theme
from translator_app.gui.actions import Actions
from translator_app.gui.icons import IconButton, icon
from translator_app.packs import LanguagePair

SCRIPTS = ("hans", "hant-tw", "hant-hk")


class Header(QWidget):
    """Language bar, tool buttons and the application menu."""

    script_chosen = Signal(str)

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self._script = "hans"
        self.pair = LanguagePair("en", "zh")
        self.source = QLabel(self)
        theme.role(self.source, "heading")
        self.swap = IconButton("swap", parent=self, action=actions.swap)
        self.target = QToolButton(self)
        theme.role(self.target, "chip")
        self.target.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.target.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow stands behind the words
        self.target.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.target.setIconSize(QSize(14, 14))
        self._scripts = QMenu(self.target)
        self._scripts.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # the button's is for its arrow alone
        group = QActionGroup(self._scripts)
        for script in SCRIPTS:
            action = self._scripts.addAction(self._script_name(script))
            action.setCheckable(True)
            action.setData(script)
            group.addAction(action)
        self._scripts.triggered.connect(lambda action: self.script_chosen.emit(action.data()))
        self.target.setMenu(self._scripts)
        self.menu = QMenu(self)
        actions.fill_menu(self.menu)
        box = QHBoxLayout(self)
        box.setContentsMargins(6, 0, 0, 0)
        box.setSpacing(4)
        for widget in (self.source, self.swap, self.target):
            box.addWidget(widget)
        box.addStretch(1)
        for name, action in (
            ("clipboard", actions.listen),
            ("history", actions.history),
            ("pin", actions.on_top),
            ("options", actions.settings),
        ):
            box.addWidget(IconButton(name, parent=self, action=action))
        self.menu_button = IconButton("menu", self.tr("Menu (F10)"), self)
        self.menu_button.clicked.connect(self.open_menu)
        box.addWidget(self.menu_button)
        self.show_pair(self.pair)

    def show_pair(self, pair: LanguagePair) -> None:
        """The languages of the pack in use."""
        self.pair = pair
        self.source.setText(language.name(pair.source))
        self.target.setEnabled(pair.target == "zh")
        self._show_arrow()
        self.show_script(self._script)

    def show_script(self, script: str) -> None:
        """Simplified or Traditional."""
        self._script = script
        chinese = self.pair.target == "zh"
        name = self._script_name(script) if chinese else language.name(self.pair.target)
        self.target.setText(name)
        self.target.setAccessibleName(self.tr("Translate into: {}").format(name))
        for action in self._scripts.actions():
            action.setChecked(action.data() == script)

    def open_menu(self) -> None:
        """Open the application menu under its button, inside the window."""
        corner = self.menu_button.mapToGlobal(self.menu_button.rect().bottomRight())
        self.menu.popup(corner - QPoint(self.menu.sizeHint().width(), -2))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """The arrow follows the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "target"):
            self._show_arrow()

    def _show_arrow(self) -> None:
        arrow = icon("down", self.palette().color(QPalette.ColorRole.PlaceholderText), 14)
        self.target.setIcon(arrow if self.target.isEnabled() else QIcon())

    def _script_name(self, script: str) -> str:
        return {
            "hans": self.tr("Chinese (Simplified)"),
            "hant-tw": self.tr("Chinese (Traditional, Taiwan)"),
            "hant-hk": self.tr("Chinese (Traditional, Hong Kong)"),
        }[script]
