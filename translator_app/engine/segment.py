"""Text -> segments and back, nothing lost: what a model translates one sentence at a time, and all that never reaches it.

`"".join(s.text for s in split(text)) == text` holds for every string, and the time is linear in its length.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from translator_app.engine.casing import sentence_case
from translator_app.engine.lines import FENCE, cells, is_code, lettered_items, mark_end
from translator_app.engine.sentences import sentence_ends, split_long
from translator_app.engine.shield import UNITS, find_things
from translator_app.engine.unwrap import Unwrapped, unwrap

__all__ = ["Kind", "Segment", "Unwrapped", "clean", "is_chinese", "join", "sentence_case", "split", "split_long", "unwrap"]


class Kind(StrEnum):
    """Whether a segment is for the model."""

    SENTENCE = "sentence"
    KEEP = "keep"  # white space, line ends, list marks, numbers, addresses, code, symbols, text in the target language


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the text; `start` in characters."""

    kind: Kind
    text: str
    start: int


def join(segments: Iterable[Segment]) -> str:
    """The text that was split."""
    return "".join(segment.text for segment in segments)


def split(text: str, source: str = "en") -> list[Segment]:
    """The segments of a text in order; neighbours that are kept are one segment.

    `source` is the language of the text, as `manifest.language` has it: for English (or another language in Latin letters) sentences
    without a Latin letter, Chinese above all, are kept; for "zh" nothing is taken for Chinese that is already translated.
    """
    segments: list[Segment] = []
    at = kept = 0  # kept: where the present run of kept text started
    for start, end in _sentence_spans(text, source):
        if kept < start:
            segments.append(Segment(Kind.KEEP, text[kept:start], kept))
        segments.append(Segment(Kind.SENTENCE, text[start:end], start))
        at = kept = end
    if at < len(text):
        segments.append(Segment(Kind.KEEP, text[at:], at))
    return segments


def _sentence_spans(text: str, source: str) -> Iterator[tuple[int, int]]:
    lines = text.splitlines(keepends=True)
    lettered = lettered_items(text)
    fenced = _fenced(lines)
    at = 0
    in_code = False
    for number, line in enumerate(lines):
        body = line.rstrip()
        if body and number not in fenced:
            # What is indented below a line of code is code too, whatever it looks like
            in_code = is_code(body) or (in_code and body[0] in " \t")
            if not in_code:
                for start, end in _spans_in_line(body, lettered, source):
                    yield at + start, at + end
        at += len(line)


def _fenced(lines: list[str]) -> set[int]:
    """Numbers of the lines of fenced code blocks; a fence that nothing closes opens none."""
    inside: set[int] = set()
    opened: tuple[int, str] | None = None
    for number, line in enumerate(lines):
        fence = FENCE.match(line)
        if not fence:
            continue
        if opened is None:
            opened = number, fence[1]
        elif fence[1].startswith(opened[1]) and not line[fence.end() :].strip():
            inside.update(range(opened[0], number + 1))
            opened = None
    return inside


def _spans_in_line(line: str, lettered: frozenset[str], source: str) -> Iterator[tuple[int, int]]:
    first = mark_end(line, lettered)
    if first < len(line) and is_code(line[first:]):
        return
    for cell_start, cell_end in cells(line[first:]):
        cell = line[first + cell_start : first + cell_end]
        remark = _REMARK.match(cell)
        starts = [0, *([remark.end(1)] if remark else []), *sentence_ends(cell, source)]
        for start, end in zip(starts, [*starts[1:], len(cell)], strict=True):
            piece = cell[start:end]
            lead = _LEAD.match(piece).end()  # type: ignore[union-attr]  # matches nothing at the least
            tail = len(piece.rstrip())
            for low, high in _for_model(piece[lead:tail], source):
                offset = first + cell_start + start + lead
                yield offset + low, offset + high


_LEAD = re.compile(r"\s*(?:[A-Z]:\s+(?=\S))?")  # and who speaks: "Q: What's new? A: Nothing."
_REMARK = re.compile(r"\s*([\[(][A-Za-z][^\[\]().!?\d]{1,40}[\])])\s+(?=[A-Z\"“'‘])")  # [laughs] That's funny.
_ROMAN = re.compile(r"\W*(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})\W*")
HAN_LETTER = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_OTHER_CJK = re.compile("[\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af\u1100-\u11ff]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
_WIDE_LATIN = re.compile("[\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d6a3]{2}")  # ＴＥＸＴ, 𝐭𝐞𝐱𝐭
_LATIN_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]+(?:['’-][A-Za-z]+)*")
# Languages that are not written in Latin letters; "mul" (any) may be
OTHER_SCRIPTS = frozenset(
    "zh yue wuu lzh ja ko ru uk be bg sr mk kk ky tg mn el ar fa ps ur ug sd he yi hi mr ne sa bn as pa gu or ta te kn ml si "
    "th lo my km bo dz ka hy am ti dv mul".split()
)
# An English phrase within Chinese: two words or more that are not just a name
_PHRASE = re.compile(r"[A-Za-z][A-Za-z'’-]*(?:,? [A-Za-z][A-Za-z'’-]*)+[.!?]?")
_NUMBER = re.compile(r"[\W_]*+\d")
# one after the other: a possessive group of these matches too little before Python 3.11.5
_AFTER_NUMBER = re.compile(rf"{UNITS}|st\b|nd\b|rd\b|th\b|(?<=[\d ])x(?=[\d ])|[\W\d_]")
_MODEL = re.compile(r"\W?\d{1,5}[A-Za-z]\W?")  # 4K, 1080p, 5G
_SUSPECT = re.compile(r"[^A-Za-z ,.'’!?-]|\w\.\w|[a-z][A-Z]")
_PROSE = re.compile(r"[^`<{\\]*[a-z]{2,} [a-z]{2,} [a-z]{2,}")  # words before any code
_MEASURED_CHARS = 200  # a longer segment is never one thing alone


def is_chinese(text: str) -> bool:
    """Whether a text is Chinese already: mostly Han characters, and no English in it that asks for a translation."""
    return _mostly_chinese(text) and all(segment.kind is Kind.KEEP for segment in split(text))


def _mostly_chinese(text: str) -> bool:
    """Whether Han characters, without kana or Hangul, outweigh the words in Latin letters."""
    han = len(HAN_LETTER.findall(text))
    if not han or _OTHER_CJK.search(text):
        return False
    words = _LATIN_WORD.findall(text)
    plain: int = sum(word.islower() for word in words)  # the others are mostly names, which Chinese texts hold too
    return han >= 1.5 * plain + 0.75 * (len(words) - plain)


def _for_model(text: str, source: str) -> list[tuple[int, int]]:
    """Spans of a sentence that go to the model: all of it, nothing, or the English phrases within Chinese."""
    if source in OTHER_SCRIPTS:
        return [(0, len(text))] if any(char.isalpha() for char in text) else []
    if not _LATIN.search(text) and not (_WIDE_LATIN.search(text) and not HAN_LETTER.search(text) and not _OTHER_CJK.search(text)):
        return []
    if HAN_LETTER.search(text) and _mostly_chinese(text):
        return [m.span() for m in _PHRASE.finditer(text) if _is_phrase(m[0])]
    if len(text) <= _MEASURED_CHARS and _SUSPECT.search(text) and not _PROSE.match(text) and _is_thing_alone(text):
        return []
    if len(text.strip(".,:;()[]")) == 1 and (text.strip(".,:;()[]") != "I" or source != "en"):
        return []  # a lone letter
    if _ROMAN.fullmatch(text):
        return []
    return [(0, len(text))]


def _is_phrase(text: str) -> bool:
    """Whether English words within Chinese are language ("click Save") rather than a name ("Visual Studio Code")."""
    return any(word[0].islower() for word in text.split())


def _is_thing_alone(text: str) -> bool:
    """Whether a segment holds no word outside of addresses, code, placeholders and the like, or is a number with its unit."""
    if _is_number_with_unit(text) or _MODEL.fullmatch(text):
        return True
    rest, at = [], 0
    for thing in find_things(text):
        rest.append(text[at : thing.start])
        at = thing.end
    return at > 0 and not _LATIN.search("".join(rest) + text[at:])


def _is_number_with_unit(text: str) -> bool:
    """Whether nothing but units, ordinal endings and signs stands beside a number."""
    match = _NUMBER.match(text)
    while match and match.end() < len(text):
        match = _AFTER_NUMBER.match(text, match.end())
    return match is not None


_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\ufff9-\ufffb\ufeff\u200b\u2060\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_STYLED = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\ufb00-\ufb06\U0001d400-\U0001d7ff]+")  # ＴＥＸＴ, ﬁ, 𝐭𝐞𝐱𝐭
_SPACES = re.compile(r"\s{2,}|[^\S ]")


def clean(sentence: str) -> str:
    """The sentence as the model should see it: no control or invisible characters, plain letters and single spaces."""
    if sentence.isascii() and sentence.isprintable() and "  " not in sentence:
        return sentence
    return _SPACES.sub(" ", _STYLED.sub(lambda match: unicodedata.normalize("NFKC", match[0]), _CONTROL.sub("", sentence)))
