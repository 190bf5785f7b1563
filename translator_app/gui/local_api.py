"""The local API inside the desktop app: one engine serves the window and other programs, typed text first."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject, QTimer, Signal

from translator_app.gui.engine_thread import Channel, EngineThread
from translator_app.gui.store import SettingsStore

RESTART_MS = 600  # a port is typed digit by digit


@runtime_checkable
class Server(Protocol):
    """A server that runs."""

    @property
    def url(self) -> str: ...

    def stop(self) -> None: ...


# (token, port) -> a running server; raises ServerError
StartServer = Callable[[str, int], Server]


class LocalApi(QObject):
    """Runs the server while the settings say so."""

    failed = Signal(str)

    def __init__(self, start: StartServer, thread: EngineThread, store: SettingsStore, parent: QObject) -> None:
        """`start` is called in the engine's thread."""
        super().__init__(parent)
        self._start = start
        self._thread = thread
        self._store = store
        self._revision = 0
        self._running: Server | None = None
        self._restart = QTimer(self, singleShot=True, interval=RESTART_MS)
        self._restart.timeout.connect(self.apply)
        store.changed.connect(self._on_settings_changed)
        thread.answered.connect(self._on_answered)
        thread.failed.connect(self._on_failed)

    @property
    def url(self) -> str:
        """Address of the running server; "" while there is none."""
        return self._running.url if self._running else ""

    def apply(self) -> None:
        """Start, stop or start anew as the settings say."""
        self.stop()
        settings = self._store.value
        if not settings.server:
            return
        if not settings.server_token:
            self._store.change(server_token=secrets.token_urlsafe(24))
        token, port = self._store.value.server_token, settings.server_port
        # in the engine's thread: loading the server's modules takes a while
        self._revision = self._thread.compute(Channel.API, lambda: self._start(token, port))

    def stop(self) -> None:
        """Free the port; requests that wait are refused."""
        self._restart.stop()
        self._revision = 0
        if self._running:
            server, self._running = self._running, None
            server.stop()

    def _on_answered(self, revision: int, answer: object) -> None:
        if not isinstance(answer, Server):
            return
        self._running = answer
        if revision != self._revision:  # switched off meanwhile
            self.stop()

    def _on_failed(self, revision: int, message: str) -> None:
        if revision == self._revision and revision:
            self._revision = 0
            self.failed.emit(message)

    def _on_settings_changed(self, _settings: object, names: frozenset[str]) -> None:
        if names & {"server", "server_port", "server_origins"} or ("server_token" in names and self._running):
            self._restart.start()
