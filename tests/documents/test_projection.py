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
        (f"{A}old{a} and {B}new{b}", "新与旧", {"old": "X", "new": "新"}, f"{B}新{b}{A}与{a}旧"),  # one is found, the other is not
        (f"a {A}cat{a}, a {B}cat{b}", "猫和猫", {"cat": "猫"}, f"{A}猫{a}和{B}猫{b}"),
        (f"{A}aa {B}bb{b}{a} cc", "一二三四五", {"aa bb": "X", "bb": "三"}, f"{A}一二{B}三{b}{a}四五"),  # the outer holds the inner
        (f"It is {A}big{a}. We go.", "它大。我们走了。", {"big": "X"}, f"它{A}大{a}。我们走了。"),
    ],
)
def test_project(source: str, target: str, phrases: dict[str, str], expected: str) -> None:
    assert flatten(source).project(target, phrases) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        (f"Water is H{C}O.", "水就是 HO。", f"水就是 H{C}O。"),
        (f"An area of 5 m{C} is enough for all of us here", "面积 5 m 足够了", f"面积 5 m{C} 足够了"),
        (f"It works{C}, but not very often here.", "有用，但不常用。", f"有用{C}，但不常用。"),
        (f"It works,{C} but not very often here.", "有用，但不常用。", f"有用，{C}但不常用。"),
        (f"He said “no”.{C} Then a great many others went away.", "他说“不”。很多人走了。", f"他说“不”。{C}很多人走了。"),
        (f"One. Two{C}. Three is much, much longer.", "一。二。三。", f"一。二{C}。三。"),
        (f"They were {C}{A}this{a} at the new school.", "他们在新学校总是这个。", f"他们在新学校总是{C}{A}这个{a}。"),
        (f"See {A}this{a}{C}. It is late.", "看这个。晚了。", f"看{A}这个{a}{C}。晚了。"),
    ],
)
def test_signs_of_notes_and_raised_figures_stay_with_their_word_or_sign(source: str, target: str, expected: str) -> None:
    assert flatten(source).project(target, {"this": "这个"}) == expected


def test_a_lone_mark_goes_after_its_word() -> None:
    flat = flatten(f"Here is a footnote{C} and mathematics, too{D}.")
    assert flat.phrases == ["footnote"]
    assert flat.project("这里还有脚注和数学。", {"footnote": "脚注"}) == f"这里还有脚注{C}和数学{D}。"


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
