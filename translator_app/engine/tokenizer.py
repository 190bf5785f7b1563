"""Text <-> ids: two SentencePiece models and the Marian vocabulary.

Equal to transformers' MarianTokenizer without sacremoses, but for two traps that lose or inject text there: "</s>" or "<pad>"
written in a text is text, not a control token; and ">>...<<" at its start is a language code only if the vocabulary has it.
"""

import json
from collections.abc import Sequence

import sentencepiece

from translator_app.errors import BrokenPack
from translator_app.packs import Pack

SOURCE_MODEL = "source.spm"
TARGET_MODEL = "target.spm"
VOCABULARY = "vocab.json"
TARGET_VOCABULARY = "target_vocab.json"  # only models whose decoder has a vocabulary of its own

_SPACE = "▁"
_UNKNOWN_SURFACE = "⁇"  # what SentencePiece writes for an unknown piece


class Tokenizer:
    """Turns a sentence into source ids, and target ids into a sentence."""

    def __init__(
        self,
        source: sentencepiece.SentencePieceProcessor,
        target: sentencepiece.SentencePieceProcessor,
        source_ids: dict[str, int],
        target_ids: dict[str, int],
        special_ids: frozenset[int],
        eos_id: int,
        unk_id: int,
        prefix: str = "",
    ) -> None:
        self._source, self._target = source, target
        self._ids = source_ids
        self._pieces = {i: piece for piece, i in target_ids.items() if i not in special_ids and not _is_code(piece)}
        self._eos_id, self._unk_id = eos_id, unk_id
        self._codes = {piece: i for piece, i in source_ids.items() if _is_code(piece)}
        self._prefix = [source_ids[prefix]] if prefix else []

    @classmethod
    def from_pack(cls, pack: Pack) -> "Tokenizer":
        """The pack's tokenizer. Raises BrokenPack that names a damaged file."""
        tokens = pack.manifest.tokens
        source_ids = _vocabulary(pack, VOCABULARY)
        own = any(file.path == TARGET_VOCABULARY for file in pack.manifest.files)
        prefix = pack.manifest.source_prefix
        if prefix and prefix not in source_ids:
            raise BrokenPack(
                "{path} has no {prefix}, which the pack puts before each sentence; import the pack again",
                path=pack.folder / VOCABULARY,
                prefix=prefix,
            )
        return cls(
            _sentencepiece(pack, SOURCE_MODEL),
            _sentencepiece(pack, TARGET_MODEL),
            source_ids,
            _vocabulary(pack, TARGET_VOCABULARY) if own else source_ids,
            frozenset({tokens.pad, tokens.eos, tokens.unk, tokens.decoder_start}),
            tokens.eos,
            tokens.unk,
            prefix,
        )

    def encode(self, text: str) -> list[int]:
        """Ids of a sentence: the pack's prefix if it has one, the pieces, </s> last."""
        text = _without_surrogates(text)
        start = self._prefix
        if not start and text.startswith(">>"):
            code = text[: text.find("<<") + 2]
            if code in self._codes:
                start, text = [self._codes[code]], text[len(code) :]
        ids, unknown = self._ids, self._unk_id
        return [*start, *(ids.get(piece, unknown) for piece in self._source.encode(text, out_type=str)), self._eos_id]

    def decode(self, ids: Sequence[int]) -> str:
        """Text of target ids; special ids are dropped, and no ▁, <unk> or ⁇ comes out."""
        pieces = [self._pieces[i] for i in ids if i in self._pieces]
        text: str = self._target.decode_pieces(pieces)
        return text.replace(_SPACE, " ").replace(_UNKNOWN_SURFACE, "").strip()

    def length(self, text: str) -> int:
        """Number of ids that `encode` gives."""
        return len(self.encode(text))


def _is_code(piece: str) -> bool:
    return len(piece) > 4 and piece.startswith(">>") and piece.endswith("<<")


def _without_surrogates(text: str) -> str:
    """Pairs of surrogates become their character, lone ones U+FFFD: SentencePiece takes valid UTF-8 only."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _sentencepiece(pack: Pack, name: str) -> sentencepiece.SentencePieceProcessor:
    data = pack.read(name)
    processor = sentencepiece.SentencePieceProcessor()
    try:
        if not data:
            raise RuntimeError("empty")
        processor.LoadFromSerializedProto(data)
    except RuntimeError as error:
        raise BrokenPack("{path} is no SentencePiece model; import the pack again", path=pack.folder / name) from error
    return processor


def _vocabulary(pack: Pack, name: str) -> dict[str, int]:
    data = pack.read(name)
    try:
        ids = json.loads(data)
    except ValueError as error:
        raise BrokenPack("{path} is damaged ({reason}); import the pack again", path=pack.folder / name, reason=error) from error
    if not isinstance(ids, dict) or not all(isinstance(i, int) for i in ids.values()):
        raise BrokenPack("{path} is no vocabulary (pieces and their ids); import the pack again", path=pack.folder / name)
    return ids
