"""What an ONNX file says about itself (inputs, outputs, opset, files with weights), read without loading it and without `onnx`.

Walks the protobuf wire format (https://protobuf.dev/programming-guides/encoding/) of ModelProto as in
https://github.com/onnx/onnx/blob/main/onnx/onnx.proto; weights are skipped, so a file of any size takes milliseconds.
"""

import mmap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from translator_app.engine.foreign import Port
from translator_app.errors import BrokenPack, Message

# field numbers of onnx.proto
_MODEL_GRAPH, _MODEL_OPSET = 7, 8
_OPSET_DOMAIN, _OPSET_VERSION = 1, 2
_GRAPH_NODE, _GRAPH_INITIALIZER, _GRAPH_INPUT, _GRAPH_OUTPUT = 1, 5, 11, 12
_NODE_ATTRIBUTE, _ATTRIBUTE_TENSOR, _ATTRIBUTE_GRAPH, _ATTRIBUTE_GRAPHS = 5, 5, 6, 11
_TENSOR_NAME, _TENSOR_EXTERNAL = 8, 13
_KEY, _VALUE = 1, 2
_VALUE_NAME, _VALUE_TYPE, _TYPE_TENSOR, _TENSOR_ELEMENT, _TENSOR_SHAPE, _SHAPE_DIM, _DIM_VALUE, _DIM_NAME = 1, 2, 1, 1, 2, 1, 1, 2

_ELEMENTS = {1: "float", 2: "uint8", 3: "int8", 6: "int32", 7: "int64", 9: "bool", 10: "float16", 11: "double", 16: "bfloat16"}
_MAX_DEPTH = 8  # of graphs in `If` nodes


@dataclass(frozen=True, slots=True)
class Header:
    """Inputs and outputs as onnxruntime would list them."""

    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    opset: int
    external: tuple[str, ...]  # names of files with weights, relative to the graph's folder


def read_header(path: Path) -> Header:
    """Raises BrokenPack when the file is no ONNX model."""
    try:
        with path.open("rb") as stream:
            return _model(memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)))
    except (OSError, ValueError, IndexError) as error:  # an empty file can't be mapped: ValueError
        raise BrokenPack("{path} is no readable ONNX graph ({reason}); get it again", path=path, reason=error) from error


def _model(view: memoryview) -> Header:
    opset, graph = 0, None
    for number, value in _fields(view):
        if number == _MODEL_GRAPH:
            graph = _bytes(value)
        elif number == _MODEL_OPSET:
            entry = dict(_fields(_bytes(value)))
            if _text(entry.get(_OPSET_DOMAIN, b"")) in ("", "ai.onnx"):
                opset = _number(entry.get(_OPSET_VERSION, 0))
    if graph is None:
        raise ValueError(Message("it holds no graph"))
    inputs, outputs, weights = [], [], set()
    external: dict[str, None] = {}
    for number, value in _fields(graph):
        if number == _GRAPH_INPUT:
            inputs.append(_port(_bytes(value)))
        elif number == _GRAPH_OUTPUT:
            outputs.append(_port(_bytes(value)))
        elif number == _GRAPH_INITIALIZER:
            weights.add(_tensor_name(_bytes(value)))
    _collect_external(graph, external, 0)
    if not outputs:
        raise ValueError(Message("its graph has no outputs"))
    return Header(tuple(p for p in inputs if p.name not in weights), tuple(outputs), opset, tuple(external))


def _collect_external(graph: memoryview, found: dict[str, None], depth: int) -> None:
    if depth > _MAX_DEPTH:
        raise ValueError(Message("its graphs are nested too deeply"))
    for number, value in _fields(graph):
        if number == _GRAPH_INITIALIZER:
            _collect_location(_bytes(value), found)
        elif number == _GRAPH_NODE:
            for node_number, attribute in _fields(_bytes(value)):
                if node_number != _NODE_ATTRIBUTE:
                    continue
                for kind, inner in _fields(_bytes(attribute)):
                    if kind in (_ATTRIBUTE_GRAPH, _ATTRIBUTE_GRAPHS):
                        _collect_external(_bytes(inner), found, depth + 1)
                    elif kind == _ATTRIBUTE_TENSOR:
                        _collect_location(_bytes(inner), found)


def _collect_location(tensor: memoryview, found: dict[str, None]) -> None:
    for number, value in _fields(tensor):
        if number == _TENSOR_EXTERNAL:
            entry = dict(_fields(_bytes(value)))
            if _text(entry.get(_KEY, b"")) == "location":
                found[_text(entry.get(_VALUE, b""))] = None


def _tensor_name(tensor: memoryview) -> str:
    return next((_text(value) for number, value in _fields(tensor) if number == _TENSOR_NAME), "")


def _port(info: memoryview) -> Port:
    name, element, shape = "", "", []
    for number, value in _fields(info):
        if number == _VALUE_NAME:
            name = _text(value)
        elif number == _VALUE_TYPE:
            tensor = next((_bytes(v) for n, v in _fields(_bytes(value)) if n == _TYPE_TENSOR), memoryview(b""))
            for kind, part in _fields(tensor):
                if kind == _TENSOR_ELEMENT:
                    element = _ELEMENTS.get(_number(part), str(_number(part)))
                elif kind == _TENSOR_SHAPE:
                    shape = [_dimension(_bytes(v)) for n, v in _fields(_bytes(part)) if n == _SHAPE_DIM]
    return Port(name, element, tuple(shape))


def _dimension(dim: memoryview) -> int | str | None:
    for number, value in _fields(dim):
        if number == _DIM_VALUE:
            return _number(value)
        if number == _DIM_NAME:
            return _text(value)
    return None


def _fields(view: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """Field numbers with their value: a number, or the bytes of a length-delimited field."""
    at = 0
    while at < len(view):
        key, at = _varint(view, at)
        wire = key & 7
        if wire == 0:
            value, at = _varint(view, at)
            yield key >> 3, value
            continue
        if wire == 2:
            size, at = _varint(view, at)
        elif wire in (1, 5):
            size = 8 if wire == 1 else 4
        else:
            raise ValueError(Message("it is no protobuf"))
        if at + size > len(view):
            raise ValueError(Message("it is cut off"))
        yield key >> 3, view[at : at + size]
        at += size


def _varint(view: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = view[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
        if shift > 63:
            raise ValueError(Message("it is no protobuf"))


def _bytes(value: int | memoryview | bytes) -> memoryview:
    if isinstance(value, int):
        raise ValueError(Message("it is no ONNX model"))
    return memoryview(value)


def _text(value: int | memoryview | bytes) -> str:
    return bytes(_bytes(value)).decode("utf-8", "replace")


def _number(value: int | memoryview | bytes) -> int:
    if not isinstance(value, int):
        raise ValueError(Message("it is no ONNX model"))
    return value
