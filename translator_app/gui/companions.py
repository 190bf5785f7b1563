"""What belongs to the desktop app besides the window and the engine: the history, and later comers beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from translator_app.gui.history_keeper import HistoryKeeper
from translator_app.gui.history_page import HistoryPage
from translator_app.gui.main_window import MainWindow
from translator_app.gui.store import SettingsStore
from translator_app.history import Entry

if TYPE_CHECKING:
    from translator_app.engine.translator import Translation


class Companions(QObject):
    """Made with the window; `shut_down` ends their threads."""

    def __init__(self, window: MainWindow, store: SettingsStore, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._store = store
        self.history = HistoryKeeper(store, parent=self)
        self.history_page: HistoryPage | None = None
        self.history.told.connect(lambda words: window.notice.say("history", words, alert=True))
        window.finished.connect(self._on_settled)
        window.actions_.history.triggered.connect(self.show_history)
        store.changed.connect(lambda _settings, names: self._show_private() if "private_mode" in names else None)

    def show_history(self) -> None:
        """Open the history under the panes, or close it."""
        drawer = self._window.drawer
        if self.history_page is None:
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

    def copy(self, text: str) -> None:
        """Put a text on the clipboard; it is not taken for somebody else's."""
        self._window.copied.emit(text)
        QGuiApplication.clipboard().setText(text)

    def shut_down(self) -> None:
        """Write what is not written yet."""
        self.history.shut_down()

    def _on_settled(self, source: str, translation: Translation) -> None:
        done, _total = translation.coverage
        if done and not translation.notice:
            pair = self._window.header.pair
            self.history.keep(source, translation.target, f"{pair.source}-{pair.target}", self._window.live.pack_id)

    def _on_opened(self, entry: Entry) -> None:
        self._window.drawer.close_drawer()
        self._window.set_text(entry.source)

    def _show_private(self) -> None:
        if self.history_page is not None:
            self.history_page.private = self._store.value.private_mode
