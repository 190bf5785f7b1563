"""Paste repair: text copied from a PDF or a mail, one sentence over several lines, gets its lines back together.

Lines are taken for hard-wrapped when there is evidence: they are about as long as the longest of their block (the next word would not
have fitted), and sentences run on over their ends. Lists, headings, verse, tables, code, addresses and signatures show no such
evidence or are excluded by their marks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from translator_app.engine.english import COMPOUND_HEADS, COMPOUND_TAILS, SUFFIXES
from translator_app.engine.lines import FENCE, is_code, is_row, mark_end

_MIN_WIDTH = 30  # characters; blocks narrower than this are lists, addresses and the like
_MAX_WIDTH = 200  # wider lines are paragraphs, not wrapped ones
_LOWER_MIN_WIDTH = 60  # of a block all of whose lines start with a small letter, which could be a list as well
_SLACK = 0.14  # share of the width by which lines differ when letters are of different widths (PDF)


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """The text and how many line ends were taken out."""

    text: str
    joined_lines: int


@dataclass(frozen=True, slots=True)
class _Line:
    whole: str  # with quote marks, indentation, mark and line end
    quote: str  # "> > "
    indent: int
    mark: int  # characters of list or heading marks after the indentation
    text: str  # what is left, without white space at its ends
    joinable: bool

    @property
    def width(self) -> int:
        return self.indent + self.mark + len(self.text)


def unwrap(text: str) -> Unwrapped:
    """The text with hard-wrapped lines joined and words hyphenated at line ends made whole; everything else as it is."""
    lines = _read(text.splitlines(keepends=True))
    joins = {number for block in _blocks(lines) for number in _joins_in(lines, block)}
    words = frozenset(_COMPOUND.findall(text)) if joins else frozenset()
    parts: list[str] = []
    for number, line in enumerate(lines):
        if number in joins:
            parts[-1] = _before_join(parts[-1].rstrip(), line.text, words)
            parts.append(line.text + line.whole[len(line.whole.rstrip()) :])
        else:
            parts.append(line.whole)
    return Unwrapped("".join(parts), len(joins))


_QUOTE = re.compile(r"(?:[ \t]*>)++ ?")


def _read(raw: list[str]) -> list[_Line]:
    lines: list[_Line] = []
    in_code = in_fence = in_signature = False
    for whole in raw:
        quoted = _QUOTE.match(whole)
        quote = quoted[0] if quoted else ""
        body = whole[len(quote) :].rstrip()
        bare = body.lstrip()
        if FENCE.match(body):
            in_fence = not in_fence
        in_signature = bare == "--" or (in_signature and bool(quote) == bool(lines[-1].quote))
        in_code = is_code(body) or (in_code and body[:1] in " \t")
        indent = len(body) - len(bare)
        mark = mark_end(bare)
        joinable = bool(bare) and not (in_code or in_fence or in_signature or bare.startswith("#") or is_row(bare))
        lines.append(_Line(whole, quote, indent, mark, bare[mark:] if mark < len(bare) else bare, joinable))
    return lines


def _blocks(lines: list[_Line]) -> Iterator[range]:
    """Runs of lines of the same quote depth that have a common width."""
    start = 0
    for number in range(len(lines) + 1):
        ends = number == len(lines) or not lines[number].joinable or lines[number].quote.split() != lines[start].quote.split()
        if ends:
            if number - start > 1:
                yield range(start, number)
            start = number if number < len(lines) and lines[number].joinable else number + 1


def _joins_in(lines: list[_Line], block: range) -> Iterator[int]:
    """Numbers of the lines of a block that belong to the line before."""
    width = max(lines[number].width for number in block)
    pairs = [number for number in block[1:] if not _starts_anew(lines, number, block.start)]
    hyphens = {number for number in pairs if _hyphenated(lines[number - 1].text, lines[number].text)}
    if not _MIN_WIDTH <= width <= _MAX_WIDTH:
        yield from hyphens if _MIN_WIDTH // 2 <= width < _MIN_WIDTH else ()  # a narrow column
        return
    full = {number for number in pairs if _is_full(lines[number - 1], lines[number], width)}
    runs_on = {n for n in pairs if lines[n - 1].width >= 0.6 * width and _runs_on(lines[n - 1].text, lines[n].text)}
    if not hyphens and len(block) > 2 and _reads_as_list([lines[number].text for number in block], width):
        return
    joins = full | runs_on | hyphens
    if (full & runs_on or hyphens) and len(joins) * 2 >= len(pairs):
        yield from joins


def _reads_as_list(texts: list[str], width: int) -> bool:
    """Whether lines start so alike that each is one thing: all with a small letter, most with a capital, several with a number."""
    small = sum(text[0].islower() for text in texts)
    capital = sum(text[0].isupper() for text in texts[1:])
    digit = sum(text[0].isdigit() for text in texts)
    few_numbers = digit < 2 or digit * 3 < len(texts)
    return (small == len(texts) and width < _LOWER_MIN_WIDTH) or capital * 5 > 3 * (len(texts) - 1) or not few_numbers


def _starts_anew(lines: list[_Line], number: int, first: int) -> bool:
    """Whether a line starts a new item or paragraph by its form."""
    line, before = lines[number], lines[number - 1]
    if line.mark:
        return True
    if before.mark:
        return line.indent < before.indent
    # A first line may be indented; a later indentation is a new paragraph, but for the ones below a list item
    deeper = line.indent - before.indent
    return deeper >= 2 and not (number - 1 == first and deeper <= 8 and line.text[:1].islower())


def _is_full(line: _Line, following: _Line, width: int) -> bool:
    """Whether the first word of the next line would not have fitted on this one."""
    word = following.text.split(maxsplit=1)[0]
    return line.width + 1 + len(word) > width * (1 - _SLACK)


_STOP = re.compile(r"[.!?:;。！？：；]['\"”’)\]]*$")
_RUNNING = re.compile(r"[\"'“‘(\[]?[a-zß-öø-ÿ]")


def _runs_on(before: str, line: str) -> bool:
    """Whether a sentence goes on from one line to the next."""
    return bool(_RUNNING.match(line)) and not _STOP.search(before)


_COMPOUND = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_HYPHEN = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)[-\u2010]$")
_SOFT = "\u00ad"


def _hyphenated(before: str, line: str) -> bool:
    return before.endswith(_SOFT) or (bool(_HYPHEN.search(before[-60:])) and line[:1].islower())


def _before_join(before: str, line: str, words: frozenset[str]) -> str:
    """A line's text as it stands before the next one: with a space, or without its hyphen."""
    if before.endswith(_SOFT):
        return before[:-1]
    hyphen = _HYPHEN.search(before[-60:])
    if hyphen:
        tail = re.match(r"[^\W\d_]*", line)
        keep = not line[:1].islower() or _keeps_hyphen(hyphen[1], tail[0] if tail else "", words)
        return before if keep else before[:-1]
    if before.endswith(("—", "/")) and not before.endswith((" —", " /")):
        return before
    return before + " "


def _keeps_hyphen(head: str, tail: str, words: frozenset[str]) -> bool:
    """Whether "well-" and "known" are written with a hyphen: as elsewhere in the text, else as English likes it."""
    if "-" in head or f"{head}-{tail}" in words:
        return True
    if head + tail in words:
        return False
    small = head.lower()
    return (small in COMPOUND_HEADS and tail not in SUFFIXES and len(tail) > 2) or (len(small) > 3 and tail in COMPOUND_TAILS)
