"""Formats that are text: a scanner cuts the text into pieces, this module decodes, batches, encodes and writes.

A scanner is `scan(source: TextSource, options) -> Iterator[Piece]`; its pieces joined are the file, character for
character, whatever stands in it. A new text format is one such function. Pieces are text as it stands, slots, or
functions that are called when the translations of all slots before them are known. A scanner that is a generator may
return notes for the report.
"""

import codecs
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from translator_app.documents import safety
from translator_app.documents.encodings import Encoding, TextSource, detect
from translator_app.documents.model import Block, DocumentOptions, Reader, Rewrite
from translator_app.errors import Message

_BATCH_CHARS = 200_000  # text held at once: large enough that equal paragraphs meet, small enough to stay flat
_BATCH_SLOTS = 2_000


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece of the file that is translated."""

    text: str  # what the translator sees
    raw: str  # how it stands in the file
    render: Callable[[str], str]  # the translation as it is written in the file
    place: str = ""
    always: bool = False  # render even when the translation equals `text`

    def filled(self, target: str) -> str:
        """What is written: the source as it stood when nothing was translated."""
        return self.raw if target == self.text and not self.always else self.render(target)


Piece = str | Slot | Callable[[], str]
Scanner = Callable[[TextSource, DocumentOptions], Iterator[Piece]]


def text_reader(scan: Scanner, detect: Callable[[Path], Encoding] = detect, *, for_excel: bool = False) -> Reader:
    """A reader made of a scanner; `detect` finds the encoding where the format has its own way to say it.

    `for_excel`: where the source had nothing but ASCII, or Windows-1252, UTF-8 starts with a BOM, without which Excel shows
    Chinese as gibberish.
    """

    def rewrite(source: Path, out: BinaryIO | None, options: DocumentOptions) -> Rewrite:
        safety.check_text_file(source)
        text = TextSource(source, detect(source))
        encoding = text.encoding.for_chinese(options.encoding)
        if for_excel and encoding == Encoding("utf-8") and (text.encoding != encoding or source.read_bytes().isascii()):
            encoding = Encoding("utf-8", codecs.BOM_UTF8)
        write = _writer(out, text.encoding, encoding)
        notes: list[str] = []
        yield from stream(_noting(scan(text, options), notes), write)
        if encoding.name != text.encoding.name and options.encoding != encoding.name:
            what = Message("Chinese") if options.languages[1] == "zh" else Message("every language")
            notes.append(Message("{encoding} can't hold {what}: written as UTF-8", encoding=text.encoding.title, what=what))
        return tuple(notes)

    return rewrite


def stream(pieces: Iterable[Piece], write: Callable[[str], None]) -> Generator[list[Block], list[str], None]:
    """Blocks of `pieces`, a batch a step; hands the text with their translations to `write` as it goes."""
    batch: list[Piece] = []
    chars = slots = 0
    for piece in pieces:
        batch.append(piece)
        if isinstance(piece, Slot):
            chars += len(piece.raw) + len(piece.text)
            slots += 1
        elif isinstance(piece, str):
            chars += len(piece)
        if chars > _BATCH_CHARS or slots >= _BATCH_SLOTS:
            write((yield from fill(batch)))
            batch, chars, slots = [], 0, 0
    write((yield from fill(batch)))


def _noting(pieces: Iterator[Piece], notes: list[str]) -> Iterator[Piece]:
    """`pieces`; what a scanner returns at its end are notes for the report."""
    notes.extend((yield from pieces) or ())  # type: ignore[func-returns-value]  # an iterator has no value, a generator may


def fill(pieces: Iterable[Piece]) -> Generator[list[Block], list[str], str]:
    """All blocks of `pieces` in one list; the generator's value is the whole text with their translations."""
    batch = list(pieces)
    slots = [piece for piece in batch if isinstance(piece, Slot)]
    targets = iter((yield [Block(slot.text, slot.place) for slot in slots]) if slots else [])
    parts = []
    for piece in batch:
        if isinstance(piece, Slot):
            parts.append(piece.filled(next(targets)))
        else:
            parts.append(piece if isinstance(piece, str) else piece())
    return "".join(parts)


def _writer(out: BinaryIO | None, old: Encoding, new: Encoding) -> Callable[[str], None]:
    if out is None:
        return lambda text: None
    bom = new.bom

    def write(text: str) -> None:
        nonlocal bom
        if bom and (old.bom or not text.isascii()):
            out.write(bom)
        if old.bom or text:
            bom = b""
        if old.name != new.name:  # bytes that were no text can't be kept in another encoding
            text = "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text) if not text.isascii() else text
        out.write(new.encode(text))

    return write
