import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine import measure_segment
from translator_app.engine.segment import Kind, clean, is_chinese, join, sentence_case, split, split_long
from translator_app.engine.shield import find_things
from translator_app.paths import assets_dir

ANY_TEXT = st.text(st.characters(), max_size=200)  # st.characters() alone includes lone surrogates
_WORDS = ["Hello", "world", "Mr.", "U.S.", "e.g.", "今天", "مرحبا", "`x`", "https://a.b/c", "<b>", "%s", "👍", "👨\u200d👩\u200d👧"]
_MARKS = [". ", "! ", "? ", "... ", "…", "。", "- ", "1. ", "> ", "# ", "| ", "```\n", "{", "}", "$", '"', "(", ")"]
_SPACES = ["\r\n", "\r", "\n", "\u2028", "\x85", "\xa0", "\x00", "\ud83d", "\u202e", "\t", "    ", "\x0b", "\x0c"]
LIVELY = st.lists(st.sampled_from(_WORDS + _MARKS + _SPACES)).map("".join)


def sentences(text: str) -> list[str]:
    return [s.text for s in split(text) if s.kind is Kind.SENTENCE]


@given(ANY_TEXT | LIVELY)
@example("First line.\r\nSecond line.\r\n")
@example("a\rb\u2028c\x85d\xa0e\x00f\ud83dg")
def test_nothing_is_lost(text: str) -> None:
    segments = split(text)
    assert join(segments) == text
    assert [s.start for s in segments] == [len(join(segments[:i])) for i in range(len(segments))]
    for segment in segments:
        assert segment.text
        if segment.kind is Kind.SENTENCE:
            assert segment.text == segment.text.strip()
            assert len(segment.text.splitlines()) == 1


@given(ANY_TEXT | LIVELY, st.integers(1, 20))
def test_parts_of_a_long_sentence_are_the_sentence(text: str, limit: int) -> None:
    parts = split_long(text, limit, len)
    assert "".join(parts) == text
    assert all(len(part) <= limit for part in parts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Smith paid $3.5 million to U.S. Steel Corp. in Jan. 2020.", 1),
        ("He lives in the U.S. The weather is fine.", 2),
        ("Meet me at 5 p.m. on Monday. Bring No. 5 and fig. 3, e.g. the red one.", 2),
        ('"Why?" Paul asked. "Because." He left.', 3),
        ("People plant trees ... and then they go home. The holiday began in 1872.", 2),
        ("Version 2.0.1 is out. See https://example.org/a.b?c=d. It is good.", 3),
        ("J. R. R. Tolkien wrote it. George W. Bush did not.", 2),
        ("Is it plan B? Yes! No... Perhaps. (He laughed.) Then he left.", 6),
        ("hello. how are you? i am fine", 3),
        ("The end.The start is near.", 2),
        ("Use example.Com or Node.Js with System.out.", 1),
        ("He asked me (why?) and left.", 1),
        ("Buy apples, pears, etc. The shop closes at six.", 2),
        ("No. I won't. It is No. 7.", 3),
        ("It costs 3.50 at St. Mary's on Main St. He paid.", 2),
    ],
)
def test_sentences(text: str, expected: int) -> None:
    found = sentences(text)
    assert len(found) == expected, found


@pytest.mark.parametrize(
    "text",
    [
        *[
            "",
            " ",
            "-",
            "5",
            "12\n7\n2048\n",
            "🎉🎉🎉",
            "今天天气很好。",
            "https://example.org/a",
            "jane@example.com",
            "3.5 GHz",
            "20 °C",
            "5 kg",
        ],
        *[
            "C:\\Users\\me\\a.docx",
            "----",
            "a)",
            "v1.2.3",
            "{name}",
            "`code here`",
            "snake_case",
            "こんにちは",
            "B",
            "IV",
            "(xii) XII.",
            "10:30",
            "* * *",
            "|---|---|",
        ],
        *[
            "    return x;",
            "$ pip install numpy",
            "for (int i = 0; i < n; i++) {",
            "```\nhello world\n```",
            "print('hello world')",
            "x = foo(1)",
        ],
    ],
)
def test_what_never_reaches_the_model(text: str) -> None:
    assert sentences(text) == []


@pytest.mark.parametrize("text", ["Hi", "No", "Test", "I", "OK", "changelog", "Come on", "COVID-19", "Yes!", "Ah", "3-Pack"])
def test_short_texts_are_sentences(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- two eggs", ["two eggs"]),
        ("  * [ ] Call Jane", ["Call Jane"]),
        ("> > 1. Open the box", ["Open the box"]),
        ("## The title", ["The title"]),
        ("(i) the pump", ["the pump"]),
        ("a) the pump", ["the pump"]),
        ("[12] See there", ["See there"]),
        ("| Name | Number of rooms |", ["Name", "Number of rooms"]),
        ("Introduction ........... 12", ["Introduction"]),
        ("Holiday Mug Bundle | 3-Pack, 32oz, dishwasher safe", ["Holiday Mug Bundle", "3-Pack, 32oz, dishwasher safe"]),
        ("one\ttwo words", ["one", "two words"]),
        ("A. Apples\nB. Pears", ["Apples", "Pears"]),
        ("E. Ross Allen was a writer.", ["E. Ross Allen was a writer."]),
        ("请打开 Settings 页面，然后 click Save。", ["click Save"]),
        ("今天很好。The weather is fine today. 谢谢。", ["The weather is fine today."]),
        ("The word 你好 means hello.", ["The word 你好 means hello."]),
        ("© 2024 Acme Inc.", ["2024 Acme Inc."]),
        ("¹ See there.", ["See there."]),
        ("[laughs] That's funny.", ["[laughs]", "That's funny."]),
        ("(Optional) Click Save.", ["(Optional)", "Click Save."]),
        ("(Optional) and more.", ["(Optional) and more."]),
        ('{"name": "John", "age": 30}', []),
        ("<!-- a - b --> Plain words.", ["<!-- a - b --> Plain words."]),
        ("<!-- plain words -->", []),
        ('[1]: https://example.com/a "Plain words"', []),
        ("Q: What's new? A: Nothing much.", ["What's new?", "Nothing much."]),
        ("A: Hello! B: Hi!", ["Hello!", "Hi!"]),
    ],
)
def test_marks_stay_outside(line: str, expected: list[str]) -> None:
    assert sentences(line) == expected


def test_chinese_source_is_not_taken_for_translated() -> None:
    assert [s.text for s in split("今天天气很好。我们走吧。", source="zh") if s.kind is Kind.SENTENCE] == ["今天天气很好。", "我们走吧。"]
    assert is_chinese("今天 OK 了")
    assert is_chinese("iPhone 15 Pro Max 发布了。\n今天天气很好。")
    assert not is_chinese("これは漢字です")
    assert not is_chinese("今天天气很好，我们去公园散步，然后回家吃晚饭。\nThe weather is fine.")


def test_long_sentence_breaks_at_clauses_into_even_parts() -> None:
    sentence = "receiving a first signal, receiving a second signal, computing a difference, and, if it is large, closing the valve"
    parts = split_long(sentence, 8, lambda text: len(text.split()))
    assert "".join(parts) == sentence
    assert [part.rstrip()[-1] for part in parts[:-1]] == [","] * (len(parts) - 1)
    words = split_long("word " * 600, 250, lambda text: len(text.split()) + 1)
    assert "".join(words) == "word " * 600
    assert {len(part.split()) for part in words} == {200}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DID YOU KNOW?", "Did you know?"),
        ("NASA SENT A USB STICK TO CHINA ON MONDAY.", "NASA sent a USB stick to China on Monday."),
        ("ATTENTION: do not open the valve.", "Attention: do not open the valve."),
        ("You must NOT open it.", "You must not open it."),
        ("STEP ONE: remove the cover.", "Step one: remove the cover."),
        ("USB: plug it in.", "USB: plug it in."),
        ("LOST: a black cat.", "Lost: a black cat."),
        ("I'M IN THE IT DEPARTMENT. IS IT FAR?", "I'm in the IT department. Is it far?"),
        ("Hello NASA", "Hello NASA"),
        ("HTML", "HTML"),
        ("Plain text.", "Plain text."),
        ("OPEN {FILE_NAME} NOW", "Open {FILE_NAME} now"),
        ("CHAPTER IV", "Chapter IV"),
    ],
)
def test_sentence_case(text: str, expected: str) -> None:
    assert sentence_case(text) == expected


def test_clean_drops_what_no_model_can_read() -> None:
    assert clean("Hello\x00 there\ud83d.\u00adNice\xa0 \t day") == "Hello there.Nice day"


ONE_SENTENCE = """
Mr. and Mrs. Brown moved to St. Louis on Feb. 3.
She works for Acme Inc. in Washington, D.C. as a lawyer.
See Fig. 2 and Sec. 3.1 for details.
He has a Ph.D. from M.I.T. in physics.
The meeting is at 9 a.m. on Tues. in Rm. 5.
It starts at 9 a.m. Pacific time.
Prof. J. K. Lee vs. Capt. A. Jones, Jr. was decided.
Yahoo! Inc. was bought by Verizon.
Lt. Col. Smith and Gen. Lee met at No. 10 Downing St. in 1990.
Smith et al. (2019) say so.
Add min. 5 kg and max. 10 kg.
about 5 min. walk from the station
"Stop!" he shouted.
Bob, a.k.a. Bobby, is here.
See pp. 3-5, vol. 2, ch. 4 of the book ed. by John.
I live at 12 W. 42nd St. in New York.
Is it Dr. Who or Dr. No?
He said: "I don't know..." and left.
Acme Corp. Ltd. is a U.K. company.
Well . . . maybe we should go.
"""
TWO_SENTENCES = """
He arrived at 5 p.m. She left.
I like the U.S. It is big.
That is all, etc. Next we go.
He was born in 1990. 20 years later he died.
I live in Washington, D.C. Where do you live?
(It rained.) We left.
“Go home.” She did.
Stop!!! Now.
What?! No way.
It ended… Then it began.
See you in Jan. The weather is bad.
It was plan B. We liked it.
He is older than I. We went.
The answer is no. Try again.
We ate the fig. It was good.
Look at https://example.org/a. It is new.
Email me at a@b.co. Thanks.
Great! 👍 See you.
"""


@pytest.mark.parametrize("text", ONE_SENTENCE.strip().split("\n"))
def test_one_sentence(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize("text", TWO_SENTENCES.strip().split("\n"))
def test_two_sentences(text: str) -> None:
    assert len(sentences(text)) == 2, sentences(text)


def test_boundaries_of_lines_joined_at_random() -> None:
    table = assets_dir() / "quality" / "en-zh.tsv"
    lines = measure_segment.single_sentences([table])
    assert len(lines) > 200
    value, wrong = measure_segment.f1(measure_segment.joined(lines))
    assert value >= 0.98, "\n".join(wrong)


CODE = """
$ pip install numpy
>>> print(x)
user@host:~$ ls -la
git commit -m "fix the crash in the parser"
import numpy as np
from a.b import c, d
#include <stdio.h>
public static void main(String[] args) {
const x = 5;
if (x > 3) {
for i in range(10):
} else {
return foo(x)
x = "hello world this is a string"
self.name = name
console.log('x');
});
"name": "value",
SELECT * FROM users WHERE id = 3;
<div class="x">
font-size: 12px;
Traceback (most recent call last):
"""
PROSE = """
Make sure to clean up.
Cat food is expensive.
Class starts at nine.
The total = five apples and three pears.
For the cake:
Return the book; it is late.
import taxes are high
Light(s)
Call me (maybe)
the pump (12);
UPDATE: the shop is closed.
void where prohibited
git is a version control system
$5 is cheap
a pump; and
"""


@pytest.mark.parametrize("line", CODE.strip().split("\n"))
def test_code_is_kept(line: str) -> None:
    assert sentences(line) == []


@pytest.mark.parametrize("line", PROSE.strip().split("\n"))
def test_prose_that_looks_like_code_is_not_kept(line: str) -> None:
    assert sentences(line)


@pytest.mark.parametrize(
    "seed",
    [
        ".",
        "a. ",
        "?!",
        "\"'",
        "(",
        "`a",
        "<a ",
        "-a",
        "1-",
        "A-1",
        "a@",
        "/a",
        " ",
        "\t",
        "| ",
        "= ",
        "1 of ",
        "$a",
        "\\(",
        "\\d",
        "a::",
        "1:",
        "½",
        "0123 456 ",
        "A: ",
        "Mon - ",
        "5 min. ",
        "👨\u200d",
        "e\u0301",
        "\ue000 ",
        "\r",
    ],
)
def test_hostile_runs_take_linear_time(seed: str) -> None:
    # a quadratic rule would take minutes here
    text = seed * (200_000 // len(seed))
    assert join(split(text)) == text
    assert "".join(split_long(text, 400, len)) == text
    find_things(text)
    sentence_case(text)


@pytest.mark.parametrize("text", ["4K", "1080p", "120 x 60 cm", "8x10", "5G."])
def test_models_and_sizes_pass_through(text: str) -> None:
    assert [s.kind for s in split(text)] == [Kind.KEEP]


@pytest.mark.parametrize("text", ["Ｆｕｌｌ ｗｉｄｔｈ ｔｅｘｔ", "𝐁𝐨𝐥𝐝 𝐭𝐞𝐱𝐭"])
def test_other_forms_of_latin_letters_are_translated(text: str) -> None:
    assert [s.kind for s in split(text)] == [Kind.SENTENCE]


def test_bars_within_code_part_no_cells() -> None:
    text = "Type `a || b` and press Enter."
    assert [s.text for s in split(text)] == [text]


def test_companies_are_one_sentence() -> None:
    text = "The firm, Smith & Co. Ltd. of London, was sold in Dec. 1999."
    assert [s.text for s in split(text)] == [text]
