"""Plain text: lines, and hard-wrapped paragraphs that are joined for translating and wrapped again."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from translator_app.documents import wrap
from translator_app.documents.encodings import TextSource
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, Slot, text_reader
from translator_app.engine.segment import unwrap

_MAX_PARAGRAPH_LINES = 400
_MIN_WRAP_COLUMNS = 45  # shorter lines are verse, addresses, lists
_MAX_WRAP_COLUMNS = 140
_BULLET = re.compile(r"(?:[-*+•◦▪‣o–]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,4})[.)])\s+")
_LETTER = re.compile(r"[^\W\d_]")
_SENTENCE_END = re.compile(r"[.!?:;。！？][\"'”’)]*\s*$")
_TABLE = re.compile(r"\S(?: {3,}|\t)\S|[|│┃]\s|\.{5,}|_{4,}")


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    indent: str  # white space, then a bullet if there is one
    text: str
    tail: str  # white space at the end and the line end

    @property
    def hanging(self) -> str:
        """White space as wide as the indent."""
        return "".join(char if char.isspace() else " " for char in self.indent)


def scan(source: TextSource, options: DocumentOptions) -> Iterator[Piece]:
    """Lines and paragraphs of a text file."""
    paragraph: list[_Line] = []
    for number, raw in enumerate(source.lines(), 1):
        line = _parse(number, raw)
        starts_anew = not line.text or line.indent.strip() or len(paragraph) >= _MAX_PARAGRAPH_LINES
        if starts_anew or (len(paragraph) > 1 and line.indent != paragraph[1].indent):
            yield from _pieces(paragraph, options)
            paragraph = []
        if line.text:
            paragraph.append(line)
        else:
            yield raw
    yield from _pieces(paragraph, options)


def _parse(number: int, raw: str) -> _Line:
    text = raw.strip()
    start = len(raw) - len(raw.lstrip()) if text else len(raw)
    bullet = _BULLET.match(raw, start)
    if bullet and bullet.end() < start + len(text):
        start = bullet.end()
    end = len(raw.rstrip()) if text else start
    return _Line(number, raw[:start], raw[start:end], raw[end:])


def _pieces(lines: list[_Line], options: DocumentOptions) -> Iterator[Piece]:
    if is_wrapped(["".join((line.indent, line.text)) for line in lines]):
        yield from _wrapped(lines, options)
        return
    for line in lines:
        yield line.indent
        if _LETTER.search(line.text):
            newline = line.tail.lstrip(" \t") or "\n"
            hanging = line.hanging

            def render(target: str, raw: str = line.text, newline: str = newline, hanging: str = hanging) -> str:
                return f"{raw}{newline}{hanging}{target}" if options.bilingual else target

            yield Slot(line.text, line.text, render, f"line {line.number}")
        else:
            yield line.text
        yield line.tail


def _wrapped(lines: list[_Line], options: DocumentOptions) -> Iterator[Piece]:
    first, last = lines[0], lines[-1]
    newline = first.tail.lstrip(" \t")
    hanging = lines[1].indent
    columns = max(wrap.width(line.indent + line.text) for line in lines) - len(hanging)
    raw = first.text + "".join(f"{before.tail}{line.indent}{line.text}" for before, line in pairwise(lines))
    text = join_lines([line.text for line in lines])

    def render(target: str) -> str:
        shown = f"{newline}{hanging}".join(wrap.wrap(target, columns))
        return f"{raw}{newline}{first.hanging}{shown}" if options.bilingual else shown

    yield first.indent
    yield Slot(text, raw, render, f"line {first.number}")
    yield last.tail


def join_lines(lines: list[str]) -> str:
    """Hard-wrapped lines as one, words that were hyphenated at line ends whole again."""
    text = unwrap("\n".join(lines)).text
    return text if "\n" not in text else " ".join(lines)


def is_wrapped(lines: list[str]) -> bool:
    """True when each line is full: the next line's first word would not have fitted."""
    if len(lines) < 2 or any(_TABLE.search(line.strip()) for line in lines):
        return False
    widest = max(len(line) for line in lines)
    if not _MIN_WRAP_COLUMNS <= widest <= _MAX_WRAP_COLUMNS:
        return False
    if sum(bool(_SENTENCE_END.search(line)) for line in lines[:-1]) > 0.4 * (len(lines) - 1):
        return False  # a sentence a line
    letters = sum(len(_LETTER.findall(line)) for line in lines)
    if letters < 0.5 * sum(len(line.strip()) for line in lines):
        return False
    loose = sum(
        len(line.rstrip()) + 1 + len(following.split(None, 1)[0]) < min(widest, 0.9 * widest + 4) for line, following in pairwise(lines)
    )
    return loose <= 0.1 * (len(lines) - 1)


rewrite = text_reader(scan)
