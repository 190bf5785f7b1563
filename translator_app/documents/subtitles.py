"""SubRip (.srt) and WebVTT (.vtt) subtitles: timing, numbers, settings and tags stay as they are."""

import re
from collections.abc import Iterator

from translator_app.documents import cues, markup
from translator_app.documents.cues import Cue, Style
from translator_app.documents.encodings import TextSource
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, text_reader
from translator_app.errors import UnreadableDocument

_TIME = r"(?:(\d+):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})"
_TIMING = re.compile(rf"[ \t]*{_TIME}[ \t]*-->[ \t]*{_TIME}")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]*>|<\d[\d:.]*>|\{\\[^{}\n]*\}")
_LINE_BREAK = re.compile(r"\r\n|\n|\r")


def scan(source: TextSource, options: DocumentOptions) -> Iterator[Piece]:
    """Cues of an .srt or .vtt file. Raises UnreadableDocument when there is no timing in it."""
    web = source.path.suffix.lower() == ".vtt"
    lines = list(source.lines())
    parts = _parts(lines)
    if (
        not any(isinstance(part, Cue) for part in parts)
        and any(line.strip() for line in lines)
        and not (web and lines[0].startswith("WEBVTT"))
    ):
        raise UnreadableDocument("{name} has no subtitle timing (00:00:01,000 --> 00:00:02,000) in it", name=source.path.name)
    newline = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    style = Style(_TAG, _LINE_BREAK, newline, markup.unescape, markup.escape) if web else Style(_TAG, _LINE_BREAK, newline)
    yield from cues.pieces(parts, style, options)


def _parts(lines: list[str]) -> list[str | Cue]:
    """Text between cues and cues in turn: text first and last, exactly one between two cues."""
    parts: list[str | Cue] = []
    between: list[str] = []
    at = 0
    while at < len(lines):
        timing = _TIMING.match(lines[at])
        between.append(lines[at])
        at += 1
        if not timing:
            continue
        end = at
        while end < len(lines) and lines[end].strip() and not _starts_cue(lines, end):
            end += 1
        text = "".join(lines[at:end])
        if text:
            bare = text.rstrip("\r\n")
            parts += ["".join(between), Cue(bare, _seconds(timing, 1), _seconds(timing, 5), f"{timing[0].split('-->')[0].strip()}")]
            between = [text[len(bare) :]]
        at = end
    return [*parts, "".join(between)]


def _starts_cue(lines: list[str], at: int) -> bool:
    """True at a timing line or a number before one: the blank line between two cues is missing."""
    if _TIMING.match(lines[at]):
        return True
    return lines[at].strip().isdigit() and at + 1 < len(lines) and bool(_TIMING.match(lines[at + 1]))


def _seconds(timing: re.Match[str], group: int) -> float:
    hours, minutes, seconds, fraction = timing.group(group, group + 1, group + 2, group + 3)
    return int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds) + int(fraction.ljust(3, "0")) / 1000


rewrite = text_reader(scan)
