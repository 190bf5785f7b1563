import json
from collections.abc import Callable
from pathlib import Path

import onnx
import pytest

from translator_app.convert.layout import LayoutOptions, export_optimum_layout
from translator_app.errors import ConversionError, OutputExists

pytest.importorskip("transformers")
pytest.importorskip("onnxscript")

MakeCheckpoint = Callable[..., Path]


def names(path: Path) -> tuple[set[str], list[str]]:
    graph = onnx.load(path).graph
    return {i.name for i in graph.input}, [o.name for o in graph.output]


@pytest.fixture
def model(make_checkpoint: MakeCheckpoint, tmp_path: Path) -> Path:
    """One layer a side: the exporter takes its time."""
    return make_checkpoint(tmp_path / "model", layers=1)


def test_three_graphs_as_optimum_names_them(model: Path, tmp_path: Path) -> None:
    out, lines = tmp_path / "out", list[str]()
    export_optimum_layout(model, out, LayoutOptions(precision="int8"), lines.append)
    inputs, outputs = names(out / "encoder_model.onnx")
    assert inputs == {"input_ids", "attention_mask"}
    assert outputs == ["last_hidden_state"]
    inputs, outputs = names(out / "decoder_model.onnx")
    cache = [f"0.{side}.{kind}" for side in ("decoder", "encoder") for kind in ("key", "value")]
    assert inputs == {"encoder_attention_mask", "input_ids", "encoder_hidden_states"}
    assert outputs == ["logits", *(f"present.{name}" for name in cache)]
    inputs, outputs = names(out / "decoder_with_past_model.onnx")
    assert inputs == {"encoder_attention_mask", "input_ids", *(f"past_key_values.{name}" for name in cache)}
    assert outputs == ["logits", "present.0.decoder.key", "present.0.decoder.value"]
    assert json.loads((out / "config.json").read_text())["model_type"] == "marian"
    kinds = {path.name for path in out.iterdir()}
    assert {"source.spm", "target.spm", "vocab.json", "decoder_model_quantized.onnx"} <= kinds
    assert sum("largest difference to PyTorch" in line for line in lines) == 3
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_an_old_opset_is_refused(model: Path, tmp_path: Path) -> None:
    with pytest.raises(ConversionError, match="--opset 11 is too old"):
        export_optimum_layout(model, tmp_path / "out", LayoutOptions(opset=11))


def test_an_existing_folder_is_kept(model: Path, tmp_path: Path) -> None:
    with pytest.raises(OutputExists):
        export_optimum_layout(model, model, LayoutOptions())


def test_missing_packages_are_named(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("translator_app.convert.layout.missing_packages", lambda *names: [names[-1]])
    with pytest.raises(ConversionError, match="needs onnxslim"):
        export_optimum_layout(model, tmp_path / "out", LayoutOptions())
