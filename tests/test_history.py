import csv
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import stress_history
from translator_app import history as module
from translator_app.errors import HistoryError
from translator_app.history import History


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    opened = History(tmp_path / "history.sqlite")
    yield opened
    opened.close()


def sources(history: History, query: str = "", *, favourites: bool = False) -> list[str]:
    return [entry.source for entry in history.search(query, favourites=favourites)]


def test_newest_first_and_the_same_source_once(history: History) -> None:
    first = history.add("Hello.", "你好。", pack_id="p")
    history.add("Good night.", "晚安。")
    history.set_favourite(first, True)
    history.add("Hello. ", "您好。")
    assert sources(history) == ["Hello. ", "Good night."]
    newest = history.search()[0]
    assert newest.target == "您好。"
    assert newest.favourite  # stays what it was
    assert newest.id > first
    history.add("Hello.", "Bonjour.", "en-fr")
    assert history.count() == 3


def test_text_that_was_typed_on_is_one_entry(history: History) -> None:
    first = history.add("The library", "图书馆")
    second = history.add("The library is open.", "图书馆开着。", continues=first)
    assert sources(history) == ["The library is open."]
    history.set_favourite(second, True)
    history.add("The library is open. Come in.", "图书馆开着。进来吧。", continues=second)
    assert history.count() == 2


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("图书馆", ["The library is open."]),
        ("馆", ["The library is open."]),
        ("开放", ["The library is open."]),
        ("LIBRARY", ["The library is open."]),
        ("open 图书", ["The library is open."]),
        ("100%", ["It is 100% safe_here."]),
        ("0%", ["It is 100% safe_here."]),
        ("e_", ["It is 100% safe_here."]),
        ('"', []),
        ('"quoted" OR', []),
        ("nothing like it", []),
        ("   ", ["It is 100% safe_here.", "The library is open."]),
    ],
)
def test_search(history: History, query: str, found: list[str]) -> None:
    history.add("The library is open.", "这座图书馆开放着。")
    history.add("It is 100% safe_here.", "这里百分之百安全。")
    assert sources(history, query) == found


def test_pages(history: History) -> None:
    for number in range(5):
        history.add(f"Number {number}", "数")
    page = history.search(limit=2)
    rest = history.search(before_id=page[-1].id)
    assert [entry.source for entry in page + rest] == [f"Number {number}" for number in (4, 3, 2, 1, 0)]


def test_favourites_are_found_and_survive_the_limit(tmp_path: Path) -> None:
    history = History(tmp_path / "h.sqlite", limit=3)
    kept = history.add("keep me", "留下")
    history.set_favourite(kept, True)
    for number in range(6):
        history.add(f"Number {number}", "数")
    assert sources(history) == ["Number 5", "Number 4", "Number 3", "keep me"]
    assert sources(history, favourites=True) == ["keep me"]
    history.set_limit(1)
    assert sources(history) == ["Number 5", "keep me"]
    assert sources(history, "Number 4") == []  # nothing stays behind in the index
    history.close()


def test_delete_and_undo(history: History) -> None:
    ids = [history.add(f"Number {number}", "数字") for number in range(3)]
    history.set_favourite(ids[2], True)
    before = history.search()
    gone = history.delete(ids[:1])
    assert [entry.source for entry in gone] == ["Number 0"]
    assert sources(history, "数字") == ["Number 2", "Number 1"]
    history.put_back(gone)
    assert history.search() == before
    gone = history.clear()
    assert sources(history) == ["Number 2"]
    history.put_back(gone)
    assert history.search("数字") == before
    history.add("Number 1", "一")
    history.put_back(gone)  # it was translated again meanwhile
    assert history.count() == 3
    assert len(history.clear(favourites=True)) == 3
    assert history.count() == 0


def test_what_is_deleted_is_gone_from_the_disk(history: History) -> None:
    history.add("A-very-secret-word", "机密")
    assert any(b"secret-word" in path.read_bytes() for path in history.path.parent.iterdir())
    history.clear()
    assert not any(b"secret-word" in path.read_bytes() for path in history.path.parent.iterdir())


def test_odd_text(history: History) -> None:
    history.add("lone \ud800 surrogate \0 NUL", "\udfff译")
    entry = history.search("surrogate")[0]
    assert entry.source == "lone ? surrogate \ufffd NUL"
    assert history.add("  \n", "") == 0
    assert history.add("x" * module.MAX_CHARS, "y") == 0
    assert history.count() == 1


def test_export(history: History, tmp_path: Path) -> None:
    history.add('He said "no",\nand left.', "他说“不”。")
    history.add("Tab\there", "制表")
    assert history.export(tmp_path / "a.csv", "csv") == 2
    assert (tmp_path / "a.csv").read_bytes().startswith(b"\xef\xbb\xbf")  # Excel needs it
    with (tmp_path / "a.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["source"] for row in rows] == ['He said "no",\nand left.', "Tab\there"]
    assert rows[0]["languages"] == "en-zh"
    history.export(tmp_path / "a.tsv", "tsv")
    with (tmp_path / "a.tsv").open(encoding="utf-8", newline="") as file:
        assert [row["translation"] for row in csv.DictReader(file, delimiter="\t")] == ["他说“不”。", "制表"]
    history.export(tmp_path / "anki.txt", "anki", history.search("Tab"))
    assert (tmp_path / "anki.txt").read_text(encoding="utf-8") == (
        '#separator:tab\n#html:false\n#tags column:3\n"Tab\there"\t制表\ttranslation en-zh\n'
    )
    with pytest.raises(HistoryError, match="can't be written"):
        history.export(tmp_path / "no such folder" / "a.csv", "csv")


def test_a_kill_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    start, chance = 0, random.Random(7)
    for _ in range(4):  # packaging/faults.py history for more
        start = stress_history.run_round(tmp_path / "history.sqlite", start, chance)


def test_a_full_disk_costs_the_newest_entry_only(history: History) -> None:
    history.add("The first one", "一")
    assert history._db is not None
    pages = history._db.execute("PRAGMA page_count").fetchone()[0]
    history._db.execute(f"PRAGMA max_page_count = {pages + 1}")
    with pytest.raises(HistoryError, match="full"):
        history.add("A long one " + "x" * 50_000, "二")
    assert sources(history) == ["The first one"]
    assert sources(history, "first") == ["The first one"]
    history._db.execute("PRAGMA max_page_count = 100000")
    history.add("A later one", "三")
    assert sources(history) == ["A later one", "The first one"]


LIMITED = """
import resource, signal, sys
from pathlib import Path
from translator_app.errors import HistoryError
from translator_app.history import History
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
history = History(Path(sys.argv[1]))
number = 0
try:
    while number < 1000:
        history.add(f"Number {number} " + "x" * 2000, "y")
        number += 1
except HistoryError:
    print(number)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no file size limit there")
def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    done = subprocess.run([sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, check=True)
    kept = int(done.stdout)
    assert kept > 3
    history = History(path)
    assert history.recovery is None
    assert history.count() == kept
    history.add("There is room again", "z")
    history.close()


def fill(path: Path, number: int = 200) -> None:
    history = History(path)
    for i in range(number):
        history.add(f"Number {i} {'word ' * 40}", f"第{i}句")
    history.close()  # everything is in the one file now


def zero_header(data: bytearray) -> None:
    data[:100] = bytes(100)


def garbage_in_the_middle(data: bytearray) -> None:
    middle = len(data) // 2 // 4096 * 4096
    data[middle : middle + 3 * 4096] = random.Random(3).randbytes(3 * 4096)


def cut_short(data: bytearray) -> None:
    del data[len(data) * 2 // 3 :]


def no_database(data: bytearray) -> None:
    data[:] = b"this is not a database" * 100


@pytest.mark.parametrize(
    ("harm", "at_least"),
    [(zero_header, 200), (garbage_in_the_middle, 150), (cut_short, 100), (no_database, 0)],
    ids=lambda v: getattr(v, "__name__", ""),
)
def test_a_damaged_file_is_put_aside_and_what_is_readable_is_saved(
    tmp_path: Path, harm: Callable[[bytearray], None], at_least: int
) -> None:
    path = tmp_path / "history.sqlite"
    fill(path)
    data = bytearray(path.read_bytes())
    harm(data)
    path.write_bytes(data)
    history = History(path)
    assert history.recovery is not None
    assert history.recovery.damaged.exists()
    assert at_least <= history.recovery.entries == history.count() <= 200
    assert all(entry.source == f"Number {entry.source.split()[1]} {'word ' * 40}" for entry in history.search())
    assert len(history.search("Number", limit=1000)) == history.count()
    history.add("It goes on", "继续")
    assert sources(history, "goes on") == ["It goes on"]
    history.close()


def test_long_texts_and_what_is_only_in_the_log_are_saved_too(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    fill(path, 5)
    history = History(path)
    long = history.add("long " * 9000, "长" * 9000)
    history.set_favourite(long, True)
    history.delete([history.add("Never again", "不")])
    history.add("The last one", "最后")
    for suffix in ("", "-wal"):  # as a crash leaves them
        shutil.copyfile(f"{path}{suffix}", f"{tmp_path / 'crashed'}{suffix}")
    history.close()
    crashed = tmp_path / "crashed"
    data = bytearray(crashed.read_bytes())
    zero_header(data)
    crashed.write_bytes(data)
    saved = History(crashed)
    assert saved.recovery is not None
    entries = {entry.source: entry for entry in saved.search(limit=100)}
    assert len(entries) == 7
    assert "The last one" in entries
    assert entries["long " * 9000].target == "长" * 9000
    assert entries["long " * 9000].favourite
    saved.close()


@pytest.mark.parametrize("seed", range(8))
def test_random_damage_never_invents_anything(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "history.sqlite"
    fill(path, 60)
    data, chance = bytearray(path.read_bytes()), random.Random(seed)
    for _ in range(chance.choice((3, 30, 300))):
        data[chance.randrange(len(data))] = chance.randrange(256)
    path.write_bytes(data)
    history = History(path)
    good = {" ".join(f"Number {i} {'word ' * 40}".split()) for i in range(60)}
    found = {" ".join(entry.source.split()) for entry in history.search(limit=1000)}  # white space is not part of the key
    assert found <= good or history.recovery is None
    history.add("It goes on", "继续")
    history.close()


def test_damage_that_shows_later(history: History) -> None:
    history.add("Number one", "一")
    assert history._db is not None
    history._db.execute("DROP TABLE words_data")  # the index is broken now, the entries are not
    assert sources(history, "Number") == ["Number one"]
    assert history.recovery is not None


def test_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    fill(path, 1)
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(HistoryError, match="newer version"):
        History(path)
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="modes mean little there")
def test_nobody_else_may_read_it(history: History) -> None:
    history.add("Private", "私")
    assert {path.stat().st_mode & 0o777 for path in history.path.parent.iterdir()} == {0o600}


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(HistoryError, match="can't be used"):
        History(tmp_path / "file" / "history.sqlite")
