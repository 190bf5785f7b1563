import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from translator_app.engine.segment import Kind, clean, is_chinese, join, sentence_case, split, split_long

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
    ],
)
def test_marks_stay_outside(line: str, expected: list[str]) -> None:
    assert sentences(line) == expected


def test_chinese_source_is_not_taken_for_translated() -> None:
    assert [s.text for s in split("今天天气很好。我们走吧。", source="zh") if s.kind is Kind.SENTENCE] == ["今天天气很好。", "我们走吧。"]
    assert is_chinese("今天 OK 了")
    assert not is_chinese("これは漢字です")


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
