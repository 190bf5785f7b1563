import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.documents.fakes import Runner
from translator_app.documents import DocumentOptions, mdinline

PAGE = """---
title: Front matter
---
# The *title* of it #

A paragraph with **bold**, `code`, a [link](http://x.y/a_b "The title"),
and a second line. ![A picture](a.png)

* first item
  goes on here
* [ ] second item with [named link][name]
  1. nested one

           indented code

> A quote
> of two lines

```python
print("do not touch")
```

    code by indent

Setext heading
--------------

| Head one | Two |
|----------|:---:|
| cell `a|b` | more text |

<div align="center"><b>Inside</b> html</div>

[name]: http://example.com "Title"
***
Hard break
next line.[^1]

[^1]: The footnote.
""".replace("break\n", "break  \n")


@pytest.mark.parametrize(
    "text", [PAGE, PAGE.replace("\n", "\r\n"), "", "---\n", "```\nnever closed", "* \n*\n+", "> \n>> a", "a\n=\n\tb\n", "|a|\n|-|\n"]
)
def test_identity_is_byte_for_byte(run: Runner, text: str) -> None:
    assert run("a.md", text) == text.encode()


SOUP = [
    "# ",
    "* ",
    "- ",
    "1. ",
    "> ",
    "```",
    "\n",
    "\n\n",
    "    ",
    "**",
    "*",
    "_",
    "`",
    "[",
    "]",
    "(",
    ")",
    "](x)",
    "![",
    "|",
    "|-|",
    "<b>",
    "</b>",
    "word",
]
SOUP += [" ", "---", "===", "~~", "\\", "[a]: x", "$$", "{{", "}}", ":::", "<!--", "-->", "é，", "\r\n", "\t"]


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.sampled_from(SOUP)).map("".join))
def test_identity_of_anything(run: Runner, text: str) -> None:
    assert run("a.md", text) == text.encode()


def test_blocks(run: Runner) -> None:
    run("a.md", PAGE)
    assert run.blocks("a.md") == [
        "The \ue000title\ue001 of it",
        "A paragraph with \ue000bold\ue001, \ue002, a \ue004link\ue005, and a second line. \ue006A picture",
        "first item goes on here",
        "second item with \ue000named link",
        "nested one",
        "A quote of two lines",
        "Setext heading",
        "Head one",
        "Two",
        "cell",
        "more text",
        "\ue000Inside\ue001 html",
        "Hard break",
        "next line.",
        "The footnote.",
    ]


def test_only_text_changes(run: Runner) -> None:
    out = run.text("a.md", PAGE, str.upper)
    assert " ".join(out.replace(">", " ").lower().split()) == " ".join(PAGE.replace(">", " ").lower().split())
    for kept in (
        "title: Front matter",
        "`code`",
        'http://x.y/a_b "The title"',
        "(a.png)",
        "do not touch",
        "indented code",
        "code by indent",
        "][name]",
    ):
        assert kept in out
    assert "> A QUOTE OF TWO LINES\n" in out
    assert "| HEAD ONE | TWO |\n|----------|:---:|\n| CELL `a|b` | MORE TEXT |" in out
    assert '<div align="center"><b>INSIDE</b> HTML</div>' in out


def test_emphasis_works_beside_chinese(run: Runner) -> None:
    words = {"Please note: this": "请注意：这个", "note": "注意", "A very important word": "很重要的词", "important": "重要"}
    assert run.text("a.md", "Please **note:** this\n", words.__getitem__) == "请**注意：** 这个\n"
    assert run.text("a.md", "A very _important_ word\n", words.__getitem__) == "很*重要*的词\n"


def test_link_whose_text_is_its_name_still_leads_there(run: Runner) -> None:
    text = "See [Manual] and [other][] and [not a link].\n\n[manual]: a\n[Other]: b\n"
    out = run.text("a.md", text, str.upper)
    assert out == "SEE [MANUAL][Manual] AND [OTHER][other] AND [NOT A LINK].\n\n[manual]: a\n[Other]: b\n"


@pytest.mark.parametrize(
    ("text", "expected"), [("# a", "\\# a"), ("1. a", "1\\. a"), ("- a", "\\- a"), ("2024年", "2024年"), ("-5", "-5"), ("a", "a")]
)
def test_translation_does_not_become_a_block_by_chance(text: str, expected: str) -> None:
    assert mdinline.guarded(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A line\\\nthe next\n", "[A line]\\\n[the next]\n"),  # a hard break
        ("> [!NOTE]\n> Useful words\n", "> [!NOTE]\n> [Useful words]\n"),
        ("> [!tip]- A title\n> and words\n", "> [!tip]- [A title]\n> [and words]\n"),
        ("Term\n: What it means\n", "[Term]\n: [What it means]\n"),
        ("One line<br>the next\nend<br />last\n", "[One line]<br>[the next end]<br />[last]\n"),
        ("| a | b |\n|---|---|\n| One<br/>two | c |\n", "| [a] | [b] |\n|---|---|\n| [One]<br/>[two] | [c] |\n"),
        ("## 1. Start here\n", "## [1. Start here]\n"),
    ],
)
def test_breaks_notes_and_definitions(run: Runner, text: str, expected: str) -> None:
    assert run.text("a.md", text, lambda words: f"[{words}]") == expected


def test_numbers_of_headings_and_cells_need_no_guard(run: Runner) -> None:
    text = "# One\n\n| one |\n|---|\n| one |\n\none\n"
    assert run.text("a.md", text, lambda words: f"1. {words}").count("1\\.") == 1


def test_bilingual(run: Runner) -> None:
    text = "# Head\n\n> * item one\n>   goes on\n\n| a |\n|---|\n| b |\n"
    out = run.text("a.md", text, str.upper, DocumentOptions(mode="bilingual"))
    assert out == "# Head / HEAD\n\n> * item one\n>   goes on\n>\n>   ITEM ONE GOES ON\n\n| a<br>A |\n|---|\n| b<br>B |\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- [ ] one\n", "- [ ] one\n\n  ONE\n"),
        ("[^a-long-name]: one\n", "[^a-long-name]: one\n\n    ONE\n"),
        ("> [!NOTE] one\n", "> [!NOTE] one\n>\n> ONE\n"),
    ],
)
def test_translations_below_are_no_code(run: Runner, text: str, expected: str) -> None:
    assert run.text("a.md", text, str.upper, DocumentOptions(mode="bilingual")) == expected
