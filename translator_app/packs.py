"""Language packs on disk: a folder with manifest.json, ONNX graphs, one weights file and the tokenizer.

Packs are looked for in the user's folder first, then among those that came with the app.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from translator_app import paths
from translator_app.errors import BrokenPack, PackNotFound, UnsupportedPack

FORMAT_VERSION = 1
MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class LanguagePair:
    """Languages as BCP 47 tags, such as en and zh."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Architecture:
    """Shape of the model."""

    d_model: int
    encoder_layers: int
    decoder_layers: int
    heads: int
    ffn: int
    vocab_size: int  # rows of the embedding
    max_positions: int  # longest source or target in tokens


@dataclass(frozen=True, slots=True)
class TokenIds:
    """Special ids, all from the model's own config."""

    pad: int
    eos: int
    unk: int
    decoder_start: int
    forced_bos: int | None = None
    forced_eos: int | None = None
    banned: tuple[int, ...] = ()  # never produced (bad_words_ids of one token)


@dataclass(frozen=True, slots=True)
class SearchDefaults:
    """Search settings that the model's generation config or the pack's maker recommends."""

    beam_size: int = 1
    length_penalty: float = 1.0
    early_stopping: bool = False
    no_repeat_ngram_size: int = 0
    repetition_penalty: float = 1.0
    max_length: int = 512


@dataclass(frozen=True, slots=True)
class PackFile:
    """One file of a pack: path relative to the pack, size in bytes, hash in hex."""

    path: str
    size_bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What manifest.json says."""

    format_version: int
    pack_id: str
    name: str
    pair: LanguagePair
    layout: str  # fused (ours) | optimum | optimum-merged | split | single
    graphs: Mapping[str, str]  # role (encoder, decoder, decoder_batch, decoder_with_past, ...) -> file name
    precision: Mapping[str, str]  # part (encoder, decoder, embedding) -> fp32 | int8
    architecture: Architecture
    tokens: TokenIds
    search: SearchDefaults
    producible_ids: int | None  # only ids below this can be produced (None: all); width of the projection
    source_prefix: str  # such as ">>cmn_Hans<<"; "" when none
    placeholder: str | None  # how shielded things are masked, "{}" stands for the number; None: this model can't copy, translate around
    source_model: str
    source_revision: str
    licence: str
    created_by: str
    opset: int
    onnxruntime: str
    files: tuple[PackFile, ...]
    verification: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> str:
        """The text of manifest.json."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str, where: str = MANIFEST) -> "Manifest":
        """Read manifest.json. Raises BrokenPack (damaged) or UnsupportedPack (newer format)."""
        try:
            raw = json.loads(text)
            version = raw["format_version"]
        except (ValueError, TypeError, KeyError) as error:
            raise BrokenPack(f"{where} is damaged ({error}); import the pack again") from error
        if version != FORMAT_VERSION:
            raise UnsupportedPack(f"{where} has format version {version!r}, this program reads {FORMAT_VERSION}; update the program")
        try:
            return cls(
                **{
                    **raw,
                    "pair": LanguagePair(**raw["pair"]),
                    "architecture": Architecture(**raw["architecture"]),
                    "tokens": TokenIds(**{**raw["tokens"], "banned": tuple(raw["tokens"]["banned"])}),
                    "search": SearchDefaults(**raw["search"]),
                    "files": tuple(PackFile(**f) for f in raw["files"]),
                }
            )
        except (TypeError, KeyError) as error:
            raise BrokenPack(f"{where} is damaged ({error}); import the pack again") from error


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack found on disk."""

    folder: Path
    manifest: Manifest

    @property
    def pack_id(self) -> str:
        """Name of the pack, such as en-zh-starter."""
        return self.manifest.pack_id

    def graph(self, role: str) -> Path:
        """Path of the ONNX file for a role such as "encoder"."""
        return self.folder / self.manifest.graphs[role]

    def read(self, name: str) -> bytes:
        """Bytes of one of the pack's files. Raises BrokenPack that names the file."""
        try:
            return (self.folder / name).read_bytes()
        except OSError as error:
            raise BrokenPack(f"{self.folder / name} can't be read ({error.strerror}); import the pack again") from error


def load_pack(folder: Path) -> Pack:
    """Read the manifest of a pack folder (hashes are checked by `verify`, not here)."""
    path = folder / MANIFEST
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenPack(f"{path} can't be read ({error}); import the pack again") from error
    return Pack(folder, Manifest.from_json(text, str(path)))


def find_packs() -> list[Pack]:
    """All packs that can be read: the user's first, then bundled ones; one of an id."""
    found: dict[str, Pack] = {}
    for root in (paths.user_packs_dir(), paths.bundled_packs_dir()):
        for path in sorted(root.glob(f"*/{MANIFEST}")):
            try:
                pack = load_pack(path.parent)
            except (BrokenPack, UnsupportedPack):
                continue
            found.setdefault(pack.pack_id, pack)
    return list(found.values())


def find_pack(pack_id: str | None = None) -> Pack:
    """The pack of that id; None: the first found. Raises PackNotFound."""
    packs = find_packs()
    for pack in packs:
        if pack_id in (None, pack.pack_id):
            return pack
    have = ", ".join(p.pack_id for p in packs) or "none"
    raise PackNotFound(f"no language pack {pack_id or ''}; installed: {have}. See `translator-app packs list`")
