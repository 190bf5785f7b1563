import re
from pathlib import Path

import pytest

from tests.documents.fakes import FakeTranslator, Runner
from tests.documents.office import archive, changed, parts, text_of
from translator_app.documents import DocumentOptions, translate_file
from translator_app.errors import Cancelled, UnreadableDocument

_NAMES = ("office", "text", "table", "draw", "style", "fo", "svg", "xlink", "dc", "meta")
NS = " ".join(f'xmlns:{name}="urn:{name}"' for name in _NAMES)
BODY = "".join(
    [
        "<text:tracked-changes><text:deletion><text:p>Deleted words</text:p></text:deletion></text:tracked-changes>",
        '<text:h text:outline-level="1">Big <text:span text:style-name="T1">news</text:span> today</text:h>',
        "<text:p/>",
        '<text:p xml:id="p1">One   line<text:s text:c="3"/>here<text:tab/>and<text:line-break/>more of\n  it</text:p>',
        '<text:p>See <text:a xlink:href="http://a">the page</text:a><text:note><text:note-citation>1</text:note-citation><text:note-body>'
        "<text:p>A footnote</text:p></text:note-body></text:note> for <text:bookmark text:name='b'/>more.</text:p>",
        "<text:p><draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame></text:p>",
        "<text:p>Page <text:page-number>3</text:page-number><office:annotation><text:p>A comment</text:p></office:annotation></text:p>",
        '<text:p>Run <text:span text:style-name="Source_20_Text">ls -l</text:span> now</text:p><text:p text:style-name="P9">x = y</text:p>',
        '<table:table-cell office:value-type="float" office:value="1"><text:p>one</text:p></table:table-cell><text:p>After a cell</text:p>',
        '<table:table-cell office:value-type="string"><text:p>Cell text</text:p></table:table-cell>',
    ]
)
STYLES = (
    '<style:default-style style:family="paragraph"><style:text-properties fo:language="en"/></style:default-style>'
    "<style:header><text:p>Head of page</text:p></style:header>"
)


def upper(text: str) -> str:
    return text.upper()


def odt(body: str = BODY, kind: str = "text", styles: str = "", **others: str) -> bytes:
    code = '<style:style style:name="P9" style:parent-style-name="Preformatted_20_Text"/>'
    return archive(
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}",
            "content.xml": f"<office:document-content {NS}>{code}<office:body>{body}</office:body></office:document-content>",
            "styles.xml": f"<office:document-styles {NS}>{styles}</office:document-styles>",
            "meta.xml": f"<office:document-meta {NS}><dc:title>My title</dc:title></office:document-meta>",
            "META-INF/manifest.xml": others.get("manifest", "<manifest/>"),
            "Pictures/a.png": b"\x89PNG",
        }
    )


def content(data: bytes) -> str:
    return parts(data)["content.xml"].decode()


def test_identity_keeps_every_byte_of_every_part(run: Runner) -> None:
    assert changed(odt(), run("a.odt", odt())) == set()


def test_blocks(run: Runner) -> None:
    run("a.odt", odt(styles=STYLES))
    assert run.blocks("a.odt") == [
        "Big \ue000news\ue001 today",
        "One line   here",
        "and",
        "more of it",
        "A footnote",
        "See \ue000the page\ue001\ue002 for \ue004more.",
        "In a box",
        "A comment",
        "Page",
        "Run \ue000 now",
        "After a cell",
        "Cell text",
        "Head of page",
        "My title",
    ]


def test_only_text_changes(run: Runner) -> None:
    source = odt(styles=STYLES)
    out = run("a.odt", source, upper)
    assert changed(source, out) == {"content.xml", "styles.xml", "meta.xml"}
    old, new = (re.sub(r"\s+", "", text_of(content(data))) for data in (source, out))
    assert new.lower() == old.lower()
    for kept in ("Deleted words", "A COMMENT", "ls -l", "x = y", ">one<", '<text:p xml:id="p1">'):
        assert kept in content(out)
    for made in (
        "A FOOTNOTE",
        "IN A BOX",
        '<text:a xlink:href="http://a">THE PAGE</text:a>',
        'LINE <text:s text:c="2"/>HERE<text:tab/>AND',
    ):
        assert made in content(out)
    assert 'fo:language="en" style:language-asian="zh" style:country-asian="CN"/>' in parts(out)["styles.xml"].decode()
    assert "MY TITLE" in parts(out)["meta.xml"].decode()


def test_spans_are_formats_by_their_look(run: Runner) -> None:
    def style(name: str, properties: str) -> str:
        return f'<style:style style:name="{name}" style:family="text"><style:text-properties {properties}/></style:style>'

    styles = style("T1", 'officeooo:rsid="1"') + style("T2", 'fo:font-weight="bold"') + style("T3", 'style:text-position="sub 58%"')
    styles += style("T4", 'fo:font-size="28pt" fo:language="en"') + style("T5", 'fo:font-size="28pt"')

    def span(name: str, text: str) -> str:
        return f'<text:span text:style-name="{name}">{text}</text:span>'

    body = (
        f"<text:p>He{span('T1', 'llo wo')}rld, {span('T2', 'dear ' + span('T1', 'fri') + 'ends')} now.</text:p>"
        f"<text:p>Water is H{span('T3', '2')}O on the 1{span('T3', 'st')} of May.</text:p>"
        f"<text:p>{span('T4', 'Sales are ')}{span('T2', 'up')}{span('T5', ' this year<text:line-break/>again')}</text:p>"
    )
    source = odt(f'<x xmlns:officeooo="urn:o">{styles}</x>{body}')
    out = content(run("a.odt", source, upper))
    assert run.blocks("a.odt")[:4] == [
        "Hello world, \ue000dear friends\ue001 now.",
        "Water is H\ue000O on the 1st of May.",
        "Sales are \ue000up\ue001 this year",
        "again",
    ]
    assert f"<text:p>HELLO WORLD, {span('T2', 'DEAR FRIENDS')} NOW.</text:p>" in out
    assert f"<text:p>WATER IS H{span('T3', '2')}O ON THE 1ST OF MAY.</text:p>" in out
    broken = span("T5", "<text:line-break/>")
    assert f"{span('T4', 'SALES ARE ')}{span('T2', 'UP')}{span('T4', ' THIS YEAR')}{broken}{span('T5', 'AGAIN')}</text:p>" in out


def test_a_language_of_latin_letters(run: Runner) -> None:
    back = DocumentOptions(languages=("zh", "en"))
    styles = parts(run("a.odt", odt(styles=STYLES), upper, back))["styles.xml"].decode()
    assert '<style:text-properties fo:language="en" fo:country="US"/>' in styles


def test_bilingual(run: Runner) -> None:
    out = content(run("a.odt", odt(), upper, DocumentOptions(mode="bilingual")))
    assert (
        '<text:h text:outline-level="1" text:is-list-header="true">BIG <text:span text:style-name="T1">NEWS</text:span> TODAY</text:h>'
        in out
    )
    assert "<text:p>SEE <text:a" in out
    assert out.count("<text:note>") == out.count("<text:bookmark ") == out.count('xml:id="p1"') == 1
    assert "<text:p>A footnote</text:p><text:p>A FOOTNOTE</text:p>" in out


def test_numbers_of_captions_in_copies_are_text(run: Runner) -> None:
    number = '<text:sequence text:ref-name="r0">7</text:sequence>'
    out = content(run("a.odt", odt(f"<text:p>Table {number}: prices</text:p>"), upper, DocumentOptions(mode="bilingual")))
    assert f"<text:p>Table {number}: prices</text:p><text:p>TABLE 7: PRICES</text:p>" in out


def test_texts_that_formulas_compare_stay(run: Runner) -> None:
    cells = '<table:table-cell table:formula="of:=IF([.A1]=&quot;Done&quot;;1;2)" office:value-type="float"><text:p>1</text:p>'
    for text in ("Done", "Other"):
        cells += f'</table:table-cell><table:table-cell office:value-type="string"><text:p>{text}</text:p>'
    cells += "</table:table-cell>"
    out = content(run("a.ods", odt(cells, "spreadsheet"), upper))
    assert "<text:p>Done</text:p>" in out
    assert "<text:p>OTHER</text:p>" in out


def test_mimetype_is_first_and_not_packed(run: Runner, tmp_path: Path) -> None:
    shuffled = {name: data for name, data in reversed(parts(odt()).items())}
    out = run("a.odt", archive(shuffled), upper)
    assert out[30:77] == b"mimetypeapplication/vnd.oasis.opendocument.text"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (odt(manifest="<manifest><encryption-data/></manifest>"), "password"),
        (archive({"a": "b"}), "no OpenDocument"),
        (odt()[:-9], "cut short"),
        (odt("<text:p>"), "damaged"),
        (odt("<text:p><draw:frame>" * 50 + "a" + "</draw:frame></text:p>" * 50), "nested too deep"),
    ],
)
def test_bad_files_say_why_and_write_nothing(tmp_path: Path, data: bytes, reason: str) -> None:
    (tmp_path / "a.odt").write_bytes(data)
    with pytest.raises(UnreadableDocument, match=reason):
        list(translate_file(tmp_path / "a.odt", tmp_path / "b.odt", FakeTranslator(upper)))
    assert [path.name for path in tmp_path.iterdir()] == ["a.odt"]


def test_cancel_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.odt").write_bytes(odt())
    with pytest.raises(Cancelled):
        list(translate_file(tmp_path / "a.odt", tmp_path / "b.odt", FakeTranslator(upper), should_stop=lambda: True))
    assert [path.name for path in tmp_path.iterdir()] == ["a.odt"]
