import http.client
import json
import logging
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.conftest import FakeMachine, Loader, fake_pack
from translator_app import app, autostart, packs
from translator_app.gui import fonts, language
from translator_app.gui.engine_thread import EngineConfig
from translator_app.gui.settings_dialog import SettingsDialog
from translator_app.gui.shortcut_sheet import ShortcutSheet
from translator_app.gui.store import SettingsStore
from translator_app.gui.welcome import Welcome
from translator_app.packs import Pack

MakeApp = Callable[..., app.DesktopApp]


@pytest.fixture
def make_app(
    qtbot: QtBot, qapp: QApplication, store: SettingsStore, loader: Loader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MakeApp]:
    """Starts the app with a fake engine; shut down and checked afterwards."""
    monkeypatch.setenv("TRANSLATOR_APP_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(app, "load_engine", loader)
    monkeypatch.setattr(packs, "find_packs", lambda: [fake_pack()])
    made: list[app.DesktopApp] = []

    def make(*arguments: str, machine: FakeMachine | None = None) -> app.DesktopApp:
        desktop = app.DesktopApp(qapp, store, machine or FakeMachine())
        qtbot.addWidget(desktop.window)
        made.append(desktop)
        desktop.start(arguments)
        return desktop

    store.change(welcomed=True)
    yield make
    for desktop in made:
        desktop.shut_down()
        assert desktop.thread_.isFinished()
    qapp.setStyleSheet("")


def test_the_pack_is_loaded_while_the_user_looks_around(qtbot: QtBot, make_app: MakeApp, loader: Loader) -> None:
    desktop = make_app()
    qtbot.waitUntil(lambda: bool(loader.engines))
    qtbot.waitUntil(lambda: "en to zh" in desktop.window.status.engine.text())
    assert desktop.window.isVisible()


def test_hidden_at_login_loads_nothing(qtbot: QtBot, make_app: MakeApp, loader: Loader) -> None:
    desktop = make_app(autostart.HIDDEN)
    with qtbot.waitSignal(desktop.thread_.answered):
        pass
    assert not desktop.window.isVisible()
    assert loader.engines == []


def test_the_first_start_welcomes_once(qtbot: QtBot, make_app: MakeApp, store: SettingsStore) -> None:
    store.change(welcomed=False)
    desktop = make_app()
    assert desktop.window.findChild(Welcome) is not None
    assert store.value.welcomed


def test_without_a_pack_the_way_to_one_is_offered(qtbot: QtBot, make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "find_packs", list)
    desktop = make_app()
    qtbot.waitUntil(lambda: desktop.window.notice.topic == "packs")
    with qtbot.waitSignal(desktop.window.actions_.packs.triggered):
        desktop.window.notice.button.click()


def test_on_battery_it_is_quiet(qtbot: QtBot, make_app: MakeApp, store: SettingsStore) -> None:
    machine = FakeMachine()
    desktop = make_app(machine=machine)
    store.change(threads=6)
    assert desktop._config().threads == 6
    assert desktop._config().idle_s == 600
    machine.battery = True
    assert desktop._config().threads == 2
    assert desktop._config().idle_s == app.QUIET_IDLE_S
    store.change(mode="fast")
    assert desktop._config().threads == 6
    machine.battery = False
    store.change(mode="quiet")
    assert desktop._config().threads == 2


def test_threads_reach_the_running_engine(qtbot: QtBot, make_app: MakeApp, store: SettingsStore, loader: Loader) -> None:
    make_app()
    qtbot.waitUntil(lambda: bool(loader.engines))
    store.change(threads=7)
    qtbot.waitUntil(lambda: loader.engine.threads == 7)


def test_other_terms_are_told_to_the_engine_before_the_text(
    qtbot: QtBot, make_app: MakeApp, store: SettingsStore, loader: Loader, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop = make_app()
    desktop.window.set_text("Good morning.")
    qtbot.waitUntil(lambda: desktop.window.live.last is not None)
    told: list[str] = []

    def noted(name: str) -> None:
        method = getattr(desktop.thread_, name)

        def call(*args: object) -> object:
            told.append(name)
            return method(*args)

        monkeypatch.setattr(desktop.thread_, name, call)

    noted("configure")
    noted("translate")
    store.change(terms_file="terms.csv")
    assert told == ["configure", "translate"]
    qtbot.waitUntil(lambda: desktop.window.live.last is not None)
    assert [engine.calls for engine in loader.engines] == [["Good morning."], ["Good morning."]]


def test_quitting_asks_nothing(qtbot: QtBot, make_app: MakeApp) -> None:
    desktop = make_app()
    desktop.companions.tray._available = True
    asked: list[bool] = []
    desktop.companions.tray.ask = lambda: asked.append(True)  # type: ignore[assignment, return-value]
    desktop.window.may_close = desktop.companions.tray.may_close
    with qtbot.waitSignal(desktop.window.closing):
        desktop.window.actions_.quit.trigger()
        desktop.window.close()  # as the application does when it quits
    assert asked == []


def test_the_theme_changes_at_once(qtbot: QtBot, qapp: QApplication, make_app: MakeApp, store: SettingsStore) -> None:
    desktop = make_app()
    store.change(theme="dark")
    assert qapp.palette().color(QPalette.ColorRole.Window).lightness() < 60
    size = desktop.window.source.pane.font().pointSizeF()
    store.change(theme="light")
    assert qapp.palette().color(QPalette.ColorRole.Window).lightness() > 200
    assert desktop.window.source.pane.font().pointSizeF() == size


def test_a_second_start_raises_and_opens_its_files(qtbot: QtBot, make_app: MakeApp, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("From outside.", encoding="utf-8")
    desktop = make_app(autostart.HIDDEN)
    with qtbot.waitSignal(desktop.window.live.finished):
        desktop.on_arguments([str(tmp_path / "note.txt")])
    assert desktop.window.isVisible()
    with qtbot.waitSignal(desktop.window.actions_.translate_clipboard.triggered):
        desktop.on_arguments([app.TRANSLATE_CLIPBOARD])


def test_dialogs_open(qtbot: QtBot, make_app: MakeApp) -> None:
    desktop = make_app()
    desktop.window.actions_.settings.trigger()
    desktop.window.actions_.shortcuts.trigger()
    kinds = (SettingsDialog, ShortcutSheet)
    desktop.window.actions_.settings.trigger()
    desktop.window.actions_.shortcuts.trigger()
    assert [len(desktop.window.findChildren(kind)) for kind in kinds] == [1, 1]  # the open one came to the front
    for kind in kinds:
        dialog = desktop.window.findChild(kind)
        assert dialog is not None
        dialog.close()
    qtbot.waitUntil(lambda: not any(desktop.window.findChild(kind) for kind in kinds))


def test_damaged_settings_are_told(qtbot: QtBot, make_app: MakeApp, tmp_path: Path, store: SettingsStore) -> None:
    (tmp_path / "damaged.json").write_text("{", encoding="utf-8")
    store.problems = SettingsStore(tmp_path / "damaged.json").problems
    desktop = make_app()
    assert desktop.window.notice.topic == "settings"


def test_an_unexpected_error_is_told_and_logged_without_text(make_app: MakeApp, caplog: pytest.LogCaptureFixture) -> None:
    desktop = make_app()
    text = " ".join(("a", "secret"))
    try:
        raise ValueError(text)
    except ValueError as error:
        with caplog.at_level(logging.CRITICAL):
            desktop.on_exception(type(error), error, error.__traceback__)
    assert desktop.window.notice.topic == "crash"
    assert "ValueError" in caplog.text
    assert "secret" not in caplog.text


def test_the_real_engine_in_its_thread(
    qtbot: QtBot, tiny_pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store: SettingsStore, qapp: QApplication
) -> None:
    monkeypatch.setattr(packs, "find_pack", lambda _pack_id=None: tiny_pack)
    monkeypatch.setattr(packs, "find_packs", lambda: [tiny_pack])
    monkeypatch.setenv("TRANSLATOR_APP_HOME", str(tmp_path / "home"))
    store.change(welcomed=True)
    desktop = app.DesktopApp(qapp, store, FakeMachine())
    qtbot.addWidget(desktop.window)
    desktop.start([])
    with qtbot.waitSignal(desktop.window.live.finished, timeout=20_000):
        desktop.window.set_text("The cat sleeps. The dog runs.")
    assert desktop.window.target.pane.toPlainText().strip()
    with qtbot.waitSignal(desktop.window.live.finished, timeout=20_000):
        store.change(threads=2)
        store.change(script="hant-tw")
    desktop.shut_down()
    assert desktop.thread_.isFinished()
    qapp.setStyleSheet("")


def test_the_interface_language(qapp: QApplication) -> None:
    assert language.chosen("zh_CN") == "zh_CN"
    assert language.chosen("en") == "en"
    assert language.of_warnings("zh_CN") == "zh"
    assert language.of_warnings("en") == "en"


def test_the_window_is_up_before_onnxruntime_is_loaded() -> None:
    """What main_window and app import must not drag the engine in: it costs a third of the start."""
    heavy = ("onnxruntime", "numpy", "sentencepiece", "opencc", "lxml")
    code = f"import sys, translator_app.app; print([m for m in {heavy} if m in sys.modules])"
    environ = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environ, timeout=60)
    expected = "['onnxruntime', 'numpy']" if sys.platform == "win32" else "[]"
    assert done.stdout.strip() == expected


def test_a_whole_run_in_its_own_process(tmp_path: Path) -> None:
    """The real main(): starts, shows the window, quits, leaves no lock behind; twice."""
    code = (
        "import sys; from PySide6.QtCore import QTimer; from translator_app import app; import PySide6.QtWidgets as w\n"
        "start = app.DesktopApp.start\n"
        "def quick(self, arguments):\n"
        "    start(self, arguments); QTimer.singleShot(0, self.window.close)\n"
        "app.DesktopApp.start = quick\n"
        "sys.exit(app.main([]))"
    )
    environ = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "TRANSLATOR_APP_HOME": str(tmp_path)}
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environ, timeout=60)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
    assert (tmp_path / "settings.json").exists()


def test_the_local_api_runs_while_the_settings_say_so(qtbot: QtBot, make_app: MakeApp, store: SettingsStore) -> None:
    import urllib.request

    desktop = make_app()
    assert desktop.local_api.url == ""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    store.change(server=True, server_port=port)
    qtbot.waitUntil(lambda: desktop.local_api.url != "")
    assert len(store.value.server_token) > 20
    answers: list[str] = []

    def ask() -> None:
        body = json.dumps({"q": "Hello.", "source": "en", "target": "zh", "api_key": store.value.server_token}).encode()
        request = urllib.request.Request(f"{desktop.local_api.url}/translate", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            answers.append(json.load(answer)["translatedText"])

    client = threading.Thread(target=ask)
    client.start()
    qtbot.waitUntil(lambda: bool(answers))
    client.join()
    assert answers == ["【HELLO.】"]
    store.change(server=False)
    qtbot.waitUntil(lambda: desktop.local_api.url == "")


def test_web_pages_may_call_the_local_api_only_when_the_settings_name_them(qtbot: QtBot, make_app: MakeApp, store: SettingsStore) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        store.change(server=True, server_port=free.getsockname()[1], server_origins="https://a.example https://b.example")
    desktop = make_app()
    qtbot.waitUntil(lambda: desktop.local_api.url != "")

    def status(origin: str) -> int:
        client = http.client.HTTPConnection("127.0.0.1", store.value.server_port, timeout=10)
        client.request("GET", "/health", headers={"Origin": origin})
        answer = client.getresponse().status
        client.close()
        return answer

    assert status("https://b.example") == 200
    assert status("https://c.example") == 403


def test_the_local_api_names_the_languages_of_the_pack(qtbot: QtBot, make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "find_packs", lambda: [fake_pack("de-en-fake", "de", "en")])
    desktop = make_app()
    qtbot.waitUntil(lambda: desktop.window.header.pair.source == "de")
    server = desktop._start_server("secret", 0)
    client = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=10)
    client.request("GET", "/languages", headers={"Authorization": "Bearer secret"})
    answer = json.load(client.getresponse())
    client.close()
    server.stop()
    assert [row["code"] for row in answer] == ["de", "en"]


def test_a_taken_port_is_told(qtbot: QtBot, make_app: MakeApp, store: SettingsStore) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        store.change(server=True, server_port=taken.getsockname()[1])
        desktop = make_app()
        qtbot.waitUntil(lambda: desktop.window.notice.topic == "api")


def test_packs_that_changed_on_the_disk_are_loaded_anew(qtbot: QtBot, make_app: MakeApp, loader: Loader) -> None:
    desktop = make_app()
    qtbot.waitUntil(lambda: len(loader.engines) == 1)
    desktop.window.set_text("Good morning.")
    qtbot.waitUntil(lambda: desktop.window.live.last is not None)
    desktop.companions.packs_changed.emit()
    qtbot.waitUntil(lambda: len(loader.engines) == 2)
    qtbot.waitUntil(lambda: loader.engine.calls == ["Good morning."])
    assert loader.engines[0].closed


def test_the_engine_lets_go_of_its_files_before_packs_are_moved(qtbot: QtBot, make_app: MakeApp, loader: Loader) -> None:
    desktop = make_app()
    qtbot.waitUntil(lambda: len(loader.engines) == 1)
    desktop.companions.show_packs()
    dialog = desktop.companions.packs
    assert dialog is not None
    assert not loader.engines[0].closed
    dialog.rollback.click()
    qtbot.waitUntil(lambda: loader.engines[0].closed)


def test_the_window_follows_another_program_that_changed_the_packs(
    qtbot: QtBot, qapp: QApplication, make_app: MakeApp, loader: Loader, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop = make_app()
    qtbot.waitUntil(lambda: len(loader.engines) == 1)
    desktop.window.set_text("Guten Morgen.")
    qtbot.waitUntil(lambda: desktop.window.live.last is not None)
    active = Qt.ApplicationState.ApplicationActive
    with qtbot.waitSignal(desktop.thread_.answered):
        qapp.applicationStateChanged.emit(active)
    assert len(loader.engines) == 1  # nothing was changed
    german = fake_pack("de-en-fake", "de", "en")
    monkeypatch.setattr(packs, "find_packs", lambda: [fake_pack(), german])
    monkeypatch.setattr(packs, "default_id", lambda _entries: german.pack_id)
    qapp.applicationStateChanged.emit(active)
    qtbot.waitUntil(lambda: desktop.window.header.pair.source == "de")
    qtbot.waitUntil(lambda: loader.engine.calls == ["Guten Morgen."] and len(loader.engines) == 2)
    assert loader.engines[0].closed


@pytest.mark.parametrize(("target", "topic"), [("zh", "fonts"), ("en", "")])
def test_a_font_for_chinese_is_missed_only_where_there_is_chinese(
    qtbot: QtBot, make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, target: str, topic: str
) -> None:
    monkeypatch.setattr(fonts, "can_draw_chinese", lambda: False)
    monkeypatch.setattr(packs, "find_packs", lambda: [fake_pack("de-fake", "de", target)])
    desktop = make_app()
    qtbot.waitUntil(lambda: desktop.window.header.pair.source == "de")
    assert desktop.window.notice.topic == topic


def test_a_bad_term_file_is_told_and_translating_goes_on(tiny_pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "find_pack", lambda _pack_id=None: tiny_pack)
    told: list[str] = []
    engine = app.load_engine("", EngineConfig(terms_file=str(tmp_path / "missing.csv")), told.append)
    assert len(told) == 1
    assert "missing.csv" in told[0]
    assert engine.translate("The cat sleeps.").target
    engine.close()
    (tmp_path / "terms.csv").write_text("cat,猫\n,nothing\n", encoding="utf-8")
    app.load_engine("", EngineConfig(terms_file=str(tmp_path / "terms.csv")), told.append).close()
    assert "line 2" in told[1]


def test_the_app_says_what_is_wrong_with_the_terms(qtbot: QtBot, make_app: MakeApp) -> None:
    desktop = make_app()
    desktop.terms_told.emit("terms.csv: line 2: empty")
    assert "line 2" in desktop.window.notice.text.text()
