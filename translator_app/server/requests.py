"""Requests of many clients through the one engine: those that wait are translated together, a batch a step.

Whoever owns the engine (the window's engine thread, or the command line's worker) advances a job step by step and serves
typed text in between, so the API never makes typing wait for longer than one batch.
"""

import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from translator_app.engine.translator import SegmentResult, TranslateOptions, Translation
from translator_app.errors import Cancelled, ServerError

MAX_BATCH_CHARS = 4_000  # of all requests that share a step: about a second of work on a slow laptop


class Engine(Protocol):
    """What the API needs of engine.translator.Translator."""

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


Work = Callable[[Engine, Callable[[], bool]], object]
Job = Callable[[Engine, Callable[[], bool]], Generator[object, None, None]]
Schedule = Callable[[Job], object]  # hand a job to the owner of the engine; may be called from any thread


@dataclass(slots=True)
class _Waiting:
    """A request on its way. `texts` may share a step with others; `work` has one of its own."""

    texts: Sequence[str] = ()
    options: TranslateOptions = field(default_factory=TranslateOptions)
    work: Work | None = None
    result: object = None
    error: Exception | None = None
    done: threading.Event = field(default_factory=threading.Event)
    abandoned: bool = False

    def finish(self, result: object = None, error: Exception | None = None) -> None:
        self.result, self.error = result, error
        self.done.set()


class RequestQueue:
    """Takes requests from any thread and has them done by the engine's owner, first come, first served."""

    def __init__(self, schedule: Schedule, *, timeout_s: float = 120.0) -> None:
        self._schedule = schedule
        self._timeout_s = timeout_s
        self._lock = threading.Lock()
        self._waiting: deque[_Waiting] = deque()
        self._scheduled = False
        self._closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def translate(self, texts: Sequence[str], options: TranslateOptions) -> list[Translation]:
        """Translations of the texts. Raises ServerError when it takes too long or the server stops, else as the engine does."""
        found = self._put(_Waiting(texts=texts, options=options))
        assert isinstance(found, list)
        return found

    def run(self, work: Work) -> object:
        """Do something else with the engine (streaming, alternatives); its result. Raises as `translate`."""
        return self._put(_Waiting(work=work))

    def close(self) -> None:
        """Refuse what still waits and what comes."""
        with self._lock:
            self._closed = True
            waiting, self._waiting = list(self._waiting), deque()
        for item in waiting:
            item.finish(error=ServerError("the server is stopping"))

    def _put(self, item: _Waiting) -> object:
        with self._lock:
            if self._closed:
                raise ServerError("the server is stopping")
            self._waiting.append(item)
            schedule, self._scheduled = not self._scheduled, True
        if schedule:
            self._schedule(self._drain)
        if not item.done.wait(self._timeout_s):
            item.abandoned = True
            raise ServerError("the translation took too long")
        if item.error:
            raise item.error
        return item.result

    def _drain(self, engine: Engine, should_stop: Callable[[], bool]) -> Generator[object, None, None]:
        """The job: one shared batch a step, until nothing waits."""
        try:
            while batch := self._next_batch():
                self._do(batch, engine, should_stop)
                yield len(batch)
        finally:  # cancelled from outside: nobody may wait for ever
            with self._lock:
                left, self._waiting, self._scheduled = list(self._waiting), deque(), False
            for item in left:
                item.finish(error=ServerError("the server is stopping"))

    def _next_batch(self) -> list[_Waiting]:
        with self._lock:
            batch: list[_Waiting] = []
            chars = 0
            while self._waiting:
                item = self._waiting[0]
                if item.abandoned:
                    self._waiting.popleft()
                    continue
                size = sum(map(len, item.texts))
                if batch and (item.work or batch[0].work or item.options != batch[0].options or chars + size > MAX_BATCH_CHARS):
                    break
                batch.append(self._waiting.popleft())
                chars += size
            if not batch:
                self._scheduled = False
            return batch

    @staticmethod
    def _do(batch: Sequence[_Waiting], engine: Engine, should_stop: Callable[[], bool]) -> None:
        try:
            if work := batch[0].work:
                batch[0].finish(work(engine, should_stop))
                return
            translations = engine.translate_many([text for item in batch for text in item.texts], batch[0].options, should_stop=should_stop)
            for item in batch:
                item.finish(translations[: len(item.texts)])
                del translations[: len(item.texts)]
        except Cancelled:
            for item in batch:
                item.finish(error=ServerError("the server is stopping"))
            raise
        except Exception as error:  # the client is told; the next request still works
            for item in batch:
                item.finish(error=error)


class EngineWorker:
    """Owner of the engine when there is no window: a thread that advances jobs in turn."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: deque[Generator[object, None, None]] = deque()
        self._wake = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="engine")
        self._thread.start()

    def start_job(self, job: Job) -> None:
        """Queue a job."""
        with self._wake:
            self._jobs.append(job(self._engine, lambda: self._stopping))
            self._wake.notify()

    def stop(self) -> None:
        """Stop within a decoding step and join."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        self._thread.join()

    def _run(self) -> None:
        while job := self._next():
            try:
                next(job)
            except (StopIteration, Cancelled):
                continue
            with self._wake:
                self._jobs.append(job)
        for job in self._jobs:
            job.close()

    def _next(self) -> Generator[object, None, None] | None:
        with self._wake:
            while not self._jobs and not self._stopping:
                self._wake.wait()
            return None if self._stopping else self._jobs.popleft()
