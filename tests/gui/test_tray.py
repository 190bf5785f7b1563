from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox, QSystemTrayIcon
from pytestqt.qtbot import QtBot

from tests.gui.conftest import FakeMachine
from translator_app.autostart import APP_ID
from translator_app.gui.companions import Companions
from translator_app.gui.engine_thread import EngineThread
from translator_app.gui.main_window import MainWindow
from translator_app.gui.store import SettingsStore
from translator_app.gui.tray import TRIES, Tray


@pytest.fixture
def tray(window: MainWindow, store: SettingsStore) -> Iterator[Tray]:
    made = Tray(window.actions_, store, window, available=True)
    window.may_close = made.may_close
    yield made
    made.stop()


def question(window: MainWindow) -> QMessageBox:
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    return box


def answer(window: MainWindow, words: str) -> None:
    next(button for button in question(window).buttons() if button.text().replace("&", "") == words).click()


def test_closing_asks_once_and_keeps_running(qtbot: QtBot, window: MainWindow, tray: Tray, store: SettingsStore) -> None:
    closed: list[bool] = []
    window.closing.connect(lambda: closed.append(True))
    window.close()
    assert window.isVisible()  # while it asks
    answer(window, "Keep Running")
    assert store.value.close_action == "tray"
    assert not window.isVisible()
    assert closed == []
    tray.show_wanted.connect(window.raise_window)
    tray.icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
    assert window.isVisible()
    window.close()
    assert not window.isVisible()  # without asking again


def test_quitting_is_an_answer_too(qtbot: QtBot, window: MainWindow, tray: Tray, store: SettingsStore) -> None:
    window.close()
    with qtbot.waitSignal(window.closing):
        answer(window, "Quit")
    assert store.value.close_action == "quit"
    assert not window.isVisible()


def test_escape_leaves_everything_as_it_was(window: MainWindow, tray: Tray, store: SettingsStore) -> None:
    window.close()
    question(window).reject()
    assert window.isVisible()
    assert store.value.close_action == "ask"


def test_without_a_tray_closing_ends_the_app(qtbot: QtBot, window: MainWindow, store: SettingsStore) -> None:
    store.change(close_action="tray")
    window.may_close = Tray(window.actions_, store, window, available=False).may_close
    with qtbot.waitSignal(window.closing):
        window.close()


def test_the_menu_has_what_one_needs_without_the_window(window: MainWindow, tray: Tray) -> None:
    actions = window.actions_
    shown = [action for action in tray.menu.actions() if not action.isSeparator()]
    for action in (actions.show_window, actions.translate_clipboard, actions.listen, actions.pause_listening, actions.quit):
        assert action in shown


def test_the_tooltip_says_whether_it_listens(window: MainWindow, tray: Tray) -> None:
    window.actions_.listen.setChecked(True)
    assert "what you copy" in tray.icon.toolTip()
    window.actions_.pause_listening.setChecked(True)
    assert "paused" in tray.icon.toolTip()


def test_start_at_login_follows_the_setting(
    window: MainWindow, store: SettingsStore, thread: EngineThread, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    companions = Companions(window, store, thread, FakeMachine(), window)
    file = tmp_path / "config" / "autostart" / f"{APP_ID}.desktop"
    store.change(start_at_login=True)
    assert file.exists()
    store.change(start_at_login=False)
    assert not file.exists()
    store.change(start_at_login=True)
    file.unlink()  # by hand, or in the system's settings
    companions.start()
    assert not store.value.start_at_login
    (tmp_path / "config" / "autostart").rmdir()
    (tmp_path / "config" / "autostart").write_text("in the way")
    store.change(start_at_login=True)
    assert window.notice.topic == "login"
    companions.shut_down()


def test_it_waits_for_a_tray_and_then_says_that_there_is_none(qtbot: QtBot, tray: Tray) -> None:
    tray.start()  # offscreen has none
    assert tray._wait.isActive()
    with qtbot.waitSignal(tray.absent):
        for _ in range(TRIES):
            tray._wait.timeout.emit()
    assert not tray._wait.isActive()
