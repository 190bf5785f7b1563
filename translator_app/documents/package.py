"""Archives of parts (docx, xlsx, odt, epub ...): parts with text are rewritten, all others are copied byte for byte."""

import zipfile
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import nullcontext
from typing import BinaryIO

from translator_app.documents import markup, values, xmlparts
from translator_app.documents.markup import Token
from translator_app.documents.model import Block, DocumentOptions
from translator_app.documents.plain import Piece, Slot, stream
from translator_app.documents.safety import Archive
from translator_app.errors import Message, UnreadableDocument

Scan = Callable[[Iterator[Token]], Iterator[Piece]]  # pieces of one part; joined they are the part
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Package:
    """One archive on its way into another. With `out` None parts are read and nothing is written."""

    def __init__(self, archive: Archive, out: BinaryIO | None) -> None:
        self.archive = archive
        self._file = out
        self._out: zipfile.ZipFile | None = None

    def rewrite(
        self, scans: Mapping[str, Scan], texts: Mapping[str, Callable[[], Iterator[Piece]]] | None = None
    ) -> Generator[list[Block], list[str], None]:
        """All members: those named in `scans` (XML) or `texts` (pieces made otherwise) rewritten, the others as they are."""
        # Closed whatever happens, while the file is still open: a ZipFile left to the garbage collector complains.
        with zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED) if self._file else nullcontext() as self._out:
            for name in self.names():
                if texts and name in texts:
                    yield from self._rewrite_member(name, texts[name]())
                elif name in scans:
                    yield from self._rewrite_member(name, scans[name](self.tokens(name)))
                else:
                    self._copy(name)

    def names(self) -> list[str]:
        """Members in their order, but "mimetype" first, where EPUB and OpenDocument want it."""
        return sorted(self.archive.names(), key=lambda name: name != "mimetype")

    def _copy(self, name: str) -> None:
        if self._out:
            with self._out.open(self._info(name), "w") as member:
                for chunk in self.archive.chunks(name):
                    member.write(chunk)

    def tokens(self, name: str) -> Iterator[Token]:
        """Tokens of a member. Raises UnreadableDocument (damaged, entities)."""
        return xmlparts.tokens(self.text(name))

    def text(self, name: str) -> Iterator[str]:
        """An XML member's text in pieces. Raises UnreadableDocument (damaged, entities)."""
        label = self._label(name)
        chunks = xmlparts.checked(self.archive.chunks(name), label)
        return xmlparts.decoded(chunks, self.encoding(name), label)

    def encoding(self, name: str) -> str:
        """Encoding of an XML member."""
        head = next(self.archive.chunks(name), b"")[:400]
        return xmlparts.encoding_of(head, self._label(name))

    def _label(self, name: str) -> Message:
        return Message("{name}, part {part}", name=self.archive.name, part=name)

    def _rewrite_member(self, name: str, pieces: Iterator[Piece]) -> Generator[list[Block], list[str], None]:
        try:
            if self._out is None:
                yield from stream(pieces, lambda text: None)
                return
            encoding = self.encoding(name)
            with self._out.open(self._info(name), "w") as member:
                yield from stream(pieces, lambda text: void(member.write(text.encode(encoding))))
        except RecursionError as error:
            raise UnreadableDocument("{name} is nested too deep to be read", name=self._label(name)) from error

    def _info(self, name: str) -> zipfile.ZipInfo:
        old = self.archive.zip.getinfo(name)
        new = zipfile.ZipInfo(old.filename, old.date_time)
        new.compress_type = (
            zipfile.ZIP_STORED if name == "mimetype" else old.compress_type if old.compress_type in _PACKED else zipfile.ZIP_DEFLATED
        )
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


def texts(
    place: str, names: frozenset[str], options: DocumentOptions, fixed: Mapping[str, str], tokens: Iterator[Token]
) -> Iterator[Piece]:
    """A scan for elements that hold plain text and nothing else; `fixed`: texts whose translation is settled."""
    inside = False
    for token in tokens:
        text = markup.unescape(token.raw) if token.kind == "text" and inside else ""
        if text in fixed:
            yield token.raw if fixed[text] == text else xmlparts.escape(fixed[text])
        elif values.is_text(text):
            yield Slot(text, token.raw, labelled(text, options), place)
        else:
            yield token.raw
        inside = token.kind == "start" and token.name in names


def labelled(text: str, options: DocumentOptions) -> Callable[[str], str]:
    """How a translation is written where only plain text can stand: alone, or after its source."""
    between = "\n" if "\n" in text else " / "
    return lambda target: xmlparts.escape(f"{text}{between}{target}" if options.bilingual else target)
