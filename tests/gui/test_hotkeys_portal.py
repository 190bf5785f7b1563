"""Wayland's way to global shortcuts, against a stand-in for the desktop's portal on a message bus of the test."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from translator_app.gui.hotkeys import Hotkeys

jeepney = pytest.importorskip("jeepney")
pytestmark = pytest.mark.skipif(sys.platform != "linux" or not shutil.which("dbus-daemon"), reason="needs dbus-daemon")

SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Address of a session bus."""
    read, write = os.pipe()
    command = ["dbus-daemon", "--session", f"--address=unix:path={tmp_path}/bus", "--nofork", f"--print-address={write}"]
    daemon = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        address = pipe.readline().strip()
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    yield address
    daemon.terminate()
    daemon.wait(10)


class Portal:
    """Answers as xdg-desktop-portal does: first a request handle, then a signal with the result."""

    def __init__(self, address: str, *, refuse: bool = False) -> None:
        from jeepney.io.blocking import open_dbus_connection

        self.refuse = refuse
        self.shortcuts: list[tuple[str, Any]] = []
        self.bound = threading.Event()
        self.app_id = ""
        self._stop = threading.Event()
        self._connection = open_dbus_connection(address)
        self._ask_bus("RequestName", ("org.freedesktop.portal.Desktop", 0))
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def press(self, name: str) -> None:
        """The user presses the keys of a shortcut."""
        self._signal(SHORTCUTS, "Activated", "osta{sv}", ("/session", name, 0, {}))

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self._connection.close()

    def _ask_bus(self, method: str, body: tuple[Any, ...]) -> None:
        from jeepney import message_bus

        call: Callable[..., Any] = getattr(message_bus, method)
        self._connection.send_and_get_reply(call(*body), timeout=5)

    def _serve(self) -> None:
        while not self._stop.is_set():
            try:
                message = self._connection.receive(timeout=0.05)
            except TimeoutError:
                continue
            if message.header.message_type == jeepney.MessageType.method_call:
                self._answer(message)

    def _answer(self, message: Any) -> None:
        member = message.header.fields[jeepney.HeaderFields.member]
        if member == "Register":
            self.app_id = message.body[0]
            self._connection.send(jeepney.new_method_return(message))
            return
        self._connection.send(jeepney.new_method_return(message, "o", ("/request",)))
        code = 1 if self.refuse and member == "BindShortcuts" else 0
        if member == "CreateSession":
            self._signal("org.freedesktop.portal.Request", "Response", "ua{sv}", (code, {"session_handle": ("s", "/session")}))
        else:
            self.shortcuts = message.body[1]
            self._signal("org.freedesktop.portal.Request", "Response", "ua{sv}", (code, {}))
            self.bound.set()

    def _signal(self, interface: str, member: str, signature: str, body: tuple[Any, ...]) -> None:
        emitter = jeepney.DBusAddress("/org/freedesktop/portal/desktop", interface=interface)
        self._connection.send(jeepney.new_signal(emitter, member, signature, body))


def owner(qtbot: QtBot) -> Hotkeys:
    made = Hotkeys()
    made.kind = "portal"
    return made


def test_shortcuts_are_bound_and_pressed(qtbot: QtBot, bus: str) -> None:
    portal, hotkeys = Portal(bus), owner(qtbot)
    try:
        hotkeys.set({"translate": ("Ctrl+Alt+E", "Translate the clipboard"), "show": ("Ctrl+Alt+O", "Show the window")})
        qtbot.waitUntil(portal.bound.is_set)
        wanted = {name: (options["description"][1], options["preferred_trigger"][1]) for name, options in portal.shortcuts}
        assert wanted == {"translate": ("Translate the clipboard", "CTRL+ALT+e"), "show": ("Show the window", "CTRL+ALT+o")}
        with qtbot.waitSignal(hotkeys.pressed) as pressed:
            portal.press("translate")
        assert pressed.args == ["translate"]
        assert hotkeys.problems == {}
    finally:
        hotkeys.release()
        portal.close()


def test_a_user_who_says_no(qtbot: QtBot, bus: str) -> None:
    portal, hotkeys = Portal(bus, refuse=True), owner(qtbot)
    try:
        hotkeys.set({"translate": ("Ctrl+Alt+E", "Translate")})
        qtbot.waitUntil(lambda: hotkeys.problems == {"translate": "refused"})
    finally:
        hotkeys.release()
        portal.close()


def test_a_desktop_without_the_portal(qtbot: QtBot, bus: str) -> None:
    hotkeys = owner(qtbot)
    hotkeys.set({"translate": ("Ctrl+Alt+E", "Translate")})
    qtbot.waitUntil(lambda: hotkeys.problems == {"translate": "no-portal"})
    hotkeys.release()


def test_no_bus_at_all(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/nothing")
    hotkeys = owner(qtbot)
    hotkeys.set({"translate": ("Ctrl+Alt+E", "Translate")})
    qtbot.waitUntil(lambda: hotkeys.problems == {"translate": "no-portal"})
    hotkeys.release()


def test_given_back_before_it_began(qtbot: QtBot, bus: str) -> None:
    portal, hotkeys = Portal(bus), owner(qtbot)
    try:
        hotkeys.set({"translate": ("Ctrl+Alt+E", "Translate")})
        hotkeys.release()
        hotkeys.set({"show": ("Ctrl+Alt+O", "Show")})
        qtbot.waitUntil(portal.bound.is_set)
        assert [name for name, _options in portal.shortcuts] == ["show"]
    finally:
        hotkeys.release()
        portal.close()
