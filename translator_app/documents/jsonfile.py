"""JSON: string values that are text; keys, numbers, spacing and escapes elsewhere stay byte for byte."""

import json
import re
from collections.abc import Iterator

from translator_app.documents import values
from translator_app.documents.encodings import TextSource
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, text_reader
from translator_app.errors import UnreadableDocument, reason_of

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_KEY_END = re.compile(r"\s*:")
_LANGUAGE_KEYS = frozenset(["lang", "language", "locale"])  # whose values are tags such as "en"
_CHECKED_CHARS = 64_000_000  # beyond that a check would cost more memory than it is worth


def scan(source: TextSource, options: DocumentOptions) -> Iterator[Piece]:
    """Values of a JSON file. Raises UnreadableDocument that names the line where it is broken."""
    text = source.read()
    if len(text) < _CHECKED_CHARS and text.strip():
        _check(text, source.path.name)
    ascii_only = text.isascii() and "\\u" in text
    last, line = 0, 1
    key = ""
    for match in _STRING.finditer(text):
        if _KEY_END.match(text, match.end()):
            key = match[0][1:-1]
            continue
        value = _loads(match[0])
        if not values.is_text(value) or key.lstrip("@").lower() in _LANGUAGE_KEYS:
            continue
        yield text[last : match.start()]
        line += text.count("\n", last, match.start())
        slashes = "\\/" in match[0]

        def render(target: str, slashes: bool = slashes) -> str:
            dumped = json.dumps(target, ensure_ascii=ascii_only)
            return dumped.replace("/", "\\/") if slashes else dumped

        yield values.slot(value, match[0], render, f"line {line}, {key}" if key else f"line {line}", options)
        line += match[0].count("\n")
        last = match.end()
    yield text[last:]


def _check(text: str, name: str) -> None:
    try:
        json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        raise UnreadableDocument(
            "{name} is not valid JSON: line {line}, {reason}", name=name, line=error.lineno, reason=reason_of(error)
        ) from error
    except RecursionError as error:
        raise UnreadableDocument("{name} is nested too deeply", name=name) from error


def _loads(raw: str) -> str:
    try:
        return str(json.loads(raw, strict=False))
    except json.JSONDecodeError:
        return ""


rewrite = text_reader(scan)
