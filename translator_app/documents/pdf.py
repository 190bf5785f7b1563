"""PDF: the text layer as a new Word document or Markdown text. The layout is not kept, and the report says so."""

import io
import re
import zipfile
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import BinaryIO

from translator_app.documents import docx, markdown, pdftext, xmlparts
from translator_app.documents.encodings import Encoding, TextSource
from translator_app.documents.model import Block, DocumentOptions, Rewrite
from translator_app.documents.plain import Piece, Slot, stream
from translator_app.documents.reflow import Paragraph, Pdf
from translator_app.documents.safety import Archive
from translator_app.errors import Message

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_WOULD_BE_RULE = re.compile(r"[-=+]+")  # would be a rule or a heading's underline
_MARKDOWN_SIGNS = re.compile(r"([\\`*_\[\]<>|#~])")


def rewrite(source: Path, out: BinaryIO | None, options: DocumentOptions) -> Rewrite:
    """Paragraphs of a PDF. Raises UnreadableDocument (damaged, protected, a scan without text)."""
    pdf = yield from _read(source)
    if options.pdf_output == "md":
        yield from stream(_markdown(pdf, source, options), lambda part: None if out is None else _write(out, part))
    else:
        with Archive(source, _word(pdf.paragraphs())) as archive:
            yield from docx.rewrite_archive(archive, out, options)
    return tuple(_notes(pdf))


def _read(source: Path) -> Generator[list[Block], list[str], Pdf]:
    """The whole text: what is a heading or a footer shows only by all pages. No blocks come of it, but chances to stop."""
    pdf = Pdf()
    with closing(pdftext.pages(source)) as pages:
        for lines in pages:
            pdf.add(lines)
            yield []
    pdf.settle(source.name)
    return pdf


def _write(out: BinaryIO, text: str) -> None:
    out.write(text.encode("utf-8", "replace"))


def _notes(pdf: Pdf) -> Iterator[str]:
    yield Message("made of the PDF's text alone: layout and pictures are not kept")
    if pdf.repeated:
        yield Message("headers, footers and page numbers left out ({number} lines)", number=pdf.repeated)
    if pdf.empty_pages:
        shown = ", ".join(str(number) for number in pdf.empty_pages[:20]) + (" ..." if len(pdf.empty_pages) > 20 else "")
        yield Message("pages without text left out: {pages}", pages=shown)


class _Text(TextSource):
    """Text that is in no file."""

    def __init__(self, path: Path, text: str) -> None:
        super().__init__(path, Encoding("utf-8"))
        self._text = text

    def chunks(self) -> Iterator[str]:
        yield self._text

    def lines(self) -> Iterator[str]:
        yield from self._text.splitlines(keepends=True)


def _markdown(pdf: Pdf, source: Path, options: DocumentOptions) -> Iterator[Piece]:
    """Pages of Markdown with rules between."""
    rule = ""
    for page, paragraphs in groupby(pdf.paragraphs(), key=lambda paragraph: paragraph.page):
        yield rule
        rule = "---\n\n"
        text = "".join(_markdown_block(paragraph) for paragraph in paragraphs)
        for piece in markdown.scan(_Text(source, text), options):
            yield replace(piece, place=f"page {page}") if isinstance(piece, Slot) else piece


def _markdown_block(paragraph: Paragraph) -> str:
    if paragraph.is_code:
        return f"```\n{paragraph.text}\n```\n\n"
    text = _MARKDOWN_SIGNS.sub(r"\\\1", paragraph.text.replace("\t", " — "))
    if paragraph.level:
        return f"{'#' * paragraph.level} {text}\n\n"
    item = re.match(r"[•▪‣◦●○■□–—\u2212\uf0b7]\s+", text)
    guarded = "\\" + text if _WOULD_BE_RULE.fullmatch(text) else text
    return f"- {text[item.end() :]}\n\n" if item else f"{guarded}\n\n"


def _word(paragraphs: Iterable[Paragraph]) -> io.BytesIO:
    """A Word document with these paragraphs. Only the packed file is in memory."""
    types = "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="{_OFFICE}{kind}+xml"/>'
        for name, kind in (("document", "document.main"), ("styles", "styles"))
    )
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    parts = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{types}</Types>',
        "_rels/.rels": _relation(f"{relations}/officeDocument", "word/document.xml"),
        "word/_rels/document.xml.rels": _relation(f"{relations}/styles", "styles.xml"),
        "word/styles.xml": _styles(),
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in [*parts.items(), ("word/document.xml", _body(paragraphs))]:
            with file.open(_member(name), "w") as member:
                member.write(b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n')
                for piece in (text,) if isinstance(text, str) else text:
                    member.write(piece.encode())
    made.seek(0)
    return made


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def _relation(kind: str, target: str) -> str:
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{space}"><Relationship Id="rId1" Type="{kind}" Target="{target}"/></Relationships>'


def _body(paragraphs: Iterable[Paragraph]) -> Iterator[str]:
    yield f'<w:document xmlns:w="{_W}"><w:body>'
    page = 0
    for paragraph in paragraphs:
        style = "SourceCode" if paragraph.is_code else f"Heading{paragraph.level}" if paragraph.level else ""
        style = style or ("ListParagraph" if paragraph.is_item else "Normal")
        new_page = "<w:pageBreakBefore/>" if page and paragraph.page != page else ""
        page = paragraph.page
        lines = []
        for line in paragraph.text.split("\n"):
            cells = (f'<w:t xml:space="preserve">{xmlparts.escape(cell)}</w:t>' for cell in line.split("\t"))
            lines.append("<w:tab/>".join(cells))
        yield f'<w:p><w:pPr><w:pStyle w:val="{style}"/>{new_page}</w:pPr><w:r>{"<w:br/>".join(lines)}</w:r></w:p>'
    yield '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/></w:sectPr>'
    yield "</w:body></w:document>"


def _styles() -> str:
    fonts = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Microsoft YaHei" w:cs="Calibri"/>'
    found = [
        f'<w:styles xmlns:w="{_W}"><w:docDefaults><w:rPrDefault><w:rPr>{fonts}<w:sz w:val="22"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/>'
        '</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault>'
        '</w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
    ]
    for level, size in ((1, 36), (2, 28), (3, 24)):
        found.append(
            f'<w:style w:type="paragraph" w:styleId="Heading{level}"><w:name w:val="heading {level}"/><w:basedOn w:val="Normal"/>'
            f'<w:pPr><w:keepNext/><w:spacing w:before="240" w:after="120"/><w:outlineLvl w:val="{level - 1}"/></w:pPr>'
            f'<w:rPr><w:b/><w:sz w:val="{size}"/></w:rPr></w:style>'
        )
    found.append(
        '<w:style w:type="paragraph" w:styleId="ListParagraph"><w:name w:val="List Paragraph"/><w:basedOn w:val="Normal"/>'
        '<w:pPr><w:ind w:left="420" w:hanging="420"/><w:contextualSpacing/></w:pPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="SourceCode"><w:name w:val="Source Code"/><w:basedOn w:val="Normal"/>'
        '<w:rPr><w:rFonts w:ascii="Consolas" w:hAnsi="Consolas"/><w:sz w:val="18"/></w:rPr></w:style></w:styles>'
    )
    return "".join(found)
