"""Parts in DrawingML that Word, PowerPoint and Excel files have alike: charts, diagrams, drawings; and their titles."""

from collections.abc import Iterator, Mapping
from functools import partial

from translator_app.documents import ooxml
from translator_app.documents.markup import Token
from translator_app.documents.model import DocumentOptions
from translator_app.documents.package import Scan, texts
from translator_app.documents.plain import Piece

_PLACES = {  # end of the content type -> name in reports
    "drawingml.chart+xml": "chart, ",
    "ms-office.chartex+xml": "chart, ",
    "drawingml.chartshapes+xml": "chart, ",
    "drawingml.diagramData+xml": "diagram, ",
    "drawingml.diagramDrawing+xml": "diagram, ",
    "openxmlformats-officedocument.drawing+xml": "drawing, ",
}


def scan_for(content: str, options: DocumentOptions, fixed: Mapping[str, str] | None = None) -> Scan | None:
    """The scan for a part of that content type, None when it isn't one of these. `fixed`: texts whose translation is settled."""
    if content.endswith("core-properties+xml"):
        return partial(texts, "title", frozenset(["dc:title", "dc:subject"]), options, {})
    place = next((place for end, place in _PLACES.items() if content.endswith(end)), None)
    if place is None:
        return None
    paragraphs = ooxml.Scan(options, place)
    return partial(_chart, paragraphs, options, fixed or {}) if place == "chart, " else paragraphs


def _chart(paragraphs: ooxml.Scan, options: DocumentOptions, fixed: Mapping[str, str], tokens: Iterator[Token]) -> Iterator[Piece]:
    """Titles of a chart and its names of series and categories, kept in it as copies of cells."""
    found = list(tokens)
    labels = {
        at
        for index, token in enumerate(found)
        if token.kind == "start" and token.name.rpartition(":")[2] == "strCache"
        for at in range(index, _end(found, index))
    }
    at = 0
    while at < len(found):
        stop = at
        while stop < len(found) and (stop in labels) == (at in labels):
            stop += 1
        part = iter(found[at:stop])
        yield from texts("chart, label", frozenset(["c:v"]), options, fixed, part) if at in labels else paragraphs(part)
        at = stop


def _end(tokens: list[Token], start: int) -> int:
    return next(
        (at + 1 for at in range(start, len(tokens)) if tokens[at].kind == "end" and tokens[at].name == tokens[start].name), len(tokens)
    )
