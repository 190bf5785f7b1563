"""Static quantisation: how large the inputs of each layer get on typical sentences, as scale and zero point.

Dynamic quantisation measures this at each step; static scales save that pass, and cut off what lies outside.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from translator_app.engine.network import make_session, physical_threads
from translator_app.engine.tokenizer import Tokenizer
from translator_app.errors import ConversionError
from translator_app.packs import Pack

MAX_TOKENS = 64  # of a target: steps after that look like those before
_PREFIX = "range."  # of the outputs of graphs built with GraphOptions.observe

Scales = dict[str, tuple[float, int]]


def read_sentences(path: Path) -> list[str]:
    """Lines of a file that are not empty. Raises ConversionError."""
    try:
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise ConversionError(f"the calibration file {path} can't be read ({error})") from error
    if not any(lines):
        raise ConversionError(f"the calibration file {path} is empty")
    return [line for line in lines if line]


def activation_scales(observed: Pack, sentences: Sequence[str]) -> Scales:
    """uint8 scale and zero point of every layer's input, from its smallest and largest value on the sentences.

    observed: a pack in fp32 whose graphs were built with `observe`.
    """
    tokenizer, positions = Tokenizer.from_pack(observed), observed.manifest.architecture.max_positions
    sources = [ids for ids in map(tokenizer.encode, sentences) if len(ids) <= positions]
    if not sources:
        raise ConversionError(f"no calibration sentence has at most {positions} tokens")
    model = _ObservedModel(observed)
    ranges: dict[str, NDArray[np.float32]] = {}
    for source in sources:
        for name, found in model.run(source):
            known = ranges.setdefault(name, np.zeros(2, np.float32))  # zero is always in the range
            known[0], known[1] = min(known[0], found[0]), max(known[1], found[1])
    return {name: _scale(float(low), float(high)) for name, (low, high) in ranges.items()}


def _scale(low: float, high: float) -> tuple[float, int]:
    scale = max((high - low) / 255, 1e-8)
    return scale, int(np.clip(round(-low / scale), 0, 255))


class _ObservedModel:
    """Greedy decoding that also returns the range of each layer's input."""

    def __init__(self, pack: Pack) -> None:
        threads = physical_threads()
        self._encoder, self._decoder = (make_session(pack.graph(role), threads) for role in ("encoder", "decoder"))
        self._tokens = pack.manifest.tokens
        self._steps = min(MAX_TOKENS, pack.manifest.architecture.max_positions)
        shapes = {i.name: i.shape for i in self._decoder.get_inputs()}
        self._cache = {
            name: (1, shape[1], self._steps, shape[3]) for name, shape in shapes.items() if name.startswith("past_") and len(shape) == 4
        }

    def run(self, source: Sequence[int]) -> list[tuple[str, NDArray[np.float32]]]:
        ids, mask = np.array([source], np.int64), np.ones((1, len(source)), np.int32)
        found = self._outputs(self._encoder, {"input_ids": ids, "attention_mask": mask})
        ranges = _ranges(found)
        cross = {f"cross_{i}": part for i, part in enumerate(found["cross"])}
        cache = {name: np.zeros(shape, np.float32) for name, shape in self._cache.items()}
        token = self._tokens.decoder_start
        for step in range(self._steps):
            feed = {"input_ids": np.array([[token]]), "attention_mask": mask, "past_lengths": np.array([step], np.int32)}
            found = self._outputs(self._decoder, {**feed, "total_length": np.array([step + 1], np.int32), **cross, **cache})
            ranges += _ranges(found)
            cache = {name: found[name.replace("past", "present")] for name in cache}
            logits = found["logits"][0]
            logits[[i for i in self._tokens.banned if i < len(logits)]] = -np.inf
            token = int(logits.argmax())
            if token == self._tokens.eos:
                break
        return ranges

    @staticmethod
    def _outputs(session: onnxruntime.InferenceSession, feed: Mapping[str, NDArray[np.generic]]) -> dict[str, NDArray[np.float32]]:
        names = [output.name for output in session.get_outputs()]
        return dict(zip(names, session.run(names, dict(feed)), strict=True))


def _ranges(found: Mapping[str, NDArray[np.float32]]) -> list[tuple[str, NDArray[np.float32]]]:
    return [(name.removeprefix(_PREFIX), value) for name, value in found.items() if name.startswith(_PREFIX)]
