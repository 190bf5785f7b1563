import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QTextEdit
from pytestqt.qtbot import QtBot

from tests.gui.conftest import FakeEngine, Loader, fake_dictionary
from translator_app.engine.translator import TranslateOptions, Translation
from translator_app.errors import PackNotFound
from translator_app.gui.engine_thread import Channel, Engine, EngineConfig, EngineState, EngineThread

OPTIONS = TranslateOptions()


def hold(engine: FakeEngine) -> None:
    engine.gate.clear()


def test_sentences_stream_and_the_whole_follows(qtbot: QtBot, thread: EngineThread) -> None:
    segments: list[tuple[int, int, str]] = []
    thread.segment_ready.connect(lambda revision, index, s: segments.append((revision, index, s.target)))
    with qtbot.waitSignal(thread.translated) as done:
        revision = thread.translate(Channel.TEXT, "One. Two.", OPTIONS)
    assert segments == [(revision, 0, "【ONE.】 "), (revision, 1, "【TWO.】")]
    assert done.args[0] == revision
    assert done.args[1].target == "【ONE.】 【TWO.】"


def test_the_newest_text_wins_and_the_running_one_stops(qtbot: QtBot, thread: EngineThread, loader: Loader) -> None:
    loader.prepare = hold
    results: list[str] = []
    thread.translated.connect(lambda _revision, t: results.append(t.target))
    thread.translate(Channel.TEXT, "First.", OPTIONS)
    qtbot.waitUntil(lambda: bool(loader.engines) and loader.engine.entered.is_set())
    thread.translate(Channel.TEXT, "Second.", OPTIONS)
    thread.translate(Channel.TEXT, "Third.", OPTIONS)
    qtbot.waitUntil(lambda: loader.engine.cancelled > 0)
    with qtbot.waitSignal(thread.translated):
        loader.engine.gate.set()
    assert results == ["【THIRD.】"]
    assert "Second." not in loader.engine.calls[1:-1]


def test_an_urgent_channel_goes_first_and_the_set_aside_text_still_comes(qtbot: QtBot, thread: EngineThread, loader: Loader) -> None:
    loader.prepare = hold
    results: list[str] = []
    thread.translated.connect(lambda _revision, t: results.append(t.target))
    thread.translate(Channel.TEXT, "Long.", OPTIONS)
    qtbot.waitUntil(lambda: bool(loader.engines) and loader.engine.entered.is_set())
    thread.translate(Channel.POPUP, "Quick.", OPTIONS)
    qtbot.waitUntil(lambda: loader.engine.cancelled > 0)
    loader.engine.gate.set()
    qtbot.waitUntil(lambda: len(results) == 2)
    assert results == ["【QUICK.】", "【LONG.】"]


def test_a_cancelled_channel_stays_silent(qtbot: QtBot, thread: EngineThread, loader: Loader) -> None:
    loader.prepare = hold
    results: list[str] = []
    thread.translated.connect(lambda _revision, t: results.append(t.target))
    thread.translate(Channel.TEXT, "Never.", OPTIONS)
    qtbot.waitUntil(lambda: bool(loader.engines) and loader.engine.entered.is_set())
    thread.cancel(Channel.TEXT)
    qtbot.waitUntil(lambda: loader.engine.cancelled > 0)
    loader.engine.gate.set()
    with qtbot.waitSignal(thread.translated):
        thread.translate(Channel.POPUP, "Next.", OPTIONS)
    assert results == ["【NEXT.】"]


def test_an_error_is_shown_and_the_next_text_still_works(qtbot: QtBot, thread: EngineThread, loader: Loader) -> None:
    loader.error = PackNotFound("no language pack; installed: none")
    with qtbot.waitSignal(thread.failed) as failed:
        revision = thread.translate(Channel.TEXT, "Hello.", OPTIONS)
    assert failed.args == [revision, "no language pack; installed: none"]
    loader.prepare = lambda engine: setattr(engine, "error", ZeroDivisionError("boom"))
    with qtbot.waitSignal(thread.failed) as failed:
        thread.translate(Channel.TEXT, "Hello.", OPTIONS)
    assert failed.args[1] == "ZeroDivisionError: boom"
    with qtbot.waitSignal(thread.translated) as done:
        thread.translate(Channel.TEXT, "Hello.", OPTIONS)
    assert done.args[1].target == "【HELLO.】"


def test_no_user_text_in_the_log(qtbot: QtBot, thread: EngineThread, loader: Loader, caplog: pytest.LogCaptureFixture) -> None:
    loader.prepare = lambda engine: setattr(engine, "error", ValueError("secret words"))
    with qtbot.waitSignal(thread.failed):
        thread.translate(Channel.TEXT, "secret words", OPTIONS)
    assert "ValueError" in caplog.text
    assert "secret" not in caplog.text


def test_questions_are_answered(qtbot: QtBot, thread: EngineThread) -> None:
    with qtbot.waitSignal(thread.answered) as answer:
        revision = thread.ask(Channel.ALTERNATIVES, lambda engine, stop: engine.alternatives("word", 2, OPTIONS, should_stop=stop))
    assert answer.args == [revision, ["【WORD 0】", "【WORD 1】"]]


def test_a_word_is_looked_up_without_loading_the_pack(qtbot: QtBot, thread: EngineThread, loader: Loader) -> None:
    with qtbot.waitSignal(thread.answered) as answer:
        revision = thread.compute(Channel.LOOKUP, lambda: fake_dictionary("word"))
    assert answer.args == [revision, fake_dictionary("word")]
    assert loader.engines == []


def counting(
    steps: int, seen: list[int], between: Callable[[int], None] = lambda _i: None
) -> Callable[[Engine, Callable[[], bool]], Iterator[object]]:
    def job(_engine: Engine, _should_stop: Callable[[], bool]) -> Iterator[object]:
        try:
            for i in range(steps):
                between(i)
                yield (i + 1, steps)
        finally:
            seen.append(-1)

    return job


def test_typed_text_is_served_between_the_steps_of_a_job(qtbot: QtBot, thread: EngineThread) -> None:
    order: list[str] = []
    first_step = threading.Event()
    go_on = threading.Event()

    def between(i: int) -> None:
        if i == 0:
            first_step.set()
            assert go_on.wait(5)

    thread.job_advanced.connect(lambda _revision, progress: order.append(f"step {progress[0]}"))
    thread.translated.connect(lambda _revision, t: order.append(t.target))
    with qtbot.waitSignal(thread.job_finished):
        thread.start_job(counting(3, [], between))
        assert first_step.wait(5)
        thread.translate(Channel.TEXT, "Typed.", OPTIONS)
        go_on.set()
    assert order == ["step 1", "【TYPED.】", "step 2", "step 3"]
    assert not thread.has_jobs


def test_jobs_take_turns(qtbot: QtBot, thread: EngineThread) -> None:
    order: list[int] = []
    revisions: list[int] = []
    both = threading.Event()
    thread.job_advanced.connect(lambda revision, _progress: order.append(revisions.index(revision)))

    def start(i: int) -> None:
        assert both.wait(5)

    with qtbot.waitSignals([thread.job_finished, thread.job_finished]):
        revisions.append(thread.start_job(counting(3, [], start)))
        revisions.append(thread.start_job(counting(2, [], start)))
        both.set()
    assert order == [0, 1, 0, 1, 0]


def test_a_cancelled_job_closes_its_generator_and_the_next_one_runs(qtbot: QtBot, thread: EngineThread) -> None:
    closed: list[int] = []
    revisions: list[int] = []
    thread.job_advanced.connect(lambda revision, _progress: thread.cancel_job(revision) if revision == revisions[0] else None)
    with qtbot.waitSignals([thread.job_cancelled, thread.job_finished]):
        revisions.append(thread.start_job(counting(1_000_000, closed)))
        revisions.append(thread.start_job(counting(2, closed)))
    assert closed == [-1, -1]


def test_a_failing_job_reports_and_typing_goes_on(qtbot: QtBot, thread: EngineThread) -> None:
    def job(_engine: Engine, _should_stop: Callable[[], bool]) -> Iterator[object]:
        yield 1
        raise OSError("disk full")

    with qtbot.waitSignal(thread.failed) as failed:
        revision = thread.start_job(job)
    assert failed.args == [revision, "OSError: disk full"]
    with qtbot.waitSignal(thread.translated):
        thread.translate(Channel.TEXT, "On.", OPTIONS)


def test_threads_change_without_a_restart(qtbot: QtBot, thread: EngineThread, loader: Loader) -> None:
    with qtbot.waitSignal(thread.translated):
        thread.translate(Channel.TEXT, "One.", OPTIONS)
    thread.configure(EngineConfig(threads=5, idle_s=0))
    qtbot.waitUntil(lambda: loader.engine.threads == 5)
    assert len(loader.engines) == 1


def test_packs_that_changed_are_loaded_and_the_old_one_closed(qtbot: QtBot, thread: EngineThread, loader: Loader) -> None:
    with qtbot.waitSignal(thread.translated):
        thread.translate(Channel.TEXT, "One.", OPTIONS)
    thread.configure(EngineConfig(edition=1, idle_s=0))
    with qtbot.waitSignal(thread.translated):
        thread.translate(Channel.TEXT, "Two.", OPTIONS)
    assert len(loader.engines) == 2
    assert [e.closed for e in loader.engines] == [True, False]


def test_a_job_keeps_its_engine_when_the_pack_changes(qtbot: QtBot, thread: EngineThread, loader: Loader) -> None:
    states: list[bool] = []
    first_step, go_on = threading.Event(), threading.Event()

    def job(engine: Engine, _should_stop: Callable[[], bool]) -> Iterator[object]:
        yield 1
        first_step.set()
        assert go_on.wait(5)
        yield 2
        assert isinstance(engine, FakeEngine)
        states.append(engine.closed)
        yield 3

    with qtbot.waitSignal(thread.job_finished):
        thread.start_job(job)
        assert first_step.wait(5)
        thread.configure(EngineConfig(edition=1, idle_s=0))
        go_on.set()
    assert states == [False]
    qtbot.waitUntil(lambda: loader.engines[0].closed)


def test_idle_unloads_and_the_next_text_loads_again(qtbot: QtBot, thread: EngineThread, loader: Loader) -> None:
    with qtbot.waitSignal(thread.translated):
        thread.translate(Channel.TEXT, "One.", OPTIONS)
    asleep: Callable[[EngineState], bool] = lambda state: state.phase == "asleep"  # noqa: E731
    with qtbot.waitSignal(thread.state_changed, check_params_cb=lambda state: asleep(state) and loader.engines[0].closed):
        thread.configure(EngineConfig(idle_s=0.001))
    with qtbot.waitSignal(thread.translated):
        thread.translate(Channel.TEXT, "Two.", OPTIONS)
    assert len(loader.engines) == 2


def test_another_pack_on_request_beside_the_first(qtbot: QtBot, thread: EngineThread) -> None:
    with qtbot.waitSignal(thread.translated):
        thread.translate(Channel.TEXT, "One.", OPTIONS)
    with qtbot.waitSignal(thread.answered) as answer:
        thread.ask(Channel.BACK, lambda engine, _stop: engine.pack.pack_id, pack_id="zh-en-fake")
    assert answer.args[1] == "zh-en-fake"


def test_stopping_while_busy(qtbot: QtBot, loader: Loader, tmp_path: Path) -> None:
    closed: list[int] = []
    thread = EngineThread(loader, EngineConfig(idle_s=0))
    loader.prepare = hold
    thread.start()
    thread.start_job(counting(1_000_000, closed))
    qtbot.waitUntil(lambda: bool(loader.engines))
    thread.translate(Channel.TEXT, "Busy.", OPTIONS)
    qtbot.waitUntil(loader.engine.entered.is_set)
    thread.stop()
    assert thread.isFinished()
    assert loader.engine.closed
    assert closed == [-1]


def test_stopping_a_thread_that_never_worked(qtbot: QtBot, loader: Loader) -> None:
    thread = EngineThread(loader)
    thread.start()
    thread.stop()
    assert thread.isFinished()
    assert loader.engines == []


def test_a_translation_is_a_translation(qtbot: QtBot, thread: EngineThread) -> None:
    with qtbot.waitSignal(thread.translated) as done:
        thread.translate(Channel.TEXT, "One.\nTwo.", OPTIONS)
    result = done.args[1]
    assert isinstance(result, Translation)
    assert "".join(s.target for s in result.segments) == result.target


def test_long_use_does_not_wear_out_constants(qtbot: QtBot, thread: EngineThread) -> None:
    """PySide6 6.12.0 on Python 3.11 aborts after some thousand calls unless gui/__init__.py helps."""
    with qtbot.waitSignal(thread.job_finished, timeout=30_000):
        thread.start_job(counting(5000, []))
    pane = QTextEdit()
    qtbot.addWidget(pane)
    for _ in range(8000):
        pane.setExtraSelections([QTextEdit.ExtraSelection()])
