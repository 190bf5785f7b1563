"""Formatting carried over to a translation that was made without it.

A sentence cut at each bold word or link translates badly, so pairs of marks (and lone marks inside a word, such as
footnote signs) are taken out before translating. Afterwards each pair goes around the words that its own text
translates to, if they are found in the translation, else to the place in proportion. Marks that stand for a word
(code, a picture, a formula) stay in the text.
"""

import difflib
import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from translator_app.documents import marks

_MAX_PHRASE_WORDS = 30
_TRIMMED = " \t\u00a0，。、；：？！,.;:?!\"'“”‘’()（）…"
_EMPTY_WORDS = frozenset("的了是在和与及或不一有个这那")
_CLOSING = frozenset("，。、；：？！,.;:?!…")
_SIGN = re.compile(r"[，。、；：？！,;:?!…]|\.(?!\w)")
_STOPS = re.compile(r"(?:[。！？!?]|\.(?=\W|$))[”’\"'）)]*")
_PAUSES = re.compile(r"[，、；：,;:](?!\d)")
_NOTED = frozenset(".,;:!?)]}”’»…")  # signs after which a note may stand
_MARKS = "".join(map(chr, range(marks.FIRST, marks.LAST + 1)))
_WORD_LEFT = re.compile(r"[A-Za-z0-9]+$")
_WORD_RIGHT = re.compile(r"[A-Za-z0-9]*")
_MAX_WORD_CHARS = 60
_NEAR_CHARS = 40
_MAX_GUESSES = 100  # in a text with more pairs that are not found, all are placed in proportion


@dataclass(frozen=True, slots=True)
class _Span:
    """A pair of marks around text[start:end]; a lone mark has no `closing` and start == end."""

    opening: str
    closing: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Placed:
    """Where a span is in the translation."""

    span: _Span
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
        """Texts of the pairs and words before lone marks, which are to be translated too."""
        found = (self._phrase(span) for span in self.spans)
        return list(dict.fromkeys(text for text in found if _has_letters(text) and len(text.split()) <= _MAX_PHRASE_WORDS))

    def _phrase(self, span: _Span) -> str:
        """The words of a pair; the word before a lone mark that stands at no sign."""
        if span.closing or self.text[span.start : span.start + 1] in _CLOSING:
            return self.text[span.start : span.end].strip(_TRIMMED)
        word = _WORD_LEFT.search(self.text, max(0, span.start - _MAX_WORD_CHARS), span.start)
        return word[0] if word and len(word[0]) > 2 else ""

    def project(self, target: str, phrases: Mapping[str, str]) -> str:
        """`target`, the translation of `text`, with the marks back; `phrases`: translations of the phrases."""
        if not self.spans or target == self.text:
            return self.source if target == self.text else target
        placed: dict[int, _Placed] = {}
        unknown: list[int] = []
        for rank, span in enumerate(self.spans):
            found = self._found(span, target, phrases)
            at = next((at for each in found if _fits_all(rank, at := _Placed(span, *_tight(target, *each)), placed)), None)
            if at:
                placed[rank] = at
            else:
                unknown.append(rank)
        for rank in unknown:
            at = self._guess(rank, target, placed) if len(unknown) <= _MAX_GUESSES else None
            if at is None:
                every = [_Placed(span, *_tight(target, *self._in_proportion(span, target))) for span in self.spans]
                return _inserted(target, every)
            placed[rank] = at
        return _inserted(target, [placed[rank] for rank in sorted(placed)])

    def _found(self, span: _Span, target: str, phrases: Mapping[str, str]) -> list[tuple[int, int]]:
        """Where the words of a pair, or the word or sign that a lone mark touches, are in `target`: likeliest first."""
        start, _ = self._in_proportion(span, target)
        phrase = self._phrase(span)
        words = phrases.get(phrase, "").strip(_TRIMMED)
        if not span.closing:
            ends = sorted((at + len(words) for at in _occurrences(target, words)), key=lambda at: abs(at - start))
            beside = self._beside_word(span, target, start) or self._beside_sign(span, target, start)
            return beside or [(at, at) for at in ends]
        if not phrase:
            return []
        found = [
            (at, self._with_sign(span, target, at + len(each)))
            for each in dict.fromkeys((words, phrase))
            for at in sorted(_occurrences(target, each), key=lambda at: abs(at - start))
        ]
        match = difflib.SequenceMatcher(None, target, words, autojunk=False).find_longest_match()
        tells = match.size >= 2 or (match.size == 1 and target[match.a] not in _EMPTY_WORDS)
        if tells and 2 * match.size >= len(words):
            found.append((match.a, self._with_sign(span, target, match.a + match.size)))
        return found

    def _beside_word(self, span: _Span, target: str, near: int) -> list[tuple[int, int]]:
        """Places in `target` of the word around a lone mark, where that stayed as it was: H2O, Smith."""
        left = _WORD_LEFT.search(self.text, max(0, span.start - _MAX_WORD_CHARS), span.start)
        right = _WORD_RIGHT.match(self.text, span.start)
        before, after = left[0] if left else "", right[0] if right else ""
        if not before and not after:
            return []
        found = re.finditer(rf"(?<![A-Za-z0-9]){re.escape(before + after)}(?![A-Za-z0-9])", target)
        return [(at, at) for at in sorted((match.start() + len(before) for match in found), key=lambda at: abs(at - near))]

    def _beside_sign(self, span: _Span, target: str, near: int) -> list[tuple[int, int]]:
        """Places in `target` before or after the sign that a lone mark stands before or after: notes do."""
        for signs in (_STOPS, _PAUSES):
            ours, theirs = list(signs.finditer(self.text)), list(signs.finditer(target))
            index = next((i for i, sign in enumerate(ours) if span.start in (sign.start(), sign.end())), None)
            if index is None or not theirs:
                continue
            nearest = min(theirs, key=lambda sign: abs(sign.start() - near))
            sign = theirs[index] if len(ours) == len(theirs) else nearest
            at = sign.start() if ours[index].start() == span.start else sign.end()
            return [(at, at)]
        return []

    def _guess(self, rank: int, target: str, placed: Mapping[int, _Placed]) -> _Placed | None:
        """The place in proportion, moved to where no pair is cut and, if that is near, no sign falls into it."""
        span = self.spans[rank]
        if not span.closing:  # beside a pair it stays there: what was deleted and what was put in its place
            edges = [
                at.start if at.span.start == span.start else at.end for at in placed.values() if span.start in (at.span.start, at.span.end)
            ]
            beside = next((at for edge in edges if _fits_all(rank, at := _Placed(span, edge, edge), placed)), None)
            if beside:
                return beside
        outer = max((at for other, at in placed.items() if other < rank and _holds(at.span, span)), key=lambda at: at.start, default=None)
        start, end = self._in_proportion(span, target, outer)
        if span.closing:
            end = max(end, min(start + 1, len(target)))
        inner = [at for other, at in placed.items() if other > rank and _holds(span, at.span)]
        start, end = min([start, *(at.start for at in inner)]), max([end, *(at.end for at in inner)])
        ours, theirs = ([stop.end() for stop in _STOPS.finditer(text)] for text in (self.text, target))
        sentence = bisect_right(ours, span.start) if len(ours) == len(theirs) else None  # in which one it must stay
        fitting: list[_Placed] = []
        for shift in sorted(range(-_NEAR_CHARS, _NEAR_CHARS + 1), key=abs):
            if start + shift < 0 or end + shift > len(target):
                continue
            at = _Placed(span, *_tight(target, start + shift, end + shift))
            if marks.outside_word(target, at.start, end=False) != at.start or marks.outside_word(target, at.end, end=True) != at.end:
                continue
            if _fits_all(rank, at, placed):
                in_sentence = sentence is None or bisect_right(theirs, at.start) == sentence
                if in_sentence and (not _SIGN.search(target, at.start, at.end) or _SIGN.search(self.text, span.start, span.end)):
                    return at
                fitting.append(at)
        return next(iter(fitting), None)

    def _with_sign(self, span: _Span, target: str, end: int) -> int:
        """`end`, or after the punctuation there when the pair's own text ends with some."""
        ends_with_sign = self.text[span.start : span.end].rstrip()[-1:] in _CLOSING
        return end + 1 if ends_with_sign and target[end : end + 1] in _CLOSING and target[end : end + 1] else end

    def _in_proportion(self, span: _Span, target: str, outer: _Placed | None = None) -> tuple[int, int]:
        """The range that is as far in `target` as the span is in the text; `outer`: within that pair's range."""
        low, high, ours = (outer.start, outer.end, outer.span) if outer else (0, len(target), _Span("", "", 0, len(self.text)))
        scale = (high - low) / max(1, ours.end - ours.start)
        start, end = (low + round((at - ours.start) * scale) for at in (span.start, span.end))
        start = marks.outside_word(target, start, end=False)
        return start, max(start, marks.outside_word(target, end, end=True)) if span.end > span.start else start


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
        elif marks.MARK.match(char) and _touches(text, index):
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


def _touches(text: str, index: int) -> bool:
    """True when the mark there stands beside a word, or as a note does after a sign: what it stands for is no word of the sentence."""
    before, after = text[:index].rstrip(_MARKS)[-1:], text[index + 1 :].lstrip(_MARKS)[:1]
    return before.isalnum() or after.isalnum() or (before in _NOTED and before != "" and (after == "" or after.isspace()))


def _holds(outer: _Span, inner: _Span) -> bool:
    """True when `inner`, whose first mark comes later, is inside `outer`."""
    return outer.start <= inner.start and inner.end <= outer.end and outer.end > outer.start


def _fits_all(rank: int, at: _Placed, placed: Mapping[int, _Placed]) -> bool:
    """True when the pair lies to each of the others as it did in the source (inside, or apart)."""
    return all(_fits(other, at) if index < rank else _fits(at, other) for index, other in placed.items())


def _fits(first: _Placed, second: _Placed) -> bool:
    if _holds(first.span, second.span):
        return first.start <= second.start and second.end <= first.end
    return second.end <= first.start or first.end <= second.start


def _inserted(text: str, placed: list[_Placed]) -> str:
    """`text` with marks put in; where several fall together: ends from inner to outer, then the rest in the source's order."""
    events: list[tuple[int, int, int, str]] = []
    for rank, at in enumerate(placed):
        if at.start == at.end:
            events.append((at.start, 1, rank, at.span.opening + at.span.closing))
        else:
            events += [(at.start, 1, rank, at.span.opening), (at.end, 0, -rank, at.span.closing)]
    parts: list[str] = []
    last = 0
    for place, _, _, mark in sorted(events):
        parts += [text[last:place], mark]
        last = place
    return "".join([*parts, text[last:]])
