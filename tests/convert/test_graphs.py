"""The graph builder: every choice gives a model that runs, and that is what it should be."""

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import onnxruntime
import pytest

from translator_app.convert.checkpoint import read_checkpoint
from translator_app.convert.graphs import build_graphs, producible_ids, quantisable_nodes, sinusoidal_positions
from translator_app.convert.linear import GraphOptions, quantise_nibbles, quantise_rows
from translator_app.engine.network import load_network
from translator_app.engine.search import DecodingOptions, search
from translator_app.packs import Pack

Arrays = dict[str, npt.NDArray[Any]]
FP32 = GraphOptions("fp32", "fp32", "fp32")


@pytest.fixture(scope="module")
def checkpoint(tiny_checkpoint: Path) -> tuple[dict[str, Any], Arrays]:
    found = read_checkpoint(tiny_checkpoint)
    return dict(found.config), {name: np.asarray(array, np.float32) for name, array in found.weights.items()}


def nodes(model: onnx.ModelProto, kind: str) -> set[str]:
    return {node.name for node in model.graph.node if node.op_type == kind}


def logits(folder: Path, role: str = "decoder") -> npt.NDArray[np.float32]:
    """Of the first three steps of a made-up prefix, without our network: (3, rows, width)."""
    encoder, decoder = (onnxruntime.InferenceSession(str(folder / f"{name}.onnx")) for name in ("encoder", role))
    ids, mask = np.array([[5, 6, 7, 0], [8, 9, 0, 3]], np.int64), np.array([[1, 1, 1, 1], [1, 1, 1, 0]], np.int32)
    cross = encoder.run(["cross"], {"input_ids": ids, "attention_mask": mask})[0]
    cache = {f"past_{i}": np.zeros((2, cross.shape[2], 4, cross.shape[4]), np.float32) for i in range(len(cross))}
    steps = []
    for t, token in enumerate((2, 30, 31)):
        feed = {"input_ids": np.full((2, 1), token), "attention_mask": mask, **{f"cross_{i}": cross[i] for i in range(len(cross))}, **cache}
        feed |= {"past_lengths": np.full(2, t, np.int32), "total_length": np.array([t + 1], np.int32)}
        out = dict(zip((o.name for o in decoder.get_outputs()), decoder.run(None, feed), strict=True))
        steps.append(out["logits"])
        cache = {name: out[name.replace("past", "present")] for name in cache}
    return np.stack(steps)


Build = Callable[..., Path]


@pytest.fixture
def build(tmp_path: Path, checkpoint: tuple[dict[str, Any], Arrays]) -> Build:
    count = iter(range(100))

    def make(options: GraphOptions = FP32, arrays: Arrays | None = None, **config: Any) -> Path:
        folder = tmp_path / str(next(count))
        folder.mkdir()
        files = build_graphs({**checkpoint[0], **config}, arrays or checkpoint[1], options).write(folder)
        for name in files.values():
            onnx.checker.check_model(str(folder / name))
        return folder

    return make


def test_every_linear_layer_is_quantised_but_those_left_out(checkpoint: tuple[dict[str, Any], Arrays]) -> None:
    names = quantisable_nodes(checkpoint[0])
    models = build_graphs(*checkpoint).models
    assert set(models) == {"encoder", "decoder", "decoder_batch"}
    assert nodes(models["encoder"], "DynamicQuantizeMatMul") | nodes(models["decoder"], "MatMulNBits") == set(names)
    assert nodes(models["decoder_batch"], "DynamicQuantizeMatMul") == nodes(models["decoder"], "MatMulNBits")
    left_out = frozenset({"encoder.layers.1.fc2", "decoder.layers.0.encoder_attn.q_proj", "lm_head"})
    models = build_graphs(*checkpoint, GraphOptions(exclude=left_out)).models
    assert nodes(models["encoder"], "DynamicQuantizeMatMul") | nodes(models["decoder"], "MatMulNBits") == set(names) - left_out


def test_signed_weights_have_a_zero_point(checkpoint: tuple[dict[str, Any], Arrays]) -> None:
    """Without one onnxruntime leaves the kernel that overflows on x86 without VNNI in place."""
    models = build_graphs(*checkpoint).models
    found = [n for role in ("encoder", "decoder_batch") for n in models[role].graph.node if n.op_type == "DynamicQuantizeMatMul"]
    assert found
    assert len({node.input[3] for node in models["encoder"].graph.node if node.op_type == "DynamicQuantizeMatMul"}) > 1  # each its own
    assert all(node.input[3] for node in found)


def test_fp32_has_no_batch_decoder(checkpoint: tuple[dict[str, Any], Arrays]) -> None:
    assert set(build_graphs(*checkpoint, FP32).models) == {"encoder", "decoder"}


@pytest.mark.parametrize(
    "options",
    [
        GraphOptions(),
        GraphOptions("int8", "fp32", "fp32"),
        GraphOptions("fp32", "int8", "fp32"),
        GraphOptions("fp32", "fp32", "int8"),
        GraphOptions(exclude=frozenset({"lm_head", "decoder.layers.0.fc1"})),
        GraphOptions(unsigned=True),
    ],
)
def test_int8_parts_come_close(build: Build, options: GraphOptions) -> None:
    exact, folder = logits(build()), build(options)
    for role in ("decoder", "decoder_batch") if options.decoder == "int8" else ("decoder",):
        found = logits(folder, role)
        cosine = (found * exact).sum(-1) / np.linalg.norm(found, axis=-1) / np.linalg.norm(exact, axis=-1)
        assert cosine.min() > 0.99


def test_a_large_last_layer_is_read_in_four_bits_first(build: Build) -> None:
    """The likeliest ids have the logits that their int8 rows give, the others coarse ones; what is chosen stays the same."""
    found, exact = (logits(build(GraphOptions(**o))) for o in ({"coarse_from": 0}, {"exclude": frozenset({"lm_head"})}))
    order, error = np.argsort(-found, axis=-1), found - exact
    best, rest = (np.take_along_axis(error, part, -1).std() for part in (order[..., :32], order[..., 100:]))
    assert best < 0.3 * rest < 0.05 * found.std()
    assert (found.argmax(-1) == exact.argmax(-1)).all()


def test_both_decoders_share_the_bytes(checkpoint: tuple[dict[str, Any], Arrays]) -> None:
    models = build_graphs(*checkpoint).models

    def places(model: onnx.ModelProto) -> dict[str, str]:
        return {t.name: next(e.value for e in t.external_data if e.key == "offset") for t in model.graph.initializer if t.external_data}

    one, two, encoder = (places(models[role]) for role in ("decoder", "decoder_batch", "encoder"))
    assert one["lm_head"] == two["lm_head"] == one["shared.weight"] == encoder["shared.weight"]
    assert all(one[name] == two[name] for name in one if name in two)


@pytest.mark.parametrize("activation", ["swish", "silu", "gelu", "gelu_new", "relu"])
def test_activations(build: Build, activation: str) -> None:
    functions = {
        "gelu_new": lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))),
        "relu": lambda x: np.maximum(x, 0),
    }
    folder = build(activation_function=activation)
    found = logits(folder)
    assert np.isfinite(found).all()
    if activation == "gelu":  # its usual approximation is close
        np.testing.assert_allclose(found, logits(build(activation_function="gelu_new")), atol=0.05)
    if activation in functions:
        x = np.linspace(-4, 4, 33).astype(np.float32)
        model = onnx.load(folder / "decoder.onnx", load_external_data=False)
        node = next(n for n in model.graph.node if n.op_type in ("FastGelu", "Relu"))
        value = [onnx.helper.make_tensor_value_info(n, onnx.TensorProto.FLOAT, [33]) for n in (node.input[0], node.output[0])]
        alone = onnx.helper.make_model(
            onnx.helper.make_graph([node], "one", value[:1], value[1:]), opset_imports=model.opset_import, ir_version=model.ir_version
        )
        out = onnxruntime.InferenceSession(alone.SerializeToString()).run(None, {node.input[0]: x})[0]
        np.testing.assert_allclose(out, functions[activation](x), atol=2e-3)


def test_embeddings_that_are_not_shared(build: Build, checkpoint: tuple[dict[str, Any], Arrays]) -> None:
    arrays = {name: array for name, array in checkpoint[1].items() if name.removeprefix("model.") != "shared.weight"}
    [table] = [array for name, array in checkpoint[1].items() if name.removeprefix("model.") == "shared.weight"]
    apart = {**arrays, "model.encoder.embed_tokens.weight": table, "model.decoder.embed_tokens.weight": table}
    np.testing.assert_array_equal(logits(build(arrays=apart, share_encoder_decoder_embeddings=False)), logits(build()))
    apart = {**checkpoint[1], "lm_head.weight": 2 * table}
    bias = checkpoint[1]["final_logits_bias"].reshape(-1)[: producible_ids(checkpoint[1])]
    doubled = logits(build(arrays=apart, tie_word_embeddings=False))
    np.testing.assert_allclose(doubled - bias, 2 * (logits(build()) - bias), atol=1e-4)


def test_static_scales(build: Build, checkpoint: tuple[dict[str, Any], Arrays]) -> None:
    """Ranges seen by an observing model become fixed activation scales: a row no longer depends on its batch."""
    folder = build(dataclasses.replace(FP32, observe=True))
    encoder = onnxruntime.InferenceSession(str(folder / "encoder.onnx"))
    outputs = [o.name for o in encoder.get_outputs() if o.name.startswith("range.")]
    assert len(outputs) == sum(name.startswith("encoder.") for name in quantisable_nodes(checkpoint[0]))
    ids = np.array([[5, 6, 7, 0]], np.int64)
    seen = encoder.run(outputs, {"input_ids": ids, "attention_mask": np.ones((1, 4), np.int32)})
    scales = {}
    for name, (low, high) in zip(outputs, seen, strict=True):
        scale = (max(high, 0) - min(low, 0)) / 255
        scales[name.removeprefix("range.")] = (float(scale), round(-min(low, 0) / scale))
    folder = build(GraphOptions(decoder="fp32", embedding="fp32", activation_scales=scales))
    exact, found = logits(build()), logits(folder)
    cosine = (found * exact).sum(-1) / np.linalg.norm(found, axis=-1) / np.linalg.norm(exact, axis=-1)
    assert cosine.min() > 0.99
    model = onnx.load(folder / "encoder.onnx", load_external_data=False)
    assert len(nodes(model, "MatMulIntegerToFloat")) == len(scales)


def test_rows_are_quantised_symmetrically() -> None:
    weight = np.array([[-1, 0.5, 0.25], [0, 0, 0]], np.float32)
    rows, scale = quantise_rows(weight)
    np.testing.assert_array_equal(rows[0], [1, 192, 160])
    np.testing.assert_allclose((rows.astype(np.float32) - 128) * scale[:, None], weight, atol=0.004)


def test_nibbles_are_stored_as_the_operator_reads_them() -> None:
    weight = np.random.default_rng(1).standard_normal((3, 64)).astype(np.float32)
    numbers, scale = quantise_nibbles(weight, 32)
    assert (numbers.shape, scale.shape) == ((3, 2, 16), (3, 2))
    back = np.stack([numbers & 15, numbers >> 4], -1).reshape(3, 2, 32).astype(np.float32) - 8
    np.testing.assert_allclose(back * scale[..., None], weight.reshape(3, 2, 32), atol=0.501 * float(scale.max()))


def test_positions_are_those_of_transformers() -> None:
    table = sinusoidal_positions(64, 32)
    assert table.shape == (64, 32)
    np.testing.assert_array_equal(table[0], [0] * 16 + [1] * 16)
    np.testing.assert_allclose(table[3, 1], np.sin(3 / 10000 ** (2 / 32)), rtol=1e-6)
    np.testing.assert_allclose(table[3, 17], np.cos(3 / 10000 ** (2 / 32)), rtol=1e-6)


def test_producible_ids(checkpoint: tuple[dict[str, Any], Arrays]) -> None:
    bias = checkpoint[1]["final_logits_bias"].reshape(-1)
    assert producible_ids(checkpoint[1]) == int((bias > -1e4).sum()) < len(bias)
    assert producible_ids({"final_logits_bias": np.zeros((1, 7), np.float32)}) is None


def test_writing_twice_gives_the_same_bytes(build: Build) -> None:
    one, two = build(GraphOptions()), build(GraphOptions())
    assert {p.name: p.read_bytes() for p in one.iterdir()} == {p.name: p.read_bytes() for p in two.iterdir()}


@pytest.mark.parametrize(
    "options", [{"exclude": frozenset({"lm_head"})}, {"unsigned": True}, {"encoder": "fp32"}, {"decoder": "fp32"}, {"coarse_from": 0}]
)
def test_packs_of_mixed_precision_translate(
    tmp_path: Path, golden: dict[str, Any], make_pack: Callable[..., Pack], options: dict[str, Any]
) -> None:
    pack = make_pack(tmp_path / "pack", **options)
    expected = [ids[:-1] for [[ids, _]] in golden["searches"]["greedy"][:60]]
    for kernel in ("interactive", "batch"):
        network = load_network(pack, threads=1, kernel=kernel)
        found = search(network, golden["ids"][:60], DecodingOptions(max_length=24))
        assert sum([*h[0].ids] == ids for h, ids in zip(found, expected, strict=True)) >= 57
        network.close()
    assert json.loads(pack.manifest.to_json())["precision"]["decoder"] == options.get("decoder", "int8")
