"""Arrays of a checkpoint file, read without torch and without running code from the file.

Two formats: safetensors (https://huggingface.co/docs/safetensors/index#format) and what `torch.save` writes, a zip
archive (since torch 1.6) or one stream ("legacy", as most of the Helsinki-NLP models of 2020 are). The latter two
hold a pickle: it is read by an unpickler that knows tensors and nothing else, so nothing in it can be called.
"""

import io
import json
import pickle
import zipfile
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np
from numpy.typing import NDArray

from translator_app.errors import ConversionError

Weights = dict[str, NDArray[np.float32]]

_BFLOAT16 = "bfloat16"  # numpy has none: its bits are the upper half of a float32
_SAFETENSORS = {
    **{"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": _BFLOAT16},
    **{"I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1", "U8": "u1", "BOOL": "?"},
}
_STORAGES = {
    **{"DoubleStorage": "<f8", "FloatStorage": "<f4", "HalfStorage": "<f2", "BFloat16Storage": _BFLOAT16},
    **{"LongStorage": "<i8", "IntStorage": "<i4", "ShortStorage": "<i2", "CharStorage": "i1", "ByteStorage": "u1", "BoolStorage": "?"},
}
_BROKEN_PICKLE = (
    *(pickle.UnpicklingError, EOFError, ValueError, TypeError, AttributeError, IndexError, KeyError),
    *(ImportError, OverflowError, MemoryError, RecursionError),
)
_LEGACY_MAGIC = 0x1950A86A20F9469CFC6C
_LEGACY_START = pickle.dumps(_LEGACY_MAGIC, protocol=2)  # every legacy file begins with these bytes


def read_weights(path: Path) -> Weights:
    """All arrays of a file by name, widened to float32. Raises ConversionError that names the file."""
    try:
        with path.open("rb") as file:
            start = file.read(40)
            file.seek(0)
            if start.startswith(b"version https://git-lfs"):
                raise ConversionError(f"{path} is a Git LFS pointer, not the weights; fetch the file itself (git lfs pull)")
            if path.suffix == ".safetensors":
                return _read_safetensors(path, file)
            return _read_zip(path, file) if start.startswith(b"PK") else _read_legacy(path, file)
    except OSError as error:
        raise ConversionError(f"{path} can't be read ({error.strerror or error})") from error


def _damaged(path: Path, why: object) -> ConversionError:
    return ConversionError(f"{path} is damaged or truncated ({why}); fetch it again")


def _decode(raw: bytes | memoryview, dtype: str) -> NDArray[np.float32]:
    """Flat float32 array of little-endian bytes."""
    if dtype == _BFLOAT16:
        return (np.frombuffer(raw, "<u2").astype(np.uint32) << 16).view(np.float32)
    return np.frombuffer(raw, dtype).astype(np.float32)


# -- safetensors: 8 bytes of header length, a JSON header, the data


def _read_safetensors(path: Path, file: BinaryIO) -> Weights:
    size = path.stat().st_size
    length = int.from_bytes(file.read(8), "little")
    if size < 8 or length > size - 8:
        raise _damaged(path, "header longer than the file")
    try:
        header: Mapping[str, Any] = json.loads(file.read(length))
        entries = {name: (e["dtype"], tuple(e["shape"]), *e["data_offsets"]) for name, e in header.items() if name != "__metadata__"}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _damaged(path, f"header: {error}") from error
    expected = 8 + length + max((end for *_, end in entries.values()), default=0)
    if size < expected:
        raise _damaged(path, f"{size} bytes instead of {expected}")
    weights: Weights = {}
    for name, (dtype, shape, begin, end) in entries.items():
        if dtype not in _SAFETENSORS:
            raise ConversionError(f"{path}: {name} is of type {dtype}, which can't be widened to float32")
        file.seek(8 + length + begin)
        try:
            weights[name] = _decode(file.read(end - begin), _SAFETENSORS[dtype]).reshape(shape)
        except ValueError as error:
            raise _damaged(path, f"{name}: {error}") from error
    return weights


# -- torch.save: a pickle that refers to storages by key


@dataclass(frozen=True, slots=True)
class _Storage:
    """Where a tensor's numbers are: `key` names bytes elsewhere in the file."""

    key: str
    dtype: str
    numel: int


@dataclass(frozen=True, slots=True)
class _Tensor:
    """A view of a storage, in elements."""

    storage: _Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


def _rebuild_tensor(storage: _Storage, offset: int, shape: tuple[int, ...], strides: tuple[int, ...], *_: object) -> _Tensor:
    numbers = (offset, *shape, *strides)
    if not isinstance(storage, _Storage) or not all(isinstance(n, int) for n in numbers) or len(shape) != len(strides):
        raise ValueError("malformed tensor")
    return _Tensor(storage, offset, tuple(shape), tuple(strides))


def _rebuild_parameter(tensor: _Tensor, *_: object) -> _Tensor:
    return tensor


class _TensorUnpickler(pickle.Unpickler):
    """Knows tensors and ordered dictionaries; anything else a pickle may ask for is refused."""

    _KNOWN: Mapping[tuple[str, str], Any] = {
        ("collections", "OrderedDict"): OrderedDict,
        ("torch._utils", "_rebuild_tensor"): _rebuild_tensor,
        ("torch._utils", "_rebuild_tensor_v2"): _rebuild_tensor,
        ("torch._utils", "_rebuild_parameter"): _rebuild_parameter,
    }

    def find_class(self, module: str, name: str) -> Any:
        if module in ("torch", "torch.storage") and name in _STORAGES:
            return name
        try:
            return self._KNOWN[module, name]
        except KeyError:
            raise _Refused(f"{module}.{name}") from None

    def persistent_load(self, pid: Any) -> _Storage:
        kind, storage_type, key, _location, numel = pid[:5]
        if kind != "storage" or storage_type not in _STORAGES or (len(pid) > 5 and pid[5] is not None):
            raise _Refused(f"storage {pid!r}")
        return _Storage(str(key), _STORAGES[storage_type], int(numel))


class _Refused(pickle.UnpicklingError):
    """The pickle holds something that is no tensor."""


def _unpickle(path: Path, file: BinaryIO) -> Any:
    try:
        return _TensorUnpickler(file).load()
    except _Refused as error:
        raise ConversionError(f"{path} asks to load {error}, which is no tensor and could run code; refused") from error
    except _BROKEN_PICKLE as error:
        raise _damaged(path, error) from error


def _tensors(path: Path, found: Any) -> dict[str, _Tensor]:
    if isinstance(found, Mapping) and isinstance(found.get("state_dict"), Mapping):
        found = found["state_dict"]
    if not isinstance(found, Mapping) or not all(isinstance(name, str) for name in found):
        raise ConversionError(f"{path} holds no table of tensors by name")
    return {name: tensor for name, tensor in found.items() if isinstance(tensor, _Tensor)}


def _view(path: Path, name: str, tensor: _Tensor, flat: NDArray[np.float32]) -> NDArray[np.float32]:
    last = tensor.offset + sum((n - 1) * stride for n, stride in zip(tensor.shape, tensor.strides, strict=True))
    if min((tensor.offset, *tensor.strides, *tensor.shape)) < 0 or (0 not in tensor.shape and last >= flat.size):
        raise _damaged(path, f"{name} reaches beyond its storage")
    strides = [s * flat.itemsize for s in tensor.strides]
    return np.ascontiguousarray(np.lib.stride_tricks.as_strided(flat[tensor.offset :], tensor.shape, strides))


def _read_zip(path: Path, file: BinaryIO) -> Weights:
    try:
        with zipfile.ZipFile(file) as archive:
            pickles = [name for name in archive.namelist() if name.endswith("/data.pkl")]
            if len(pickles) != 1:
                raise _damaged(path, "no data.pkl")
            root = pickles[0].removesuffix("data.pkl")
            if f"{root}byteorder" in archive.namelist() and archive.read(f"{root}byteorder") != b"little":
                raise ConversionError(f"{path} was written by a big-endian machine; save it again as safetensors")
            tensors = _tensors(path, _unpickle(path, io.BytesIO(archive.read(pickles[0]))))
            flat = {t.storage.key: _decode(archive.read(f"{root}data/{t.storage.key}"), t.storage.dtype) for t in tensors.values()}
    except (zipfile.BadZipFile, KeyError, EOFError, ValueError) as error:
        raise _damaged(path, error) from error
    return {name: _view(path, name, t, flat[t.storage.key]) for name, t in tensors.items()}


def _read_legacy(path: Path, file: BinaryIO) -> Weights:
    if file.read(len(_LEGACY_START)) != _LEGACY_START:
        raise _damaged(path, "neither a zip archive nor a stream written by torch.save")
    _version, _system = _unpickle(path, file), _unpickle(path, file)
    tensors = _tensors(path, _unpickle(path, file))
    storages = {t.storage.key: t.storage for t in tensors.values()}
    flat: dict[str, NDArray[np.float32]] = {}
    for key in cast(list[str], _unpickle(path, file)):
        if key not in storages:
            raise _damaged(path, f"storage {key} belongs to no tensor")
        numel = int.from_bytes(file.read(8), "little")
        size = numel * (2 if storages[key].dtype == _BFLOAT16 else np.dtype(storages[key].dtype).itemsize)
        raw = file.read(size) if numel == storages[key].numel else b""
        if len(raw) != size or (not raw and numel):
            raise _damaged(path, f"storage {key} is cut off")
        flat[key] = _decode(raw, storages[key].dtype)
    if missing := storages.keys() - flat.keys():
        raise _damaged(path, f"no data for storages {sorted(missing)[:3]}")
    return {name: _view(path, name, t, flat[t.storage.key]) for name, t in tensors.items()}
