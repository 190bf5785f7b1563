"""Formatting carried over to a translation that was made without it.

A sentence cut at each bold word or link translates badly, so pairs of marks (and lone marks inside a word, such as
footnote signs) are taken out before translating. Afterwards each pair goes around the words that its own text
translates to, if they are found in the translation, else to the place in proportion. Marks that stand for a word
(code, a picture, a formula) stay in the text.
"""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass

from translator_app.documents import marks

_MAX_PHRASE_WORDS = 30
_TRIMMED = " \t\u00a0，。、；：？！,.;:?!\"'“”‘’()（）…"
_EMPTY_WORDS = frozenset("的了是在和与及或不一有个这那")
_CLOSING = frozenset("，。、；：？！,.;:?!…")


@dataclass(frozen=True, slots=True)
class _Span:
    """A pair of marks around text[start:end]; a lone mark has no `closing` and start == end."""

    opening: str
    closing: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Flat:
    """A text without the marks that are put back after translating."""

    source: str
    text: str
    spans: tuple[_Span, ...] = ()  # in the order of their first marks: outer before inner

    @property
    def phrases(self) -> list[str]:
        """Texts of the pairs, which are to be translated too."""
        found = (self._phrase(span) for span in self.spans)
        return list(dict.fromkeys(text for text in found if _has_letters(text) and len(text.split()) <= _MAX_PHRASE_WORDS))

    def _phrase(self, span: _Span) -> str:
        return self.text[span.start : span.end].strip(_TRIMMED)

    def project(self, target: str, phrases: Mapping[str, str]) -> str:
        """`target`, the translation of `text`, with the marks back; `phrases`: translations of the phrases."""
        if not self.spans or target == self.text:
            return self.source if target == self.text else target
        placed: list[tuple[_Span, int, int]] = []
        for span in self.spans:
            start, end = _tight(target, *self._place(span, target, phrases))
            if not all(_fits(span, start, end, other, *at) for other, *at in placed):
                return _inserted(target, [(span, *_tight(target, *self._in_proportion(span, target))) for span in self.spans])
            placed.append((span, start, end))
        return _inserted(target, placed)

    def _place(self, span: _Span, target: str, phrases: Mapping[str, str]) -> tuple[int, int]:
        start, end = self._in_proportion(span, target)
        phrase = self._phrase(span)
        if not phrase:
            return start, end
        for words in dict.fromkeys((phrases.get(phrase, "").strip(_TRIMMED), phrase)):
            found = _occurrences(target, words)
            if found:
                start = min(found, key=lambda at: abs(at - start))
                return start, self._with_sign(span, target, start + len(words))
        words = phrases.get(phrase, "").strip(_TRIMMED)
        match = difflib.SequenceMatcher(None, target, words, autojunk=False).find_longest_match()
        tells = match.size >= 2 or (match.size == 1 and target[match.a] not in _EMPTY_WORDS)
        if tells and 2 * match.size >= len(words):
            return match.a, self._with_sign(span, target, match.a + match.size)
        return start, max(end, min(start + 1, len(target)))

    def _with_sign(self, span: _Span, target: str, end: int) -> int:
        """`end`, or after the punctuation there when the pair's own text ends with some."""
        ends_with_sign = self.text[span.start : span.end].rstrip()[-1:] in _CLOSING
        return end + 1 if ends_with_sign and target[end : end + 1] in _CLOSING and target[end : end + 1] else end

    def _in_proportion(self, span: _Span, target: str) -> tuple[int, int]:
        scale = len(target) / max(1, len(self.text))
        start = marks.outside_word(target, round(span.start * scale), end=False)
        return start, max(start, marks.outside_word(target, round(span.end * scale), end=True)) if span.end > span.start else start


def flatten(text: str) -> Flat:
    """`text` without pairs of marks and lone marks that touch a word."""
    if not marks.MARK.search(text):
        return Flat(text, text)
    found = marks.MARK.findall(text)
    pairs = {mark for mark in found if chr(ord(mark) ^ 1) in found} if len(set(found)) == len(found) and marks.nested(found) else set()
    spans: list[_Span] = []
    opened: dict[str, int] = {}
    parts: list[str] = []
    length = 0
    for index, char in enumerate(text):
        if char in pairs and ord(char) % 2 == 0:
            opened[char] = length
        elif char in pairs:
            opening = chr(ord(char) - 1)
            spans.append(_Span(opening, char, opened[opening], length))
        elif marks.MARK.match(char) and (text[index - 1 : index].isalnum() or text[index + 1 : index + 2].isalnum()):
            spans.append(_Span(char, "", length, length))
        else:
            parts.append(char)
            length += 1
    order = {mark: index for index, mark in enumerate(found)}
    return Flat(text, "".join(parts), tuple(sorted(spans, key=lambda span: order[span.opening])))


def _has_letters(text: str) -> bool:
    return any(char.isalpha() and not marks.MARK.match(char) for char in text)


def _occurrences(text: str, words: str) -> list[int]:
    found = []
    at = text.find(words) if words else -1
    while at >= 0:
        found.append(at)
        at = text.find(words, at + 1)
    return found


def _tight(text: str, start: int, end: int) -> tuple[int, int]:
    """The same range without white space at its ends, beside which signs of emphasis do not work."""
    while start < end and text[end - 1].isspace():
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    return start, end


def _fits(span: _Span, start: int, end: int, other: _Span, other_start: int, other_end: int) -> bool:
    """True when two placed pairs lie to each other as they did in the source (inside, or apart)."""
    if other.start <= span.start and span.end <= other.end and other.end > other.start:
        return other_start <= start and end <= other_end
    return end <= other_start or other_end <= start


def _inserted(text: str, placed: list[tuple[_Span, int, int]]) -> str:
    """`text` with marks put in; where several fall together: ends from inner to outer, then the rest in the source's order."""
    events: list[tuple[int, int, int, str]] = []
    for rank, (span, start, end) in enumerate(placed):
        if start == end:
            events.append((start, 1, rank, span.opening + span.closing))
        else:
            events += [(start, 1, rank, span.opening), (end, 0, -rank, span.closing)]
    parts: list[str] = []
    last = 0
    for at, _, _, mark in sorted(events):
        parts += [text[last:at], mark]
        last = at
    return "".join([*parts, text[last:]])
