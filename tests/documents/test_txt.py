import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.documents.fakes import Runner
from translator_app.documents import DocumentOptions

BILINGUAL = DocumentOptions(mode="bilingual")
WRAPPED = (
    "The quick brown fox jumps over the lazy dog and then it runs away from\n"
    "the hunters, who had been waiting for it since the early morning of the\n"
    "day before.\n"
)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"Hello",
        b"Hello\r\n\r\n  World \r\n",
        b"\xef\xbb\xbfHello\n",
        "\ufeffHello\r\nWorld".encode("utf-16-le"),
        "Hello there, World".encode("utf-16-be"),
        "你好，世界\nHello".encode("gb18030"),
        b"old Mac\rline two\r",
        b"broken \xff\xfe utf-8 \xe4\xbd\xa0\xe5\xa5\xbd \xe4\xbd\xa0\xe5\xa5\xbd\n",
        "form feed \x0c and\x0btab\t\n\x1c odd \x85 \u2028\n".encode(),
        WRAPPED.encode(),
        ("  * " + WRAPPED.replace("\n", "\n    ")).encode(),
        b"only\n\n\n\n\nblank",
    ],
)
def test_identity_is_byte_for_byte(run: Runner, data: bytes) -> None:
    assert run("a.txt", data) == data


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from(list("\r\n\t  \u2028\x85-*1.")), max_size=300))
def test_identity_for_any_text(run: Runner, text: str) -> None:
    data = text.encode().replace(b"\0", b"")
    assert run("a.txt", b"x" + data) == b"x" + data


def test_only_text_changes(run: Runner) -> None:
    assert (
        run.text("a.txt", "  1. first item\r\n\r\n---- ++ ----\r\n\tlast\t \r\n", str.upper)
        == "  1. FIRST ITEM\r\n\r\n---- ++ ----\r\n\tLAST\t \r\n"
    )


def test_hard_wrapped_paragraph_is_one_block_and_wrapped_again(run: Runner) -> None:
    out = run.text("a.txt", WRAPPED + "\nNext one.\n", str.upper)
    assert run.translator.texts == [" ".join(WRAPPED.split("\n")).strip(), "Next one."]
    assert out == WRAPPED.upper() + "\nNEXT ONE.\n"


def test_hyphens_at_line_ends_go(run: Runner) -> None:
    run("a.txt", WRAPPED.replace("away from\n", "away exam-\n").replace("the hunters", "ple the hunters"))
    assert "away example the hunters" in run.translator.texts[0]


def test_hanging_indent_stays(run: Runner) -> None:
    text = "  * " + WRAPPED.strip().replace("\n", "\n    ") + "\n"
    assert run.text("a.txt", text, lambda t: "汉" * 80) == "  * " + "汉" * 35 + "\n    " + "汉" * 35 + "\n    " + "汉" * 10 + "\n"


def test_verse_and_tables_stay_line_by_line(run: Runner) -> None:
    run("a.txt", "Roses are red,\nViolets are blue.\n\nName          Size of the thing in bytes\nreadme.txt    some hundreds of them\n")
    assert run.translator.texts[:2] == ["Roses are red,", "Violets are blue."]
    assert len(run.translator.texts) == 4


def test_bilingual_puts_translation_below(run: Runner) -> None:
    assert run.text("a.txt", "- one\r\n\r\n42\r\n", str.upper, BILINGUAL) == "- one\r\n  ONE\r\n\r\n42\r\n"


def test_windows_1252_becomes_utf8_and_says_so(run: Runner) -> None:
    assert run.text("a.txt", b"caf\xe9 \x93x\x94\n", lambda t: t + "咖啡") == "café “x”咖啡\n"
    assert run.report is not None
    assert run.report.notes == ("Windows-1252 can't hold Chinese: written as UTF-8",)


def test_utf16_is_kept_or_changed_as_asked(run: Runner) -> None:
    data = "\ufeffHello".encode("utf-16-le")
    assert run("a.txt", data, lambda t: "你好") == "\ufeff你好".encode("utf-16-le")
    assert run("a.txt", data, lambda t: "你好", DocumentOptions(encoding="utf-8")) == "你好".encode()


def test_places_are_lines(run: Runner) -> None:
    run.translator.warn_about = "bad"
    run("a.txt", "good\n\nbad\n")
    assert run.report is not None
    assert run.report.blocks == 2
