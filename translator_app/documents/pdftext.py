"""Paragraphs of a PDF's text layer, by where lines stand and how large they are.

PDFium reads the text: of pypdf, pdfminer.six and PDFium, measured on PDFs of TeX, LibreOffice and FOP, it alone kept
both the words apart and their order, and it is ten times faster. Its order of lines is the file's own.
"""

import ctypes
import re
import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from translator_app.documents import safety
from translator_app.engine.unwrap import unwrap
from translator_app.errors import UnreadableDocument

if TYPE_CHECKING:
    import pypdfium2

_BULLET = re.compile(r"[•▪‣◦●○■□–—*\u2212\uf0b7]\s|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})[.)]\s|\d{1,2}(?:\.\d{1,2})+\.?\s")
_STOP = re.compile(r"[.!?:;]['\"”’)\]]*$")
_MONOSPACED = re.compile(r"mono|courier|consol|typewriter|cmtt|fixed", re.IGNORECASE)
_LEADER = re.compile(r"\s*(?:\.\s?){4,}\s*|\s*…{2,}\s*")  # dots that lead to a page number
_WORD = re.compile(r"\w+(?:-\w+)*")
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


@dataclass(slots=True)
class Paragraph:
    """Lines that belong together. `level` 1-3 for headings, else 0."""

    lines: list[Line]
    level: int = 0

    @property
    def page(self) -> int:
        """Page on which it starts, from 1."""
        return self.lines[0].page

    @property
    def is_code(self) -> bool:
        """True when it is set in a font of fixed width."""
        return self.lines[0].mono

    @property
    def is_item(self) -> bool:
        """True for an item of a list."""
        return bool(_BULLET.match(self.lines[0].text))

    @property
    def text(self) -> str:
        """Its text in one line, words at line ends made whole; code keeps its lines."""
        if self.is_code:
            left = min(line.x0 for line in self.lines)
            return "\n".join(" " * round((line.x0 - left) / max(1.0, line.size / 2)) + line.text for line in self.lines)
        joined = unwrap("\n".join(line.text for line in self.lines).replace("\u2060\n", "")).text
        return re.sub(r"\s*\n\s*", " ", re.sub(r"(?<=[a-z])-\n(?=[a-z])", "", joined)).replace("\u2060", "")


@dataclass
class Pdf:
    """What was read of a file."""

    pages: int
    paragraphs: list[Paragraph] = field(default_factory=list)
    empty_pages: list[int] = field(default_factory=list)
    repeated: int = 0  # lines of headers and footers that were left out


def read(path: Path) -> Pdf:
    """The paragraphs of a PDF. Raises UnreadableDocument (no PDF, damaged, protected, a scan without text)."""
    if b"%PDF-" not in safety.read_head(path, 1024):
        what = safety.looks_like(safety.read_head(path)) or "not a PDF"
        raise UnreadableDocument(f"{path.name} is {what}; was it renamed?")
    lines, pages = _read_lines(path)
    _settle_hyphens(lines)
    with_text = {line.page for line in lines}
    if sum(char.isalpha() for line in lines for char in line.text) < 3:
        raise UnreadableDocument(f"{path.name} has no text, only pictures of pages (a scan); run it through an OCR program first")
    kept = _without_repeated(lines, pages)
    empty = [number for number in range(1, pages + 1) if number not in with_text]
    return Pdf(pages, _with_levels(list(_paragraphs(kept))), empty, len(lines) - len(kept))


def _read_lines(path: Path) -> tuple[list[Line], int]:
    import pypdfium2
    from pypdfium2 import raw

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
            lines: list[Line] = []
            for number in range(len(document)):
                try:
                    lines += _page_lines(document[number], number + 1)
                except pypdfium2.PdfiumError as error:
                    raise UnreadableDocument(f"{path.name} is damaged at page {number + 1} ({error})") from error
            return lines, len(document)


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


def _settle_hyphens(lines: list[Line]) -> None:
    """Words cut at line ends that stand whole elsewhere in the file get written as there; others are left to unwrap()."""
    words = {word.lower() for line in lines for word in _WORD.findall(line.text)}
    for before, line in pairwise(lines):
        head, tail = re.search(r"[\w-]+-$", before.text), re.match(r"[a-z]+", line.text)
        if not head or not tail:
            continue
        if (head[0] + tail[0]).lower() in words:
            before.text += "\u2060"  # no hyphen at the end any more: joined as it stands
        elif (head[0][:-1] + tail[0]).lower() in words:
            before.text = before.text[:-1] + "\u2060"


def _without_repeated(lines: list[Line], pages: int) -> list[Line]:
    """Lines but for headers, footers and page numbers: what stands at the same place of many pages, digits aside."""
    edges = [line for line in lines if line.edge]
    counts = Counter(_edge_key(line) for line in edges)
    dropped = {id(line) for line in edges if counts[_edge_key(line)] >= 3}
    rows = Counter(round(line.y / 4) for line in edges if id(line) in dropped)
    numbered = [line for line in edges if re.search(r"^\d+\b|\b\d+$", line.text) and rows[round(line.y / 4)] >= max(2, pages // 4)]
    numbers = [line for line in edges if _is_page_number(line.text)]
    if len(numbers) >= max(2, pages // 2):
        numbered += numbers
    dropped |= {id(line) for line in numbered}
    return [line for line in lines if id(line) not in dropped]


def _edge_key(line: Line) -> tuple[str, int]:
    return re.sub(r"\d+|\b[ivxlc]+\b", "0", line.text.strip()), round(line.y / 4)


def _is_page_number(text: str) -> bool:
    return re.fullmatch(r"(?:page\s*)?[-–—\s]*(?:\d{1,4}|[ivxlc]{1,7})[-–—\s]*(?:(?:of|/)\s*\d{1,4})?", text, re.IGNORECASE) is not None


def _paragraphs(lines: list[Line]) -> Iterator[Paragraph]:
    pitches = _pitches(lines)
    rights = _right_edges(lines)
    current: list[Line] = []
    for line in lines:
        if current and _starts_anew(current, line, pitches.get(round(line.size), 1.2 * line.size), rights):
            yield Paragraph(current)
            current = []
        if (
            current
            and not line.mono
            and abs(line.y - current[-1].y) < 0.3 * line.size
            and line.x0 > current[-1].x1
            and line.page == current[-1].page
        ):
            current[-1].text += "\t" + line.text  # further cells of a row
            current[-1].x1 = line.x1
            continue
        current.append(line)
    if current:
        yield Paragraph(current)


def _pitches(lines: list[Line]) -> dict[int, float]:
    """For each size of letters the usual distance from line to line."""
    steps: dict[int, list[float]] = {}
    for before, line in pairwise(lines):
        step = before.y - line.y
        if before.page == line.page and abs(before.size - line.size) < 0.5 and 0.5 * line.size < step < 2.5 * line.size:
            steps.setdefault(round(line.size), []).append(round(step, 1))
    return {size: statistics.median_low(found) for size, found in steps.items()}


def _right_edges(lines: list[Line]) -> dict[tuple[int, int], float]:
    """Right edge of the column that starts about there on a page."""
    edges: dict[tuple[int, int], float] = {}
    for line in lines:
        key = _column(line)
        edges[key] = max(edges.get(key, 0.0), line.x1)
    return edges


def _column(line: Line) -> tuple[int, int]:
    return line.page, int(line.x0 // 80)


def _starts_anew(current: list[Line], line: Line, pitch: float, rights: dict[tuple[int, int], float]) -> bool:
    """Whether a line starts a paragraph instead of going on with the one before it."""
    before = current[-1]
    if before.page == line.page and abs(before.y - line.y) < 0.3 * line.size and not line.mono:
        return False  # further cells of a row
    if _BULLET.match(line.text) or "\t" in before.text or line.mono != before.mono or abs(line.size - before.size) > 0.12 * line.size:
        return True
    step = before.y - line.y
    elsewhere = line.page != before.page or step < -0.5 * line.size
    if line.mono:
        return elsewhere or step > 2.5 * pitch
    runs_on = not _STOP.search(before.text) and (line.text[:1].islower() or before.text.endswith(("-", "\u2060")))
    if elsewhere:
        return not runs_on
    if step > 1.3 * pitch or (line.bold != before.bold and not runs_on):
        return True
    right = max(rights[_column(before)], rights[_column(line)])
    short = right - before.x1
    next_word = (len(line.text.split(" ")[0]) + 2) * (line.x1 - line.x0) / max(1, len(line.text))
    if short > next_word and (_STOP.search(before.text) or short > 0.35 * (right - before.x0)):
        return True  # the next word would have fitted
    deeper = line.x0 - before.x0
    if len(current) == 1:
        return deeper > 0.8 * line.size and not _BULLET.match(before.text) and not runs_on
    return abs(deeper) > 0.8 * line.size and not runs_on


def _with_levels(paragraphs: list[Paragraph]) -> list[Paragraph]:
    """The same paragraphs, headings marked: larger than running text, or bold and alone on a line."""
    sizes: Counter[float] = Counter()
    for paragraph in paragraphs:
        for line in paragraph.lines:
            sizes[line.size] += len(line.text)
    body = sizes.most_common(1)[0][0]
    larger = sorted({line.size for p in paragraphs if _can_head(p) and (line := p.lines[0]).size > 1.12 * body}, reverse=True)
    steps: list[float] = []
    for size in larger:
        if not steps or size < 0.93 * steps[-1]:
            steps.append(size)
    for paragraph in paragraphs:
        first = paragraph.lines[0]
        if not _can_head(paragraph):
            continue
        if first.size > 1.12 * body:
            paragraph.level = min(3, next(level for level, size in enumerate(steps, 1) if first.size >= 0.93 * size))
        elif first.bold and len(paragraph.lines) == 1 and first.size > 0.9 * body and not _STOP.search(first.text):
            paragraph.level = min(3, len(steps) + 1)
    return paragraphs


def _can_head(paragraph: Paragraph) -> bool:
    text = " ".join(line.text for line in paragraph.lines)
    return not paragraph.is_code and len(paragraph.lines) <= 3 and len(text) < 200 and any(char.isalpha() for char in text)
