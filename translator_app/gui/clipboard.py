"""Watching the clipboard politely: only while switched on, only what is new, and only what clipboard_rules lets through."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from PySide6.QtCore import QMimeData, QObject, QTimer, Signal
from PySide6.QtGui import QClipboard

from translator_app.clipboard_rules import Offer, fingerprint, refusal, refusal_when_asked
from translator_app.gui.store import SettingsStore
from translator_app.settings import Settings

DOUBLE_COPY_S = (0.08, 0.7)  # between two copies of the same text: faster is one program that copies twice, slower two decisions
PAUSE_MS = 3_600_000
OWN_KEPT = 20  # of our own copies, newest


class ClipboardListener(QObject):
    """Tells of copied texts that are to be translated; holds no text, only fingerprints."""

    offered = Signal(str)  # copied while listening
    doubled = Signal(str)  # copied twice in a row
    listening_changed = Signal(bool)  # also when paused or resumed

    def __init__(
        self, store: SettingsStore, clipboard: QClipboard, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._clipboard = clipboard
        self._clock = clock
        self.skip_chinese = True  # False where Chinese is what is translated from
        self._own: list[bytes] = []
        self._present = b""  # fingerprint of what lay there when listening began
        self._last_copy = (b"", 0.0)
        self._connected = self._ended = False
        self._selection_is_newer = False  # of the two that X11 has
        self._resume = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._resume.timeout.connect(lambda: self.pause(False))
        clipboard.selectionChanged.connect(lambda: self._on_newest(selection=True))
        clipboard.dataChanged.connect(lambda: self._on_newest(selection=False))
        store.changed.connect(self._on_settings_changed)
        self._apply()

    @property
    def listening(self) -> bool:
        """Is whatever is copied translated now?"""
        return self._store.value.listen and not self.paused

    @property
    def paused(self) -> bool:
        """Switched off for an hour?"""
        return self._resume.isActive()

    def pause(self, on: bool) -> None:
        """Listen to nothing for an hour, or go on now."""
        if on:
            self._resume.start()
        else:
            self._resume.stop()
        self._apply()
        self.listening_changed.emit(self.listening)

    def note_own(self, text: str) -> None:
        """Our own copy is about to arrive: it is not news."""
        self._own = [*self._own[1 - OWN_KEPT :], fingerprint(text)]

    def shut_down(self) -> None:
        """Hear nothing any more."""
        self._resume.stop()
        self._ended = True
        self._apply()

    def asked(self) -> tuple[str, str]:
        """What the user asks to translate, and why it can't be ("" when it can).

        The text selected last in another program, where the system tells (X11), if nothing was copied since; else the clipboard.
        """
        if self._selection_is_newer and not self._clipboard.ownsSelection():
            offer = self._offer(QClipboard.Mode.Selection)
            if not refusal_when_asked(offer):
                return offer.text(), ""
        offer = self._offer(QClipboard.Mode.Clipboard)
        reason = refusal_when_asked(offer)
        return ("" if reason else offer.text()), reason

    def _apply(self) -> None:
        wanted = (self.listening or (self._store.value.double_copy and not self.paused)) and not self._ended
        if wanted and not self._connected:
            self._present = b""  # a text is only looked at when its marks allow that
            if not refusal_when_asked(offer := self._offer(QClipboard.Mode.Clipboard)):
                self._present = fingerprint(offer.text())
            self._clipboard.dataChanged.connect(self._on_data_changed)
        elif self._connected and not wanted:
            self._clipboard.dataChanged.disconnect(self._on_data_changed)
        self._connected = wanted

    def _on_settings_changed(self, settings: Settings, names: frozenset[str]) -> None:
        if "listen" in names:
            self._resume.stop()  # switching on or off ends a pause
        if names & {"listen", "double_copy"}:
            self._apply()
            self.listening_changed.emit(self.listening)

    def _on_newest(self, *, selection: bool) -> None:
        self._selection_is_newer = selection

    def _on_data_changed(self) -> None:
        offer = self._offer(QClipboard.Mode.Clipboard)
        known = frozenset((self._present, *self._own))
        limit = self._store.value.clipboard_limit_chars
        reason = refusal(offer, limit_chars=limit, known=known, skip_chinese=self.skip_chinese)
        if reason not in ("", "known", "chinese"):
            self._last_copy = (b"", 0.0)
            return
        text = offer.text()
        mark, now = fingerprint(text), self._clock()
        passed_s = now - self._last_copy[1] if self._last_copy[0] == mark else math.inf
        if passed_s < DOUBLE_COPY_S[0]:
            return
        self._last_copy = (mark, now)
        if mark != self._present:
            self._present = b""  # something else was copied: the old text may come again
        twice = passed_s <= DOUBLE_COPY_S[1]
        if twice and self._store.value.double_copy and mark not in self._own:
            self._last_copy = (b"", 0.0)  # a third time begins anew
            self.doubled.emit(text)
        elif self.listening and not reason and not twice:
            self.offered.emit(text)

    def _offer(self, mode: QClipboard.Mode) -> Offer:
        clipboard = self._clipboard
        data: QMimeData | None = clipboard.mimeData(mode)
        own = clipboard.ownsSelection() if mode == QClipboard.Mode.Selection else clipboard.ownsClipboard()
        if data is None:  # nothing there, or (Wayland) nothing that we may see
            return Offer((), lambda _name: b"", lambda: "", own)
        return Offer(data.formats(), lambda name: bytes(data.data(name).data()), data.text, own)
