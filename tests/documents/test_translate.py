import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.documents.fakes import FakeTranslator, Runner
from translator_app.documents import DocumentOptions, FileReport, open_document, output_path, translate_file
from translator_app.engine.translator import TranslateOptions
from translator_app.errors import Cancelled, DocumentError, OutputExists, UnreadableDocument, UnsupportedFormat

TEXT = "".join(f"Sentence number {n} of the file, long enough to fill batches.\n" for n in range(300))


def finish(source: Path, target: Path, translator: FakeTranslator, **options: bool) -> FileReport:
    run = translate_file(source, target, translator, **options)  # type: ignore[arg-type]
    while True:
        try:
            next(run)
        except StopIteration as end:
            report: FileReport = end.value
            return report


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "a.txt"
    path.write_text(TEXT)
    return path


def test_repeated_blocks_are_translated_once(run: Runner) -> None:
    run("a.txt", "same\n" * 50 + "other\n", str.upper)
    assert run.translator.texts == ["same", "other"]
    assert run.report is not None
    assert run.report.blocks == 51


def test_progress_grows_to_its_total(run: Runner) -> None:
    run("a.txt", TEXT, str.upper)
    counted = [step for step in run.steps if step.total]
    assert [step.done for step in counted] == sorted(step.done for step in counted)
    assert run.translator.batches > 3
    assert len(counted) == run.translator.batches + 1
    assert counted[-1].done == counted[-1].total == 300
    assert counted[-1].words_done == counted[-1].words_total


def test_warnings_have_places_and_texts(tmp_path: Path) -> None:
    source = tmp_path / "a.txt"
    source.write_text("fine\n\nit costs 7 dollars\n")
    report = finish(source, tmp_path / "b.txt", FakeTranslator(str.upper, warn_about="7"))
    assert [(w.place, w.source, w.target, w.code) for w in report.warnings] == [
        ("line 3", "it costs 7 dollars", "IT COSTS 7 DOLLARS", "number")
    ]
    assert (report.blocks, report.segments, report.words) == (2, 2, 5)


def test_existing_output_is_never_overwritten_unasked(tmp_path: Path, source: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("mine")
    with pytest.raises(OutputExists, match="exists already"):
        finish(source, target, FakeTranslator())
    assert target.read_text() == "mine"
    finish(source, target, FakeTranslator(str.upper), overwrite=True)
    assert target.read_text() == TEXT.upper()


def test_source_is_never_the_target(source: Path) -> None:
    with pytest.raises(OutputExists, match="source itself"):
        finish(source, source, FakeTranslator(), overwrite=True)


@pytest.mark.parametrize("seed", range(25))
def test_cancel_anywhere_leaves_old_file_and_no_part(tmp_path: Path, source: Path, seed: int) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old")
    calls = 0
    last = random.Random(seed).randrange(11)

    def should_stop() -> bool:
        nonlocal calls
        calls += 1
        return calls > last

    with pytest.raises(Cancelled):
        for _ in translate_file(source, target, FakeTranslator(), should_stop=should_stop, overwrite=True):
            pass
    assert target.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "out.txt"]


@pytest.mark.parametrize("steps", range(0, 7))
def test_closing_the_generator_leaves_no_part(tmp_path: Path, source: Path, steps: int) -> None:
    run = translate_file(source, tmp_path / "out.txt", FakeTranslator())
    for _ in range(steps):
        next(run)
    run.close()
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_failure_leaves_no_part(tmp_path: Path, source: Path) -> None:
    def fail(text: str) -> str:
        if "200" in text:
            raise RuntimeError("engine broke")
        return text

    with pytest.raises(RuntimeError, match="engine broke"):
        finish(source, tmp_path / "out.txt", FakeTranslator(fail))
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_typed_text_comes_first(tmp_path: Path, source: Path) -> None:
    """A batch that gives way is done again, and nothing is lost."""
    wants = iter([True, False, False, True, True] + [False] * 1000)
    translator = FakeTranslator(str.upper)
    steps = list(translate_file(source, tmp_path / "out.txt", translator, should_yield=lambda: next(wants)))
    assert (tmp_path / "out.txt").read_text() == TEXT.upper()
    assert len([step for step in steps if step.total]) == translator.batches + 1 + 3


def test_output_folder_that_cannot_be_made(tmp_path: Path, source: Path) -> None:
    with pytest.raises(DocumentError, match="can't be written"):
        finish(source, source / "below" / "out.txt", FakeTranslator())


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("report.txt", "report.zh.txt"),
        ("movie.en.SRT", "movie.zh.SRT"),
        (".en.srt", ".en.zh.srt"),
        ("a.b.docx", "a.b.zh.docx"),
        ("x.pdf", "x.zh.docx"),
    ],
)
def test_output_names(name: str, expected: str) -> None:
    assert output_path(Path("in") / name, DocumentOptions()) == Path("in") / expected
    assert output_path(Path("in") / name, DocumentOptions(), Path("out")) == Path("out") / expected


def test_output_name_tells_the_script() -> None:
    assert output_path(Path("a.txt"), DocumentOptions(translation=TranslateOptions(script="hant-tw"))).name == "a.zh-TW.txt"


@pytest.mark.parametrize(
    ("name", "error", "reason"),
    [
        ("a.xyz", UnsupportedFormat, "can't be translated"),
        ("a.doc", UnsupportedFormat, "save it as .docx"),
        ("none.txt", UnreadableDocument, "does not exist"),
    ],
)
def test_what_cannot_be_opened_says_why(tmp_path: Path, name: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        open_document(tmp_path / name)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"PK\x03\x04rest", "ZIP"),
        (b"%PDF-1.4", "PDF"),
        (b"\x00\x01\x02binary", "zero bytes"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Office"),
    ],
)
def test_renamed_files_are_refused(run: Runner, data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableDocument, match=reason):
        run("a.txt", data)


def test_fakes_fit_the_protocol() -> None:
    function: Callable[[str], str] = str.upper
    assert FakeTranslator(function).translate_many(["a"])[0].target == "A"
