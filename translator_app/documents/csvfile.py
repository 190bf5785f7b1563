"""CSV and TSV: cells of the columns that hold text; separators, quotes and line ends stay byte for byte."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from translator_app.documents import values
from translator_app.documents.encodings import TextSource
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, text_reader
from translator_app.errors import UnreadableDocument

_SAMPLE_ROWS = 300
_SEPARATORS = ",;\t|"


@dataclass(frozen=True, slots=True)
class _Cell:
    raw: str
    ending: str  # the separator or line end after it

    @property
    def value(self) -> str:
        quoted = len(self.raw) > 1 and self.raw[0] == self.raw[-1] == '"'
        return self.raw[1:-1].replace('""', '"') if quoted else self.raw


def scan(source: TextSource, options: DocumentOptions) -> Iterator[Piece]:
    """Cells of a table. Raises UnreadableDocument when a chosen column is not there."""
    text = source.read()
    separator = "\t" if source.path.suffix.lower() == ".tsv" else _separator(text)
    rows = _rows(text, separator)
    sample = [row for row, _ in zip(rows, range(_SAMPLE_ROWS), strict=False)]
    named = any(not name.strip().isdigit() for name in options.columns)
    columns = _chosen(sample, options, source.path.name) if options.columns else _text_columns(sample)
    for number, row in enumerate(_rows(text, separator), 1):
        for index, cell in enumerate(row):
            value = cell.value
            if index in columns and values.is_text(value) and not (number == 1 and named):

                def render(target: str, cell: _Cell = cell) -> str:
                    return _written(target, cell.raw.startswith('"'), separator)

                yield values.slot(value, cell.raw, render, f"row {number}, column {index + 1}", options)
                yield cell.ending
            else:
                yield cell.raw + cell.ending


def _rows(text: str, separator: str) -> Iterator[list[_Cell]]:
    """Rows of cells; a quote only counts at the start of a cell; an unclosed one ends with its line."""
    sep = re.escape(separator)
    cell = re.compile(rf'("(?:[^"]|"")*+"(?={sep}|[\r\n]|\Z)|[^{sep}\r\n]*+)({sep}|\r\n|\n|\r|\Z)')
    row: list[_Cell] = []
    at = 0
    while match := cell.match(text, at):
        row.append(_Cell(match[1], match[2]))
        at = match.end()
        if match[2] != separator:
            if row != [_Cell("", "")]:
                yield row
            row = []
            if at >= len(text):
                return


def _separator(text: str) -> str:
    """The sign that parts the first rows into the most alike number of cells."""
    best, best_score = ",", 0.0
    for separator in _SEPARATORS:
        rows = [row for row, _ in zip(_rows(text[:200_000], separator), range(50), strict=False)]
        counts = Counter(len(row) for row in rows)
        cells, times = max(counts.items(), key=lambda item: (item[1], item[0]), default=(1, 0))
        score = (cells > 1) * times / max(1, len(rows)) * min(cells, 4)
        if score > best_score:
            best, best_score = separator, score
    return best


def _chosen(rows: list[list[_Cell]], options: DocumentOptions, name: str) -> set[int]:
    header = [cell.value.strip() for cell in rows[0]] if rows else []
    folded = [title.casefold() for title in header]
    found = set()
    for column in (column.strip() for column in options.columns):
        if column.casefold() in folded:
            found.add(folded.index(column.casefold()))
        elif column.isdigit() and 1 <= int(column) <= max(1, len(header)):
            found.add(int(column) - 1)
        else:
            raise UnreadableDocument(
                "{name} has no column {column!r}; it has: {columns}",
                name=name,
                column=column,
                columns=", ".join(title or "(no name)" for title in header),
            )
    return found


def _text_columns(rows: list[list[_Cell]]) -> set[int]:
    """Columns more than half of whose cells below the first row hold words."""
    body = rows[1:] or rows
    found = set()
    for index in range(max((len(row) for row in rows), default=0)):
        cells = [row[index].value for row in body if index < len(row) and row[index].value.strip()]
        if not cells or sum(values.is_text(value) for value in cells) > 0.5 * len(cells):
            found.add(index)
    return found


def _written(value: str, quoted: bool, separator: str) -> str:
    if quoted or separator in value or value[:1] == '"' or "\n" in value or "\r" in value:
        return '"' + value.replace('"', '""') + '"'
    return value


rewrite = text_reader(scan, for_excel=True)
