import re

import pytest

from tests.documents.fakes import Runner
from translator_app.documents import DocumentOptions
from translator_app.errors import UnreadableDocument

SRT = """1
00:00:01,000 --> 00:00:02,500
<i>Hello there.</i>

2
00:00:03,000 --> 00:00:05,000 X1:100 X2:200
- Who are you?
- <b>Nobody</b> you know.

3
00:00:06,000 --> 00:00:08,000
If you had told me before
I would have helped, but

4
00:00:08,100 --> 00:00:09,900
now it is too late.

5
00:00:20,000 --> 00:00:21,000
{\\an8}42

6
00:00:22,000 --> 00:00:23,000

7
00:00:24,000 --> 00:00:25,000
♪ La la la ♪
"""
VTT = """WEBVTT - Title here

NOTE
A note that stays

STYLE
::cue { color: red }

intro
00:01.000 --> 00:02.000 align:start position:10%
<v Bob>Fish &amp; chips <c.loud>now</c>!

00:00:03.000 --> 00:00:04.000
Second cue, <00:00:03.500>timed.
"""
ASS = """[Script Info]
Title: My film
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,A comment
Dialogue: 0,0:00:01.00,0:00:02.00,Default,Bob,0,0,0,,{\\an8\\i1}Hello, there{\\i0}\\Nmy friend.
Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0{\\p0}
Dialogue: 0,0:00:05.00,0:00:06.00,Default,,0,0,0,,{\\k20}La {\\k30}la
"""


FILES = [("a.srt", SRT), ("a.vtt", VTT), ("a.ass", ASS)]


@pytest.mark.parametrize(("name", "text"), [*FILES, ("a.srt", SRT.rstrip()), ("a.vtt", "WEBVTT\n"), ("a.srt", "")])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_identity_is_byte_for_byte(run: Runner, name: str, text: str, newline: str, encoding: str) -> None:
    data = text.replace("\n", newline).encode(encoding)
    assert run(name, data) == data


@pytest.mark.parametrize(("name", "text"), FILES)
def test_only_text_changes(run: Runner, name: str, text: str) -> None:
    out = run.text(name, text, str.upper)
    assert re.sub(r"\s|\\[nN]", "", out.lower()) == re.sub(r"\s|\\[nN]", "", text.lower())
    timing = re.compile(r"^.*-->.*$|^\d+$|^Dialogue:.*,,0,0,0,,|<[^>]*>|\{[^}]*\}", re.MULTILINE)
    assert timing.findall(out) == timing.findall(text)
    assert "my friend" not in out
    for kept in ("A note that stays", "A comment", "color: red", "m 0 0 l 100 0", "}La {"):
        assert (kept in out) == (kept in text)


def test_texts_of_srt(run: Runner) -> None:
    run("a.srt", SRT)
    assert run.blocks("a.srt") == [
        "Hello there.",
        "Who are you?",
        "Nobody\ue001 you know.",
        "If you had told me before I would have helped, but now it is too late.",
        "La la la",
    ]


def test_sentence_over_two_cues_is_shared_out(run: Runner) -> None:
    chinese = "如果你早点告诉我的话，我本来是会帮忙的，可是现在已经太晚了。"
    out = run.text("a.srt", SRT, lambda t: chinese if t.startswith("If") else t)
    third = out[out.index("3\n00:00:06") : out.index("5\n00:00:20")]
    first = "3\n00:00:06,000 --> 00:00:08,000\n如果你早点告诉我的话，我本来是会帮忙的，\n\n"
    assert third == first + "4\n00:00:08,100 --> 00:00:09,900\n可是现在已经太晚了。\n\n"


def test_long_chinese_lines_are_wrapped(run: Runner) -> None:
    out = run.text(
        "a.srt", "1\n00:00:01,000 --> 00:00:02,000\nOne.\n", lambda t: "今天我们要去一个很远的地方看看那里的风景，你想不想一起去呢？"
    )
    lines = out.split("\n")[2:-1]
    assert lines == ["今天我们要去一个很远的地方看看", "那里的风景，你想不想一起去呢？"]


def test_bilingual(run: Runner) -> None:
    options = DocumentOptions(mode="bilingual")
    assert run.text("a.srt", "1\n00:00:01,000 --> 00:00:02,000\n<i>One\ntwo.</i>\n\n", str.upper, options) == (
        "1\n00:00:01,000 --> 00:00:02,000\n<i>ONE TWO.</i>\n<i>One\ntwo.</i>\n\n"
    )
    out = run.text("a.ass", ASS, str.upper, options)
    assert "{\\an8\\i1}HELLO, THERE{\\i0} MY FRIEND.\\N{\\an8\\i1}Hello, there{\\i0}\\Nmy friend." in out


def test_bilingual_dialogue_keeps_its_dashes(run: Runner) -> None:
    head = "1\n00:00:01,000 --> 00:00:02,000\n"
    out = run.text("a.srt", head + "- One.\n- Two.\n", str.upper, DocumentOptions(mode="bilingual"))
    assert out == head + "- ONE.\n- One.\n- TWO.\n- Two.\n"


def test_vtt_entities(run: Runner) -> None:
    out = run.text("a.vtt", VTT, lambda t: t.replace("chips", "chips > x"))
    assert "<v Bob>Fish &amp; chips &gt; x <c.loud>now</c>!" in out


def test_missing_blank_line_between_cues(run: Runner) -> None:
    text = "1\n00:00:01,000 --> 00:00:02,000\nOne.\n2\n00:00:03,000 --> 00:00:04,000\nTwo."
    assert run.text("a.srt", text, str.upper) == text.upper()


def test_what_is_no_subtitle_file_is_refused(run: Runner) -> None:
    with pytest.raises(UnreadableDocument, match="no subtitle timing"):
        run("a.srt", "just text\n")
    with pytest.raises(UnreadableDocument, match="no sections"):
        run("a.ass", "just text\n")
