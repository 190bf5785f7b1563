import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from translator_app.convert.build import PARTS
from translator_app.convert.graphs import build_graphs
from translator_app.convert.pipeline import Recipe, convert
from translator_app.engine.network import load_network
from translator_app.engine.search import DecodingOptions, search
from translator_app.engine.tokenizer import Tokenizer
from translator_app.errors import ConversionError, OutputExists, QualityGateError, UnsupportedModel
from translator_app.packs import LanguagePair, Pack, load_pack, verify

pytest.importorskip("transformers")

MakeCheckpoint = Callable[..., Path]
SENTENCES = (
    "The weather is nice today.",
    "Where is my book?",
    "He bought two maps.",
    "I know.",
    "They have been here since Monday, I think.",
)


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    path = tmp_path / "tests.tsv"
    path.write_text("".join(f"{sentence}\t今天天气很好。\n" for sentence in SENTENCES), encoding="utf-8")
    return path


@pytest.fixture
def model(make_checkpoint: MakeCheckpoint, tmp_path: Path) -> Path:
    return make_checkpoint(tmp_path / "model")


@pytest.fixture
def no_pytorch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its comparison takes most of the time, and is not what every test is about."""
    monkeypatch.setattr("translator_app.convert.verify.missing_packages", lambda *names: list(names))


def outputs(pack: Pack) -> list[str]:
    tokenizer, network = Tokenizer.from_pack(pack), load_network(pack)
    found = search(network, [tokenizer.encode(s) for s in SENTENCES], DecodingOptions(max_length=20))
    return [tokenizer.decode(hypotheses[0].ids) for hypotheses in found]


def test_a_pack_is_made_and_verified(model: Path, tests: Path, tmp_path: Path) -> None:
    lines: list[str] = []
    licence = tmp_path / "LICENSE.txt"
    licence.write_text("free")
    recipe = Recipe("tiny", name="Tiny", licence="CC0-1.0", licence_files=(licence,), test=tests, search={"beam_size": 1}, accept=True)
    pack = convert(model, tmp_path / "out" / "tiny", recipe, lines.append)
    verify(pack)
    manifest = pack.manifest
    assert (manifest.pack_id, manifest.name, manifest.licence) == ("tiny", "Tiny", "CC0-1.0")
    assert (manifest.search.beam_size, manifest.search.max_length) == (1, 40)
    assert manifest.source_model == "model"
    assert manifest.source_revision.startswith("sha256:")
    assert set(manifest.graphs) == {"encoder", "decoder", "decoder_batch"}
    assert {f.path for f in manifest.files} >= {"MODEL_CARD.md", "LICENSE.txt", "selftest.json", "weights.bin", "source.spm"}
    assert len(json.loads((pack.folder / "selftest.json").read_text(encoding="utf-8"))["sentences"]) == 12
    report = manifest.verification
    assert report["fp32_vs_pytorch"]["equal_outputs"] == 1
    assert report["fp32_vs_pytorch"]["decoder_cosine_min"] > 0.99999
    assert report["tokenizer_equal"] == 1
    assert set(report["systems"]) == {"pytorch", "fp32", "int8", "int8_batch"}
    assert report["int8_vs_fp32"]["encoder_cosine_min"] > 0.99
    assert any("cosine" in line for line in lines)
    assert {p.name for p in (tmp_path / "out").iterdir()} == {"tiny"}


def test_fp32_on_request(model: Path, tests: Path, tmp_path: Path) -> None:
    pack = convert(model, tmp_path / "tiny", Recipe("tiny", precision="fp32", test=tests))
    assert set(pack.manifest.precision.values()) == {"fp32"}
    assert set(pack.manifest.verification["systems"]) == {"pytorch", "fp32"}
    assert pack.manifest.verification["gate"]["passed"]


@pytest.mark.usefixtures("no_pytorch")
def test_parts_and_layers_can_stay_fp32(model: Path, tests: Path, tmp_path: Path) -> None:
    recipe = Recipe("tiny", quantize=frozenset({"encoder", "decoder"}), exclude=("lm_head", "encoder.*.fc2"), test=tests, accept=True)
    pack = convert(model, tmp_path / "tiny", recipe)
    assert pack.manifest.precision == {"encoder": "int8", "decoder": "int8", "embedding": "fp32"}
    whole = convert(model, tmp_path / "whole", replace(recipe, quantize=frozenset(PARTS), exclude=()))
    assert (pack.folder / "weights.bin").stat().st_size > (whole.folder / "weights.bin").stat().st_size


@pytest.mark.usefixtures("no_pytorch")
def test_unsigned_weights_give_the_same_translations(model: Path, tests: Path, tmp_path: Path) -> None:
    packs = [convert(model, tmp_path / str(u), Recipe("tiny", unsigned=u, test=tests, accept=True)) for u in (False, True)]
    assert outputs(packs[0]) == outputs(packs[1])


@pytest.mark.parametrize(
    ("change", "message"), [({"quantize": frozenset({"head"})}, "head is none of"), ({"exclude": ("fc9",)}, "called fc9")]
)
def test_unknown_parts_and_layers_are_named(model: Path, tests: Path, tmp_path: Path, change: dict[str, object], message: str) -> None:
    with pytest.raises(ConversionError, match=message):
        convert(model, tmp_path / "tiny", replace(Recipe("tiny", test=tests), **change))  # type: ignore[arg-type]


@pytest.mark.usefixtures("no_pytorch")
def test_an_existing_folder_is_kept_without_force(model: Path, tests: Path, tmp_path: Path) -> None:
    out = tmp_path / "tiny"
    out.mkdir()
    (out / "mine").write_text("x")
    with pytest.raises(OutputExists, match="--force"):
        convert(model, out, Recipe("tiny", test=tests))
    assert (out / "mine").exists()
    pack = convert(model, out, Recipe("tiny", test=tests, accept=True, force=True))
    assert not (out / "mine").exists()
    assert load_pack(out) == pack


@pytest.mark.usefixtures("no_pytorch")
@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_an_interrupted_run_leaves_everything_as_it_was(
    model: Path, tests: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    out = tmp_path / "packs" / "tiny"
    out.mkdir(parents=True)
    (out / "mine").write_text("x")

    def stop(_pack: Pack) -> dict[str, float]:
        raise error

    monkeypatch.setattr("translator_app.convert.probe.placeholder_survival", stop)
    with pytest.raises(error):
        convert(model, out, Recipe("tiny", test=tests, accept=True, force=True))
    assert [path.name for path in out.iterdir()] == ["mine"]
    assert [path.name for path in out.parent.iterdir()] == ["tiny"]


def test_an_unsupported_model_leaves_nothing(make_checkpoint: MakeCheckpoint, tests: Path, tmp_path: Path) -> None:
    folder = make_checkpoint(tmp_path / "m", activation_function="tanh", normalize_before=True)
    with pytest.raises(UnsupportedModel) as caught:
        convert(folder, tmp_path / "out" / "tiny", Recipe("tiny", test=tests))
    assert len(caught.value.reasons) == 2
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("no_pytorch")
def test_without_torch_the_comparison_is_marked_as_skipped(model: Path, tests: Path, tmp_path: Path) -> None:
    lines: list[str] = []
    pack = convert(model, tmp_path / "tiny", Recipe("tiny", test=tests, accept=True), lines.append)
    assert pack.manifest.verification["pytorch"].startswith("skipped: torch and transformers not installed")
    assert any("SKIPPED" in line for line in lines)
    assert set(pack.manifest.verification["systems"]) == {"fp32", "int8", "int8_batch"}


@pytest.mark.usefixtures("no_pytorch")
def test_without_sacrebleu_chrf_decides(model: Path, tests: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from translator_app import quality

    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    quality._sacrebleu.cache_clear()
    pack = convert(model, tmp_path / "tiny", Recipe("tiny", test=tests, accept=True))
    quality._sacrebleu.cache_clear()
    assert pack.manifest.verification["drop"]["int8"]["metric"] == "chrf"
    assert pack.manifest.verification["systems"]["fp32"]["bleu"] is None


def test_a_wrong_graph_does_not_pass(model: Path, tests: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(config: dict[str, object], weights: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]], options: object) -> object:
        return build_graphs(config, {**weights, "final_logits_bias": np.zeros_like(weights["final_logits_bias"])}, options)  # type: ignore[arg-type]

    monkeypatch.setattr("translator_app.convert.build.build_graphs", broken)  # MODELS.md: the bias is part of the model
    with pytest.raises(QualityGateError, match=r"decoder: cosine of fp32 and PyTorch") as caught:
        convert(model, tmp_path / "out" / "tiny", Recipe("tiny", precision="fp32", test=tests))
    assert isinstance(caught.value.report, dict)
    assert list((tmp_path / "out").iterdir()) == []


def test_half_precision_checkpoints_give_the_same_pack_as_their_widened_copies(model: Path, tests: Path, tmp_path: Path) -> None:
    weights = {name: array.astype(np.float16) for name, array in load_file(model / "model.safetensors").items()}
    save_file(weights, model / "model.safetensors", metadata={"format": "pt"})
    half = convert(model, tmp_path / "half", Recipe("tiny", precision="fp32", test=tests))
    save_file({n: a.astype(np.float32) for n, a in weights.items()}, model / "model.safetensors", metadata={"format": "pt"})
    wide = convert(model, tmp_path / "wide", Recipe("tiny", precision="fp32", test=tests))
    assert (half.folder / "weights.bin").read_bytes() == (wide.folder / "weights.bin").read_bytes()
    assert half.manifest.verification["fp32_vs_pytorch"]["equal_outputs"] == 1


@pytest.mark.usefixtures("no_pytorch")
def test_too_long_sentences_of_the_test_set_are_left_out(model: Path, tmp_path: Path) -> None:
    path = tmp_path / "long.tsv"
    path.write_text("word " * 100 + "\t词\nHello.\t你好。\n", encoding="utf-8")
    pack = convert(model, tmp_path / "tiny", Recipe("tiny", precision="fp32", test=path, accept=True))
    assert (pack.manifest.verification["sentences"], pack.manifest.verification["too_long"]) == (1, 1)


def test_a_bad_test_set_is_named(model: Path, tmp_path: Path) -> None:
    path = tmp_path / "bad.tsv"
    path.write_text("Hello.\t你好。\nno tab\n", encoding="utf-8")
    with pytest.raises(ConversionError, match="line 2"):
        convert(model, tmp_path / "tiny", Recipe("tiny", test=path))


@pytest.mark.parametrize("legacy", [False, True])
def test_checkpoints_saved_by_torch(model: Path, tests: Path, tmp_path: Path, legacy: bool) -> None:
    import torch

    weights = {name: torch.tensor(array) for name, array in load_file(model / "model.safetensors").items()}
    (model / "model.safetensors").unlink()
    torch.save(weights, model / "pytorch_model.bin", _use_new_zipfile_serialization=not legacy)
    pack = convert(model, tmp_path / "tiny", Recipe("tiny", precision="fp32", test=tests))
    assert pack.manifest.verification["fp32_vs_pytorch"]["equal_outputs"] == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pack_id": "My Pack"}, "--id 'My Pack'"),
        ({"licence_files": (Path("none.txt"),)}, "none.txt is no file"),
        ({"card": Path("none.md")}, "none.md is no file"),
        ({"search": {"beam_size": 0}}, "beam_size 0"),
        ({"test": None, "pair": LanguagePair("en", "ja")}, "no test set of our own for en to ja"),
    ],
)
def test_mistakes_are_named_at_once(tmp_path: Path, tests: Path, change: dict[str, object], message: str) -> None:
    with pytest.raises(ConversionError, match=message):
        convert(tmp_path / "none", tmp_path / "tiny", replace(Recipe("tiny", test=tests), **change))  # type: ignore[arg-type]
