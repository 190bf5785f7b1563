"""Which files are finished, so that a job that was cancelled or killed goes on where it was."""

import contextlib
import hashlib
import json
import os
from dataclasses import asdict
from pathlib import Path

from translator_app import paths
from translator_app.documents.model import DocumentOptions

_MAX_ENTRIES = 10_000
_CHUNK_BYTES = 1024 * 1024


def default_path() -> Path:
    """Where the journal is kept; it can be deleted at any time."""
    return paths.data_dir() / "documents-journal.json"


def file_hash(path: Path) -> str:
    """SHA-256 of a file's content in hex."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


class Journal:
    """Hashes of finished outputs by what they were made from.

    An output's hash is noted before it takes its place: killed between the two, the next run sees that no such output
    is there and does the file again; killed after, the output is found finished.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Read the journal; a missing or damaged one counts as empty."""
        self._path = path or default_path()
        try:
            entries = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            entries = {}
        self._entries: dict[str, str] = {str(k): str(v) for k, v in entries.items()} if isinstance(entries, dict) else {}

    def is_finished(self, key: str, target: Path) -> bool:
        """True when `target` is there, unchanged since it was made under `key`."""
        noted = self._entries.get(key)
        return noted is not None and target.is_file() and file_hash(target) == noted

    def note(self, key: str, written: Path) -> None:
        """Remember the content of `written` as the output of `key`. A journal that can't be written is no reason to stop."""
        self._entries.pop(key, None)
        self._entries[key] = file_hash(written)
        while len(self._entries) > _MAX_ENTRIES:
            del self._entries[next(iter(self._entries))]
        part = self._path.with_name(f"{self._path.name}.{os.getpid()}.part")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps(self._entries, indent=0), encoding="utf-8")
            part.replace(self._path)
        except OSError:
            with contextlib.suppress(OSError):  # where nothing can be written, nothing can be removed either
                part.unlink(missing_ok=True)


def job_key(source: Path, target: Path, options: DocumentOptions, engine: str) -> str:
    """Names one piece of work: content of the source, place of the output, options, and `engine` (pack and terms)."""
    parts = [file_hash(source), str(target.absolute()), json.dumps(asdict(options), sort_keys=True), engine]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()
