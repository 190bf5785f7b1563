"""The three modules that optimum's layout is exported from, with the names of their inputs and outputs. Imports torch.

Names as in optimum: https://huggingface.co/docs/optimum-onnx/onnxruntime/package_reference/modeling
"""

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from transformers.cache_utils import DynamicCache, EncoderDecoderCache

_SOURCE = {0: "batch_size", 1: "encoder_sequence_length"}


@dataclass(frozen=True, slots=True)
class GraphSpec:
    """A module to export: its inputs with the axes that vary, its outputs, and inputs of two different shapes."""

    module: Any
    inputs: Mapping[str, Mapping[int, str]]
    outputs: Sequence[str]
    example: tuple[Any, ...]
    other_example: tuple[Any, ...]  # to see that no shape was frozen


class _Encoder(torch.nn.Module):  # type: ignore[misc]
    def __init__(self, model: Any) -> None:
        super().__init__()
        self.encoder = model.model.encoder

    def forward(self, input_ids: Any, attention_mask: Any) -> Any:
        return self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state


class _Decoder(torch.nn.Module):  # type: ignore[misc]
    """The first step: it also makes the keys and values of the cross-attention."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model
        parameters = inspect.signature(model.model.decoder.forward).parameters
        self.cache_name = "cache" if "cache" in parameters else "past_key_values"  # renamed in transformers 5.24

    def step(self, ids: Any, hidden: Any, mask: Any, cache: Any) -> Any:
        """Logits; the cache grows. lm_head and final_logits_bias are part of the model (MarianMTModel.forward)."""
        out = self.model.model.decoder(
            input_ids=ids, encoder_hidden_states=hidden, encoder_attention_mask=mask, use_cache=True, **{self.cache_name: cache}
        )
        return self.model.lm_head(out.last_hidden_state) + self.model.final_logits_bias

    def forward(self, encoder_attention_mask: Any, input_ids: Any, encoder_hidden_states: Any) -> Any:
        cache = EncoderDecoderCache(DynamicCache(), DynamicCache())
        logits = self.step(input_ids, encoder_hidden_states, encoder_attention_mask, cache)
        return (logits, *_tensors(cache, ("decoder", "encoder")))


class _DecoderWithPast(_Decoder):
    def forward(self, encoder_attention_mask: Any, input_ids: Any, past: Sequence[Any]) -> Any:
        sides = DynamicCache(), DynamicCache()
        for i in range(len(past) // 4):
            for j, side in enumerate(sides):
                side.update(past[4 * i + 2 * j], past[4 * i + 2 * j + 1], i)
        cache = EncoderDecoderCache(*sides)
        # Only its shape is read: keys and values of the source are in the cache
        hidden = torch.zeros(*encoder_attention_mask.shape, self.model.config.d_model)
        logits = self.step(input_ids, hidden, encoder_attention_mask, cache)
        return (logits, *_tensors(cache, ("decoder",)))


def _tensors(cache: Any, sides: Sequence[str]) -> list[Any]:
    """Keys and values in the order of `_names`."""
    caches = {"decoder": cache.self_attention_cache, "encoder": cache.cross_attention_cache}
    layers = len(cache.self_attention_cache.layers)
    held = [caches[side].layers[i] for i in range(layers) for side in sides]
    return [tensor for layer in held for tensor in (layer.keys, layer.values)]


def _names(model: Any, sides: Sequence[str]) -> list[str]:
    return [f"{i}.{side}.{kind}" for i in range(model.config.decoder_layers) for side in sides for kind in ("key", "value")]


def graphs(model: Any) -> dict[str, GraphSpec]:
    """The graphs of a MarianMTModel by file name without its ending."""
    both, own = _names(model, ("decoder", "encoder")), _names(model, ("decoder",))
    lengths = {"decoder": "past_decoder_sequence_length", "encoder": "encoder_sequence_length"}
    past = {f"past_key_values.{name}": {0: "batch_size", 2: lengths[name.split(".")[1]]} for name in both}
    first, second = _Example(model, 2, 7, 3), _Example(model, 3, 11, 5)
    return {
        "encoder_model": GraphSpec(
            _Encoder(model),
            {"input_ids": _SOURCE, "attention_mask": _SOURCE},
            ["last_hidden_state"],
            (first.source, first.mask),
            (second.source, second.mask),
        ),
        "decoder_model": GraphSpec(
            _Decoder(model),
            {
                "encoder_attention_mask": _SOURCE,
                "input_ids": {0: "batch_size", 1: "decoder_sequence_length"},
                "encoder_hidden_states": _SOURCE,
            },
            ["logits", *(f"present.{name}" for name in both)],
            (first.mask, first.target, first.hidden),
            (second.mask, second.target, second.hidden),
        ),
        "decoder_with_past_model": GraphSpec(
            _DecoderWithPast(model),
            {"encoder_attention_mask": _SOURCE, "input_ids": {0: "batch_size"}, **past},
            ["logits", *(f"present.{name}" for name in own)],
            (first.mask, first.target[:, :1], first.past(both)),
            (second.mask, second.target[:, :1], second.past(both)),
        ),
    }


class _Example:
    """Random inputs; the last positions of all rows but the first are padding."""

    def __init__(self, model: Any, batch: int, source: int, target: int) -> None:
        self._random = torch.Generator().manual_seed(batch)
        self._shape = (batch, model.config.decoder_attention_heads, model.config.d_model // model.config.decoder_attention_heads)
        self._lengths = {"encoder": source, "decoder": target}
        top = model.config.vocab_size - 1
        self.source, self.target = (torch.randint(2, top, (batch, n), generator=self._random) for n in (source, target))
        self.mask = torch.ones(batch, source, dtype=torch.int64)
        self.mask[1:, source - 2 :] = 0
        self.hidden = torch.randn(batch, source, model.config.d_model, generator=self._random)

    def past(self, names: Sequence[str]) -> tuple[Any, ...]:
        """Keys and values by name."""
        batch, heads, size = self._shape
        return tuple(torch.randn(batch, heads, self._lengths[name.split(".")[1]], size, generator=self._random) for name in names)
