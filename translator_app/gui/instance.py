"""One running app for each user and data folder: a second start hands its arguments over and ends.

Over a local socket that only the user may open. What goes through are command-line arguments (file names as bytes, so
that any name survives), never text to translate.
"""

from __future__ import annotations

import getpass
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from translator_app import paths

CONNECT_MS = 500
TALK_MS = 2000
MAX_BYTES = 1_000_000
_END = b"\0\n"


class Instance(QObject):
    """Use: `if not instance.claim(arguments): return` and then listen to `messaged`."""

    messaged = Signal(object)  # list[str]: arguments of a later start (a Signal(list) would lose undecodable bytes)

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        folder = folder or paths.data_dir()
        who = f"{_user()}|{folder.absolute()}".encode("utf-8", "surrogateescape")
        self._name = f"translator-app-{hashlib.sha256(who).hexdigest()[:20]}"
        self._folder = folder
        self._lock = QLockFile(str(folder / "running.lock"))
        self._lock.setStaleLockTime(0)  # a dead owner's lock is taken over at once, a living one's never
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        self._pending: dict[QLocalSocket, bytes] = {}

    def claim(self, arguments: Sequence[str]) -> bool:
        """Become the running app: True. If there is one, give it the arguments: False."""
        if self._tell(arguments):
            return False
        self._folder.mkdir(parents=True, exist_ok=True)
        if not self._lock.tryLock(0) and self._tell(arguments):
            return False
        QLocalServer.removeServer(self._name)  # left by a crash
        self._server.listen(self._name)
        return True

    def release(self) -> None:
        """Let the next start be the running app."""
        self._server.close()
        self._lock.unlock()

    def _tell(self, arguments: Sequence[str]) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(CONNECT_MS):
            return False
        socket.write(b"\0".join(os.fsencode(argument) for argument in arguments) + _END)
        socket.waitForBytesWritten(TALK_MS)
        answered = socket.waitForReadyRead(TALK_MS) or socket.bytesAvailable() > 0
        socket.disconnectFromServer()
        return answered

    def _on_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            self._pending[socket] = b""
            socket.readyRead.connect(lambda s=socket: self._on_ready(s))
            socket.disconnected.connect(lambda s=socket: self._on_gone(s))
            if socket.bytesAvailable():
                self._on_ready(socket)

    def _on_ready(self, socket: QLocalSocket) -> None:
        if socket not in self._pending:
            return
        data = self._pending[socket] + socket.readAll().data()
        self._pending[socket] = data
        if len(data) > MAX_BYTES:
            socket.abort()
        elif data.endswith(_END):
            socket.write(b"ok")
            socket.flush()
            body = data[: -len(_END)]
            self.messaged.emit([os.fsdecode(part) for part in body.split(b"\0")] if body else [])

    def _on_gone(self, socket: QLocalSocket) -> None:
        self._pending.pop(socket, None)
        socket.deleteLater()


def _user() -> str:
    """Tells apart users who share a folder for sockets; "" where the system has no name for this one."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return str(os.getuid()) if hasattr(os, "getuid") else ""
