"""PowerPoint presentations (.pptx, .pptm, .ppsx, .potx): slides, notes, comments, tables, charts, diagrams, fixed text of layouts."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO

from translator_app.documents import drawn, ooxml, xmlparts
from translator_app.documents.markup import Token
from translator_app.documents.model import DocumentOptions, Rewrite
from translator_app.documents.package import Package, Scan, texts
from translator_app.documents.plain import Piece
from translator_app.documents.safety import Archive
from translator_app.errors import Message

_MAIN = r"presentationml\.(?:presentation|slideshow|template)|ms-powerpoint\.(?:presentation|slideshow|template)"


def rewrite(source: Path, out: BinaryIO | None, options: DocumentOptions) -> Rewrite:
    """Paragraphs of a presentation. Raises UnreadableDocument."""
    with Archive(source) as archive:
        types = ooxml.content_types(archive)
        ooxml.main_part(archive, types, _MAIN, Message("PowerPoint presentation"))
        scans: dict[str, Scan] = {}
        for name, content in types.items():
            number = re.sub(r"\D", "", name.rpartition("/")[2])
            if content.endswith("presentationml.slide+xml"):
                scans[name] = ooxml.Scan(options, f"slide {number}, ")
            elif content.endswith("presentationml.notesSlide+xml"):
                scans[name] = ooxml.Scan(options, f"notes {number}, ")
            elif content.endswith(("presentationml.slideLayout+xml", "presentationml.slideMaster+xml")):
                scans[name] = partial(_fixed_shapes, ooxml.Scan(options, "layout, "))
            elif content.endswith("ms-powerpoint.comments+xml"):
                scans[name] = ooxml.Scan(options, "comment, ")
            elif content.endswith("presentationml.comments+xml"):
                scans[name] = partial(texts, "comment", frozenset(["p:text"]), options, {})
            elif scan := drawn.scan_for(content, options):
                scans[name] = scan
        yield from Package(archive, out).rewrite(scans)
    return ()


def _fixed_shapes(scan: ooxml.Scan, tokens: Iterator[Token]) -> Iterator[Piece]:
    """A layout: shapes with text of its own. Placeholders only show what to type there, and no slide has it."""
    for token in tokens:
        if token.name != "p:sp" or token.kind != "start":
            yield token.raw
            continue
        shape = xmlparts.gather(token, tokens)
        if any(inner.name == "p:ph" for inner in shape):
            yield xmlparts.raw(shape)
        else:
            yield from scan(iter(shape))
