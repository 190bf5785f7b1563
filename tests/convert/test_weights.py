import io
import json
import os
import pickle
import zipfile
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from translator_app.convert.weights import read_weights
from translator_app.errors import ConversionError

torch = pytest.importorskip("torch")
safetensors_torch = pytest.importorskip("safetensors.torch")


def state(dtype: Any) -> dict[str, Any]:
    torch.manual_seed(0)
    base = torch.randn(6, 4).to(dtype)
    return OrderedDict(
        [("a.weight", base), ("a.transposed", base.T), ("a.row", base[2]), ("bias", torch.zeros(3, dtype=dtype)), ("scalar", base[1, 1])]
    )


def save(path: Path, how: str, tensors: dict[str, Any]) -> None:
    if how == "safetensors":
        safetensors_torch.save_file({name: t.clone().contiguous() for name, t in tensors.items()}, path)
    else:
        torch.save(tensors, path, _use_new_zipfile_serialization=how == "zip")


NAMES = {"safetensors": "model.safetensors", "zip": "pytorch_model.bin", "legacy": "pytorch_model.bin"}


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16", "float64"])
@pytest.mark.parametrize("how", list(NAMES))
def test_every_type_is_widened(tmp_path: Path, how: str, dtype: str) -> None:
    tensors = state(getattr(torch, dtype))
    save(tmp_path / NAMES[how], how, tensors)
    weights = read_weights(tmp_path / NAMES[how])
    assert list(sorted(weights)) == sorted(tensors)
    for name, tensor in tensors.items():
        assert weights[name].dtype == np.float32
        np.testing.assert_array_equal(weights[name], tensor.float().numpy())


@pytest.mark.parametrize("keep", [0, 1, 4, 9, 60, 200, -40, -1])
@pytest.mark.parametrize("how", list(NAMES))
def test_truncated_files_are_named(tmp_path: Path, how: str, keep: int) -> None:
    path = tmp_path / NAMES[how]
    save(path, how, state(torch.float32))
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(ConversionError, match=r"model\.(safetensors|bin) is damaged or truncated"):
        read_weights(path)


def test_a_git_lfs_pointer_is_recognised(tmp_path: Path) -> None:
    path = tmp_path / "pytorch_model.bin"
    path.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 312087009\n")
    with pytest.raises(ConversionError, match="Git LFS pointer"):
        read_weights(path)


class Evil:
    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> Any:
        return (os.mkdir, (str(self.marker),))


def test_code_in_a_zip_is_refused_not_run(tmp_path: Path) -> None:
    path, marker = tmp_path / "pytorch_model.bin", tmp_path / "owned"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.pkl", pickle.dumps({"w": Evil(marker)}, protocol=2))
    with pytest.raises(ConversionError, match=r"posix.mkdir|nt.mkdir"):
        read_weights(path)
    assert not marker.exists()


def test_code_in_a_legacy_stream_is_refused_not_run(tmp_path: Path) -> None:
    path, marker = tmp_path / "pytorch_model.bin", tmp_path / "owned"
    stream = io.BytesIO()
    for value in (0x1950A86A20F9469CFC6C, 1001, {}, {"w": Evil(marker)}):
        pickle.dump(value, stream, protocol=2)
    path.write_bytes(stream.getvalue())
    with pytest.raises(ConversionError, match="could run code"):
        read_weights(path)
    assert not marker.exists()


def test_a_view_beyond_its_storage_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pytorch_model.bin"
    save(path, "zip", {"w": torch.zeros(4, 4)})
    forged = tmp_path / "forged" / "pytorch_model.bin"
    forged.parent.mkdir()
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(forged, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            target.writestr(name, data[:32] if "/data/" in name else data)
    with pytest.raises(ConversionError, match="reaches beyond its storage"):
        read_weights(forged)


def test_an_unknown_type_is_named(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    header = json.dumps({"w": {"dtype": "F8_E4M3", "shape": [4], "data_offsets": [0, 4]}}).encode()
    path.write_bytes(len(header).to_bytes(8, "little") + header + bytes(4))
    with pytest.raises(ConversionError, match="w is of type F8_E4M3"):
        read_weights(path)
