import re
from pathlib import Path

import pytest

from tests.documents.fakes import FakeTranslator, Runner
from tests.documents.office import parts, text_of
from tests.documents.pdfs import lines, pdf
from translator_app.documents import DocumentOptions, Size, output_path, pdftext, translate_file
from translator_app.documents.reflow import Pdf
from translator_app.errors import Cancelled, UnreadableDocument

LONG = (
    "This is the first line of a paragraph that is long enough to be wrapped at its right edge",
    "by the program that made the file, and the words of this paragraph go on until the infor-",
    "mation in it is complete, which takes some lines.",
)


def page(number: int) -> list[tuple[float, float, str, float, str]]:
    return [
        (72, 800, "body", 9, "Handbook of the system"),
        *lines(f"Chapter {'one two three four'.split()[number - 1]}", y=760, font="bold", size=20),
        *lines(*LONG, y=720),
        *lines("Another paragraph follows after a gap.", y=660),
        (290, 40, "body", 9, str(number)),
    ]


PAGES = pdf(*(page(number) for number in (1, 2, 3, 4)))


def read(tmp_path: Path, data: bytes) -> Pdf:
    (tmp_path / "x.pdf").write_bytes(data)
    made = Pdf()
    for page_lines in pdftext.pages(tmp_path / "x.pdf"):
        made.add(page_lines)
    made.settle("x.pdf")
    return made


def found(tmp_path: Path, data: bytes) -> list[tuple[int, str]]:
    return [(paragraph.level, paragraph.text) for paragraph in read(tmp_path, data).paragraphs()]


def test_paragraphs_headings_and_what_repeats(tmp_path: Path) -> None:
    whole = " ".join(LONG).replace("infor- mation", "information")
    assert found(tmp_path, PAGES)[:4] == [(1, "Chapter one"), (0, whole), (0, "Another paragraph follows after a gap."), (1, "Chapter two")]
    whole_file = read(tmp_path, PAGES)
    assert (len(list(whole_file.paragraphs())), whole_file.repeated, whole_file.pages, whole_file.empty_pages) == (12, 8, 4, [])


def test_paragraph_over_two_pages(tmp_path: Path) -> None:
    assert found(tmp_path, pdf(lines(*LONG[:1]), lines("by the program."))) == [(0, f"{LONG[0]} by the program.")]
    assert len(found(tmp_path, pdf(lines("A whole sentence."), lines("Another one.")))) == 2


def test_lists_code_and_rows(tmp_path: Path) -> None:
    body = [
        *lines("\u2022 The first point of the list", "\u2022 The second point", "1.2 A numbered line", y=740),
        *lines("for x in y:", "  print(x)", y=640, font="mono"),
        *lines("Name", y=600),
        *lines("Price in euros", y=600, x=300),
        *lines("Contents . . . . . . . . 12", y=500),
    ]
    assert [text for _, text in found(tmp_path, pdf(body))] == [
        "\u2022 The first point of the list",
        "\u2022 The second point",
        "1.2 A numbered line",
        "for x in y:\n  print(x)",
        "Name\tPrice in euros",
        "Contents\t12",
    ]


def test_a_hyphen_that_the_file_has_elsewhere_stays(tmp_path: Path) -> None:
    body = lines("The base-passwd package is about users and groups of systems, and the base-", "passwd tool is in it, too.")
    assert "the base-passwd tool" in found(tmp_path, pdf(body))[0][1]


def word(run: Runner, data: bytes, mode: str = "replace") -> str:
    source = run.folder / "a.pdf"
    source.write_bytes(data)
    options = DocumentOptions(mode=mode)
    target = output_path(source, options)
    assert target.name == "a.zh.docx"
    steps = translate_file(source, target, FakeTranslator(lambda text: text.upper()), options, overwrite=True)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            run.report = end.value
            return parts(target.read_bytes())["word/document.xml"].decode()


def test_word_document_with_pages_and_notes(run: Runner) -> None:
    text = word(run, PAGES)
    assert text.count("<w:pageBreakBefore/>") == 3
    assert text.count('<w:pStyle w:val="Heading1"/>') == 4
    assert "CHAPTER ONE" in text_of(text)
    assert "Handbook" not in text_of(text)
    assert run.report
    assert run.report.notes == (
        "made of the PDF's text alone: layout and pictures are not kept",
        "headers, footers and page numbers left out (8 lines)",
    )


def test_two_columns(run: Runner) -> None:
    rows = re.findall("<w:tr>.*?</w:tr>", word(run, PAGES, "columns"))
    assert text_of(rows[0]) == "Chapter oneCHAPTER ONE"


def test_markdown(run: Runner) -> None:
    options = DocumentOptions(pdf_output="md")
    data = pdf(lines("A *star* and more"), [])
    assert run.text("a.pdf", data, lambda text: text.upper(), options) == "A \\*STAR\\* AND MORE\n\n"
    assert run.report
    assert run.report.notes[-1] == "pages without text left out: 2"
    assert run.text("a.pdf", PAGES, str, options).count("\n---\n") == 3
    assert output_path(Path("a.pdf"), options).name == "a.zh.md"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (pdf([]), "only pictures of pages"),
        (b"%PDF-1.4\nnothing", "damaged or was cut short"),
        (PAGES[:300], "damaged or was cut short"),
        (b"PK\x03\x04 not a pdf", "ZIP archive"),
        (b"hello", "not a PDF"),
        ((Path(__file__).parents[1] / "data/documents/password.pdf").read_bytes(), "protected by a password"),
        ((Path(__file__).parents[1] / "data/documents/no-copying.pdf").read_bytes(), "does not allow its text to be copied"),
    ],
)
def test_bad_files_say_why_and_write_nothing(tmp_path: Path, data: bytes, reason: str) -> None:
    (tmp_path / "a.pdf").write_bytes(data)
    with pytest.raises(UnreadableDocument, match=reason):
        list(translate_file(tmp_path / "a.pdf", tmp_path / "b.docx", FakeTranslator()))
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]


def test_cancel_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(PAGES)
    with pytest.raises(Cancelled):
        list(translate_file(tmp_path / "a.pdf", tmp_path / "b.docx", FakeTranslator(), should_stop=lambda: True))
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]


def test_a_long_file_can_be_stopped_while_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf(*([lines("Some words.")] * 50)))
    asked: list[bool] = []

    def third() -> bool:
        asked.append(True)
        return len(asked) > 2

    translator = FakeTranslator()
    with pytest.raises(Cancelled):
        list(translate_file(tmp_path / "a.pdf", tmp_path / "b.docx", translator, should_stop=third, size=Size(1, 2)))
    assert (translator.batches, len(asked)) == (0, 3)
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]


def test_text_that_starts_on_a_later_page_or_looks_like_a_rule(run: Runner) -> None:
    data = pdf([], lines("One two three."), lines("---", y=700) + lines("---", y=500) + lines("Four five.", y=300))
    assert run.text("a.pdf", data, str.upper, DocumentOptions(pdf_output="md")) == (
        "ONE TWO THREE.\n\n---\n\n\\---\n\n\\---\n\nFOUR FIVE.\n\n"
    )
    assert word(run, data).count("<w:pageBreakBefore/>") == 1
