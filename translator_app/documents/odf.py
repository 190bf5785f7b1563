"""OpenDocument files (.odt, .ods, .odp): paragraphs of body, notes, comments, text boxes, headers, footers, cells; alternative texts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import BinaryIO

from translator_app.documents import markup, values, xmlparts
from translator_app.documents.inline import Atom, Late, Stretch, raised, stretches
from translator_app.documents.markup import Token
from translator_app.documents.model import DocumentOptions, Rewrite
from translator_app.documents.package import Package, Scan, captured, labelled, texts
from translator_app.documents.plain import Piece, Slot
from translator_app.documents.safety import Archive
from translator_app.errors import UnreadableDocument

_PARAGRAPHS = frozenset(["text:p", "text:h"])
_CONTAINERS = frozenset(["text:a", "text:meta"])
_RAISED = re.compile(r"style:text-position=(?:sub|super|-?[1-9])")
_UNSEEN = re.compile(r"officeooo:|(?:fo|style):(?:language|country|rfc-language-tag|script)")  # properties that do not change the look
_BREAKS = frozenset(["text:tab", "text:line-break"])
_DESCRIPTIONS = frozenset(["svg:title", "svg:desc"])  # alternative texts of pictures
_LEFT_ALONE = frozenset(["text:tracked-changes", "office:scripts", "office:font-face-decls"])
_UNIQUE = ("text:bookmark", "text:reference-mark", "text:note", "text:change", "text:sequence", "draw:", "office:annotation", "xforms:")
_MAX_INSIDE = 30  # paragraphs inside paragraphs; what no program makes raises RecursionError
_LITERAL = re.compile(r'"((?:[^"]|"")*)"')
_CODE_STYLES = ("Source_", "Preformatted_", "Verbatim")
_IDS = re.compile(r"""\s(?:xml:id|text:id|draw:id)\s*=\s*(?:"[^"]*"|'[^']*')""")
_SPACES = re.compile(r"[ \t\r\n]+")


def rewrite(source: Path, out: BinaryIO | None, options: DocumentOptions) -> Rewrite:
    """Paragraphs of an OpenDocument file. Raises UnreadableDocument."""
    with Archive(source) as archive:
        names = set(archive.names())
        kind = archive.read("mimetype").decode("ascii", "replace") if "mimetype" in names else ""
        if "content.xml" not in names or (kind and "opendocument" not in kind):
            raise UnreadableDocument("{name} is no OpenDocument file; was it renamed?", name=source.name)
        if "META-INF/manifest.xml" in names and b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise UnreadableDocument("{name} is protected by a password; save it without one", name=source.name)
        package = Package(archive, out)
        compared = _compared(package.tokens("content.xml")) if "spreadsheet" in kind else frozenset[str]()
        scans: dict[str, Scan] = {
            name: _Scan(options, compared) for name in archive.names() if name == "content.xml" or name.endswith("/content.xml")
        }
        if "styles.xml" in names:
            scans["styles.xml"] = partial(_styles, options, "presentation" not in kind)
        if "meta.xml" in names:
            scans["meta.xml"] = partial(texts, "title", frozenset(["dc:title", "dc:subject"]), options, {})
        yield from package.rewrite(scans)
    return ()


def _compared(tokens: Iterator[Token]) -> frozenset[str]:
    """Texts in formulas and validity lists, in lower case: cells with them must stay."""
    found: set[str] = set()
    for token in tokens:
        if token.name == "table:filter-condition":
            found.add((token.get("table:value") or "").strip().lower())
        if "table:formula=" in token.raw or "table:condition=" in token.raw:
            formula = (token.get("table:formula") or "") + (token.get("table:condition") or "")
            found.update(literal.strip().lower() for literal in _LITERAL.findall(formula))
    return frozenset(found)


def _styles(options: DocumentOptions, with_text: bool, tokens: Iterator[Token]) -> Iterator[Piece]:
    """Styles whose text (in two languages: whose Asian text) is in the target language, and the headers and footers of pages."""
    names = ("style:language-asian", "style:country-asian") if options.is_asian else ("fo:language", "fo:country")
    marked = _in_language(tokens, names, options.office_language) if options.is_asian or not options.bilingual else tokens
    if with_text:
        yield from _Scan(options, frozenset(), "header or footer, ")(marked)
    else:
        yield from (token.raw for token in marked)


def _in_language(tokens: Iterator[Token], names: tuple[str, str], language: str) -> Iterator[Token]:
    code, _, country = language.partition("-")
    in_default = False
    for token in tokens:
        if token.name == "style:default-style":
            in_default = token.kind == "start"
        if token.name == "style:text-properties" and token.kind != "end" and (in_default or token.get(names[0]) not in (None, "zxx")):
            for name, value in zip(names, (code, country or "none"), strict=True):
                token = xmlparts.with_value(token, name, value)
        yield token


class _Scan:
    """Paragraphs of one part as slots."""

    def __init__(self, options: DocumentOptions, compared: frozenset[str], place: str = "") -> None:
        self.options = options
        self._compared = compared
        self._place = place
        self._count = self._inside = 0
        self._code: set[str] = set()  # automatic styles of program text
        self._looks: dict[str, str] = {}  # automatic style -> what can be seen of it
        self._style = ""  # automatic style that is being read
        self._in_number = False  # inside a cell whose text is the look of a number
        self._in_comment = False

    def __call__(self, tokens: Iterator[Token]) -> Iterator[Piece]:
        for token in tokens:
            if token.kind not in ("start", "empty"):
                if token.name == "table:table-cell":
                    self._in_number = False
                elif token.name == "office:annotation":
                    self._in_comment = False
                yield token.raw
            elif token.name in _LEFT_ALONE:
                yield xmlparts.raw(xmlparts.gather(token, tokens))
            elif token.name in _PARAGRAPHS and token.kind == "start":
                yield from self._paragraph(xmlparts.gather(token, tokens))
            elif token.name in _DESCRIPTIONS and token.kind == "start":
                yield from self._description(xmlparts.gather(token, tokens))
            else:
                if token.name.startswith("style:"):
                    self._read_style(token)
                elif token.name == "table:table-cell" and token.kind == "start":
                    kind = token.get("office:value-type")
                    self._in_number = kind not in (None, "string") or token.get("table:formula") is not None
                elif token.name == "office:annotation":
                    self._in_comment = token.kind == "start"
                yield token.raw

    def is_code(self, token: Token) -> bool:
        """True for a paragraph or span in a style of program text."""
        style = token.get("text:style-name") or ""
        return style.startswith(_CODE_STYLES) or style in self._code

    def look(self, token: Token) -> str:
        """What can be seen of a span's style: those that differ in nothing else are one format."""
        style = token.get("text:style-name") or ""
        return self._looks.get(style, style)

    def _read_style(self, token: Token) -> None:
        if token.name == "style:style":
            self._style = token.get("style:name") or ""
            parent = token.get("style:parent-style-name") or ""
            self._looks[self._style] = parent
            if parent.startswith(_CODE_STYLES):
                self._code.add(self._style)
        elif token.name == "style:text-properties" and self._style in self._looks:
            seen = sorted(f" {a.name}={a.value}" for a in token.attributes() if not _UNSEEN.match(a.name))
            self._looks[self._style] += "".join(seen)

    def _paragraph(self, tokens: list[Token]) -> Iterator[Piece]:
        self._count += 1
        text = xmlparts.text_of(tokens).strip()
        fixed = not self._in_comment and (self._in_number or text.lower() in self._compared)
        if fixed or self.is_code(tokens[0]) or not any(char.isalpha() for char in text):
            yield xmlparts.raw(tokens)
            return
        self._inside += 1
        if self._inside > _MAX_INSIDE:
            raise RecursionError
        paragraph = _Paragraph(tokens, self)
        self._inside -= 1
        targets: dict[int, str] = {}
        yield from paragraph.inner
        for index, part in enumerate(paragraph.parts):
            if isinstance(part, Stretch) and part.text and values.is_text(part.text):

                def keep(target: str, index: int = index, text: str = part.text) -> str:
                    if target != text:
                        targets[index] = target
                    return ""

                place = "comment, " if self._in_comment else self._place
                yield Slot(part.text, "", keep, f"{place}paragraph {self._count}", always=True)
        if self.options.bilingual:
            yield lambda: paragraph.source() + (paragraph.xml(targets, copy=True) if targets else "")
        else:
            yield lambda: paragraph.xml(targets, copy=False) if targets else paragraph.source()

    def _description(self, tokens: list[Token]) -> Iterator[Piece]:
        text = xmlparts.text_of(tokens)
        inner = xmlparts.raw(tokens[1:-1])
        yield tokens[0].raw
        yield Slot(text, inner, labelled(text, self.options), "alternative text") if values.is_text(text) else inner
        yield tokens[-1].raw


@dataclass
class _Paragraph:
    """One <text:p> or <text:h>."""

    tokens: list[Token]
    scan: "_Scan"
    inner: list[Slot] = field(default_factory=list)
    atoms: list[Atom] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._ends = xmlparts.ends(self.tokens)
        self._boxes: list[tuple[int, int, Late]] = []  # tokens with notes or text boxes in them
        self._walk(1, len(self.tokens) - 1)
        self.parts = stretches(self.atoms, _text_xml)

    def source(self) -> str:
        """As it stands, but for notes and text boxes in it."""
        parts, done = [], 0
        for at, stop, late in self._boxes:
            parts += [xmlparts.raw(self.tokens[done:at]), late()]
            done = stop
        return "".join([*parts, xmlparts.raw(self.tokens[done:])])

    def xml(self, targets: dict[int, str], *, copy: bool) -> str:
        """With the translations of its stretches; `copy`: as a paragraph of its own below the source."""
        opening = self.tokens[0].raw
        if copy:
            opening = _IDS.sub("", opening)
            if self.tokens[0].name == "text:h":  # no second number
                opening = xmlparts.with_value(Token("start", opening, "text:h"), "text:is-list-header", "true").raw
        parts = [opening]
        for index, part in enumerate(self.parts):
            if isinstance(part, Atom):
                parts.append(part.xml if isinstance(part.xml, str) else part.xml())
            else:
                parts.append(part.render(targets[index], copy=copy) if index in targets else part.source())
        return "".join([*parts, self.tokens[-1].raw])

    def _walk(self, at: int, end: int, style: str = "", look: str = "") -> None:
        """Atoms of a range of tokens; `style`: start tags of the spans around them, `look`: what can be seen of those."""
        while at < end:
            token, stop = self.tokens[at], self._ends[at]
            if token.kind in ("text", "cdata"):
                text = markup.unescape(token.raw) if token.kind == "text" else token.raw[9:-3]
                text = _SPACES.sub(" ", text)
                sign = raised(self.atoms, text, _text_xml(text, style)) if _RAISED.search(look) else None
                self.atoms.append(sign or Atom("text", "", text, style, look))
            elif token.name == "text:s":
                count = token.get("text:c") or "1"
                self.atoms.append(Atom("text", "", " " * min(int(count) if count.isdigit() else 1, 1000), style, look))
            elif token.name in _BREAKS:
                self.atoms.append(Atom("break", _in_spans(xmlparts.raw(self.tokens[at:stop]), style)))
            elif token.name == "text:span" and token.kind == "start" and not self.scan.is_code(token):
                self._walk(at + 1, stop - 1, style + _IDS.sub("", token.raw), look + self.scan.look(token))
            elif token.name in _CONTAINERS and token.kind == "start":
                self.atoms.append(Atom("open", token.raw))
                self._walk(at + 1, stop - 1, style, look)
                self.atoms.append(Atom("close", self.tokens[stop - 1].raw))
            elif token.name != "text:soft-page-break":
                self._single(at, stop, style)
            at = stop

    def _single(self, at: int, stop: int, style: str) -> None:
        tokens = self.tokens[at:stop]
        xml: str | Late = xmlparts.raw(tokens)
        if tokens[0].name not in _LEFT_ALONE and any(t.kind == "start" and t.name in _PARAGRAPHS | _DESCRIPTIONS for t in tokens):
            inner, xml = captured(self.scan(iter(tokens)))
            self.inner += inner
            self._boxes.append((at, stop, xml))
        late = xml if callable(xml) else None
        whole: str | Late = (lambda: _in_spans(late(), style)) if late else _in_spans(str(xml), style)
        beside = _text_xml(xmlparts.text_of(tokens), style) if tokens[0].name == "text:sequence" else ""
        self.atoms.append(Atom("single", whole, copied=not tokens[0].name.startswith(_UNIQUE), beside=beside))


def _in_spans(xml: str, style: str) -> str:
    return style + xml + "</text:span>" * style.count("<")


def _text_xml(text: str, style: str) -> str:
    """Text in its spans, with the spaces that would be lost as elements."""
    escaped = xmlparts.escape(text)
    if "  " in escaped:
        escaped = re.sub("  +", lambda match: f' <text:s text:c="{len(match[0]) - 1}"/>', escaped)
    return _in_spans(escaped, style)
