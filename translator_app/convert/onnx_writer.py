"""Writes ONNX graphs node by node, over one weights file that holds equal arrays once."""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper

OPSET = 18
IR_VERSION = 9
MICROSOFT = "com.microsoft"  # the domain of onnxruntime's own operators
WEIGHTS_FILE = "weights.bin"

_ALIGNMENT = 4096  # a page: weights are mapped
_SMALL_BYTES = 1024  # arrays below stay in the graph

Array = npt.NDArray[Any]


class Weights:
    """The bytes of weights.bin: equal arrays once, each at the start of a page."""

    def __init__(self) -> None:
        self._chunks: list[Array] = []
        self._offsets: dict[bytes, int] = {}
        self.size_bytes = 0

    def add(self, array: Array) -> int:
        """Offset of an array's bytes, which are stored if they were not there yet."""
        digest = hashlib.sha256(array.data).digest()
        if digest not in self._offsets:
            self._offsets[digest] = self.size_bytes
            self._chunks.append(array)
            self.size_bytes += -(-array.nbytes // _ALIGNMENT) * _ALIGNMENT
        return self._offsets[digest]

    def write(self, path: Path) -> None:
        with path.open("wb") as file:
            for chunk in self._chunks:
                file.write(chunk.data)
                file.write(b"\0" * (-chunk.nbytes % _ALIGNMENT))


class GraphWriter:
    """An ONNX graph under construction."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._nodes: list[onnx.NodeProto] = []
        self._initializers: dict[str, onnx.TensorProto] = {}
        self._inputs: list[onnx.ValueInfoProto] = []
        self._outputs: list[onnx.ValueInfoProto] = []

    def op(
        self, kind: str, inputs: Sequence[str], *, name: str = "", outputs: Iterable[str] = (), domain: str = "", **attributes: Any
    ) -> str:
        """Add a node; returns the name of its first output."""
        name = name or f"{kind}_{len(self._nodes)}"
        out = list(outputs) or [f"{name}:0"]
        self._nodes.append(helper.make_node(kind, list(inputs), out, name=name, domain=domain, **attributes))
        return out[0]

    def const(self, name: str, array: Array, within: Array | None = None) -> str:
        """Add an initializer once. `within`: a stored array that begins with these bytes."""
        if name not in self._initializers:
            array = np.ascontiguousarray(array)
            tensor = TensorProto(name=name, data_type=helper.np_dtype_to_tensor_dtype(array.dtype), dims=array.shape)
            if array.nbytes < _SMALL_BYTES:
                tensor.raw_data = array.tobytes()
            else:
                offset = self._weights.add(array if within is None else np.ascontiguousarray(within))
                tensor.data_location = TensorProto.EXTERNAL
                for key, value in (("location", WEIGHTS_FILE), ("offset", str(offset)), ("length", str(array.nbytes))):
                    tensor.external_data.add(key=key, value=value)
            self._initializers[name] = tensor
        return name

    def value(self, value: int | float | list[int], dtype: npt.DTypeLike) -> str:
        """A small constant."""
        array = np.array(value, dtype)
        return self.const(f"{array.dtype}:{value}", array)

    def input(self, name: str, kind: int, shape: Sequence[int | str]) -> str:
        self._inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def output(self, name: str, kind: int, shape: Sequence[int | str]) -> None:
        self._outputs.append(helper.make_tensor_value_info(name, kind, shape))

    def model(self, name: str) -> onnx.ModelProto:
        graph = helper.make_graph(self._nodes, name, self._inputs, self._outputs, list(self._initializers.values()))
        imports = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=imports, ir_version=IR_VERSION, producer_name="translator-app")
