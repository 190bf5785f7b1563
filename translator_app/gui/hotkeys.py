"""Shortcuts that work while another program has the keyboard. Each system has its own way; this picks the one that is there.

X11 was run here; the portal of Wayland against a stand-in; Windows and macOS were not run.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Protocol

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray, QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence

from translator_app.gui.x11 import X11, Keyboard, key_press

Ctrl, Alt, Shift, Meta = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.MetaModifier,
)


class HotkeyProblem(Exception):
    """A shortcut can't be had; the argument is a code that clipboard_support.problem_words knows."""


class Backend(Protocol):
    """One system's way. `pressed` of the owner is emitted with the name that was given to `grab`."""

    def grab(self, name: str, keys: QKeySequence, title: str) -> None:
        """Ask for a shortcut. Raises HotkeyProblem."""
        ...

    def release(self) -> None:
        """Give all back."""
        ...


class Hotkeys(QObject):
    """The shortcuts in use."""

    pressed = Signal(str)  # name
    problems_changed = Signal()  # the portal answers later

    def __init__(self, backend: Backend | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.kind = backend_kind(sys.platform, QGuiApplication.platformName()) if backend is None else "given"
        self._backend = backend
        self.problems: dict[str, str] = {}  # name -> code of why it does not work

    def set(self, keys: Mapping[str, tuple[str, str]]) -> None:
        """Use exactly these: name -> (keys such as "Ctrl+Alt+E", title). Empty keys mean none."""
        self.problems = {}
        if self._backend is not None:
            self._backend.release()
        for name, (text, title) in keys.items():
            if not text:
                continue
            try:
                self._backend = self._backend or make_backend(self.kind, self)
                self._backend.grab(name, QKeySequence(text), title)
            except HotkeyProblem as problem:
                self.problems[name] = str(problem)
        self.problems_changed.emit()

    def note_problem(self, name: str, code: str) -> None:
        """A backend learned later that a shortcut does not work."""
        self.problems[name] = code
        self.problems_changed.emit()

    def release(self) -> None:
        """Give all back."""
        if self._backend is not None:
            self._backend.release()


def backend_kind(system: str, qt_platform: str) -> str:
    """Which way there is: x11, portal, windows, macos or none."""
    if qt_platform == "xcb":
        return "x11"
    if qt_platform == "wayland":
        return "portal"
    return {"windows": "windows", "cocoa": "macos"}.get(qt_platform, "none") if system != "linux" else "none"


def make_backend(kind: str, owner: Hotkeys) -> Backend:
    """The backend of that kind. Raises HotkeyProblem when it can't work here."""
    if kind == "x11":
        return X11Hotkeys(owner)
    if kind == "portal":
        from translator_app.gui.hotkeys_portal import PortalHotkeys

        return PortalHotkeys(owner)
    if kind in ("windows", "macos"):
        from translator_app.gui import hotkeys_native

        return hotkeys_native.WindowsHotkeys(owner) if kind == "windows" else hotkeys_native.MacHotkeys(owner)
    raise HotkeyProblem("no-way")


def split_keys(keys: QKeySequence) -> tuple[Qt.Key, Qt.KeyboardModifier]:
    """Key and modifiers of a one-step shortcut. Raises HotkeyProblem: without Ctrl, Alt or Meta a letter could not be typed any more."""
    if keys.count() != 1:
        raise HotkeyProblem("not-one")
    combination: QKeyCombination = keys[0]  # type: ignore[index]  # the stubs lack it
    key, modifiers = combination.key(), combination.keyboardModifiers()
    if not modifiers & (Ctrl | Alt | Meta) and not Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35:
        raise HotkeyProblem("no-modifier")
    return key, modifiers


class X11Hotkeys(QAbstractNativeEventFilter):
    """Passive grabs on the root window."""

    def __init__(self, owner: Hotkeys, keyboard: Keyboard | None = None) -> None:
        super().__init__()
        self._owner = owner
        self._keyboard = keyboard or _own_keyboard()
        self._grabbed: dict[tuple[int, int], str] = {}  # (key code, modifiers) -> name

    def grab(self, name: str, keys: QKeySequence, title: str) -> None:
        """Grab with and without Caps Lock and Num Lock."""
        key, modifiers = split_keys(keys)
        code = self._keyboard.key_code(keysym_name(key))
        if not code:
            raise HotkeyProblem("no-key")
        mask = x11_mask(modifiers)
        if not self._keyboard.grab(code, mask):
            raise HotkeyProblem("taken")
        if not self._grabbed:
            QGuiApplication.instance().installNativeEventFilter(self)  # type: ignore[union-attr]  # there is one
        self._grabbed[code, mask] = name

    def release(self) -> None:
        """Ungrab all."""
        for code, mask in self._grabbed:
            self._keyboard.ungrab(code, mask)
        application = QGuiApplication.instance()
        if self._grabbed and application is not None:
            application.removeNativeEventFilter(self)
        self._grabbed.clear()

    def nativeEventFilter(self, event_type: QByteArray | bytes | bytearray | memoryview, message: int) -> object:  # noqa: N802
        """Take key presses that are ours."""
        if bytes(event_type) == b"xcb_generic_event_t":  # type: ignore[arg-type]
            pressed = key_press(int(message))
            name = self._grabbed.get(pressed) if pressed else None
            if name is not None:
                self._owner.pressed.emit(name)
                return True, 0
        return False, 0


def _own_keyboard() -> Keyboard:
    native = QGuiApplication.instance().nativeInterface()  # type: ignore[union-attr]  # QX11Application
    try:
        return X11(native.connection(), native.display())
    except (OSError, AttributeError) as error:
        raise HotkeyProblem("no-library") from error


def x11_mask(modifiers: Qt.KeyboardModifier) -> int:
    """Modifiers as X11 counts them (X.h): Shift 1, Control 4, Mod1 8 (Alt), Mod4 64 (Super)."""
    return sum(bit for modifier, bit in ((Shift, 1), (Ctrl, 4), (Alt, 8), (Meta, 64)) if modifiers & modifier)


def keysym_name(key: Qt.Key) -> str:
    """What X11 calls a key (keysymdef.h)."""
    special = {
        Qt.Key.Key_Space: "space",
        Qt.Key.Key_Return: "Return",
        Qt.Key.Key_Enter: "KP_Enter",
        Qt.Key.Key_PageUp: "Prior",
        Qt.Key.Key_PageDown: "Next",
        Qt.Key.Key_Print: "Print",
        Qt.Key.Key_Comma: "comma",
        Qt.Key.Key_Period: "period",
        Qt.Key.Key_Slash: "slash",
        Qt.Key.Key_Minus: "minus",
        Qt.Key.Key_Equal: "equal",
        Qt.Key.Key_Semicolon: "semicolon",
        Qt.Key.Key_QuoteLeft: "grave",
        Qt.Key.Key_Backslash: "backslash",
        Qt.Key.Key_BracketLeft: "bracketleft",
        Qt.Key.Key_BracketRight: "bracketright",
        Qt.Key.Key_Apostrophe: "apostrophe",
    }
    if key in special:
        return special[key]
    text = QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)
    return text.lower() if len(text) == 1 else text
