"""What goes into the engine thread and what comes out of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Protocol

from translator_app.packs import Pack

if TYPE_CHECKING:
    from translator_app.engine.translator import SegmentResult, TranslateOptions, Translation  # onnxruntime comes after the window


class Engine(Protocol):
    """What the thread needs of engine.translator.Translator."""

    @property
    def pack(self) -> Pack: ...

    @property
    def threads(self) -> int: ...

    def translate(
        self,
        text: str,
        options: TranslateOptions = ...,
        *,
        on_segment: Callable[[SegmentResult], None] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Translation: ...

    def translate_many(
        self, texts: Sequence[str], options: TranslateOptions = ..., *, should_stop: Callable[[], bool] | None = None
    ) -> list[Translation]: ...

    def alternatives(
        self, sentence: str, count: int = 4, options: TranslateOptions = ..., *, should_stop: Callable[[], bool] | None = None
    ) -> list[str]: ...

    @property
    def identity(self) -> str: ...

    def set_threads(self, threads: int) -> None: ...

    def drop_batch_kernel(self) -> None: ...

    def close(self) -> None: ...


class Channel(IntEnum):
    """Mailboxes; the lower number goes first."""

    LOOKUP = 0  # a word for the dictionary panel
    ALTERNATIVES = 1
    POPUP = 2  # clipboard
    PASTE = 3  # joining the lines of a long text that was pasted: before it is translated
    TEXT = 4  # the main window's source pane
    BACK = 5  # back-translation
    APP = 6  # the app's own errands
    API = 7  # starting and stopping the local API


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """How the engine is to run. A change is applied between two requests."""

    threads: int = 0  # 0: automatic
    terms_file: str = ""
    idle_s: float = 600.0  # unload the packs after; 0: never
    edition: int = 0  # another number: the packs on the disk changed, load them anew


@dataclass(frozen=True, slots=True)
class EngineState:
    """What the status line shows of the engine."""

    phase: str  # asleep | loading | ready | working | failed
    pack: Pack | None = None
    threads: int = 0
    load_s: float = 0.0


# (pack id, configuration) -> engine; raises TranslatorError
LoadEngine = Callable[[str, EngineConfig], Engine]
# a question put to the engine; polls should_stop where it can
Question = Callable[[Engine, Callable[[], bool]], object]
# a job: yields whatever its progress is after each short step
Job = Callable[[Engine, Callable[[], bool]], Iterator[object]]


@dataclass(slots=True)
class Request:
    revision: int
    channel: Channel
    pack_id: str
    question: Question
    streams: bool
    needs_engine: bool


@dataclass(slots=True)
class Running:
    revision: int
    job: Job
    pack_id: str
    steps: Iterator[object] | None = None
    cancelled: threading.Event = field(default_factory=threading.Event)
