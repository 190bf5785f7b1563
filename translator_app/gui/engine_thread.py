"""One thread owns the engine: the newest text of each channel wins, and nothing here ever blocks the window.

Every channel is a one-slot mailbox: posting overwrites what waits there and stops what runs for it. A request of a
channel with a lower number goes first; a running one of a higher number is set aside for it and done again afterwards,
which is cheap, since the engine remembers finished sentences. Jobs (files, self-test, verifying) are generators that the
thread advances one step at a time, serving typed text in between. The pack is loaded here, on the first need, and
unloaded when nothing happened for a while.

All public methods are called from the window's thread and return at once, but for `stop`, which joins.
"""

from __future__ import annotations

import functools
import gc
import logging
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QObject, QThread, Signal

from translator_app.engine import memory
from translator_app.errors import Cancelled, TranslatorError
from translator_app.gui import language
from translator_app.gui.requests import Channel, Engine, EngineConfig, EngineState, Job, LoadEngine, Question, Request, Running

if TYPE_CHECKING:
    from translator_app.engine.translator import SegmentResult, TranslateOptions  # onnxruntime comes after the window

log = logging.getLogger(__name__)
__all__ = ["Channel", "Engine", "EngineConfig", "EngineState", "EngineThread", "Job", "LoadEngine", "Question"]


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

    def __init__(
        self,
        load: LoadEngine,
        config: EngineConfig | None = None,
        prepare: Callable[[], object] = lambda: None,
        parent: QObject | None = None,
    ) -> None:
        """`load` makes an engine; `prepare` is called first of all in the thread (slow imports)."""
        super().__init__(parent)
        self._load = load
        self._prepare = prepare
        self._config = config or EngineConfig()
        self._wake = threading.Condition()  # guards everything below
        self._revision = 0
        self._newest: dict[Channel, int] = {}
        self._waiting: dict[Channel, Request] = {}
        self._jobs: deque[Running] = deque()
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
        """Add a job; it is advanced in turn with others while no text waits. May be called from any thread."""
        with self._wake:
            self._revision += 1
            self._jobs.append(Running(self._revision, job, pack_id))
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
        """Other packs on the disk, threads, terms or idle time; applied before the next request."""
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
            self._waiting[channel] = Request(self._revision, channel, pack_id, question, streams, needs_engine)
            self._wake.notify()
            return self._revision

    # -- the thread

    def run(self) -> None:
        """Serve until told to stop."""
        self._guarded(0, self._prepare)
        while (work := self._next()) is not None:
            if isinstance(work, Request):
                self._serve(work)
            elif isinstance(work, Running):
                self._advance(work)
            else:
                self._apply(work)
        for job in self._jobs:
            self._close_steps(job)
        self._jobs.clear()
        self._retire_engines()

    def _next(self) -> Request | Running | EngineConfig | None:
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
        if sleep:
            self._retire_engines()
            gc.collect()
            memory.give_back()
        elif (config.terms_file, config.edition) != (old.terms_file, old.edition):
            self._retire_engines()
        elif config.threads != old.threads:
            for engine in self._engines.values():
                self._guarded(0, functools.partial(engine.set_threads, config.threads))
        self._show_state("ready" if self._engines else "asleep")

    def _serve(self, request: Request) -> None:
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

    def _overtaken(self, request: Request) -> bool:
        return self._newest.get(request.channel) != request.revision

    def _put_back(self, request: Request) -> None:
        """Set aside for a more urgent channel: do it again, unless it is stale by now."""
        with self._wake:
            if not self._overtaken(request):
                self._waiting.setdefault(request.channel, request)

    def _advance(self, job: Running) -> None:
        """One step of a job."""
        end: Callable[[], object] | None = None

        def step() -> None:
            nonlocal end
            if job.steps is None:
                engine = self._engine(job.pack_id)
                self._show_state("working", engine)
                job.steps = job.job(engine, lambda: self._stopping or job.cancelled.is_set())
            try:
                if job.cancelled.is_set():
                    raise Cancelled
                self.job_advanced.emit(job.revision, next(job.steps))
            except StopIteration:
                end = functools.partial(self.job_finished.emit, job.revision)
            except Cancelled:
                self._close_steps(job)
                end = functools.partial(self.job_cancelled.emit, job.revision)

        worked = self._guarded(job.revision, step)
        if end or not worked:
            with self._wake:
                self._jobs.remove(job)
            self._retire_engines(keep=True)
            self._show_state("ready" if self._engines else "asleep")
        else:
            with self._wake:
                self._jobs.rotate(-1)  # a request of the local API does not wait for a whole book
        if end:
            end()

    def _close_steps(self, job: Running) -> None:
        """Let the generator remove its half-written files."""
        close: Callable[[], None] | None = getattr(job.steps, "close", None)
        if close is not None:
            self._guarded(job.revision, close)

    def _engine(self, pack_id: str) -> Engine:
        if pack_id not in self._engines:
            self._show_state("loading")
            started = time.perf_counter()
            self._engines[pack_id] = self._load(pack_id, self._applied)
            self._load_s = time.perf_counter() - started
            log.info("pack loaded in %.2f s", self._load_s)
        return self._engines[pack_id]

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
            self._fail(revision, language.words(error))
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
