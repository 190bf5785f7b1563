from hypothesis import given
from hypothesis import strategies as st

from translator_app.documents import wrap


def test_lines_fit_and_keep_punctuation_and_words_whole() -> None:
    text = "我们今天要去 PowerShell 的控制台，看看“那里”的设置（全部）。"
    lines = wrap.wrap(text, 16)
    assert "".join(lines) == text.replace(" ", "") or " ".join(lines)
    assert all(wrap.width(line) <= 18 for line in lines)
    assert not any(line[0] in "，。”）" for line in lines)
    assert any("PowerShell" in line for line in lines)


@given(st.text("汉字，。a b1（"), st.integers(2, 30))
def test_wrapping_loses_only_white_space(text: str, columns: int) -> None:
    assert "".join("".join(wrap.wrap(text, columns)).split()) == "".join(text.split())
    assert "".join("".join(wrap.balanced(text, columns)).split()) == "".join(text.split())


def test_balanced_lines_are_of_one_length() -> None:
    assert wrap.balanced("一二三四五六七八九十甲乙", 20) == ["一二三四五六", "七八九十甲乙"]


@given(st.text("汉字，。a b"), st.lists(st.integers(1, 50), min_size=1, max_size=6))
def test_sharing_loses_only_white_space(text: str, weights: list[int]) -> None:
    parts = wrap.share(text, weights)
    assert len(parts) == len(weights)
    assert "".join("".join(parts).split()) == "".join(text.split())


def test_share_cuts_after_punctuation_near_the_proportion() -> None:
    assert wrap.share("我本来会来的，但是下雨了。", [10, 8]) == ["我本来会来的，", "但是下雨了。"]
    assert wrap.share("one two three four", [7, 10]) == ["one two", "three four"]
