"""The header of an ONNX file as onnxruntime sees it, and damage that never becomes another exception."""

import contextlib
import random
from pathlib import Path

import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper

from translator_app.engine.foreign import Port
from translator_app.errors import BrokenPack
from translator_app.onnx_header import read_header
from translator_app.packs import Pack

GRAPHS = sorted((Path(__file__).parent / "data" / "tiny-onnx").glob("*/*.onnx"))


@pytest.mark.parametrize("path", GRAPHS, ids=lambda path: path.stem)
def test_equal_to_what_onnxruntime_says(path: Path) -> None:
    header = read_header(path)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    for ports, infos in ((header.inputs, session.get_inputs()), (header.outputs, session.get_outputs())):
        assert [(p.name, f"tensor({p.element})", list(p.shape)) for p in ports] == [(i.name, i.type, i.shape) for i in infos]
    assert header.opset == 17
    assert header.external == ()


def test_weights_files_are_named(tiny_pack: Pack) -> None:
    assert read_header(tiny_pack.graph("decoder")).external == ("weights.bin",)


def test_weights_listed_as_inputs_are_none(tmp_path: Path) -> None:
    ports = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [2]) for name in ("x", "w", "y")]
    weight = helper.make_tensor("w", TensorProto.FLOAT, [2], [1.0, 2.0])
    graph = helper.make_graph([helper.make_node("Add", ["x", "w"], ["y"])], "old", ports[:2], ports[2:], [weight])
    onnx.save(helper.make_model(graph, ir_version=3), tmp_path / "old.onnx")
    assert read_header(tmp_path / "old.onnx").inputs == (Port("x", "float", (2,)),)


def test_damage_is_always_named(tmp_path: Path) -> None:
    data = GRAPHS[0].read_bytes()
    path = tmp_path / "damaged.onnx"
    dice = random.Random(1)
    for _ in range(150):
        damaged = bytearray(data)
        for _ in range(dice.choice((1, 3, 20))):
            damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        path.write_bytes(damaged[: dice.choice((len(data), dice.randrange(len(data))))])
        with contextlib.suppress(BrokenPack):  # some flips hit weights only
            read_header(path)
    for bad in (b"", b"\x00", b"hello", b"\x3a\xff\xff\xff\xff\x0f"):
        path.write_bytes(bad)
        with pytest.raises(BrokenPack, match=r"damaged\.onnx"):
            read_header(path)
    with pytest.raises(BrokenPack, match=r"nowhere\.onnx"):
        read_header(tmp_path / "nowhere.onnx")
