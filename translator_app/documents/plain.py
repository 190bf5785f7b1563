"""Formats that are text: a scanner cuts the text into pieces, this module decodes, batches, encodes and writes.

A scanner is `scan(source: TextSource, options) -> Iterator[str | Slot]`; its pieces joined are the file, character for
character, whatever stands in it. A new text format is one such function.
"""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from translator_app.documents import safety
from translator_app.documents.encodings import Encoding, TextSource, detect
from translator_app.documents.model import Block, DocumentOptions, Reader, Rewrite

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


Piece = str | Slot
Scanner = Callable[[TextSource, DocumentOptions], Iterator[Piece]]


def text_reader(scan: Scanner, detect: Callable[[Path], Encoding] = detect) -> Reader:
    """A reader made of a scanner; `detect` finds the encoding where the format has its own way to say it."""

    def rewrite(source: Path, out: BinaryIO | None, options: DocumentOptions) -> Rewrite:
        safety.check_text_file(source)
        text = TextSource(source, detect(source))
        encoding = text.encoding.for_chinese(options.encoding)
        write = _writer(out, text.encoding, encoding)
        batch: list[Piece] = []
        chars = slots = 0
        for piece in scan(text, options):
            batch.append(piece)
            if isinstance(piece, Slot):
                chars += len(piece.raw)
                slots += 1
            else:
                chars += len(piece)
            if chars > _BATCH_CHARS or slots >= _BATCH_SLOTS:
                yield from _flush(batch, write)
                batch, chars, slots = [], 0, 0
        yield from _flush(batch, write)
        if encoding.name == text.encoding.name or options.encoding == encoding.name:
            return ()
        return (f"{text.encoding.name} can't hold Chinese: written as UTF-8",)

    return rewrite


def _flush(batch: list[Piece], write: Callable[[str], None]) -> Generator[list[Block], list[str], None]:
    slots = [piece for piece in batch if isinstance(piece, Slot)]
    targets = iter((yield [Block(slot.text, slot.place) for slot in slots]) if slots else [])
    write("".join(piece.filled(next(targets)) if isinstance(piece, Slot) else piece for piece in batch))


def _writer(out: BinaryIO | None, old: Encoding, new: Encoding) -> Callable[[str], None]:
    if out is None:
        return lambda text: None
    out.write(new.bom)

    def write(text: str) -> None:
        if old.name != new.name:  # bytes that were no text can't be kept in another encoding
            text = "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text) if not text.isascii() else text
        out.write(new.encode(text))

    return write
