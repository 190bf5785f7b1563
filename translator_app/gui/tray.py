"""The icon in the tray: what one needs without the window, and whether closing the window ends the app."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QMessageBox, QSystemTrayIcon, QWidget

from translator_app.gui.actions import Actions
from translator_app.gui.icons import app_icon
from translator_app.gui.store import SettingsStore

WAIT_MS, TRIES = 1000, 20


class Tray(QObject):
    """Present only where the system has a tray and there is something to keep running for; the app works without."""

    show_wanted = Signal()
    absent = Signal()  # no tray has come

    def __init__(self, actions: Actions, store: SettingsStore, window: QWidget, *, available: bool | None = None) -> None:
        """`available`: is there a tray? By default the system is asked, now and later: some start theirs after us."""
        super().__init__(window)
        self._store = store
        self._window = window
        self._available = available
        self._tries = 0
        self._wait = QTimer(self, interval=WAIT_MS)
        self._wait.timeout.connect(self._on_wait)
        self.menu = QMenu(window)
        for name in ("show_window", "translate_clipboard", "-", "listen", "pause_listening", "private_mode", "-", "settings", "quit"):
            if name == "-":
                self.menu.addSeparator()
            else:
                self.menu.addAction(actions.named(name))
        self.icon = QSystemTrayIcon(app_icon(), self)
        self.icon.setContextMenu(self.menu)
        self.icon.setToolTip(self.tr("Offline Translator"))
        self.icon.activated.connect(self._on_activated)
        actions.listen.changed.connect(self._show_state)
        actions.pause_listening.changed.connect(self._show_state)
        self._actions = actions
        self._show_state()

    @property
    def available(self) -> bool:
        """Is there a tray to live in?"""
        return QSystemTrayIcon.isSystemTrayAvailable() if self._available is None else self._available

    def start(self) -> None:
        """Show the icon as soon as there is a place for it."""
        self._tries = 0
        self._on_wait()

    def stop(self) -> None:
        """Take the icon away."""
        self._wait.stop()
        self.icon.hide()

    def _on_wait(self) -> None:
        """At login the desktop may still be starting its tray."""
        self._tries += 1
        if QSystemTrayIcon.isSystemTrayAvailable():
            self._wait.stop()
            self.icon.show()
        elif self._tries >= TRIES:
            self._wait.stop()
            self.absent.emit()
        elif not self._wait.isActive():
            self._wait.start()

    def may_close(self) -> bool | None:
        """The window is being closed: may the app end with it? None: the user is asked, once, and the window closed then."""
        if not self.available:
            return True  # or it would go on where nobody sees it
        action = self._store.value.close_action
        if action == "ask":
            self.ask()
            return None
        return action == "quit"

    def ask(self) -> QMessageBox:
        """Keep running or not; the answer becomes the setting."""
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(self.tr("Close the window"))
        box.setIconPixmap(app_icon().pixmap(48, 48))
        box.setText(self.tr("Keep the translator running in the tray?"))
        box.setInformativeText(self.tr("There it starts at once and can translate what you copy. The settings let you change this."))
        keep = box.addButton(self.tr("Keep Running"), QMessageBox.ButtonRole.AcceptRole)
        end = box.addButton(self.tr("Quit"), QMessageBox.ButtonRole.DestructiveRole)
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        cancel.setIcon(QIcon())  # some styles give it one, and it alone
        box.setDefaultButton(keep)
        box.setEscapeButton(cancel)
        keep.clicked.connect(lambda: self._on_answer("tray"))
        end.clicked.connect(lambda: self._on_answer("quit"))
        box.open()
        return box

    def _on_answer(self, action: str) -> None:
        self._store.change(close_action=action)
        self._window.close()

    def _show_state(self) -> None:
        words = self.tr("Offline Translator")
        if self._actions.pause_listening.isChecked():
            words += "\n" + self.tr("Listening is paused")
        elif self._actions.listen.isChecked():
            words += "\n" + self.tr("Translates what you copy")
        self.icon.setToolTip(words)

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self.show_wanted.emit()
