import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from translator_app.errors import HistoryError
from translator_app.gui.worker import Task, Worker


@pytest.fixture
def worker(qtbot: QtBot) -> Iterator[Worker]:
    made = Worker()
    yield made
    made.finish(cancel=True)
    assert not made.isRunning()


def test_errands_come_back_in_order_with_their_progress(qtbot: QtBot, worker: Worker) -> None:
    seen: list[object] = []
    worker.submit(lambda task: task.report(1, 1 << 40), progress=lambda done, total: seen.append((done, total)))
    worker.submit(lambda _task: threading.current_thread() is threading.main_thread(), seen.append)
    worker.submit(lambda _task: 3, seen.append)
    qtbot.waitUntil(lambda: len(seen) == 3)
    assert seen == [(1, 1 << 40), False, 3]
    assert not worker.busy


def test_an_error_is_told_and_the_next_errand_still_works(qtbot: QtBot, worker: Worker) -> None:
    told: list[str] = []
    seen: list[object] = []

    def fail(_task: Task) -> None:
        raise HistoryError("the disk is full")

    def crash(_task: Task) -> None:
        raise ZeroDivisionError("by zero")

    worker.failed.connect(told.append)
    worker.submit(fail)
    worker.submit(crash, failed=told.append)
    worker.submit(lambda _task: "fine", seen.append)
    qtbot.waitUntil(lambda: bool(seen))
    assert told == ["the disk is full", "ZeroDivisionError: by zero"]


def test_cancel_reaches_the_one_that_runs_and_those_that_wait(qtbot: QtBot, worker: Worker) -> None:
    from translator_app.errors import Cancelled

    entered = threading.Event()
    seen: list[str] = []

    def patient(task: Task) -> None:
        entered.set()
        while not task.should_stop():
            entered.wait(0)
        raise Cancelled

    first = worker.submit(patient, cancelled=lambda: seen.append("first"))
    second = worker.submit(lambda _task: seen.append("never"), cancelled=lambda: seen.append("second"))
    assert entered.wait(10)
    worker.cancel(second)
    worker.cancel(first)
    qtbot.waitUntil(lambda: seen == ["first", "second"])


def test_finish_does_what_waits_but_calls_nobody_back(qtbot: QtBot) -> None:
    worker = Worker()
    done: list[int] = []
    called: list[object] = []
    for number in range(5):
        worker.submit(lambda _task, n=number: done.append(n), called.append)  # type: ignore[misc]
    worker.finish()
    qtbot.wait(0)
    assert done == [0, 1, 2, 3, 4]
    assert called == []
    assert worker.isFinished()


def test_finish_without_any_errand(qtbot: QtBot) -> None:
    Worker().finish()
