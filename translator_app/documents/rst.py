"""reStructuredText: titles, paragraphs, items and admonitions; literal blocks, tables, directives and roles stay."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from translator_app.documents import marks, wrap
from translator_app.documents.encodings import TextSource
from translator_app.documents.marks import Marks
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, Slot, text_reader

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*$")
_LONG_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}$")
_ITEM = re.compile(
    r"(?:[-*+•]|(?P<number>\(?(?:\d{1,4}|[A-Za-z]|[ivxlc]+|#)[.)])|(?P<free>:(?:[^:\s]|(?<=\S) (?=\S))[^:]*:|\|))[ \t]+(?=\S)"
)
_FOOTNOTE = re.compile(r"\.\.[ ]\[[#*\w]+\][ ]")
_DIRECTIVE = re.compile(r"\.\.[ \t]+(?:\|[^|]+\|[ \t]+)?([\w:+.-]+)::[ \t]*")
_ADMONITIONS = frozenset(
    ["note", "warning", "tip", "important", "caution", "danger", "attention", "hint", "error", "admonition", "seealso", "topic", "sidebar"]
)
_TITLED = _ADMONITIONS | {"rubric", "centered"}  # text may follow the name on its line
_SIGNED = frozenset(["function", "class", "method", "data", "attribute", "exception", "module", "classmethod", "staticmethod", "option"])
_TEXT_DIRECTIVES = (_TITLED | _SIGNED).union(
    ["versionadded", "versionchanged", "deprecated", "container", "epigraph", "compound", "glossary", "todo", "describe"]
)
_TABLE = re.compile(r"\+[-=+]{3,}\+$|={2,}(?:[ \t]+={2,})+$")
# What inline markup may stand after and before; elsewhere its signs are text ("MADV_*", "names(*module*.*name*)").
_MAY_PRECEDE = frozenset(" \n-:/'\"<([{“‘（《「【，。、；：！？—…")
_MAY_FOLLOW = frozenset(" \n'\")]}>-/\\:.,;!?”’）》」】，。、；：！？—…")
_BEGIN = r"(?<![^\s\-:/'\"<(\[{\u0080-\uffff])(?<![^\W_])"
_END = r"(?=[\s'\")\]}>\-/\\:.,;!?]|[^\x00-\x7f\w]|\Z)"
_INLINE = re.compile(
    rf"{_BEGIN}(?:(?P<literal>``.{{1,2000}}?``)"
    r"|(?P<role>(?<!:):[\w:.+-]{1,80}:`(?P<roletext>[^`<]*?)(?:\s*<[^`>]*>)?`)"
    r"|(?P<link>`(?P<linktext>[^`<]+?)(?P<linkend>\s+<[^`>]+>`__?))"
    r"|(?P<named>`[^`]+`(?:__?|:[\w:.+-]{1,80}:)?)"
    r"|(?P<substitution>\|[^|\s](?:[^|]*[^|\s])?\|_{0,2})"
    r"|(?P<note>\[[#*\w.-]+\]_)"
    r"|(?P<reference>[A-Za-z0-9][\w.-]*_)"
    r"|(?P<strong>\*\*(?=\S)(?P<strongtext>.{1,2000}?)(?<=\S)\*\*)"
    r"|(?P<emphasis>(?<!['\"(<](?=\*['\")>]))\*(?=[^\s*])(?P<emphasistext>(?:\\.|[^*\\])*?)(?<=\S)\*(?!\*))"
    rf"){_END}|(?P<escape>\\.)",
    re.DOTALL,
)
_REFERENCE = re.compile(rf"{_BEGIN}(?:`([^`<>]{{1,200}})`|([A-Za-z0-9][\w.-]*))_{_END}")
_TARGET = re.compile(r"\.\. _`?([^`:<>]+)`?:(?=\s|$)|`([^`<>]+?)\s+<[^`<>]+>`_(?!_)")
_NAMED_LINK = re.compile(r"`([^`<]+?)\s+<([^`<>]+)>`_(?![_\w])")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    indent: str
    text: str
    tail: str

    @property
    def raw(self) -> str:
        return self.indent + self.text + self.tail

    @property
    def depth(self) -> int:
        return len(self.indent.expandtabs(8))


@dataclass
class _Scan:
    lines: list[_Line]
    options: DocumentOptions
    paragraph: list[_Line] = field(default_factory=list)
    links: dict[str, str] = field(default_factory=dict)  # name of a link that was written -> its address

    def __post_init__(self) -> None:
        text = " ".join(line.text for line in self.lines)
        self._referenced = frozenset(_folded(match[1] or match[2]) for match in _REFERENCE.finditer(text))
        self._targets = frozenset(_folded(match[1] or match[2]) for match in _TARGET.finditer(text))

    def run(self) -> Iterator[Piece]:
        at = 0
        while at < len(self.lines):
            line = self.lines[at]
            if not self.paragraph and (end := self._kept_end(at)) > at:
                yield "".join(kept.raw for kept in self.lines[at:end])
                at = end
            elif not self.paragraph and (end := self._title_end(at)) > at:
                yield from self._title(self.lines[at:end])
                at = end
            elif not self.paragraph and (directive := _DIRECTIVE.match(line.text)) and not self._has_title(line, directive):
                end = self._head_end(at, directive[1].split(":")[-1] in _SIGNED)
                yield "".join(kept.raw for kept in self.lines[at:end])
                at = end
            elif not line.text:
                literal = bool(self.paragraph) and self.paragraph[-1].text.endswith("::")
                depth = self.paragraph[0].depth if self.paragraph else 0
                yield from self._flush()
                yield line.raw
                at += 1
                if literal:
                    end = self._body_end(at, depth)
                    yield "".join(kept.raw for kept in self.lines[at:end])
                    at = end
            elif self.paragraph and self._starts_block(line):
                yield from self._flush()  # and look at the line again, as the first of its block
            else:
                self.paragraph.append(line)
                at += 1
        yield from self._flush()

    def _starts_block(self, line: _Line) -> bool:
        """True when a line is no part of the paragraph before it, by the rules of docutils for the indentation of each."""
        first, before = self.paragraph[0], self.paragraph[-1]
        if first.text.startswith(".. "):
            return line.depth <= first.depth or (len(self.paragraph) > 1 and line.depth != before.depth)
        item = _ITEM.match(first.text)
        if item and line.depth == first.depth:  # in a paragraph "+ 1" or "- x" is text that was wrapped there
            return not item["number"] or bool(_ITEM.match(line.text))
        if item and len(self.paragraph) == 1 and line.depth > first.depth:
            column = len((first.indent + first.text[: _head_end(first.text)]).expandtabs(8))
            return line.depth != column and not item["free"]
        return line.depth != before.depth

    def _has_title(self, line: _Line, directive: re.Match[str]) -> bool:
        """True when text follows the directive's name on its line."""
        rest = line.text[directive.end() :]
        return directive[1] in _TITLED and bool(_LETTER.search(rest))

    def _head_end(self, at: int, signed: bool) -> int:
        """Index after a directive's line, its options and further signatures."""
        depth = self.lines[at].depth
        end = at + 1
        while end < len(self.lines) and self.lines[end].depth > depth and (signed or re.match(r":[\w-]+:", self.lines[end].text)):
            if not self.lines[end].text:
                break
            end += 1
        return end

    def _kept_end(self, at: int) -> int:
        """Index after lines that stay as they are, else `at`."""
        line = self.lines[at]
        if line.text == "|":
            return at + 1
        if line.text.startswith((">>>", "...")) and line.text[3:4] in ("", " "):
            return self._block_end(at)
        if _TABLE.match(line.text):
            return self._table_end(at)
        directive = _DIRECTIVE.match(line.text)
        if directive and (directive[1].split(":")[-1] not in _TEXT_DIRECTIVES or line.text.startswith(".. |")):
            return self._body_end(at + 1, line.depth)
        if line.text.startswith("..") and line.text[2:3] in ("", " ") and not directive:
            return at if _FOOTNOTE.match(line.text) else self._body_end(at + 1, line.depth)
        return at

    def _body_end(self, at: int, depth: int) -> int:
        """Index after the lines that are deeper than `depth`, blank ones between included."""
        end = at
        for index in range(at, len(self.lines)):
            if self.lines[index].text:
                if self.lines[index].depth <= depth:
                    break
                end = index + 1
        return end

    def _block_end(self, at: int) -> int:
        return next((index for index in range(at, len(self.lines)) if not self.lines[index].text), len(self.lines))

    def _table_end(self, at: int) -> int:
        """Index after a table: a grid ends at a blank line, a simple one at its last rule."""
        if self.lines[at].text.startswith("+"):
            return self._block_end(at)
        rules = 0
        for index in range(at, len(self.lines)):
            rules += bool(_TABLE.match(self.lines[index].text))
            last = index + 1 >= len(self.lines) or not self.lines[index + 1].text
            if rules > 1 and last and _TABLE.match(self.lines[index].text):
                return index + 1
        return self._block_end(at)

    def _title_end(self, at: int) -> int:
        """Index after a title with its underline (and overline), else `at`."""
        texts = [line.text for line in self.lines[at : at + 3]]
        if len(texts) > 2 and _LONG_ADORNMENT.match(texts[0]) and texts[0] == texts[2] and texts[1]:
            return at + 3
        if len(texts) > 1 and texts[0] and _ADORNMENT.match(texts[1]) and not _LONG_ADORNMENT.match(texts[0]):
            return at + 2 if len(texts[1]) >= min(4, wrap.width(texts[0])) and self.lines[at].depth == 0 else at
        return at + 1 if _LONG_ADORNMENT.match(texts[0]) else at

    def _title(self, lines: list[_Line]) -> Iterator[Piece]:
        raw = "".join(line.raw for line in lines)
        text = lines[len(lines) - 2] if len(lines) > 1 else lines[0]
        inline = _inline(text.text)
        if len(lines) < 2 or not inline or not _LETTER.search(marks.strip(inline.text)):
            yield raw
            return

        def render(target: str) -> str:
            shown = inline.restore(target)
            shown = f"{text.text} / {shown}" if self.options.bilingual else shown
            fits = wrap.width(shown) + len(text.indent) <= len(lines[-1].text)
            size = len(lines[-1].text) if fits else wrap.width(shown) + 2 * len(text.indent)
            rule = lines[-1].text[0] * size
            name = _folded(text.text)
            newline = text.tail.lstrip(" \t")
            linked = name in self._referenced - self._targets and _folded(shown) != name
            kept = f".. _`{name}`:{newline}{newline}" if linked else ""  # so that links to the old title go on working
            return kept + "".join(text.indent + shown + line.tail if line is text else line.indent + rule + line.tail for line in lines)

        yield Slot(inline.text, raw, render, f"line {text.number}")

    def _flush(self) -> Iterator[Piece]:
        lines, self.paragraph = self.paragraph, []
        if not lines:
            return
        first = lines[0]
        start = _head_end(first.text)
        if len(lines) > 1 and lines[1].depth == first.depth:
            start = 0  # "A. Smith" at the start of a paragraph is no item
        texts = [first.text[start:], *(line.text for line in lines[1:])]
        raw = texts[0] + "".join(f"{before.tail}{line.raw[: len(line.indent) + len(line.text)]}" for before, line in pairwise(lines))
        literal = re.search(r"(\s*::)$", texts[-1])
        ending = literal[1] if literal else ""
        text = " ".join(texts).removesuffix(ending)
        yield first.indent + first.text[:start]
        if _LETTER.search(text):
            hanging = first.indent + " " * start if len(lines) == 1 else lines[1].indent
            newline = first.tail.lstrip(" \t") or "\n"
            yield self._slot(text, raw.removesuffix(ending), f"{newline}{newline}{hanging}", first.number)
        else:
            yield raw.removesuffix(ending)
        yield ending + lines[-1].tail

    def _slot(self, text: str, raw: str, between: str, number: int) -> Piece:
        inline = _inline(text, self._referenced)
        if not inline:
            return raw

        def render(target: str) -> str:
            shown = _NAMED_LINK.sub(self._link, inline.restore(target))
            shown = "\\" + shown if _ITEM.match(shown) else shown
            return f"{raw}{between}{shown}" if self.options.bilingual else shown

        return Slot(inline.text, raw, render, f"line {number}")

    def _link(self, match: re.Match[str]) -> str:
        """A link as it is, but without a name when its text has become that of a link to elsewhere."""
        address = self.links.setdefault(_folded(match[1]), match[2])
        return match[0] if address == match[2] else match[0] + "_"


def _folded(name: str) -> str:
    """The name of a target as docutils compares it."""
    return " ".join(name.split()).casefold()


def _head_end(text: str) -> int:
    """Index after what makes a line a directive, a footnote or an item, or an item inside of an item."""
    if explicit := _DIRECTIVE.match(text) or _FOOTNOTE.match(text):
        return explicit.end()
    end = 0
    while item := _ITEM.match(text, end):
        end = item.end()
    return end


class _Inline:
    """A paragraph with its inline markup as marks."""

    def __init__(self, text: str, referenced: frozenset[str]) -> None:
        """`referenced`: names of targets that must stay, for there are links to them by name."""
        self._marks = Marks(text)
        self._referenced = referenced
        self._pairs: list[str] = []
        self._emphasis: list[str] = []
        self._opens: set[str] = set()
        self._closes: set[str] = set()
        parts: list[str] = []
        last = 0
        for match in _INLINE.finditer(text):
            parts.append(text[last : match.start()])
            parts += self._taken(match)
            last = match.end()
        parts.append(text[last:])
        self.text = "".join(parts)

    def _taken(self, match: re.Match[str]) -> list[str]:
        kind = match.lastgroup or ""
        if kind in ("strong", "emphasis"):
            sign = "**" if kind == "strong" else "*"
            pair = self._pair(sign, match[f"{kind}text"], sign)
            self._emphasis.append(pair[0] + pair[-1])
            return pair
        if kind == "link" and (match[0].endswith("__") or _folded(match["linktext"]) not in self._referenced):
            return self._pair("`", match["linktext"], match["linkend"])
        if kind == "role" and "<" in match[0] and match["roletext"].strip():
            head, text = match[0].split("`", 1)[0] + "`", match["roletext"]
            return self._pair(head, text, match[0][len(head) + len(text) :])
        mark = self._marks.single(match[0])
        if kind != "escape":
            self._opens.add(mark)
            self._closes.add(mark)
        return [mark]

    def _pair(self, opening: str, text: str, closing: str) -> list[str]:
        first, last = self._marks.pair(opening, closing)
        self._pairs.append(first)
        self._opens.add(first)
        self._closes.add(last)
        return [first, text, last]

    def restore(self, text: str) -> str:
        """ReStructuredText again; markup that touches Han gets an escaped space, which does not show."""
        text = self._unnested(text)
        parts: list[str] = []
        for index, char in enumerate(text):
            before = parts[-1][-1:] if parts else " "
            if char in self._opens and before not in _MAY_PRECEDE:
                parts.append("\\ ")
            parts.append(self._marks.raw.get(char, char))
            after = text[index + 1 : index + 2] or " "
            after = self._marks.raw.get(after, after)[:1]
            touches = after not in _MAY_FOLLOW
            if char in self._closes and touches:
                parts.append("\\ ")
        return "".join(parts)

    def _unnested(self, text: str) -> str:
        """`text` with pairs that end where other markup begins, for in them is no other, and without empty emphasis."""
        for opening in self._pairs:
            closing = chr(ord(opening) + 1)
            start, end = text.find(opening) + 1, text.find(closing)
            inside = text[start:end]
            nested = next((at for at, char in enumerate(inside) if char in self._opens), None)
            if nested is not None:
                kept = inside[:nested].rstrip()
                text = text[:start] + kept + closing + inside[len(kept) :] + text[end + 1 :]
        for empty in self._emphasis:
            text = text.replace(empty, "")
        return text


def _inline(text: str, referenced: frozenset[str] = frozenset()) -> _Inline | None:
    """The inline markup of a paragraph; None when there is too much of it."""
    try:
        return _Inline(text, referenced)
    except marks.TooManyMarks:
        return None


def scan(source: TextSource, options: DocumentOptions) -> Iterator[Piece]:
    """Pieces of a reStructuredText file."""
    lines = []
    for number, raw in enumerate(source.lines(), 1):
        text = raw.strip()
        start = len(raw) - len(raw.lstrip()) if text else 0
        lines.append(_Line(number, raw[:start], text, raw[start + len(text) :]))
    yield from _Scan(lines, options).run()


rewrite = text_reader(scan)
