"""Which encoding a text file has, and reading it without losing a byte."""

import codecs
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from translator_app.errors import UnreadableDocument, reason_of

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: its BOM starts with that of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CHUNK_BYTES = 1024 * 1024
# latin-1 stands here for .properties, where Chinese is written as escapes; detect() never finds it
HOLDS_CHINESE = frozenset({"utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "gb18030", "latin-1"})
_COMMON_HAN = re.compile("[\u3000-\u3002\u4e00-\u9fff\uff00-\uff5e]")
_PAIR = re.compile(rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]")


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a file's bytes are text."""

    name: str  # utf-8 | utf-16-le | utf-16-be | utf-32-le | utf-32-be | gb18030 | cp1252
    bom: bytes = b""

    @property
    def title(self) -> str:
        """The name that people know."""
        return {"cp1252": "Windows-1252", "latin-1": "Latin-1"}.get(self.name, self.name.upper())

    @property
    def errors(self) -> str:
        """The error handler that lets bytes which are no text through unchanged."""
        return "surrogatepass" if self.name.startswith(("utf-16", "utf-32")) else "surrogateescape"

    def for_chinese(self, choice: str) -> "Encoding":
        """The encoding to write: this one with "keep" if it can hold Chinese, else UTF-8."""
        if choice == "utf-8" and self.name != "utf-8":
            return Encoding("utf-8")
        return self if self.name in HOLDS_CHINESE else Encoding("utf-8")

    def encode(self, text: str) -> bytes:
        """`text` as bytes, without BOM; what was no text in the source comes back as its bytes."""
        try:
            return text.encode(self.name, self.errors)
        except UnicodeEncodeError:  # lone surrogates of another kind than the handler knows
            return text.encode(self.name, "surrogatepass" if self.errors == "surrogateescape" and self.name == "utf-8" else "replace")


def detect(path: Path) -> Encoding:
    """The encoding of a text file. Raises UnreadableDocument (can't be read, or holds no text)."""
    try:
        with path.open("rb") as file:
            sample = file.read(_CHUNK_BYTES)
            for bom, name in _BOMS:
                if sample.startswith(bom):
                    return Encoding(name, bom)
            if wide := _utf16_without_bom(sample):
                return Encoding(wide)
            if b"\0" in sample:
                raise UnreadableDocument("{name} is not a text file (it holds zero bytes)", name=path.name)
            file.seek(0)
            if _decodes(file, "utf-8"):
                return Encoding("utf-8")
            if _is_gb18030(sample):
                file.seek(0)
                if _decodes(file, "gb18030"):
                    return Encoding("gb18030")
    except OSError as error:
        raise UnreadableDocument("{path} can't be read: {reason}", path=path, reason=reason_of(error)) from error
    if _mostly_utf8(sample):  # a few broken bytes in a UTF-8 file: they pass through as they are
        return Encoding("utf-8")
    return Encoding("cp1252")


def _decodes(file: io.BufferedReader, name: str) -> bool:
    decoder = codecs.getincrementaldecoder(name)()
    try:
        while chunk := file.read(_CHUNK_BYTES):
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _utf16_without_bom(sample: bytes) -> str | None:
    """English UTF-16 has a zero in nearly every second byte."""
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = max(1, len(sample) // 2)
    if odd > 0.4 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.4 * half and odd < 0.05 * half:
        return "utf-16-be"
    return None


def _is_gb18030(sample: bytes) -> bool:
    """True when the high bytes pair up to common Chinese characters, which accented Latin letters hardly ever do."""
    high = sum(byte >= 0x80 for byte in sample)
    pairs = _PAIR.findall(sample)
    text = b"".join(pairs).decode("gb18030", "ignore")
    common = len(_COMMON_HAN.findall(text))
    gb2312 = sum(pair[0] >= 0xA1 and pair[1] >= 0xA1 for pair in pairs)
    return high >= 2 and 2 * gb2312 >= 0.9 * high and common >= 0.8 * max(1, len(pairs))


def _mostly_utf8(sample: bytes) -> bool:
    text = sample.decode("utf-8", "surrogateescape")
    broken = sum("\udc80" <= char <= "\udcff" for char in text)
    good = sum(ord(char) >= 0x80 for char in text) - broken
    return good > broken


class TextSource:
    """A text file opened for reading: the whole of it or line by line, line ends untouched."""

    def __init__(self, path: Path, encoding: Encoding | None = None) -> None:
        """`encoding`: as found by detect() when None."""
        self.path = path
        self.encoding = encoding or detect(path)

    def read(self) -> str:
        """The whole text without BOM."""
        return "".join(self.chunks())

    def lines(self) -> Iterator[str]:
        """Lines with their line ends: LF, CR LF or CR."""
        with self._open() as file:
            try:
                yield from file
            except UnicodeDecodeError as error:
                raise UnreadableDocument(
                    "{name} is damaged or was cut short ({reason})", name=self.path.name, reason=reason_of(error)
                ) from error

    def chunks(self) -> Iterator[str]:
        """The text in pieces of about a million characters."""
        with self._open() as file:
            try:
                while chunk := file.read(_CHUNK_BYTES):
                    yield chunk
            except UnicodeDecodeError as error:
                raise UnreadableDocument(
                    "{name} is damaged or was cut short ({reason})", name=self.path.name, reason=reason_of(error)
                ) from error

    def _open(self) -> io.TextIOWrapper:
        try:
            raw = self.path.open("rb")
        except OSError as error:
            raise UnreadableDocument("{path} can't be read: {reason}", path=self.path, reason=reason_of(error)) from error
        raw.seek(len(self.encoding.bom))
        return io.TextIOWrapper(raw, encoding=self.encoding.name, errors=self.encoding.errors, newline="")
