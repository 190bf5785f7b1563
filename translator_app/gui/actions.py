"""Every command of the app in one place: its words, its shortcut, its group in the menus and in the shortcut sheet."""

import re
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

MNEMONIC = re.compile(r"\(&\w\)|&")  # &Open, and 打开(&O) where the letter is none of the word's


def words(action: QAction) -> str:
    """What a command is called, without its mark for the keyboard and the dots."""
    return MNEMONIC.sub("", action.text()).rstrip("…")


@dataclass(frozen=True, slots=True)
class Group:
    """A menu, and a heading in the shortcut sheet."""

    title: str
    names: tuple[str, ...]  # of actions; "-" is a separator


class Actions(QObject):
    """The commands. Whoever carries one out connects to its `triggered`; the state (enabled, checked) lives here too."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        standard = QKeySequence.StandardKey
        # text
        self.paste = self._add(self.tr("&Paste and Translate"), "Ctrl+Shift+V")
        self.open_file = self._add(self.tr("&Open File…"), standard.Open)
        self.save_as = self._add(self.tr("&Save Translation As…"), standard.SaveAs)
        self.translate_now = self._add(self.tr("&Translate Now"), "Ctrl+Return", "Ctrl+Enter")  # the number pad's
        self.stop = self._add(self.tr("S&top"), "Ctrl+.")
        self.copy = self._add(self.tr("&Copy Translation"), "Ctrl+Shift+C")
        self.clear = self._add(self.tr("C&lear Text"), "Ctrl+Shift+Backspace")
        self.swap = self._add(self.tr("S&wap Languages"), "Ctrl+Shift+L")
        # looking closer
        self.find = self._add(self.tr("&Find…"), standard.Find)
        self.lookup = self._add(self.tr("Look Up &Word"), "Ctrl+D")
        self.alternatives = self._add(self.tr("&Other Translations of the Sentence"), "Ctrl+Shift+A")
        self.back_translation = self._add(self.tr("Translate &Back"), "Ctrl+Shift+B")
        self.warnings = self._add(self.tr("Sentences to &Check"), "Ctrl+Shift+W")
        self.files = self._add(self.tr("File &Progress"))
        # view
        self.compact = self._add(self.tr("Co&mpact Window"), "Ctrl+Shift+M", checkable=True)
        self.on_top = self._add(self.tr("Always on &Top"), "Ctrl+Shift+T", checkable=True)
        self.zoom_in = self._add(self.tr("Larger Te&xt"), standard.ZoomIn, "Ctrl+=")  # without Shift, as in browsers
        self.zoom_out = self._add(self.tr("Smaller Text"), standard.ZoomOut)
        self.zoom_reset = self._add(self.tr("Normal Text Size"), "Ctrl+0")
        # clipboard
        self.translate_clipboard = self._add(self.tr("Translate &Clipboard"), "Ctrl+Shift+X")
        self.listen = self._add(self.tr("&Translate Whatever Is Copied"), checkable=True)
        self.pause_listening = self._add(self.tr("Pause for One &Hour"), checkable=True)
        # windows
        self.history = self._add(self.tr("&History"), "Ctrl+H")
        self.private_mode = self._add(self.tr("Pri&vate Mode"), "Ctrl+Shift+P", checkable=True)
        self.packs = self._add(self.tr("Language &Packs…"))
        self.offline = self._add(self.tr("Works &Offline…"))
        self.settings = self._add(self.tr("&Settings…"), "Ctrl+,")
        self.shortcuts = self._add(self.tr("&Keyboard Shortcuts"), "F1")
        self.welcome = self._add(self.tr("&Welcome"))
        self.show_window = self._add(self.tr("&Show Window"))
        self.quit = self._add(self.tr("&Quit"), "Ctrl+Q")
        self.listen.setStatusTip(self.tr("Off until you switch it on. Secrets and marked passwords are never read."))

    def groups(self) -> list[Group]:
        """Menus in their order."""
        return [
            Group(self.tr("Text"), ("paste", "open_file", "save_as", "-", "translate_now", "stop", "-", "copy", "clear", "swap")),
            Group(self.tr("Look Closer"), ("find", "lookup", "alternatives", "back_translation", "warnings", "files")),
            Group(self.tr("View"), ("compact", "on_top", "-", "zoom_in", "zoom_out", "zoom_reset")),
            Group(self.tr("Clipboard"), ("translate_clipboard", "-", "listen", "pause_listening")),
            Group(self.tr("History"), ("history", "private_mode")),
        ]

    def tail(self) -> tuple[str, ...]:
        """What stands below the submenus."""
        return ("packs", "offline", "settings", "-", "shortcuts", "welcome", "-", "quit")

    def named(self, name: str) -> QAction:
        """The action of that name."""
        action: QAction = getattr(self, name)
        return action

    def fill_menu(self, menu: QMenu) -> None:
        """Put everything into a menu: a submenu a group, then the rest."""
        for group in self.groups():
            self._fill(menu.addMenu(group.title), group.names)
        menu.addSeparator()
        self._fill(menu, self.tail())

    def _fill(self, menu: QMenu, names: tuple[str, ...]) -> None:
        for name in names:
            if name == "-":
                menu.addSeparator()
            else:
                menu.addAction(self.named(name))

    def _add(self, text: str, *shortcuts: "str | QKeySequence.StandardKey", checkable: bool = False) -> QAction:
        """A command; the first of its shortcuts is the one that is shown."""
        action = QAction(text, self, checkable=checkable)
        action.setShortcuts([QKeySequence(shortcut) for shortcut in shortcuts])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        self._window.addAction(action)  # works while no menu is open
        return action
