"""Renumbering changes ids, never translations; what was cut can't be produced; PyTorch judges the cut."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from translator_app.convert.build import FP32, Builder, Recipe
from translator_app.convert.checkpoint import Checkpoint, read_checkpoint
from translator_app.convert.pipeline import convert
from translator_app.convert.shortlist import apply_shortlist
from translator_app.convert.support import check_model
from translator_app.engine.network import load_network
from translator_app.engine.search import DecodingOptions, search
from translator_app.engine.tokenizer import Tokenizer
from translator_app.errors import ConversionError
from translator_app.packs import Pack

TEXTS = ["The weather is nice today.", "What is your name?", "I like tea 茶.", "naïve 🙂", ""]


@pytest.fixture
def original(tiny_checkpoint: Path) -> Checkpoint:
    return read_checkpoint(tiny_checkpoint)


def translate(pack: Pack, beam_size: int) -> list[tuple[str, float]]:
    tokenizer, network = Tokenizer.from_pack(pack), load_network(pack, threads=1)
    found = search(network, [tokenizer.encode(text) for text in TEXTS], DecodingOptions(beam_size=beam_size, max_length=30))
    network.close()
    return [(tokenizer.decode(h[0].ids), round(h[0].score, 3)) for h in found]


def build(checkpoint: Checkpoint, folder: Path) -> Pack:
    return Builder(checkpoint, check_model(checkpoint, "zh", ""), Recipe("tiny")).build(FP32, folder)


@pytest.mark.parametrize("beam_size", [1, 4])
def test_translations_stay_what_they_are(original: Checkpoint, tmp_path: Path, beam_size: int) -> None:
    before = build(original, tmp_path / "before")
    after = build(apply_shortlist(original, "target", tmp_path / "renumbered"), tmp_path / "after")
    assert translate(after, beam_size) == translate(before, beam_size)
    assert after.manifest.producible_ids == len(original.target_pieces & original.vocabulary.keys())


def test_ids_are_renumbered_everywhere(original: Checkpoint, tmp_path: Path) -> None:
    folder = tmp_path / "renumbered"
    found = apply_shortlist(original, "300", folder)
    assert sorted(found.vocabulary.values()) == sorted(original.vocabulary.values())
    assert found.vocabulary["</s>"] == 0
    for piece, i in original.vocabulary.items():
        j = found.vocabulary[piece]
        np.testing.assert_array_equal(found.weights["shared.weight"][j], original.weights["shared.weight"][i])
    again = read_checkpoint(folder)  # whole, and with the model's own bias: what PyTorch compares with
    assert again.vocabulary == found.vocabulary
    assert sorted(again.weights["final_logits_bias"]) == sorted(original.weights["final_logits_bias"])
    pad = found.vocabulary["<pad>"]
    assert again.config["pad_token_id"] == again.config["decoder_start_token_id"] == pad
    assert again.generation["bad_words_ids"] == [[pad]]
    assert (found.weights["final_logits_bias"][300:] == -1e4).all()
    assert found.weights["final_logits_bias"][:300].max() > -1e4


def test_only_pieces_on_the_list_are_produced(original: Checkpoint, tmp_path: Path) -> None:
    found = apply_shortlist(original, "270", tmp_path / "renumbered")
    pack = build(found, tmp_path / "pack")
    network = load_network(pack, threads=1)
    sources = [Tokenizer.from_pack(pack).encode(text) for text in TEXTS]
    for hypotheses in search(network, sources, DecodingOptions(beam_size=2, max_length=20)):
        assert all(i < 270 for i in hypotheses[0].ids)
    network.close()


@pytest.mark.parametrize("shortlist", ["all", "-5", "2", "100000", "1.5"])
def test_a_wrong_length_is_named(original: Checkpoint, tmp_path: Path, shortlist: str) -> None:
    with pytest.raises(ConversionError, match="--shortlist"):
        apply_shortlist(original, shortlist, tmp_path / "renumbered")


def test_the_whole_conversion(tiny_checkpoint: Path, tmp_path: Path, golden: dict[str, Any]) -> None:
    test_set = tmp_path / "test.tsv"
    pairs = list(zip(golden["texts"], golden["greedy_texts"], strict=True))[:60]
    test_set.write_text("".join(f"{source}\t{target}\n" for source, target in pairs), encoding="utf-8")
    recipe = Recipe("tiny", shortlist="target", test=test_set, source_prefix="")
    say: Callable[[str], None] = [].append  # type: ignore[assignment]
    pack = convert(tiny_checkpoint, tmp_path / "pack", recipe, say)
    report = pack.manifest.verification
    assert pack.manifest.source_model == tiny_checkpoint.name
    if "fp32_vs_pytorch" in report:  # PyTorch is installed
        assert report["fp32_vs_pytorch"]["equal_outputs"] == report["tokenizer_equal"] == 1
    assert json.loads((pack.folder / "vocab.json").read_text(encoding="utf-8"))["<pad>"] == pack.manifest.tokens.pad
