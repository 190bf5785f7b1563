import ctypes
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

from translator_app.gui import hotkeys_native as native
from translator_app.gui.clipboard_support import problem_words, words
from translator_app.gui.hotkeys import HotkeyProblem, Hotkeys, X11Hotkeys, backend_kind, keysym_name, split_keys, x11_mask
from translator_app.gui.hotkeys_portal import trigger
from translator_app.gui.x11 import KEY_PRESS, _Event, key_press


@pytest.fixture
def owner(qtbot: QtBot) -> Hotkeys:
    return Hotkeys()


@pytest.mark.parametrize(
    ("system", "platform", "kind"),
    [
        ("linux", "xcb", "x11"),
        ("linux", "wayland", "portal"),
        ("linux", "offscreen", "none"),
        ("win32", "windows", "windows"),
        ("darwin", "cocoa", "macos"),
        ("win32", "offscreen", "none"),
    ],
)
def test_which_way_there_is(system: str, platform: str, kind: str) -> None:
    assert backend_kind(system, platform) == kind


def test_where_there_is_no_way_it_says_so(owner: Hotkeys) -> None:
    owner.set({"translate": ("Ctrl+Alt+E", "Translate"), "show": ("", "Show")})
    assert list(owner.problems) == ["translate"]
    assert problem_words(owner.problems["translate"]) == "this system has no way to do it"


@pytest.mark.parametrize("keys", ["A", "Shift+A", "Ctrl+K, Ctrl+B"])
def test_keys_that_would_take_letters_away_are_refused(keys: str) -> None:
    with pytest.raises(HotkeyProblem):
        split_keys(QKeySequence(keys))


@pytest.mark.parametrize("kind", ["x11", "portal", "windows", "macos", "none"])
def test_it_says_what_works(kind: str) -> None:
    assert len(words(kind)) > 30
    assert "{}" not in words(kind)


@pytest.mark.parametrize("code", ["taken", "no-key", "not-one", "no-modifier", "no-library", "no-way", "no-portal", "refused"])
def test_every_problem_has_words(code: str) -> None:
    assert problem_words(code) != code


def test_function_keys_need_no_modifier() -> None:
    assert split_keys(QKeySequence("F9"))[0] == Qt.Key.Key_F9


@pytest.mark.parametrize(
    ("keys", "name", "mask"),
    [
        ("Ctrl+Alt+E", "e", 12),
        ("Meta+Shift+F5", "F5", 65),
        ("Ctrl+Space", "space", 4),
        ("Ctrl+PgDown", "Next", 4),
        ("Ctrl+.", "period", 4),
        ("Ctrl+7", "7", 4),
    ],
)
def test_keys_of_x11(keys: str, name: str, mask: int) -> None:
    key, modifiers = split_keys(QKeySequence(keys))
    assert (keysym_name(key), x11_mask(modifiers)) == (name, mask)


class FakeKeyboard:
    """An X server."""

    def __init__(self) -> None:
        self.grabbed: set[tuple[int, int]] = set()
        self.taken: set[tuple[int, int]] = set()

    def key_code(self, keysym_name: str) -> int:
        return 0 if keysym_name == "F35" else ord(keysym_name[0])

    def grab(self, code: int, mask: int) -> bool:
        if (code, mask) in self.taken:
            return False
        self.grabbed.add((code, mask))
        return True

    def ungrab(self, code: int, mask: int) -> None:
        self.grabbed.discard((code, mask))


def x_event(code: int, state: int, *, kind: int = KEY_PRESS, on_root: bool = True) -> _Event:
    return _Event(response_type=kind, detail=code, root=1, event=1 if on_root else 2, state=state)


def test_x11(qtbot: QtBot) -> None:
    owner = Hotkeys()
    keyboard = FakeKeyboard()
    keyboard.taken.add((ord("o"), 12))
    backend = X11Hotkeys(owner, keyboard)
    owner._backend = backend
    owner.set({"translate": ("Ctrl+Alt+E", ""), "show": ("Ctrl+Alt+O", ""), "odd": ("F35", "")})
    assert keyboard.grabbed == {(ord("e"), 12)}
    assert sorted(owner.problems) == ["odd", "show"]
    event = x_event(ord("e"), 12 | 16 | 2)  # with Num Lock and Caps Lock
    with qtbot.waitSignal(owner.pressed) as pressed:
        assert backend.nativeEventFilter(b"xcb_generic_event_t", ctypes.addressof(event)) == (True, 0)
    assert pressed.args == ["translate"]
    for other in (x_event(ord("e"), 4), x_event(ord("e"), 12, kind=3), x_event(ord("e"), 12, on_root=False)):
        assert backend.nativeEventFilter(b"xcb_generic_event_t", ctypes.addressof(other)) == (False, 0)
    assert backend.nativeEventFilter(b"something else", 0) == (False, 0)
    owner.release()
    assert keyboard.grabbed == set()


def test_key_press_reads_the_event() -> None:
    assert key_press(ctypes.addressof(x_event(40, 0x50 | 4))) == (40, 64 | 4)


def test_keys_of_the_portal() -> None:
    assert trigger(QKeySequence("Ctrl+Alt+E")) == "CTRL+ALT+e"
    assert trigger(QKeySequence("Meta+Shift+F2")) == "SHIFT+LOGO+F2"


# -- Windows and macOS, with fakes of their libraries: not run there


class FakeUser32:
    def __init__(self) -> None:
        self.registered: dict[int, tuple[int, int]] = {}

    def RegisterHotKey(self, window: None, number: int, flags: int, key: int) -> int:
        if key == ord("O"):
            return 0
        self.registered[number] = (flags, key)
        return 1

    def UnregisterHotKey(self, window: None, number: int) -> int:
        del self.registered[number]
        return 1


def test_windows(qtbot: QtBot, owner: Hotkeys) -> None:
    user32 = FakeUser32()
    backend = native.WindowsHotkeys(owner, user32)
    owner._backend = backend
    owner.set({"translate": ("Ctrl+Alt+E", ""), "show": ("Ctrl+Alt+O", "")})
    assert user32.registered == {1: (native.MOD_ALT | native.MOD_CONTROL | native.MOD_NOREPEAT, ord("E"))}
    assert list(owner.problems) == ["show"]
    message = native.Message(message=native.WM_HOTKEY, wparam=1)
    with qtbot.waitSignal(owner.pressed):
        assert backend.nativeEventFilter(b"windows_generic_MSG", ctypes.addressof(message)) == (True, 0)
    message.wparam = 9
    assert backend.nativeEventFilter(b"windows_generic_MSG", ctypes.addressof(message)) == (False, 0)
    owner.release()
    assert user32.registered == {}


class FakeCarbon:
    def __init__(self) -> None:
        self.registered: list[tuple[int, int]] = []
        self.handler: Callable[..., int] | None = None
        self.pressed = 1

    def GetApplicationEventTarget(self) -> int:
        return 1

    def InstallEventHandler(self, target: int, handler: Callable[..., int], *rest: Any) -> int:
        self.handler = handler
        return 0

    def RegisterEventHotKey(self, key: int, flags: int, identity: native.HotKeyId, *rest: Any) -> int:
        self.registered.append((key, flags))
        return -9878 if key == native.MAC_LETTERS["o"] else 0  # eventHotKeyExistsErr

    def UnregisterEventHotKey(self, reference: Any) -> int:
        self.registered.clear()
        return 0

    def GetEventParameter(self, event: Any, name: int, kind: int, a: None, size: int, b: None, target: Any) -> int:
        target._obj.id = self.pressed
        return 0


def test_macos(qtbot: QtBot, owner: Hotkeys) -> None:
    carbon = FakeCarbon()
    owner._backend = native.MacHotkeys(owner, carbon)
    owner.set({"translate": ("Ctrl+Alt+E", ""), "show": ("Ctrl+Alt+O", "")})
    assert carbon.registered[0] == (native.MAC_LETTERS["e"], native.CMD | native.OPTION)
    assert list(owner.problems) == ["show"]
    assert carbon.handler is not None
    with qtbot.waitSignal(owner.pressed):
        assert carbon.handler(None, None, None) == 0
    carbon.pressed = 7
    assert carbon.handler(None, None, None) != 0
    owner.release()
    assert carbon.registered == []


@pytest.mark.parametrize(("key", "code"), [(Qt.Key.Key_F1, 0x70), (Qt.Key.Key_9, ord("9")), (Qt.Key.Key_Comma, 0xBC)])
def test_key_codes_of_windows(key: Qt.Key, code: int) -> None:
    assert native.windows_key(key) == code


def test_keys_that_a_system_lacks() -> None:
    for function in (native.windows_key, native.mac_key):
        with pytest.raises(HotkeyProblem):
            function(Qt.Key.Key_Launch0)
