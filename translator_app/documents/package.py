"""Archives of parts (docx, xlsx, odt, epub ...): parts with text are rewritten, all others are copied byte for byte."""

import zipfile
from collections.abc import Callable, Generator, Iterator
from typing import BinaryIO

from translator_app.documents import xmlparts
from translator_app.documents.markup import Token
from translator_app.documents.model import Block
from translator_app.documents.plain import Piece, Slot, stream
from translator_app.documents.safety import Archive
from translator_app.errors import UnreadableDocument

Scan = Callable[[Iterator[Token]], Iterator[Piece]]  # pieces of one part; joined they are the part
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Package:
    """One archive on its way into another. With `out` None parts are read and nothing is written."""

    def __init__(self, archive: Archive, out: BinaryIO | None) -> None:
        self.archive = archive
        self._out = zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) if out else None

    def rewrite(self, scans: dict[str, Scan]) -> Generator[list[Block], list[str], None]:
        """All members in their order: those named in `scans` through their scan, the others as they are."""
        for name in self.archive.names():
            if name in scans:
                yield from self.rewrite_part(name, scans[name])
            else:
                self.copy(name)
        self.finish()

    def finish(self) -> None:
        """Write the list of members."""
        if self._out:
            self._out.close()

    def copy(self, name: str) -> None:
        """A member as it is."""
        if self._out:
            with self._out.open(self._info(name), "w") as member:
                for chunk in self.archive.chunks(name):
                    member.write(chunk)

    def write(self, name: str, data: bytes) -> None:
        """A member with other bytes."""
        if self._out:
            with self._out.open(self._info(name), "w") as member:
                member.write(data)

    def tokens(self, name: str) -> Iterator[Token]:
        """Tokens of a member. Raises UnreadableDocument (damaged, entities)."""
        label = f"{self.archive.name}, part {name}"
        encoding = self.encoding(name)
        chunks = xmlparts.checked(self.archive.chunks(name), label)
        return xmlparts.tokens(xmlparts.decoded(chunks, encoding, label))

    def encoding(self, name: str) -> str:
        """Encoding of an XML member."""
        head = next(self.archive.chunks(name), b"")[:400]
        return xmlparts.encoding_of(head, f"{self.archive.name}, part {name}")

    def rewrite_part(self, name: str, scan: Scan) -> Generator[list[Block], list[str], None]:
        """A member through its scan."""
        try:
            if self._out is None:
                yield from stream(scan(self.tokens(name)), lambda text: None)
                return
            encoding = self.encoding(name)
            with self._out.open(self._info(name), "w") as member:
                yield from stream(scan(self.tokens(name)), lambda text: void(member.write(text.encode(encoding))))
        except RecursionError as error:
            raise UnreadableDocument(f"{self.archive.name}, part {name} is nested too deep to be read") from error

    def _info(self, name: str) -> zipfile.ZipInfo:
        old = self.archive.zip.getinfo(name)
        new = zipfile.ZipInfo(old.filename, old.date_time)
        new.compress_type = old.compress_type if old.compress_type in _PACKED else zipfile.ZIP_DEFLATED
        new.external_attr = old.external_attr
        new.create_system = old.create_system
        new.comment = old.comment
        new.file_size = old.file_size  # a hint: large members get large headers
        return new


def void(_: object) -> None:
    """Nothing, whatever was done."""


def captured(pieces: Iterator[Piece]) -> tuple[list[Slot], Callable[[], str]]:
    """Slots that ask the same translations as those of `pieces` but write nothing, and a function for the text of `pieces` with them."""
    parts: list[Piece] = []
    slots: list[Slot] = []
    for piece in pieces:
        if not isinstance(piece, Slot):
            parts.append(piece)
            continue
        kept: list[str] = []

        def keep(target: str, kept: list[str] = kept, slot: Slot = piece) -> str:
            kept[:] = [slot.filled(target)]
            return ""

        slots.append(Slot(piece.text, "", keep, piece.place, always=True))
        parts.append(lambda kept=kept: "".join(kept))  # type: ignore[misc]  # mypy can't see the default's type
    return slots, lambda: "".join(
        part if isinstance(part, str) else part.filled(part.text) if isinstance(part, Slot) else part() for part in parts
    )
