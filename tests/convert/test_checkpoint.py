import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from translator_app.convert.checkpoint import read_checkpoint
from translator_app.errors import ConversionError

MakeCheckpoint = Callable[..., Path]


def test_reads_names_without_prefix(make_checkpoint: MakeCheckpoint, tmp_path: Path) -> None:
    checkpoint = read_checkpoint(make_checkpoint(tmp_path / "m"))
    vocab = checkpoint.config["vocab_size"]
    assert checkpoint.weights["shared.weight"].shape == (vocab, 32)
    assert checkpoint.weights["final_logits_bias"].shape == (vocab,)
    assert "encoder.layers.1.self_attn.q_proj.weight" in checkpoint.weights
    assert checkpoint.generation["num_beams"] == 4
    assert checkpoint.untied == ()


def test_every_missing_file_is_named_at_once(make_checkpoint: MakeCheckpoint, tmp_path: Path) -> None:
    folder = make_checkpoint(tmp_path / "m")
    for name in ("source.spm", "vocab.json", "model.safetensors"):
        (folder / name).unlink()
    (folder / "target.spm").write_bytes(b"")
    with pytest.raises(ConversionError, match=r"missing: source.spm, vocab.json, the weights .*; empty: target.spm"):
        read_checkpoint(folder)


@pytest.mark.parametrize("name", ["source.spm", "target.spm", "vocab.json", "config.json", "generation_config.json", "model.safetensors"])
def test_a_truncated_file_is_named(make_checkpoint: MakeCheckpoint, tmp_path: Path, name: str) -> None:
    path = make_checkpoint(tmp_path / "m") / name
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])
    with pytest.raises(ConversionError, match=f"{name} is damaged or truncated"):
        read_checkpoint(path.parent)


def test_parts_are_joined_and_missing_parts_named(make_checkpoint: MakeCheckpoint, tmp_path: Path) -> None:
    folder = make_checkpoint(tmp_path / "m")
    whole = load_file(folder / "model.safetensors")
    (folder / "model.safetensors").unlink()
    names = sorted(whole)
    parts = {"model-1.safetensors": names[::2], "model-2.safetensors": names[1::2]}
    for part, held in parts.items():
        save_file({name: whole[name] for name in held}, folder / part)
    index = {"weight_map": {name: part for part, held in parts.items() for name in held}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    weights = read_checkpoint(folder).weights
    assert weights.keys() == {name.removeprefix("model.") for name in names}
    (folder / "model-2.safetensors").unlink()
    with pytest.raises(ConversionError, match=r"names parts that are missing: model-2\.safetensors"):
        read_checkpoint(folder)


def test_copies_of_the_embedding_must_be_equal(make_checkpoint: MakeCheckpoint, tmp_path: Path) -> None:
    folder = make_checkpoint(tmp_path / "m")
    whole = load_file(folder / "model.safetensors")
    whole["lm_head.weight"] = whole["model.shared.weight"].copy()
    whole["model.encoder.embed_tokens.weight"] = whole["model.shared.weight"] + np.float32(1)
    whole["model.encoder.embed_positions.weight"] = np.zeros((64, 32), np.float32)
    save_file(whole, folder / "model.safetensors")
    checkpoint = read_checkpoint(folder)
    assert checkpoint.untied == ("encoder.embed_tokens.weight",)
    assert "encoder.embed_positions.weight" not in checkpoint.weights
