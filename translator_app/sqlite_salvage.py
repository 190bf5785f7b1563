"""Reads rows out of a damaged SQLite file, page by page, where SQLite itself gives up.

Format: https://sqlite.org/fileformat2.html. A page that is a leaf of a table is read whatever happened to the rest of the file;
rows that were deleted are not found (History uses secure_delete).
"""

import struct
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

MAGIC = b"SQLite format 3\0"
DEFAULT_PAGE = 4096
TABLE_LEAF = 0x0D
WAL_HEADER, FRAME_HEADER = 32, 24
MAX_PAYLOAD = 16 << 20
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # serial type -> bytes

Pages = Mapping[int, bytes]


def rows(path: Path, columns: int) -> Iterator[tuple[object, ...]]:
    """(rowid, first column, second column, ...) of every readable record with so many columns. Raises OSError."""
    data = path.read_bytes()
    wal_path = path.with_name(path.name + "-wal")
    wal = wal_path.read_bytes() if wal_path.exists() else b""
    size = _page_size(data, wal)
    pages = {number: data[start : start + size] for number, start in enumerate(range(0, len(data) - size + 1, size), 1)}
    pages |= _wal_pages(wal, size)
    for number, page in pages.items():
        start = 100 if number == 1 else 0  # the file's header
        if page[start] != TABLE_LEAF:
            continue
        (cells,) = struct.unpack_from(">H", page, start + 3)
        for cell in range(min(cells, size // 4)):
            try:
                (offset,) = struct.unpack_from(">H", page, start + 8 + 2 * cell)
                rowid, payload = _payload(page, offset, pages, size)
                values = _record(payload)
            except (IndexError, ValueError, KeyError, struct.error):
                continue
            if len(values) == columns:
                yield (rowid, *values)


def _page_size(data: bytes, wal: bytes) -> int:
    if data.startswith(MAGIC):
        (size,) = struct.unpack_from(">H", data, 16)
        size = 65536 if size == 1 else size
    elif len(wal) >= WAL_HEADER:
        (size,) = struct.unpack_from(">I", wal, 8)
    else:
        size = DEFAULT_PAGE
    return size if 512 <= size <= 65536 and not size & (size - 1) else DEFAULT_PAGE


def _wal_pages(wal: bytes, size: int) -> dict[int, bytes]:
    """The newest version of each page in the write-ahead log; frames of an older round have other salts."""
    pages = {}
    for start in range(WAL_HEADER, len(wal) - FRAME_HEADER - size + 1, FRAME_HEADER + size):
        if wal[start + 8 : start + 16] == wal[16:24]:
            (number,) = struct.unpack_from(">I", wal, start)
            pages[number] = wal[start + FRAME_HEADER : start + FRAME_HEADER + size]
    return pages


def _payload(page: bytes, offset: int, pages: Pages, size: int) -> tuple[int, bytes]:
    """(rowid, bytes of the record); what does not fit the page goes on in overflow pages. Raises when something is out of place."""
    length, offset = _varint(page, offset)
    rowid, offset = _varint(page, offset)
    if not 0 < length <= MAX_PAYLOAD:
        raise ValueError("no sound length")
    limit = size - 35
    if length <= limit:
        return rowid, page[offset : offset + length]
    least = (size - 12) * 32 // 255 - 23
    local = least + (length - least) % (size - 4)
    local = local if local <= limit else least
    parts = [page[offset : offset + local]]
    (following,) = struct.unpack_from(">I", page, offset + local)
    left = length - local
    while left > 0:
        overflow = pages[following]
        parts.append(overflow[4 : 4 + left])
        left -= size - 4
        (following,) = struct.unpack_from(">I", overflow)
    return rowid, b"".join(parts)


def _record(payload: bytes) -> Sequence[object]:
    """The values of a record; bytes that are no UTF-8 become U+FFFD."""
    header, offset = _varint(payload, 0)
    kinds = []
    while offset < header:
        kind, offset = _varint(payload, offset)
        kinds.append(kind)
    values: list[object] = []
    for kind in kinds:
        width = INTEGERS.get(kind, 8 if kind == 7 else max(0, (kind - 12) // 2))
        raw = payload[offset : offset + width]
        if len(raw) != width:
            raise ValueError("cut")
        offset += width
        values.append(_value(kind, raw))
    return values


def _value(kind: int, raw: bytes) -> object:
    if kind in INTEGERS:
        return int.from_bytes(raw, "big", signed=True)
    if kind == 7:
        return struct.unpack(">d", raw)[0]
    if kind < 12:
        return {0: None, 8: 0, 9: 1}[kind]  # 10 and 11 are never written
    return raw.decode("utf-8", "replace") if kind % 2 else raw


def _varint(data: bytes, offset: int) -> tuple[int, int]:
    """Seven bits a byte, most significant first, eight in a ninth byte; the offset behind it comes, too."""
    value = 0
    for place in range(8):
        byte = data[offset + place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, offset + place + 1
    return value << 8 | data[offset + 8], offset + 9
