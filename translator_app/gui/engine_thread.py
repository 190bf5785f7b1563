"""One thread owns the engine: the newest text of each channel wins, and nothing here ever blocks the window.

Every channel is a one-slot mailbox: posting overwrites what waits there and stops what runs for it. A request of a
channel with a lower number goes first; a running one of a higher number is set aside for it and done again afterwards,
which is cheap, since the engine remembers finished sentences. Jobs (files, self-test, verifying) are generators that the
thread advances one step at a time, serving typed text in between. The pack is loaded here, on the first need, and
unloaded when nothing happened for a while.

All public methods are called from the window's thread and return at once, but for `stop`, which joins.
"""

import functools
import logging
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol, cast

from PySide6.QtCore import QObject, QThread, Signal

from translator_app.engine.translator import SegmentResult, TranslateOptions, Translation
from translator_app.errors import Cancelled, TranslatorError
from translator_app.packs import Pack

log = logging.getLogger(__name__)


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

    def close(self) -> None: ...


class Channel(IntEnum):
    """Mailboxes; the lower number goes first."""

    LOOKUP = 0  # a word for the dictionary panel
    ALTERNATIVES = 1
    POPUP = 2  # clipboard
    TEXT = 3  # the main window's source pane
    BACK = 4  # back-translation


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """How the engine is to run. A change is applied between two requests."""

    pack_id: str = ""  # "": the first pack found
    threads: int = 0  # 0: automatic
    terms_file: str = ""
    idle_s: float = 600.0  # unload the packs after; 0: never


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
class _Request:
    revision: int
    channel: Channel
    pack_id: str
    question: Question
    streams: bool
    needs_engine: bool


@dataclass(slots=True)
class _Running:
    revision: int
    job: Job
    pack_id: str
    steps: Iterator[object] | None = None
    cancelled: threading.Event = field(default_factory=threading.Event)


_NO_ENGINE = cast(Engine, None)  # what a question gets that said it needs none


class EngineThread(QThread):
    """The thread that owns the engine. Results carry the revision that the call returned."""

    state_changed = Signal(object)  # EngineState
    segment_ready = Signal(int, int, object)  # revision, index, SegmentResult; an index may come again
    translated = Signal(int, object)  # revision, Translation
    answered = Signal(int, object)  # revision, what the question returned
    failed = Signal(int, str)  # revision, words for the user
    job_advanced = Signal(int, object)  # revision, what the job yielded
    job_finished = Signal(int)
    job_cancelled = Signal(int)

    def __init__(self, load: LoadEngine, config: EngineConfig | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._load = load
        self._config = config or EngineConfig()
        self._wake = threading.Condition()  # guards everything below
        self._revision = 0
        self._newest: dict[Channel, int] = {}
        self._waiting: dict[Channel, _Request] = {}
        self._jobs: deque[_Running] = deque()
        self._wanted_sleep = False
        self._stopping = False
        # touched by the thread only
        self._engines: dict[str, Engine] = {}
        self._retired: list[Engine] = []
        self._applied = self._config
        self._load_s = 0.0

    # -- called from the window's thread

    def translate(self, channel: Channel, text: str, options: TranslateOptions, pack_id: str = "") -> int:
        """Translate; `segment_ready` streams, then `translated` or `failed`. Nothing comes for an overtaken revision."""

        def question(engine: Engine, should_stop: Callable[[], bool]) -> object:
            index = 0

            def emit(result: SegmentResult) -> None:
                nonlocal index
                self.segment_ready.emit(revision, index, result)
                index += 1

            return engine.translate(text, options, on_segment=emit, should_stop=should_stop)

        revision = self._post(channel, question, pack_id, streams=True)
        return revision

    def ask(self, channel: Channel, question: Question, pack_id: str = "") -> int:
        """Put any question to the engine; `answered` or `failed` follows."""
        return self._post(channel, question, pack_id, streams=False)

    def compute(self, channel: Channel, function: Callable[[], object]) -> int:
        """Run something that needs no engine (a dictionary, a file) off the window's thread; `answered` or `failed` follows."""
        return self._post(channel, lambda _engine, _stop: function(), "", streams=False, needs_engine=False)

    def start_job(self, job: Job, pack_id: str = "") -> int:
        """Queue a job; it is advanced while no text waits."""
        with self._wake:
            self._revision += 1
            self._jobs.append(_Running(self._revision, job, pack_id))
            self._wake.notify()
            return self._revision

    def cancel_job(self, revision: int) -> None:
        """Stop a job at its next safe point; `job_cancelled` follows."""
        with self._wake:
            for job in self._jobs:
                if job.revision == revision:
                    job.cancelled.set()
            self._wake.notify()

    def cancel(self, channel: Channel) -> None:
        """Forget what waits or runs for a channel; nothing follows."""
        with self._wake:
            self._revision += 1
            self._newest[channel] = self._revision
            self._waiting.pop(channel, None)

    def configure(self, config: EngineConfig) -> None:
        """Other pack, threads, terms or idle time; applied before the next request."""
        with self._wake:
            self._config = config
            self._wake.notify()

    def unload(self) -> None:
        """Give the memory back now; the pack is loaded again when needed."""
        with self._wake:
            self._wanted_sleep = True
            self._wake.notify()

    def stop(self) -> None:
        """Stop whatever runs and join the thread."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        self.wait()

    def text_waits(self) -> bool:
        """Should a job cut its step short? Safe to call from anywhere."""
        return bool(self._waiting) or self._stopping

    @property
    def has_jobs(self) -> bool:
        """Is a file or another job going on?"""
        with self._wake:
            return bool(self._jobs)

    def _post(self, channel: Channel, question: Question, pack_id: str, *, streams: bool, needs_engine: bool = True) -> int:
        with self._wake:
            self._revision += 1
            self._newest[channel] = self._revision
            self._waiting[channel] = _Request(self._revision, channel, pack_id, question, streams, needs_engine)
            self._wake.notify()
            return self._revision

    # -- the thread

    def run(self) -> None:
        """Serve until told to stop."""
        while (work := self._next()) is not None:
            if isinstance(work, _Request):
                self._serve(work)
            elif isinstance(work, _Running):
                self._advance(work)
            else:
                self._apply(work)
        for job in self._jobs:
            self._close_steps(job)
        self._jobs.clear()
        self._retire_engines()

    def _next(self) -> "_Request | _Running | EngineConfig | None":
        with self._wake:
            while not self._stopping:
                if self._config != self._applied:
                    return self._config
                if self._waiting:
                    return self._waiting.pop(min(self._waiting))
                if self._jobs:
                    return self._jobs[0]
                if self._wanted_sleep:
                    return self._config
                idle_s = self._applied.idle_s
                if not self._wake.wait(idle_s if self._engines and idle_s > 0 else None):
                    self._wanted_sleep = True
        return None

    def _apply(self, config: EngineConfig) -> None:
        old, self._applied = self._applied, config
        with self._wake:
            sleep = self._wanted_sleep and not self._jobs
            self._wanted_sleep = False
        if sleep or (config.pack_id, config.terms_file) != (old.pack_id, old.terms_file):
            self._retire_engines()
        elif config.threads != old.threads:
            for engine in self._engines.values():
                self._guarded(0, functools.partial(engine.set_threads, config.threads))
        self._show_state("ready" if self._engines else "asleep")

    def _serve(self, request: _Request) -> None:
        def should_stop() -> bool:  # no lock: each of these is one read
            newer = self._newest.get(request.channel) != request.revision
            return self._stopping or newer or any(c < request.channel for c in tuple(self._waiting))

        def answer() -> None:
            engine = _NO_ENGINE
            if request.needs_engine:
                engine = self._engine(request.pack_id)
                self._show_state("working", engine)
            try:
                result = request.question(engine, should_stop)
            except Cancelled:
                self._put_back(request)
                return
            if not self._overtaken(request):
                (self.translated if request.streams else self.answered).emit(request.revision, result)

        if not self._overtaken(request) and self._guarded(request.revision, answer) and request.needs_engine:
            self._show_state("ready")

    def _overtaken(self, request: _Request) -> bool:
        return self._newest.get(request.channel) != request.revision

    def _put_back(self, request: _Request) -> None:
        """Set aside for a more urgent channel: do it again, unless it is stale by now."""
        with self._wake:
            if not self._overtaken(request):
                self._waiting.setdefault(request.channel, request)

    def _advance(self, job: _Running) -> None:
        done = False

        def step() -> None:
            nonlocal done
            if job.steps is None:
                engine = self._engine(job.pack_id)
                self._show_state("working", engine)
                job.steps = job.job(engine, lambda: self._stopping or job.cancelled.is_set())
            try:
                if job.cancelled.is_set():
                    raise Cancelled
                self.job_advanced.emit(job.revision, next(job.steps))
            except StopIteration:
                done = True
                self.job_finished.emit(job.revision)
            except Cancelled:
                done = True
                self._close_steps(job)
                self.job_cancelled.emit(job.revision)

        worked = self._guarded(job.revision, step)
        if done or not worked:
            with self._wake:
                self._jobs.remove(job)
            self._retire_engines(keep=True)
            self._show_state("ready" if self._engines else "asleep")

    def _close_steps(self, job: _Running) -> None:
        """Let the generator remove its half-written files."""
        close: Callable[[], None] | None = getattr(job.steps, "close", None)
        if close is not None:
            self._guarded(job.revision, close)

    def _engine(self, pack_id: str) -> Engine:
        key = pack_id or self._applied.pack_id
        if key not in self._engines:
            self._show_state("loading")
            started = time.perf_counter()
            self._engines[key] = self._load(key, self._applied)
            self._load_s = time.perf_counter() - started
            log.info("pack loaded in %.2f s", self._load_s)
        return self._engines[key]

    def _retire_engines(self, *, keep: bool = False) -> None:
        """Close engines that are no longer wanted, but for the one that a started job works with: that is closed later."""
        if not keep:
            self._retired += self._engines.values()
            self._engines.clear()
        if not any(job.steps for job in self._jobs):
            for engine in self._retired:
                self._guarded(0, engine.close)
            self._retired.clear()

    def _show_state(self, phase: str, engine: Engine | None = None) -> None:
        engine = engine or next(iter(self._engines.values()), None)
        state = EngineState(phase, engine.pack, engine.threads, self._load_s) if engine else EngineState(phase)
        self.state_changed.emit(state)

    def _guarded(self, revision: int, action: Callable[[], Any]) -> bool:
        """Run; an error becomes `failed`, so that the next request still works."""
        try:
            action()
        except TranslatorError as error:
            log.warning("%s", type(error).__name__)
            self._fail(revision, str(error))
            return False
        except Exception as error:
            # where it happened, not what with: messages of foreign errors may quote the user's text
            log.error("%s\n%s", type(error).__name__, "".join(traceback.format_tb(error.__traceback__)))
            self._fail(revision, f"{type(error).__name__}: {error}")
            return False
        return True

    def _fail(self, revision: int, message: str) -> None:
        self._show_state("ready" if self._engines else "failed")
        self.failed.emit(revision, message)
