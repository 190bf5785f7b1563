"""The models that are compared: random weights of a known shape, and a pack's own weights as a checkpoint for others.

All that stays the same from run to run is kept below the cache folder.
"""

import json
import math
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from translator_app import __version__
from translator_app.convert.build import write_manifest
from translator_app.convert.graphs import NEVER, build_graphs, producible_ids
from translator_app.convert.linear import GraphOptions
from translator_app.convert.onnx_writer import OPSET
from translator_app.convert.staging import put_in_place, staging
from translator_app.engine.shortlist import FILE as SHORTLIST
from translator_app.engine.shortlist import Shortlist
from translator_app.errors import ConversionError
from translator_app.packs import FORMAT_VERSION, Architecture, LanguagePair, Manifest, Pack, SearchDefaults, ShortlistInfo, TokenIds

Arrays = dict[str, npt.NDArray[Any]]

_TOKENIZER = ("vocab.json", "source.spm", "target.spm")
_ACTIVATIONS = {"QuickGelu": "swish", "Relu": "relu", "Gelu": "gelu", "FastGelu": "gelu_new"}


@dataclass(frozen=True, slots=True)
class Shape:
    """Size of a Marian model."""

    d_model: int
    heads: int
    ffn: int
    encoder_layers: int
    decoder_layers: int
    vocab_size: int
    shortlist: int  # ids that the cut projection keeps
    frequent: int  # of a table of likely translations: ids in every list
    per_source: int  # ids for each source id


SHAPES: Mapping[str, Shape] = {
    "opus-mt-en-zh": Shape(512, 8, 2048, 6, 6, 65001, 8192, 500, 50),
    "tiny": Shape(32, 4, 64, 2, 2, 400, 200, 20, 4),  # to try the command itself
}


def config_of(shape: Shape) -> dict[str, Any]:
    """config.json of a model of that shape."""
    pad = shape.vocab_size - 1
    return {
        "model_type": "marian",
        "architectures": ["MarianMTModel"],
        "d_model": shape.d_model,
        "encoder_layers": shape.encoder_layers,
        "decoder_layers": shape.decoder_layers,
        "encoder_attention_heads": shape.heads,
        "decoder_attention_heads": shape.heads,
        "encoder_ffn_dim": shape.ffn,
        "decoder_ffn_dim": shape.ffn,
        "vocab_size": shape.vocab_size,
        "decoder_vocab_size": shape.vocab_size,
        "max_position_embeddings": 512,
        "activation_function": "swish",
        "scale_embedding": True,
        "share_encoder_decoder_embeddings": True,
        "tie_word_embeddings": True,
        "static_position_embeddings": True,
        "normalize_before": False,
        "normalize_embedding": False,
        "add_final_layer_norm": False,
        "is_encoder_decoder": True,
        "dropout": 0.0,
        "pad_token_id": pad,
        "decoder_start_token_id": pad,
        "eos_token_id": 0,
        "forced_eos_token_id": None,
    }


def random_arrays(shape: Shape, seed: int = 1) -> Arrays:
    """A state dict whose activations neither die nor explode; the pad row is zero, as in real checkpoints."""
    random = np.random.default_rng(seed)
    arrays: Arrays = {}

    def linear(name: str, n: int, k: int, gain: float) -> None:
        arrays[f"model.{name}.weight"] = random.standard_normal((n, k), np.float32) * np.float32(gain * k**-0.5)
        arrays[f"model.{name}.bias"] = random.standard_normal(n, np.float32) * np.float32(0.05)

    def norm(name: str) -> None:
        arrays[f"model.{name}.weight"] = 1 + random.standard_normal(shape.d_model, np.float32) * np.float32(0.1)
        arrays[f"model.{name}.bias"] = random.standard_normal(shape.d_model, np.float32) * np.float32(0.05)

    sides = (("encoder", shape.encoder_layers, ("self_attn",)), ("decoder", shape.decoder_layers, ("self_attn", "encoder_attn")))
    for side, layers, attentions in sides:
        for layer in (f"{side}.layers.{i}." for i in range(layers)):
            for attention in attentions:
                for part, gain in (("q", 2.0), ("k", 2.0), ("v", 1.5), ("out", 0.6)):
                    linear(f"{layer}{attention}.{part}_proj", shape.d_model, shape.d_model, gain)
                norm(f"{layer}{attention}_layer_norm")
            linear(f"{layer}fc1", shape.ffn, shape.d_model, 1.5)
            linear(f"{layer}fc2", shape.d_model, shape.ffn, 1.5)
            norm(f"{layer}final_layer_norm")
    shared = random.standard_normal((shape.vocab_size, shape.d_model), np.float32) * np.float32(shape.d_model**-0.5)
    shared[-1] = 0
    arrays["model.shared.weight"] = shared
    arrays["final_logits_bias"] = random.standard_normal((1, shape.vocab_size), np.float32) * np.float32(0.1)
    arrays["final_logits_bias"][0, -1] = 0
    return arrays


def random_checkpoint(shape: Shape, folder: Path) -> Path:
    """A HuggingFace folder with random weights of that shape; made once. Its tokenizer files hold no text model."""
    if folder.is_dir():
        return folder
    names = ["</s>", "<unk>", *(f"t{i}" for i in range(2, shape.vocab_size - 1)), "<pad>"]
    with staging(folder) as stage:
        made = stage / "checkpoint"
        made.mkdir()
        (made / "vocab.json").write_text(json.dumps({name: i for i, name in enumerate(names)}), encoding="utf-8")
        for name in ("source.spm", "target.spm"):
            (made / name).touch()
        _write_checkpoint(made, config_of(shape), random_arrays(shape))
        put_in_place(made, folder)
    return folder


def _write_checkpoint(folder: Path, config: Mapping[str, Any], arrays: Arrays) -> None:
    from safetensors.numpy import save_file

    pad = config["pad_token_id"]
    generation = {key: config[key] for key in ("pad_token_id", "eos_token_id", "decoder_start_token_id")}
    generation |= {"bad_words_ids": [[pad]], "max_length": 512, "num_beams": 1}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    (folder / "generation_config.json").write_text(json.dumps(generation), encoding="utf-8")
    save_file({k: np.ascontiguousarray(a) for k, a in arrays.items()}, folder / "model.safetensors", metadata={"format": "pt"})


def random_shortlist(shape: Shape) -> Shortlist:
    """A table as for text: some ids, the low ones, are likely translations of many source ids."""
    random = np.random.default_rng(2)
    rows = (shape.vocab_size - 1) * random.random((shape.vocab_size, shape.per_source)) ** 8
    return Shortlist.of_rows(shape.vocab_size, range(shape.frequent), list(rows.astype(np.int64)))


def write_map(shortlist: Shortlist, checkpoint: Path, path: Path) -> Path:
    """The same table as CTranslate2's vocabulary map, made once: source token, tab, target tokens."""
    if not path.is_file():
        vocabulary = json.loads((checkpoint / "vocab.json").read_text(encoding="utf-8"))
        names = {i: name for name, i in vocabulary.items()}
        rows = [shortlist.targets[start:end] for start, end in pairwise(shortlist.ends)]
        lines = [("", shortlist.always), *((names[i], row) for i, row in enumerate(rows))]
        text = "".join(f"{source}\t{' '.join(names[i] for i in ids.tolist())}\n" for source, ids in lines)
        path.with_suffix(".part").write_text(text, encoding="utf-8")
        path.with_suffix(".part").replace(path)
    return path


def pack_of(checkpoint: Path, folder: Path, precision: str, most: int | None = None, shortlist: Shortlist | None = None) -> Path:
    """Our pack of a random checkpoint, made anew each time: an earlier program may have made another.

    most: only ids below it can be produced. shortlist: a table for it.
    """
    from safetensors.numpy import load_file

    config = json.loads((checkpoint / "config.json").read_text(encoding="utf-8"))
    arrays = load_file(checkpoint / "model.safetensors")
    if most:
        arrays["final_logits_bias"][0, most:] = NEVER
    with staging(folder) as stage:
        made = stage / "pack"
        made.mkdir()
        options = GraphOptions(precision, precision, precision, chosen_rows=shortlist is not None)
        graphs = build_graphs(config, arrays, options).write(made)
        for name in _TOKENIZER:
            shutil.copyfile(checkpoint / name, made / name)
        manifest = _manifest(config, graphs, precision, producible_ids(arrays))
        if shortlist:
            shortlist.write(made / SHORTLIST)
            manifest = replace(manifest, shortlist=ShortlistInfo(SHORTLIST, int(np.diff(shortlist.ends).max()), len(shortlist.always)))
        write_manifest(made, manifest)
        put_in_place(made, folder)
    return folder


def _manifest(config: Mapping[str, Any], graphs: Mapping[str, str], precision: str, producible: int | None) -> Manifest:
    import onnxruntime

    pad = config["pad_token_id"]
    return Manifest(
        format_version=FORMAT_VERSION,
        pack_id="random",
        name="Random weights",
        pair=LanguagePair("en", "zh"),
        layout="fused",
        graphs=graphs,
        precision=dict.fromkeys(("encoder", "decoder", "embedding"), precision),
        architecture=Architecture(
            config["d_model"],
            config["encoder_layers"],
            config["decoder_layers"],
            config["encoder_attention_heads"],
            config["encoder_ffn_dim"],
            config["vocab_size"],
            config["max_position_embeddings"],
        ),
        tokens=TokenIds(pad=pad, eos=0, unk=1, decoder_start=pad, banned=(pad,)),
        search=SearchDefaults(),
        producible_ids=producible,
        source_prefix="",
        placeholder=None,
        source_model="random",
        source_revision="1",
        licence="none",
        created_by=f"translator-app {__version__}",
        opset=OPSET,
        onnxruntime=onnxruntime.__version__,
        files=(),
    )


def checkpoint_of(pack: Pack, folder: Path) -> Path:
    """A pack's weights as a HuggingFace folder, made once, so that others can run the same model.

    int8 rows become floats that quantise to the same rows again. Raises ConversionError for packs that are not of our layout.
    """
    if folder.is_dir():
        return folder
    manifest = pack.manifest
    if manifest.layout != "fused":
        raise ConversionError(f"{pack.pack_id} was not made by `translator-app convert`; its weights can't be given to other programs")
    source = _PackArrays(pack)
    shape = manifest.architecture
    config = config_of(Shape(shape.d_model, shape.heads, shape.ffn, shape.encoder_layers, shape.decoder_layers, shape.vocab_size, 0, 0, 0))
    config |= {"activation_function": source.activation, "scale_embedding": source.scaled, "pad_token_id": manifest.tokens.pad}
    config |= {"decoder_start_token_id": manifest.tokens.decoder_start, "eos_token_id": manifest.tokens.eos}
    config["max_position_embeddings"] = shape.max_positions
    with staging(folder) as stage:
        made = stage / "checkpoint"
        made.mkdir()
        for name in _TOKENIZER:
            shutil.copyfile(pack.folder / name, made / name)
        _write_checkpoint(made, config, source.arrays())
        put_in_place(made, folder)
    return folder


class _PackArrays:
    """The arrays of a pack's graphs, under the names of graphs.py, back to floats."""

    def __init__(self, pack: Pack) -> None:
        import onnx

        self._pack = pack
        self._data: Arrays = {}
        self.activation = "swish"
        for role in [role for role in ("projection", "encoder", "decoder") if role in pack.manifest.graphs]:
            model = onnx.load(str(pack.graph(role)))
            self._data |= {t.name: onnx.numpy_helper.to_array(t) for t in model.graph.initializer}
            self.activation = next((_ACTIVATIONS[n.op_type] for n in model.graph.node if n.op_type in _ACTIVATIONS), self.activation)
            gathered = [n.output[0] for n in model.graph.node if n.op_type == "Gather" and n.input[0] == "shared.weight"]
            scales = [n.input[1] for n in model.graph.node if n.op_type == "Mul" and n.input[0] in gathered]
            self._embedding_scale = float(self._data[scales[0]].reshape(-1)[0]) if scales else math.nan  # fp32 embeddings only
        self._check_tied()
        if math.isnan(self._embedding_scale):
            head = self._data["lm_head.scales" if "lm_head.scales" in self._data else "lm_head.scale"]  # of MatMulNBits, or of projection
            ratio = self._data["shared.weight.scale"].reshape(-1)[:1] / head.reshape(len(head), -1)[:1, 0]
            self._embedding_scale = float(ratio[0])

    def _check_tied(self) -> None:
        """The usual Marian model: one matrix for both embeddings and the projection. Raises ConversionError."""
        shared, head = self._data.get("shared.weight"), self._data["lm_head"]
        rows = None if shared is None else shared.reshape(len(shared), -1)[: len(head)]
        if rows is None or (head.dtype == rows.dtype and not np.array_equal(head.reshape(len(head), -1), rows)):
            raise ConversionError(f"{self._pack.pack_id} has more than one matrix of embeddings; bench can't give them to other programs")

    @property
    def scaled(self) -> bool:
        """Whether embeddings are multiplied by the root of their size."""
        return self._embedding_scale > 1.5

    def arrays(self) -> Arrays:
        """A state dict as HuggingFace names it."""
        shape = self._pack.manifest.architecture
        out: Arrays = {}
        for side, layers in (("encoder", shape.encoder_layers), ("decoder", shape.decoder_layers)):
            for p in (f"{side}.layers.{i}." for i in range(layers)):
                self._split(out, f"{p}self_attn.qkv", [f"{p}self_attn.{n}_proj" for n in "qkv"])
                names = [
                    "self_attn.out_proj",
                    "fc1",
                    "fc2",
                    *(["encoder_attn.q_proj", "encoder_attn.out_proj"] if side == "decoder" else []),
                ]
                for name in names:
                    self._split(out, p + name, [p + name])
                for norm in ("self_attn_layer_norm", "final_layer_norm", *(["encoder_attn_layer_norm"] if side == "decoder" else [])):
                    out |= {f"{p}{norm}.{n}": self._data[f"{p}{norm}.{n}"] for n in ("weight", "bias")}
        pairs = [f"decoder.layers.{i}.encoder_attn.{n}_proj" for i in range(shape.decoder_layers) for n in "kv"]
        self._split(out, "encoder.crosskv", pairs)
        out["shared.weight"] = self._embedding()
        bias = np.full((1, shape.vocab_size), NEVER, np.float32)
        head = self._data["lm_head.bias"]
        bias[0, : len(head)] = head
        return {"final_logits_bias": bias, **{f"model.{name}": array for name, array in out.items()}}

    def _embedding(self) -> npt.NDArray[np.float32]:
        rows = self._data["shared.weight"]
        if rows.dtype != np.uint8:
            return np.asarray(rows, np.float32)
        scale = self._data["shared.weight.scale"] / np.float32(self._embedding_scale)
        return (rows.astype(np.float32) - 128) * scale.reshape(-1, 1).astype(np.float32)

    def _split(self, out: Arrays, stored: str, names: list[str]) -> None:
        """Give the layer `stored` back to the layers that it was made of."""
        for part, array in (("weight", self._weight(stored)), ("bias", self._data[f"{stored}.bias"])):
            for name, rows in zip(names, np.split(array, len(names)), strict=True):
                out[f"{name}.{part}"] = np.ascontiguousarray(rows, np.float32)

    def _weight(self, name: str) -> npt.NDArray[np.float32]:
        """Rows as floats: MatMulNBits keeps (n, blocks, size), the other operators (k, n)."""
        stored = self._data[name]
        if stored.dtype == np.uint8 and stored.ndim == 3:
            return (stored.reshape(len(stored), -1).astype(np.float32) - 128) * self._data[f"{name}.scales"][:, :1]
        rows = stored.T
        if stored.dtype == np.float32:
            return np.asarray(rows)
        zero = 128 if stored.dtype == np.uint8 else 0
        weights: npt.NDArray[np.float32] = (rows.astype(np.float32) - zero) * self._data[f"{name}.scale"][:, None]
        return weights
