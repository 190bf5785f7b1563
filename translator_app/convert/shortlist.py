"""Cut the output projection to the pieces that a model can sensibly produce: most of the time of a step goes into it.

A Marian model's vocabulary holds the pieces of both languages, but its training targets held pieces of target.spm only: to
drop the others changes next to nothing and halves the projection of opus-mt-en-zh. A number keeps the likeliest pieces only.

The ids are renumbered, those that are kept first, so that the projection is the first rows of the embedding (stored once) and
an output's index is its id. This makes a whole new checkpoint folder, so that PyTorch verifies what was cut like all else.
"""

import json
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import sentencepiece
from safetensors.numpy import save_file

from translator_app.convert.checkpoint import Checkpoint
from translator_app.convert.graphs import NEVER
from translator_app.errors import ConversionError

TARGET = "target"  # all pieces of target.spm
_PER_ID = ("shared.weight", "final_logits_bias")


def apply_shortlist(checkpoint: Checkpoint, shortlist: str, folder: Path) -> Checkpoint:
    """Write the renumbered checkpoint into a new folder; the one returned can't produce what is not on the list.

    shortlist: "target" or a number of pieces. Raises ConversionError when it is neither.
    """
    kept = _kept_pieces(checkpoint, shortlist)
    first = [checkpoint.vocabulary[piece] for piece in kept]
    size = len(checkpoint.weights["shared.weight"])
    order = np.array([*first, *sorted(set(range(size)) - set(first))])  # old id of each new id
    new_id = np.argsort(order)
    weights = {name: array[order] if name in _PER_ID else array for name, array in checkpoint.weights.items()}
    config, generation = (_renumber(table, new_id) for table in (checkpoint.config, checkpoint.generation))
    vocabulary = {piece: int(new_id[i]) for piece, i in checkpoint.vocabulary.items()}
    folder.mkdir()
    for name, table in (("config.json", config), ("generation_config.json", generation), ("vocab.json", vocabulary)):
        if table:
            (folder / name).write_text(json.dumps(table, ensure_ascii=False), encoding="utf-8")
    for name in ("source.spm", "target.spm"):
        shutil.copyfile(checkpoint.folder / name, folder / name)
    _write_weights(weights, folder / "model.safetensors")
    bias = weights["final_logits_bias"].copy()
    bias[len(first) :] = NEVER
    return replace(
        checkpoint,
        folder=folder,
        config=config,
        generation=generation,
        vocabulary=vocabulary,
        weights={**weights, "final_logits_bias": bias},
    )


def _kept_pieces(checkpoint: Checkpoint, shortlist: str) -> list[str]:
    """</s>, <unk>, then pieces of target.spm in its own order: bytes, then the likeliest first."""
    model = sentencepiece.SentencePieceProcessor(model_proto=(checkpoint.folder / "target.spm").read_bytes())
    pieces = (model.id_to_piece(i) for i in range(model.get_piece_size()))
    kept = [piece for piece in dict.fromkeys(("</s>", "<unk>", *pieces)) if piece in checkpoint.vocabulary]
    if shortlist == TARGET:
        return kept
    if not shortlist.isdecimal() or not 2 < int(shortlist) <= len(kept):
        raise ConversionError(f"--shortlist {shortlist}: neither {TARGET!r} nor a number of pieces up to {len(kept)}")
    return kept[: int(shortlist)]


def _renumber(table: Mapping[str, Any], new_id: npt.NDArray[np.intp]) -> dict[str, Any]:
    """config.json or generation_config.json with every token id renumbered."""

    def renumbered(value: Any) -> Any:
        if isinstance(value, list):
            return [renumbered(item) for item in value]
        return value if value is None else int(new_id[value])

    names = {name for name in table if name.endswith("_token_id")} | {"bad_words_ids", "suppress_tokens", "begin_suppress_tokens"}
    return {name: renumbered(value) if name in names else value for name, value in table.items()}


def _write_weights(weights: Mapping[str, Any], path: Path) -> None:
    """As transformers names them."""
    named = {name if name == "final_logits_bias" else f"model.{name}": np.ascontiguousarray(array) for name, array in weights.items()}
    named["final_logits_bias"] = named["final_logits_bias"].reshape(1, -1)
    save_file(named, path, metadata={"format": "pt"})
