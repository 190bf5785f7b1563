"""The few calls of libxcb and libX11 that a global shortcut needs, on the connection that Qt has."""

from __future__ import annotations

import ctypes
from typing import ClassVar, Protocol

KEY_PRESS = 2
LOCKS = (0, 2, 16, 18)  # with and without Caps Lock (Lock) and Num Lock (Mod2)
MODIFIERS = 1 | 4 | 8 | 64
GRAB_ASYNC = 1


class Keyboard(Protocol):
    """What the shortcuts need of X11."""

    def key_code(self, keysym_name: str) -> int: ...

    def grab(self, code: int, mask: int) -> bool: ...

    def ungrab(self, code: int, mask: int) -> None: ...


class _Event(ctypes.Structure):
    """xcb_key_press_event_t of xcb/xproto.h."""

    _fields_: ClassVar = [
        ("response_type", ctypes.c_uint8),
        ("detail", ctypes.c_uint8),
        ("sequence", ctypes.c_uint16),
        ("time", ctypes.c_uint32),
        ("root", ctypes.c_uint32),
        ("event", ctypes.c_uint32),
        ("child", ctypes.c_uint32),
        ("root_x", ctypes.c_int16),
        ("root_y", ctypes.c_int16),
        ("event_x", ctypes.c_int16),
        ("event_y", ctypes.c_int16),
        ("state", ctypes.c_uint16),
    ]


class _Cookie(ctypes.Structure):
    _fields_: ClassVar = [("sequence", ctypes.c_uint)]


class _Screens(ctypes.Structure):
    """xcb_screen_iterator_t."""

    _fields_: ClassVar = [("data", ctypes.POINTER(ctypes.c_uint32)), ("rem", ctypes.c_int), ("index", ctypes.c_int)]


def key_press(address: int) -> tuple[int, int] | None:
    """(key code, modifiers without the locks) of an xcb_generic_event_t; None when it is no key press on the root window."""
    event = _Event.from_address(address)
    if event.response_type & 0x7F != KEY_PRESS or event.event != event.root:
        return None
    return int(event.detail), int(event.state) & MODIFIERS


class X11:
    """Raises OSError when a library is missing."""

    def __init__(self, connection: int, display: int) -> None:
        """`connection`: xcb_connection_t *, `display`: Display *."""
        self._connection = ctypes.c_void_p(connection)
        self._display = ctypes.c_void_p(display)
        self._xcb = ctypes.CDLL("libxcb.so.1")
        self._x11 = ctypes.CDLL("libX11.so.6")
        self._libc = ctypes.CDLL(None)
        key, mask, pointer = ctypes.c_uint8, ctypes.c_uint16, ctypes.c_void_p
        self._xcb.xcb_grab_key_checked.argtypes = [pointer, ctypes.c_uint8, ctypes.c_uint32, mask, key, ctypes.c_uint8, ctypes.c_uint8]
        self._xcb.xcb_grab_key_checked.restype = _Cookie
        self._xcb.xcb_ungrab_key.argtypes = [pointer, key, ctypes.c_uint32, mask]
        self._xcb.xcb_ungrab_key.restype = _Cookie
        self._xcb.xcb_request_check.argtypes = [pointer, _Cookie]
        self._xcb.xcb_request_check.restype = pointer
        self._xcb.xcb_flush.argtypes = [pointer]
        self._xcb.xcb_get_setup.argtypes, self._xcb.xcb_get_setup.restype = [pointer], pointer
        self._xcb.xcb_setup_roots_iterator.argtypes, self._xcb.xcb_setup_roots_iterator.restype = [pointer], _Screens
        self._x11.XStringToKeysym.argtypes, self._x11.XStringToKeysym.restype = [ctypes.c_char_p], ctypes.c_ulong
        self._x11.XKeysymToKeycode.argtypes, self._x11.XKeysymToKeycode.restype = [pointer, ctypes.c_ulong], ctypes.c_ubyte
        self._libc.free.argtypes = [pointer]
        self._root = int(self._xcb.xcb_setup_roots_iterator(self._xcb.xcb_get_setup(self._connection)).data[0])

    def key_code(self, keysym_name: str) -> int:
        """The code of a key of this keyboard; 0 when it has none."""
        symbol = self._x11.XStringToKeysym(keysym_name.encode("ascii", "replace"))
        return int(self._x11.XKeysymToKeycode(self._display, symbol)) if symbol else 0

    def grab(self, code: int, mask: int) -> bool:
        """Grab a key on the root window; False, with nothing grabbed, when another program has it."""
        for locks in LOCKS:
            cookie = self._xcb.xcb_grab_key_checked(self._connection, 1, self._root, mask | locks, code, GRAB_ASYNC, GRAB_ASYNC)
            if error := self._xcb.xcb_request_check(self._connection, cookie):
                self._libc.free(error)
                self.ungrab(code, mask)
                return False
        return True

    def ungrab(self, code: int, mask: int) -> None:
        """Give a key back."""
        for locks in LOCKS:
            self._xcb.xcb_ungrab_key(self._connection, code, self._root, mask | locks)
        self._xcb.xcb_flush(self._connection)
