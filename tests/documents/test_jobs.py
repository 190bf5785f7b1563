import io
import json
import random
from pathlib import Path

import pytest

from tests.documents.fakes import FakeTranslator
from translator_app.commands import columns
from translator_app.commands.files import run_files
from translator_app.documents import DocumentOptions
from translator_app.documents.jobs import Job, JobProgress, JobReport, Task, plan
from translator_app.documents.journal import Journal
from translator_app.errors import Cancelled, OutputExists, UnreadableDocument, UnsupportedFormat

TEXT = "".join(f"Sentence number {n} of the file, long enough to fill batches.\n" for n in range(120))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    for name in ("a.txt", "b.txt", "deep/a.txt", "a.zh.txt", ".hidden.txt", "picture.png"):
        (folder / name).write_text(name + "\n" + TEXT)
    return folder


def finish(job: Job) -> tuple[list[JobProgress], JobReport]:
    steps = []
    run = job.run()
    while True:
        try:
            steps.append(next(run))
        except StopIteration as end:
            return steps, end.value


def test_plan_takes_known_files_and_keeps_the_tree(tree: Path) -> None:
    out = tree.parent / "out"
    assert [(t.source.relative_to(tree).as_posix(), t.target.relative_to(out).as_posix()) for t in plan([tree], folder=out)] == [
        ("a.txt", "a.zh.txt"),
        ("b.txt", "b.zh.txt"),
        ("deep/a.txt", "deep/a.zh.txt"),
    ]
    assert [t.target.relative_to(tree).as_posix() for t in plan([tree / "a.txt", tree])] == ["a.zh.txt", "b.zh.txt", "deep/a.zh.txt"]


def test_another_pair_names_files_after_its_languages(tree: Path) -> None:
    german = DocumentOptions(languages=("en", "de"))
    assert [t.target.name for t in plan([tree], german)] == ["a.de.txt", "a.zh.de.txt", "b.de.txt", "a.de.txt"]
    assert german.language == "de"
    back = DocumentOptions(languages=("zh", "en"))
    assert [t.target.name for t in plan([tree / "a.zh.txt", tree / "b.txt"], back)] == ["a.en.txt", "b.en.txt"]


def test_two_files_of_one_name_get_two_outputs(tree: Path) -> None:
    tasks = plan([tree / "a.txt", tree / "deep" / "a.txt"], folder=tree.parent / "out")
    assert [task.target.name for task in tasks] == ["a.zh.txt", "a.zh (2).txt"]


def test_progress_covers_the_job(tree: Path) -> None:
    job = Job(plan([tree], folder=tree.parent / "out"), FakeTranslator(str.upper))
    steps, report = finish(job)
    assert [s.state for s in steps if s.state not in ("counting", "translating")] == ["finished"] * 3
    done = [s.total.words_done for s in steps]
    assert done == sorted(done)
    last = steps[-1].total
    assert last.done == last.total == 363
    assert last.words_done == last.words_total == sum(r.words for r in report.reports)
    assert (tree.parent / "out/deep/a.zh.txt").read_text().startswith("DEEP/A.TXT\n")


def test_errors_are_kept_by_file_and_the_rest_goes_on(tree: Path) -> None:
    out = tree.parent / "out"
    out.mkdir()
    (out / "b.zh.txt").write_text("mine")
    (tree / "bad.txt").write_bytes(b"PK\x03\x04")
    _, report = finish(Job(plan([tree, tree / "no.txt", tree / "picture.png"], folder=out), FakeTranslator()))
    errors = {failure.source.name: type(failure.error) for failure in report.failures}
    assert errors == {"b.txt": OutputExists, "bad.txt": UnreadableDocument, "no.txt": UnreadableDocument, "picture.png": UnsupportedFormat}
    assert len(report.reports) == 2
    assert (out / "b.zh.txt").read_text() == "mine"


def test_resume_skips_finished_files(tree: Path, tmp_path: Path) -> None:
    tasks = plan([tree], folder=tmp_path / "out")
    journal = tmp_path / "journal.json"
    calls = 0

    def stop_in_second_file() -> bool:
        nonlocal calls
        calls += 1
        return calls > 9

    first = Job(tasks, FakeTranslator(str.upper), engine="p1", journal=Journal(journal))
    with pytest.raises(Cancelled):
        for _ in first.run(stop_in_second_file):
            pass
    finished = len(first.report.reports)
    assert 0 < finished < 3
    assert not list(tmp_path.rglob("*.part"))
    _, report = finish(Job(tasks, FakeTranslator(str.upper), engine="p1", journal=Journal(journal)))
    assert (len(report.skipped), len(report.reports), report.failures) == (finished, 3 - finished, ())


@pytest.mark.parametrize("change", ["source", "output", "engine", "options"])
def test_resume_redoes_what_changed(tree: Path, tmp_path: Path, change: str) -> None:
    task = Task(tree / "a.txt", tmp_path / "out.txt")
    journal = tmp_path / "journal.json"
    finish(Job([task], FakeTranslator(), engine="p1", journal=Journal(journal)))
    if change == "source":
        task.source.write_text("new")
    if change == "output":
        task.target.write_text("edited by hand")
    options = DocumentOptions(mode="bilingual") if change == "options" else DocumentOptions()
    job = Job([task], FakeTranslator(), options, engine="p2" if change == "engine" else "p1", journal=Journal(journal), overwrite=True)
    assert len(finish(job)[1].reports) == 1


def test_damaged_journal_counts_as_empty(tmp_path: Path) -> None:
    path = tmp_path / "journal.json"
    for text in ("{", "[1]", '{"a": "b"}'):
        path.write_text(text)
        assert not Journal(path).is_finished("k", path)


@pytest.mark.parametrize("seed", range(15))
def test_cancel_anywhere_in_a_job(tree: Path, tmp_path: Path, seed: int) -> None:
    calls = 0
    last = random.Random(seed).randrange(30)

    def should_stop() -> bool:
        nonlocal calls
        calls += 1
        return calls > last

    job = Job(plan([tree], folder=tmp_path / "out"), FakeTranslator(str.upper))
    try:
        for _ in job.run(should_stop):
            pass
    except Cancelled:
        pass
    outputs = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert sorted(outputs) == sorted(report.target for report in job.report.reports)
    assert all(path.read_text().endswith(TEXT.upper()) for path in outputs)


def test_command_translates_and_goes_on(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRANSLATOR_APP_HOME", str(tmp_path / "home"))
    log = io.StringIO()
    out = tmp_path / "out"
    assert run_files([tree], FakeTranslator(str.upper), DocumentOptions(), output=out, stream=log) == 0
    assert "[3/3] finished" in log.getvalue()
    (tree / "bad.txt").write_bytes(b"PK\x03\x04")
    log = io.StringIO()
    told = tmp_path / "report.json"
    assert run_files([tree], FakeTranslator(str.upper), DocumentOptions(), output=out, stream=log, report=told) == 1
    assert [len(part) for part in json.loads(told.read_text()).values()] == [0, 3, 1]
    assert log.getvalue().count("finished earlier") == 3
    assert "bad.txt is not a text file" in log.getvalue()


def test_the_line_on_a_terminal_covers_what_stood_there(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TRANSLATOR_APP_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("translator_app.commands.files._REDRAW_S", -1.0)
    (tree / f"{'长' * 30}.txt").write_text(TEXT, encoding="utf-8")
    log = Terminal()
    assert run_files([tree], FakeTranslator(str.upper), DocumentOptions(), output=tmp_path / "out", stream=log) == 0
    line, _, summary = log.getvalue().rpartition("\r")
    assert "\033" not in line  # a console of Windows would show it
    shown = ""
    for drawn in line.split("\r")[1:]:
        assert columns(drawn) >= columns(shown.rstrip())
        shown = drawn
    assert not shown.strip()
    assert "words in" in summary
