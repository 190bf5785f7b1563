"""Endings, spaces and quotation marks of translated parts."""

import pytest

from translator_app.engine.assembly import Piece, assemble, last_part, match_end, spaced, unquoted
from translator_app.engine.shield import Thing


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("It works.", "行了", "行了。"),
        ("Is it?", "是吗", "是吗？"),
        ("Save", "保存。", "保存"),
        ("So good!!", "太好了！！！！！", "太好了！！"),
        ("So good!", "太好了！", "太好了！"),
        ("although it rained,", "虽然下雨。", "虽然下雨，"),
        ("Wait...", "等等", "等等"),
        ('"Stop."', "“停。”", "“停。”"),
        ("Dear all,", "大家好！", "大家好，"),
        ("Error", "错误：", "错误"),
        ("", "好", "好"),
        ("ok.", "", ""),
    ],
)
def test_match_end(source: str, target: str, expected: str) -> None:
    assert match_end(source, target) == expected


def thing(text: str, kind: str) -> Thing:
    return Thing(text, 0, kind, text)


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        (["", 0, " ", thing("%s", "placeholder"), " ", 1], "红%s蓝"),
        (["", 0, " ", thing("https://a.example", "url"), " ", 1], "红 https://a.example 蓝"),
        (["", 0, " ", thing("@bob", "mention"), " ", 1], "红 @bob 蓝"),
        ([thing("3", "number"), ",", " ", thing("1955", "number")], "3, 1955"),
        (["", 0, " ", "-", " ", thing("30oz", "number"), " ", "-", " ", 1], "红 - 30oz - 蓝"),
        ([thing("73", "number"), " ", 2, " ", thing("51", "number")], "73 51"),
    ],
)
def test_assemble(pieces: list[Piece], expected: str) -> None:
    assert assemble(pieces, ["红", "蓝", ""]) == expected


def test_last_part() -> None:
    assert last_part(["", 0, " ", thing("x", "url"), " ", 1, ""], 2) == 1
    assert last_part(["", 0, " ", thing("x", "url"), "."], 1) == 1
    assert last_part(["", 0, " ", thing("🎉", "emoji")], 1) == 0


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("Yes", "“是的！”", "是的！"),
        ("no way!!! he said that?", "不行了！”他说的吗？", "不行了！他说的吗？"),
        ("Press <1> now", "[<1>“按”此”", "<1>“按”此"),
        ("Press [x]", "按[x", "按[x"),
        ('It is 6" wide', "它宽6“英寸", "它宽6“英寸"),
        ('"Yes"', "“是的！”", "“是的！”"),
        ("He left.", "“好。”他说。", "“好。”他说。"),
        ("One, two.", "“一”和“二”", "“一”和“二”"),
    ],
)
def test_unquoted(source: str, target: str, expected: str) -> None:
    assert unquoted(source, target) == expected


def test_latin_things_stand_apart_from_latin_words() -> None:
    source = "IBAN DE89 37 to x1 of {n}, y2z"
    things = [
        Thing(text, source.index(text), kind, text) for text, kind in (("DE89 37", "phone"), ("x1", "id"), ("{n}", "tag"), ("y2", "id"))
    ]
    assert spaced(source, "转到IBANDE89 37给tox1of{n}it和y2z", things) == "转到IBAN DE89 37给to x1 of{n}it和y2z"
    source = "See a.org/zx1 of x1"
    things = [Thing("a.org/zx1", 4, "url", "a.org/zx1"), Thing("x1", 17, "id", "x1")]
    assert spaced(source, "看 a.org/zx1 的x1", things) == "看 a.org/zx1 的x1"


def test_addresses_stand_apart_from_han() -> None:
    things = [Thing("a@b.org", 0, "email", "a@b.org"), Thing("x.org", 0, "url", "x.org"), Thing("30cm", 0, "measure", "30cm")]
    assert spaced("a@b.org x.org 30cm", "写给a@b.org或看x.org。宽30cm的", things) == "写给 a@b.org 或看 x.org。宽30cm的"
