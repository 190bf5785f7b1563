"""A Marian checkpoint's arrays -> ONNX graphs of our fused layout over one weights file. Needs numpy and onnx only.

encoder         ids -> the cross-attention keys and values of all decoder layers, made once a sentence
decoder         one step with a cache that grows in place; int8: MatMulNBits, a row at a time (a sentence does not depend on its batch)
decoder_batch   the same step with DynamicQuantizeMatMul, faster from eight rows on; int8 packs only
projection      ids -> the rows of the last layer for them, made once a batch; only packs with a shortlist, see lexicon.py
projection_batch  the same for decoder_batch

Both decoders name the same int8 rows of weights.bin: decoder_batch holds three small nodes a weight (flip the sign bit, cast,
transpose) which onnxruntime folds away when it loads the graph. So a pack holds its weights once.

What the layers are: transformers' modeling_marian.py (post-norm). Contrib operators: onnxruntime docs/ContribOperators.md.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto

from translator_app.convert.linear import INT8, Floats, GraphOptions, LinearLayers, block_size, quantise_nibbles, without_prefix
from translator_app.convert.onnx_writer import MICROSOFT, WEIGHTS_FILE, Array, GraphWriter, Weights

ACTIVATIONS = ("swish", "silu", "gelu", "gelu_new", "relu")
NEVER = -1e4  # a final_logits_bias this low means "never produced"

_CANDIDATES = 64  # ids a row whose logits are then made from all 8 bits


@dataclass(frozen=True, slots=True)
class Graphs:
    """Models by role, and the arrays that they share."""

    models: Mapping[str, onnx.ModelProto]
    weights: "Weights"

    def write(self, folder: Path) -> dict[str, str]:
        """Write ROLE.onnx and weights.bin into an existing folder; returns file names by role."""
        self.weights.write(folder / WEIGHTS_FILE)
        for role, model in self.models.items():
            (folder / f"{role}.onnx").write_bytes(model.SerializeToString(deterministic=True))
        return {role: f"{role}.onnx" for role in self.models}


def build_graphs(config: Mapping[str, Any], arrays: Mapping[str, Array], options: GraphOptions = INT8) -> Graphs:
    """Graphs of a HuggingFace Marian model from its config.json and its state dict (names with or without "model.")."""
    weights = Weights()
    marian = _Marian(config, arrays, options, weights)
    models = {"encoder": marian.encoder(), "decoder": marian.decoder(batch=False)}
    if options.decoder == "int8":
        models["decoder_batch"] = marian.decoder(batch=True)
    if options.chosen_rows:
        models |= {role.replace("decoder", "projection"): marian.projection(batch=role != "decoder") for role in [*models][1:]}
    return Graphs(models, weights)


def quantisable_nodes(config: Mapping[str, Any]) -> list[str]:
    """Names of all linear layers that int8 applies to, for `GraphOptions.exclude`."""
    encoder = [
        f"encoder.layers.{i}.{n}" for i in range(config["encoder_layers"]) for n in ("self_attn.qkv", "self_attn.out_proj", "fc1", "fc2")
    ]
    parts = ("self_attn.qkv", "self_attn.out_proj", "encoder_attn.q_proj", "encoder_attn.out_proj", "fc1", "fc2")
    decoder = [f"decoder.layers.{i}.{n}" for i in range(config["decoder_layers"]) for n in parts]
    return [*encoder, "encoder.crosskv", *decoder, "lm_head"]


def producible_ids(arrays: Mapping[str, Array]) -> int | None:
    """Only ids below this can be produced (final_logits_bias forbids the rest); None: all."""
    bias = without_prefix(arrays)["final_logits_bias"].reshape(-1)
    allowed = np.flatnonzero(bias > NEVER)
    count = int(allowed[-1]) + 1 if len(allowed) else len(bias)
    return count if count < len(bias) else None


def sinusoidal_positions(positions: int, d_model: int) -> Floats:
    """Marian's position table: sines in the first half, cosines in the second. (positions, d_model) float32."""
    angle = np.arange(positions)[:, None] / np.power(10000, 2 * (np.arange(d_model) // 2) / d_model)
    return np.concatenate([np.sin(angle[:, 0::2]), np.cos(angle[:, 1::2])], 1).astype(np.float32)


class _Marian(LinearLayers):
    """Layers of the model, added to a graph one after the other."""

    def __init__(self, config: Mapping[str, Any], arrays: Mapping[str, Array], options: GraphOptions, weights: Weights) -> None:
        super().__init__(arrays, options)
        self._weights = weights
        self._d = int(config["d_model"])
        self._encoder_layers, self._decoder_layers = int(config["encoder_layers"]), int(config["decoder_layers"])
        self._encoder_heads, self._decoder_heads = int(config["encoder_attention_heads"]), int(config["decoder_attention_heads"])
        self._activation = str(config["activation_function"])
        self._scale = np.float32(math.sqrt(self._d) if config.get("scale_embedding") else 1)
        self._positions = int(config.get("max_position_embeddings", 512))
        self._tied = bool(config.get("tie_word_embeddings", True)) or "lm_head.weight" not in self._arrays

    # -- whole graphs

    def encoder(self) -> onnx.ModelProto:
        """input_ids, attention_mask (batch, source) -> cross (2 x decoder layers, batch, heads, source, head size)."""
        g = GraphWriter(self._weights)
        ids = g.input("input_ids", TensorProto.INT64, ["batch", "source"])
        mask = g.input("attention_mask", TensorProto.INT32, ["batch", "source"])
        length = g.op("Shape", [ids], start=1, end=2)
        zero = g.value([0], np.int64)
        x = g.op("Add", [self._embed(g, ids, "encoder"), g.op("Slice", [self._position_table(g, "encoder"), zero, length, zero])])
        for layer in range(self._encoder_layers):
            p = f"encoder.layers.{layer}."
            qkv = self._linear(g, x, p + "self_attn.qkv", *self._stack(*(p + f"self_attn.{n}_proj" for n in "qkv")))
            q, k, v = (f"{p}{n}" for n in "qkv")
            g.op("Split", [qkv], outputs=[q, k, v], axis=-1, num_outputs=3)
            y = g.op("MultiHeadAttention", [q, k, v, "", mask], domain=MICROSOFT, num_heads=self._encoder_heads)
            y = self._linear(g, y, p + "self_attn.out_proj")
            x = self._norm(g, x, y, p + "self_attn_layer_norm")
            x = self._norm(g, x, self._ffn(g, x, p), p + "final_layer_norm")
        g.op("Identity", [x], outputs=["encoder_hidden_states"])
        g.output("encoder_hidden_states", TensorProto.FLOAT, ["batch", "source", self._d])
        heads, count = self._decoder_heads, 2 * self._decoder_layers
        pairs = [f"decoder.layers.{i}.encoder_attn.{n}_proj" for i in range(self._decoder_layers) for n in "kv"]
        y = self._linear(g, x, "encoder.crosskv", *self._stack(*pairs))
        y = g.op("Reshape", [y, g.value([0, 0, count, heads, self._d // heads], np.int64)])
        g.op("Transpose", [y], outputs=["cross"], perm=[2, 0, 3, 1, 4])
        g.output("cross", TensorProto.FLOAT, [count, "batch", heads, "source", self._d // heads])
        return g.model("encoder")

    def decoder(self, *, batch: bool) -> onnx.ModelProto:
        """One step for `rows` rows: input_ids (rows, 1) -> logits (rows, producible ids).

        rows = batch x beams, a sentence's beams one after the other: they share its cross-attention cache.
        past_i and present_i are one buffer (rows, heads, capacity, head size) that the caller binds to both.
        """
        self._batch = batch
        g = GraphWriter(self._weights)
        ids = g.input("input_ids", TensorProto.INT64, ["rows", 1])
        mask = g.input("attention_mask", TensorProto.INT32, ["batch", "source"])
        past_lengths = g.input("past_lengths", TensorProto.INT32, ["rows"])  # each the total length less one
        total = g.input("total_length", TensorProto.INT32, [1])
        position = g.op("Gather", [self._position_table(g, "decoder"), g.op("Sub", [total, g.value(1, np.int32)])])
        x = g.op("Add", [self._embed(g, ids, "decoder"), position])
        batch_size = g.op("Shape", [mask], start=0, end=1)
        beams = g.op("Concat", [batch_size, g.value([-1, self._d], np.int64)], axis=0)  # the shape (batch, beams, d)
        for layer in range(self._decoder_layers):
            p = f"decoder.layers.{layer}."
            x = self._self_attention(g, x, layer, past_lengths, total)
            q = g.op("Reshape", [self._linear(g, x, p + "encoder_attn.q_proj"), beams])
            cross = [self._cache(g, f"cross_{2 * layer + i}", "batch", "source") for i in (0, 1)]
            y = g.op("MultiHeadAttention", [q, *cross, "", mask], domain=MICROSOFT, num_heads=self._decoder_heads)
            y = self._linear(g, g.op("Reshape", [y, g.value([-1, 1, self._d], np.int64)]), p + "encoder_attn.out_proj")
            x = self._norm(g, x, y, p + "encoder_attn_layer_norm")
            x = self._norm(g, x, self._ffn(g, x, p), p + "final_layer_norm")
        x = g.op("Reshape", [x, g.value([-1, self._d], np.int64)])
        width = self._project_chosen(g, x) if self._options.chosen_rows else self._project(g, x)
        g.output("logits", TensorProto.FLOAT, ["rows", width])
        return g.model("decoder_batch" if batch else "decoder")

    def projection(self, *, batch: bool) -> onnx.ModelProto:
        """Makes the last layer's rows for `ids` (chosen): what the decoder, or decoder_batch, takes as inputs.

        Interactive: weight (chosen, d) float32; a row of hidden states does not depend on the others. MatMulNBits would pack int8
        rows anew at each step: for the 1,000 ids of a sentence floats are as fast. Batch: weight (d, chosen) int8, scale (chosen).
        """
        self._batch = batch
        g = GraphWriter(self._weights)
        ids = g.input("ids", TensorProto.INT64, ["chosen"])
        name, table, bias = self._head()
        if self._is_int8("lm_head"):
            rows, scale = self._quantised(name, table)
            chosen = g.op("Gather", [g.const("lm_head", rows[: len(bias)], within=rows), ids])
            if self._chosen_as_int8():
                columns = g.op("Transpose", [g.op("BitwiseXor", [chosen, g.value(128, np.uint8)])], perm=[1, 0])
                g.op("Cast", [columns], outputs=["weight"], to=TensorProto.INT8)
                g.op("Gather", [g.const("lm_head.scale", scale[: len(bias)]), ids], outputs=["scale"])
            else:
                x = g.op("Sub", [g.op("Cast", [chosen], to=TensorProto.FLOAT), g.value(128.0, np.float32)])
                g.op("Mul", [x, g.op("Gather", [g.const("lm_head.scale", scale[: len(bias), None]), ids])], outputs=["weight"])
        else:
            g.op("Gather", [g.const("lm_head", table[: len(bias)], within=table), ids], outputs=["weight"])
        g.op("Gather", [g.const("lm_head.bias", bias), ids], outputs=["bias"])
        for port, kind, shape in self._chosen_ports():
            g.output(port, kind, shape)
        return g.model("projection_batch" if batch else "projection")

    # -- parts

    def _cache(self, g: GraphWriter, name: str, rows: str, length: str) -> str:
        return g.input(name, TensorProto.FLOAT, [rows, self._decoder_heads, length, self._d // self._decoder_heads])

    def _self_attention(self, g: GraphWriter, x: str, layer: int, past_lengths: str, total: str) -> str:
        p = f"decoder.layers.{layer}."
        qkv = self._linear(g, x, p + "self_attn.qkv", *self._stack(*(p + f"self_attn.{n}_proj" for n in "qkv")))
        past = [self._cache(g, f"past_{2 * layer + i}", "rows", "capacity") for i in (0, 1)]
        present = [f"present_{2 * layer + i}" for i in (0, 1)]
        y = g.op(
            "GroupQueryAttention",
            [qkv, "", "", *past, past_lengths, total],
            outputs=[p + "attention", *present],
            domain=MICROSOFT,
            num_heads=self._decoder_heads,
            kv_num_heads=self._decoder_heads,
        )
        for name in present:
            g.output(name, TensorProto.FLOAT, ["rows", self._decoder_heads, "capacity", self._d // self._decoder_heads])
        return self._norm(g, x, self._linear(g, y, p + "self_attn.out_proj"), p + "self_attn_layer_norm")

    def _ffn(self, g: GraphWriter, x: str, p: str) -> str:
        y = self._linear(g, x, p + "fc1")
        if self._activation in ("swish", "silu"):
            y = g.op("QuickGelu", [y], domain=MICROSOFT, alpha=1.0)  # x * sigmoid(alpha x)
        else:
            kind = {"gelu": "Gelu", "gelu_new": "FastGelu", "relu": "Relu"}[self._activation]
            y = g.op(kind, [y], domain="" if kind == "Relu" else MICROSOFT)
        return self._linear(g, y, p + "fc2")

    def _norm(self, g: GraphWriter, x: str, y: str, p: str) -> str:
        """LayerNormalization(x + y) in one operator: in onnxruntime 1.28 six times as fast as LayerNormalization by itself."""
        gain, bias = (g.const(f"{p}.{n}", self._float(f"{p}.{n}")) for n in ("weight", "bias"))
        return g.op("SkipLayerNormalization", [x, y, gain, bias], domain=MICROSOFT, epsilon=1e-5)

    def _position_table(self, g: GraphWriter, side: str) -> str:
        name = f"{side}.embed_positions.weight"
        table = self._float(name) if name in self._arrays else sinusoidal_positions(self._positions, self._d)
        return g.const("positions", table)

    def _embedding(self, side: str) -> tuple[str, Floats]:
        own = f"{side}.embed_tokens.weight"
        name = own if "shared.weight" not in self._arrays else "shared.weight"
        return name, self._float(name)

    def _embed(self, g: GraphWriter, ids: str, side: str) -> str:
        name, table = self._embedding(side)
        if self._options.embedding == "fp32":
            return g.op("Mul", [g.op("Gather", [g.const(name, table), ids]), g.value(float(self._scale), np.float32)])
        rows, scale = self._quantised(name, table)
        x = g.op("Cast", [g.op("Gather", [g.const(name, rows), ids])], to=TensorProto.FLOAT)
        x = g.op("Sub", [x, g.value(128.0, np.float32)])
        scales = g.op("Gather", [g.const(name + ".scale", scale[:, None] * self._scale), ids])
        return g.op("Mul", [x, scales])

    def _head(self) -> tuple[str, Floats, Floats]:
        """The last layer: name of its matrix, the matrix, and the bias, as long as there are ids that can be produced."""
        name, table = self._embedding("decoder") if self._tied else ("lm_head.weight", self._float("lm_head.weight"))
        width = producible_ids(self._arrays) or len(table)
        return name, table, self._float("final_logits_bias").reshape(-1)[:width]

    def _chosen_as_int8(self) -> bool:
        return self._batch and self._is_int8("lm_head") and not self._options.unsigned

    def _chosen_ports(self) -> list[tuple[str, int, list[int | str]]]:
        """What goes from projection to decoder: names, types, shapes."""
        bias: tuple[str, int, list[int | str]] = ("bias", TensorProto.FLOAT, ["chosen"])
        if self._chosen_as_int8():
            return [("weight", TensorProto.INT8, [self._d, "chosen"]), ("scale", TensorProto.FLOAT, ["chosen"]), bias]
        return [("weight", TensorProto.FLOAT, ["chosen", self._d]), bias]

    def _project_chosen(self, g: GraphWriter, x: str) -> str:
        block = block_size(self._d, "lm_head")
        if self._is_int8("lm_head") and not self._batch and block and not self._coarse_first(len(self._head()[2])):
            x = self._rounded(g, x, block)
        inputs = [x, *(g.input(*port) for port in self._chosen_ports())]
        if self._chosen_as_int8():
            inputs.insert(3, g.value(0, np.int8))  # zero point
            g.op("DynamicQuantizeMatMul", inputs, name="lm_head", outputs=["logits"], domain=MICROSOFT)
        else:
            g.op("Gemm", inputs, name="lm_head", outputs=["logits"], transB=1)
        return "chosen"

    def _rounded(self, g: GraphWriter, x: str, block: int) -> str:
        """The same numbers as MatMulNBits makes of its input, int8 a block: so the chosen ids have the logits that they have there."""
        blocks = g.op("Reshape", [x, g.value([-1, self._d // block, block], np.int64)])
        largest = g.op("ReduceMax", [g.op("Abs", [blocks]), g.value([-1], np.int64)], keepdims=1)
        scale = g.op("Mul", [g.op("Max", [largest, g.value(1e-30, np.float32)]), g.value(1 / 127, np.float32)])
        whole = g.op("Mul", [g.op("Round", [g.op("Div", [blocks, scale])]), scale])
        return g.op("Reshape", [whole, g.value([-1, self._d], np.int64)])

    def _project(self, g: GraphWriter, x: str) -> int:
        """Hidden states (rows, d) -> output "logits"; returns its width."""
        name, table, bias = self._head()
        width = len(bias)
        self._observe(g, x, "lm_head")
        if self._is_int8("lm_head"):
            rows, scale = self._quantised(name, table)  # those of the embedding, if it is int8: stored once
            if self._coarse_first(width):
                coarse = self._coarse(g, x, table[:width], bias)
                self._refine(g, x, coarse, (rows[:width], scale[:width], bias), rows)
            else:
                self._int8_linear(g, x, "lm_head", (rows[:width], scale[:width], bias), within=rows, output="logits")
        else:
            weight = g.const("lm_head", table[:width], within=table)
            g.op("Gemm", [x, weight, g.const("lm_head.bias", bias)], outputs=["logits"], transB=1)
        return width

    def _coarse_first(self, width: int) -> bool:
        """Whether a step reads the last layer in 4 bits and only the likeliest rows in 8: half the bytes, the same choice.

        One row's step is bound by memory, and of opus-mt-en-zh's int8 weights three fifths are the last layer.
        """
        fits = block_size(self._d, "lm_head") is not None
        return fits and not self._batch and self._is_int8("lm_head") and width * self._d >= self._options.coarse_from

    def _coarse(self, g: GraphWriter, x: str, table: Floats, bias: Floats) -> str:
        """Logits (rows, width) from 4-bit weights. Their error is a tenth of the logits' spread over the ids, or less."""
        block = block_size(self._d, "lm_head")
        assert block
        numbers, scales = quantise_nibbles(table, block)
        inputs = [x, g.const("lm_head.coarse", numbers), g.const("lm_head.coarse.scales", scales), "", "", g.const("lm_head.bias", bias)]
        shape: dict[str, Any] = {"K": self._d, "N": len(table), "bits": 4, "block_size": block, "accuracy_level": 4}
        return g.op("MatMulNBits", inputs, name="lm_head.coarse", domain=MICROSOFT, **shape)

    def _refine(self, g: GraphWriter, x: str, coarse: str, weights: tuple[Array, Floats, Floats], within: Array) -> None:
        """Output "logits": those of the largest coarse ones made anew from int8 rows, as `_int8_linear` takes them."""
        rows, scale, bias = weights
        largest, ids = "lm_head.largest", "lm_head.ids"  # (rows, candidates)
        g.op("TopK", [coarse, g.value([min(_CANDIDATES, len(bias))], np.int64)], outputs=[largest, ids], sorted=0)
        chosen = g.op("Cast", [g.op("Gather", [g.const("lm_head", rows, within), ids])], to=TensorProto.FLOAT)
        chosen = g.op("Sub", [chosen, g.value(128.0, np.float32)])  # (rows, candidates, d)
        last = g.value([2], np.int64)
        y = g.op("Squeeze", [g.op("MatMul", [chosen, g.op("Unsqueeze", [x, last])]), last])
        y = g.op("Mul", [y, g.op("Gather", [g.const("lm_head.scale", scale), ids])])
        y = g.op("Add", [y, g.op("Gather", [g.const("lm_head.bias", bias), ids])])
        g.op("ScatterElements", [coarse, ids, y], outputs=["logits"], axis=1)
