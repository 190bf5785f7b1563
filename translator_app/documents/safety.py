"""Guards against files that are not what they seem: renamed, encrypted, truncated, or made to do harm."""

import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO
from xml.parsers import expat

from translator_app.errors import Message, UnreadableDocument, reason_of

MAX_MEMBERS = 20_000
MAX_MEMBER_BYTES = 512 * 1024**2
MAX_TOTAL_BYTES = 2 * 1024**3
MAX_RATIO = 200  # deflate can't do more than about 1030; real XML of office files stays under 100
_RATIO_FREE_BYTES = 16 * 1024**2  # small members may compress as well as they like
_SIGNATURES = (
    (b"PK\x03\x04", Message("a ZIP archive (or Word, Excel, PowerPoint, EPUB ... file)")),
    (b"PK\x05\x06", Message("an empty ZIP archive")),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Message("an old Office file or one with a password")),
    (b"%PDF-", Message("a PDF")),
    (b"\x89PNG", Message("a picture (PNG)")),
    (b"\xff\xd8\xff", Message("a picture (JPEG)")),
    (b"GIF8", Message("a picture (GIF)")),
    (b"\x1f\x8b", Message("a gzip archive")),
    (b"7z\xbc\xaf", Message("a 7-Zip archive")),
    (b"Rar!", Message("a RAR archive")),
    (b"\x7fELF", Message("a program")),
    (b"MZ\x90", Message("a program")),
    (b"{\\rtf", Message("an RTF file")),
    (b"SQLite format 3", Message("a database")),
)
_CHUNK_BYTES = 1 << 20
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def looks_like(head: bytes) -> Message | None:
    """What a file that starts with `head` is, in words; None when the start is no known signature."""
    return next((what for signature, what in _SIGNATURES if head.startswith(signature)), None)


def read_head(path: Path, size: int = 4096) -> bytes:
    """The first bytes of a file. Raises UnreadableDocument (missing, a folder, no permission)."""
    try:
        with path.open("rb") as file:
            return file.read(size)
    except OSError as error:
        raise UnreadableDocument("{path} can't be read: {reason}", path=path, reason=reason_of(error)) from error


def check_text_file(path: Path) -> None:
    """Raise UnreadableDocument when a file that should be text is something else."""
    if what := looks_like(read_head(path)):
        raise UnreadableDocument("{name} is not a text file but {what}; was it renamed?", name=path.name, what=what)


class Archive:
    """A ZIP file whose members are checked before they are read: `with Archive(path) as archive`."""

    def __init__(self, path: Path, file: IO[bytes] | None = None) -> None:
        """Open and check the list of members; `file`: an archive in memory made of `path`. Raises UnreadableDocument with the reason."""
        head = file.read(8) if file else read_head(path, 8)
        if head == _OLE:
            raise UnreadableDocument(
                "{name} is protected by a password or of an old Office format; save it without a password in the new format", name=path.name
            )
        if not head.startswith(b"PK"):
            what = looks_like(read_head(path)) or (Message("not a ZIP archive") if head else Message("empty"))
            raise UnreadableDocument("{name} is {what}, not what its name says; was it renamed or cut short?", name=path.name, what=what)
        try:
            self.zip = zipfile.ZipFile(file or path)
        except (zipfile.BadZipFile, OSError, struct.error, ValueError, NotImplementedError) as error:
            raise UnreadableDocument("{name} is damaged or was cut short ({reason})", name=path.name, reason=error) from error
        self.name = path.name
        try:
            self._check_members()
        except UnreadableDocument:
            self.zip.close()
            raise

    def __enter__(self) -> "Archive":
        """The archive itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.zip.close()

    def _check_members(self) -> None:
        members = self.zip.infolist()
        if len(members) > MAX_MEMBERS:
            raise UnreadableDocument("{name} has {number} parts; refused as a likely ZIP bomb", name=self.name, number=len(members))
        if len({m.filename for m in members}) != len(members):
            raise UnreadableDocument("{name} has two parts of one name; it is damaged or hostile", name=self.name)
        total = 0
        for member in members:
            total += member.file_size
            ratio = member.file_size / max(1, member.compress_size)
            if (
                member.file_size > MAX_MEMBER_BYTES
                or total > MAX_TOTAL_BYTES
                or (ratio > MAX_RATIO and member.file_size > _RATIO_FREE_BYTES)
            ):
                raise UnreadableDocument("{name} would unpack to far more than its size; refused as a likely ZIP bomb", name=self.name)
            if not _safe_name(member.filename):
                raise UnreadableDocument(
                    "{name} has a part that points outside ({part!r}); refused", name=self.name, part=member.filename[:60]
                )
            if member.flag_bits & 1:
                raise UnreadableDocument("{name} is protected by a password; save it without one", name=self.name)

    def names(self) -> list[str]:
        """Names of the members in their order."""
        return self.zip.namelist()

    def read(self, name: str) -> bytes:
        """A member's bytes, never more than its header said. Raises UnreadableDocument."""
        return b"".join(self.chunks(name))

    def chunks(self, name: str) -> Iterator[bytes]:
        """A member's bytes in pieces, never more than its header said. Raises UnreadableDocument."""
        try:
            info = self.zip.getinfo(name)
            with self.zip.open(info) as member:
                yield from _read_at_most(member, info.file_size)
        except KeyError as error:
            raise UnreadableDocument(
                "{name} lacks its part {part}; it is damaged or not what its name says", name=self.name, part=name
            ) from error
        except (zipfile.BadZipFile, OSError, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
            raise UnreadableDocument("{name} is damaged in its part {part} ({reason})", name=self.name, part=name, reason=error) from error
        except Exception as error:  # zlib.error and lzma.LZMAError have no common base
            if type(error).__module__ in {"zlib", "lzma", "_lzma"}:
                raise UnreadableDocument(
                    "{name} is damaged in its part {part} ({reason})", name=self.name, part=name, reason=error
                ) from error
            raise


def _read_at_most(member: IO[bytes], size: int) -> Iterator[bytes]:
    left = size
    while chunk := member.read(_CHUNK_BYTES):
        left -= len(chunk)
        if left < 0:
            raise zipfile.BadZipFile("a part is longer than its header says")
        yield chunk


def _safe_name(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return not path.is_absolute() and ".." not in path.parts and ":" not in name.split("/")[0] and "\0" not in name


def check_xml(data: bytes, name: str) -> None:
    """Raise UnreadableDocument unless `data` is well-formed XML without entities of its own.

    Entity declarations are refused as a whole ("billion laughs", files read through external entities). Nothing is
    ever fetched: expat loads no DTD unless told to.
    """
    parser = expat.ParserCreate()
    refuse_entities(parser, name)
    try:
        parser.Parse(data, True)
    except UnreadableDocument:
        raise
    except (expat.ExpatError, ValueError) as error:
        raise UnreadableDocument("{name} is damaged or was cut short ({reason})", name=name, reason=error) from error


def refuse_entities(parser: expat.XMLParserType, name: str) -> None:
    """Make `parser` raise UnreadableDocument at an entity declaration and fetch nothing."""

    def refuse(*_: object) -> None:
        raise UnreadableDocument("{name} declares XML entities; refused, since they can be made to fill the memory", name=name)

    parser.EntityDeclHandler = refuse
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
