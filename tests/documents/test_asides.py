"""What stands beside the text of office files: alternative texts of pictures, comments, headers and footers of sheets."""

from tests.documents.fakes import Runner
from tests.documents.office import A, R, W, archive, changed, docx, parts, types
from translator_app.documents import DocumentOptions

BOTH = DocumentOptions(mode="bilingual")
SPREADSHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
PICTURE = (
    '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="A red house&#10;on a hill" title="house.png"/>'
    '<a:graphic><a:graphicData><pic:cNvPr id="2" descr="A tree"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'
)


def upper(text: str) -> str:
    return text.upper()


def test_alternative_texts_of_word(run: Runner) -> None:
    source = docx(PICTURE)
    assert changed(source, run("a.docx", source)) == set()
    assert run.blocks("a.docx") == ["A red house\non a hill", "A tree"]
    out = parts(run("a.docx", source, upper))["word/document.xml"].decode()
    assert 'name="Picture 1" descr="A RED HOUSE&#10;ON A HILL" title="house.png"/>' in out
    assert '<pic:cNvPr id="2" descr="A TREE"/>' in out
    both = parts(run("a.docx", source, lambda text: '"<树>"', BOTH))["word/document.xml"].decode()
    assert 'descr="A red house&#10;on a hill&#10;&quot;&lt;树&gt;&quot;"' in both
    assert both.count("<w:drawing>") == 1


def test_alternative_texts_of_slides(run: Runner) -> None:
    picture = '<p:pic><p:cNvPr id="4" name="P" descr="A &quot;big&quot; dog"></p:cNvPr></p:pic>'
    slide = f'<p:sld {A} {R} xmlns:p="urn:p">{picture}</p:sld>'
    kinds = {"ppt__presentation": "presentationml.presentation.main+xml", "ppt__slides__slide1": "presentationml.slide+xml"}
    source = archive({"[Content_Types].xml": types(**kinds), "ppt/presentation.xml": "<p/>", "ppt/slides/slide1.xml": slide})
    assert changed(source, run("a.pptx", source)) == set()
    out = parts(run("a.pptx", source, upper))["ppt/slides/slide1.xml"].decode()
    assert out == slide.replace("A &quot;big&quot; dog", "A &quot;BIG&quot; DOG")


def test_comments_of_word_keep_the_ids_of_their_last_paragraphs(run: Runner) -> None:
    comment = '<w:comment w:id="0" w:author="Ann"><w:p w14:paraId="7"><w:r><w:t>Why so?</w:t></w:r></w:p></w:comment>'
    source = docx("<w:p><w:r><w:t>Text</w:t></w:r></w:p>", comments=f'<w:comments {W} xmlns:w14="urn:w14">{comment}</w:comments>')
    assert changed(source, run("a.docx", source)) == set()
    assert "WHY SO?" in parts(run("a.docx", source, upper))["word/comments.xml"].decode()
    out = parts(run("a.docx", source, upper, BOTH))["word/comments.xml"].decode()
    assert out.count("w14:paraId") == 1
    assert out.index("Why so?") < out.index('<w:p w14:paraId="7">') < out.index("WHY SO?")


def test_comments_and_alternative_texts_of_opendocument(run: Runner) -> None:
    body = (
        '<table:table-cell office:value-type="float" office:value="1"><office:annotation>'
        "<dc:creator>Ann</dc:creator><text:p>Too much</text:p></office:annotation><text:p>one</text:p></table:table-cell>"
        "<text:p>Here <draw:frame><draw:image/><svg:title>a.png</svg:title><svg:desc>A &amp; dog</svg:desc></draw:frame> it is</text:p>"
    )
    content = f'<office:document-content xmlns:text="urn:text">{body}</office:document-content>'
    source = archive({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content})
    assert changed(source, run("a.ods", source)) == set()
    out = parts(run("a.ods", source, upper))["content.xml"].decode()
    assert "<dc:creator>Ann</dc:creator><text:p>TOO MUCH</text:p></office:annotation><text:p>one</text:p>" in out
    assert "<svg:title>a.png</svg:title><svg:desc>A &amp; DOG</svg:desc>" in out
    both = parts(run("a.ods", source, upper, BOTH))["content.xml"].decode()
    assert "<svg:desc>A &amp; dog / A &amp; DOG</svg:desc>" in both
    assert both.count("<draw:frame>") == 1


SHEET = (
    f'<worksheet {SPREADSHEET}><sheetData><row><c r="A1" t="s"><v>1</v></c><c r="B7" s="2" t="s"><v>0</v></c><c r="C9" t="s"><v>0</v></c>'
    '<c r="D4" t="inlineStr"><is><t>In the cell</t></is></c></row></sheetData>'
    '<headerFooter><oddHeader>&amp;L&amp;14My report&amp;C&amp;"Arial,Bold"'
    "For &amp;A only&amp;R&amp;P / &amp;N</oddHeader></headerFooter></worksheet>"
)


def workbook(sheet: str = SHEET, comments: str = "") -> bytes:
    kinds = {"xl__workbook": "spreadsheetml.sheet.main+xml", "xl__worksheets__sheet1": "spreadsheetml.worksheet+xml"}
    kinds |= {"xl__sharedStrings": "spreadsheetml.sharedStrings+xml", "xl__comments1": "spreadsheetml.comments+xml"}
    return archive(
        {
            "[Content_Types].xml": types(**kinds),
            "xl/workbook.xml": f'<workbook {SPREADSHEET} {R}><sheets><sheet name="Costs" r:id="rId1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
            "xl/worksheets/sheet1.xml": sheet,
            "xl/sharedStrings.xml": f"<sst {SPREADSHEET}><si><t>Two of it</t></si><si><t>One</t></si><si><t>Nowhere</t></si></sst>",
            "xl/comments1.xml": f"<comments {SPREADSHEET}><commentList>{comments}</commentList></comments>",
        }
    )


def test_places_in_sheets_name_sheet_and_cell(run: Runner) -> None:
    source = workbook(comments='<comment ref="B2"><text><t>Look</t></text></comment>')
    assert changed(source, run("a.xlsx", source)) == set()
    assert {block.text: block.place for block in run.placed("a.xlsx")} == {
        "My report": "sheet Costs, header or footer",
        "For \ue002 only": "sheet Costs, header or footer",
        "In the cell": "sheet Costs, D4",
        "Two of it": "sheet Costs, B7",
        "One": "sheet Costs, A1",
        "Nowhere": "text 3",
        "Look": "comment, B2",
    }


def test_headers_and_comments_of_sheets(run: Runner) -> None:
    source = workbook(comments='<comment ref="B2"><text><r><rPr><b/></rPr><t>Ann:</t></r><r><t> look here</t></r></text></comment>')
    out = parts(run("a.xlsx", source, lambda text: "3 " + text.upper()))
    head = '<oddHeader>&amp;L&amp;14 3 MY REPORT&amp;C&amp;"Arial,Bold"3 FOR &amp;A ONLY&amp;R&amp;P / &amp;N</oddHeader>'
    assert head in out["xl/worksheets/sheet1.xml"].decode()
    assert "LOOK HERE" in out["xl/comments1.xml"].decode()
    assert "<rPr><b/></rPr>" in out["xl/comments1.xml"].decode()
    long = parts(run("a.xlsx", source, lambda text: text + "x" * 200))["xl/worksheets/sheet1.xml"].decode()
    assert long.count("My report&amp;C") == 1, "Excel takes more than 255 characters for a damaged file"
