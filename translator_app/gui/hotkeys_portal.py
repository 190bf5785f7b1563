"""Shortcuts on Wayland: the desktop's GlobalShortcuts portal, over D-Bus in a thread of its own.

https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.GlobalShortcuts.html. The user confirms the keys in a
dialog of the desktop and may choose others. Qt's own D-Bus can't send a(sa{sv}), so this uses jeepney.
Run against a stand-in for the portal only.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import socket
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QThread, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence

from translator_app.gui.hotkeys import Alt, Backend, Ctrl, HotkeyProblem, Hotkeys, Meta, Shift, keysym_name, split_keys

if TYPE_CHECKING:
    from jeepney.io.blocking import DBusConnection

log = logging.getLogger(__name__)

PORTAL = {"object_path": "/org/freedesktop/portal/desktop", "bus_name": "org.freedesktop.portal.Desktop"}
SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
REQUEST = "org.freedesktop.portal.Request"
CALL_S = 5.0


def trigger(keys: QKeySequence) -> str:
    """Keys as the portal writes them, such as CTRL+ALT+t (XDG shortcuts specification)."""
    key, modifiers = split_keys(keys)
    names = ((Ctrl, "CTRL"), (Alt, "ALT"), (Shift, "SHIFT"), (Meta, "LOGO"))
    return "+".join([name for modifier, name in names if modifiers & modifier] + [keysym_name(key)])


class PortalHotkeys(Backend):
    """One session with the portal; new shortcuts mean a new session."""

    def __init__(self, owner: Hotkeys) -> None:
        try:
            import jeepney  # noqa: F401 - only installed on Linux
        except ImportError as error:
            raise HotkeyProblem("no-library") from error
        self._owner = owner
        self._wanted: dict[str, tuple[str, str]] = {}
        self._session: PortalSession | None = None

    def grab(self, name: str, keys: QKeySequence, title: str) -> None:
        """Ask for one more shortcut; all are sent together once the event loop runs."""
        self._wanted[name] = (trigger(keys), title)
        if self._session is None:
            self._session = PortalSession(self._wanted, QGuiApplication.desktopFileName())
            self._session.pressed.connect(self._owner.pressed)
            self._session.refused.connect(self._on_refused)
            self._session.start_soon()

    def release(self) -> None:
        """End the session: the shortcuts go with it."""
        self._wanted = {}
        if self._session is not None:
            self._session.end()
            self._session = None

    def _on_refused(self, code: str) -> None:
        for name in self._wanted:
            self._owner.note_problem(name, code)


class PortalSession(QThread):
    """Binds shortcuts, then waits for them to be pressed."""

    pressed = Signal(str)
    refused = Signal(str)  # code of a HotkeyProblem

    def __init__(self, wanted: dict[str, tuple[str, str]], app_id: str) -> None:
        super().__init__()
        self._wanted = wanted
        self._app_id = app_id
        self._tokens = itertools.count(1)
        self._started = False
        self._socket: socket.socket | None = None

    def start_soon(self) -> None:
        """Start when those who ask now have asked."""
        from PySide6.QtCore import QTimer

        QTimer.singleShot(0, self, self._on_due)

    def end(self) -> None:
        """Stop and join."""
        self._started = True  # not later either
        self.requestInterruption()
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)  # wakes the thread
        self.wait()

    def _on_due(self) -> None:
        if not self._started:
            self._started = True
            self._wanted = dict(self._wanted)
            self.start()

    def run(self) -> None:
        """Talk to the portal until interrupted."""
        from jeepney.io.blocking import open_dbus_connection
        from jeepney.wrappers import DBusErrorResponse

        try:
            connection = open_dbus_connection("SESSION")
        except (OSError, KeyError) as error:
            log.warning("no session bus: %s", type(error).__name__)
            self.refused.emit("no-portal")
            return
        self._socket = connection.sock  # set before the flag is looked at: `end` does it the other way round
        try:
            self._bind(connection)
            self._wait(connection)
        except (DBusErrorResponse, HotkeyProblem, OSError, EOFError) as error:  # OSError: time is over, or the bus went away
            if not self.isInterruptionRequested():
                self.refused.emit(_reason(error))
        finally:
            with contextlib.suppress(OSError):
                connection.close()

    def _bind(self, connection: DBusConnection) -> None:
        from jeepney import DBusAddress, MatchRule, message_bus, new_method_call
        from jeepney.wrappers import DBusErrorResponse, unwrap_msg

        def call(interface: str, method: str, signature: str, body: tuple[Any, ...]) -> None:
            address = DBusAddress(interface=interface, **PORTAL)
            unwrap_msg(connection.send_and_get_reply(new_method_call(address, method, signature, body), timeout=CALL_S))

        for interface, member in ((REQUEST, "Response"), (SHORTCUTS, "Activated")):
            rule = MatchRule(type="signal", sender=PORTAL["bus_name"], interface=interface, member=member)
            unwrap_msg(connection.send_and_get_reply(message_bus.AddMatch(rule), timeout=CALL_S))
        with contextlib.suppress(DBusErrorResponse):  # newer portals want to know who asks, older ones don't know the question
            call("org.freedesktop.host.portal.Registry", "Register", "sa{sv}", (self._app_id, {}))
        options = {"handle_token": ("s", self._token()), "session_handle_token": ("s", self._token())}
        call(SHORTCUTS, "CreateSession", "a{sv}", (options,))
        session = self._response(connection)["session_handle"][1]
        shortcuts = [
            (name, {"description": ("s", title), "preferred_trigger": ("s", keys)}) for name, (keys, title) in self._wanted.items()
        ]
        call(SHORTCUTS, "BindShortcuts", "oa(sa{sv})sa{sv}", (session, shortcuts, "", {"handle_token": ("s", self._token())}))
        self._response(connection)

    def _token(self) -> str:
        return f"translator_{QCoreApplication.applicationPid()}_{next(self._tokens)}"

    def _response(self, connection: DBusConnection) -> dict[str, Any]:
        """What the portal answers when the user has decided."""
        while not self.isInterruptionRequested():
            member, body = self._receive(connection)
            if member == "Response":
                code, results = body
                if code:
                    raise HotkeyProblem("refused")
                return dict(results)
        raise HotkeyProblem("stopped")

    def _wait(self, connection: DBusConnection) -> None:
        while not self.isInterruptionRequested():
            member, body = self._receive(connection)
            if member == "Activated":
                self.pressed.emit(str(body[1]))

    def _receive(self, connection: DBusConnection) -> tuple[str, Any]:
        from jeepney import HeaderFields

        message = connection.receive()
        return str(message.header.fields.get(HeaderFields.member, "")), message.body


def _reason(error: Exception) -> str:
    if isinstance(error, HotkeyProblem):
        return str(error)
    name = str(getattr(error, "name", type(error).__name__)).rsplit(".", 1)[-1]
    log.warning("no portal: %s", name)
    return "no-portal"
