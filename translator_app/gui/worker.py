"""A thread for slow errands that need no engine (files, databases, downloads), done in their order; results come back by call."""

from __future__ import annotations

import logging
import threading
import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QThread, Signal

from translator_app.errors import Cancelled, TranslatorError
from translator_app.gui import language

log = logging.getLogger(__name__)


class Task:
    """What an errand gets: how to tell its progress, and whether it is to stop."""

    def __init__(self, report: Callable[[int, int], None], stop: threading.Event) -> None:
        self.report = report  # (done, in all)
        self.should_stop = stop.is_set


Function = Callable[[Task], object]


@dataclass(slots=True)
class _Errand:
    function: Function
    done: Callable[..., object] | None
    failed: Callable[[str], object] | None
    cancelled: Callable[[], object] | None
    progress: Callable[[int, int], object] | None
    stop: threading.Event = field(default_factory=threading.Event)


class Worker(QThread):
    """Started by the first errand. Everything but `run` is called from the window's thread, as are the callbacks."""

    failed = Signal(str)  # an errand without a `failed` of its own

    _came_back = Signal(int, object)
    _went_wrong = Signal(int, str)
    _stopped = Signal(int)
    _advanced = Signal(int, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wake = threading.Condition()  # guards the queue and the flag
        self._queue: deque[tuple[int, _Errand]] = deque()
        self._ending = False
        self._errands: dict[int, _Errand] = {}
        self._number = 0
        self._came_back.connect(self._on_came_back)
        self._went_wrong.connect(self._on_went_wrong)
        self._stopped.connect(self._on_stopped)
        self._advanced.connect(self._on_advanced)

    def submit(
        self,
        function: Function,
        done: Callable[..., object] | None = None,
        *,
        failed: Callable[[str], object] | None = None,
        cancelled: Callable[[], object] | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> int:
        """Run `function` in the thread, after what waits already; `done(result)`, `failed(words)` or `cancelled()` follows."""
        self._number += 1
        errand = _Errand(function, done, failed, cancelled, progress)
        self._errands[self._number] = errand
        with self._wake:
            self._queue.append((self._number, errand))
            self._wake.notify()
        if not self.isRunning():
            self.start()
        return self._number

    def cancel(self, number: int) -> None:
        """Ask an errand to stop."""
        if errand := self._errands.get(number):
            errand.stop.set()

    @property
    def busy(self) -> bool:
        """Is anything going on?"""
        return bool(self._errands)

    def finish(self, *, cancel: bool = False) -> None:
        """End the thread, after what waits or (`cancel`) at once; no callback comes any more."""
        for errand in self._errands.values() if cancel else ():
            errand.stop.set()
        self._errands.clear()
        with self._wake:
            self._ending = True
            self._wake.notify()
        self.wait()

    def run(self) -> None:
        """Serve until told to end."""
        while True:
            with self._wake:
                while not self._queue:
                    if self._ending:
                        return
                    self._wake.wait()
                number, errand = self._queue.popleft()
            self._serve(number, errand)

    def _serve(self, number: int, errand: _Errand) -> None:
        def report(done: int, total: int) -> None:
            self._advanced.emit(number, done, total)

        try:
            if errand.stop.is_set():
                raise Cancelled
            result = errand.function(Task(report, errand.stop))
        except Cancelled:
            self._stopped.emit(number)
        except TranslatorError as error:
            log.warning("%s", type(error).__name__)
            self._went_wrong.emit(number, language.words(error))
        except Exception as error:  # as in the engine's thread: tell, and go on with the next
            log.error("%s\n%s", type(error).__name__, "".join(traceback.format_tb(error.__traceback__)))
            self._went_wrong.emit(number, f"{type(error).__name__}: {error}")
        else:
            self._came_back.emit(number, result)

    def _on_came_back(self, number: int, result: object) -> None:
        errand = self._errands.pop(number, None)
        if errand and errand.done:
            errand.done(result)

    def _on_went_wrong(self, number: int, message: str) -> None:
        errand = self._errands.pop(number, None)
        if errand:
            (errand.failed or self.failed.emit)(message)

    def _on_stopped(self, number: int) -> None:
        errand = self._errands.pop(number, None)
        if errand and errand.cancelled:
            errand.cancelled()

    def _on_advanced(self, number: int, done: int, total: int) -> None:
        errand = self._errands.get(number)
        if errand and errand.progress:
            errand.progress(done, total)
