"""Word documents (.docx, .docm, .dotx): body, headers, footers, notes, comments, text boxes, charts. Macros are carried along unread."""

from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO

from translator_app.documents import drawn, ooxml, xmlparts
from translator_app.documents.beside import Lists, opening_beside
from translator_app.documents.dialect import in_language, section_of, without_section
from translator_app.documents.inline import Late
from translator_app.documents.markup import Token
from translator_app.documents.model import Block, DocumentOptions, Rewrite
from translator_app.documents.package import Package, Scan
from translator_app.documents.plain import Piece
from translator_app.documents.safety import Archive
from translator_app.errors import Message

_MAIN = r"wordprocessingml\.(?:document|template)|ms-word\.(?:document|template)"
_TEXT_PARTS = {  # end of the content type -> name in reports
    "header+xml": "header, ",
    "footer+xml": "footer, ",
    "footnotes+xml": "footnotes, ",
    "endnotes+xml": "endnotes, ",
}


def rewrite(source: Path, out: BinaryIO | None, options: DocumentOptions) -> Rewrite:
    """Paragraphs of a Word document. Raises UnreadableDocument."""
    with Archive(source) as archive:
        yield from rewrite_archive(archive, out, options)
    return ()


def rewrite_archive(archive: Archive, out: BinaryIO | None, options: DocumentOptions) -> Generator[list[Block], list[str], None]:
    """Paragraphs of a Word document that is open. Raises UnreadableDocument."""
    types = ooxml.content_types(archive)
    main = ooxml.main_part(archive, types, _MAIN, Message("Word document"))
    package = Package(archive, out)
    lists = Lists()
    for name, content in types.items() if options.bilingual else ():
        if content.endswith("wordprocessingml.numbering+xml"):
            lists.read_numbering(package.tokens(name))
        elif content.endswith("wordprocessingml.styles+xml"):
            lists.read_styles(package.tokens(name))
    scans: dict[str, Scan] = {}
    marks = options.is_asian or not options.bilingual  # else the styles are those of the source, too
    for name, content in types.items():
        if name == main:
            scans[name] = _Body(options, "", lists)
        elif content.endswith("wordprocessingml.styles+xml") and marks:
            scans[name] = partial(_styles, script="eastAsia" if options.is_asian else "val", language=options.office_language)
        elif content.endswith("wordprocessingml.settings+xml") and options.is_asian:
            scans[name] = partial(_settings, language=options.office_language)
        elif content.endswith("wordprocessingml.comments+xml"):
            scans[name] = _Comments(options, "comment, ", lists)
        elif place := next((place for end, place in _TEXT_PARTS.items() if content.endswith(end)), None):
            scans[name] = ooxml.Scan(options, place, lists)
        elif scan := drawn.scan_for(content, options):
            scans[name] = scan
    yield from package.rewrite(scans)


class _Body(ooxml.Scan):
    """The body: in the mode of two columns its paragraphs with text become rows of tables, source left, translation right."""

    _table = ""  # prefix of the open table's elements

    def outside(self, token: Token, depth: int) -> str:
        """A token between paragraphs; a table ends before it."""
        return token.raw if not self._table or token.kind == "text" else self._closed(apart=True) + token.raw

    def written(self, paragraph: ooxml.Paragraph, xml: Late, copy: Late, depth: int) -> Iterator[Piece]:
        """A row when the mode wants one; a paragraph without text ends the table."""
        if self.options.mode != "columns" or depth != 2:
            yield from super().written(paragraph, xml, copy, depth)
        elif not paragraph.has_text:
            yield self._closed()
            yield from super().written(paragraph, xml, copy, depth)
        else:
            p = paragraph.dialect.prefix
            yield "" if self._table else _table(p)
            self._table = p
            yield lambda: _row(p, without_section(paragraph.source()), without_section(copy()))
            if section := section_of(paragraph.properties):
                yield self._closed()
                yield f"<{p}p><{p}pPr>{section}</{p}pPr></{p}p>"

    def _closed(self, *, apart: bool = False) -> str:
        """The end of the open table; `apart`: with a thin paragraph that keeps another table from growing together with it."""
        p, self._table = self._table, ""
        if not p:
            return ""
        thin = f'<{p}p><{p}pPr><{p}spacing {p}before="0" {p}after="0" {p}line="20" {p}lineRule="exact"/></{p}pPr></{p}p>'
        return f"</{p}tbl>{thin if apart else ''}"


class _Comments(ooxml.Scan):
    """Comments: who answered whom is kept by the id of a comment's last paragraph, so that beside a source its translation has it."""

    def written(self, paragraph: ooxml.Paragraph, xml: Late, copy: Late, depth: int) -> Iterator[Piece]:
        """Source and translation, the translation with the id."""
        if not self.options.bilingual or not paragraph.has_text:
            yield from super().written(paragraph, xml, copy, depth)
            return
        opening = paragraph.tokens[0].raw
        without_id = opening_beside(opening)

        def both() -> str:
            source, translated = paragraph.source(), copy()
            return without_id + source[len(opening) :] + opening + translated[len(without_id) :] if translated else source

        yield both


def _table(p: str) -> str:
    return (
        f'<{p}tbl><{p}tblPr><{p}tblW {p}w="5000" {p}type="pct"/><{p}tblLayout {p}type="fixed"/>'
        f'<{p}tblCellMar><{p}left {p}w="100" {p}type="dxa"/><{p}right {p}w="100" {p}type="dxa"/></{p}tblCellMar></{p}tblPr>'
        f'<{p}tblGrid><{p}gridCol {p}w="4800"/><{p}gridCol {p}w="4800"/></{p}tblGrid>'
    )


def _row(p: str, left: str, right: str) -> str:
    width = f'<{p}tcPr><{p}tcW {p}w="2500" {p}type="pct"/></{p}tcPr>'
    return f"<{p}tr><{p}tc>{width}{left}</{p}tc><{p}tc>{width}{right or f'<{p}p/>'}</{p}tc></{p}tr>"


def _styles(tokens: Iterator[Token], script: str, language: str) -> Iterator[Piece]:
    """Styles whose text of a script, see `in_language`, is in a language."""
    in_defaults = seen = False
    for token in tokens:
        local = token.name.rpartition(":")[2]
        prefix = token.name[: len(token.name) - len(local)]
        if local == "rPrDefault":
            in_defaults = token.kind == "start"
        elif local == "lang" and token.kind != "end":
            seen = seen or in_defaults
            token = in_language(token, prefix, script, language)
        elif local == "rPr" and token.kind == "end" and in_defaults and not seen:
            yield f'<{prefix}lang {prefix}{script}="{language}"/>'
        yield token.raw


def _settings(tokens: Iterator[Token], language: str) -> Iterator[Piece]:
    """Settings whose theme fonts for East Asian text are those of `language`."""
    for token in tokens:
        prefix, _, local = token.name.rpartition(":")
        if local == "themeFontLang" and token.kind != "end":
            token = xmlparts.with_value(token, f"{prefix}:eastAsia", language)
        yield token.raw
