r"""Advanced SubStation subtitles (.ass, .ssa): only the text field of Dialogue lines, override tags and \N kept."""

import re
from collections.abc import Iterator

from translator_app.documents import cues
from translator_app.documents.cues import Cue, Style
from translator_app.documents.encodings import TextSource
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, text_reader
from translator_app.errors import UnreadableDocument

_STYLE = Style(re.compile(r"\{[^{}]*\}|\\h"), re.compile(r"\\[Nn]"), r"\N")
_KEPT = re.compile(r"\{[^{}]*\\(?:p[1-9]|k[fo]?\d|K\d)")  # drawings and karaoke
_TIME = re.compile(r"\s*(\d+):(\d+):(\d+(?:\.\d+)?)")


def scan(source: TextSource, options: DocumentOptions) -> Iterator[Piece]:
    """Dialogue lines of an .ass file. Raises UnreadableDocument when it has no [Events]."""
    parts: list[str | Cue] = []
    between: list[str] = []
    section = ""
    fields = [name.lower() for name in "Layer Start End Style Name MarginL MarginR MarginV Effect Text".split()]
    for number, line in enumerate(source.lines(), 1):
        name = line.strip().lower()
        if name.startswith("["):
            section = name
        elif section == "[events]" and name.startswith("format:"):
            fields = [field.strip() for field in name[len("format:") :].split(",")]
        elif section == "[events]" and name.startswith("dialogue:") and (cue := _cue(line, fields, number)):
            start = len(line) - len(line.rstrip("\r\n"))
            tail = line[len(line) - start :]
            between.append(line[: len(line) - start - len(cue.raw)])
            parts += ["".join(between), cue]
            between = [tail]
            continue
        between.append(line)
    if not section:
        raise UnreadableDocument("{name} is not a SubStation file: it has no sections such as [Events]", name=source.path.name)
    yield from cues.pieces([*parts, "".join(between)], _STYLE, options)


def _cue(line: str, fields: list[str], number: int) -> Cue | None:
    values = line.rstrip("\r\n").split(":", 1)[1].split(",", len(fields) - 1)
    if len(values) < len(fields) or not values[-1]:
        return None
    times = [_seconds(values[fields.index(name)]) if name in fields else 0.0 for name in ("start", "end")]
    return Cue(values[-1], times[0], times[1], f"line {number}", kept=bool(_KEPT.search(values[-1])))


def _seconds(text: str) -> float:
    match = _TIME.match(text)
    return int(match[1]) * 3600 + int(match[2]) * 60 + float(match[3]) if match else 0.0


rewrite = text_reader(scan)
