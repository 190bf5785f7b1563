import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from translator_app.engine.checks import Warning, check, severity
from translator_app.engine.shield import Thing, find_things


def codes(source: str, target: str, *, finished: bool = True) -> list[str]:
    return [warning.code for warning in check(source, target, things=find_things(source), finished=finished)]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Test", "测试"),
        ("Hi", "你好"),
        ("No", "不"),
        ("Come on", "加油"),
        ("NASA", "NASA"),
        ("GitHub", "GitHub"),
        ("5", "5"),
        ("Thank you.", "谢谢。"),
        ("Bye-bye!", "拜拜！"),
        ("Ha ha ha!", "哈哈哈！"),
        ("no no no no", "不不不不"),
        ("She laughed: ha ha ha ha.", "她笑道：哈哈哈哈。"),
        ("See https://example.org/a for 3 details.", "详见 https://example.org/a 的3处细节。"),
        ("The quick brown fox jumps over the lazy dog.", "敏捷的棕色狐狸跳过了懒狗。"),
        ("The Heart Won't Lie is a song.", "《The Heart Won't Lie》是一首歌。"),
        ("Install it with pip.", "用 pip 安装它。"),
        ("If no timeout is given, the default timeout is used.", "如果未提供 timeout，则使用默认的 timeout。"),
        ("Call session.run on the graph.", "在计算图上调用 session.run。"),
        ("Choose LibreOffice - Options - LibreOffice Writer - Print.", "选择“LibreOffice - 选项 - LibreOffice Writer - 打印”。"),
        ("It weighs 3 kg and is 20 cm long.", "它重3 kg，长20 cm。"),
        ("1,000,000 people", "1000000人"),
        ("Fill in ........................ please.", "请填写........................"),
        ("Tom Sawyer met Huck Finn, and Tom Sawyer liked Huck Finn.", "汤姆·索亚遇见了哈克·费恩，汤姆·索亚喜欢哈克·费恩。"),
        ("", ""),
        ("-", "-"),
    ],
)
def test_good_translations_pass(source: str, target: str) -> None:
    assert codes(source, target) == []


@pytest.mark.parametrize(
    ("source", "target", "code"),
    [
        ("Hello.", "", "empty"),
        ("Hello.", "  ", "empty"),
        ("changelog", "( ", "punctuation"),
        ("Hello.", "……", "punctuation"),
        ("Hello world", "Bonjour monde", "no-han"),
        ("hello how are you", "hello how are you", "untranslated"),
        ("DID YOU KNOW?", "DID YOU KNOW?", "untranslated"),
        ("DID YOU KNOW?", "你 KNOW 吗？", "untranslated"),
        ("I like big dogs very much.", "我喜欢 big dogs very much。", "untranslated"),
        ("Test", "测试测试测试", "loop"),
        ("Man", "男人男人", "loop"),
        ("Come on", "来吧" * 28, "loop"),
        ("He came home late.", "他很晚很晚很晚很晚才回家。", "loop"),
        ("He came home late.", "他很晚才回家。他很晚才回家。", "loop"),
        ("He came.", "他来了了了了了", "loop"),
        (
            "The committee will meet on Friday to talk about the new bridge and the old road.",
            "委员会将于周五开会讨论新桥，委员会将于周五开会讨论旧路和委员会将于周五开会。",
            "loop",
        ),
        ("The committee will meet on Friday to talk about the new bridge and the old road.", "开会。", "too-short"),
        ("He came home.", "他在今天晚上很晚的时候终于一个人慢慢地走路回到了自己的家里", "too-long"),
        ("He has 7 cats.", "他有8只猫。", "number"),
        ("See https://example.org/a now.", "现在请看。", "shield"),
        ("Hello {name}!", "你好，{ name }！", "shield"),
        ("A broom.", "一把▁扫帚", "unknown"),
        ("He left the house and the dog ran after him.", "他离开了家，", "unfinished"),
        ("She fed the cat, watered the flowers and locked the front door.", "她喂了猫，锁上了前门。", "dropped"),
        ("The fridge is empty and the shop is closed.", "明天会下雨。", "unrelated"),
        ("I don't censor your articles.", "我 don't 审查你的文章。", "untranslated"),
        ("A broom.", "一把⁇", "unknown"),
    ],
)
def test_faults_are_named(source: str, target: str, code: str) -> None:
    assert code in codes(source, target)


def test_running_into_the_limit_is_told() -> None:
    assert codes("Hello.", "你好。", finished=False) == ["length-limit"]


def test_a_thing_that_stands_twice_must_come_back_twice() -> None:
    assert codes("Use {a} and {a}.", "使用 {a}。") == ["shield"]


def test_digits_of_things_are_no_numbers() -> None:
    assert codes("See http://192.168.0.1:8080 now.", "请看 http://192.168.0.1:8080 吧。") == []


def test_severity_orders_attempts() -> None:
    clean = check("Hello.", "你好。")
    empty = check("Hello.", "")
    number = check("He has 7 cats.", "他有8只猫。")
    assert severity(clean) == 0 < severity(number) < severity(empty)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_code_has_words(language: str) -> None:
    from translator_app.engine import checks

    for code in checks._CODES:
        message = Warning(code, "7; 8").message(language)
        assert message
        assert "{" not in message
        assert (language == "zh") == any("\u4e00" <= char <= "\u9fff" for char in message)


@pytest.mark.timeout(30)  # minutes, were anything quadratic
@pytest.mark.parametrize(
    "text",
    [
        "a" * 20_000,
        "ab " * 7_000,
        "好" * 20_000,
        "1" * 20_000,
        "“" * 20_000,
        "the 12 " * 3_000,
        "三千" * 5_000,
        "aB" * 50_000,
        "é" * 100_000,
    ],
)
def test_hostile_text_takes_linear_time(text: str) -> None:
    check(text, text)
    check("Hello there.", text)


WORDS = [
    "three",
    "second",
    "half",
    "million",
    "to",
    "quarter",
    "and",
    "nineteen",
    "eighty",
    "May",
    "1990",
    "s",
    "/",
    "10:30",
    "%",
    "1,000",
    "²",
    "İ",
    "XII",
]
NUMERALS = "零一二两三十百千万亿兆点分之半成来几星期0123.,%年个第廿首"


@settings(max_examples=400, deadline=None)
@given(
    source=st.one_of(
        st.text(max_size=40), st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), st.lists(st.sampled_from(WORDS)).map("".join)
    ),
    target=st.one_of(st.text(max_size=40), st.text(alphabet=NUMERALS, max_size=25)),
)
def test_no_text_makes_a_check_fail(source: str, target: str) -> None:
    for warning in check(source, target, things=find_things(source)):
        assert warning.message("en")


def test_numbers_beyond_all_bounds_are_numbers_still() -> None:
    assert "number" not in codes("9" * 500 + " cats.", "9" * 500 + "只猫。")
    assert "number" not in codes(f"2 {'1' * 5000}/{'2' * 5000}", f"2 {'1' * 5000}/{'2' * 5000}")
    assert "number" in codes("He has 7 cats.", "他有" + "亿" * 60 + "点五只猫。")


def test_a_number_in_words_may_come_in_digits_alone() -> None:
    assert check("one hundred twenty-three thousand", "123000") == []
    assert [w.code for w in check("twenty dogs", "20")] == ["no-han"]


def test_a_share_needs_no_words() -> None:
    assert check("1 of 3", "1/3") == []
    assert check("the Foo", "Foo", things=[Thing("Foo", 4, "keep", "Foo")]) == []
    assert [w.code for w in check("THE END", "THE END")] == ["untranslated"]


def test_digits_again_are_no_loop() -> None:
    assert check("1,000,000,000 stars", "1,000,000,000颗星") == []
    assert check("Prices: $1, $10, $100, $1,000, $10,000", "价格：$1, $10, $100, $1,000, $10,000") == []
    assert check("From 1914 to 1918, 1914–18, 1914-1918", "从1914年到1918年，1914-18年，1914-1918年") == []


def test_a_lost_bracket_is_marked() -> None:
    assert [w.code for w in check("Ask Mary <her> or me about it.", "问玛丽>或我这件事。")] == ["unfinished"]
    assert [w.code for w in check("See the list [1] of all parts.", "见所有部件的列表[1。")] == ["unfinished"]
    assert [w.code for w in check("Wool socks (six pairs), size ten", "羊毛袜（六双，十号")] == ["unfinished"]


@pytest.mark.parametrize(
    ("source", "target", "code"),
    [
        ("LED, 12W", "", "empty"),
        ("Déjà", "", "empty"),
        ("I", "I", "untranslated"),
        ("where is the bus stop", "这个he bus stop", "untranslated"),
        ("Date and signature of the buyer", "买方的日期和签名：%s", "added"),
        ("See the page for details.", "详情见 https://example.org 页面。", "added"),
        ("The function returns an error.", "函数返回 sute 错误。", "invented"),
        ("Step one: remove the cover.", "YONE 步骤：取下盖子。", "invented"),
    ],
)
def test_more_faults(source: str, target: str, code: str) -> None:
    assert code in [w.code for w in check(source, target)]
