from pathlib import Path

import pytest

from tests.documents.fakes import FakeTranslator, Runner
from tests.documents.office import A, archive, changed, parts, text_of, types
from translator_app.documents import DocumentOptions, translate_file
from translator_app.errors import Cancelled, UnreadableDocument

P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
C = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'
KINDS = {
    "ppt__presentation": "presentationml.presentation.main+xml",
    "ppt__slides__slide1": "presentationml.slide+xml",
    "ppt__notesSlides__notesSlide1": "presentationml.notesSlide+xml",
    "ppt__slideLayouts__slideLayout1": "presentationml.slideLayout+xml",
    "ppt__charts__chart1": "drawingml.chart+xml",
    "ppt__diagrams__data1": "drawingml.diagramData+xml",
}


def upper(text: str) -> str:
    return text.upper()


def p(*runs: str, properties: str = "") -> str:
    return f'<a:p>{properties}{"".join(runs)}<a:endParaRPr lang="en-US"/></a:p>'


def r(text: str, style: str = '<a:rPr lang="en-US" dirty="0"/>') -> str:
    return f"<a:r>{style}<a:t>{text}</a:t></a:r>"


def sp(*paragraphs: str) -> str:
    return f"<p:sp><p:txBody><a:bodyPr/>{''.join(paragraphs)}</p:txBody></p:sp>"


LINK = '<a:rPr lang="en-US"><a:hlinkClick r:id="rId2"/></a:rPr>'
BREAK = "<a:br><a:rPr/></a:br>"
MIXED = p(r("First line"), BREAK, r("second "), r("bold", '<a:rPr b="1"/>'), r(" and "), r("a link", LINK))
SLIDE = "".join(
    [
        sp(p(r("Our "), r("plan", '<a:rPr lang="en-GB" err="1"/>'))),
        f"<p:grpSp>{sp(MIXED)}</p:grpSp>",
        f"<a:tbl><a:tr><a:tc><a:txBody>{p(r('Cell'))}</a:txBody></a:tc></a:tr></a:tbl>",
        sp(p('<a:fld id="{1}" type="slidenum"><a:rPr/><a:t>7</a:t></a:fld>'), p()),
    ]
)
CHART = (
    f"<c:tx><c:rich>{p(r('Sales'))}</c:rich></c:tx><c:ser><c:strCache><c:pt idx='0'><c:v>First quarter</c:v></c:pt></c:strCache>"
    "<c:numCache><c:pt><c:v>5</c:v></c:pt></c:numCache></c:ser>"
)


def pptx(slide: str = SLIDE) -> bytes:
    made: dict[str, str | bytes] = {"[Content_Types].xml": types(**KINDS)}
    inner = {
        "slide1": slide,
        "notesSlide1": sp(p(r("A note"))),
        "slideLayout1": sp("<p:ph/>", p(r("Click to edit"))) + sp(p(r("Our company"))),
        "chart1": CHART,
        "data1": p(r("Step one")),
    }
    for name in KINDS:
        made[name.replace("__", "/") + ".xml"] = (
            f'<?xml version="1.0"?><p:x {P} {A} {C} xmlns:r="r">{inner.get(name.rpartition("__")[2], "")}</p:x>'
        )
    return archive(made | {"ppt/media/a.png": b"\x89PNG"})


def test_identity_keeps_every_byte_of_every_part(run: Runner) -> None:
    assert changed(pptx(), run("a.pptx", pptx())) == set()


def test_blocks(run: Runner) -> None:
    run("a.pptx", pptx())
    assert run.blocks("a.pptx") == [
        "Our plan",
        "First line",
        "second \ue000bold\ue001 and \ue002a link\ue003",
        "Cell",
        "A note",
        "Our company",
        "Sales",
        "First quarter",
        "Step one",
    ]


def test_only_text_changes(run: Runner) -> None:
    source = pptx()
    out = run("a.pptx", source, upper)
    names = ("slides/slide1", "notesSlides/notesSlide1", "slideLayouts/slideLayout1", "charts/chart1", "diagrams/data1")
    assert changed(source, out) == {f"ppt/{name}.xml" for name in names}
    assert text_of(parts(out)["ppt/slideLayouts/slideLayout1.xml"]) == "Click to editOUR COMPANY"
    for name, data in parts(source).items():
        if name.endswith(".xml") and "Layout" not in name:
            assert text_of(parts(out)[name]) == text_of(data).upper()
    slide = parts(out)["ppt/slides/slide1.xml"].decode()
    assert '<a:rPr lang="zh-CN" altLang="en-US"><a:hlinkClick r:id="rId2"/></a:rPr><a:t>A LINK</a:t>' in slide
    assert '<a:fld id="{1}" type="slidenum"><a:rPr/><a:t>7</a:t></a:fld>' in slide
    assert slide.count('<a:endParaRPr lang="en-US"/>') == 5


def test_a_language_of_latin_letters(run: Runner) -> None:
    slide = parts(run("a.pptx", pptx(), upper, DocumentOptions(languages=("en", "nb"))))["ppt/slides/slide1.xml"].decode()
    assert '<a:rPr lang="nb-NO"><a:hlinkClick r:id="rId2"/></a:rPr><a:t>A LINK</a:t>' in slide
    assert "altLang" not in slide


def test_bilingual(run: Runner) -> None:
    bullets = '<a:pPr lvl="1"><a:buFont typeface="Arial"/><a:buChar char="•"/></a:pPr>'
    out = parts(
        run(
            "a.pptx",
            pptx(p(r("one"), properties=bullets) + p(r("two")).replace("<a:p>", '<a:p xmlns:b="b">')),
            upper,
            DocumentOptions(mode="bilingual"),
        )
    )
    slide = out["ppt/slides/slide1.xml"].decode()
    assert [text_of(part) for part in slide.split("</a:p>")][:-1] == ["one", "ONE", "two", "TWO"]
    assert slide.count("<a:buChar") == 1
    assert '<a:buFont typeface="Arial"/><a:buNone/></a:pPr>' in slide
    assert '<a:pPr lvl="1" indent="0">' in slide
    assert '<a:p xmlns:b="b"><a:pPr indent="0"><a:buNone/></a:pPr>' in slide
    assert "<c:v>First quarter / FIRST QUARTER</c:v>" in out["ppt/charts/chart1.xml"].decode()


def test_cancel_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.pptx").write_bytes(pptx())
    with pytest.raises(Cancelled):
        list(translate_file(tmp_path / "a.pptx", tmp_path / "b.pptx", FakeTranslator(upper), should_stop=lambda: True))
    assert [path.name for path in tmp_path.iterdir()] == ["a.pptx"]


def test_a_renamed_workbook_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.pptx").write_bytes(archive({"[Content_Types].xml": types(xl__a="spreadsheetml.sheet.main+xml"), "xl/a.xml": "<a/>"}))
    with pytest.raises(UnreadableDocument, match="no PowerPoint presentation"):
        list(translate_file(tmp_path / "a.pptx", tmp_path / "b.pptx", FakeTranslator(upper)))


def test_nested_too_deep_is_refused(tmp_path: Path) -> None:
    deep = "<a:p><a:r><a:x>" * 20_000 + "</a:x></a:r></a:p>" * 20_000
    (tmp_path / "a.pptx").write_bytes(pptx(deep))
    with pytest.raises(UnreadableDocument, match="nested too deep"):
        list(translate_file(tmp_path / "a.pptx", tmp_path / "b.pptx", FakeTranslator(upper)))
