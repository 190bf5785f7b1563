"""What was translated before: searchable, never lost by a crash, and only as much of it as the user wants.

One SQLite file in WAL mode. Every change is a transaction that is on the disk when the call returns, so a kill at any moment
or a full disk costs the newest entry at most. A damaged file is moved aside and what can still be read goes into a new one.
A `History` belongs to the thread that made it.
"""

import contextlib
import csv
import hashlib
import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO, TypeVar

from translator_app import paths, sqlite_salvage
from translator_app.errors import HistoryError, reason_of

log = logging.getLogger(__name__)

FILE_NAME = "history.sqlite"
MAX_CHARS = 200_000  # a longer text is a document; it isn't kept
BUSY_S = 5.0
SCHEMA_VERSION = 1
# The trigram tokenizer finds Chinese words inside sentences (https://sqlite.org/fts5.html#the_trigram_tokenizer); shorter words go by LIKE.
GRAM = 3
SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT, source TEXT NOT NULL, target TEXT NOT NULL, pair TEXT NOT NULL, pack_id TEXT NOT NULL,
  created_s REAL NOT NULL, clipboard INTEGER NOT NULL, favourite INTEGER NOT NULL, source_key BLOB NOT NULL UNIQUE);
CREATE INDEX favourites ON entries (id) WHERE favourite;
CREATE VIRTUAL TABLE words USING fts5(source, target, content='entries', content_rowid='id', tokenize='trigram');
CREATE TRIGGER entry_added AFTER INSERT ON entries BEGIN
  INSERT INTO words (rowid, source, target) VALUES (new.id, new.source, new.target); END;
CREATE TRIGGER entry_removed AFTER DELETE ON entries BEGIN
  INSERT INTO words (words, rowid, source, target) VALUES ('delete', old.id, old.source, old.target); END;
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""
COLUMNS = "id, source, target, pair, pack_id, created_s, clipboard, favourite"
INSERT = f"INSERT OR IGNORE INTO entries ({COLUMNS}, source_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
COLUMN_COUNT = 9  # with source_key

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entry:
    """One translation."""

    id: int  # grows with time
    source: str
    target: str
    pair: str  # such as en-zh
    pack_id: str
    created_s: float  # seconds since 1970
    clipboard: bool  # came from the clipboard, not from typing
    favourite: bool


@dataclass(frozen=True, slots=True)
class Recovery:
    """A damaged database was put aside."""

    damaged: Path
    entries: int  # that could be read from it


def default_path() -> Path:
    """Where the history is kept."""
    return paths.data_dir() / FILE_NAME


class History:
    """The entries. All methods raise HistoryError when the file can't be read or written."""

    def __init__(self, path: Path | None = None, *, limit: int = 5000) -> None:
        """`limit`: entries to keep at most; favourites don't count."""
        self.path = path or default_path()
        self.limit = limit
        self.recovery: Recovery | None = None  # set when a damaged file was found, now or later
        self._db: sqlite3.Connection | None = None
        self._do(lambda db: None)

    def close(self) -> None:
        """Close the file."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def add(
        self, source: str, target: str, pair: str = "en-zh", pack_id: str = "", *, clipboard: bool = False, continues: int | None = None
    ) -> int:
        """Keep a translation; the id of its entry, or 0 when it is too long to be kept.

        The same source replaces its older entry. `continues`: id of an entry whose text was typed on to become this one.
        """
        source, target = _storable(source), _storable(target)
        if not source.strip() or len(source) + len(target) > MAX_CHARS:
            return 0
        key = _key(source, pair)

        def add(db: sqlite3.Connection) -> int:
            found = db.execute("SELECT id, favourite FROM entries WHERE source_key = ?", (key,)).fetchone()
            old, favourite = found or (None, False)
            db.execute("DELETE FROM entries WHERE id = ? OR (id = ? AND NOT favourite)", (old, continues))
            row = (None, source, target, pair, pack_id, time.time(), clipboard, favourite, key)
            new = db.execute(INSERT, row).lastrowid
            self._trim(db)
            return int(new or 0)

        return self._write(add)

    def search(self, query: str = "", *, favourites: bool = False, limit: int = 200, before_id: int | None = None) -> list[Entry]:
        """Entries with all words of the query, newest first. `before_id`: only older ones, for the next page."""
        words = query.split()
        grams = [word for word in words if len(word) >= GRAM]
        tests = ["(source LIKE ? ESCAPE '\\' OR target LIKE ? ESCAPE '\\')"] * (len(words) - len(grams))
        values: list[object] = [pattern for word in words if len(word) < GRAM for pattern in [_like(word)] * 2]
        if grams:
            tests.append("id IN (SELECT rowid FROM words WHERE words MATCH ?)")
            values.append(" ".join('"{}"'.format(_storable(word).replace('"', '""')) for word in grams))
        if favourites:
            tests.append("favourite")
        if before_id is not None:
            tests.append("id < ?")
            values.append(before_id)
        where = " AND ".join(tests) or "1"
        sql = f"SELECT {COLUMNS} FROM entries WHERE {where} ORDER BY id DESC LIMIT ?"
        return self._do(lambda db: [_entry(row) for row in db.execute(sql, (*values, limit))])

    def count(self) -> int:
        """How many entries there are."""
        return self._do(lambda db: int(db.execute("SELECT count(*) FROM entries").fetchone()[0]))

    def set_favourite(self, entry_id: int, favourite: bool) -> None:
        """Favourites are never dropped by the limit."""
        self._write(lambda db: db.execute("UPDATE entries SET favourite = ? WHERE id = ?", (favourite, entry_id)))

    def delete(self, ids: Iterable[int]) -> list[Entry]:
        """Delete entries, on the disk too; gives them, for `put_back`."""
        wanted_ids = list(ids)

        def delete(db: sqlite3.Connection) -> list[Entry]:
            gone = [row for i in wanted_ids for row in db.execute(f"SELECT {COLUMNS} FROM entries WHERE id = ?", (i,))]
            db.executemany("DELETE FROM entries WHERE id = ?", [(i,) for i in wanted_ids])
            return [_entry(row) for row in gone]

        return self._erase(delete)

    def clear(self, *, favourites: bool = False) -> list[Entry]:
        """Delete everything but favourites, or these too; gives it, for `put_back`."""
        where = "1" if favourites else "NOT favourite"

        def clear(db: sqlite3.Connection) -> list[Entry]:
            gone = [_entry(row) for row in db.execute(f"SELECT {COLUMNS} FROM entries WHERE {where}")]
            db.execute(f"DELETE FROM entries WHERE {where}")
            return gone

        return self._erase(clear)

    def put_back(self, entries: Sequence[Entry]) -> None:
        """Undo `delete` or `clear`; what was translated again meanwhile stays."""

        def put_back(db: sqlite3.Connection) -> None:
            rows = [(*astuple(entry), _key(entry.source, entry.pair)) for entry in entries]
            db.executemany(INSERT, rows)

        self._write(put_back)

    def set_limit(self, limit: int) -> None:
        """Keep so many entries at most, favourites aside."""
        self.limit = limit
        self._write(self._trim)

    def export(self, path: Path, form: str, entries: Iterable[Entry] | None = None) -> int:
        """Write entries (all by default, oldest first) as "csv", "tsv" or "anki"; how many. The file is whole or not there."""
        part = path.with_name(path.name + ".part")
        try:
            with part.open("w", encoding="utf-8-sig" if form == "csv" else "utf-8", newline="") as file:
                number = _write_rows(file, form, self._do(self._all) if entries is None else entries)
            paths.replace(part, path)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            raise HistoryError("{path} can't be written ({reason})", path=path, reason=reason_of(error)) from error
        return number

    # -- inside

    def _all(self, db: sqlite3.Connection) -> list[Entry]:
        return [_entry(row) for row in db.execute(f"SELECT {COLUMNS} FROM entries ORDER BY id")]

    def _trim(self, db: sqlite3.Connection) -> None:
        first_kept = "SELECT id FROM entries WHERE NOT favourite ORDER BY id DESC LIMIT 1 OFFSET ?"
        db.execute(f"DELETE FROM entries WHERE NOT favourite AND id <= ({first_kept})", (self.limit,))

    def _write(self, action: Callable[[sqlite3.Connection], T]) -> T:
        """One transaction."""

        def run(db: sqlite3.Connection) -> T:
            db.execute("BEGIN IMMEDIATE")
            try:
                result = action(db)
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
            return result

        return self._do(run)

    def _erase(self, action: Callable[[sqlite3.Connection], T]) -> T:
        """A transaction after which nothing of what was deleted is left in the file (secure_delete), its index or the WAL."""
        result = self._write(action)
        with contextlib.suppress(HistoryError):  # it is deleted; a reader in another process may delay the rest
            self._do(lambda db: db.execute("INSERT INTO words (words) VALUES ('optimize')"))
            self._do(lambda db: db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())
        return result

    def _do(self, action: Callable[[sqlite3.Connection], T]) -> T:
        """Run with an open database; a damaged one is replaced first."""
        try:
            try:
                return action(self._connected())
            except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter: garbage in SQLite's own message
                if not _is_damage(error):
                    raise
            self._recover()
            return action(self._connected())
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise HistoryError("the history in {path} can't be used ({reason})", path=self.path, reason=error) from error
        except OSError as error:
            raise HistoryError("the history in {path} can't be used ({reason})", path=self.path, reason=reason_of(error)) from error

    def _connected(self) -> sqlite3.Connection:
        if self._db is None:
            self._db = _open(self.path)
        return self._db

    def _recover(self) -> None:
        """Put the damaged file aside and read what can be read into a new one."""
        self.close()
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        aside = self.path.with_name(f"{self.path.stem}.damaged-{stamp}.sqlite")
        for suffix in ("-wal", ""):  # the log first: alone it does no harm
            with contextlib.suppress(FileNotFoundError):
                Path(f"{self.path}{suffix}").replace(f"{aside}{suffix}")
        Path(f"{self.path}-shm").unlink(missing_ok=True)
        rows = list(_sound(sqlite_salvage.rows(aside, COLUMN_COUNT)))
        db = self._connected()
        db.execute("BEGIN IMMEDIATE")
        db.executemany(INSERT, rows)
        self._trim(db)
        db.execute("COMMIT")
        self.recovery = Recovery(aside, len(rows))
        log.warning("history damaged, %s entries saved", len(rows))


def _open(path: Path) -> sqlite3.Connection:
    """The database, made when it is not there. Raises sqlite3.Error or OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    db = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    db.text_factory = lambda data: data.decode("utf-8", "replace")
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA secure_delete = ON")
        if (problem := db.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(f"damaged: {problem}")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise sqlite3.NotSupportedError("it was made by a newer version of the app; update the app")
        if version == 0:
            db.executescript(SCHEMA)
    except BaseException:
        db.close()
        raise
    return db


def _is_damage(error: Exception) -> bool:
    if isinstance(error, UnicodeDecodeError):
        return True
    code: int = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or str(error).startswith("damaged: ")


def _sound(rows: Iterable[tuple[object, ...]]) -> Iterator[tuple[object, ...]]:
    """Those of rows found in a damaged file that are entries, ready for INSERT, oldest first."""
    found = {}
    for rowid, _alias, source, target, pair, pack_id, created_s, clipboard, favourite, key in rows:
        texts = (source, target, pair, pack_id)
        if not all(isinstance(text, str) for text in texts) or not isinstance(created_s, int | float):
            continue
        if clipboard in (0, 1) and favourite in (0, 1) and key == _key(str(source), str(pair)):
            found[rowid] = (rowid, *texts, float(created_s), clipboard, favourite, key)
    yield from (found[rowid] for rowid in sorted(found, key=lambda number: int(str(number))))


def _entry(row: tuple[object, ...]) -> Entry:
    *values, clipboard, favourite = row
    return Entry(*values, bool(clipboard), bool(favourite))  # type: ignore[arg-type,call-arg]  # the schema says so


def _key(source: str, pair: str) -> bytes:
    """What makes two sources the same."""
    return hashlib.sha256(f"{pair}\n{' '.join(source.split())}".encode()).digest()[:16]


def _storable(text: str) -> str:
    """Without what SQLite can't keep: lone surrogates, and NUL, which ends a text in its functions."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")


def _like(word: str) -> str:
    escaped = _storable(word).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def _write_rows(file: TextIO, form: str, entries: Iterable[Entry]) -> int:
    writer = csv.writer(file, delimiter="," if form == "csv" else "\t", lineterminator="\n")
    if form == "anki":  # https://docs.ankiweb.net/importing/text-files.html#file-headers
        file.write("#separator:tab\n#html:false\n#tags column:3\n")
    else:
        writer.writerow(("time", "source", "translation", "languages", "pack", "favourite"))
    number = 0
    for entry in entries:
        number += 1
        if form == "anki":
            writer.writerow((entry.source, entry.target, f"translation {entry.pair}"))
            continue
        when = datetime.fromtimestamp(entry.created_s, UTC).astimezone().isoformat(timespec="seconds")
        writer.writerow((when, entry.source, entry.target, entry.pair, entry.pack_id, int(entry.favourite)))
    return number
