"""PowerPoint presentations (.pptx, .pptm, .ppsx, .potx): slides, notes, tables, charts, diagrams."""

import re
from pathlib import Path
from typing import BinaryIO

from translator_app.documents import drawn, ooxml
from translator_app.documents.model import DocumentOptions, Rewrite
from translator_app.documents.package import Package, Scan
from translator_app.documents.safety import Archive

_MAIN = r"presentationml\.(?:presentation|slideshow|template)|ms-powerpoint\.(?:presentation|slideshow|template)"


def rewrite(source: Path, out: BinaryIO | None, options: DocumentOptions) -> Rewrite:
    """Paragraphs of a presentation. Raises UnreadableDocument."""
    with Archive(source) as archive:
        types = ooxml.content_types(archive)
        ooxml.main_part(archive, types, _MAIN, "PowerPoint presentation")
        scans: dict[str, Scan] = {}
        for name, content in types.items():
            number = re.sub(r"\D", "", name.rpartition("/")[2])
            if content.endswith("presentationml.slide+xml"):
                scans[name] = ooxml.Scan(options, f"slide {number}, ")
            elif content.endswith("presentationml.notesSlide+xml"):
                scans[name] = ooxml.Scan(options, f"notes {number}, ")
            elif scan := drawn.scan_for(content, options):
                scans[name] = scan
        yield from Package(archive, out).rewrite(scans)
    return ()
