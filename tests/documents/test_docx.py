import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.documents.fakes import FakeTranslator, Runner
from tests.documents.office import W, archive, body, changed, document, docx, parts, text_of, types
from translator_app.documents import Block, DocumentOptions, open_document, translate_file
from translator_app.errors import Cancelled, UnreadableDocument

HINT = '<w:rPr><w:rFonts w:hint="eastAsia"/></w:rPr>'


def upper(text: str) -> str:
    return text.upper()


def r(text: str, style: str = "") -> str:
    return f'<w:r>{style and f"<w:rPr>{style}</w:rPr>"}<w:t xml:space="preserve">{text}</w:t></w:r>'


def p(*runs: str, properties: str = "") -> str:
    return f"<w:p>{properties}{''.join(runs)}</w:p>"


RICH = "".join(
    [
        p(r("Title of "), r("this", "<w:b/>"), r(" book"), properties='<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>'),
        p(),
        "<w:p/>",
        p('<w:r w:rsidR="00A"><w:t>Hel</w:t></w:r><w:proofErr w:type="spellStart"/><w:r w:rsidR="00B"><w:t>lo world.</w:t></w:r>'),
        p(r("a"), "<w:r><w:tab/><w:t>b</w:t><w:br/><w:t>c &amp; d</w:t></w:r>"),
        p(r("See "), f'<w:hyperlink r:id="rId1">{r("the page", "<w:u/>")}</w:hyperlink>', r(" now.")),
        p(
            r("Deleted "),
            '<w:del w:id="1"><w:r><w:delText>old</w:delText></w:r></w:del>',
            f'<w:ins w:id="2">{r("new")}</w:ins>',
            r(" text"),
        ),
        "<w:tbl><w:tr><w:tc>" + p(r("Cell")) + "</w:tc></w:tr></w:tbl>",
    ]
)


def test_identity_keeps_every_byte_of_every_part(run: Runner) -> None:
    source = docx(RICH, header1=f"<w:hdr {W}>{p(r('Head'))}</w:hdr>", comments=f"<w:comments {W}>{p(r('Note'))}</w:comments>")
    assert changed(source, run("a.docx", source)) == set()


def test_blocks(run: Runner) -> None:
    run("a.docx", docx(RICH))
    assert run.blocks("a.docx") == [
        "Title of \ue000this\ue001 book",
        "Hello world.",
        "a",
        "b",
        "c & d",
        "See \ue000the page\ue001 now.",
        "Deleted \ue000\ue002new\ue003 text",
        "Cell",
    ]
    assert run.report
    assert [note for note in run.report.notes] == []


def test_only_text_changes(run: Runner) -> None:
    source = docx(RICH, header1=f"<w:hdr {W}>{p(r('Head'))}</w:hdr>", comments=f"<w:comments {W}>{p(r('Note'))}</w:comments>")
    out = run("a.docx", source, upper)
    assert changed(source, out) == {"word/document.xml", "word/header1.xml", "word/comments.xml"}
    new = body(out)
    assert text_of(new) == text_of(body(source)).upper().replace("OLD", "old").replace("&AMP;", "&amp;")
    assert f"{r('TITLE OF ').replace('<w:r>', '<w:r>' + HINT)}" in new
    assert '<w:rPr><w:rFonts w:hint="eastAsia"/><w:b/></w:rPr><w:t xml:space="preserve">THIS</w:t>' in new
    assert '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' in new
    assert '<w:del w:id="1"><w:r><w:delText>old</w:delText></w:r></w:del>' in new
    assert '<w:hyperlink r:id="rId1"><w:r>' in new
    assert "<w:tab/>" in new
    assert "<w:br/>" in new


def test_formats_that_cannot_be_seen_are_no_formats(run: Runner) -> None:
    run("a.docx", docx(p(r("one "), r("two ", '<w:lang w:val="en-GB"/>'), r("three", "<w:noProof/>"), r(" ", "<w:b/>"), r("four"))))
    assert run.blocks("a.docx") == ["one two three four"]


def test_formats_begin_and_end_where_words_do(run: Runner) -> None:
    run("a.docx", docx(p(r("A sm"), r("all word", "<w:b/>"), r("s and more of it"))))
    assert run.blocks("a.docx") == ["A \ue000small words\ue001 and more of it"]


def test_raised_signs_stay_and_ordinals_are_words(run: Runner) -> None:
    up = '<w:vertAlign w:val="superscript"/>'
    out = run("a.docx", docx(p(r("The 1"), r("st", up), r(" area is 5 m"), r("2", up), r(" large"))), upper)
    assert run.blocks("a.docx") == ["The 1st area is 5 m\ue000 large"]
    assert f'<w:r><w:rPr>{up}</w:rPr><w:t xml:space="preserve">2</w:t></w:r>' in body(out)


def field(code: str, result: str) -> str:
    def char(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    return char("begin") + f"<w:r><w:instrText> {code} </w:instrText></w:r>" + char("separate") + r(result) + char("end")


def test_fields_and_formulas_are_kept(run: Runner) -> None:
    formula = "<m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>"
    source = docx(
        p(r("See "), field("REF _x \\h", "Figure 1"), r(" on page "), field("PAGE", "3"))
        + p(r("Open "), field('HYPERLINK "http://a"', "this page"), r(" for "), formula)
        + p(f'<w:fldSimple w:instr=" DATE ">{r("May")}</w:fldSimple>', r(" is the date"))
    )
    source = archive({name: data.replace(b"<w:document ", b'<w:document xmlns:m="urn:m" ') for name, data in parts(source).items()})
    out = body(run("a.docx", source, upper))
    assert run.blocks("a.docx") == ["Figure 1", "See \ue000 on page", "Open \ue000this page\ue001 for", "is the date"]
    assert field("REF _x \\h", "FIGURE 1").replace("<w:r><w:t", f"<w:r>{HINT}<w:t") in out
    for kept in (field("PAGE", "3"), formula, f'<w:fldSimple w:instr=" DATE ">{r("May")}</w:fldSimple>'):
        assert kept in out
    assert "THIS PAGE" in out


def test_table_of_contents_over_several_paragraphs(run: Runner) -> None:
    begin, end = field("TOC \\o", "X").split(r("X"))
    source = docx(p(begin, r("Chapter one"), "<w:r><w:tab/></w:r>", field("PAGEREF a", "1")) + p(r("Chapter two")) + p(end))
    out = body(run("a.docx", source, upper))
    assert run.blocks("a.docx") == ["Chapter one", "Chapter two"]
    assert text_of(out).split() == ["TOC", "\\o", "CHAPTER", "ONE", "PAGEREF", "a", "1CHAPTER", "TWO"]


def text_box(*paragraphs: str) -> str:
    inside = f"<w:txbxContent>{''.join(paragraphs)}</w:txbxContent>"
    return (
        f"<w:r><mc:AlternateContent><mc:Choice><w:drawing>{inside}</w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict>{inside}</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )


def with_mc(source: bytes) -> bytes:
    return archive({name: data.replace(b"<w:document ", b'<w:document xmlns:mc="urn:mc" ') for name, data in parts(source).items()})


def test_text_boxes_and_their_copies(run: Runner) -> None:
    source = with_mc(docx(p(r("Before "), text_box(p(r("In the box"))), r(" after")) + p(text_box(p(r("Alone"))))))
    assert changed(source, run("a.docx", source)) == set()
    out = body(run("a.docx", source, upper))
    assert run.blocks("a.docx") == ["In the box", "In the box", "Before \ue000 after", "Alone", "Alone"]
    assert out.count("IN THE BOX") == 2
    assert out.count("ALONE") == 2
    assert out.index("BEFORE") < out.index("IN THE BOX") < out.index("AFTER")
    source = with_mc(docx(p(r("Before "), text_box(p(r("in the box"))))))
    out = body(run("a.docx", source, lambda text: "X" if text == "in the box" else text))
    assert text_of(out) == "Before XX"


def test_bilingual_paragraph_under_paragraph(run: Runner) -> None:
    properties = '<w:pPr><w:numPr><w:numId w:val="4"/></w:numPr><w:sectPr><w:type/></w:sectPr></w:pPr>'
    note = '<w:r><w:footnoteReference w:id="3"/></w:r>'
    mark = '<w:bookmarkStart w:id="1" w:name="x"/>'
    source = docx(p(r("one "), mark, r("two"), note, properties=properties) + p(r("42")))
    out = body(run("a.docx", source, upper, DocumentOptions(mode="bilingual")))
    first, second, third = re.findall("<w:p>.*?</w:p>", out)
    assert text_of(first) == "one two"
    assert text_of(second) == "ONE TWO"
    assert '<w:numId w:val="0"/>' in second
    assert note in first
    assert note not in second
    assert mark not in second
    assert out.count("<w:sectPr>") == 1
    assert "sectPr" not in first
    assert text_of(third) == "42"


def test_fields_in_copies(run: Runner) -> None:
    begin, end = field("TOC \\o", "X").split(r("X"))
    source = docx(p(begin, r("Chapter one")) + p(end) + p(r("Table "), field("SEQ Table", "7"), r(": prices")))
    out = body(run("a.docx", source, upper, DocumentOptions(mode="bilingual")))
    assert out.count(begin) == out.count(f"<w:p>{end}</w:p>") == out.count("SEQ Table") == 1  # a field that is opened twice breaks the file
    assert "TABLE 7: PRICES" in text_of(out)


def test_copies_of_list_items_keep_the_indentation(run: Runner) -> None:
    numbering = (
        f'<w:numbering {W}><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:pPr><w:ind w:left="360" w:hanging="360"/></w:pPr>'
        '</w:lvl></w:abstractNum><w:num w:numId="4"><w:abstractNumId w:val="7"/></w:num></w:numbering>'
    )
    styles = (
        f'<w:styles {W}><w:style w:styleId="Bullet"><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style>'
        '<w:style w:styleId="Small"><w:basedOn w:val="Bullet"/></w:style></w:styles>'
    )
    properties = '<w:pPr><w:pStyle w:val="Small"/><w:jc w:val="left"/></w:pPr>'
    source = docx(f'<w:p w14:paraId="1" w:rsidR="2">{properties}{r("one")}</w:p>', numbering=numbering, styles=styles)
    out = body(run("a.docx", source, upper, DocumentOptions(mode="bilingual")))
    made = '<w:pPr><w:pStyle w:val="Small"/>'
    made += '<w:numPr><w:numId w:val="0"/></w:numPr><w:ind w:left="360" w:firstLine="0"/><w:jc w:val="left"/></w:pPr>'
    assert out.endswith(f'</w:p><w:p>{made}<w:r>{HINT}<w:t xml:space="preserve">ONE</w:t></w:r></w:p>')


def test_two_columns(run: Runner) -> None:
    table = "<w:tbl><w:tr><w:tc>" + p(r("cell")) + "</w:tc></w:tr></w:tbl>"
    out = body(run("a.docx", docx(p(r("one")) + p(r("two")) + p() + table + p(r("three"))), upper, DocumentOptions(mode="columns")))
    rows = re.findall("<w:tr>.*?</w:tr>", out)
    assert [text_of(row) for row in rows] == ["oneONE", "twoTWO", "cellCELL", "threeTHREE"]
    assert out.count("<w:tbl>") == out.count("</w:tbl>") == 3
    assert rows[0].count("<w:tc>") == 2


def test_language_is_set(run: Runner) -> None:
    language = '<w:lang w:val="en-US" w:eastAsia="ja-JP"/>'
    styles = f"<w:styles {W}><w:docDefaults><w:rPrDefault><w:rPr>{language}</w:rPr></w:rPrDefault></w:docDefaults></w:styles>"
    settings = f'<w:settings {W}><w:themeFontLang w:val="en-US"/></w:settings>'
    new = parts(run("a.docx", docx(p(r("x")), styles=styles, settings=settings)))
    assert b'<w:lang w:val="en-US" w:eastAsia="zh-CN"/>' in new["word/styles.xml"]
    assert b'<w:themeFontLang w:val="en-US" w:eastAsia="zh-CN"/>' in new["word/settings.xml"]
    bare = f"<w:styles {W}><w:docDefaults><w:rPrDefault><w:rPr></w:rPr></w:rPrDefault></w:docDefaults></w:styles>"
    assert b'<w:rPr><w:lang w:eastAsia="zh-CN"/></w:rPr>' in parts(run("a.docx", docx("", styles=bare)))["word/styles.xml"]


GERMAN = DocumentOptions(languages=("en", "de"))


def test_a_language_of_latin_letters_is_set_for_the_spelling_checker(run: Runner) -> None:
    styles = f'<w:styles {W}><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-US"/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>'
    source = docx(p(r("one", '<w:b/><w:lang w:val="en-GB" w:eastAsia="ja-JP"/>')) + p(r("two")), styles=styles)
    made = run("a.docx", source, upper, GERMAN)
    assert b'<w:lang w:val="de-DE"/>' in parts(made)["word/styles.xml"]
    assert '<w:rPr><w:b/><w:lang w:val="de-DE" w:eastAsia="ja-JP"/></w:rPr><w:t xml:space="preserve">ONE<' in body(made)
    assert '<w:r><w:t xml:space="preserve">TWO<' in body(made)
    both = run("b.docx", source, upper, replace(GERMAN, mode="bilingual"))
    assert b'<w:lang w:val="en-US"/>' in parts(both)["word/styles.xml"]  # most words there are English still
    assert re.findall(r'w:val="(\w+-\w+)"', body(both)) == ["en-GB", "de-DE"]


def test_other_prefixes_and_second_document_parts(run: Runner) -> None:
    source = parts(docx(p(r("Hello"))))
    text = source["word/document.xml"].decode().replace("w:", "ns0:").replace("xmlns:w=", "xmlns:ns0=")
    out = run("a.docx", archive(source | {"word/document.xml": text}), upper)
    assert "HELLO" in parts(out)["word/document.xml"].decode()


def test_namespaces_declared_in_a_run_stay_declared(run: Runner) -> None:
    picture = '<w:r xmlns:x="urn:x" xmlns:y="urn:y"><w:rPr><w:b/><y:glow/></w:rPr><w:t>a</w:t><w:drawing><x:graphic/></w:drawing></w:r>'
    source = docx(
        p(picture, r(" more"), f"<w:r xmlns:z='urn:z'><w:pict><z:box><w:txbxContent>{p(r('box'))}</w:txbxContent></z:box></w:pict></w:r>")
    )
    ElementTree.fromstring(parts(run("a.docx", source, upper))["word/document.xml"])


def test_utf_16_stays(run: Runner) -> None:
    source = parts(docx(p(r("Hello"))))
    text = "\ufeff" + source["word/document.xml"].decode().replace("UTF-8", "UTF-16")
    data = archive(source | {"word/document.xml": text.encode("utf-16-le")})
    assert changed(data, run("a.docx", data)) == set()
    assert "你好" in parts(run("a.docx", data, lambda t: "你好"))["word/document.xml"].decode("utf-16-le")


def test_characters_that_xml_cannot_hold(run: Runner) -> None:
    assert text_of(body(run("a.docx", docx(p(r("x"))), lambda t: "<a>\0\x0b&\ud800"))) == "&lt;a&gt;&amp;"


def test_macros_are_kept(run: Runner) -> None:
    source = parts(docx(p(r("x")))) | {"word/vbaProject.bin": b"\xd0\xcf macro"}
    types_text = source["[Content_Types].xml"].replace(
        b"openxmlformats-officedocument.wordprocessingml.document", b"ms-word.document.macroEnabled"
    )
    data = archive(source | {"[Content_Types].xml": types_text})
    assert changed(data, run("a.docm", data, upper)) == {"word/document.xml"}


def test_cancel_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(docx(p(r("x")) * 3))
    run = translate_file(tmp_path / "a.docx", tmp_path / "b.docx", FakeTranslator(upper), should_stop=lambda: True)
    with pytest.raises(Cancelled):
        list(run)
    assert [path.name for path in tmp_path.iterdir()] == ["a.docx"]


def laughing() -> bytes:
    text = document(p(r("&b;"))).replace("<w:document", '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:document')
    return archive(parts(docx("")) | {"word/document.xml": text})


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "password"),
        (docx(p(r("x")))[:-60], "cut short"),
        (b"%PDF-1.7", "PDF"),
        (b"plain text", "not a ZIP"),
        (archive({"x": "y"}), "lacks its part"),
        (
            archive({"[Content_Types].xml": types(xl__workbook="spreadsheetml.sheet.main+xml"), "xl/workbook.xml": "<x/>"}),
            "no Word document",
        ),
        (archive(parts(docx("")) | {"word/document.xml": document("<w:p>")}), "damaged"),
        (archive(parts(docx("")) | {"word/document.xml": document("<w:p/>").encode() + b"\xff"}), "damaged"),
        (archive(parts(docx("")) | {"word/document.xml": bytes(50_000_000)}), "bomb"),
        (archive(parts(docx("")) | {"../evil.xml": "x"}), "outside"),
        (laughing(), "entities"),
    ],
)
def test_bad_files_say_why_and_write_nothing(tmp_path: Path, data: bytes, reason: str) -> None:
    (tmp_path / "a.docx").write_bytes(data)
    with pytest.raises(UnreadableDocument, match=reason):
        list(translate_file(tmp_path / "a.docx", tmp_path / "b.docx", FakeTranslator(upper)))
    assert [path.name for path in tmp_path.iterdir()] == ["a.docx"]


def test_long_documents_come_in_pieces(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(docx("".join(p(r(f"Paragraph {number}.")) for number in range(5_000))))
    rewrite = open_document(tmp_path / "a.docx").rewrite(None)
    sizes = []
    batch: list[Block] | None = next(rewrite)
    while batch is not None:
        sizes.append(len(batch))
        try:
            batch = rewrite.send([block.text for block in batch])
        except StopIteration:
            batch = None
    assert sum(sizes) == 5_000
    assert max(sizes) <= 2_000
