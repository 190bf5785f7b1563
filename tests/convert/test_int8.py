"""Models that int8 hurts, and the ways out: the layers to leave in fp32 are found, static scales are calibrated."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from safetensors.numpy import load_file, save_file

from translator_app.convert import calibrate, sensitivity
from translator_app.convert.build import FP32, Builder, Recipe, graph_options
from translator_app.convert.checkpoint import read_checkpoint
from translator_app.convert.pipeline import convert
from translator_app.convert.support import check_model
from translator_app.engine.network import load_network
from translator_app.engine.search import DecodingOptions, search
from translator_app.engine.tokenizer import Tokenizer
from translator_app.errors import ConversionError, QualityGateError
from translator_app.packs import Pack

SENTENCES = [
    f"{who} {what} {when}." for who in ("She", "My friend", "Nobody") for what in ("is here", "reads books") for when in ("now", "today")
]
OUTLIER_LAYER = "decoder.layers.1.encoder_attn"


@pytest.fixture
def outliers(tiny_checkpoint: Path, tmp_path: Path) -> Path:
    """The same function as the plain model in fp32, but some channels are a thousand times as large as the others."""
    folder = tmp_path / "outliers"
    shutil.copytree(tiny_checkpoint, folder)
    weights = load_file(folder / "model.safetensors")
    for name in ("v_proj.weight", "v_proj.bias"):
        weights[f"model.{OUTLIER_LAYER}.{name}"][:3] *= 1000
    weights[f"model.{OUTLIER_LAYER}.out_proj.weight"][:, :3] /= 1000
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    return folder


@pytest.fixture(autouse=True)
def no_pytorch(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison with PyTorch has its own tests."""
    monkeypatch.setattr("translator_app.convert.verify.missing_packages", lambda *names: list(names))


def builder(folder: Path) -> Builder:
    checkpoint = read_checkpoint(folder)
    return Builder(checkpoint, check_model(checkpoint), Recipe("tiny"))


def outputs(pack: Pack, kernel: str = "interactive") -> list[str]:
    tokenizer, network = Tokenizer.from_pack(pack), load_network(pack, kernel=kernel)
    found = search(network, [tokenizer.encode(s) for s in SENTENCES], DecodingOptions(max_length=12))
    return [tokenizer.decode(hypotheses[0].ids) for hypotheses in found]


def test_the_layer_that_hurts_is_found(outliers: Path, tmp_path: Path) -> None:
    build = builder(outliers)
    fp32 = build.build(FP32, tmp_path / "fp32")
    damage = sensitivity.rank_layers(build, graph_options(build.checkpoint.config, build.recipe), fp32, SENTENCES, tmp_path)
    assert damage[0].name == f"{OUTLIER_LAYER}.out_proj"
    assert damage[0].divergence > 3 * damage[1].divergence
    assert len(damage) == 2 * 4 + 1 + 2 * 6 + 2
    assert damage[0].name in list(sensitivity.table(damage))[1]


def test_parts_that_stay_fp32_are_not_ranked(outliers: Path, tmp_path: Path) -> None:
    build = builder(outliers)
    recipe = replace(build.recipe, quantize=frozenset({"encoder"}), exclude=("encoder.layers.*",))
    options = graph_options(build.checkpoint.config, recipe)
    fp32 = build.build(FP32, tmp_path / "fp32")
    assert [layer.name for layer in sensitivity.rank_layers(build, options, fp32, SENTENCES, tmp_path)] == ["encoder.crosskv"]


def test_a_model_that_fails_the_gate_passes_when_layers_are_left_out(
    tiny_checkpoint: Path, outliers: Path, golden: dict[str, Any], tmp_path: Path
) -> None:
    tests = tmp_path / "tests.tsv"  # what the model knows by heart
    pairs = zip(golden["texts"][:50], golden["greedy_texts"][:50], strict=True)
    tests.write_text("".join(f"{source}\t{target}\n" for source, target in pairs), encoding="utf-8")
    recipe = Recipe("tiny", test=tests)
    plain = convert(tiny_checkpoint, tmp_path / "plain", replace(recipe, sensitivity=True)).manifest.verification
    assert plain["gate"]["passed"]
    assert len(plain["sensitivity"]) == 2 * 4 + 1 + 2 * 6 + 2
    assert "left_out" not in plain
    with pytest.raises(QualityGateError, match=r"worse than fp32, .*--auto-exclude"):
        convert(outliers, tmp_path / "out" / "tiny", recipe)
    said: list[str] = []
    pack = convert(outliers, tmp_path / "out" / "tiny", replace(recipe, auto_exclude=True), said.append)
    report = pack.manifest.verification
    assert report["gate"]["passed"]
    assert report["left_out"] == [f"{OUTLIER_LAYER}.out_proj"]
    assert any("nats a token" in line for line in said)


def test_static_scales_are_calibrated(tiny_checkpoint: Path, tmp_path: Path) -> None:
    build = builder(tiny_checkpoint)
    observed = build.build(replace(FP32, observe=True), tmp_path / "observed")
    scales = calibrate.activation_scales(observed, SENTENCES)
    assert scales.keys() >= {"encoder.layers.0.fc1", "decoder.layers.1.self_attn.qkv", "lm_head"}
    assert all(scale > 0 and 0 <= zero <= 255 for scale, zero in scales.values())
    static = build.build(replace(graph_options(build.checkpoint.config, build.recipe), activation_scales=scales), tmp_path / "static")
    kinds = [node.op_type for node in onnx.load(static.graph("encoder"), load_external_data=False).graph.node]
    assert "QuantizeLinear" in kinds
    assert "DynamicQuantizeMatMul" not in kinds
    fp32 = build.build(FP32, tmp_path / "fp32")
    source = Tokenizer.from_pack(fp32).encode(SENTENCES[0])
    feeds = {"input_ids": np.array([source]), "attention_mask": np.ones((1, len(source)), np.int32)}
    states = [_encoder_states(pack, feeds) for pack in (fp32, static)]
    assert np.dot(*(s / np.linalg.norm(s) for s in states)) > 0.99
    assert len(outputs(static, "batch")) == len(SENTENCES)


def _encoder_states(pack: Pack, feeds: dict[str, Any]) -> Any:
    from translator_app.engine.network import make_session

    return make_session(pack.graph("encoder"), 1).run(["encoder_hidden_states"], feeds)[0].ravel()


def test_the_pipeline_uses_static_scales(tiny_checkpoint: Path, tmp_path: Path) -> None:
    sentences, tests = tmp_path / "sentences.txt", tmp_path / "tests.tsv"
    sentences.write_text("\n".join(SENTENCES) + "\n\n", encoding="utf-8")
    tests.write_text(f"{SENTENCES[0]}\t你好\n", encoding="utf-8")
    pack = convert(tiny_checkpoint, tmp_path / "static", Recipe("tiny", calibration=sentences, test=tests, accept=True))
    kinds = [node.op_type for node in onnx.load(pack.graph("decoder_batch"), load_external_data=False).graph.node]
    assert "QuantizeLinear" in kinds


@pytest.mark.parametrize(("text", "message"), [("\n \n", "is empty"), ("word " * 100, "no calibration sentence")])
def test_calibration_needs_sentences(tiny_checkpoint: Path, tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "sentences.txt"
    path.write_text(text, encoding="utf-8")
    build = builder(tiny_checkpoint)
    with pytest.raises(ConversionError, match=message):
        calibrate.activation_scales(build.build(replace(FP32, observe=True), tmp_path / "observed"), calibrate.read_sentences(path))
