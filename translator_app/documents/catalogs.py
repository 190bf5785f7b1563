"""Translation catalogues in XML: Qt .ts and XLIFF 1.2/2.0. Targets are filled and marked as to be reviewed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from translator_app.documents import html, marks, markup, safety, values
from translator_app.documents.encodings import TextSource
from translator_app.documents.marks import Marks
from translator_app.documents.markup import Token
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, Slot, text_reader
from translator_app.errors import UnreadableDocument
from translator_app.manifest import language

_LETTER = re.compile(r"[^\W\d_]")
_CODE_ELEMENTS = frozenset(["bpt", "ept", "ph", "it"])  # XLIFF 1.2: their content is code of the original file


@dataclass(frozen=True, slots=True)
class _Element:
    """An element in a list of tokens: from its start tag up to (not with) `end`."""

    start: int
    end: int


def scan_qt(source: TextSource, options: DocumentOptions) -> Iterator[Piece]:
    """Messages of a Qt Linguist file. Raises UnreadableDocument (not one, damaged)."""
    tokens = _tokens(source, "TS")
    root = next(index for index, token in enumerate(tokens) if token.name == "TS")
    translated = language(tokens[root].get("language") or "") == options.languages[1]
    if not translated:
        tokens[root] = tokens[root].with_value("language", options.language.replace("-", "_"))
    last = 0
    for message in _elements(tokens, "message", 0, len(tokens)):
        source_text = next(_elements(tokens, "source", message.start, message.end), None)
        target = next(_elements(tokens, "translation", message.start, message.end), None)
        if not source_text or not target:
            continue
        state = tokens[target.start].get("type")
        text = markup.unescape(_raw(tokens[source_text.start + 1 : source_text.end - 1]))
        done = state in ("vanished", "obsolete") or (translated and state != "unfinished" and _has_text(tokens, target))
        if done or not values.is_text(text):
            continue
        yield _raw(tokens[last : target.start])
        yield _qt_slot(tokens, target, text, options)
        last = target.end
    yield _raw(tokens[last:])


def _qt_slot(tokens: list[Token], target: _Element, text: str, options: DocumentOptions) -> Slot:
    raw = _raw(tokens[target.start : target.end])
    opening = tokens[target.start].with_value("type", "unfinished").raw.rstrip("/> \t") + ">"
    forms = list(_elements(tokens, "numerusform", target.start + 1, target.end))
    plural = forms[0] if forms else None
    gap = tokens[target.start + 1].raw if plural and tokens[target.start + 1].kind == "text" else ""

    def render(translation: str) -> str:
        escaped = markup.escape(translation, quote=True)
        if plural:
            each = gap.join([f"<numerusform>{escaped}</numerusform>"] * (1 if options.one_form else len(forms)))
            return f"{opening}{gap}{each}{gap[:-4] if gap.endswith('    ') else gap}</translation>"
        return f"{opening}{escaped}</translation>"

    return values.slot(text, raw, render, f"line {tokens[target.start].line}", options, mnemonic="&", both=False)


def scan_xliff(source: TextSource, options: DocumentOptions) -> Iterator[Piece]:
    """Units of an XLIFF file. Raises UnreadableDocument (not one, damaged)."""
    tokens = _tokens(source, "xliff")
    translated = _set_language(tokens, options)
    units = [element for name in ("trans-unit", "segment") for element in _elements(tokens, name, 0, len(tokens))]
    last = 0
    for unit in sorted(units, key=lambda element: element.start):
        if piece := _xliff_slot(tokens, unit, translated, options):
            start, end, slot = piece
            yield _raw(tokens[last:start])
            yield slot
            last = end
    yield _raw(tokens[last:])


def _set_language(tokens: list[Token], options: DocumentOptions) -> bool:
    """Declare the target language in place (XLIFF 2: on the root, 1.2: on each file); true when it was that already."""
    root = next(token for token in tokens if token.name == "xliff")
    element, name = ("xliff", "trgLang") if (root.get("version") or "").startswith("2") else ("file", "target-language")
    translated = False
    for index, token in enumerate(tokens):
        if token.kind == "start" and token.name == element:
            if language(token.get(name) or "") == options.languages[1]:
                translated = True
            else:
                tokens[index] = token.with_value(name, options.language)
    return translated


def _xliff_slot(tokens: list[Token], unit: _Element, translated: bool, options: DocumentOptions) -> tuple[int, int, Slot] | None:
    """Where a unit's <target> is or will be, and the slot that makes it; None when it is to stay as it is."""
    source = next(_elements(tokens, "source", unit.start, unit.end), None)
    target = next(_elements(tokens, "target", unit.start, unit.end), None)
    state = (tokens[target.start].get("state") or "") if target else ""
    if not source or tokens[unit.start].get("translate") == "no" or tokens[unit.start].get("approved") == "yes":
        return None
    if target and translated and _has_text(tokens, target) and not state.startswith(("new", "needs", "initial")):
        return None
    try:
        text, inline = _inline(tokens, source.start + 1, source.end - 1)
    except marks.TooManyMarks:
        return None
    lead, core, tail = marks.trim(text)
    if not _LETTER.search(core) or not values.is_text(marks.strip(core)):
        return None
    old = _raw(tokens[target.start : target.end]) if target else ""
    version1 = tokens[unit.start].name == "trans-unit"

    def render(translation: str) -> str:
        filled = inline.restore(markup.escape(lead + translation + tail))
        if target:
            tag = tokens[target.start]
            opening = (tag.with_value("state", "needs-review-translation") if version1 else tag).raw.rstrip("/> \t") + ">"
            return f"{opening}{filled}</target>"
        before = tokens[source.start - 1].raw
        indent = before if before.isspace() else ""
        return f"{indent}<target{' state=' + chr(34) + 'needs-review-translation' + chr(34) if version1 else ''}>{filled}</target>"

    start, end = (target.start, target.end) if target else (source.end, source.end)
    return start, end, Slot(core, old, render, f"line {tokens[source.start].line}")


def _inline(tokens: list[Token], start: int, end: int) -> tuple[str, Marks]:
    """The text of tokens with inline elements as marks."""
    inline = Marks(_raw(tokens[start:end]))
    parts: list[str] = []
    opened: list[tuple[str, str]] = []
    at = start
    while at < end:
        token = tokens[at]
        if token.kind == "start" and token.name in _CODE_ELEMENTS:
            element = next(_elements(tokens, token.name, at, end))
            parts.append(inline.single(_raw(tokens[at : element.end])))
            at = element.end
            continue
        if token.kind == "text":
            parts.append(markup.unescape(token.raw))
        elif token.kind == "cdata":
            parts.append(token.raw[9:-3])
        elif token.kind == "end" and opened and opened[-1][0] == token.name:
            mark = opened.pop()[1]
            inline.raw[mark] = token.raw
            parts.append(mark)
        else:
            mark, closing = inline.pair(token.raw, None)
            if token.kind == "start":
                opened.append((token.name, closing))
            parts.append(mark)
        at += 1
    return "".join(parts), inline


def _tokens(source: TextSource, root: str) -> list[Token]:
    text = source.read()
    if f"<{root}" not in text:
        raise UnreadableDocument("{name} is not a translation file: it has no <{root}> element", name=source.path.name, root=root)
    safety.check_xml(source.path.read_bytes(), source.path.name)
    return list(markup.tokens(text, xml=True))


def _elements(tokens: list[Token], name: str, start: int, end: int) -> Iterator[_Element]:
    """Elements of that name that start in the range, outermost only."""
    depth, first = 0, start
    for index in range(start, end):
        token = tokens[index]
        if token.name != name:
            continue
        if token.kind == "empty" and depth == 0:
            yield _Element(index, index + 1)
        elif token.kind == "start":
            first = index if depth == 0 else first
            depth += 1
        elif token.kind == "end" and depth:
            depth -= 1
            if depth == 0:
                yield _Element(first, index + 1)


def _has_text(tokens: list[Token], element: _Element) -> bool:
    return any(token.kind in ("text", "cdata") and not token.raw.isspace() for token in tokens[element.start : element.end])


def _raw(tokens: list[Token]) -> str:
    return "".join(token.raw for token in tokens)


def is_qt(path: Path) -> bool:
    """True when a .ts file is Qt's, not TypeScript or a film."""
    return b"<TS" in safety.read_head(path)


rewrite_qt = text_reader(scan_qt, html.detect)
rewrite_xliff = text_reader(scan_xliff, html.detect)
