"""Inline things (tags, format changes, line breaks) as private-use characters inside a text.

Convention: an even character (U+E000, U+E002 ...) opens or stands alone, the odd one after it closes. The translator
carries these characters over (engine.shield); `repair` makes sure that afterwards each is there once and well nested.
"""

import re

FIRST, LAST = 0xE000, 0xF8FF
MARK = re.compile("[\ue000-\uf8ff]")
_EDGE = re.compile(r"[\s\ue000-\uf8ff]*")
_WORD = re.compile(r"[A-Za-z0-9_'’.-]+")


class TooManyMarks(ValueError):
    """More inline things in one block than there are marks (some 3,000): the format leaves the block as it is."""


class Marks:
    """Hands out the marks of one block and turns them back into what they stand for."""

    def __init__(self, taken: str = "") -> None:
        """`taken`: text whose own private-use characters must not be handed out."""
        self._taken = set(MARK.findall(taken))
        self._next = FIRST
        self.raw: dict[str, str] = {}

    @property
    def full(self) -> bool:
        """True when few marks are left: a format that can should end the block here."""
        return self._next > LAST - 64

    def single(self, raw: str) -> str:
        """A mark that stands alone for `raw`."""
        return self.pair(raw, None)[0]

    def pair(self, opening: str, closing: str | None) -> tuple[str, str]:
        """An opening and a closing mark; with closing None the second is not used."""
        while chr(self._next) in self._taken or chr(self._next + 1) in self._taken:
            self._next += 2
        if self._next + 1 > LAST:
            raise TooManyMarks
        first, second = chr(self._next), chr(self._next + 1)
        self._next += 2
        self.raw[first] = opening
        if closing is not None:
            self.raw[second] = closing
        return first, second

    def restore(self, text: str) -> str:
        """`text` with each mark replaced by what it stands for."""
        return MARK.sub(lambda match: self.raw.get(match[0], match[0]), text)


def strip(text: str) -> str:
    """`text` without marks."""
    return MARK.sub("", text)


def trim(text: str) -> tuple[str, str, str]:
    """White space and marks before the first and after the last real character, and what lies between."""
    lead = _EDGE.match(text)
    assert lead is not None
    if lead.end() == len(text):
        return text, "", ""
    end = len(text)
    while text[end - 1].isspace() or MARK.match(text[end - 1]):
        end -= 1
    return text[: lead.end()], text[lead.end() : end], text[end:]


def intact(source: str, target: str) -> bool:
    """True when `target` has exactly the marks of `source` and pairs nest."""
    wanted = MARK.findall(source)
    found = MARK.findall(target)
    if wanted == found:
        return True
    return sorted(wanted) == sorted(found) and nested(found)


def repair(source: str, target: str) -> str:
    """`target` with exactly the marks of `source`: where the translator lost or crossed some, all are placed by proportion."""
    if intact(source, target):
        return target
    plain, goal = strip(source), strip(target)
    places: list[tuple[int, str]] = []
    for seen, match in enumerate(MARK.finditer(source)):
        offset = match.start() - seen
        places.append((round(offset * len(goal) / max(1, len(plain))), match[0]))
    parts, last = [], 0
    for place, mark in places:
        at = max(last, outside_word(goal, place, end=ord(mark) % 2 == 1))
        parts += [goal[last:at], mark]
        last = at
    return "".join([*parts, goal[last:]])


def nested(found: list[str]) -> bool:
    """True when each closing mark whose opening one is there comes after it and pairs don't cross."""
    openings = set(found)
    stack: list[str] = []
    for mark in found:
        partner = chr(ord(mark) ^ 1)
        if ord(mark) % 2 == 0:
            if partner in openings:
                stack.append(mark)
        elif partner in openings and (not stack or stack.pop() != partner):
            return False
    return True


def outside_word(text: str, at: int, *, end: bool) -> int:
    """`at`, or the end (else the start) of the Latin word or number that it would cut."""
    for match in _WORD.finditer(text, max(0, at - 40), min(len(text), at + 40)):
        if match.start() < at < match.end():
            return match.end() if end else match.start()
    return at
