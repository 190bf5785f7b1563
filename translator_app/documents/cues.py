"""What subtitle formats share: cues, sentences that run over several of them, lines short enough for Chinese."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from translator_app.documents import marks, wrap
from translator_app.documents.marks import Marks
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, Slot

HAN_COLUMNS = 38  # 19 Han a line
LATIN_COLUMNS = 42
_MAX_JOINED_CUES = 5
_MAX_JOINED_CHARS = 320
_MAX_CUE_CHARS = 3_000  # what is longer is no subtitle
_MAX_GAP_S = 2.5
_SENTENCE_END = re.compile(r"[.!?…:;♪♫\])\"”'’。！？-]\s*$")
_DANGLING = re.compile(
    r"(?:,|\b(?:a|an|the|of|to|in|on|at|for|with|by|from|and|or|but|that|which|who|is|are|was|were|my|your|his|her|its|our|their|if|when|because|as|than))\s*$",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
_SPEAKER = re.compile(r"\s*(?:[-–—‐]\s?|>>\s)\S")
_SONG = re.compile(r"([♪♫\s]*)(.*?)([♪♫\s]*)$", re.DOTALL)
_HAN = re.compile("[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Style:
    """How a format writes text inside a cue."""

    tag: re.Pattern[str]  # inline tags: kept as marks
    line_break: re.Pattern[str]
    newline: str  # what is written for a line break
    unescape: Callable[[str], str] = str
    escape: Callable[[str], str] = str


@dataclass(frozen=True, slots=True)
class Cue:
    """The text of one cue as it stands in the file."""

    raw: str
    start_s: float
    end_s: float
    place: str
    kept: bool = False  # not to be translated (drawings, karaoke)


@dataclass(frozen=True, slots=True)
class _Text:
    """A cue (or one speaker's line of it) taken apart: what surrounds its text, and the text without line breaks."""

    raw: str
    lead: str
    text: str
    tail: str
    inline: Marks
    speaker: str = ""  # the dash before it


def pieces(parts: list[str | Cue], style: Style, options: DocumentOptions) -> Iterator[Piece]:
    """Pieces of a subtitle file; `parts` joined (cues by their raw text) is the file."""
    at = 0
    while at < len(parts):
        part = parts[at]
        if isinstance(part, str):
            yield part
            at += 1
            continue
        if part.kept or len(part.raw) > _MAX_CUE_CHARS or not _LETTER.search(style.tag.sub("", part.raw)):
            yield part.raw
            at += 1
        elif _is_dialogue(part, style):
            yield from _dialogue(part, style, options)
            at += 1
        else:
            end = _sentence_end(parts, at, style)
            yield _group(parts[at:end], style, options)
            at = end


def _take_apart(raw: str, style: Style) -> _Text:
    inline = Marks(raw)
    opened: list[tuple[str, str]] = []
    shown: list[str] = []
    last = 0
    for match in style.tag.finditer(raw):
        shown.append(style.unescape(raw[last : match.start()]))
        name = re.match(r"</?([\w]*)", match[0])
        if match[0].startswith("</") and opened and name and opened[-1][0] == name[1]:
            mark = opened.pop()[1]
            inline.raw[mark] = match[0]
        else:
            mark, closing = inline.pair(match[0], None)
            if name and not match[0].startswith("</"):
                opened.append((name[1], closing))
        shown.append(mark)
        last = match.end()
    shown.append(style.unescape(raw[last:]))
    lead, text, tail = marks.trim("".join(shown))
    if (song := _SONG.match(text)) and song[2]:
        lead, text, tail = lead + song[1], song[2], song[3] + tail
    text = re.sub(r"\s*\n\s*", " ", style.line_break.sub("\n", text))
    return _Text(raw, lead, text, tail, inline)


def _is_dialogue(cue: Cue, style: Style) -> bool:
    """True when each of several lines is said by another person."""
    lines = [style.tag.sub("", line) for line in style.line_break.split(cue.raw)]
    return len(lines) > 1 and sum(bool(_SPEAKER.match(line)) for line in lines) > 1


def _dialogue(cue: Cue, style: Style, options: DocumentOptions) -> Iterator[Piece]:
    last = 0
    for match in [*style.line_break.finditer(cue.raw), None]:
        line = cue.raw[last : match.start() if match else len(cue.raw)]
        speaker = _SPEAKER.match(line)
        head = line[: speaker.end() - 1] if speaker else ""
        yield head
        if _LETTER.search(line):
            yield _slot([replace(_take_apart(line[len(head) :], style), speaker=head)], [], cue.place, style, options)
        else:
            yield line[len(head) :]
        if match:
            yield match[0]
            last = match.end()


def _sentence_end(parts: list[str | Cue], at: int, style: Style) -> int:
    """Index after the last cue of the sentence that starts in the cue at `at`."""
    first = parts[at]
    assert isinstance(first, Cue)
    before, end, size = first, at + 1, len(first.raw)
    for count in range(1, _MAX_JOINED_CUES):
        index = at + 2 * count  # cues are parted by one piece of timing
        following = parts[index] if index < len(parts) else None
        if not isinstance(following, Cue) or following.kept or len(following.raw) > _MAX_CUE_CHARS or _is_dialogue(following, style):
            break
        size += len(following.raw)
        if size > _MAX_JOINED_CHARS or not _goes_on(before, following, style):
            break
        before, end = following, index + 1
    return end


def _goes_on(before: Cue, after: Cue, style: Style) -> bool:
    """True when `after` goes on with the sentence of `before`; cues with tags inside their text stay alone."""
    if not -0.5 <= after.start_s - before.end_s <= _MAX_GAP_S:
        return False
    texts = [_take_apart(before.raw, style).text, _take_apart(after.raw, style).text]
    if not all(texts) or marks.MARK.search("".join(texts)) or _SENTENCE_END.search(texts[0]):
        return False
    return texts[1][0].islower() or bool(_DANGLING.search(texts[0]))


def _group(parts: list[str | Cue], style: Style, options: DocumentOptions) -> Slot:
    group = [part for part in parts if isinstance(part, Cue)]
    between = [part for part in parts if isinstance(part, str)]
    return _slot([_take_apart(cue.raw, style) for cue in group], between, group[0].place, style, options)


def _slot(texts: list[_Text], between: list[str], place: str, style: Style, options: DocumentOptions) -> Slot:
    """One slot for the text of a cue or of several with the timing `between` them."""

    def render(target: str) -> str:
        shares = wrap.share(target, [len(text.text) + 1 for text in texts])
        if not all(shares):  # too short to share out: shown as long as the sentence is said
            shares = [target] * len(texts)
        return _alternate([_shown(text, part, style, options) for text, part in zip(texts, shares, strict=True)], between)

    return Slot(" ".join(text.text for text in texts), _alternate([text.raw for text in texts], between), render, place)


def _alternate(texts: list[str], between: list[str]) -> str:
    return "".join(piece for pair in zip(texts, [*between, ""], strict=True) for piece in pair)


def _shown(text: _Text, target: str, style: Style, options: DocumentOptions) -> str:
    lines = wrap.balanced(target, HAN_COLUMNS if _HAN.search(target) else LATIN_COLUMNS)
    shown = text.inline.restore(
        style.escape(text.lead) + style.newline.join(style.escape(line) for line in lines) + style.escape(text.tail)
    )
    return f"{shown}{style.newline}{text.speaker}{text.raw}" if options.bilingual else shown
