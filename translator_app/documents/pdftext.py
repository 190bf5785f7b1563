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
from translator_app.errors import UnreadableDocument

if TYPE_CHECKING:
    import pypdfium2

_MONOSPACED = re.compile(r"mono|courier|consol|typewriter|cmtt|fixed", re.IGNORECASE)
_LEADER = re.compile(r"\s*(?:\.\s?){4,}\s*|\s*…{2,}\s*")  # dots that lead to a page number
_LIGATURES = {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st"}
_HYPHENS = "\ufffe\x02"  # PDFium's signs for a hyphen at the end of a line
_LINE_ENDS = "\r\n" + _HYPHENS
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
        what = safety.looks_like(safety.read_head(path)) or "not a PDF"
        raise UnreadableDocument(f"{path.name} is {what}; was it renamed?")
    with path.open("rb") as file:  # not by its name, which PDFium takes for ANSI on Windows
        try:
            document = pypdfium2.PdfDocument(file)
        except pypdfium2.PdfiumError as error:
            if raw.FPDF_GetLastError() == raw.FPDF_ERR_PASSWORD or "password" in str(error).lower():
                raise UnreadableDocument(f"{path.name} is protected by a password; save it without one") from error
            raise UnreadableDocument(f"{path.name} is damaged or was cut short ({error})") from error
        with document:
            if not raw.FPDF_GetDocPermissions(document) & _COPYING:
                raise UnreadableDocument(f"{path.name} is encrypted and does not allow its text to be copied")
            for number in range(1, len(document) + 1):
                try:
                    lines = _page_lines(document[number - 1], number)
                except pypdfium2.PdfiumError as error:
                    raise UnreadableDocument(f"{path.name} is damaged at page {number} ({error})") from error
                yield lines


def _page_lines(page: "pypdfium2.PdfPage", number: int) -> list[Line]:
    from pypdfium2 import raw

    text_page = page.get_textpage()
    low, high = _EDGE * page.get_height(), (1 - _EDGE) * page.get_height()
    lines: list[Line] = []
    chars: list[str] = []
    start = end = -1
    made_up = False  # the last space is not in the file, only a gap
    for index in range(raw.FPDFText_CountChars(text_page)):
        char = chr(raw.FPDFText_GetUnicode(text_page, index))
        if char in _LINE_ENDS:
            chars.append("-" if char in _HYPHENS else "")
            if start >= 0:
                lines.append(_line(text_page, chars, start, end, number))
            chars, start = [], -1
        elif char.isspace():
            chars.append(char)
            made_up = raw.FPDFText_IsGenerated(text_page, index) == 1
        else:
            if made_up and start >= 0 and chars[-1].isspace() and _is_wide(text_page, end, index):
                chars[-1] = "\t"
            chars.append(_LIGATURES.get(char, char))
            start, end = index if start < 0 else start, index
            made_up = False
    if start >= 0:
        lines.append(_line(text_page, chars, start, end, number))
    for line in lines:
        line.edge = not low < line.y < high
    text_page.close()
    page.close()
    return lines


def _is_wide(text_page: "pypdfium2.PdfTextPage", left: int, right: int) -> bool:
    """Whether two letters are as far apart as cells of a table."""
    _, bottom, x0, top = text_page.get_charbox(left, loose=True)
    x1 = text_page.get_charbox(right, loose=True)[0]
    return bool(x1 - x0 > 1.5 * (top - bottom))


def _line(text_page: "pypdfium2.PdfTextPage", chars: list[str], start: int, end: int, number: int) -> Line:
    left, bottom, _, top = text_page.get_charbox(start, loose=True)
    _, _, right, _ = text_page.get_charbox(end, loose=True)
    fonts = [_font(text_page, index) for index in {start, end}]
    text = _LEADER.sub("\t", re.sub(r"[^\S\t]+", " ", "".join(chars)).strip())
    text = "".join(char for char in text if char.isprintable() or char in "\t\u00ad")
    bold, mono = (all(font[which] for font in fonts) for which in (0, 1))
    return Line(text, number, left, right, bottom, round(max(1.0, top - bottom), 1), bold, mono)


def _font(text_page: "pypdfium2.PdfTextPage", index: int) -> tuple[bool, bool]:
    """Whether a letter is bold, and of fixed width."""
    from pypdfium2 import raw

    flags = ctypes.c_int()
    buffer = ctypes.create_string_buffer(128)
    raw.FPDFText_GetFontInfo(text_page, index, buffer, len(buffer), flags)
    name = buffer.value.decode("utf-8", "replace")
    return "bold" in name.lower() or raw.FPDFText_GetFontWeight(text_page, index) >= 600, bool(flags.value & 1 or _MONOSPACED.search(name))
