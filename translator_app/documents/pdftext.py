"""Lines of a PDF's text layer: where they stand, and in what letters.

PDFium reads the text: of pypdf, pdfminer.six and PDFium, measured on PDFs of TeX, LibreOffice and FOP, it alone kept
both the words apart and their order, and it is ten times faster. Its order of lines is the file's own.
"""

import ctypes
import re
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from translator_app.documents import safety
from translator_app.errors import Message, UnreadableDocument

if TYPE_CHECKING:
    import pypdfium2

_MONOSPACED = re.compile(r"mono|courier|consol|typewriter|cmtt|fixed", re.IGNORECASE)
_LEADER = re.compile(r"\s*(?:\.\s?){4,}\s*|\s*…{2,}\s*")  # dots that lead to a page number
_LIGATURES = str.maketrans(
    {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st"}
)
_HYPHENS = "\ufffe\x02"  # PDFium's signs for a hyphen at the end of a line
_LINE = re.compile(rf"[^\r\n{_HYPHENS}]+[{_HYPHENS}]?")
_GAP = re.compile(r"\s+")
_COPYING = 16  # permission bit, PDF 32000-1 table 22
_EDGE = 0.12  # share of the height of a page at its top and bottom where headers and footers stand


@dataclass(slots=True)
class Line:
    """A line of text; lengths in points, `y` of the bottom, growing upwards."""

    text: str
    page: int
    x0: float
    x1: float
    y: float
    size: float  # height of its letters' boxes
    bold: bool = False
    mono: bool = False
    edge: bool = False  # at the top or bottom of the page, where headers and footers stand


def pages(path: Path) -> Generator[list[Line], None, None]:
    """The lines of each page. Raises UnreadableDocument (no PDF, damaged, protected)."""
    import pypdfium2
    from pypdfium2 import raw

    if b"%PDF-" not in safety.read_head(path, 1024):
        what = safety.looks_like(safety.read_head(path)) or Message("not a PDF")
        raise UnreadableDocument("{name} is {what}; was it renamed?", name=path.name, what=what)
    with path.open("rb") as file:  # not by its name, which PDFium takes for ANSI on Windows
        try:
            document = pypdfium2.PdfDocument(file)
        except pypdfium2.PdfiumError as error:
            if raw.FPDF_GetLastError() == raw.FPDF_ERR_PASSWORD or "password" in str(error).lower():
                raise UnreadableDocument("{name} is protected by a password; save it without one", name=path.name) from error
            raise UnreadableDocument("{name} is damaged or was cut short ({reason})", name=path.name, reason=error) from error
        with document:
            if not raw.FPDF_GetDocPermissions(document) & _COPYING:
                raise UnreadableDocument("{name} is encrypted and does not allow its text to be copied", name=path.name)
            for number in range(1, len(document) + 1):
                try:
                    lines = _page_lines(document[number - 1], number)
                except pypdfium2.PdfiumError as error:
                    raise UnreadableDocument(
                        "{name} is damaged at page {number} ({reason})", name=path.name, number=number, reason=error
                    ) from error
                yield lines


def _page_lines(page: "pypdfium2.PdfPage", number: int) -> list[Line]:
    text_page = page.get_textpage()
    text = _text(text_page)
    low, high = _EDGE * page.get_height(), (1 - _EDGE) * page.get_height()
    lines = [
        _line(text_page, text, found.start(), found.end(), number) for found in _LINE.finditer(text) if found[0].rstrip(_HYPHENS).strip()
    ]
    for line in lines:
        line.edge = not low < line.y < high
    text_page.close()
    page.close()
    return lines


def _text(text_page: "pypdfium2.PdfTextPage") -> str:
    """The text of a page in which each character stands at its index in the file's list."""
    from pypdfium2 import raw

    count = raw.FPDFText_CountChars(text_page)
    buffer = ctypes.create_string_buffer(2 * count + 2)
    raw.FPDFText_GetText(text_page, 0, count, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)))
    text = buffer.raw[:-2].decode("utf-16-le", "replace")
    if len(text) == count and "\0" not in text:
        return text
    # Letters without a known meaning are left out there, and rare ones are two units long: ten times slower, one by one.
    return "".join(chr(raw.FPDFText_GetUnicode(text_page, index)) for index in range(count))


def _is_wide(text_page: "pypdfium2.PdfTextPage", left: int, right: int) -> bool:
    """Whether two letters are as far apart as cells of a table."""
    _, bottom, x0, top = text_page.get_charbox(left, loose=True)
    x1 = text_page.get_charbox(right, loose=True)[0]
    return bool(x1 - x0 > 1.5 * (top - bottom))


def _line(text_page: "pypdfium2.PdfTextPage", text: str, start: int, stop: int, number: int) -> Line:
    """The line between two indices, a sign for a hyphen at its end included; gaps as wide as between cells are tabs."""
    from pypdfium2 import raw

    hyphen = "-" if text[stop - 1] in _HYPHENS else ""
    inner = text[start : stop - len(hyphen)]
    first, last = start + len(inner) - len(inner.lstrip()), start + len(inner.rstrip()) - 1
    parts: list[str] = []
    done = first
    for gap in _GAP.finditer(text, first, last):
        if raw.FPDFText_IsGenerated(text_page, gap.end() - 1) == 1 and _is_wide(text_page, gap.start() - 1, gap.end()):
            parts += [text[done : gap.end() - 1], "\t"]
            done = gap.end()
    shown = "".join([*parts, text[done : stop - len(hyphen)], hyphen]).translate(_LIGATURES)
    left, bottom, _, top = text_page.get_charbox(first, loose=True)
    _, _, right, _ = text_page.get_charbox(last, loose=True)
    fonts = [_font(text_page, index) for index in {first, last}]
    shown = _LEADER.sub("\t", re.sub(r"[^\S\t]+", " ", shown).strip())
    if not shown.isprintable():
        shown = "".join(char for char in shown if char.isprintable() or char in "\t\u00ad")
    bold, mono = (all(font[which] for font in fonts) for which in (0, 1))
    return Line(shown, number, left, right, bottom, round(max(1.0, top - bottom), 1), bold, mono)


def _font(text_page: "pypdfium2.PdfTextPage", index: int) -> tuple[bool, bool]:
    """Whether a letter is bold, and of fixed width."""
    from pypdfium2 import raw

    flags = ctypes.c_int()
    buffer = ctypes.create_string_buffer(128)
    raw.FPDFText_GetFontInfo(text_page, index, buffer, len(buffer), flags)
    name = buffer.value.decode("utf-8", "replace")
    return "bold" in name.lower() or raw.FPDFText_GetFontWeight(text_page, index) >= 600, bool(flags.value & 1 or _MONOSPACED.search(name))
