import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator_app.documents import marks
from translator_app.documents.projection import flatten

A, a, B, b, C, D = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004", "\ue006"


def test_pairs_and_marks_inside_words_are_taken_out_and_words_that_marks_stand_for_stay() -> None:
    flat = flatten(f"Press {A}the {B}big{b} button{a} or {C} now{D}, please")
    assert flat.text == f"Press the big button or {C} now, please"
    assert flat.phrases == ["the big button", "big"]


@pytest.mark.parametrize(
    ("source", "target", "phrases", "expected"),
    [
        (f"Press {A}OK{a} now", "现在请按 OK 键", {"OK": "好"}, f"现在请按 {A}OK{a} 键"),
        (f"The {A}red{a} and the {B}blue{b} pen", "蓝笔和红笔", {"red": "红色", "blue": "蓝"}, f"{B}蓝{b}笔和{A}红{a}笔"),
        (f"See {A}the manual{a}.", "请参阅手册。", {"the manual": "手册"}, f"请参阅{A}手册{a}。"),
        (f"{A}Note:{a} it is late", "注意：时间不早了", {"Note": "注意"}, f"{A}注意：{a}时间不早了"),
        (f"word{D} and more", "单词和更多", {}, f"单词{D}和更多"),
        (f"{A}one {B}two{b}{a} three", "一二三", {"one two": "一二", "two": "二"}, f"{A}一{B}二{b}{a}三"),
    ],
)
def test_project(source: str, target: str, phrases: dict[str, str], expected: str) -> None:
    assert flatten(source).project(target, phrases) == expected


def test_unchanged_text_keeps_its_marks_where_they_were() -> None:
    source = f"a{D}{A}b{B}{b}{a} c"
    flat = flatten(source)
    assert flat.project(flat.text, {}) == source


def test_phrase_that_is_not_found_goes_to_the_place_in_proportion() -> None:
    result = flatten(f"aaaa {A}bbbb{a} cccc").project("甲乙丙丁戊己庚辛壬癸", {"bbbb": "没有"})
    assert marks.intact(f"{A}{a}", result)
    assert result.index(A) in (3, 4)


@given(st.text("ab c.汉" + A + a + B + b + C + D), st.text("xy 字，甲"), st.text("字甲x"))
def test_no_mark_is_lost(source: str, target: str, phrase: str) -> None:
    flat = flatten(source)
    kept = "".join(marks.MARK.findall(flat.text))
    result = flat.project(kept + target, dict.fromkeys(flat.phrases, phrase))
    assert sorted(marks.MARK.findall(result)) == sorted(marks.MARK.findall(source))
    assert marks.strip(result) == marks.strip(target) or kept + target == flat.text
    if marks.nested(marks.MARK.findall(source)) and len(set(marks.MARK.findall(source))) == len(marks.MARK.findall(source)):
        assert marks.nested([m for m in marks.MARK.findall(result) if m not in kept])
