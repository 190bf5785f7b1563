"""The manifest of a language pack: what manifest.json says, read strictly and checked once.

Whoever holds a `Manifest` may trust its types, ranges, ids and paths.
"""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, is_dataclass
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from translator_app.errors import BrokenPack, UnsupportedPack

FORMAT_VERSION = 1
MANIFEST = "manifest.json"

# layout -> roles that the engine needs (it may know more, such as decoder_batch)
LAYOUTS: Mapping[str, tuple[str, ...]] = {
    "fused": ("encoder", "decoder"),
    "optimum": ("encoder", "decoder", "decoder_with_past"),
    "optimum-merged": ("encoder", "decoder"),
    "split": ("encoder", "decoder"),
    "single": ("model",),
}


# ISO 639-2 and 639-3, as model cards and multi-target models have it -> ISO 639-1
_TWO_LETTERS = dict(
    pair.split("=")
    for pair in (
        "eng=en zho=zh chi=zh cmn=zh deu=de ger=de fra=fr fre=fr spa=es rus=ru jpn=ja kor=ko ita=it por=pt nld=nl dut=nl pol=pl "
        "ces=cs cze=cs ukr=uk bel=be bul=bg srp=sr hrv=hr slk=sk slv=sl mkd=mk ell=el gre=el ara=ar arb=ar fas=fa pes=fa heb=he "
        "hin=hi ben=bn urd=ur tam=ta tel=te mar=mr nep=ne tha=th lao=lo mya=my khm=km kat=ka hye=hy amh=am vie=vi ind=id msa=ms "
        "zsm=ms tur=tr swe=sv dan=da nor=no nob=nb nno=nn fin=fi est=et lav=lv lit=lt hun=hu ron=ro cat=ca eus=eu glg=gl kaz=kk "
        "mon=mn khk=mn"
    ).split()
)


def language(tag: str) -> str:
    """The language of a tag in lower case, without script and country: zh-Hans, zho, cmn_Hans and zh_CN are all zh."""
    primary = re.split("[-_]", tag.lower(), maxsplit=1)[0]
    return _TWO_LETTERS.get(primary, primary)


@dataclass(frozen=True, slots=True)
class LanguagePair:
    """Languages as BCP 47 tags, such as en and zh; other spellings (zho, cmn_Hans, zh_CN) mean the same."""

    source: str
    target: str

    @property
    def languages(self) -> tuple[str, str]:
        """Source and target as `language` has them, to compare: ("en", "zh") for en and zh-Hans, eng and cmn_Hans ..."""
        return language(self.source), language(self.target)


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
class ShortlistInfo:
    """Which table chooses the target ids that a sentence may need; see engine/shortlist.py."""

    path: str  # file of the pack
    per_source: int  # likeliest target ids of each source id, at most
    frequent: int  # most frequent target ids, in the list of every sentence


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
    shortlist: ShortlistInfo | None = None  # None: every id is computed at each step

    def to_json(self) -> str:
        """The text of manifest.json; what a pack does not have is left out where a program of before would not know it."""
        entries = asdict(self)
        if self.shortlist is None:
            del entries["shortlist"]
        return json.dumps(entries, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str, where: str = MANIFEST) -> "Manifest":
        """Read manifest.json. Raises BrokenPack (damaged) or UnsupportedPack (newer format, unknown layout)."""
        try:
            raw = json.loads(text, parse_constant=_no_constant)
            version = raw["format_version"]
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise BrokenPack("{path} is damaged ({reason}); import the pack again", path=where, reason=_reason(error)) from error
        if version != FORMAT_VERSION:
            raise UnsupportedPack(
                "{path} has format version {version}, this program reads {known}; update the program",
                path=where,
                version=str(version)[:40],
                known=FORMAT_VERSION,
            )
        try:
            manifest: Manifest = _decode(cls, raw, "manifest")
            if manifest.layout not in LAYOUTS:
                raise UnsupportedPack(
                    "{path} has the unknown layout {layout!r}; update the program", path=where, layout=manifest.layout[:40]
                )
            _check_ranges(manifest)
        except (ValueError, TypeError) as error:
            if isinstance(error, UnsupportedPack):
                raise
            raise BrokenPack("{path} is damaged ({reason}); import the pack again", path=where, reason=_reason(error)) from error
        return manifest

    @property
    def languages(self) -> tuple[str, str]:
        """Source and target, see `LanguagePair.languages`; of a model of many target languages the one that its prefix asks for."""
        source, target = self.pair.languages
        prefix = re.match(r"\s*>>([\w-]+)<<", self.source_prefix)
        return source, language(prefix[1]) if prefix else target

    @property
    def total_bytes(self) -> int:
        """Size of all files but the manifest."""
        return sum(file.size_bytes for file in self.files)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _reason(error: Exception) -> str:
    text = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error) or type(error).__name__
    return text[:200]


def _decode(kind: Any, value: Any, where: str) -> Any:
    """`value` from JSON as the annotated type `kind`. Raises TypeError or ValueError that names the place."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any:
        return value
    if origin is UnionType:  # X | None
        return None if value is None else _decode(args[0], value, where)
    if origin is tuple:
        return tuple(_decode(args[0], item, f"{where}[{i}]") for i, item in enumerate(_typed(list, value, where)))
    if origin is Mapping:
        return {key: _decode(args[1], item, f"{where}.{key[:40]}") for key, item in _typed(dict, value, where).items()}
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        if unknown := sorted(_typed(dict, value, where).keys() - hints.keys()):
            raise ValueError(f"{where} has the unknown entry {unknown[0][:40]!r}")
        if lost := [f.name for f in fields(kind) if f.name not in value and f.default is MISSING and f.default_factory is MISSING]:
            raise ValueError(f"{where}.{lost[0]} is missing")
        build: Any = kind
        return build(**{name: _decode(hints[name], item, f"{where}.{name}") for name, item in value.items()})
    if kind is float and type(value) is int:
        value = float(value) if abs(value) < 1 << 53 else math.inf
    if kind is float and not math.isfinite(_typed(float, value, where)):
        raise ValueError(f"{where} is out of range")
    return _typed(kind, value, where)


def _typed(kind: type, value: Any, where: str) -> Any:
    if type(value) is not kind:  # not isinstance: True is no number
        raise TypeError(f"{where} is {type(value).__name__}, not {kind.__name__}")
    return value


_RESERVED = {"con", "prn", "aux", "nul", *(f"{name}{i}" for name in ("com", "lpt") for i in range(10))}  # Windows device names
_PART = re.compile(r"\w(?:[\w.+-]*[\w+-])?")  # no white space, no leading or trailing dot, nothing that a shell or file system minds


def is_safe_path(name: str) -> bool:
    """True for a relative path with forward slashes that means the same file inside a pack on every platform."""
    parts = name.split("/")
    return len(name) <= 200 and all(_PART.fullmatch(part) and part.split(".")[0].lower() not in _RESERVED for part in parts)


def is_pack_id(pack_id: str) -> bool:
    """True for a lower-case name such as en-zh-starter that can be a folder everywhere."""
    return bool(re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,63}", pack_id)) and is_safe_path(pack_id)


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise ValueError(message)


_SEARCH_LIMITS = {
    "beam_size": (1, 64),
    "no_repeat_ngram_size": (0, 1000),
    "max_length": (1, 10_000_000),
    "length_penalty": (-100, 100),
    "repetition_penalty": (0.001, 100),
}


def check_search(settings: Mapping[str, Any]) -> None:
    """Numbers of `SearchDefaults` that no search can work with: raises ValueError that names the first."""
    for name, (low, high) in _SEARCH_LIMITS.items():
        value = settings.get(name, low)
        _require(low <= value <= high, f"search: {name} {value} is not between {low} and {high}")


def _check_ranges(manifest: Manifest) -> None:
    """What the types can't say. Raises ValueError."""
    shape, tokens = manifest.architecture, manifest.tokens
    _require(is_pack_id(manifest.pack_id), f"pack_id {manifest.pack_id[:70]!r} is no usable folder name")
    for item in fields(Architecture):
        _require(0 < getattr(shape, item.name) <= 10_000_000, f"architecture.{item.name} is out of range")
    _require(shape.d_model % shape.heads == 0, "architecture.heads does not divide d_model")
    ids = [tokens.pad, tokens.eos, tokens.unk, tokens.decoder_start, tokens.forced_bos, tokens.forced_eos, *tokens.banned]
    _require(all(i is None or 0 <= i < shape.vocab_size for i in ids), "tokens has an id outside the vocabulary")
    _require(manifest.producible_ids is None or 0 < manifest.producible_ids <= shape.vocab_size, "producible_ids is out of range")
    check_search(asdict(manifest.search))
    _require(manifest.placeholder is None or manifest.placeholder.count("{}") == 1, "placeholder lacks its {}")
    _check_files(manifest)


def _check_files(manifest: Manifest) -> None:
    seen = {MANIFEST}
    for file in manifest.files:
        _require(is_safe_path(file.path), f"unsafe path {file.path[:80]!r}")
        _require(file.path.lower() not in seen, f"{file.path} is named twice")
        _require(file.size_bytes >= 0, f"size of {file.path} is out of range")
        _require(bool(re.fullmatch(r"[0-9a-f]{64}", file.sha256)), f"hash of {file.path} is no SHA-256")
        seen.add(file.path.lower())
    names = {file.path for file in manifest.files}
    needed = [*manifest.graphs.values(), "source.spm", "target.spm", "vocab.json"]
    if manifest.shortlist:
        _require(manifest.layout == "fused", "only packs of layout fused have a shortlist")
        for role in [role for role in manifest.graphs if role.startswith("decoder")]:
            projection = role.replace("decoder", "projection")
            _require(projection in manifest.graphs, f"graph {projection} is missing")
        _require(min(manifest.shortlist.per_source, manifest.shortlist.frequent) >= 0, "shortlist is out of range")
        needed.append(manifest.shortlist.path)
    for role in LAYOUTS[manifest.layout]:
        _require(role in manifest.graphs, f"graph {role} is missing")
    for name in needed:
        _require(name in names, f"{name[:80]} is not among the files")
