"""Markdown: paragraphs, headings, list items, quotes and table cells; code, links' targets, HTML and front matter stay."""

import itertools
import re
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from functools import partial

from translator_app.documents import html, marks, mdinline
from translator_app.documents.encodings import TextSource
from translator_app.documents.mdinline import Inline
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, Slot, text_reader

_CONTAINER = re.compile(
    r"(?:[ \t]*>[ \t]?)*[ \t]*"  # quotes, indent
    r"(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|(?=\r?\n|$))(?:[ \t]*>[ \t]?)*)*"  # list markers
    r"(?:\[[ xX]\][ \t]+|\[\^[^\]\s]+\]:[ \t]+|\[![A-Za-z]+\][+-]?[ \t]*|:[ \t]+)?"  # task box, footnote, kind of a note, definition
)
_FENCE = re.compile(r"(`{3,}(?=[^`]*$)|~{3,})")
_RULE = re.compile(r"(?:[-*_][ \t]*){3,}$|=+[ \t]*$|-+[ \t]*$")
_HEADING = re.compile(r"(#{1,6}[ \t]+)(.*?)([ \t]+#+)?([ \t]*\{#[^}]*\})?[ \t]*$")
_DEFINITION = re.compile(r"\[[^\]]+\]:[ \t]*\S")
_HTML_BLOCK = re.compile(
    r"<(?:!--|!|\?|/?(?:address|article|aside|blockquote|body|br|center|col|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]"
    r"|head|header|hr|html|iframe|legend|li|link|main|meta|nav|ol|p|picture|pre|script|section|source|style|summary|table|tbody|td|textarea|tfoot"
    r"|th|thead|title|tr|ul|video)(?=[\s/>])|/?[A-Za-z][^<>]*>(?:[ \t]*</?[A-Za-z][^<>]*>)*$)",  # or nothing but tags
    re.IGNORECASE,
)
_HTML_UNTIL = {"<!--": "-->", "<script": "</script>", "<pre": "</pre>", "<style": "</style>", "<textarea": "</textarea>", "<?": "?>"}
_TABLE_RULE = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_CELL = re.compile(r"((?:\\.|`[^`]*`|[^|\\`]|`)*)(\||$)")
_DIRECTIVE = re.compile(r"(?::::|!!!|\?\?\?|\{%|\{\{|@\[|\[\[)|\\(?:begin|end)\{")
_LETTER = re.compile(r"[^\W\d_]")
_BOX = re.compile(r"(?:\[[ xX]\]|\[![A-Za-z]+\][+-]?)[ \t]*$")  # at the end of a prefix: of a task, kind of a note
_LABEL = re.compile(r"\[\^[^\]\s]+\]:[ \t]+$")  # there: of a footnote
_BREAK = re.compile(r"([ \t]*<br[ \t]*/?>\s*)", re.IGNORECASE)


@dataclass
class _Line:
    number: int
    prefix: str  # quote signs, indent, list markers
    text: str
    newline: str

    @property
    def raw(self) -> str:
        return self.prefix + self.text + self.newline

    @property
    def hanging(self) -> str:
        """What a further line of the same item starts with."""
        return re.sub(r"[^\s>]", " ", _LABEL.sub("    ", _BOX.sub("", self.prefix)))

    @property
    def is_item(self) -> bool:
        return bool(self.prefix.strip(" \t>"))

    @property
    def indent(self) -> int:
        return len(self.prefix.replace("\t", "    ").replace(">", " "))


@dataclass
class _Scan:
    lines: list[_Line]
    options: DocumentOptions
    definitions: frozenset[str]
    paragraph: list[_Line] = field(default_factory=list)
    content: int = 0  # columns where the text of the innermost list item starts; deeper by 4: code

    def run(self) -> Iterator[Piece]:
        at = 0
        while at < len(self.lines):
            line = self.lines[at]
            end = self._kept_end(at)
            if end > at:
                yield from self._flush()
                yield "".join(kept.raw for kept in self.lines[at:end])
                at = end
            elif _HTML_BLOCK.match(line.text) and not self.paragraph:
                end = self._html_end(at)
                yield from html.pieces("".join(part.raw for part in self.lines[at:end]), self.options)
                at = end
            elif "|" in line.text and at + 1 < len(self.lines) and self._is_table_rule(self.lines[at + 1]):
                yield from self._flush()
                at = yield from self._table(at)
            else:
                yield from self._text(line)
                at += 1
        yield from self._flush()

    def _kept_end(self, at: int) -> int:
        """Index after lines that are kept as they are (code, rules, definitions, mathematics), else `at`."""
        line = self.lines[at]
        if fence := _FENCE.match(line.text):
            return self._until(at, lambda text: text.strip().startswith(fence[1]) and not text.strip().strip(fence[1][0]))
        if line.text.startswith("$$"):
            single = line.text.count("$$") > 1
            return at + 1 if single else self._until(at, lambda text: text.rstrip().endswith("$$"))
        if self.paragraph:
            underline = _RULE.match(line.text) or _DIRECTIVE.match(line.text)
            return at + 1 if underline and not line.is_item else at
        if not line.is_item and line.text and line.indent >= self.content + 4:
            return at + 1
        rule = _RULE.match((line.prefix + line.text).strip(" \t>"))
        return at + 1 if rule or _DEFINITION.match(line.text) or _DIRECTIVE.match(line.text) else at

    def _until(self, at: int, closes: Callable[[str], bool]) -> int:
        for index in range(at + 1, len(self.lines)):
            if closes(self.lines[index].text):
                return index + 1
        return len(self.lines)

    def _html_end(self, at: int) -> int:
        text = self.lines[at].text.lower()
        for opening, closing in _HTML_UNTIL.items():
            if text.startswith(opening):
                return at + 1 if closing in text else self._until(at, partial(_holds, closing))
        end = at
        while end < len(self.lines) and self.lines[end].text:
            end += 1
        return end

    def _text(self, line: _Line) -> Iterator[Piece]:
        if not line.text:
            yield from self._flush()
            yield line.raw
            return
        starts_item = line.is_item or line.prefix.count(">") > (self.paragraph[-1].prefix.count(">") if self.paragraph else 0)
        if starts_item or (not self.paragraph and line.indent < self.content):
            yield from self._flush()
            self.content = line.indent if line.is_item else 0
        if heading := _HEADING.match(line.text):
            yield from self._flush()
            yield line.prefix + heading[1]
            yield from self._slot(heading[2], line, " / ")
            yield line.text[heading.end(2) :] + line.newline
            return
        self.paragraph.append(line)
        if line.text.endswith("\\") or line.newline.startswith("  ") or "[!" in line.prefix:
            yield from self._flush()

    def _flush(self) -> Iterator[Piece]:
        lines, self.paragraph = self.paragraph, []
        if not lines:
            return
        first, last = lines[0], lines[-1]
        text = " ".join(line.text for line in lines)
        raw = first.text + "".join(f"{before.newline}{line.prefix}{line.text}" for before, line in itertools.pairwise(lines))
        newline = first.newline.lstrip(" \t") or "\n"
        hanging = first.hanging
        between = f"{newline}{hanging.rstrip()}{newline}{hanging}"
        yield first.prefix
        yield from self._slot(text, first, between, raw)
        yield last.newline

    def _slot(self, text: str, line: _Line, between: str, raw: str | None = None) -> Iterator[Piece]:
        raw = text if raw is None else raw
        parts, raws = _BREAK.split(text), _BREAK.split(raw)
        if len(parts) > 1 and len(parts) == len(raws) and all(map(_is_whole, parts[::2])):
            for index, part in enumerate(parts):
                yield from [raws[index]] if index % 2 else self._slot(part, line, "<br>", raws[index])
            return
        try:
            inline = Inline(text, self.definitions)
        except marks.TooManyMarks:
            yield raw
            return
        lead, core, tail = inline.trimmed()
        if not _LETTER.search(marks.strip(core)):
            yield raw
            return

        def render(target: str) -> str:
            shown = inline.restore(lead + target + tail)
            shown = mdinline.guarded(shown) if "\n" in between else shown
            return f"{raw}{between}{shown}" if self.options.bilingual else shown

        yield Slot(core, raw, render, f"line {line.number}")

    def _is_table_rule(self, line: _Line) -> bool:
        return "-" in line.text and ("|" in line.text or ":" in line.text) and bool(_TABLE_RULE.match(line.text))

    def _table(self, at: int) -> Generator[Piece, None, int]:
        """Cells of a table that starts at `at`; the generator's value is the index after it."""
        first = at
        while at < len(self.lines) and "|" in self.lines[at].text:
            line = self.lines[at]
            yield line.prefix
            if at == first + 1:
                yield line.text
            else:
                for cell in _CELL.finditer(line.text):
                    text = cell[1].strip()
                    start = len(cell[1]) - len(cell[1].lstrip())
                    yield cell[1][:start]
                    if text:
                        yield from self._slot(text, line, "<br>")
                    yield cell[1][start + len(text) :] + cell[2]
            yield line.newline
            at += 1
        return at


def _is_whole(text: str) -> bool:
    """True when no emphasis, code or link reaches out of the text."""
    return all(text.count(sign) % 2 == 0 for sign in "*_~`") and text.count("[") == text.count("]") and not re.search(r"<[a-z/]", text)


def _holds(sign: str, text: str) -> bool:
    return sign in text.lower()


def scan(source: TextSource, options: DocumentOptions) -> Iterator[Piece]:
    """Pieces of a Markdown file."""
    raw = list(source.lines())
    start = _front_matter(raw)
    yield "".join(raw[:start])
    lines = [_parse(number, line) for number, line in enumerate(raw[start:], start + 1)]
    yield from _Scan(lines, options, mdinline.definitions(raw)).run()


def _front_matter(lines: list[str]) -> int:
    """Number of lines of a YAML or TOML head."""
    sign = lines[0].strip() if lines else ""
    if sign in ("---", "+++"):
        for index, line in enumerate(lines[1:], 1):
            if line.strip() == sign:
                return index + 1
    return 0


def _parse(number: int, raw: str) -> _Line:
    bare = raw.rstrip("\r\n")
    text = bare.rstrip()
    match = _CONTAINER.match(text)
    prefix = match[0] if match else ""
    if _RULE.match(text.strip()):
        prefix = text[: len(text) - len(text.lstrip())]
    return _Line(number, prefix, text[len(prefix) :], bare[len(text) :] + raw[len(bare) :])


rewrite = text_reader(scan)
