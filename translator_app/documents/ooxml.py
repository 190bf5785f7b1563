"""What Word, PowerPoint and Excel files share: paragraphs of runs in WordprocessingML (w:p) and DrawingML (a:p)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from translator_app.documents import markup, values, xmlparts
from translator_app.documents.beside import Lists, opening_beside, properties_beside
from translator_app.documents.dialect import Dialect, dialects, without_section
from translator_app.documents.inline import Atom, Late, Stretch, raised, references, stretches
from translator_app.documents.markup import Token
from translator_app.documents.model import DocumentOptions
from translator_app.documents.package import captured
from translator_app.documents.plain import Piece, Slot
from translator_app.documents.safety import Archive
from translator_app.errors import Message, UnreadableDocument

_MAX_INSIDE = 30  # paragraphs inside paragraphs
_CONTAINERS = frozenset(["hyperlink", "ins", "moveTo", "smartTag", "customXml", "dir", "bdo", "sdt", "fldSimple"])
_DROPPED = frozenset(["proofErr", "lastRenderedPageBreak", "softHyphen", "noProof", "endParaRPr"])
_BREAKS = frozenset(["tab", "br", "cr", "ptab"])
_KEPT_CONTROLS = ("dropDownList", "comboBox", "date", "picture", "checkbox")  # what a content control holds beside running text
_COPIED = frozenset(["oMath", "oMathPara", "sym", "noBreakHyphen"])
_RAISED = re.compile(r"<\w+:vertAlign \w+:val=\"(?:super|sub)script\"|\sbaseline=\"-?[1-9]")
_UNDERLINED = re.compile(r"<\w+:u \w+:val=\"(?!none)|\su=\"(?!none)")
_CODE_STYLE = re.compile(r'<\w+:[pr]Style \w+:val="(?:Source|Verbatim|HTML(?:Code|Pre|Kbd|Sample)|Preformatted|Code)', re.IGNORECASE)
_DESCRIBED = ("docPr", "cNvPr")  # elements with the alternative text of a picture or shape


def content_types(archive: Archive) -> dict[str, str]:
    """Part name -> content type, by the archive's own list. Raises UnreadableDocument."""
    found: dict[str, str] = {}
    label = Message("{name}, part {part}", name=archive.name, part="[Content_Types].xml")
    data = b"".join(xmlparts.checked(archive.chunks("[Content_Types].xml"), label))
    text = "".join(xmlparts.decoded([data], xmlparts.encoding_of(data, label), label))
    for token in xmlparts.tokens([text]):
        if token.name.rpartition(":")[2] == "Override":
            found[(token.get("PartName") or "").lstrip("/")] = token.get("ContentType") or ""
    return {name: found.get(name, "") for name in archive.names()}


def main_part(archive: Archive, types: dict[str, str], kinds: str, what: str) -> str:
    """Name of the part whose type matches (a pattern). Raises UnreadableDocument when there is none (another kind of file)."""
    for name, content in types.items():
        if re.search(rf"(?:{kinds})[\w.]*\.main\+xml$", content):
            return name
    raise UnreadableDocument("{name} is no {what}; was it renamed?", name=archive.name, what=what)


@dataclass
class Paragraph:
    """One paragraph element: its atoms, and slots of paragraphs inside it (text boxes)."""

    tokens: list[Token]
    dialect: Dialect
    scan: "Scan"
    inner: list[Slot] = field(default_factory=list)
    properties: str = ""
    atoms: list[Atom] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._ends = xmlparts.ends(self.tokens)
        self._is_code = False
        self._boxes: list[tuple[int, int, Late]] = []  # tokens with text boxes in them
        if self.tokens[0].kind == "start":
            self._walk(1, len(self.tokens) - 1)
        if self._is_code:
            self.atoms.clear()
        for start, end in reversed(references(self.atoms)):
            self.atoms[start:end] = [self._reference(self.atoms[start:end])]
        self.parts = stretches(self.atoms, self._text_xml)
        self._changed = False

    @property
    def has_text(self) -> bool:
        """True when something in it is translated (text boxes not counted)."""
        return any(isinstance(part, Stretch) and part.text for part in self.parts)

    def slots(self, place: str) -> tuple[list[Slot], Late, Late]:
        """Slots of its stretches; its XML once they are filled; and a copy beside the source then ("" when nothing changed)."""
        found = list(self.inner)
        targets: dict[int, str] = {}
        for index, part in enumerate(self.parts):
            if isinstance(part, Stretch) and part.text:

                def keep(target: str, index: int = index, text: str = part.text) -> str:
                    if target != text:
                        targets[index] = target
                    return ""

                found.append(Slot(part.text, "", keep, place, always=True))

        return found, lambda: self._xml(targets, copy=False), lambda: self._xml(targets, copy=True) if targets else ""

    def source(self) -> str:
        """The paragraph as it stands, but for text boxes in it."""
        parts, done = [], 0
        for at, stop, late in self._boxes:
            parts += [xmlparts.raw(self.tokens[done:at]), late()]
            done = stop
        return "".join([*parts, xmlparts.raw(self.tokens[done:])])

    def _xml(self, targets: dict[int, str], *, copy: bool) -> str:
        if not targets:
            return self.source()
        head = self.dialect.name("p")
        properties = properties_beside(self.properties, self.dialect, self.scan.lists) if copy else self.properties
        opening = opening_beside(self.tokens[0].raw) if copy else self.tokens[0].raw
        return opening + properties + self._content(targets, copy=copy) + f"</{head}>"

    def _content(self, targets: dict[int, str], *, copy: bool) -> str:
        parts = []
        for index, part in enumerate(self.parts):
            if isinstance(part, Atom):
                parts.append(part.xml if isinstance(part.xml, str) else part.xml())
            elif index in targets:
                self._changed = True
                parts.append(part.render(targets[index], copy=copy))
                self._changed = False
            else:
                parts.append(part.source())
        tail = [t for t in self.tokens[-8:] if t.name == self.dialect.name("endParaRPr")]
        return "".join([*parts, xmlparts.raw(tail)])

    def _text_xml(self, text: str, style: str) -> str:
        return self.dialect.run(text, style) if self._changed else self.dialect.plain(text, style)

    # --- tokens to atoms

    def _walk(self, at: int, end: int) -> None:
        while at < end:
            token, stop = self.tokens[at], self._ends[at]
            local = token.name.removeprefix(self.dialect.prefix) if token.name.startswith(self.dialect.prefix) else ""
            if local == "pPr":
                self.properties = xmlparts.raw(self.tokens[at:stop])
                self._is_code = bool(_CODE_STYLE.search(self.properties))
            elif local == "r":
                self._run(at, stop)
            elif local in _BREAKS:
                self.atoms.append(Atom("break", xmlparts.raw(self.tokens[at:stop])))
            elif local in _CONTAINERS and token.kind == "start" and not self._is_kept(local, at, stop):
                self._container(local, at, stop)
            elif local not in _DROPPED and token.kind != "text":
                self._single(at, stop, "", "")
            at = stop

    def _is_kept(self, local: str, at: int, stop: int) -> bool:
        if local == "fldSimple":
            code = (self.tokens[at].get(self.dialect.name("instr")) or "").split()
            return not code or code[0].upper() != "HYPERLINK"
        if local == "sdt":
            head = self.tokens[at : self._ends[at + 1] if at + 1 < stop else stop]
            return any(token.name.rpartition(":")[2] in _KEPT_CONTROLS for token in head)
        return False

    def _container(self, local: str, at: int, stop: int) -> None:
        inside, last = at + 1, stop - 1
        while inside < last and (self.tokens[inside].name.endswith("Pr") or self.tokens[inside].kind == "text"):
            inside = self._ends[inside]
        if local == "sdt" and inside < last and self.tokens[inside].kind == "start":
            last = self._ends[inside] - 1
            inside += 1
        copied = local in ("hyperlink", "dir", "bdo")
        self.atoms.append(Atom("open", xmlparts.raw(self.tokens[at:inside]), copied=copied))
        self._walk(inside, last)
        self.atoms.append(Atom("close", xmlparts.raw(self.tokens[last:stop]), copied=copied))

    def _run(self, at: int, stop: int) -> None:
        style = ""
        declared = xmlparts.declarations(self.tokens[at])
        child = at + 1
        while child < stop - 1:
            token, end = self.tokens[child], self._ends[child]
            local = token.name.removeprefix(self.dialect.prefix) if token.name.startswith(self.dialect.prefix) else ""
            if local == "rPr":
                style = token.raw.replace(token.name, token.name + declared, 1) + xmlparts.raw(self.tokens[child + 1 : end])
            elif local == "t":
                text = xmlparts.text_of(self.tokens[child:end])
                self._text(text if not self.dialect.word or token.get("xml:space") == "preserve" else text.strip(), style)
            elif local == "noBreakHyphen":
                self._text("-", style)
            elif local in _BREAKS:
                self.atoms.append(Atom("break", self._in_run(xmlparts.raw(self.tokens[child:end]), style, declared)))
            elif local in ("fldChar", "instrText"):
                kind = "code" if local == "instrText" else token.get(self.dialect.name("fldCharType")) or ""
                self._single(child, end, style, kind, declared)
            elif local not in _DROPPED and token.kind != "text":
                self._single(child, end, style, "", declared, in_run=True)
            child = end

    def _text(self, text: str, style: str) -> None:
        look, xml = self.dialect.look(style), self.dialect.plain(text, style)
        if look and _RAISED.search(look) and (atom := raised(self.atoms, text, xml)):
            self.atoms.append(atom)
        elif _CODE_STYLE.search(style) or (len(text) > 2 and text.isspace() and _UNDERLINED.search(style)):
            self.atoms.append(Atom("single", xml))
        else:
            self.atoms.append(Atom("text", xml, text, style, look))

    def _single(self, at: int, stop: int, style: str, kind: str, declared: str = "", *, in_run: bool = False) -> None:
        tokens = self.tokens[at:stop]
        local = tokens[0].name.rpartition(":")[2]
        xml: str | Late = xmlparts.raw(tokens)
        if self.scan.holds_text(tokens):
            inner, xml = captured(self.scan.nested(tokens))
            self.inner += inner
            self._boxes.append((at, stop, xml))
        if in_run or kind:
            xml = self._in_run(xml, style, declared)
        text = xmlparts.text_of(tokens) if kind == "code" else ""
        self.atoms.append(Atom("single", xml, text, copied=local in _COPIED or bool(kind), field=kind))

    def _reference(self, shown: list[Atom]) -> Atom:
        """What a cross-reference shows ("Table 1"), translated by itself as the caption is: the field keeps its place in the sentence."""
        text, style = "".join(atom.text for atom in shown), shown[0].style
        found = [text]

        def keep(target: str) -> str:
            found[0] = target
            return ""

        self.inner.append(Slot(text, "", keep, f"{self.scan.place}cross-reference", always=True))
        return Atom("single", lambda: self.dialect.plain(text, style) if found[0] == text else self.dialect.run(found[0], style))

    def _in_run(self, xml: str | Late, style: str, declared: str) -> str | Late:
        r = self.dialect.name("r")
        if isinstance(xml, str):
            return f"<{r}{declared}>{style}{xml}</{r}>"
        late = xml
        return lambda: f"<{r}{declared}>{style}{late()}</{r}>"


class Scan:
    """One part: paragraphs as slots, everything else as it is. `place` names the part in reports."""

    def __init__(self, options: DocumentOptions, place: str = "", lists: Lists | None = None) -> None:
        self.options = options
        self.lists = lists or Lists()
        self.place = place
        self._count = self._inside = 0
        self._dialects: dict[str, Dialect] = {}

    def __call__(self, tokens: Iterator[Token]) -> Iterator[Piece]:
        """Pieces of the part."""
        depth = 0
        raw: list[str] = []
        for token in tokens:
            if not self._dialects and token.kind == "start":
                self._dialects = dialects(token, self.options.office_language, asian=self.options.is_asian)
            dialect = self._dialects.get(token.name)
            if dialect is not None and token.kind == "start":
                yield "".join(raw)
                raw = []
                yield from self.paragraph(xmlparts.gather(token, tokens), dialect, depth)
                continue
            if token.kind == "start":
                depth += 1
            elif token.kind == "end":
                depth -= 1
            if token.name.endswith(_DESCRIBED) and (described := self.described(token)):
                yield "".join(raw)
                raw = []
                yield from described
            else:
                raw.append(self.outside(token, depth))
        yield "".join(raw)

    def outside(self, token: Token, depth: int) -> str:
        """A token between paragraphs, as it is written."""
        return token.raw

    def nested(self, tokens: list[Token]) -> Iterator[Piece]:
        """Pieces of tokens inside a paragraph. Raises RecursionError for what no program makes."""
        self._inside += 1
        if self._inside > _MAX_INSIDE:
            raise RecursionError
        rest = iter(tokens)
        for token in rest:
            dialect = self._dialects.get(token.name)
            if dialect and token.kind == "start":
                yield from self.paragraph(xmlparts.gather(token, rest), dialect, -1)
            else:
                yield from self.described(token) or [token.raw]
        self._inside -= 1

    def holds_text(self, tokens: list[Token]) -> bool:
        """True when there is a paragraph or an alternative text in there."""
        return len(tokens) > 6 and any(
            (token.kind == "start" and token.name in self._dialects) or self.described(token) for token in tokens
        )

    def described(self, token: Token) -> list[Piece]:
        """Pieces of a tag with an alternative text to translate; none for other tags."""
        pieces: list[Piece] = []
        last = 0
        for attribute in token.attributes() if token.name.endswith(_DESCRIBED) and token.kind != "end" else ():
            if attribute.name in ("descr", "title") and values.is_text(attribute.value):
                pieces += [token.raw[last : attribute.start], self._attribute(attribute, token.raw[attribute.start : attribute.end])]
                last = attribute.end
        return [*pieces, token.raw[last:]] if pieces else []

    def _attribute(self, attribute: markup.Attribute, raw: str) -> Slot:
        between = "\n" if "\n" in attribute.value else " / "

        def render(target: str) -> str:
            shown = f"{attribute.value}{between}{target}" if self.options.bilingual else target
            return f'"{xmlparts.escape_value(shown)}"'

        return Slot(attribute.value, raw, render, f"{self.place}alternative text")

    def paragraph(self, tokens: list[Token], dialect: Dialect, depth: int) -> Iterator[Piece]:
        """Slots of a paragraph and its XML; `depth`: elements around it, -1 inside another paragraph."""
        self._count += 1
        paragraph = Paragraph(tokens, dialect, self)
        slots, xml, copy = paragraph.slots(f"{self.place}paragraph {self._count}")
        yield from slots
        yield from self.written(paragraph, xml, copy, depth)

    def written(self, paragraph: Paragraph, xml: Late, copy: Late, depth: int) -> Iterator[Piece]:
        """A paragraph as the mode wants it: `xml` in place of the source, `copy` beside it ("" when nothing changed)."""
        if not paragraph.inner and not paragraph.has_text:
            yield paragraph.source()
        elif self.options.bilingual:
            yield lambda: _below(paragraph.source(), copy())
        else:
            yield xml


def _below(source: str, copy: str) -> str:
    """Source and copy; a section ends after the copy."""
    return without_section(source) + copy if copy else source
