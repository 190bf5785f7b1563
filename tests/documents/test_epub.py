from pathlib import Path

import pytest

from tests.documents.fakes import FakeTranslator, Runner
from tests.documents.office import archive, changed, parts
from translator_app.documents import DocumentOptions, safety, translate_file
from translator_app.errors import Cancelled, UnreadableDocument

CONTAINER = (
    '<container><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
PAGE = (
    '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="{language}">'
    "<head><title>One</title></head><body>{body}</body></html>"
)
NCX = "<ncx><navMap><navPoint><navLabel><text>The first chapter</text></navLabel></navPoint></navMap></ncx>"


def upper(text: str) -> str:
    return text.upper()


def opf(language: str, version: str) -> str:
    return (
        f'<package version="{version}"><metadata xmlns:dc="urn:dc"><dc:title>My book</dc:title><dc:language>{language}</dc:language>'
        "<dc:creator>Jane Doe</dc:creator></metadata><manifest>"
        '<item id="a" href="text/one%20a.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="b" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
        '<item id="c" href="a.css" media-type="text/css"/></manifest><spine><itemref idref="a"/></spine></package>'
    )


def epub(body: str = "<p>A <b>new</b> day.</p>", language: str = "zh-CN", version: str = "3.0", **others: str) -> bytes:
    made = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
        "OEBPS/book.opf": opf(language, version),
        "OEBPS/text/one a.xhtml": PAGE.format(language=language, body=body),
        "OEBPS/toc.ncx": NCX,
        "OEBPS/a.css": "p { color: red }",
    }
    return archive(made | {name.replace("__", "/"): text for name, text in others.items()})


def page(data: bytes) -> str:
    return parts(data)["OEBPS/text/one a.xhtml"].decode()


def test_identity_keeps_every_byte_of_every_part(run: Runner) -> None:
    assert changed(epub(), run("a.epub", epub())) == set()


def test_only_text_and_language_change(run: Runner) -> None:
    source = epub(language="en")
    out = run("a.epub", source, upper)
    assert run.blocks("a.epub") == ["My book", "One", "A \ue000new\ue001 day.", "The first chapter"]
    assert changed(source, out) == {"OEBPS/book.opf", "OEBPS/text/one a.xhtml", "OEBPS/toc.ncx"}
    assert page(out) == PAGE.format(language="zh-CN", body="<p>A <b>NEW</b> DAY.</p>").replace("One", "ONE")
    assert parts(out)["OEBPS/book.opf"].decode() == opf("zh-CN", "3.0").replace("My book", "MY BOOK")
    assert "<text>THE FIRST CHAPTER</text>" in parts(out)["OEBPS/toc.ncx"].decode()
    assert out[30:58] == b"mimetypeapplication/epub+zip"


@pytest.mark.parametrize(("version", "attribute"), [("2.0", "xml:lang"), ("3.0", "lang")])
def test_bilingual(run: Runner, version: str, attribute: str) -> None:
    out = run("a.epub", epub("<p>one</p>", "en", version), upper, DocumentOptions(mode="bilingual"))
    assert f'<p>one<br /><span {attribute}="zh-CN">ONE</span></p>' in page(out)
    assert "<dc:language>en</dc:language><dc:language>zh-CN</dc:language>" in parts(out)["OEBPS/book.opf"].decode()
    safety.check_xml(page(out).encode(), "page")


def test_pages_need_not_be_well_formed(run: Runner) -> None:
    assert "<p>ONE&nbsp;<br>" in page(run("a.epub", epub("<p>one&nbsp;<br>"), upper)).replace("\xa0", "&nbsp;")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (archive({"mimetype": "application/epub+zip"}), "no EPUB"),
        (archive({"META-INF/container.xml": "<container/>"}), "does not say"),
        (epub(**{"META-INF__encryption.xml": '<e><CipherReference URI="OEBPS/text/one%20a.xhtml"/></e>'}), "DRM"),
        (epub()[:-9], "cut short"),
        (epub("<!ENTITY a 'b'>"), "entities"),
    ],
)
def test_bad_files_say_why_and_write_nothing(tmp_path: Path, data: bytes, reason: str) -> None:
    (tmp_path / "a.epub").write_bytes(data)
    with pytest.raises(UnreadableDocument, match=reason):
        list(translate_file(tmp_path / "a.epub", tmp_path / "b.epub", FakeTranslator(upper)))
    assert [path.name for path in tmp_path.iterdir()] == ["a.epub"]


def test_encrypted_fonts_are_no_protection(run: Runner) -> None:
    source = epub(**{"META-INF__encryption.xml": '<e><CipherReference URI="OEBPS/font.otf"/></e>'})
    assert changed(source, run("a.epub", source)) == set()


def test_cancel_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.epub").write_bytes(epub())
    with pytest.raises(Cancelled):
        list(translate_file(tmp_path / "a.epub", tmp_path / "b.epub", FakeTranslator(upper), should_stop=lambda: True))
    assert [path.name for path in tmp_path.iterdir()] == ["a.epub"]
