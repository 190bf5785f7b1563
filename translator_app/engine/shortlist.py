"""Which target ids a sentence may need, so that a decoding step computes only those rows of the output projection.

The list of a sentence: what its own source ids are translated by, and the ids that any sentence may need (specials, bytes, digits,
punctuation, the most frequent pieces). convert/lexicon.py makes the table.

The file, little-endian: magic, then uint32 bytes of an id (2 or 4), ids always in, source ids, ids of all rows; a uint16 length
of each source id's row; the ids that are always in; the rows one after the other.
"""

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from translator_app.errors import BrokenPack, Message
from translator_app.packs import Pack

FILE = "shortlist.bin"
MOST_IN_ROW = 0xFFFF

_MAGIC = b"TSL1"
_HEADER = struct.Struct("<4s4I")

Ints = npt.NDArray[np.int64]
_Ids = npt.NDArray[np.integer[Any]]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Shortlist:
    """A table of likely translations. Ids are below `width`, the number of ids that can be produced."""

    width: int
    always: _Ids  # ids in the list of every sentence
    ends: Ints  # (source ids + 1,): the row of source id i is targets[ends[i]:ends[i + 1]]
    targets: _Ids  # as small as in the file: a large vocabulary has millions

    @classmethod
    def of_rows(cls, width: int, always: Iterable[int], rows: Sequence[npt.ArrayLike]) -> "Shortlist":
        """A table from target ids for each source id."""
        arrays = [np.asarray(row, np.int64) for row in rows]
        ends = np.cumsum([0, *map(len, arrays)], dtype=np.int64)
        return cls(width, np.array(sorted(set(always)), np.int64), ends, np.concatenate(arrays))

    @classmethod
    def from_pack(cls, pack: Pack) -> "Shortlist | None":
        """The pack's table; None when it has none. Raises BrokenPack that names the file."""
        manifest = pack.manifest
        if manifest.shortlist is None:
            return None
        width = manifest.producible_ids or manifest.architecture.vocab_size
        try:
            found = _parse(pack.read(manifest.shortlist.path), width, manifest.architecture.vocab_size)
            needed = {manifest.tokens.eos, manifest.tokens.forced_bos, manifest.tokens.forced_eos} - {None}
            if not needed <= set(found.always.tolist()):
                raise ValueError(Message("it lacks the end token"))
        except (ValueError, struct.error) as error:
            raise BrokenPack(
                "{path} is damaged ({reason}); import the pack again", path=pack.folder / manifest.shortlist.path, reason=error
            ) from error
        return found

    def write(self, path: Path) -> None:
        """Save the table. Raises ValueError when a row is too long."""
        lengths = np.diff(self.ends)
        if lengths.max(initial=0) > MOST_IN_ROW:
            raise ValueError(Message("a row of {number} ids", number=lengths.max()))
        size = 2 if self.width <= 1 << 16 else 4
        ids = np.concatenate([self.always, self.targets]).astype(f"<u{size}")
        header = _HEADER.pack(_MAGIC, size, len(self.always), len(lengths), len(self.targets))
        path.write_bytes(header + lengths.astype("<u2").tobytes() + ids.tobytes())

    def choose(self, sources: Sequence[Sequence[int]]) -> tuple[Ints, Bools]:
        """Ids that any of the sentences may need, ascending: (n,); and which of them each sentence may not have: (batch, n)."""
        allowed = np.zeros((len(sources), self.width), bool)
        allowed[:, self.always] = True
        for row, source in zip(allowed, sources, strict=True):
            for i in set(source):
                row[self.targets[self.ends[i] : self.ends[i + 1]]] = True
        ids = np.flatnonzero(allowed.any(0))
        return ids, ~allowed[:, ids]


def _parse(data: bytes, width: int, vocab_size: int) -> Shortlist:
    magic, size, always, sources, targets = _HEADER.unpack_from(data)
    if magic != _MAGIC or size not in (2, 4):
        raise ValueError(Message("not a shortlist"))
    start = _HEADER.size + 2 * sources
    if sources != vocab_size or len(data) != start + size * (always + targets):
        raise ValueError(
            Message("{size} bytes for {found} source ids, the model has {expected}", size=len(data), found=sources, expected=vocab_size)
        )
    ends = np.concatenate([[0], np.cumsum(np.frombuffer(data, "<u2", sources, _HEADER.size), dtype=np.int64)])
    ids = np.frombuffer(data, f"<u{size}", always + targets, start)
    if ends[-1] != targets or ids.max(initial=0) >= width:
        raise ValueError(Message("an id is out of range"))
    return Shortlist(width, ids[:always], ends, ids[always:])
