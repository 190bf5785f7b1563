"""Paragraphs of a PDF, put together from its lines by where they stand and how large they are."""

import pickle
import re
import statistics
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from translator_app.documents.pdftext import Line
from translator_app.engine.unwrap import unwrap
from translator_app.errors import UnreadableDocument

_BULLET = re.compile(r"[•▪‣◦●○■□–—*\u2212\uf0b7]\s|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})[.)]\s|\d{1,2}(?:\.\d{1,2})+\.?\s")
_STOP = re.compile(r"[.!?:;]['\"”’)\]]*$")
_WORD = re.compile(r"\w+(?:-\w+)*")
_NUMBERED = re.compile(r"^\d+\b|\b\d+$")


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
    """The text of a file. Its lines are kept packed (two kilobytes a page) and gone through several times."""

    empty_pages: list[int] = field(default_factory=list)
    repeated: int = 0  # lines of headers and footers that are left out
    pages: int = 0
    _packed: list[bytes] = field(default_factory=list)
    _words: set[str] = field(default_factory=set)
    _edges: Counter[tuple[str, int]] = field(default_factory=Counter)
    _rows: Counter[int] = field(default_factory=Counter)
    _page_numbers: int = 0
    _letters: int = 0
    _lines: int = 0
    _pitches: dict[int, float] = field(default_factory=dict)
    _body_size: float = 0.0
    _heading_sizes: list[float] = field(default_factory=list)  # from the largest

    def add(self, lines: list[Line]) -> None:
        """Take in the next page."""
        self.pages += 1
        if not lines:
            self.empty_pages.append(self.pages)
        self._lines += len(lines)
        for line in lines:
            self._words.update(word.lower() for word in _WORD.findall(line.text))
            self._letters += sum(char.isalpha() for char in line.text)
            if line.edge:
                self._edges[_edge_key(line)] += 1
                self._page_numbers += _is_page_number(line.text)
        self._packed.append(zlib.compress(pickle.dumps(lines), 1))

    def settle(self, name: str) -> None:
        """Find out what holds for the whole file. Raises UnreadableDocument (a scan without text)."""
        if self._letters < 3:
            raise UnreadableDocument("{name} has no text, only pictures of pages (a scan); run it through an OCR program first", name=name)
        for (_, row), count in self._edges.items():
            self._rows[row] += count if count >= 3 else 0
        steps: dict[int, Counter[float]] = {}
        sizes: Counter[float] = Counter()
        kept = 0
        for page in self._pages():
            kept += len(page)
            for line in page:
                sizes[line.size] += len(line.text)
            for before, line in pairwise(page):
                step = before.y - line.y
                if abs(before.size - line.size) < 0.5 and 0.5 * line.size < step < 2.5 * line.size:
                    steps.setdefault(round(line.size), Counter())[round(step, 1)] += 1
        self.repeated = self._lines - kept
        self._pitches = {size: statistics.median_low(found.elements()) for size, found in steps.items()}
        self._body_size = sizes.most_common(1)[0][0] if sizes else 1.0
        heads = (paragraph.lines[0].size for paragraph in self._plain_paragraphs() if _can_head(paragraph))
        for size in sorted({size for size in heads if size > 1.12 * self._body_size}, reverse=True):
            if not self._heading_sizes or size < 0.93 * self._heading_sizes[-1]:
                self._heading_sizes.append(size)

    def paragraphs(self) -> Iterator[Paragraph]:
        """All paragraphs, headings marked: larger than running text, or bold and alone on a line."""
        for paragraph in self._plain_paragraphs():
            first = paragraph.lines[0]
            if _can_head(paragraph):
                if first.size > 1.12 * self._body_size:
                    levels = (level for level, size in enumerate(self._heading_sizes, 1) if first.size >= 0.93 * size)
                    paragraph.level = min(3, next(levels))
                elif first.bold and len(paragraph.lines) == 1 and first.size > 0.9 * self._body_size and not _STOP.search(first.text):
                    paragraph.level = min(3, len(self._heading_sizes) + 1)
            yield paragraph

    def _pages(self) -> Iterator[list[Line]]:
        """Lines of each page but for headers, footers and page numbers, words that were cut at line ends made whole."""
        held: list[Line] = []  # until the first line of the next page is known
        for packed in self._packed:
            lines: list[Line] = pickle.loads(zlib.decompress(packed))
            if lines:
                self._settle_hyphens([*held[-1:], *lines])
                yield [line for line in held if not self._is_repeated(line)]
                held = lines
        yield [line for line in held if not self._is_repeated(line)]

    def _settle_hyphens(self, lines: list[Line]) -> None:
        """Words cut at line ends that stand whole elsewhere in the file get written as there; others are left to unwrap()."""
        for before, line in pairwise(lines):
            head, tail = re.search(r"[\w-]+-$", before.text), re.match(r"[a-z]+", line.text)
            if not head or not tail:
                continue
            if (head[0] + tail[0]).lower() in self._words:
                before.text += "\u2060"  # no hyphen at the end any more: joined as it stands
            elif (head[0][:-1] + tail[0]).lower() in self._words:
                before.text = before.text[:-1] + "\u2060"

    def _is_repeated(self, line: Line) -> bool:
        """True for headers, footers and page numbers: what stands at the same place of many pages, digits aside."""
        if not line.edge:
            return False
        if self._edges[_edge_key(line)] >= 3:
            return True
        if _NUMBERED.search(line.text) and self._rows[round(line.y / 4)] >= max(2, self.pages // 4):
            return True
        return self._page_numbers >= max(2, self.pages // 2) and _is_page_number(line.text)

    def _plain_paragraphs(self) -> Iterator[Paragraph]:
        current: list[Line] = []
        for page in self._pages():
            rights = _right_edges(page)
            for line in page:
                if current and _starts_anew(current, line, self._pitches.get(round(line.size), 1.2 * line.size), rights):
                    yield Paragraph(current)
                    current = []
                if current and _is_further_cell(current[-1], line):
                    current[-1].text += "\t" + line.text
                    current[-1].x1 = line.x1
                else:
                    current.append(line)
        if current:
            yield Paragraph(current)


def _edge_key(line: Line) -> tuple[str, int]:
    return re.sub(r"\d+|\b[ivxlc]+\b", "0", line.text.strip()), round(line.y / 4)


def _is_page_number(text: str) -> bool:
    return re.fullmatch(r"(?:page\s*)?[-–—\s]*(?:\d{1,4}|[ivxlc]{1,7})[-–—\s]*(?:(?:of|/)\s*\d{1,4})?", text, re.IGNORECASE) is not None


def _is_further_cell(before: Line, line: Line) -> bool:
    """True when a line goes on with the row of a table that `before` started."""
    same_row = line.page == before.page and abs(line.y - before.y) < 0.3 * line.size
    return same_row and not line.mono and line.x0 > before.x1


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


def _can_head(paragraph: Paragraph) -> bool:
    text = " ".join(line.text for line in paragraph.lines)
    return not paragraph.is_code and len(paragraph.lines) <= 3 and len(text) < 200 and any(char.isalpha() for char in text)
