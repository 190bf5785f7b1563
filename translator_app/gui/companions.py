"""What belongs to the desktop app besides the window and the engine: history, clipboard, tray, start at login."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from translator_app import autostart
from translator_app.errors import SettingsError
from translator_app.gui import language
from translator_app.gui.clipboard import ClipboardListener
from translator_app.gui.clipboard_translator import ClipboardTranslator
from translator_app.gui.engine_thread import EngineThread
from translator_app.gui.history_keeper import HistoryKeeper
from translator_app.gui.hotkeys import Backend, Hotkeys
from translator_app.gui.machine import Machine
from translator_app.gui.main_window import MainWindow
from translator_app.gui.store import SettingsStore
from translator_app.gui.tray import Tray
from translator_app.settings import Settings

if TYPE_CHECKING:
    from translator_app.engine.translator import Translation
    from translator_app.gui.history_page import HistoryPage
    from translator_app.gui.offline_dialog import OfflineDialog
    from translator_app.gui.packs_dialog import PacksDialog
    from translator_app.history import Entry


class Companions(QObject):
    """Made with the window; `shut_down` ends their threads."""

    packs_changed = Signal()

    def __init__(
        self,
        window: MainWindow,
        store: SettingsStore,
        thread: EngineThread,
        machine: Machine,
        parent: QObject,
        hotkey_backend: Backend | None = None,
    ) -> None:
        """`hotkey_backend`: how shortcuts are got while another program has the keyboard; by default the system's way."""
        super().__init__(parent)
        self._window = window
        self._store = store
        self._thread = thread
        self._machine = machine
        self.history = HistoryKeeper(store, parent=self)
        self.history_page: HistoryPage | None = None
        self.packs: PacksDialog | None = None
        self.offline: OfflineDialog | None = None
        self.listener = ClipboardListener(store, QGuiApplication.clipboard(), parent=self)
        self.clipboard = ClipboardTranslator(store, thread, self.listener, window.options, window.direction, window.closer.dictionary, self)
        self.hotkeys = Hotkeys(hotkey_backend, self)
        self.tray = Tray(window.actions_, store, window)
        window.may_close = self.tray.may_close
        self._connect()
        self._apply(store.value)

    def _connect(self) -> None:
        actions, window = self._window.actions_, self._window
        self.history.told.connect(lambda words: window.notice.say("history", words, alert=True))
        window.finished.connect(self._on_settled)
        window.copied.connect(self.listener.note_own)
        window.turned.connect(lambda: self._apply(self._store.value))
        actions.history.triggered.connect(self.show_history)
        actions.packs.triggered.connect(self.show_packs)
        actions.offline.triggered.connect(self.show_offline)
        actions.translate_clipboard.triggered.connect(self.clipboard.ask)
        actions.listen.triggered.connect(lambda on: self._store.change(listen=on))
        actions.pause_listening.triggered.connect(self.listener.pause)
        self.listener.listening_changed.connect(lambda _on: self._apply(self._store.value))
        self.clipboard.copied.connect(self.copy)
        self.clipboard.open_wanted.connect(self._on_open_wanted)
        self.clipboard.finished.connect(self._on_clipboard_translated)
        self.tray.show_wanted.connect(window.raise_window)
        self.tray.absent.connect(lambda: None if window.isVisible() else window.showMinimized())  # or nobody finds it
        self.hotkeys.pressed.connect(self._on_hotkey)
        self._store.changed.connect(self._on_settings_changed)

    def start(self) -> None:
        """Take the shortcuts, show the tray; after the window is up."""
        if self._store.value.start_at_login and not autostart.login_item().is_on():
            self._store.change(start_at_login=False)  # switched off in the system's own settings
        self._set_hotkeys()
        self.tray.start()

    def show_history(self) -> None:
        """Open the history under the panes, or close it."""
        drawer = self._window.drawer
        if self.history_page is None:
            from translator_app.gui.history_page import HistoryPage  # with SQLite

            page = self.history_page = HistoryPage(self.history, drawer)
            page.opened.connect(self._on_opened)
            page.copied.connect(self.copy)
            page.said.connect(lambda words, action, act: self._window.notice.say("history", words, action, act))
            drawer.add_page(page)
            self._show_private()
        if drawer.shows(self.history_page):
            drawer.close_drawer()
        else:
            drawer.open_page(self.history_page)
            self.history_page.field.setFocus()

    def show_packs(self) -> None:
        """Show the language packs; a download goes on when the dialog is closed."""
        if self.packs is None:
            from translator_app.gui.packs_dialog import PacksDialog  # seldom wanted

            self.packs = PacksDialog(self._store, self._window)
            self.packs.changing.connect(self._thread.unload)
            self.packs.changed.connect(self.packs_changed)
            self.packs.copied.connect(self.copy)
        self.packs.open_fresh()

    def show_offline(self) -> None:
        """Show that it works, and offline."""
        if self.offline is None:
            from translator_app.gui.offline_dialog import OfflineDialog  # seldom wanted

            self.offline = OfflineDialog(self._store, self._thread, self._machine, self._window)
            self.offline.copied.connect(self.copy)
        self.offline.open_fresh()

    def copy(self, text: str) -> None:
        """Put a text on the clipboard; it is not taken for somebody else's."""
        self._window.copied.emit(text)
        QGuiApplication.clipboard().setText(text)

    def shut_down(self) -> None:
        """Give the shortcuts back, write what is not written yet."""
        self.hotkeys.release()
        self.tray.stop()
        self.listener.shut_down()
        self.clipboard.shut_down()
        for dialog in (self.packs, self.offline):
            if dialog is not None:
                dialog.shut_down()
        self.history.shut_down()

    def _on_settled(self, source: str, translation: Translation) -> None:
        self._keep(source, translation, clipboard=False)

    def _on_clipboard_translated(self, source: str, translation: Translation) -> None:
        self._keep(source, translation, clipboard=True)

    def _keep(self, source: str, translation: Translation, *, clipboard: bool) -> None:
        done, _total = translation.coverage
        if done and not translation.notice:
            pair, pack_id = self._window.direction()
            self.history.keep(source, translation.target, f"{pair.source}-{pair.target}", pack_id, clipboard=clipboard)

    def _on_open_wanted(self, text: str, to_front: bool) -> None:
        self._window.set_text(text)
        if to_front:
            self._window.raise_window()

    def _on_hotkey(self, name: str) -> None:
        if name == "translate":
            self.clipboard.ask()
        else:
            self._window.raise_window()

    def _on_settings_changed(self, settings: Settings, names: frozenset[str]) -> None:
        self._apply(settings)
        if names & {"hotkeys", "hotkey_translate", "hotkey_show"}:
            self._set_hotkeys()
        if "start_at_login" in names:
            self._set_login(settings.start_at_login)

    def _set_login(self, on: bool) -> None:
        try:
            autostart.login_item().set(on)
        except SettingsError as error:
            self._window.notice.say("login", language.words(error), alert=True)

    def _apply(self, settings: Settings) -> None:
        actions = self._window.actions_
        actions.listen.setChecked(settings.listen)
        actions.pause_listening.setEnabled(settings.listen or settings.double_copy)
        actions.pause_listening.setChecked(self.listener.paused)
        pair = self._window.header.pair
        self.listener.skip_chinese = pair.target == "zh" and pair.source != "zh"
        self._show_private()

    def _set_hotkeys(self) -> None:
        settings = self._store.value
        wanted = {
            "translate": (settings.hotkey_translate, self.tr("Translate the clipboard")),
            "show": (settings.hotkey_show, self.tr("Show the window")),
        }
        self.hotkeys.set(wanted if settings.hotkeys else {})

    def _on_opened(self, entry: Entry) -> None:
        self._window.drawer.close_drawer()
        self._window.turn_to(entry.pair)
        self._window.set_text(entry.source)

    def _show_private(self) -> None:
        if self.history_page is not None:
            self.history_page.private = self._store.value.private_mode
