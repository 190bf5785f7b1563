"""Linear layers of a checkpoint as ONNX operators, in the precision that is asked for."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from onnx import TensorProto

from translator_app.convert.onnx_writer import MICROSOFT, Array, GraphWriter

_BLOCKS = (64, 32, 16)  # MatMulNBits block sizes, best first; from 128 on a row alone gives other last bits than in a batch
_HEAD_BLOCKS = (256, 128, *_BLOCKS)  # the last layer: nothing is quantised after it, and fewer scales are a tenth less to read

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class GraphOptions:
    """How to store the weights and which kernels to use."""

    encoder: str = "int8"  # fp32 | int8
    decoder: str = "int8"
    embedding: str = "int8"
    exclude: frozenset[str] = frozenset()  # linear layers left in fp32, see `quantisable_nodes`
    unsigned: bool = False  # QUInt8 weights in DynamicQuantizeMatMul (twice as slow on VNNI machines)
    activation_scales: Mapping[str, tuple[float, int]] = field(default_factory=dict)  # static: layer -> uint8 scale, zero point
    chosen_rows: bool = False  # the decoders are given the rows of their last layer, which "projection" makes for each batch
    coarse_from: int = 1 << 23  # so many weights of the last layer, more than stay in a core's cache: read in 4 bits first
    observe: bool = False  # more outputs "range.LAYER": [min, max] of each linear layer's input, to calibrate static scales


INT8 = GraphOptions()


def quantise_rows(weight: Floats) -> tuple[npt.NDArray[np.uint8], Floats]:
    """Symmetric int8 a row, stored as uint8 with zero point 128: (n, k) -> (n, k) uint8, scales (n,) float32."""
    scale = np.maximum(np.abs(weight).max(1) / 127, 1e-12).astype(np.float32)
    return (np.clip(np.rint(weight / scale[:, None]), -127, 127) + 128).astype(np.uint8), scale


def quantise_nibbles(weight: Floats, block: int) -> tuple[npt.NDArray[np.uint8], Floats]:
    """Symmetric 4 bits a block, as MatMulNBits stores them: (n, k) -> (n, k / block, block / 2) uint8, scales (n, k / block)."""
    blocks = weight.reshape(len(weight), -1, block)
    scale = np.maximum(np.abs(blocks).max(2) / 7.5, 1e-12).astype(np.float32)
    numbers = (np.clip(np.rint(blocks / scale[..., None]), -8, 7) + 8).astype(np.uint8)
    return numbers[..., 0::2] | numbers[..., 1::2] << 4, scale


def block_size(k: int, name: str) -> int | None:
    """Block size of MatMulNBits for a layer with k inputs; None: none fits."""
    return next((size for size in (_HEAD_BLOCKS if name == "lm_head" else _BLOCKS) if k % size == 0), None)


def without_prefix(arrays: Mapping[str, Array]) -> dict[str, Array]:
    return {name.removeprefix("model."): array for name, array in arrays.items()}


class LinearLayers:
    """Adds linear layers to graphs; the int8 rows of a layer are made once."""

    def __init__(self, arrays: Mapping[str, Array], options: GraphOptions) -> None:
        self._arrays = without_prefix(arrays)
        self._options = options
        self._batch = False  # which of the decoders is being built
        self._rows: dict[str, tuple[Array, Floats]] = {}  # quantised rows, made once for both decoders

    def _float(self, name: str) -> Floats:
        return np.ascontiguousarray(self._arrays[name], dtype=np.float32)

    def _stack(self, *names: str) -> tuple[Floats, Floats]:
        return tuple(np.concatenate([self._float(f"{n}.{part}") for n in names]) for part in ("weight", "bias"))  # type: ignore[return-value]

    def _quantised(self, name: str, weight: Floats) -> tuple[Array, Floats]:
        if name not in self._rows:
            self._rows[name] = quantise_rows(weight)
        return self._rows[name]

    def _observe(self, g: GraphWriter, x: str, name: str) -> None:
        if self._options.observe:
            ends = [g.op(kind, [x], keepdims=0) for kind in ("ReduceMin", "ReduceMax")]
            ends = [g.op("Unsqueeze", [end, g.value([0], np.int64)]) for end in ends]
            g.output(g.op("Concat", ends, outputs=[f"range.{name}"], axis=0), TensorProto.FLOAT, [2])

    def _is_int8(self, name: str) -> bool:
        part = self._options.encoder if name.startswith("encoder.") else self._options.decoder
        return part == "int8" and name not in self._options.exclude

    def _linear(self, g: GraphWriter, x: str, name: str, weight: Floats | None = None, bias: Floats | None = None) -> str:
        """The layer `x @ weight.T + bias`, in the precision that the options say."""
        if weight is None or bias is None:
            weight, bias = self._stack(name)
        self._observe(g, x, name)
        if not self._is_int8(name):
            y = g.op("MatMul", [x, g.const(name, weight.T)], name=name)
            return g.op("Add", [y, g.const(f"{name}.bias", bias)])
        return self._int8_linear(g, x, name, (*self._quantised(name, weight), bias))

    def _int8_linear(
        self, g: GraphWriter, x: str, name: str, weights: tuple[Array, Floats, Floats], *, within: Array | None = None, output: str = ""
    ) -> str:
        """The layer `x @ (scale * rows).T + bias` with int8 rows. `weights`: rows (n, k) uint8, scale (n,), bias (n,)."""
        rows, scale, bias = weights
        n, k = rows.shape
        b = g.const(f"{name}.bias", bias)
        to = [output] if output else []
        block = block_size(k, name)
        if not name.startswith("encoder.") and not self._batch and block:
            weight = g.const(name, rows.reshape(n, k // block, block), within)
            scales = g.const(f"{name}.scales", np.repeat(scale[:, None], k // block, 1))
            shape = {"K": k, "N": n, "bits": 8, "block_size": block, "accuracy_level": 4}
            return g.op("MatMulNBits", [x, weight, scales, "", "", b], name=name, outputs=to, domain=MICROSOFT, **shape)
        weight = self._columns(g, name, rows, within)
        s = g.const(f"{name}.scale", scale)
        # A zero point of 0 costs nothing; without one (of each node's own) onnxruntime can't replace a kernel that overflows.
        zero = g.const(f"{name}.zero", np.full(n, 128, np.uint8) if self._options.unsigned else np.array(0, np.int8))
        if name in self._options.activation_scales:
            a_scale, a_zero = self._options.activation_scales[name]
            a = [g.const(f"{name}.x_scale", np.array(a_scale, np.float32)), g.const(f"{name}.x_zero", np.array(a_zero, np.uint8))]
            q = g.op("QuantizeLinear", [x, *a])
            return g.op("MatMulIntegerToFloat", [q, weight, a[0], s, a[1], zero, b], name=name, outputs=to, domain=MICROSOFT)
        return g.op("DynamicQuantizeMatMul", [x, weight, s, zero, b], name=name, outputs=to, domain=MICROSOFT)

    def _columns(self, g: GraphWriter, name: str, rows: Array, within: Array | None) -> str:
        """The weight as DynamicQuantizeMatMul wants it: (k, n), int8 or (unsigned) uint8 with zero point 128."""
        if name.startswith("encoder."):  # no other operator reads it: stored as this one wants it
            return g.const(name, (rows if self._options.unsigned else (rows ^ 128).view(np.int8)).T)
        weight = g.const(name, rows, within)  # rows, for MatMulNBits
        if not self._options.unsigned:
            weight = g.op("Cast", [g.op("BitwiseXor", [weight, g.value(128, np.uint8)])], to=TensorProto.INT8)
        return g.op("Transpose", [weight], perm=[1, 0])
