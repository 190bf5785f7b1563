import re

from tests.documents.fakes import Runner
from tests.documents.office import archive, changed, parts, text_of, types
from translator_app.documents import DocumentOptions

NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
RICH = '<si><r><t xml:space="preserve">plain </t></r><r><rPr><b/></rPr><t>bold words</t></r><rPh sb="0"><t>x</t></rPh></si>'


def upper(text: str) -> str:
    return text.upper()


def si(*texts: str) -> str:
    return "".join(f"<si><t>{text}</t></si>" for text in texts)


def xlsx(strings: str, sheet: str = "", **others: str) -> bytes:
    """A workbook; others: table1="...", pivotCacheDefinition1="..." """
    kinds = {"xl__workbook": "spreadsheetml.sheet.main+xml", "xl__worksheets__sheet1": "spreadsheetml.worksheet+xml"}
    kinds |= {"xl__sharedStrings": "spreadsheetml.sharedStrings+xml"}
    kinds |= {f"xl__{name}": f"spreadsheetml.{name.rstrip('0123456789')}+xml" for name in others}
    made = {
        "[Content_Types].xml": types(**kinds),
        "xl/workbook.xml": f'<workbook {NS}><sheets><sheet name="Costs"/></sheets></workbook>',
        "xl/worksheets/sheet1.xml": f"<worksheet {NS}><sheetData>{sheet}</sheetData></worksheet>",
        "xl/sharedStrings.xml": f"<sst {NS}>{strings}</sst>",
    }
    return archive(made | {f"xl/{name}.xml": text for name, text in others.items()})


def strings(data: bytes) -> list[str]:
    return [text_of(one) for one in re.findall("<si>.*?</si>", parts(data)["xl/sharedStrings.xml"].decode(), re.DOTALL)]


SHEET = (
    '<c r="A1" t="s"><v>0</v></c><c r="B1"><v>5.5</v></c><c r="A2" t="inlineStr"><is><t>In the cell</t></is></c>'
    '<c r="A3" t="str"><f>A1&amp;"x"</f><v>Hello</v></c><c r="A4" t="str"><v>Loose text</v></c><c r="A5" t="inlineStr"/>'
)


def test_identity_keeps_every_byte_of_every_part(run: Runner) -> None:
    source = xlsx(si("Hello &amp; all", "a&#10;b") + RICH, SHEET)
    assert changed(source, run("a.xlsx", source)) == set()


def test_blocks_are_texts_of_cells(run: Runner) -> None:
    run("a.xlsx", xlsx(si("Hello there", "12 %", "SKU_17", "http://a.org/b", "two\nlines of it") + RICH, SHEET))
    assert sorted(run.blocks("a.xlsx")) == sorted(
        ["In the cell", "Loose text", "Hello there", "two\nlines of it", "\ue000plain\ue001 bold words"]
    )


def test_only_text_changes(run: Runner) -> None:
    source = xlsx(si(" Hello there", "42") + RICH, SHEET)
    out = run("a.xlsx", source, upper)
    assert changed(source, out) == {"xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"}
    assert strings(out) == [" HELLO THERE", "42", "PLAIN BOLD WORDS"]
    new = parts(out)["xl/worksheets/sheet1.xml"].decode()
    assert new == parts(source)["xl/worksheets/sheet1.xml"].decode().replace(
        "<t>In the cell", '<t xml:space="preserve">IN THE CELL'
    ).replace("Loose text", "LOOSE TEXT")
    assert b'<r><t xml:space="preserve">PLAIN</t></r><r><rPr><b/></rPr>' in parts(out)["xl/sharedStrings.xml"]


def test_texts_that_formulas_compare_stay(run: Runner) -> None:
    sheet = '<c r="A1"><f>IF(B1="Done",1,COUNTIF(C:C,"&gt;5"))</f><v>1</v></c>'
    sheet += '<dataValidation><formula1>"Yes please,No"</formula1></dataValidation><filter val="Open"/>'
    out = run("a.xlsx", xlsx(si("Done", "done", "Yes please", "Open", "Other"), sheet), upper)
    assert strings(out) == ["Done", "done", "Yes please", "Open", "OTHER"]
    assert run.report
    assert run.report.notes == ("4 texts stay as they are because formulas, filters or pivot tables refer to them",)


def table(*names: str) -> str:
    columns = "".join(f'<tableColumn id="{number}" name="{name}"/>' for number, name in enumerate(names))
    return f"<table {NS}><tableColumns>{columns}</tableColumns></table>"


def columns(data: bytes) -> list[str]:
    return re.findall(r'name="([^"]*)"', parts(data)["xl/table1.xml"].decode())


def test_headers_of_tables_match_their_cells(run: Runner) -> None:
    source = xlsx(si("Name", "Unit price", "Two&#10;lines", "x y"), table1=table("Name", "Unit price", "Two_x000a_lines"))
    assert changed(source, run("a.xlsx", source)) == set()
    out = run("a.xlsx", source, upper)
    assert strings(out) == ["NAME", "UNIT PRICE", "TWO\nLINES", "X Y"]
    assert columns(out) == ["NAME", "UNIT PRICE", "TWO_x000a_LINES"]


def test_headers_never_repeat(run: Runner) -> None:
    out = run(
        "a.xlsx", xlsx(si("Sum", "Amount", "Name"), table1=table("Sum", "Amount", "Name")), lambda t: "名称" if t == "Name" else "金额"
    )
    assert columns(out) == strings(out) == ["Sum", "Amount", "名称"]


def test_headers_that_formulas_name_stay(run: Runner) -> None:
    sheet = "<c><f>SUM(Table1[Unit price])*Table1[[#This Row],[Count]]</f></c>"
    out = run("a.xlsx", xlsx(si("Unit price", "Count", "Name"), sheet, table1=table("Unit price", "Count", "Name")), upper)
    assert columns(out) == strings(out) == ["Unit price", "Count", "NAME"]


def test_fields_of_pivot_tables_stay(run: Runner) -> None:
    pivot = f'<pivotCacheDefinition {NS}><cacheFields><cacheField name="Region"/></cacheFields></pivotCacheDefinition>'
    assert strings(run("a.xlsx", xlsx(si("Region", "North"), pivotCacheDefinition1=pivot), upper)) == ["Region", "NORTH"]


def test_bilingual(run: Runner) -> None:
    out = run("a.xlsx", xlsx(si("one", "two\nlines") + RICH), upper, DocumentOptions(mode="bilingual"))
    assert strings(out) == ["one / ONE", "two\nlines\nTWO\nLINES", "plain bold words / PLAIN BOLD WORDS"]


def test_prefixed_names(run: Runner) -> None:
    source = xlsx(si("Hello"))
    text = f'<x:sst xmlns:x="{NS[7:-1]}"><x:si><x:t>Hello</x:t></x:si></x:sst>'
    out = run("a.xlsx", archive(parts(source) | {"xl/sharedStrings.xml": text}), upper)
    assert '<x:si><x:t xml:space="preserve">HELLO</x:t></x:si>' in parts(out)["xl/sharedStrings.xml"].decode()


def test_limits_of_excel_are_kept(run: Runner) -> None:
    source = xlsx(si("word " * 4000, "Name"), table1=table("Name"))
    out = run("a.xlsx", source, lambda text: text + text if text == "Name" else "x" * 20_000, DocumentOptions(mode="bilingual"))
    assert [len(text) for text in strings(out)] == [20_000, len("Name / NameName")]
    assert columns(run("a.xlsx", source, lambda text: "x" * 300)) == ["Name"]


def test_lowered_figures_stay_as_they_are(run: Runner) -> None:
    two = '<r><rPr><vertAlign val="subscript"/></rPr><t xml:space="preserve">2</t></r>'
    source = xlsx(f"<si><r><t>Liters of H</t></r>{two}<r><t>O here</t></r></si>")
    assert two.encode() in parts(run("a.xlsx", source, upper))["xl/sharedStrings.xml"]
    assert run.blocks("a.xlsx") == ["Liters of H\ue000O here"]


def test_prompts_at_cells(run: Runner) -> None:
    prompt = '<dataValidation type="list" sqref="A1" errorTitle="{}" error="{}" prompt="{}"><formula1>"Yes,No"</formula1></dataValidation>'
    source = xlsx(si("Yes"), "</sheetData>" + prompt.format("Wrong", "Choose &quot;one&quot;.", "x" * 200) + "<sheetData>")
    out = parts(run("a.xlsx", source, upper))["xl/worksheets/sheet1.xml"].decode()
    assert prompt.format("WRONG", "CHOOSE &quot;ONE&quot;.", "X" * 200) in out
    both = parts(run("a.xlsx", source, upper, DocumentOptions(mode="bilingual")))["xl/worksheets/sheet1.xml"].decode()
    assert prompt.format("Wrong / WRONG", "Choose &quot;one&quot;. / CHOOSE &quot;ONE&quot;.", "x" * 200) in both  # Excel takes no more
    assert changed(source, run("a.xlsx", source)) == set()
