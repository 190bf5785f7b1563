"""A HuggingFace Marian folder, read once and checked for completeness before anything else runs."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sentencepiece

from translator_app.convert.weights import Weights, read_weights
from translator_app.errors import ConversionError

TOKENIZER_FILES = ("source.spm", "target.spm", "vocab.json")
WEIGHT_FILES = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json")

# Copies of the one embedding that some files hold beside it, and tables that are computed
_EMBEDDING_NAMES = ("shared.weight", "encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "lm_head.weight")
_COMPUTED = ("encoder.embed_positions.weight", "decoder.embed_positions.weight")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a folder holds. Weights are float32, named as in HuggingFace's MarianMTModel without the leading "model."."""

    folder: Path
    config: Mapping[str, Any]
    generation: Mapping[str, Any]  # generation_config.json; {} when there is none
    vocabulary: Mapping[str, int]
    source_pieces: frozenset[str]
    target_pieces: frozenset[str]
    weights: Weights
    untied: tuple[str, ...]  # embeddings that differ from the shared one: such a model isn't supported


def read_checkpoint(folder: Path) -> Checkpoint:
    """Read a folder. Raises ConversionError that names every missing file, or the damaged one."""
    _check_files(folder)
    config = _read_table(folder / "config.json")
    generation_path = folder / "generation_config.json"
    generation = _read_table(generation_path) if generation_path.exists() else {}
    vocabulary = _read_table(folder / "vocab.json")
    if not vocabulary or not all(isinstance(i, int) for i in vocabulary.values()):
        raise ConversionError(f"{folder / 'vocab.json'} is no table of pieces and their ids")
    source, target = _pieces(folder / "source.spm"), _pieces(folder / "target.spm")
    weights, untied = _read_all_weights(folder)
    return Checkpoint(folder, config, generation, vocabulary, source, target, weights, untied)


def _check_files(folder: Path) -> None:
    if not folder.is_dir():
        raise ConversionError(f"{folder} is no folder")
    missing = [name for name in ("config.json", *TOKENIZER_FILES) if not (folder / name).is_file()]
    if not any((folder / name).is_file() for name in WEIGHT_FILES):
        missing.append("the weights (model.safetensors or pytorch_model.bin)")
    needed = [folder / name for name in ("config.json", *TOKENIZER_FILES, *WEIGHT_FILES)]
    empty = [path.name for path in needed if path.is_file() and not path.stat().st_size]
    problems = [f"missing: {', '.join(missing)}"] if missing else []
    problems += [f"empty: {', '.join(empty)}"] if empty else []
    if problems:
        raise ConversionError(f"{folder} is not complete; {'; '.join(problems)}")


def _read_table(path: Path) -> dict[str, Any]:
    try:
        table = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConversionError(f"{path} is damaged or truncated ({error}); fetch it again") from error
    if not isinstance(table, dict):
        raise ConversionError(f"{path} holds no JSON object")
    return table


def _pieces(path: Path) -> frozenset[str]:
    try:
        model = sentencepiece.SentencePieceProcessor(model_proto=path.read_bytes())
    except (OSError, RuntimeError) as error:
        raise ConversionError(f"{path} is damaged or truncated (no SentencePiece model); fetch it again") from error
    return frozenset(model.id_to_piece(i) for i in range(model.get_piece_size()))


def _weight_files(folder: Path) -> Sequence[Path]:
    """The first kind of weights that is there: one file, or the parts that an index names."""
    for name in WEIGHT_FILES:
        path = folder / name
        if not path.is_file():
            continue
        if not name.endswith(".json"):
            return [path]
        parts = _read_table(path).get("weight_map")
        if not isinstance(parts, dict) or not parts:
            raise ConversionError(f"{path} names no parts")
        names = sorted(set(parts.values()))
        if missing := [part for part in names if Path(part).name != part or not (folder / part).is_file()]:
            raise ConversionError(f"{folder}: {name} names parts that are missing: {', '.join(missing)}")
        return [folder / part for part in names]
    raise ConversionError(f"{folder}: no weights")


def _read_all_weights(folder: Path) -> tuple[Weights, tuple[str, ...]]:
    found: Weights = {}
    for path in _weight_files(folder):
        found.update({name.removeprefix("model."): array for name, array in read_weights(path).items()})
    weights = {name: array for name, array in found.items() if name not in (*_COMPUTED, *_EMBEDDING_NAMES)}
    embeddings = {name: found[name] for name in _EMBEDDING_NAMES if name in found}
    untied: list[str] = []
    if embeddings:
        first, shared = next(iter(embeddings.items()))
        weights["shared.weight"] = shared
        untied = [name for name, array in embeddings.items() if name != first and not _same(array, shared)]
    if "final_logits_bias" in weights:
        weights["final_logits_bias"] = weights["final_logits_bias"].reshape(-1)
    return weights, tuple(untied)


def _same(one: Any, other: Any) -> bool:
    return one.shape == other.shape and bool((one == other).all())
