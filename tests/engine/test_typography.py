import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from translator_app.engine.typography import chinese, convert_script

MARKS = st.text(alphabet="好的了我 ,.;:?!\"'“”‘’()（）-—…。，：１2３aB\ue000\U000f0001`/#@《》%\n<>&_", max_size=14)


@pytest.mark.parametrize(
    ("given_text", "expected"),
    [
        ("你好,世界.", "你好，世界。"),
        ("第一,第二;第三:好吗?好!", "第一，第二；第三：好吗？好！"),
        ('他说:"你好!"', "他说：“你好！”"),
        ("”错“", "“错”"),
        ("'你好',他说", "‘你好’，他说"),
        ('"A", "B"和"C"', "“A”，“B”和“C”"),
        ("等等...", "等等……"),
        ("你好。。。", "你好……"),
        ("他来了--然后走了", "他来了——然后走了"),
        ("甲 — 乙", "甲——乙"),
        ("参见 (附录)。", "参见（附录）。"),
        ("请(点击)这里(OK)", "请（点击）这里（OK）"),
        ("你好 , 世界 !", "你好，世界！"),
        ("苹果 和 梨", "苹果和梨"),
        ("我用 Python.", "我用 Python。"),
        ("什么?!", "什么？！"),
    ],
)
def test_chinese_gets_chinese_punctuation(given_text: str, expected: str) -> None:
    assert chinese(given_text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "价格是1,000元，时间10:30，比例3:2。",
        "Dodd, Mead and Company出版",
        "Hello, world.",
        "U.S.政府",
        '3/4"管道',
        '宽15.6"的屏幕',
        "物理学的M.Sc.。",
        "Acme Co., Ltd.由他创立。",
        "见Dr.王。",
        "J. 史密斯",
        "1. 苹果",
        "函数 f(x) 的值",
        "运行 `a, b` 吧",
        "见 https://example.org/a_b?x=1,2;y=3 吧",
        "写信给 jane.doe+news@mail.example.com 吧",
        "你好 {name}，有 %d 条",
        "It's你的",
        "Tom’s 书",
        "他问“Who are you?”然后走了",
        "周一—周五，1996-2001年",
        "选择“格式 - 页面 - 边框”。",
        "时间为0731。24小时制",
        "5'10\"高",
        "王国........................同意",
        "",
        " ",
        "，",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert chinese(text) == text


def test_wide_digits_and_marks_inside_numbers_become_half_width() -> None:
    assert chinese("共１２个，1，000元，3．5倍，10：30") == "共12个，1,000元，3.5倍，10:30"


def test_marks_beside_inline_tags_are_seen_through_them() -> None:
    assert chinese("好\ue000,好\ue001.") == "好\ue000，好\ue001。"


def test_spacing_stands_between_han_and_latin_but_never_before_punctuation() -> None:
    assert chinese("我用Python写了3个程序,用的是Java.", spacing=True) == "我用 Python 写了 3 个程序，用的是 Java。"


def test_spacing_is_off_unless_asked_for() -> None:
    assert chinese("我用Python写。") == "我用Python写。"


def test_line_ends_stay() -> None:
    assert chinese("你好,\r\n  世界.\n\nHello, you.\u2028好.") == "你好，\r\n  世界。\n\nHello, you.\u2028好。"


@settings(max_examples=400, deadline=None)
@given(text=st.one_of(MARKS, st.text(max_size=30)), spacing=st.booleans())
def test_idempotent_for_any_text(text: str, spacing: bool) -> None:
    once = chinese(text, spacing=spacing)
    assert chinese(once, spacing=spacing) == once


@settings(max_examples=200, deadline=None)
@given(text=MARKS)
def test_letters_and_digits_are_never_lost(text: str) -> None:
    def letters(string: str) -> list[str]:
        return [char for char in string if char.isalpha() or "\ue000" <= char <= "\uf8ff" or ord(char) > 0xF0000]

    assert letters(chinese(text)) == letters(text)


def test_traditional_has_the_words_of_its_place() -> None:
    assert convert_script("软件和鼠标", "hant-tw") == "軟體和滑鼠"
    assert convert_script("软件里的头发", "hant-hk") == "軟件裏的頭髮"


def test_traditional_has_corner_quotes_and_keeps_apostrophes() -> None:
    assert convert_script("“软件”和‘鼠标’是 Tom’s", "hant-tw") == "「軟體」和『滑鼠』是 Tom’s"


def test_script_conversion_leaves_things_alone() -> None:
    assert convert_script("运行 `软件 --里` 吧", "hant-tw") == "執行 `软件 --里` 吧"
    assert convert_script("软件", "hans") == "软件"


def test_unknown_script_is_refused() -> None:
    with pytest.raises(ValueError, match="hant-tw"):
        convert_script("软件", "hant")


@pytest.mark.parametrize("thing", ["--force", "foo_bar()", "@bob", "a@b.org", "x.py", "v1.2.3", "%s", "/usr/bin"])
def test_things_beside_han_stay(thing: str) -> None:
    assert chinese(f"使用{thing}选项.") == f"使用{thing}选项。"
