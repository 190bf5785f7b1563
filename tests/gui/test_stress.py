"""Whatever one does in whatever order: no error, and in the end the translation of the text that is there."""

import random
from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from tests.gui.conftest import FakeEngine
from translator_app.gui.engine_thread import EngineConfig, EngineThread
from translator_app.gui.main_window import MainWindow
from translator_app.gui.pairing import units

PIECES = ("One. ", "Two 😀. ", "three", "\n", "\n\n", "مرحبا. ", "你好。", " ", "A b c. ", "e\u0301. ", "\t", "Zürich? ")


@pytest.mark.parametrize("seed", range(5))
def test_random_use(qtbot: QtBot, window: MainWindow, thread: EngineThread, seed: int) -> None:
    choose = random.Random(seed)
    pane, store, actions = window.source.pane, window.store, window.actions_

    def insert() -> None:
        cursor = pane.textCursor()
        cursor.setPosition(choose.randint(0, pane.document().characterCount() - 1))
        cursor.insertText(choose.choice(PIECES))

    def remove() -> None:
        ends = sorted(choose.randint(0, pane.document().characterCount() - 1) for _ in range(2))
        pane.replace(ends[0], min(ends[1], ends[0] + 8), "")

    operations: list[Callable[[], object]] = [
        insert,
        insert,
        insert,
        remove,
        pane.undo,
        pane.redo,
        window.live.now,
        actions.stop.trigger,
        actions.alternatives.trigger,
        actions.warnings.trigger,
        actions.copy.trigger,
        window.drawer.close_drawer,
        lambda: store.change(zoom=choose.choice((60, 100, 300))),
        lambda: store.change(compact=choose.random() < 0.5),
        lambda: store.change(threads=choose.randint(0, 4)),
        lambda: thread.configure(EngineConfig(edition=choose.randint(0, 2), idle_s=0)),
        lambda: window.resize(choose.randint(340, 1200), choose.randint(300, 800)),
        lambda: window.target.pane.hovered.emit(choose.randint(-1, 40)),
        lambda: window.closer.look_up("word"),
        lambda: qtbot.wait_signal(window.live.updated, timeout=60, raising=False).wait(),
    ]
    for _ in range(150):
        choose.choice(operations)()
    pane.show_text("The end 😀. Really.")
    with qtbot.waitSignal(window.live.finished, timeout=20_000):
        window.live.now()
    expected = FakeEngine().translate("The end 😀. Really.").target
    qtbot.waitUntil(lambda: window.target.pane.toPlainText() == expected)
    assert window.live.pairs.target == expected
    assert window.live.pairs.target_range(1)[1] == units(expected)
    assert not window.live.busy
