"""Writes the history and asks it, in a thread of its own: a slow disk is never felt while typing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from translator_app.gui.store import SettingsStore
from translator_app.gui.worker import Worker
from translator_app.settings import Settings

if TYPE_CHECKING:
    from translator_app.history import Entry, History, Recovery

T = TypeVar("T")


class HistoryKeeper(QObject):
    """The one owner of the history file; nothing is opened, let alone written, before there is something to keep or to show."""

    changed = Signal()  # entries came or went
    told = Signal(str)  # words for the user: it could not be written, or it was damaged

    def __init__(self, store: SettingsStore, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._path = path
        self._worker = Worker(self)
        self._last = (0, "")  # id and source of what was typed last
        self._last_told = ""
        self._history: History | None = None  # touched by the worker's thread only
        store.changed.connect(self._on_settings_changed)

    def keep(self, source: str, target: str, pair: str, pack_id: str, *, clipboard: bool = False) -> None:
        """Keep a translation, if the user wants that."""
        if not self._store.value.keeps_history(clipboard=clipboard):
            return
        continues: int | None = None
        if not clipboard:
            number, older = self._last
            continues = number if number and len(older) < len(source) and source.startswith(older.rstrip()) else None

        def on_added(number: int) -> None:
            if number and not clipboard:
                self._last = (number, source)
            self.changed.emit()

        self._run(lambda history: history.add(source, target, pair, pack_id, clipboard=clipboard, continues=continues), on_added)

    def search(self, query: str, done: Callable[[list[Entry]], object], *, favourites: bool, before_id: int | None, limit: int) -> int:
        """Ask for a page of entries; the number is that of the answer to wait for."""
        return self._run(
            lambda history: history.search(query, favourites=favourites, limit=limit, before_id=before_id),
            done,
        )

    def set_favourite(self, entry_id: int, favourite: bool) -> None:
        """Mark or unmark."""
        self._run(lambda history: history.set_favourite(entry_id, favourite), lambda _none: self.changed.emit())

    def delete(self, ids: Sequence[int], done: Callable[[list[Entry]], object]) -> None:
        """Delete; `done` gets what `put_back` needs."""
        self._last = (0, "")
        self._run(lambda history: history.delete(ids), lambda gone: self._on_gone(gone, done))

    def clear(self, done: Callable[[list[Entry]], object], *, favourites: bool) -> None:
        """Delete everything but favourites, or these too."""
        self._last = (0, "")
        self._run(lambda history: history.clear(favourites=favourites), lambda gone: self._on_gone(gone, done))

    def put_back(self, entries: Sequence[Entry]) -> None:
        """Undo."""
        self._run(lambda history: history.put_back(entries), lambda _none: self.changed.emit())

    def export(self, path: Path, form: str, done: Callable[[int], object]) -> None:
        """Write all entries to a file; `done` gets how many."""
        self._run(lambda history: history.export(path, form), done)

    def shut_down(self) -> None:
        """Write what waits, then close the file."""
        self._worker.submit(lambda _task: self._history.close() if self._history else None)
        self._worker.finish()

    def _run(self, action: Callable[[History], T], done: Callable[[T], object]) -> int:
        limit = self._store.value.history_limit

        def work(_task: object) -> tuple[T, Recovery | None]:
            from translator_app.history import History  # sqlite3 is not needed before the first pause

            if self._history is None:
                self._history = History(self._path, limit=limit)
            result = action(self._history)
            recovery, self._history.recovery = self._history.recovery, None
            return result, recovery

        def on_done(answer: tuple[T, Recovery | None]) -> None:
            result, recovery = answer
            if recovery is not None:
                words = self.tr("The history was damaged. {entries} entries could be saved; the damaged file is {file}")
                self._tell(words.format(entries=recovery.entries, file=recovery.damaged))
            done(result)

        return self._worker.submit(work, on_done, failed=self._tell)

    def _on_gone(self, gone: list[Entry], done: Callable[[list[Entry]], object]) -> None:
        self.changed.emit()
        done(gone)

    def _tell(self, message: str) -> None:
        if message != self._last_told:  # a full disk is told once, not at every pause
            self._last_told = message
            self.told.emit(message)

    def _on_settings_changed(self, settings: Settings, names: frozenset[str]) -> None:
        if "history_limit" in names:
            limit = settings.history_limit
            self._worker.submit(
                lambda _task: self._history.set_limit(limit) if self._history else None,
                lambda _none: self.changed.emit(),
                failed=self._tell,
            )
        if "private_mode" in names:
            self._last = (0, "")
