"""From a copied text to the popup or the main window; the three ways to start it meet here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from translator_app.gui.clipboard import ClipboardListener
from translator_app.gui.closer import ONE_WORD
from translator_app.gui.engine_thread import Channel, EngineThread
from translator_app.gui.store import SettingsStore
from translator_app.packs import LanguagePair

if TYPE_CHECKING:
    from translator_app.engine.dictionary import Sense
    from translator_app.engine.translator import SegmentResult, TranslateOptions, Translation
    from translator_app.gui.popup import Popup


class ClipboardTranslator(QObject):
    """Translates what the listener offers, or what lies on the clipboard when asked."""

    finished = Signal(str, object)  # source, Translation: for the history
    open_wanted = Signal(str, bool)  # show this source in the main window; bring it to the front?
    copied = Signal(str)

    def __init__(
        self,
        store: SettingsStore,
        thread: EngineThread,
        listener: ClipboardListener,
        options: Callable[[], TranslateOptions],
        direction: Callable[[], tuple[LanguagePair, str]],
        dictionary: Callable[[str], Sequence[Sense]],
        parent: QObject | None = None,
    ) -> None:
        """`direction`: languages, and the pack for them ("": the one in use). `dictionary` is called in the engine's thread."""
        super().__init__(parent)
        self._dictionary = dictionary
        self._lookup = 0  # revision
        self._store = store
        self._thread = thread
        self._listener = listener
        self._options = options
        self._direction = direction
        self._popup: Popup | None = None
        self._revision = 0
        self._source = ""
        self._targets: list[str] = []
        self._reading = False  # waiting for the right to see the clipboard (Wayland)
        listener.offered.connect(lambda text: self.translate(text, asked=False))
        listener.doubled.connect(lambda text: self.translate(text, asked=True))
        thread.segment_ready.connect(self._on_segment)
        thread.translated.connect(self._on_translated)
        thread.answered.connect(self._on_answered)
        thread.failed.connect(self._on_failed)

    @property
    def popup(self) -> Popup:
        """The popup, made when it is first needed."""
        if self._popup is None:
            from translator_app.gui.popup import Popup

            self._popup = Popup()
            self._popup.copy_wanted.connect(self.copied)
            self._popup.open_wanted.connect(lambda: self.open_wanted.emit(self._source, True))
            self._popup.closed.connect(self._on_closed)
            self._popup.activated.connect(self._on_activated)
        return self._popup

    def ask(self) -> None:
        """Translate the selection or the clipboard, whichever is newer."""
        if QGuiApplication.platformName() == "wayland" and QGuiApplication.focusWindow() is None:
            self._reading = True  # only the window with the keyboard may see the clipboard
            self.popup.show_waiting("", self._store.value, take_focus=True)
            self.popup.show_message(self.tr("Click here: the desktop shows the clipboard only to the window that has the keyboard."))
            return
        text, reason = self._listener.asked()
        if reason:
            self._revision = 0
            self.popup.show_waiting("", self._store.value, take_focus=True)
            self.popup.show_message(self._words(reason))
        else:
            self.translate(text, asked=True)

    def translate(self, text: str, *, asked: bool) -> None:
        """Translate a text; `asked`: the user waits for it, so it may take the keyboard."""
        settings = self._store.value
        if not settings.popup or len(text) > settings.clipboard_limit_chars:
            self.open_wanted.emit(text, asked)
            return
        self._source, self._targets = text, []
        pair, pack_id = self._direction()
        self.popup.show_waiting(text, settings, take_focus=asked, language=pair.target)
        options = replace(self._options(), unwrap=settings.unwrap)
        self._revision = self._thread.translate(Channel.POPUP, text, options, pack_id)
        word = text.strip()
        self._lookup = self._thread.compute(Channel.LOOKUP, lambda: self._dictionary(word)) if ONE_WORD.fullmatch(word) else 0

    def shut_down(self) -> None:
        """Close the popup for good."""
        if self._popup is not None:
            self._popup.close()
            self._popup.deleteLater()
            self._popup = None

    def _on_activated(self) -> None:
        if self._reading:
            self._reading = False
            self.ask()

    def _on_closed(self) -> None:
        self._reading = False
        if self._revision:
            self._thread.cancel(Channel.POPUP)
            self._revision = 0

    def _on_segment(self, revision: int, index: int, segment: SegmentResult) -> None:
        if revision and revision == self._revision:
            del self._targets[index:]  # a set-aside request begins again
            self._targets.append(segment.target)
            self.popup.show_text("".join(self._targets))

    def _on_translated(self, revision: int, translation: Translation) -> None:
        if revision and revision == self._revision:
            self._revision = 0
            self.popup.show_text(translation.target, finished=True)
            self.finished.emit(self._source, translation)

    def _on_answered(self, revision: int, answer: object) -> None:
        if revision and revision == self._lookup and self.popup.isVisible():
            self._lookup = 0
            self.popup.show_senses(cast("Sequence[Sense]", answer), self._options().script)

    def _on_failed(self, revision: int, message: str) -> None:
        if revision and revision == self._revision:
            self._revision = 0
            self.popup.show_message(message)

    def _words(self, reason: str) -> str:
        return {
            "concealed": self.tr("A password manager marked what is on the clipboard; it was not read."),
            "empty": self.tr("There is no text on the clipboard. Copy some first."),
            "no-letters": self.tr("There is nothing to translate on the clipboard."),
        }[reason]
