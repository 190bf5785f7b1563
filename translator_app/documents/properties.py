r"""Java .properties: values; keys, comments, separators and continuation lines stay.

Files without UTF-8 letters are written with \\uXXXX escapes, which every Java reads; those that have them stay UTF-8.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from translator_app.documents import encodings, values
from translator_app.documents.encodings import Encoding, TextSource
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, text_reader

_KEY = re.compile(r"[ \t\f]*((?:\\.|[^\\=: \t\f\r\n])+)[ \t\f]*(?:[=:][ \t\f]*|)", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(\r\n|\r|\n)[ \t\f]*|(.))", re.DOTALL)
_NAMED = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_FORMAT = re.compile(r"\{\d")


def detect(path: Path) -> Encoding:
    """UTF-8 when there are UTF-8 letters in it, else Latin-1 as the format's definition says."""
    found = encodings.detect(path)
    if found.name == "cp1252":
        return Encoding("latin-1")
    if found.name == "utf-8" and not found.bom and path.read_bytes().isascii():
        return Encoding("latin-1")
    return found


def scan(source: TextSource, options: DocumentOptions) -> Iterator[Piece]:
    """Values of a .properties file."""
    escaped = source.encoding.for_chinese(options.encoding).name == "latin-1"
    for number, line in _logical_lines(source):
        match = _KEY.match(line)
        if not match or match[1][0] in "#!":
            yield line
            continue
        body = line[match.end() :]
        raw = body.rstrip("\r\n")
        value = _unescape(raw)
        if not values.is_text(value):
            yield line
            continue
        yield match[0]
        quotes = bool(_FORMAT.search(value))  # MessageFormat: an apostrophe is written twice

        def render(target: str, quotes: bool = quotes) -> str:
            return _escape(target.replace("'", "''") if quotes else target, ascii_only=escaped)

        shown = value.replace("''", "'") if quotes else value
        yield values.slot(shown, raw, render, f"line {number}, {match[1]}", options)
        yield body[len(raw) :]


def _logical_lines(source: TextSource) -> Iterator[tuple[int, str]]:
    """Lines with those that go on after a backslash joined (raw, nothing removed)."""
    held, first = "", 0
    for number, line in enumerate(source.lines(), 1):
        first = first if held else number
        held += line
        bare = line.rstrip("\r\n")
        comment = held.lstrip(" \t\f")[:1] in ("#", "!")
        if not comment and bare != line and (len(bare) - len(bare.rstrip("\\"))) % 2:
            continue
        yield first, held
        held = ""
    if held:
        yield first, held


def _unescape(raw: str) -> str:
    def one(match: re.Match[str]) -> str:
        if match[1]:
            return chr(int(match[1], 16))
        return "" if match[2] else _NAMED.get(match[3], match[3])

    text = _ESCAPE.sub(one, raw)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # pairs of \\uXXXX to one character


def _escape(text: str, *, ascii_only: bool) -> str:
    text = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t").replace("\f", "\\f")
    if text.startswith(" "):
        text = "\\" + text
    if not ascii_only:
        return text
    units = text.encode("utf-16-be", "surrogatepass")
    codes = [units[at] << 8 | units[at + 1] for at in range(0, len(units), 2)]
    return "".join(chr(code) if code < 0x7F else f"\\u{code:04X}" for code in codes)


rewrite = text_reader(scan, detect)
