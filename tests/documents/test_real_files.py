"""Files made by LibreOffice, pandoc, python-pptx and openpyxl: what changes in them, in every mode; and damaged ones."""

import html
import io
import random
import re
import zipfile
from pathlib import Path
from xml.parsers import expat

import pytest

from tests.documents.fakes import FakeTranslator, Runner
from tests.documents.office import changed, parts
from translator_app.documents import DocumentOptions, translate_file
from translator_app.errors import UnreadableDocument

FOLDER = Path(__file__).parents[1] / "data" / "documents"
ARCHIVES = sorted(path for path in FOLDER.iterdir() if path.suffix not in (".pdf", ".py"))
XML = (".xml", ".rels", ".xhtml", ".opf", ".ncx")
# Parts that say in which language text is, and so change even when no text does.
LANGUAGE_PARTS = {"styles.xml", "word/styles.xml", "word/settings.xml", "EPUB/content.opf", "EPUB/nav.xhtml", "EPUB/text/title_page.xhtml"}


def words(data: bytes) -> str:
    return re.sub(r"\s+", "", html.unescape(re.sub(r"<[^>]+>", "", data.decode()))).lower()


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.name)
def test_identity_changes_nothing_but_the_language(run: Runner, path: Path) -> None:
    source = path.read_bytes()
    out = run(path.name, source)
    for name in changed(source, out):
        assert name in LANGUAGE_PARTS or name.startswith("EPUB/text/ch")
        assert words(parts(out)[name]).replace("zh-cn", "en-us") == words(parts(source)[name])


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.name)
def test_upper_case_changes_only_text(run: Runner, path: Path) -> None:
    source = path.read_bytes()
    out = run(path.name, source, str.upper)
    assert run.report
    assert run.report.blocks > 10
    for name in changed(source, out):
        assert name.endswith(XML)
        assert words(parts(out)[name]).replace("zh-cn", "en-us") == words(parts(source)[name])
    texts = [part for name, part in parts(out).items() if name.endswith((".xml", ".xhtml"))]
    assert any(b"GARDEN" in text or b"FASTER" in text or b"REPORT" in text or b"RED CHAIR" in text for text in texts)


@pytest.mark.parametrize("mode", ["replace", "bilingual", "columns"])
@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.name)
def test_every_part_is_well_formed_in_every_mode(run: Runner, path: Path, mode: str) -> None:
    out = run(path.name, path.read_bytes(), lambda text: f"<{text}> & 中文", DocumentOptions(mode=mode))
    for name, data in parts(out).items():
        if name.endswith(XML) and data:
            expat.ParserCreate(namespace_separator=" ").Parse(data, True)


def test_pdf_of_libreoffice(run: Runner) -> None:
    text = run.text("a.pdf", (FOLDER / "libreoffice.pdf").read_bytes(), str, DocumentOptions(pdf_output="md"))
    assert text.startswith("# Our New Product\n\n")
    assert "- It is faster than before\n\n" in text
    assert "Small box — 10 dollars" in text


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.name)
def test_damaged_parts_are_refused_or_read(tmp_path: Path, path: Path) -> None:
    """Bytes changed inside of parts: the file is translated or refused, and nothing half-written is left."""
    chance = random.Random(path.name)
    whole = parts(path.read_bytes())
    for _ in range(12):
        name = chance.choice([name for name in whole if name.endswith(XML) and whole[name]])
        data = bytearray(whole[name])
        at = chance.randrange(len(data))
        data[at : at + chance.randrange(8)] = bytes(chance.randrange(32, 127) for _ in range(chance.randrange(8)))
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as file:
            for each, content in whole.items():
                file.writestr(each, bytes(data) if each == name else content)
        source, target = tmp_path / path.name, tmp_path / f"out{path.suffix}"
        source.write_bytes(made.getvalue())
        try:
            list(translate_file(source, target, FakeTranslator(str.upper), overwrite=True))
        except UnreadableDocument:
            assert not target.exists()
        assert {left.name for left in tmp_path.iterdir()} <= {source.name, target.name}
        target.unlink(missing_ok=True)
