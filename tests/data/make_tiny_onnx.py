"""Make tests/data/tiny-onnx: the graphs of tests/data/tiny-marian in the layouts in which others publish them.

    python tests/data/make_tiny_onnx.py        (needs the "convert" extra; a minute)

optimum/   encoder_model, decoder_model, decoder_with_past_model and decoder_model_merged, as optimum and the hub name them
split/     a decoder exported by hand without a cache and without a mask for the source (its encoder is optimum's)
single/    one graph from source and target ids to logits
"""

import copy
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import onnx
import torch
import transformers
from onnx import TensorProto, helper
from transformers.cache_utils import DynamicCache, EncoderDecoderCache

DATA = Path(__file__).resolve().parent
FOLDER = DATA / "tiny-onnx"
OPSET = 17


class Traced(torch.nn.Module):  # type: ignore[misc]  # torch is not checked
    """A function of the model and of arrays, in the form that torch.onnx wants."""

    def __init__(self, model: Any, run: Callable[..., Any]) -> None:
        super().__init__()
        self.model, self.run = model, run

    def forward(self, *arrays: Any) -> Any:
        return self.run(self.model, *arrays)


def encode(model: Any, ids: Any, mask: Any) -> Any:
    return model.model.encoder(input_ids=ids, attention_mask=mask).last_hidden_state


def decode_first(model: Any, mask: Any, ids: Any, states: Any) -> Any:
    return decode(model, mask, ids, states, ())


def decode_later(model: Any, mask: Any, ids: Any, *past: Any) -> Any:
    return decode(model, mask, ids, torch.zeros(mask.shape[0], mask.shape[1], model.config.d_model), past)


def decode(model: Any, mask: Any, ids: Any, states: Any, past: Sequence[Any]) -> Any:
    """Logits and cache; `past` is flat: self key, self value, cross key, cross value of each layer."""
    own, cross = DynamicCache(), DynamicCache()
    for i in range(0, len(past), 4):
        own.update(past[i], past[i + 1], i // 4)
        cross.update(past[i + 2], past[i + 3], i // 4)
    cache = EncoderDecoderCache(own, cross)
    out = model.model.decoder(
        input_ids=ids, encoder_hidden_states=states, encoder_attention_mask=mask, past_key_values=cache, use_cache=True
    )
    logits = model.lm_head(out.last_hidden_state) + model.final_logits_bias
    parts = [cache.self_attention_cache] if past else [cache.self_attention_cache, cache.cross_attention_cache]
    layers = range(model.config.decoder_layers)
    return (logits, *(array for i in layers for part in parts for array in (part.layers[i].keys, part.layers[i].values)))


def decode_unmasked(model: Any, ids: Any, mask: Any, states: Any) -> Any:
    out = model.model.decoder(input_ids=ids, attention_mask=mask, encoder_hidden_states=states, use_cache=False)
    return model.lm_head(out.last_hidden_state) + model.final_logits_bias


def translate(model: Any, ids: Any, mask: Any, target: Any) -> Any:
    return model(input_ids=ids, attention_mask=mask, decoder_input_ids=target, use_cache=False).logits


def export(module: Any, arguments: tuple[Any, ...], path: Path, inputs: Sequence[str], outputs: Sequence[str]) -> onnx.ModelProto:
    axes: dict[str, dict[int, str]] = {}
    for name in [*inputs, *outputs]:
        if name.startswith(("past", "present")):
            axes[name] = {0: "batch", 2: "source" if ".encoder." in name else "past" if name.startswith("past") else "total"}
        else:
            target = name in ("decoder_input_ids", "decoder_attention_mask", "logits") or (
                name == "input_ids" and "logits" in outputs and "decoder_input_ids" not in inputs
            )
            axes[name] = {0: "batch", 1: "target" if target else "source"}
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        module, arguments, path, input_names=list(inputs), output_names=list(outputs), dynamic_axes=axes, opset_version=OPSET, dynamo=False
    )
    model = onnx.load(path)
    for node in model.graph.node:
        node.doc_string = ""
    onnx.save(model, path)
    return model


def merge(first: onnx.ModelProto, later: onnx.ModelProto, heads: int, head_size: int, path: Path) -> None:
    """One graph with an If: without the cache the first decoder, with it the other; equal weights are stored once."""
    weights: dict[bytes, str] = {}
    initializers: list[TensorProto] = []

    def branch(model: onnx.ModelProto, name: str, outputs: Sequence[str]) -> onnx.GraphProto:
        graph, renamed = copy.deepcopy(model.graph), {}
        outer = {i.name for i in graph.input}
        for tensor in graph.initializer:
            stored = copy.deepcopy(tensor)
            stored.name = ""
            key = stored.SerializeToString(deterministic=True)
            if key not in weights:
                stored.name = weights[key] = f"weight_{len(weights)}"
                initializers.append(stored)
            renamed[tensor.name] = weights[key]
        own = {o for node in graph.node for o in node.output}
        renamed |= {o: f"{name}/{o}" for o in own}
        for node in graph.node:
            node.input[:] = [renamed.get(i, i) for i in node.input]
            node.output[:] = [renamed[o] for o in node.output]
            node.name = f"{name}/{node.name}"
        nodes, infos = list(graph.node), {o.name: o for o in graph.output}
        for output in outputs:
            if output not in infos:  # optimum's later branch gives an empty array for what does not change
                empty = helper.make_tensor("", TensorProto.FLOAT, [0, heads, 1, head_size], [])
                nodes.append(helper.make_node("Constant", [], [f"{name}/{output}"], name=f"{name}/empty_{output}", value=empty))
        assert not outer & own
        return helper.make_graph(nodes, name, [], [helper.make_tensor_value_info(f"{name}/{o}", TensorProto.FLOAT, None) for o in outputs])

    outputs = [o.name for o in first.graph.output]
    then, otherwise = branch(later, "later", outputs), branch(first, "first", outputs)
    chosen = helper.make_node("If", ["use_cache_branch"], outputs, name="choose", then_branch=then, else_branch=otherwise)
    inputs = {i.name: i for model in (first, later) for i in model.graph.input}
    switch = helper.make_tensor_value_info("use_cache_branch", TensorProto.BOOL, [1])
    graph = helper.make_graph([chosen], "merged", [*inputs.values(), switch], list(first.graph.output), initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def main() -> None:
    warnings.filterwarnings("ignore")
    model = transformers.MarianMTModel.from_pretrained(DATA / "tiny-marian", dtype=torch.float32).eval()
    config = model.config
    heads, size = config.decoder_attention_heads, config.d_model // config.decoder_attention_heads
    ids, mask = torch.tensor([[5, 6, 7, 0], [8, 9, 0, config.pad_token_id]]), torch.tensor([[1, 1, 1, 1], [1, 1, 1, 0]])
    target = torch.tensor([[config.pad_token_id, 20], [config.pad_token_id, 30]])
    states = encode(model, ids, mask)
    slots = [f"{i}.{side}.{part}" for i in range(config.decoder_layers) for side in ("decoder", "encoder") for part in ("key", "value")]
    own = [slot for slot in slots if "decoder" in slot]
    past = [torch.randn(2, heads, 4 if "encoder" in slot else 3, size) for slot in slots]
    with torch.no_grad():
        folder, names = FOLDER / "optimum", ["input_ids", "attention_mask"]
        export(Traced(model, encode), (ids, mask), folder / "encoder_model.onnx", names, ["last_hidden_state"])
        names = ["encoder_attention_mask", "input_ids", "encoder_hidden_states"]
        results = ["logits", *(f"present.{slot}" for slot in slots)]
        first = export(Traced(model, decode_first), (mask, target, states), folder / "decoder_model.onnx", names, results)
        names = ["encoder_attention_mask", "input_ids", *(f"past_key_values.{slot}" for slot in slots)]
        results = ["logits", *(f"present.{slot}" for slot in own)]
        path = folder / "decoder_with_past_model.onnx"
        later = export(Traced(model, decode_later), (mask, target[:, 1:], *past), path, names, results)
        merge(first, later, heads, size, folder / "decoder_model_merged.onnx")
        path, names = FOLDER / "split" / "decoder.onnx", ["decoder_input_ids", "decoder_attention_mask", "encoder_hidden_states"]
        export(Traced(model, decode_unmasked), (target, torch.ones_like(target), states), path, names, ["logits"])
        names = ["input_ids", "attention_mask", "decoder_input_ids"]
        export(Traced(model, translate), (ids, mask, target), FOLDER / "single" / "model.onnx", names, ["logits"])


if __name__ == "__main__":
    main()
