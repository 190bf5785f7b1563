import json
from pathlib import Path

import onnx
import pytest

from translator_app.convert.layout import LayoutOptions, export_optimum_layout
from translator_app.engine.network import load_network
from translator_app.engine.search import DecodingOptions, search
from translator_app.engine.tokenizer import Tokenizer
from translator_app.errors import ConversionError, OutputExists
from translator_app.importer import Options, import_path
from translator_app.packs import Pack

pytest.importorskip("transformers")
pytest.importorskip("onnxscript")


def names(path: Path) -> tuple[set[str], list[str]]:
    graph = onnx.load(path).graph
    return {i.name for i in graph.input}, [o.name for o in graph.output]


def test_three_graphs_as_optimum_names_them(tiny_checkpoint: Path, tiny_pack_fp32: Pack, packs_home: Path, tmp_path: Path) -> None:
    out, lines = tmp_path / "tiny-optimum", list[str]()
    export_optimum_layout(tiny_checkpoint, out, LayoutOptions(precision="int8"), lines.append)
    inputs, outputs = names(out / "encoder_model.onnx")
    assert inputs == {"input_ids", "attention_mask"}
    assert outputs == ["last_hidden_state"]
    inputs, outputs = names(out / "decoder_model.onnx")
    cache = [f"{i}.{side}.{kind}" for i in range(2) for side in ("decoder", "encoder") for kind in ("key", "value")]
    assert inputs == {"encoder_attention_mask", "input_ids", "encoder_hidden_states"}
    assert outputs == ["logits", *(f"present.{name}" for name in cache)]
    inputs, outputs = names(out / "decoder_with_past_model.onnx")
    assert inputs == {"encoder_attention_mask", "input_ids", *(f"past_key_values.{name}" for name in cache)}
    assert outputs == ["logits", *(f"present.{name}" for name in cache if ".decoder." in name)]
    assert json.loads((out / "config.json").read_text())["model_type"] == "marian"
    files = {path.name for path in out.iterdir()}
    assert {"source.spm", "target.spm", "vocab.json", "decoder_model_quantized.onnx"} <= files
    assert sum("largest difference to PyTorch" in line for line in lines) == 3
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    imported = import_path(out, Options(precision="fp32", source_prefix=""))
    assert imported.manifest.layout == "optimum"
    assert translations(imported) == translations(tiny_pack_fp32)


def translations(pack: Pack) -> list[str]:
    tokenizer, network = Tokenizer.from_pack(pack), load_network(pack)
    sources = [tokenizer.encode(text) for text in ("The weather is nice today.", "I have two brothers.", "Yes.")]
    return [tokenizer.decode(found[0].ids) for found in search(network, sources, DecodingOptions(max_length=20))]


def test_an_old_opset_is_refused(tiny_checkpoint: Path, tmp_path: Path) -> None:
    with pytest.raises(ConversionError, match="--opset 11 is too old"):
        export_optimum_layout(tiny_checkpoint, tmp_path / "out", LayoutOptions(opset=11))


def test_an_existing_folder_is_kept(tiny_checkpoint: Path, tmp_path: Path) -> None:
    with pytest.raises(OutputExists):
        export_optimum_layout(tiny_checkpoint, tmp_path, LayoutOptions())


def test_missing_packages_are_named(tiny_checkpoint: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("translator_app.convert.layout.missing_packages", lambda *names: [names[-1]])
    with pytest.raises(ConversionError, match="needs onnxslim"):
        export_optimum_layout(tiny_checkpoint, tmp_path / "out", LayoutOptions())
