import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator_app.engine.unwrap import unwrap

PDF = (
    "The committee said on Friday that the bridge would stay closed\n"
    "until engineers had inspected every cable and replaced the ones\n"
    "that were damaged in the storm."
)


def test_a_hard_wrapped_sentence_becomes_one_line() -> None:
    joined = unwrap(PDF)
    assert joined.text == PDF.replace("\n", " ")
    assert joined.joined_lines == 2
    assert unwrap(PDF.replace("\n", " \r\n")).text == PDF.replace("\n", " ")


def test_paragraphs_stay_apart() -> None:
    text = f"A Short Title\n\n{PDF}\n\n  {PDF}\n"
    joined = unwrap(text)
    one = PDF.replace("\n", " ")
    assert joined.text == f"A Short Title\n\n{one}\n\n  {one}\n"
    assert joined.joined_lines == 4


def test_a_short_line_ends_a_paragraph() -> None:
    text = (
        "We looked at every cable of the bridge and found that three of\n"
        "them had to go.\n"
        "The second part of the work starts in the spring, when the river\n"
        "is low enough for the barges."
    )
    assert unwrap(text).text.split("\n") == [
        "We looked at every cable of the bridge and found that three of them had to go.",
        "The second part of the work starts in the spring, when the river is low enough for the barges.",
    ]


@pytest.mark.parametrize(
    ("first", "second", "word"),
    [
        ("This is an easy exam-", "ple of a text that was copied", "example"),
        ("It was made by a well-", "known engineer from the city of", "well-known"),
        ("The river flows north-", "ern lands and far beyond them to", "northern"),
        ("This is a state-of-the-", "art machine that was bought in", "state-of-the-art"),
        ("We like evidence-", "based medicine, which is a thing of", "evidence-based"),
        ("The commit\u00ad", "tee met in the afternoon of the day", "committee"),
        ("It was the Anglo-", "Saxon king who is said to have been", "Anglo-Saxon"),
        ("We think co-operation and co-", "operation is what a text says", "and co-operation"),
    ],
)
def test_words_at_line_ends(first: str, second: str, word: str) -> None:
    filled = "and then on and on and on it goes "[len(first) - 56 :] + first
    text = (
        f"The first line of this paragraph was set as wide as a page\n{filled}\n{second} and the\nnext line, and so it goes on to the end."
    )
    assert word in unwrap(text).text


@pytest.mark.parametrize(
    "text",
    [
        "GAS LEAK\nINSPECTION\nFIRE EXIT",
        "Shopping list:\n- two eggs\n- a loaf of bread\n- olive oil",
        "First line.\r\nSecond line.\r\n",
        "Shall I compare thee to a summer's day?\nThou art more lovely and more temperate:\nRough winds do shake the darling buds of May,\n"
        "And summer's lease hath all too short a date;",
        "Jane Doe\n12 Long Street\nSpringfield\nUnited Kingdom",
        "name\tnumber of rooms in the house\njane\tthree rooms and a kitchen\nbob\ttwo rooms",
        "| name | number of rooms |\n| jane | three rooms and a kitchen in the house |",
        "def area(width, height):\n    # the area of a rectangle in square metres\n    return width * height",
        "```\nthis is a fenced block of code with a long line\nand another long line of the same length\n```",
        "-- \nJane Doe, head of the department of things\nand other things, Example Company Limited",
        "fix the crash when opening large files\nadd an option to hide the tool bar\nupdate the translations",
        "Ingredients\n200 grams of finely chopped onions\n2 tablespoons of olive oil\n1 clove of garlic, crushed\nsalt and pepper",
        "Best regards,\nJane",
        "12\n7\n2048\n",
        "# A heading that is long enough to be wide\n# and another heading just below it",
        "1. Open the box and take the parts out of it\n2. put the parts on the table",
        "",
        "\n\n",
        "我们今天去公园散步，天气很好。\n明天也去。",
    ],
)
def test_left_alone(text: str) -> None:
    assert unwrap(text).text == text
    assert unwrap(text).joined_lines == 0


def test_list_items_keep_their_continuations() -> None:
    text = (
        "Things to bring along on the trip:\n"
        "- a warm coat, since the nights in the mountains can be very\n"
        "  cold even in the middle of summer\n"
        "- boots\n"
    )
    assert (
        unwrap(text).text.split("\n")[1] == "- a warm coat, since the nights in the mountains can be very cold even in the middle of summer"
    )
    assert unwrap(text).joined_lines == 1


def test_quoted_mail_keeps_its_marks() -> None:
    text = (
        "On Monday Jane wrote:\n"
        "> Could you have a look at the second part of the report, which\n"
        "> was sent to all of us on Friday?\n"
        "Yes, I will.\n"
    )
    assert unwrap(text).text.split("\n") == [
        "On Monday Jane wrote:",
        "> Could you have a look at the second part of the report, which was sent to all of us on Friday?",
        "Yes, I will.",
        "",
    ]


@given(st.text(st.characters() | st.sampled_from("\n\r ->|`"), max_size=300))
def test_letters_and_signs_stay(text: str) -> None:
    joined = unwrap(text)
    kept = [char for char in text if not char.isspace() and char not in "-\u2010\u00ad>"]
    assert [char for char in joined.text if not char.isspace() and char not in "-\u2010\u00ad>"] == kept
    assert len(joined.text.splitlines()) + joined.joined_lines == len(text.splitlines())


def test_time_is_linear() -> None:
    text = (
        "A line of words that goes on and on until the end of it,\nand then some more of the same, without any sense and ver-\ny long.\n"
        * 7_000
    )
    assert unwrap(text).joined_lines > 0
    assert unwrap("x-\n" * 50_000).joined_lines == 0
