import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.documents.fakes import Runner
from translator_app.documents import DocumentOptions, values
from translator_app.errors import UnreadableDocument

JSON = """{
  "title": "Hello \\"world\\"",   "n": 1.50e3, "url": "https://example.com/a",
  "list": ["One", "two words", "snake_case", "", "#ffcc00", {"deep": "A \\u00e9 \\/ b"}],
  "id": "ABC_DEF", "path": "/usr/bin", "ok": "OK", "bool": true, "null": null, "file": "a.txt"
}
"""
PROPERTIES = """# A comment that stays
! another
title=Hello world
button.ok : Press it
long = one line \\
       that goes on
  spaced\\ key   value here
count={0} isn''t a file
url=http://example.com
empty=
caf\\u00e9=Coffee \\u00e9\\ttab
last = the end"""
STRINGS = """/* Title "x" = "y"; */
"title" = "Hello \\"world\\"";
// "not" = "this";
key.name = "Second\\nline";
"n" = "42";
"""


@pytest.mark.parametrize(
    "value",
    [
        "Save",
        "two words",
        "OK",
        "well-known",
        "Hello, {name}!",
        "See https://example.com for more",
        "What?",
        "e-mail address",
        "I",
        "naïve",
    ],
)
def test_text(value: str) -> None:
    assert values.is_text(value)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "42",
        "https://a.b/c",
        "mailto:x",
        "me@example.com",
        "/usr/bin",
        "C:\\Users\\me",
        "src/main.c",
        "#fff",
        "snake_case",
        "camelCase",
        "a.b.c",
        "MAX_SIZE",
        "en-US",
        "3f2a9c1b7d4e5f60",
        "{name}",
        "%s",
        "report.txt",
        "—",
    ],
)
def test_no_text(value: str) -> None:
    assert not values.is_text(value)


@pytest.mark.parametrize(
    ("sign", "text", "sent", "target", "expected"),
    [
        ("&", "&Open file...", "Open file...", "打开文件...", "打开文件(&O)..."),
        ("_", "Save _As", "Save As", "另存为", "另存为(_A)"),
        ("&", "Fish && chips", "Fish && chips", "鱼", "鱼"),
        ("_", "snake_case", "snake_case", "蛇", "蛇"),
        ("_", "set file_name now", "set file_name now", "设", "设"),
        ("_", "E_xit", "Exit", "退出", "退出(_X)"),
        ("&", "R&D costs", "R&D costs", "研发", "研发"),
        ("&", "a&nbsp;b", "a&nbsp;b", "丙", "丙"),
        ("&", " &Quit:\n", "Quit:", "退出：", " 退出(&Q)：\n"),
    ],
)
def test_mnemonics(sign: str, text: str, sent: str, target: str, expected: str) -> None:
    slot = values.slot(text, text, str, "", DocumentOptions(), mnemonic=sign)
    assert slot.text == sent
    assert slot.filled(sent) == text
    assert slot.filled(target) == expected


@pytest.mark.parametrize(("name", "text"), [("a.json", JSON), ("a.properties", PROPERTIES), ("a.strings", STRINGS)])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_identity_is_byte_for_byte(run: Runner, name: str, text: str, newline: str) -> None:
    data = text.replace("\n", newline).encode()
    assert run(name, data) == data


def test_json_changes_only_values_that_are_text(run: Runner) -> None:
    out = run.text("a.json", JSON, str.upper)
    assert json.loads(out) == {
        "title": 'HELLO "WORLD"',
        "n": 1500.0,
        "url": "https://example.com/a",
        "list": ["ONE", "TWO WORDS", "snake_case", "", "#ffcc00", {"deep": "A É / B"}],
        "id": "ABC_DEF",
        "path": "/usr/bin",
        "ok": "OK",
        "bool": True,
        "null": None,
        "file": "a.txt",
    }
    assert '"A \\u00c9 \\/ B"' in out
    assert [warning.place for warning in run.report.warnings] == [] if run.report else False


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(JSON_VALUES, st.booleans(), st.sampled_from([None, 2]))
def test_any_json_comes_back(run: Runner, value: object, ascii_only: bool, indent: int | None) -> None:
    data = json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode("utf-8", "surrogatepass")
    assert run("a.json", data) == data


@pytest.mark.parametrize("text", ['{"a": "b"', '{"a": b}', "[" * 100_000])
def test_broken_json_is_refused(run: Runner, text: str) -> None:
    with pytest.raises(UnreadableDocument, match=r"not valid JSON: line 1|nested"):
        run("a.json", text)


def test_properties_are_escaped_for_every_java(run: Runner) -> None:
    out = run.text("a.properties", PROPERTIES, lambda t: "不 'x'")
    assert "title=\\u4E0D 'x'\n" in out
    assert "count=\\u4E0D ''x''\n" in out
    assert "long = \\u4E0D 'x'\n  spaced\\ key   \\u4E0D" in out
    assert run.translator.texts[:5] == ["Hello world", "Press it", "one line that goes on", "value here", "{0} isn't a file"]
    assert run.text("a.properties", "a=Hello\n", lambda t: "你", DocumentOptions(encoding="utf-8")) == "a=你\n"
    assert run.text("a.properties", "a=Hello\nb=é\n", lambda t: "你" if t == "Hello" else t) == "a=你\nb=é\n"
    assert run("a.properties", b"a=Hello\nb=\xe9\n", lambda t: "\U0001f600" if t == "Hello" else t) == b"a=\\uD83D\\uDE00\nb=\xe9\n"


def test_strings(run: Runner) -> None:
    out = run("a.strings", STRINGS.encode("utf-16"), str.upper).decode("utf-16")
    assert out == STRINGS.replace("Hello", "HELLO").replace('\\"world', '\\"WORLD').replace("Second\\nline", "SECOND\\nLINE")
    with pytest.raises(UnreadableDocument, match="has no lines"):
        run("a.strings", "nothing here")


def test_strings_without_quotes_are_names(run: Runner) -> None:
    """As GNUstep's lists of pictures have them; such a file is read, and nothing in it changes."""
    text = '/* Pictures */\nNSSwitch = GSSwitch;\n"NSMenuArrow" = GSMenuArrow;\n'
    assert run.text("a.strings", text, str.upper) == text


def test_bilingual_values_hold_both(run: Runner) -> None:
    assert run.text("a.json", '["one"]', str.upper, DocumentOptions(mode="bilingual")) == '["one / ONE"]'


def test_tags_of_languages_are_no_words(run: Runner) -> None:
    text = '{"@@locale": "en", "lang": "english", "welcome": "in English"}'
    assert run.text("a.json", text, str.upper) == text.replace("in English", "IN ENGLISH")
