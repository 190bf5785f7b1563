"""Makes packs of what users have: one of our packs, or a folder of ONNX graphs that others made next to HuggingFace's tokenizer files.

Foreign graphs are recognised by their inputs and outputs (`engine.foreign`), their names only tell the precision. No torch,
no onnx: this is how an installed app gets the published opus-mt-en-zh.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any

from translator_app import __version__, pack_store, packs
from translator_app.engine.foreign import Wiring, check_shapes, read_wiring
from translator_app.engine.network import load_network
from translator_app.engine.search import DecodingOptions, search
from translator_app.engine.tokenizer import Tokenizer
from translator_app.errors import BrokenPack, Message, PackNotFound, UnsupportedPack
from translator_app.manifest import FORMAT_VERSION, MANIFEST, is_pack_id, is_safe_path, language
from translator_app.onnx_header import Header, read_header
from translator_app.packs import (
    Architecture,
    BytesProgress,
    LanguagePair,
    Manifest,
    Pack,
    SearchDefaults,
    ShouldStop,
    TokenIds,
)
from translator_app.tokenizer_check import check_tokenizer

TOKENIZER_FILES = ("source.spm", "target.spm", "vocab.json")
CARD = "README.md"  # a hub's model card, kept in the pack
MAX_CARD_BYTES = 1 << 20

# what publishers put at the end of a file's name -> precision; the first of a precision is preferred
_SUFFIXES = {
    "quantized": "int8",
    "int8": "int8",
    "uint8": "int8",
    "q8": "int8",
    "fp32": "fp32",
    "fp16": "fp16",
    "q4": "int4",
    "q4f16": "int4",
    "bnb4": "int4",
}
PRECISIONS = ("int8", "fp32", "fp16", "int4")  # in the order in which they are tried when the wanted one is not there

# layout -> what each role of the pack must be; the first layout that is complete is taken
_LAYOUTS: Mapping[str, Mapping[str, str]] = {
    "optimum-merged": {"encoder": "encoder", "decoder": "decoder_merged"},
    "optimum": {"encoder": "encoder", "decoder": "decoder", "decoder_with_past": "decoder_with_past"},
    "split": {"encoder": "encoder", "decoder": "decoder"},
    "single": {"model": "model"},
}
_CHINESE_CODES = (">>cmn_Hans<<", ">>zho_Hans<<", ">>zho<<", ">>cmn<<")  # Traditional is made by typography, from Simplified


@dataclass(frozen=True, slots=True)
class Options:
    """What a user may say about a foreign model; None: found out."""

    precision: str = "int8"  # preferred, of those that are there
    pack_id: str | None = None
    name: str | None = None
    pair: LanguagePair | None = None
    source_prefix: str | None = None  # such as >>cmn_Hans<<
    source_model: str | None = None
    source_revision: str = ""


@dataclass(frozen=True, slots=True)
class _Candidate:
    path: Path
    precision: str
    header: Header
    wiring: Wiring


def import_path(
    path: Path, options: Options = Options(), *, progress: BytesProgress | None = None, should_stop: ShouldStop | None = None
) -> Pack:
    """Install whatever pack or model is in a folder or zip, once it has been seen to run.

    Raises BrokenPack, UnsupportedPack, PackNotFound, PackError or Cancelled; then nothing has changed.
    """
    if path.is_dir() and not (path / MANIFEST).exists() and _graph_files(path):
        return _import_foreign(path, options, progress, should_stop)
    return pack_store.import_pack(path, progress=progress, should_stop=should_stop, check=try_out)


def try_out(pack: Pack) -> None:
    """Load the graphs and translate two words. Raises BrokenPack or UnsupportedPack."""
    tokenizer = Tokenizer.from_pack(pack)
    network = load_network(pack, threads=1)
    try:
        sources = [tokenizer.encode(text) for text in ("Hello, world!", "Yes.")]  # of unequal length: padding is tried too
        search(network, sources, DecodingOptions(max_length=4))
    except (BrokenPack, UnsupportedPack):
        raise
    except Exception as error:  # onnxruntime's errors have no common base
        first_line = (str(error) or type(error).__name__).splitlines()[0][:300]
        raise BrokenPack("the graphs of {folder} load but do not run ({reason})", folder=pack.folder, reason=first_line) from error
    finally:
        network.close()


def _import_foreign(folder: Path, options: Options, progress: BytesProgress | None, should_stop: ShouldStop | None) -> Pack:
    tables = _read_tables(folder)
    layout, chosen = _choose_graphs(folder, options.precision)
    manifest = _describe(folder, layout, chosen, tables, options)
    with packs.os_errors(Message("{path} can't be imported", path=folder)), pack_store.staging() as staged:
        names = _copy_files(folder, chosen, staged, progress, should_stop)
        files = tuple(packs.describe_file(staged, name) for name in names)
        (staged / MANIFEST).write_text(replace(manifest, files=files).to_json(), encoding="utf-8", newline="\n")
        pack = packs.load_pack(staged)
        check_tokenizer(pack)
        try_out(pack)
        return pack_store.adopt(staged)


# graphs


def _graph_files(folder: Path) -> list[Path]:
    return sorted([*folder.glob("*.onnx"), *(folder / "onnx").glob("*.onnx")])


def precision_of(name: str) -> str:
    """Precision that a graph's file name tells: decoder_model_merged_quantized.onnx -> int8."""
    return _SUFFIXES.get(_suffix(name), "fp32")


def _suffix(name: str) -> str:
    return re.split(r"[._-]", name.lower().removesuffix(".onnx"))[-1]


def _choose_graphs(folder: Path, wanted: str) -> tuple[str, dict[str, _Candidate]]:
    """The layout, and a graph for each of its roles: of the wanted precision, else all of another one."""
    candidates, refused = [], []
    for path in _graph_files(folder):
        header = read_header(path)
        try:
            wiring = read_wiring(header.inputs, header.outputs, path)
        except UnsupportedPack as error:
            refused.append(str(error))
            continue
        candidates.append(_Candidate(path, precision_of(path.name), header, wiring))
    order = list(_SUFFIXES)
    candidates.sort(key=lambda c: order.index(_suffix(c.path.name)) if _suffix(c.path.name) in order else -1)
    for precision in (wanted, *PRECISIONS, None):  # None: mixed
        for layout, roles in _LAYOUTS.items():
            fitting = [c for c in candidates if precision in (None, c.precision)]
            chosen = {role: next((c for c in fitting if c.wiring.role == kind), None) for role, kind in roles.items()}
            if all(chosen.values()):
                return layout, {role: c for role, c in chosen.items() if c}
    found = [f"{c.path.name} ({c.wiring.role})" for c in candidates]
    detail = "".join(f"\n{reason}" for reason in refused)
    raise UnsupportedPack(
        "{folder} holds no complete translation model: found {found}{detail}",
        folder=folder,
        found=", ".join(found) or Message("no graph that can be used"),
        detail=detail,
    )


def _copy_files(
    folder: Path, chosen: Mapping[str, _Candidate], staged: Path, progress: BytesProgress | None, should_stop: ShouldStop | None
) -> list[str]:
    """Copy graphs with their weights files, tokenizer and model card; gives the names in the pack."""
    sources = {name: folder / name for name in TOKENIZER_FILES}
    if (folder / CARD).is_file() and (folder / CARD).stat().st_size <= MAX_CARD_BYTES:
        sources[CARD] = folder / CARD
    for candidate in chosen.values():
        for name in (candidate.path.name, *candidate.header.external):
            if not is_safe_path(name) or not (candidate.path.parent / name).is_file():
                raise BrokenPack("{path} needs the file {name!r}, which is not beside it", path=candidate.path, name=name[:80])
            if sources.setdefault(name, candidate.path.parent / name) != candidate.path.parent / name:
                raise UnsupportedPack("{folder} has two different files {name} that one pack would need", folder=folder, name=name)
    count = packs.counter(sum(path.stat().st_size for path in sources.values()), progress, should_stop)
    for name, path in sources.items():
        (staged / name).parent.mkdir(parents=True, exist_ok=True)
        with path.open("rb") as stream, (staged / name).open("xb") as out:
            while block := stream.read(packs.CHUNK_BYTES):
                out.write(block)
                count(len(block))
    return sorted(sources)


# configuration


def _read_tables(folder: Path) -> dict[str, dict[str, Any]]:
    """config, generation_config, tokenizer_config and vocab by name; the middle two may be missing."""
    if missing := [name for name in ("config.json", *TOKENIZER_FILES) if not (folder / name).is_file()]:
        raise PackNotFound(
            "{folder} has ONNX graphs but lacks {missing} of the model they were made from; put them beside",
            folder=folder,
            missing=", ".join(missing),
        )
    tables = {}
    for name in ("config", "generation_config", "tokenizer_config", "vocab"):
        path = folder / f"{name}.json"
        try:
            tables[name] = json.loads(path.read_bytes()) if path.is_file() else {}
        except (OSError, ValueError, RecursionError) as error:
            raise BrokenPack("{path} is damaged ({reason}); get it again", path=path, reason=str(error)[:80]) from error
        if not isinstance(tables[name], dict):
            raise BrokenPack("{path} is no JSON object; get it again", path=path)
    return tables


def _describe(
    folder: Path, layout: str, chosen: Mapping[str, _Candidate], tables: Mapping[str, dict[str, Any]], options: Options
) -> Manifest:
    """The manifest without its files. Raises UnsupportedPack when config.json is not one of a Marian model."""
    config = tables["config"]
    settings = {**config, **tables["generation_config"]}  # the latter wins, as in transformers
    if config.get("model_type") != "marian":
        raise UnsupportedPack(
            "{path}: model_type is {kind!r}; only marian is supported", path=folder / "config.json", kind=str(config.get("model_type"))[:40]
        )
    if config.get("decoder_vocab_size", config.get("vocab_size")) != config.get("vocab_size"):
        raise UnsupportedPack(
            "{path}: the two sides have vocabularies of their own, which is not supported yet", path=folder / "config.json"
        )
    architecture = _architecture(folder, config)
    for candidate in chosen.values():
        shape = architecture
        check_shapes(candidate.wiring, shape.decoder_layers, shape.heads, shape.d_model, shape.vocab_size, candidate.path)
    source_model = options.source_model or str(config.get("_name_or_path") or folder.resolve().name)
    pair = options.pair or _pair(tables["tokenizer_config"], source_model)
    pack_id = options.pack_id or re.sub(r"[^a-z0-9]+", "-", source_model.lower().rsplit("/", 1)[-1]).strip("-")[:64] or "imported"
    if not is_pack_id(pack_id):
        raise UnsupportedPack("{pack_id!r} can't be the id of a pack; choose one of lower-case letters, digits and -", pack_id=pack_id)
    return Manifest(
        format_version=FORMAT_VERSION,
        pack_id=pack_id,
        name=options.name or source_model.rsplit("/", 1)[-1],
        pair=pair,
        layout=layout,
        graphs={role: candidate.path.name for role, candidate in chosen.items()},
        precision={role: candidate.precision for role, candidate in chosen.items()},
        architecture=architecture,
        tokens=_tokens(folder, settings, tables["vocab"]),
        search=_search_defaults(folder, settings, architecture.max_positions),
        producible_ids=None,
        source_prefix=_prefix(folder, pair.target, tables["vocab"], options.source_prefix),
        placeholder=None,  # whether a model copies placeholders is measured by the converter; around them is always safe
        source_model=source_model,
        source_revision=options.source_revision,
        licence=_licence(folder),
        created_by=f"translator-app {__version__}",
        opset=max(candidate.header.opset for candidate in chosen.values()),
        onnxruntime=_onnxruntime_version(),
        files=(),
    )


def _onnxruntime_version() -> str:
    import onnxruntime

    return str(onnxruntime.__version__)


def _number(folder: Path, table: Mapping[str, Any], *names: str) -> int:
    for name in names:
        if type(value := table.get(name)) is int:
            return value
    raise BrokenPack("{path} lacks the number {name}; get it again", path=folder / "config.json", name=names[0])


def _architecture(folder: Path, config: Mapping[str, Any]) -> Architecture:
    shape = Architecture(
        d_model=_number(folder, config, "d_model"),
        encoder_layers=_number(folder, config, "encoder_layers"),
        decoder_layers=_number(folder, config, "decoder_layers"),
        heads=_number(folder, config, "decoder_attention_heads"),
        ffn=_number(folder, config, "decoder_ffn_dim"),
        vocab_size=_number(folder, config, "decoder_vocab_size", "vocab_size"),
        max_positions=_number(folder, config, "max_position_embeddings", "max_length"),
    )
    if any(number <= 0 for number in astuple(shape)) or shape.d_model % shape.heads:
        raise BrokenPack("{path}: these sizes are no model's: {shape}", path=folder / "config.json", shape=shape)
    return shape


def _tokens(folder: Path, settings: Mapping[str, Any], vocab: Mapping[str, Any]) -> TokenIds:
    banned = settings.get("bad_words_ids") or []
    if not all(isinstance(words, list) and len(words) == 1 and type(words[0]) is int for words in banned):
        raise UnsupportedPack("{folder}: bad_words_ids bans sequences of tokens; only single tokens are supported", folder=folder)
    pad = _number(folder, settings, "pad_token_id")
    forced = {key: settings.get(f"forced_{key}_token_id") for key in ("bos", "eos")}
    return TokenIds(
        pad=pad,
        eos=_number(folder, settings, "eos_token_id"),
        unk=_number(folder, vocab, "<unk>"),
        decoder_start=_number(folder, settings, "decoder_start_token_id", "pad_token_id"),
        forced_bos=forced["bos"] if type(forced["bos"]) is int else None,
        forced_eos=forced["eos"] if type(forced["eos"]) is int else None,
        # Marian's pad only starts a sentence. Some re-published configs have lost the ban, and without it a common sentence
        # in ten comes out empty (https://github.com/huggingface/transformers/issues/15323).
        banned=tuple(sorted({pad, *(words[0] for words in banned)})),
    )


def _search_defaults(folder: Path, settings: Mapping[str, Any], positions: int) -> SearchDefaults:
    found: dict[str, Any] = {"early_stopping": settings.get("early_stopping") is True}  # "never" is a third value of transformers
    kinds = {"num_beams": int, "length_penalty": float, "no_repeat_ngram_size": int, "repetition_penalty": float, "max_length": int}
    for name, kind in kinds.items():
        value = settings.get(name)
        if value is None:
            continue
        if type(value) not in (int, float):
            raise BrokenPack("{folder}: {name} is {value!r}, no number", folder=folder, name=name, value=str(value)[:40])
        found["beam_size" if name == "num_beams" else name] = kind(value)
    return SearchDefaults(**{**found, "max_length": min(found.get("max_length", positions), positions)})


def _pair(tokenizer_config: Mapping[str, Any], source_model: str) -> LanguagePair:
    """From the tokenizer's config, else from a name such as opus-mt-en-zh."""
    named = re.search(r"(?:^|[-_])([a-z]{2,3})[-_]([a-z]{2,3})$", source_model.lower())
    languages = [tokenizer_config.get("source_lang"), tokenizer_config.get("target_lang")]
    for i in (0, 1):
        if not (isinstance(languages[i], str) and re.fullmatch(r"[A-Za-z]{2,3}([-_]\w+)*", languages[i] or "")):
            if not named:
                raise UnsupportedPack(
                    "the languages of {source_model} are not known; name them, such as --pair en-zh", source_model=source_model
                )
            languages[i] = named[i + 1]
    source, target = (language(tag) if len(tag) == 3 else tag for tag in languages if tag)
    return LanguagePair(source, target)


def _prefix(folder: Path, target: str, vocab: Mapping[str, Any], chosen: str | None) -> str:
    """The language code that a model of many target languages wants before each sentence; "" for others."""
    codes = sorted(piece for piece in vocab if re.fullmatch(r">>\w+<<", piece))
    if chosen is not None:
        if chosen and chosen not in vocab:
            raise UnsupportedPack(
                "{folder} does not know the prefix {chosen}; it knows {codes}",
                folder=folder,
                chosen=chosen,
                codes=", ".join(codes[:20]) or Message("none"),
            )
        return chosen
    same = [code for code in codes if language(code[2:-2]) == language(target)]
    wanted = _CHINESE_CODES if language(target) == "zh" else (f">>{target}<<", *(same if len(same) == 1 else ()))
    for code in wanted:
        if code in vocab:
            return str(code)
    if codes:
        raise UnsupportedPack(
            "{folder} translates into several languages; choose one with --prefix: {codes}", folder=folder, codes=", ".join(codes[:20])
        )
    return ""


def _licence(folder: Path) -> str:
    """From the front matter of the model card."""
    try:
        text = (folder / CARD).read_text(encoding="utf-8", errors="replace")[:20_000]
    except OSError:
        return "see the model's page"
    found = re.search(r"^license:\s*([\w.+-]+)", text, re.MULTILINE)
    return found[1] if found else "see the model card"
