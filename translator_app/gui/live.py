"""Live translation of one text: when to ask the engine, what to show while sentences stream in, what the user replaced."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from translator_app.gui.engine_thread import Channel, EngineThread
from translator_app.gui.pairing import Pairs

if TYPE_CHECKING:
    from translator_app.engine.translator import SegmentResult, TranslateOptions, Translation

FLUSH_MS = 40  # streamed sentences are shown in lots: a long text sends hundreds a second from the cache
SETTLED_MS = 2500  # a pause this long ends an entry of the history


class LiveTranslation(QObject):
    """Text in through `edit`, translation out through `updated` and `finished`; the newest text wins."""

    updated = Signal()  # `pairs` and `shown` changed
    finished = Signal(object)  # Translation; everything is shown
    settled = Signal(str, object)  # source, Translation; after a pause with no further edits
    failed = Signal(str)
    busy_changed = Signal(bool)
    progressed = Signal(float, object)  # part done 0-1, seconds left or None while unknown

    def __init__(self, thread: EngineThread, options: Callable[[], TranslateOptions], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = thread
        self._options = options
        self.pack_id = ""  # "": the configured one
        self.live = True
        self.text = ""
        self.pairs = Pairs()
        self.shown = ""  # what the pane shows: streamed sentences, then what is left of the older translation
        self._older: Pairs = self.pairs
        self._choices: dict[str, str] = {}  # source sentence -> the translation that the user chose
        self._streamed: list[SegmentResult] = []
        self._flushed = 0  # how many of them `pairs` has
        self._revision = 0
        self._started = 0.0
        self._last: Translation | None = None
        self._debounce = QTimer(self, singleShot=True, interval=200)
        self._debounce.timeout.connect(self.now)
        self._flush = QTimer(self, singleShot=True, interval=FLUSH_MS)
        self._flush.timeout.connect(self._on_flush)
        self._settle = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settle.timeout.connect(self._on_settled)
        thread.segment_ready.connect(self._on_segment)
        thread.translated.connect(self._on_translated)
        thread.failed.connect(self._on_failed)

    @property
    def busy(self) -> bool:
        """Is the engine at work on the text?"""
        return self._revision != 0

    @property
    def last(self) -> Translation | None:
        """The finished translation of the text, None while there is none."""
        return self._last

    def set_debounce(self, milliseconds: int) -> None:
        """How long typing must pause before the engine is asked."""
        self._debounce.setInterval(milliseconds)

    def edit(self, text: str) -> None:
        """The text changed: translate it after a short pause; an empty one empties the translation at once."""
        self.text = text
        self._settle.stop()
        if not text.strip():
            self._debounce.stop()
            self.stop()
            self.pairs = self._older = Pairs()
            self._last = None
            self.shown = ""
            self.updated.emit()
        elif self.live:
            self._debounce.start()

    def now(self) -> None:
        """Translate the text without waiting."""
        self._debounce.stop()
        if not self.text.strip():
            return
        was_busy = self.busy
        self._older = self.pairs if self.pairs.segments else self._older
        self._streamed = []
        self._flushed = 0
        self._last = None
        self._started = time.monotonic()
        self._revision = self._thread.translate(Channel.TEXT, self.text, self._options(), self.pack_id)
        if not was_busy:
            self.busy_changed.emit(True)

    def stop(self) -> None:
        """Stop; what is shown stays."""
        self._debounce.stop()
        if self.busy:
            self._thread.cancel(Channel.TEXT)
            self._end()

    def choose(self, index: int, target: str) -> None:
        """Put another translation in place of a sentence's; it is kept when the text is translated again."""
        self._choices[self.pairs.segments[index].source.strip()] = target.strip()
        self.pairs.replace_target(index, target)
        self.shown = self.pairs.target
        if self._last:
            self._last = replace(self._last, target=self.shown, segments=tuple(self.pairs.segments))
        self.updated.emit()
        self._settle.start()

    def _on_segment(self, revision: int, index: int, segment: SegmentResult) -> None:
        if revision != self._revision:
            return
        if index < len(self._streamed):  # a set-aside request streams again from its start
            del self._streamed[index:]
            self._flushed = 0
        self._streamed.append(segment)
        if not self._flush.isActive():
            self._flush.start()

    def _on_flush(self) -> None:
        if not self.busy or not self._streamed:
            return
        self._show_streamed()
        done = sum(len(segment.source) for segment in self._streamed) / max(1, len(self.text))
        fresh = sum(len(s.source) for s in self._streamed if not s.cached)
        elapsed = time.monotonic() - self._started
        left = (1 - done) * len(self.text) * elapsed / fresh if fresh and elapsed > 0.5 else None
        self.progressed.emit(min(done, 1.0), left)

    def _on_translated(self, revision: int, translation: Translation) -> None:
        if revision != self._revision:
            return
        self._show_all(translation)
        self._last = replace(translation, target=self.pairs.target, segments=tuple(self.pairs.segments))
        self._end()
        self.finished.emit(self._last)
        self._settle.start()

    def _on_failed(self, revision: int, message: str) -> None:
        if revision == self._revision and self.busy:
            self._end()
            self.failed.emit(message)

    def _on_settled(self) -> None:
        if self._last is not None:
            self.settled.emit(self.text, self._last)

    def _show_streamed(self) -> None:
        """Add what has come since the last time, so that a long text costs no more at its end than at its start."""
        if self._flushed == 0:
            self.pairs = Pairs()
        for segment in self._streamed[self._flushed :]:
            self.pairs.append(self._with_choice(segment))
        self._flushed = len(self._streamed)
        self.shown = self.pairs.target + "".join(s.target for s in self._older.segments[self._flushed :])
        self.updated.emit()

    def _show_all(self, translation: Translation) -> None:
        self.pairs = Pairs(self._with_choice(segment) for segment in translation.segments)
        self._flushed = 0
        self.shown = self.pairs.target
        self.updated.emit()

    def _with_choice(self, segment: SegmentResult) -> SegmentResult:
        choice = self._choices.get(segment.source.strip()) if segment.translated else None
        if choice is None:
            return segment
        pairs = Pairs([segment])
        pairs.replace_target(0, choice)
        return pairs.segments[0]

    def _end(self) -> None:
        self._revision = 0
        self._flush.stop()
        self.busy_changed.emit(False)
