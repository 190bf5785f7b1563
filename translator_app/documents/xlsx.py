"""Excel workbooks (.xlsx, .xlsm, .xltx): text of cells, comments, charts, text boxes, prompts, headers and footers of pages.

Formulas, numbers and names of sheets stay.

Texts that formulas, filters or pivot tables compare cells with stay too, for a translated cell would change results.
Headers of tables stand twice, in their cell and in the table's own list, and Excel takes a file in which they differ or
repeat for damaged: they are translated first, all at once, and both are written from the same translation.
"""

import re
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import BinaryIO

from translator_app.documents import drawn, markup, ooxml, pageheads, values, xmlparts
from translator_app.documents.inline import Atom, Stretch, raised
from translator_app.documents.markup import Token
from translator_app.documents.model import Block, DocumentOptions, Rewrite
from translator_app.documents.package import Package, Scan, labelled, texts
from translator_app.documents.plain import Piece, Slot
from translator_app.documents.safety import Archive
from translator_app.errors import Message

_MAIN = r"spreadsheetml\.(?:sheet|template)|ms-excel\.(?:sheet|template)"
_LITERAL = re.compile(r'"((?:[^"]|"")*)"')
_COLUMN = re.compile(r"\[[@#']*([^\[\]@#']+)\]")
_MAX_CHARS = 32_767  # in a cell: Excel takes a file with more for damaged
_MAX_HEADER_CHARS = 255
_FORMULAS = frozenset(["f", "formula", "formula1", "formula2"])
_TELLING = re.compile(
    r"<(?:\w+:)?(?P<name>f|formula[12]?|is|tableColumn|filter|customFilter|cacheField)(?:\s(?:[^\"'>]|\"[^\"]*\"|'[^']*')*)?>(?P<text>[^<]*)"
    r"|\st=\"(?:inlineStr|str)\""
)
_SHARED = re.compile(r"""c r="([A-Z]+\d+)"(?: [^t<>][^ <>]*+)* t="s"[^<>]*+><(?:\w+:)?v>(\d+)<""")
_MAX_CELL_CHARS = 200  # from the start of such a cell to the index of its text
_PROMPTS = {"promptTitle": 32, "prompt": 255, "errorTitle": 32, "error": 225}  # what Excel says at a cell -> most characters of it
_RAISED = re.compile(r"vertAlign val=\"(?:sub|super)script")
_NEWLINE = re.compile(r"_x000[aA]_")


def rewrite(source: Path, out: BinaryIO | None, options: DocumentOptions) -> Rewrite:
    """Cells of a workbook. Raises UnreadableDocument."""
    with Archive(source) as archive:
        types = ooxml.content_types(archive)
        ooxml.main_part(archive, types, _MAIN, Message("Excel workbook"))
        package = Package(archive, out)
        book = _Book(options)
        book.sheets = _sheet_names(package, types)
        for name, content in types.items():
            if content.endswith(("worksheet+xml", "pivotCacheDefinition+xml", "spreadsheetml.table+xml")):
                book.look_at(package.text(name), content, name)
        yield from book.settle_headers()
        scans: dict[str, Scan] = {}
        for name, content in types.items():
            if content.endswith("sharedStrings+xml"):
                scans[name] = book.strings
            elif content.endswith("worksheet+xml") and name in book.with_texts:
                scans[name] = partial(book.sheet, book.sheets.get(name, ""))
            elif content.endswith("spreadsheetml.comments+xml"):
                scans[name] = book.comments
            elif content.endswith("ms-excel.threadedcomments+xml"):
                scans[name] = partial(texts, "comment", frozenset(["text"]), options, {})
            elif content.endswith("spreadsheetml.table+xml"):
                scans[name] = book.table
            elif scan := drawn.scan_for(content, options, book.fixed):
                scans[name] = scan
        yield from package.rewrite(scans)
    return book.notes()


def _sheet_names(package: Package, types: Mapping[str, str]) -> dict[str, str]:
    """Name of a sheet's part -> name of the sheet, as far as the workbook tells."""
    main = next((name for name, content in types.items() if re.search(rf"(?:{_MAIN})[\w.]*\.main\+xml$", content)), "")
    folder, _, file = main.rpartition("/")
    relations = f"{folder}/_rels/{file}.rels"
    if relations not in package.archive.names():
        return {}
    targets = {token.get("Id"): token.get("Target") or "" for token in package.tokens(relations) if token.name.endswith("Relationship")}
    found = {}
    for token in package.tokens(main):
        if token.name.rpartition(":")[2] == "sheet" and token.kind != "end":
            number = next((attribute.value for attribute in token.attributes() if attribute.name.endswith(":id")), "")
            target = targets.get(number, "")
            found[target.lstrip("/") if target.startswith("/") else f"{folder}/{target}"] = token.get("name") or ""
    return found


@dataclass
class _Book:
    """What is known of a workbook before its texts are written."""

    options: DocumentOptions
    compared: set[str] = field(default_factory=set)  # texts that must stay, in lower case
    columns: set[str] = field(default_factory=set)  # names in brackets in formulas, in lower case
    tables: list[list[str]] = field(default_factory=list)  # headers of each
    with_texts: set[str] = field(default_factory=set)  # sheets that hold text themselves
    sheets: dict[str, str] = field(default_factory=dict)  # name of a sheet's part -> its own name
    cells: dict[int, str] = field(default_factory=dict)  # index of a shared text -> the first cell that shows it
    fixed: dict[str, str] = field(default_factory=dict)  # text -> what is written for it
    kept: set[str] = field(default_factory=set)  # texts of cells that stayed because of `compared`

    def look_at(self, chunks: Iterator[str], content: str, name: str) -> None:
        """Gather from a sheet, table or pivot table what bears on texts elsewhere. Only such tags are cut out: sheets are large."""
        if content.endswith("table+xml"):
            self.tables.append([])
        if content.endswith("worksheet+xml"):
            chunks = self._noting_cells(chunks, name)
        for match in (match for chunk in xmlparts.whole_tags(chunks) for match in _TELLING.finditer(chunk)):
            local = match["name"]
            if local is None or local == "is":
                self.with_texts.add(name)
            elif local in _FORMULAS:
                self._formula(markup.unescape(match["text"]))
            else:
                token = Token("start", match[0][: len(match[0]) - len(match["text"])], local)
                value = (token.get("val" if local.endswith("ilter") else "name") or "").strip()
                if local == "tableColumn":
                    self.tables[-1].append(_NEWLINE.sub("\n", token.get("name") or ""))
                else:
                    self.compared.add(value.lower())

    def _noting_cells(self, chunks: Iterator[str], name: str) -> Iterator[str]:
        """The chunks of a sheet as they are; notes which cell shows which text, and whether its pages have headers or footers."""
        sheet = self.sheets.get(name, "")
        before = ""
        for chunk in chunks:
            seen = before + chunk
            for cell, index in _SHARED.findall(seen):
                self.cells.setdefault(int(index), _place(sheet, cell))
            if any(f"{element}>" in seen for element in pageheads.ELEMENTS) or any(f' {prompt}="' in seen for prompt in _PROMPTS):
                self.with_texts.add(name)
            before = seen[-_MAX_CELL_CHARS:]
            yield chunk

    def _formula(self, formula: str) -> None:
        for literal in _LITERAL.findall(formula):
            self.compared.update(part.strip().lower() for part in (literal, *literal.split(",")))
        self.columns.update(name.strip().lower() for name in _COLUMN.findall(formula))

    def settle_headers(self) -> Generator[list[Block], list[str], None]:
        """Translate the headers of all tables; those that formulas name or whose translations repeat stay."""
        headers = [name for name in dict.fromkeys(n for table in self.tables for n in table) if values.is_text(name)]
        movable = [name for name in headers if not {name.strip().lower()} & (self.compared | self.columns)]
        self.kept |= set(headers) - set(movable)
        self.fixed = {name: name for table in self.tables for name in table}
        if movable:
            targets = yield [Block(name, "table header") for name in movable]
            for name, target in zip(movable, targets, strict=True):
                shown = f"{name} / {target}" if self.options.bilingual and target != name else target
                self.fixed[name] = shown if len(shown) <= _MAX_HEADER_CHARS else name
        for table in self.tables:
            seen: dict[str, str] = {}
            for name in table:
                other = seen.setdefault(self.fixed[name].lower(), name)
                if other != name:
                    self.fixed[name], self.fixed[other] = name, other

    def notes(self) -> tuple[str, ...]:
        """For the report."""
        if not self.kept:
            return ()
        return (Message("{number} texts stay as they are because formulas, filters or pivot tables refer to them", number=len(self.kept)),)

    # --- scans of parts

    def strings(self, tokens: Iterator[Token]) -> Iterator[Piece]:
        """The table of texts that cells share."""
        number = 0
        for token in tokens:
            if token.name.rpartition(":")[2] == "si" and token.kind == "start":
                yield from self._string(xmlparts.gather(token, tokens), self.cells.get(number, f"text {number + 1}"))
                number += 1
            else:
                yield token.raw

    def comments(self, tokens: Iterator[Token]) -> Iterator[Piece]:
        """The comments on a sheet's cells."""
        place = "comment"
        for token in tokens:
            local = token.name.rpartition(":")[2]
            if local == "comment" and token.kind == "start":
                place = f"comment, {token.get('ref') or ''}"
            if local == "text" and token.kind == "start":
                yield from self._string(xmlparts.gather(token, tokens), place)
            else:
                yield token.raw

    def sheet(self, name: str, tokens: Iterator[Token]) -> Iterator[Piece]:
        """A sheet with texts in its cells or on its pages."""
        for token in tokens:
            if token.name.rpartition(":")[2] in pageheads.ELEMENTS and token.kind == "start":
                yield from pageheads.pieces(xmlparts.gather(token, tokens), _place(name, "header or footer"), self.options)
                continue
            if token.name.rpartition(":")[2] == "dataValidation" and token.kind != "end":
                yield from self._prompts(name, token)
                continue
            if token.name.rpartition(":")[2] != "c" or token.kind != "start" or token.get("t") not in ("inlineStr", "str"):
                yield token.raw
                continue
            cell = xmlparts.gather(token, tokens)
            inner = [t.name.rpartition(":")[2] for t in cell]
            place = _place(name, token.get("r") or "")
            if "is" in inner:
                at = inner.index("is")
                stop = xmlparts.ends(cell)[at]
                yield xmlparts.raw(cell[:at])
                yield from self._string(cell[at:stop], place)
                yield xmlparts.raw(cell[stop:])
            elif "f" not in inner and "v" in inner:
                at = inner.index("v") + 1
                yield xmlparts.raw(cell[:at])
                yield self._plain(cell[at : at + 1], place)
                yield xmlparts.raw(cell[at + 1 :])
            else:
                yield xmlparts.raw(cell)

    def _prompts(self, name: str, token: Token) -> Iterator[Piece]:
        """What is said when a cell is chosen, or filled with what may not stand there."""
        done = 0
        for attribute in token.attributes():
            limit = _PROMPTS.get(attribute.name, 0)
            if not limit or not values.is_text(attribute.value):
                continue

            def render(target: str, value: str = attribute.value, limit: int = limit) -> str:
                shown = f"{value}{_between(value)}{target}" if self.options.bilingual else target
                return f'"{xmlparts.escape_value(shown if len(shown) <= limit else value)}"'

            yield token.raw[done : attribute.start]
            place = _place(name, f"{attribute.name}, {token.get('sqref') or ''}")
            yield Slot(attribute.value, token.raw[attribute.start : attribute.end], render, place)
            done = attribute.end
        yield token.raw[done:]

    def table(self, tokens: Iterator[Token]) -> Iterator[Piece]:
        """A table's own list of its headers."""
        for token in tokens:
            if token.name.rpartition(":")[2] == "tableColumn" and token.kind != "end":
                for name in ("name", "totalsRowLabel"):
                    value = token.get(name)
                    target = self.fixed.get(_NEWLINE.sub("\n", value)) if value else None
                    if value and target and target != _NEWLINE.sub("\n", value):
                        token = token.with_value(name, target.replace("\n", "_x000a_"))
            yield token.raw

    def _string(self, tokens: list[Token], place: str) -> Iterator[Piece]:
        """One <si>, <is> or <text>: plain text or runs."""
        prefix = tokens[0].name[: tokens[0].name.find(":") + 1]
        atoms = _atoms(tokens, prefix)
        text = "".join(atom.text for atom in atoms)
        raw = xmlparts.raw(tokens)
        if not self._is_free(text):
            target = self.fixed.get(text, text)
            yield raw if target == text else f"{tokens[0].raw}{_t(prefix, target)}{tokens[-1].raw}"
            return
        between = _between(text) if self.options.bilingual else ""
        if len(atoms) == 1 and not atoms[0].style:

            def plain(target: str) -> str:
                shown = f"{text.rstrip()}{between}{target}" if between else _edged(text, target)
                shown = shown if len(shown) <= _MAX_CHARS else target[:_MAX_CHARS]
                return f"{tokens[0].raw}{_t(prefix, shown)}{tokens[-1].raw}"

            yield Slot(text.strip(), raw, plain, place)
            return
        stretch = Stretch(atoms, lambda part, style: f"<{prefix}r>{style}{_t(prefix, part)}</{prefix}r>")

        def rich(target: str) -> str:
            source = f"{stretch.source()}<{prefix}r>{_t(prefix, between)}</{prefix}r>" if between else ""
            return f"{tokens[0].raw}{source}{stretch.render(target)}{tokens[-1].raw}"

        yield Slot(stretch.text, raw, rich, place) if stretch.text else raw

    def _plain(self, tokens: list[Token], place: str) -> Piece:
        text = xmlparts.text_of(tokens)
        raw = xmlparts.raw(tokens)
        if self._is_free(text):
            return Slot(text, raw, labelled(text, self.options), place)
        target = self.fixed.get(text, text)
        return raw if target == text else xmlparts.escape(target)

    def _is_free(self, text: str) -> bool:
        """True for a text that is to be translated on its own; notes what stays only because of formulas."""
        if text in self.fixed or not values.is_text(text):
            return False
        if text.strip().lower() in self.compared:
            self.kept.add(text)
            return False
        return True


def _place(sheet: str, part: str) -> str:
    return f"sheet {sheet}, {part}" if sheet else part


def _atoms(tokens: list[Token], prefix: str) -> list[Atom]:
    """Texts of a string with the properties of their runs; readings of Japanese (rPh) are left out."""
    found: list[Atom] = []
    after = xmlparts.ends(tokens)
    style = ""
    at = 1
    while at < len(tokens) - 1:
        token = tokens[at]
        if token.name == prefix + "r" and token.kind == "start":
            style = ""
        elif token.name == prefix + "rPr":
            style = xmlparts.raw(tokens[at : after[at]])
            at = after[at]
            continue
        elif token.name == prefix + "rPh":
            at = after[at]
            continue
        elif token.name == prefix + "t" and token.kind == "start":
            text = xmlparts.text_of(tokens[at : after[at]])
            sign = raised(found, text, f"<{prefix}r>{style}{_t(prefix, text)}</{prefix}r>") if _RAISED.search(style) else None
            found.append(sign or Atom("text", text=text, style=style, look=style))
        at += 1
    return found


def _t(prefix: str, text: str) -> str:
    return f'<{prefix}t xml:space="preserve">{xmlparts.escape(text)}</{prefix}t>'


def _between(text: str) -> str:
    """What stands between source and translation in one cell: a line end where the cell shows lines."""
    return "\n" if "\n" in text.strip() else " / "


def _edged(text: str, target: str) -> str:
    """`target` with the white space around `text`."""
    return text[: len(text) - len(text.lstrip())] + target + text[len(text.rstrip()) :]
