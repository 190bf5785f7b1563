"""Random checkpoints become packs, and packs become checkpoints that hold the same weights."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from translator_app.bench.models import SHAPES, checkpoint_of, pack_of, random_checkpoint, random_shortlist, write_map
from translator_app.convert.linear import quantise_rows
from translator_app.engine.network import load_network
from translator_app.engine.search import DecodingOptions, search
from translator_app.engine.shortlist import Shortlist
from translator_app.errors import ConversionError
from translator_app.importer import import_path
from translator_app.packs import Pack, load_pack


def test_a_random_checkpoint_is_made_once_and_can_be_decoded(tmp_path: Path) -> None:
    checkpoint = random_checkpoint(SHAPES["tiny"], tmp_path / "random")
    weights = checkpoint / "model.safetensors"
    before = weights.stat().st_mtime_ns
    assert random_checkpoint(SHAPES["tiny"], checkpoint) == checkpoint
    assert weights.stat().st_mtime_ns == before
    pack = load_pack(pack_of(checkpoint, tmp_path / "own", "int8"))
    network = load_network(pack, threads=1)
    [[found]] = search(network, [[5, 6, 7, 0]], DecodingOptions(min_length=30, max_length=30))
    network.close()
    assert len(found.ids) == 30


def test_a_cut_projection_makes_no_other_ids(tmp_path: Path) -> None:
    shape = SHAPES["tiny"]
    checkpoint = random_checkpoint(shape, tmp_path / "random")
    pack = load_pack(pack_of(checkpoint, tmp_path / "short", "int8", shape.shortlist))
    assert pack.manifest.producible_ids == shape.shortlist


def test_the_same_likely_ids_for_both(tmp_path: Path) -> None:
    shape = SHAPES["tiny"]
    checkpoint, table = random_checkpoint(shape, tmp_path / "random"), random_shortlist(shape)
    pack = load_pack(pack_of(checkpoint, tmp_path / "listed", "int8", shortlist=table))
    found = Shortlist.from_pack(pack)
    assert found
    lines = write_map(table, checkpoint, tmp_path / "map.txt").read_text(encoding="utf-8").splitlines()
    rows = {source: set(targets.split()) for source, targets in (line.split("\t") for line in lines)}
    assert len(rows) == shape.vocab_size + 1
    names = {i: name for name, i in json.loads((checkpoint / "vocab.json").read_text(encoding="utf-8")).items()}
    assert {names[i] for i in found.choose([[5, 17, 0]])[0].tolist()} == rows[""] | rows["t5"] | rows["t17"] | rows["</s>"]
    network = load_network(pack, threads=1)
    [[hypothesis]] = search(network, [[5, 17, 0]], DecodingOptions(min_length=30, max_length=30))
    network.close()
    assert set(hypothesis.ids) <= set(found.choose([[5, 17, 0]])[0].tolist())


@pytest.mark.parametrize("precision", ["fp32", "int8"])
@pytest.mark.parametrize("listed", [False, True])
def test_a_pack_gives_its_weights_back(
    tiny_checkpoint: Path, make_pack: Callable[..., Pack], tmp_path: Path, precision: str, listed: bool
) -> None:
    shape = make_pack(tmp_path / "shape").manifest.architecture
    table = Shortlist.of_rows(shape.vocab_size, [0], [[1]] * shape.vocab_size) if listed else None
    pack = make_pack(tmp_path / "pack", precision, shortlist=table)
    folder = checkpoint_of(pack, tmp_path / "checkpoint")
    original, found = (load_file(path / "model.safetensors") for path in (tiny_checkpoint, folder))
    config, own = (json.loads((path / "config.json").read_text(encoding="utf-8")) for path in (tiny_checkpoint, folder))
    for key in ("d_model", "activation_function", "scale_embedding", "pad_token_id", "decoder_start_token_id", "max_position_embeddings"):
        assert own[key] == config[key]
    for name, array in found.items():
        expected = original[name]
        if precision == "int8" and name.endswith(".weight") and "norm" not in name:
            rows, scale = quantise_rows(expected.astype(np.float32))
            assert np.array_equal(quantise_rows(array)[0], rows), name
            expected = (rows.astype(np.float32) - 128) * scale[:, None]
        if name == "final_logits_bias":
            never = array == array.min() if pack.manifest.producible_ids else np.zeros_like(array, bool)
            array, expected = array[~never], expected[~never]
        np.testing.assert_allclose(array, expected, atol=1e-6, err_msg=name)


def test_weights_of_other_layouts_stay_where_they_are(make_foreign: Callable[..., Path], tmp_path: Path, packs_home: Path) -> None:
    pack = import_path(make_foreign("optimum-merged"))
    with pytest.raises(ConversionError, match="convert"):
        checkpoint_of(pack, tmp_path / "checkpoint")
    assert not (tmp_path / "checkpoint").exists()
