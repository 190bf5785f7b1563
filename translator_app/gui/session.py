"""What must survive a crash but is no setting: where the window stood, and what was being typed.

Written in the background of typing, so without waiting for the disk (no fsync): a crash of the app loses nothing, one of
the machine may lose the last seconds. In private mode no draft is written; a normal close removes it.
"""

import base64
import contextlib
import json
import os
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QTimer

from translator_app import paths

SAVE_EVERY_MS = 2000
MAX_DRAFT_CHARS = 1_000_000


class Session(QObject):
    """The draft and the geometry."""

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        folder = folder or paths.data_dir()
        self._draft_path = folder / "draft.txt"
        self._window_path = folder / "window.json"
        self._draft: str | None = None
        self._timer = QTimer(self, singleShot=True, interval=SAVE_EVERY_MS)
        self._timer.timeout.connect(self.save_draft)

    def note_draft(self, text: str) -> None:
        """Remember what is being typed; written soon."""
        self._draft = text
        if not self._timer.isActive():
            self._timer.start()

    def save_draft(self) -> None:
        """Write the draft now; an empty one removes the file."""
        self._timer.stop()
        if self._draft is None:
            return
        if self._draft.strip() and len(self._draft) <= MAX_DRAFT_CHARS:
            _write(self._draft_path, self._draft.encode("utf-8", "surrogatepass"))
        else:
            self.forget_draft()

    def forget_draft(self) -> None:
        """Nothing is left to restore."""
        self._timer.stop()
        self._draft = None
        parts = self._draft_path.parent.glob(f"{self._draft_path.name}.*.part")  # of a process that was killed while it wrote
        for path in (self._draft_path, *parts):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)

    def draft(self) -> str:
        """What was being typed when the app went down; "" after a normal close."""
        try:
            return self._draft_path.read_bytes().decode("utf-8", "replace")
        except OSError:
            return ""

    def save_window(self, **states: QByteArray) -> None:
        """Keep geometry and splitter states under their names."""
        values = {name: base64.b64encode(state.data()).decode("ascii") for name, state in states.items()}
        _write(self._window_path, json.dumps(values).encode("ascii"))

    def window(self) -> dict[str, QByteArray]:
        """What `save_window` kept; empty when there is nothing good."""
        try:
            values = json.loads(self._window_path.read_text(encoding="ascii"))
            return {str(name): QByteArray(base64.b64decode(value.encode(), validate=True)) for name, value in values.items()}
        except (OSError, ValueError, AttributeError):
            return {}


def _write(path: Path, data: bytes) -> None:
    """Replace a file; a full disk is no reason to disturb the user here."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:  # nobody else's to read at any moment
            file.write(data)
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
