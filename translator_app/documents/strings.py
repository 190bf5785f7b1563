"""Apple .strings: values; keys and comments stay, and so do values without quotes, which are names (of pictures, mostly)."""

import re
from collections.abc import Iterator

from translator_app.documents import values
from translator_app.documents.encodings import TextSource
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, text_reader
from translator_app.errors import UnreadableDocument

_COMMENT = r"/\*.*?(?:\*/|\Z)|//[^\r\n]*"
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_NAME = r"(?<![\w.$/:-])[\w.$/:-]++"
_TOKEN = re.compile(rf"({_COMMENT})|({_QUOTED}|{_NAME})(\s*+=\s*+)({_QUOTED}|{_NAME})(\s*;)", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:[Uu]([0-9A-Fa-f]{4})|(.))", re.DOTALL)
_NAMED = {"n": "\n", "t": "\t", "r": "\r"}


def scan(source: TextSource, options: DocumentOptions) -> Iterator[Piece]:
    """Values of a .strings file. Raises UnreadableDocument when it has no "key" = "value"; lines."""
    text = source.read()
    last, line, found = 0, 1, False
    for match in _TOKEN.finditer(text):
        if match[1]:
            continue
        found = True
        if match[4][0] != '"':
            continue
        value = _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _NAMED.get(m[2], m[2]), match[4][1:-1])
        if not values.is_text(value):
            continue
        yield text[last : match.start(4)]
        line += text.count("\n", last, match.start(4))
        yield values.slot(value, match[4], _quoted, f"line {line}, {match[2]}", options)
        line += match[4].count("\n")
        last = match.end(4)
    if not found and re.sub(_COMMENT, "", text, flags=re.DOTALL).strip():
        raise UnreadableDocument('{name} has no lines of the form "key" = "value"; in it', name=source.path.name)
    yield text[last:]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r") + '"'


rewrite = text_reader(scan)
