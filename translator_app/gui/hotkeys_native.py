"""Shortcuts on Windows (RegisterHotKey) and macOS (Carbon). Written from the systems' documentation, tested with fakes: not run."""

from __future__ import annotations

import ctypes
from typing import Any, ClassVar

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray, QCoreApplication, Qt
from PySide6.QtGui import QKeySequence

from translator_app.gui.hotkeys import Alt, Ctrl, HotkeyProblem, Hotkeys, Meta, Shift, split_keys

WM_HOTKEY = 0x0312
MOD_ALT, MOD_CONTROL, MOD_SHIFT, MOD_WIN, MOD_NOREPEAT = 1, 2, 4, 8, 0x4000
# winuser.h, virtual-key codes of a US keyboard
WINDOWS_KEYS = {
    Qt.Key.Key_Space: 0x20,
    Qt.Key.Key_PageUp: 0x21,
    Qt.Key.Key_PageDown: 0x22,
    Qt.Key.Key_End: 0x23,
    Qt.Key.Key_Home: 0x24,
    Qt.Key.Key_Left: 0x25,
    Qt.Key.Key_Up: 0x26,
    Qt.Key.Key_Right: 0x27,
    Qt.Key.Key_Down: 0x28,
    Qt.Key.Key_Insert: 0x2D,
    Qt.Key.Key_Delete: 0x2E,
    Qt.Key.Key_Semicolon: 0xBA,
    Qt.Key.Key_Equal: 0xBB,
    Qt.Key.Key_Comma: 0xBC,
    Qt.Key.Key_Minus: 0xBD,
    Qt.Key.Key_Period: 0xBE,
    Qt.Key.Key_Slash: 0xBF,
    Qt.Key.Key_QuoteLeft: 0xC0,
    Qt.Key.Key_BracketLeft: 0xDB,
    Qt.Key.Key_Backslash: 0xDC,
    Qt.Key.Key_BracketRight: 0xDD,
    Qt.Key.Key_Apostrophe: 0xDE,
}
# HIToolbox/Events.h: kVK_ANSI_A ... by the letter or digit, then F1-F12 and others
MAC_LETTERS = dict(zip("asdfhgzxcv", (0, 1, 2, 3, 4, 5, 6, 7, 8, 9), strict=True)) | dict(
    zip(
        "bqweryt123465=97-80]ou[ip",
        (11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35),
        strict=True,
    )
)
MAC_LETTERS |= {"l": 37, "j": 38, "'": 39, "k": 40, ";": 41, "\\": 42, ",": 43, "/": 44, "n": 45, "m": 46, ".": 47, "`": 50, " ": 49}
MAC_FUNCTION_KEYS = (122, 120, 99, 118, 96, 97, 98, 100, 101, 109, 103, 111)  # F1-F12
CMD, SHIFT, OPTION, CONTROL = 1 << 8, 1 << 9, 1 << 11, 1 << 12
HOTKEY_PRESSED = (int.from_bytes(b"keyb", "big"), 5)  # kEventClassKeyboard, kEventHotKeyPressed
DIRECT_OBJECT, HOTKEY_ID = int.from_bytes(b"----", "big"), int.from_bytes(b"hkid", "big")
SIGNATURE = int.from_bytes(b"trap", "big")


def windows_key(key: Qt.Key) -> int:
    """The virtual-key code. Raises HotkeyProblem."""
    if Qt.Key.Key_A <= key <= Qt.Key.Key_Z or Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
        return int(key)
    if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F24:
        return 0x70 + int(key) - int(Qt.Key.Key_F1)
    if key not in WINDOWS_KEYS:
        raise HotkeyProblem("no-key")
    return WINDOWS_KEYS[key]


def mac_key(key: Qt.Key) -> int:
    """The key code of an ANSI keyboard. Raises HotkeyProblem."""
    if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F12:
        return MAC_FUNCTION_KEYS[int(key) - int(Qt.Key.Key_F1)]
    letter = chr(int(key)).lower() if 0x20 <= int(key) < 0x7F else ""
    if letter not in MAC_LETTERS:
        raise HotkeyProblem("no-key")
    return MAC_LETTERS[letter]


class WindowsHotkeys(QAbstractNativeEventFilter):
    """WM_HOTKEY comes to the thread that registered."""

    def __init__(self, owner: Hotkeys, user32: Any = None) -> None:
        super().__init__()
        self._owner = owner
        self._user32 = user32 or ctypes.windll.user32  # type: ignore[attr-defined,unused-ignore]  # Windows only
        self._names: dict[int, str] = {}

    def grab(self, name: str, keys: QKeySequence, title: str) -> None:
        """Register."""
        key, modifiers = split_keys(keys)
        pairs = ((Alt, MOD_ALT), (Ctrl, MOD_CONTROL), (Shift, MOD_SHIFT), (Meta, MOD_WIN))
        flags = MOD_NOREPEAT + sum(bit for modifier, bit in pairs if modifiers & modifier)
        number = len(self._names) + 1
        if not self._user32.RegisterHotKey(None, number, flags, windows_key(key)):
            raise HotkeyProblem("taken")
        if not self._names and (application := QCoreApplication.instance()) is not None:
            application.installNativeEventFilter(self)
        self._names[number] = name

    def release(self) -> None:
        """Unregister all."""
        for number in self._names:
            self._user32.UnregisterHotKey(None, number)
        if self._names and (application := QCoreApplication.instance()) is not None:
            application.removeNativeEventFilter(self)
        self._names.clear()

    def nativeEventFilter(self, event_type: QByteArray | bytes | bytearray | memoryview, message: int) -> object:  # noqa: N802
        """Take WM_HOTKEY of ours."""
        if bytes(event_type) == b"windows_generic_MSG":  # type: ignore[arg-type]
            found = Message.from_address(int(message))
            if found.message == WM_HOTKEY and found.wparam in self._names:
                self._owner.pressed.emit(self._names[found.wparam])
                return True, 0
        return False, 0


class Message(ctypes.Structure):
    """MSG of winuser.h."""

    _fields_: ClassVar = [
        ("hwnd", ctypes.c_void_p),
        ("message", ctypes.c_uint),
        ("wparam", ctypes.c_size_t),
        ("lparam", ctypes.c_ssize_t),
        ("time", ctypes.c_uint32),
        ("x", ctypes.c_int32),
        ("y", ctypes.c_int32),
    ]


class HotKeyId(ctypes.Structure):
    """EventHotKeyID of CarbonEvents.h."""

    _fields_: ClassVar = [("signature", ctypes.c_uint32), ("id", ctypes.c_uint32)]


class _EventType(ctypes.Structure):
    _fields_: ClassVar = [("event_class", ctypes.c_uint32), ("event_kind", ctypes.c_uint32)]


HANDLER = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


class MacHotkeys:
    """RegisterEventHotKey needs no permission of the user, unlike an event tap."""

    def __init__(self, owner: Hotkeys, carbon: Any = None) -> None:
        self._owner = owner
        try:
            self._carbon = carbon or _carbon()
        except OSError as error:
            raise HotkeyProblem("no-library") from error
        self._grabbed: dict[int, tuple[str, ctypes.c_void_p]] = {}
        self._handler = HANDLER(self._on_event)  # must outlive the registration
        self._installed = False

    def grab(self, name: str, keys: QKeySequence, title: str) -> None:
        """Register."""
        key, modifiers = split_keys(keys)
        pairs = ((Ctrl, CMD), (Alt, OPTION), (Shift, SHIFT), (Meta, CONTROL))  # Qt calls Command "Ctrl" there
        flags = sum(bit for modifier, bit in pairs if modifiers & modifier)
        target = self._carbon.GetApplicationEventTarget()
        if not self._installed:
            kinds = (_EventType * 1)(_EventType(*HOTKEY_PRESSED))
            self._carbon.InstallEventHandler(target, self._handler, 1, kinds, None, None)
            self._installed = True
        number, reference = len(self._grabbed) + 1, ctypes.c_void_p()
        if self._carbon.RegisterEventHotKey(mac_key(key), flags, HotKeyId(SIGNATURE, number), target, 0, ctypes.byref(reference)):
            raise HotkeyProblem("taken")
        self._grabbed[number] = (name, reference)

    def release(self) -> None:
        """Unregister all."""
        for _name, reference in self._grabbed.values():
            self._carbon.UnregisterEventHotKey(reference)
        self._grabbed.clear()

    def _on_event(self, _call: int | None, event: int | None, _data: int | None) -> int:
        pressed = HotKeyId()
        self._carbon.GetEventParameter(event, DIRECT_OBJECT, HOTKEY_ID, None, ctypes.sizeof(pressed), None, ctypes.byref(pressed))
        found = self._grabbed.get(pressed.id)
        if found is None:
            return -9874  # eventNotHandledErr
        self._owner.pressed.emit(found[0])
        return 0


def _carbon() -> ctypes.CDLL:
    library = ctypes.CDLL("/System/Library/Frameworks/Carbon.framework/Carbon")
    pointer, number = ctypes.c_void_p, ctypes.c_uint32
    library.GetApplicationEventTarget.restype = pointer
    library.InstallEventHandler.argtypes = [pointer, HANDLER, ctypes.c_ulong, pointer, pointer, pointer]
    library.RegisterEventHotKey.argtypes = [number, number, HotKeyId, pointer, number, pointer]
    library.UnregisterEventHotKey.argtypes = [pointer]
    library.GetEventParameter.argtypes = [pointer, number, number, pointer, ctypes.c_ulong, pointer, pointer]
    return library
