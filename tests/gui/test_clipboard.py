from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QClipboard, QGuiApplication, QKeySequence
from pytestqt.qtbot import QtBot

from tests.gui.conftest import FakeMachine, Loader, fake_pack
from translator_app.engine.dictionary import Sense
from translator_app.errors import PackError
from translator_app.gui import fonts
from translator_app.gui.clipboard import PAUSE_MS, ClipboardListener
from translator_app.gui.companions import Companions
from translator_app.gui.engine_thread import EngineThread
from translator_app.gui.hotkeys import HotkeyProblem
from translator_app.gui.main_window import MainWindow
from translator_app.gui.popup import Popup, place
from translator_app.gui.store import SettingsStore
from translator_app.history import History


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class OthersClipboard:
    """The real clipboard of the test, as if other programs had filled it: it never says that it is ours."""

    def __init__(self, clipboard: QClipboard) -> None:
        self._clipboard = clipboard
        self.dataChanged = clipboard.dataChanged
        self.selectionChanged = clipboard.selectionChanged
        self.mimeData = clipboard.mimeData

    def ownsClipboard(self) -> bool:
        return False

    def ownsSelection(self) -> bool:
        return False


@pytest.fixture
def clipboard(qtbot: QtBot) -> Iterator[QClipboard]:
    found = QGuiApplication.clipboard()
    found.clear()
    yield found
    found.clear()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def listener(clipboard: QClipboard, store: SettingsStore, clock: Clock) -> ClipboardListener:
    return ClipboardListener(store, OthersClipboard(clipboard), clock, store)  # type: ignore[arg-type]


def heard(listener: ClipboardListener) -> list[str]:
    words: list[str] = []
    listener.offered.connect(words.append)
    listener.doubled.connect(lambda text: words.append(f"twice {text}"))
    return words


def test_nothing_is_heard_until_switched_on(listener: ClipboardListener, clipboard: QClipboard, store: SettingsStore) -> None:
    words = heard(listener)
    clipboard.setText("before")
    store.change(listen=True)
    clipboard.setText("after")
    store.change(listen=False)
    clipboard.setText("later")
    assert words == ["after"]


def test_what_was_there_at_switch_on_is_never_translated(listener: ClipboardListener, clipboard: QClipboard, store: SettingsStore) -> None:
    words = heard(listener)
    clipboard.setText("An old text")
    store.change(listen=True)
    clipboard.dataChanged.emit()  # some systems report it again when a window comes to the front
    clipboard.setText("A new text")
    clipboard.setText("An old text")  # copied anew by the user, after something else
    assert words == ["A new text", "An old text"]


def test_own_copies_are_not_heard(listener: ClipboardListener, clipboard: QClipboard, store: SettingsStore) -> None:
    store.change(listen=True)
    words = heard(listener)
    listener.note_own("What we copied")
    clipboard.setText("What we copied")
    assert words == []


def test_what_this_process_owns_is_not_heard(clipboard: QClipboard, store: SettingsStore) -> None:
    ours = OthersClipboard(clipboard)
    ours.ownsClipboard = lambda: True  # type: ignore[method-assign]
    listener = ClipboardListener(store, ours, parent=store)  # type: ignore[arg-type]
    store.change(listen=True)
    words = heard(listener)
    clipboard.setText("Whatever")
    assert words == []


def test_concealed_texts_are_not_heard(listener: ClipboardListener, clipboard: QClipboard, store: SettingsStore) -> None:
    words = heard(listener)
    secret = QMimeData()
    secret.setText("correct horse battery staple")
    secret.setData("x-kde-passwordManagerHint", b"secret")
    clipboard.setMimeData(secret)
    store.change(listen=True)
    again = QMimeData()
    again.setText("correct horse battery staple")
    again.setData("x-kde-passwordManagerHint", b"secret")
    clipboard.setMimeData(again)
    assert words == []
    assert listener.asked() == ("", "concealed")


def test_pause_for_an_hour(listener: ClipboardListener, clipboard: QClipboard, store: SettingsStore) -> None:
    store.change(listen=True)
    words = heard(listener)
    listener.pause(True)
    assert not listener.listening
    assert listener._resume.interval() == PAUSE_MS == 60 * 60 * 1000
    clipboard.setText("during the pause")
    listener._resume.timeout.emit()  # the hour is over
    assert listener.listening
    clipboard.setText("after the pause")
    assert words == ["after the pause"]
    listener.pause(True)
    store.change(listen=False)
    store.change(listen=True)  # switching on again ends the pause
    assert listener.listening


def test_double_copy(listener: ClipboardListener, clipboard: QClipboard, store: SettingsStore, clock: Clock) -> None:
    store.change(double_copy=True)
    words = heard(listener)
    clipboard.setText("Once")
    clock.now += 5
    clipboard.setText("Once")
    clock.now += 0.3
    clipboard.setText("Once")
    clock.now += 0.3
    clipboard.setText("Other")
    assert words == ["twice Once"]


@pytest.mark.parametrize(("pause_s", "told"), [(0.2, ["A word", "twice A word"]), (0.01, ["A word"])], ids=["by a person", "by a program"])
def test_double_copy_while_listening_is_told_once_more_unless_a_program_did_it(
    listener: ClipboardListener, clipboard: QClipboard, store: SettingsStore, clock: Clock, pause_s: float, told: list[str]
) -> None:
    store.change(double_copy=True, listen=True)
    words = heard(listener)
    clipboard.setText("A word")
    clock.now += pause_s
    clipboard.setText("A word")
    assert words == told


def test_the_selection_counts_when_it_is_newer_and_not_ours(clipboard: QClipboard, store: SettingsStore) -> None:
    others = OthersClipboard(clipboard)
    selected = QMimeData()
    selected.setText("Selected.")
    copied = QMimeData()
    copied.setText("Copied.")

    def mime_data(mode: QClipboard.Mode) -> QMimeData:
        return selected if mode == QClipboard.Mode.Selection else copied

    others.mimeData = mime_data  # type: ignore[assignment]
    listener = ClipboardListener(store, others, parent=store)  # type: ignore[arg-type]
    assert listener.asked() == ("Copied.", "")
    clipboard.selectionChanged.emit()
    assert listener.asked() == ("Selected.", "")
    others.ownsSelection = lambda: True  # type: ignore[method-assign]
    assert listener.asked() == ("Copied.", "")
    others.ownsSelection = lambda: False  # type: ignore[method-assign]
    clipboard.dataChanged.emit()
    assert listener.asked() == ("Copied.", "")


# -- the popup and the way there


class FakeKeys:
    """Takes every shortcut but those that another program has."""

    def __init__(self) -> None:
        self.grabbed: dict[str, str] = {}
        self.taken: set[str] = set()

    def grab(self, name: str, keys: QKeySequence, title: str) -> None:
        if keys.toString() in self.taken:
            raise HotkeyProblem("taken")
        self.grabbed[name] = keys.toString()

    def release(self) -> None:
        self.grabbed.clear()


@pytest.fixture
def keys() -> FakeKeys:
    return FakeKeys()


@pytest.fixture
def companions(
    qtbot: QtBot,
    window: MainWindow,
    store: SettingsStore,
    thread: EngineThread,
    clipboard: QClipboard,
    keys: FakeKeys,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Companions]:
    monkeypatch.setenv("TRANSLATOR_APP_HOME", str(tmp_path / "home"))
    made = Companions(window, store, thread, FakeMachine(), window, keys)
    made.listener._clipboard = OthersClipboard(clipboard)  # type: ignore[assignment]
    yield made
    made.shut_down()


def popup_shows(companions: Companions, text: str) -> Callable[[], bool]:
    return lambda: companions.clipboard.popup.isVisible() and companions.clipboard.popup.text == text


def test_what_is_copied_appears_in_the_popup(qtbot: QtBot, companions: Companions, clipboard: QClipboard, window: MainWindow) -> None:
    window.actions_.listen.trigger()
    clipboard.setText("Good morning.")
    qtbot.waitUntil(popup_shows(companions, "【GOOD MORNING.】"))
    popup = companions.clipboard.popup
    assert popup.source.text() == "Good morning."
    assert window.source.pane.text == ""
    popup.copy.click()
    assert clipboard.text() == "【GOOD MORNING.】"
    assert popup.source.text() == "Good morning."  # our own copy changed nothing


def test_a_single_word_brings_its_dictionary_entries(qtbot: QtBot, companions: Companions, clipboard: QClipboard) -> None:
    clipboard.setText("library")
    companions.clipboard.ask()
    senses = companions.clipboard.popup.senses
    qtbot.waitUntil(lambda: senses.isVisible() and "cí diǎn" in senses.text())
    qtbot.waitUntil(popup_shows(companions, "【LIBRARY】"))
    clipboard.setText("Two words.")
    companions.clipboard.ask()
    assert not senses.isVisible()


def test_clipboard_translations_are_kept_only_when_asked(
    qtbot: QtBot, companions: Companions, clipboard: QClipboard, store: SettingsStore, tmp_path: Path
) -> None:
    store.change(listen=True)
    clipboard.setText("Not kept.")
    qtbot.waitUntil(popup_shows(companions, "【NOT KEPT.】"))
    store.change(history_clipboard=True)
    clipboard.setText("Kept.")
    qtbot.waitUntil(popup_shows(companions, "【KEPT.】"))
    companions.shut_down()
    history = History(tmp_path / "home" / "history.sqlite")
    assert [(entry.source, entry.clipboard) for entry in history.search()] == [("Kept.", True)]
    history.close()


def test_asking_for_the_clipboard(qtbot: QtBot, companions: Companions, clipboard: QClipboard, window: MainWindow) -> None:
    window.actions_.translate_clipboard.trigger()
    assert "no text" in companions.clipboard.popup.pane.toPlainText()
    clipboard.setText("42")
    window.actions_.translate_clipboard.trigger()
    assert "nothing to translate" in companions.clipboard.popup.pane.toPlainText()
    clipboard.setText("Two lines\nof one sentence.")
    window.actions_.translate_clipboard.trigger()
    qtbot.waitUntil(popup_shows(companions, "【TWO LINES OF ONE SENTENCE.】"))


def test_a_long_text_or_no_popup_goes_to_the_window(
    qtbot: QtBot, companions: Companions, clipboard: QClipboard, window: MainWindow, store: SettingsStore
) -> None:
    store.change(clipboard_limit_chars=20)
    clipboard.setText("This text is longer than twenty.")
    window.actions_.translate_clipboard.trigger()
    qtbot.waitUntil(lambda: window.live.last is not None)
    assert window.source.pane.text == "This text is longer than twenty."
    store.change(clipboard_limit_chars=5000, popup=False, listen=True)
    with qtbot.waitSignal(window.live.finished):
        clipboard.setText("In the window.")
    assert window.source.pane.text == "In the window."


def test_open_in_the_main_window(qtbot: QtBot, companions: Companions, clipboard: QClipboard, window: MainWindow) -> None:
    clipboard.setText("Good morning.")
    companions.clipboard.ask()
    qtbot.waitUntil(popup_shows(companions, "【GOOD MORNING.】"))
    companions.clipboard.popup.open.click()
    assert not companions.clipboard.popup.isVisible()
    qtbot.waitUntil(lambda: window.live.last is not None)
    assert window.source.pane.text == "Good morning."


def test_closing_the_popup_stops_the_engine(qtbot: QtBot, companions: Companions, clipboard: QClipboard, loader: Loader) -> None:
    loader.prepare = lambda engine: engine.gate.clear()
    clipboard.setText("Never finished.")
    companions.clipboard.ask()
    qtbot.waitUntil(lambda: bool(loader.engines) and loader.engine.entered.is_set())
    qtbot.keyClick(companions.clipboard.popup.pane, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: loader.engine.cancelled == 1)
    assert not companions.clipboard.popup.isVisible()


def test_an_error_is_shown_in_the_popup(qtbot: QtBot, companions: Companions, clipboard: QClipboard, loader: Loader) -> None:
    loader.error = PackError("out of order")
    clipboard.setText("Good morning.")
    companions.clipboard.ask()
    qtbot.waitUntil(lambda: "out of order" in companions.clipboard.popup.pane.toPlainText())


def test_on_wayland_the_popup_gets_the_keyboard_before_the_clipboard_is_read(
    qtbot: QtBot, companions: Companions, clipboard: QClipboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    clipboard.setText("Good morning.")
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "wayland")
    monkeypatch.setattr(QGuiApplication, "focusWindow", lambda: None)
    companions.clipboard.ask()
    popup = companions.clipboard.popup
    assert popup.isVisible()
    assert popup.text == ""
    assert companions.clipboard._reading
    monkeypatch.setattr(QGuiApplication, "focusWindow", popup.windowHandle)
    popup.activated.emit()
    qtbot.waitUntil(popup_shows(companions, "【GOOD MORNING.】"))


def test_the_popup_speaks_the_languages_that_the_header_shows(
    qtbot: QtBot, companions: Companions, clipboard: QClipboard, window: MainWindow, loader: Loader, store: SettingsStore
) -> None:
    store.change(listen=True)
    window.set_packs([fake_pack(), fake_pack("zh-en-fake", "zh", "en")], fake_pack())
    clipboard.setText("今天天气很好。")  # Chinese already
    window.actions_.swap.trigger()
    clipboard.setText("今天天气真好。")
    qtbot.waitUntil(popup_shows(companions, "【今天天气真好。】"))
    assert [engine.pack.pack_id for engine in loader.engines] == ["zh-en-fake"]
    assert companions.clipboard.popup.pane.font().families() == fonts.pane_font("", 10).families()
    german = fake_pack("de-en-fake", "de", "en")
    window.set_packs([german], german)
    clipboard.setText("你好，世界，早上好。")
    qtbot.waitUntil(popup_shows(companions, "【你好，世界，早上好。】"))


@pytest.fixture
def popup(qtbot: QtBot, store: SettingsStore) -> Iterator[Popup]:
    made = Popup()
    qtbot.addWidget(made)
    store.change(popup_timeout_s=5)
    made.show_waiting("Good morning.", store.value, take_focus=True)
    made.show_text("早上好。", finished=True)
    yield made
    made.close()


def test_the_popup_goes_when_its_time_is_over(popup: Popup) -> None:
    assert popup._expire.isActive()
    assert popup._expire.interval() == 5000
    popup._expire.timeout.emit()
    assert not popup.isVisible()


def test_a_pinned_popup_stays(popup: Popup) -> None:
    popup.pin.click()
    assert not popup._expire.isActive()
    popup._had_focus = True
    popup.changeEvent(QEvent(QEvent.Type.ActivationChange))
    assert popup.isVisible()
    popup.close()
    assert not popup.pin.isChecked()  # the next one is not pinned


def test_the_popup_goes_with_the_focus(popup: Popup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(popup, "isActiveWindow", lambda: True)
    popup.changeEvent(QEvent(QEvent.Type.ActivationChange))
    assert popup.isVisible()
    monkeypatch.setattr(popup, "isActiveWindow", lambda: False)
    popup.changeEvent(QEvent(QEvent.Type.ActivationChange))
    assert not popup.isVisible()


def test_a_popup_that_never_had_the_focus_stays(popup: Popup, store: SettingsStore) -> None:
    popup.show_waiting("Another", store.value, take_focus=False)
    assert popup.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    popup._had_focus = False
    popup.changeEvent(QEvent(QEvent.Type.ActivationChange))
    assert popup.isVisible()


def test_a_long_translation_makes_it_taller_but_not_endless(popup: Popup) -> None:
    before = popup.height()
    popup.show_text("长" * 300)
    taller = popup.height()
    assert taller > before
    popup.show_text("长" * 5000)
    assert popup.height() < 700


def test_ctrl_c_copies_all(qtbot: QtBot, popup: Popup) -> None:
    for widget in (popup, popup.pane):  # also where the text has the keyboard
        with qtbot.waitSignal(popup.copy_wanted) as copied:
            qtbot.keyClick(widget, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert copied.args == ["早上好。"]
    popup.pane.selectAll()
    with qtbot.assertNotEmitted(popup.copy_wanted):  # what is selected is copied by the pane itself
        qtbot.keyClick(popup.pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)


def test_every_button_has_a_name(popup: Popup) -> None:
    assert all(button.accessibleName() for button in (popup.copy, popup.open, popup.pin, popup.dismiss, popup.pane))


@pytest.mark.parametrize(
    ("pointer", "expected"),
    [
        ((100, 100), (114, 118)),  # below and right
        ((950, 100), (636, 118)),  # left, where there is no room at the right
        ((100, 780), (114, 562)),  # above
        ((990, 795), (676, 577)),
        ((-500, -500), (0, 0)),  # another screen's coordinates
    ],
)
def test_place(pointer: tuple[int, int], expected: tuple[int, int]) -> None:
    corner = place(QPoint(*pointer), QSize(300, 200), QRect(0, 0, 1000, 800))
    assert (corner.x(), corner.y()) == expected


def test_place_on_a_second_screen() -> None:
    area = QRect(1000, 0, 800, 600)
    corner = place(QPoint(1790, 590), QSize(300, 200), area)
    assert area.contains(QRect(corner, QSize(300, 200)))


def test_place_of_a_popup_larger_than_the_screen() -> None:
    assert place(QPoint(10, 10), QSize(500, 500), QRect(0, 0, 300, 300)) == QPoint(0, 0)


# -- shortcuts


def test_shortcuts_are_taken_only_when_wanted(companions: Companions, store: SettingsStore, keys: FakeKeys) -> None:
    companions.start()
    assert keys.grabbed == {}
    store.change(hotkeys=True)
    assert keys.grabbed == {"translate": "Ctrl+Alt+E", "show": "Ctrl+Alt+O"}
    store.change(hotkey_show="")
    assert keys.grabbed == {"translate": "Ctrl+Alt+E"}
    keys.taken.add("Ctrl+Alt+E")
    store.change(hotkey_show="Ctrl+Alt+W")
    assert keys.grabbed == {"show": "Ctrl+Alt+W"}
    assert companions.hotkeys.problems == {"translate": "taken"}
    store.change(hotkeys=False)
    assert keys.grabbed == {}
    assert companions.hotkeys.problems == {}


def test_shortcuts_do_what_they_say(qtbot: QtBot, companions: Companions, clipboard: QClipboard, window: MainWindow) -> None:
    clipboard.setText("Good morning.")
    companions.hotkeys.pressed.emit("translate")
    qtbot.waitUntil(popup_shows(companions, "【GOOD MORNING.】"))
    window.hide()
    companions.hotkeys.pressed.emit("show")
    assert window.isVisible()


def test_listen_and_pause_in_the_menu(companions: Companions, window: MainWindow, store: SettingsStore) -> None:
    actions = window.actions_
    assert not actions.pause_listening.isEnabled()
    actions.listen.trigger()
    assert store.value.listen
    assert actions.pause_listening.isEnabled()
    actions.pause_listening.trigger()
    assert companions.listener.paused
    assert actions.pause_listening.isChecked()
    actions.pause_listening.trigger()
    assert not companions.listener.paused
    store.change(listen=False)
    assert not actions.listen.isChecked()


def test_a_long_meaning_ends_in_an_ellipsis(companions: Companions, store: SettingsStore) -> None:
    popup = companions.clipboard.popup
    popup.show_waiting("spring", store.value, take_focus=False)
    popup.show_senses([Sense("发条", "發條", "fā tiáo", "a coil of metal used to power clockwork, and many a toy besides")], "hans")
    assert "clockwork" in popup.senses.text()
    assert popup.senses.text().endswith(" …</span>")
