import codecs
import csv
import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.documents.fakes import Runner
from translator_app.documents import DocumentOptions
from translator_app.errors import UnreadableDocument

TABLE = 'id,Name,Notes,price\r\nA1,"Red ""big"" apple","line one\nline two",1.50\r\nA2,Pear,,2\r\n\r\nA3,"Plum, dried",ok,3\r\n'


@pytest.mark.parametrize(
    "text",
    [TABLE, "", "one", "a,b", "a;b;c\nd;e;f\n", 'broken "quote,b\n"unclosed,x\ny', '"a"b,c\n', "\n\n", "a|b|c\nx|y|z"],
)
def test_identity_is_byte_for_byte(run: Runner, text: str) -> None:
    assert run("a.csv", text) == text.encode()


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text('ab ",;\n\r\t|'))
def test_identity_for_any_text(run: Runner, text: str) -> None:
    assert run("a.csv", "x" + text) == ("x" + text).encode()


def test_columns_of_text_are_found(run: Runner) -> None:
    out = run.text("a.csv", TABLE, str.upper)
    assert list(csv.reader(io.StringIO(out, newline=""))) == [
        ["id", "NAME", "NOTES", "price"],
        ["A1", 'RED "BIG" APPLE', "LINE ONE\nLINE TWO", "1.50"],
        ["A2", "PEAR", "", "2"],
        [],
        ["A3", "PLUM, DRIED", "OK", "3"],
    ]


@pytest.mark.parametrize(
    ("columns", "expected"), [(("notes",), ["LINE ONE\nLINE TWO", "OK"]), (("2",), ["NAME", 'RED "BIG" APPLE', "PEAR", "PLUM, DRIED"])]
)
def test_chosen_columns(run: Runner, columns: tuple[str, ...], expected: list[str]) -> None:
    run.text("a.csv", TABLE, str.upper, DocumentOptions(columns=columns))
    assert [text.upper() for text in run.translator.texts] == expected


def test_unknown_column_says_what_is_there(run: Runner) -> None:
    with pytest.raises(UnreadableDocument, match=r"no column 'nme'; it has: id, Name, Notes, price"):
        run("a.csv", TABLE, str, DocumentOptions(columns=("nme",)))


def test_cells_are_quoted_where_they_must_be(run: Runner) -> None:
    assert run.text("a.csv", "Name\nhello\n", lambda t: 'a,b "c"') == '"a,b ""c"""\n"a,b ""c"""\n'
    assert run.text("a.tsv", "Name\tx y\nhello\t\n", lambda t: "a,b") == "a,b\ta,b\na,b\t\n"


@pytest.mark.parametrize(
    ("data", "start"),
    [
        (b"a,b\none two,caf\xe9 time\n", codecs.BOM_UTF8),  # without it Excel shows gibberish
        (b"a,b\none two,three\n", codecs.BOM_UTF8),
        ("a,b\none two,café time\n".encode(), b"a"),  # whoever reads this reads UTF-8
        (codecs.BOM_UTF8 + b"a,b\none two,three\n", codecs.BOM_UTF8),
        ("a,b\none two,three\n".encode("utf-16"), codecs.BOM_UTF16),
    ],
)
def test_excel_shows_chinese(run: Runner, data: bytes, start: bytes) -> None:
    out = run("a.csv", data, lambda text: "汉" + text if " " in text else text)
    assert out.startswith(start)
    assert out.count(codecs.BOM_UTF8) == (start == codecs.BOM_UTF8)
