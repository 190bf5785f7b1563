import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator_app.documents import marks
from translator_app.documents.marks import Marks

A, a, B, b, C = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"


def test_marks_are_handed_out_in_pairs_and_restored() -> None:
    inline = Marks()
    first, last = inline.pair("<b>", "</b>")
    text = f"{first}bold{last} and {inline.single('<br>')}"
    assert (first, last) == (A, a)
    assert inline.restore(text) == "<b>bold</b> and <br>"


def test_private_use_characters_of_the_text_are_not_handed_out_and_stay() -> None:
    inline = Marks("icon \ue001 here")
    assert inline.single("<br>") == B
    assert inline.restore("\ue001") == "\ue001"


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (f"x {A}bold{a} y", f"x {A}bold{a} y"),
        (f"{A}bold{a} moved", f"{A}bold{a} moved"),
        (f"{a}crossed{A} x", None),
        ("lost all of them", None),
        (f"{A}twice{A} x{a}", None),
    ],
)
def test_repair(target: str, expected: str | None) -> None:
    source = f"a {A}bold{a} word"
    result = marks.repair(source, target)
    assert marks.intact(source, result)
    assert marks.strip(result) == marks.strip(target)
    if expected is not None:
        assert result == expected


def test_repair_does_not_cut_words() -> None:
    assert marks.repair(f"one {A}two{a} three four", "请用 PowerShell 打开") == f"请用 {A}PowerShell{a} 打开"


def test_crossing_pairs_are_repaired() -> None:
    source = f"{A}one {B}two{b}{a} three"
    assert not marks.intact(source, f"{A}x{B}y{a}z{b}")
    assert marks.intact(source, f"{B}y{b}{A}x{a}") is True


@given(st.text("ab c汉。" + A + a + B + b + C), st.text("xy z字，" + A + a + B + b + C))
def test_repair_of_anything(source: str, target: str) -> None:
    result = marks.repair(source, target)
    assert sorted(marks.MARK.findall(result)) == sorted(marks.MARK.findall(source))
    assert marks.strip(result) == marks.strip(target)


@given(st.text("ab \n" + A + a))
def test_trim_loses_nothing(text: str) -> None:
    lead, core, tail = marks.trim(text)
    assert lead + core + tail == text
    assert core == "" or (core[0] in "ab" and core[-1] in "ab")
