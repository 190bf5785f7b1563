"""Putting the translated parts of a sentence together: endings, spaces, quotation marks."""

import re
from collections import Counter
from collections.abc import Sequence

from translator_app.engine.shield import HAN, Thing

Piece = str | Thing | int  # text that stays, a shielded thing, the number of a translated part

_SPACED_KINDS = frozenset(
    {"url", "email", "path", "domain", "hashtag", "mention"}
)  # Han right behind them would be taken for a part of them
_END_MARKS = {".": "。", "!": "！", "?": "？", ",": "，", ";": "；", ":": "："} | {mark: mark for mark in "。！？，；："}
_ANY_END = "。！？，；：…—.!?,;:、"
_WORD_CHAR = re.compile(r"\w")
_QUOTES = frozenset("\"'“”‘’«»„「」『』`")
_PAIRS = (("“", "”", frozenset('"“”«»„「」『』')), ("[", "]", frozenset("[]")))  # and what may have become them
_DASHES = frozenset("-–—|/")


def match_end(source: str, target: str) -> str:
    """Give the target the source's kind of ending: no full stop that is not there, none missing.

    Endings with quotes or brackets and dots of an ellipsis are left alone.
    """
    source, target = source.rstrip(), target.rstrip()
    if not source or not target:
        return target
    mark = _END_MARKS.get(source[-1])
    if mark is None:
        return target.rstrip("。，；：、") or target if source[-1].isalnum() else target
    if source.endswith(".."):
        return target
    if target[-1] not in _ANY_END and target[-1] not in "”’」』）)\"'":
        return target + mark
    if (mark in "，；：" and target[-1] in _ANY_END) or (mark in "。！？" and target[-1] == "："):
        return target.rstrip(_ANY_END) + mark
    if mark in "！？" and target.endswith(mark * 2):  # as many as there are, not more
        count = len(source) - len(source.rstrip(source[-1]))
        return target.rstrip(mark) + mark * min(count, len(target) - len(target.rstrip(mark)))
    return target


def last_part(pieces: Sequence[Piece], count: int) -> int:
    """The number of the part that ends the sentence, of `count`; `count` itself where something is said after them all."""
    for piece in reversed(pieces):
        if isinstance(piece, int):
            return piece
        if isinstance(piece, Thing) and piece.kind not in ("emoji", "tag"):
            break
        if isinstance(piece, str) and _WORD_CHAR.search(piece):
            break
    return count


def spaced(source: str, text: str, things: Sequence[Thing]) -> str:
    """The text with a space between Han characters and each address, path or tag that stands in it.

    And with one between Latin letters and any thing that stands apart in the source.
    """
    apart = [t for t in things if not (source[max(0, t.start - 1) : t.start].isalnum() or source[t.end : t.end + 1].isalnum())]
    for target, count in Counter(thing.target for thing in apart).items():
        if target.isascii() and text.count(target) == count:  # not within another thing
            before = "(?<=[A-Za-z0-9])" if target[:1].isalnum() else "(?!)"
            after = "(?=[A-Za-z0-9])" if target[-1:].isalnum() else "(?!)"
            text = re.sub(rf"{before}(?={re.escape(target)})|(?<={re.escape(target)}){after}", " ", text)
    for target in dict.fromkeys(thing.target for thing in things if thing.kind in _SPACED_KINDS):
        text = re.sub(rf"(?<=[{HAN}])(?={re.escape(target)})|(?<={re.escape(target)})(?=[{HAN}])", " ", text)
    return text


def unquoted(source: str, target: str) -> str:
    """The target without quotation marks around all of it that the source does not have, and without halves of pairs it has not."""
    for opening, closing, known in _PAIRS:
        if target.count(opening) != target.count(closing) and known.isdisjoint(source):
            target = _without_halves(target, opening, closing)
    if target[:1] != "“" or target[-1:] != "”" or target.count("“") != 1 or not _QUOTES.isdisjoint(source):
        return target
    return target[1:-1]


def _without_halves(text: str, opening: str, closing: str) -> str:
    """The text without marks that have no partner."""
    alone: set[int] = set()
    opened: list[int] = []
    for position, char in enumerate(text):
        if char == opening:
            opened.append(position)
        elif char == closing and opened:
            opened.pop()
        elif char == closing:
            alone.add(position)
    alone.update(opened)
    return "".join(char for position, char in enumerate(text) if position not in alone)


def edges(text: str) -> tuple[str, str, str]:
    """White space before, text, white space after."""
    start = len(text) - len(text.lstrip())
    core = text.strip()
    return text[:start], core, text[start + len(core) :]


def assemble_spaced(pieces: Sequence[Piece], targets: Sequence[str]) -> str:
    """Join pieces in a language that has spaces between words: all spaces stay, and one parts two translations that had none."""
    out = ""
    after_part = False
    for piece in pieces:
        text = targets[piece] if isinstance(piece, int) else piece.target if isinstance(piece, Thing) else piece
        if isinstance(piece, int) and after_part and text[:1].isalnum() and out[-1:] and not out[-1:].isspace():
            out += " "
        out += text
        after_part = isinstance(piece, int) or (after_part and not text)
    return out


def assemble(pieces: Sequence[Piece], targets: Sequence[str]) -> str:
    """Join pieces; spaces between translated parts go, those beside a URL, an address or a path stay."""
    texts = [targets[p] if isinstance(p, int) else p.target if isinstance(p, Thing) else p for p in pieces]
    out = ""
    for i, (piece, text) in enumerate(zip(pieces, texts, strict=True)):
        if not isinstance(piece, str) or piece.strip(" \t\u00a0"):
            out += text
        elif piece:
            beside = [p for p in (*_neighbour(pieces, i, -1), *_neighbour(pieces, i, 1)) if isinstance(p, Thing)]
            following = next((t for t in texts[i + 1 :] if t), "")
            last, first = out[-1:], following[:1]
            in_latin = last.isascii() and first.isascii()
            at_dash = following in _DASHES or (last in _DASHES and out[-2:-1] == " ")
            wanted = in_latin or at_dash or any(thing.kind in _SPACED_KINDS for thing in beside) or len(beside) == 2
            if wanted and last not in ("", " ") and first:
                out += piece
    return out


def _neighbour(pieces: Sequence[Piece], i: int, step: int) -> tuple[Piece, ...]:
    i += step
    while 0 <= i < len(pieces) and pieces[i] == "":
        i += step
    return (pieces[i],) if 0 <= i < len(pieces) else ()
