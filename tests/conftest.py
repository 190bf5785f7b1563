"""A real, tiny language pack for every test: made from tests/data/tiny-marian, which knows sixty sentences by heart."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from translator_app import paths
from translator_app.packs import Pack, load_pack

TINY_CHECKPOINT = Path(__file__).parent / "data" / "tiny-marian"
TINY_ONNX = Path(__file__).parent / "data" / "tiny-onnx"
FOREIGN_GRAPHS = {
    "optimum": ("optimum/encoder_model", "optimum/decoder_model", "optimum/decoder_with_past_model"),
    "optimum-merged": ("optimum/encoder_model", "optimum/decoder_model_merged"),
    "split": ("optimum/encoder_model", "split/decoder"),
    "single": ("single/model",),
}
TOKENIZER_FILES = ("source.spm", "target.spm", "vocab.json")


def make_tiny_pack(folder: Path, precision: str = "int8", *, pack_id: str = "tiny", shortlist: Any = None, **options: Any) -> Pack:
    """Write the tiny pack into a new folder; `options` go to GraphOptions, `shortlist` is a table for it."""
    import onnxruntime

    from translator_app import packs
    from translator_app.convert.checkpoint import read_checkpoint
    from translator_app.convert.graphs import build_graphs
    from translator_app.convert.linear import GraphOptions
    from translator_app.convert.onnx_writer import OPSET
    from translator_app.convert.support import check_model

    checkpoint = read_checkpoint(TINY_CHECKPOINT)
    model = check_model(checkpoint, "zh", "")
    folder.mkdir(parents=True)
    parts = {"encoder": precision, "decoder": precision, "embedding": precision}
    options |= {"chosen_rows": True} if shortlist else {}
    graphs = build_graphs(checkpoint.config, checkpoint.weights, GraphOptions(**{**parts, **options})).write(folder)
    for name in TOKENIZER_FILES:
        shutil.copyfile(TINY_CHECKPOINT / name, folder / name)
    if shortlist:
        shortlist.write(folder / "shortlist.bin")
    manifest = packs.Manifest(
        format_version=packs.FORMAT_VERSION,
        pack_id=pack_id,
        name="Tiny",
        pair=packs.LanguagePair("en", "zh"),
        layout="fused",
        graphs=graphs,
        shortlist=packs.ShortlistInfo("shortlist.bin", 8, 16) if shortlist else None,
        precision={part: options.get(part, precision) for part in parts},
        architecture=model.architecture,
        tokens=model.tokens,
        search=packs.SearchDefaults(max_length=48),
        producible_ids=model.producible_ids,
        source_prefix="",
        placeholder=None,
        source_model="tiny-marian",
        source_revision="1",
        licence="Apache-2.0",
        created_by="tests",
        opset=OPSET,
        onnxruntime=onnxruntime.__version__,
        files=tuple(packs.describe_file(folder, path.name) for path in sorted(folder.iterdir())),
    )
    (folder / packs.MANIFEST).write_text(manifest.to_json(), encoding="utf-8", newline="\n")
    return load_pack(folder)


@pytest.fixture(scope="session")
def tiny_checkpoint() -> Path:
    """The checkpoint as HuggingFace stores it."""
    return TINY_CHECKPOINT


@pytest.fixture(scope="session")
def make_pack() -> Callable[..., Pack]:
    """make_pack(folder, precision, pack_id=..., **graph_options): a pack of one's own."""
    return make_tiny_pack


@pytest.fixture(scope="session")
def golden() -> dict[str, Any]:
    """What transformers makes of it, see tests/data/make_tiny_model.py."""
    data: dict[str, Any] = json.loads((TINY_CHECKPOINT / "golden.json").read_text(encoding="utf-8"))
    return data


@pytest.fixture(scope="session")
def tiny_pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """The int8 pack. Read only: copy it to change it."""
    return make_tiny_pack(tmp_path_factory.mktemp("packs") / "tiny")


@pytest.fixture(scope="session")
def tiny_pack_fp32(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """The fp32 pack, which gives what transformers gives."""
    return make_tiny_pack(tmp_path_factory.mktemp("packs") / "tiny-fp32", "fp32", pack_id="tiny-fp32")


@pytest.fixture
def make_foreign(tmp_path: Path) -> Callable[..., Path]:
    """Writes a folder as others publish the tiny model: one of FOREIGN_GRAPHS next to HuggingFace's files."""

    def make(layout: str = "optimum-merged", *, name: str = "tiny-en-zh", graphs: str = ".", suffix: str = "") -> Path:
        folder = tmp_path / name
        (folder / graphs).mkdir(parents=True)
        for path in TINY_CHECKPOINT.iterdir():
            if path.name not in ("golden.json", "model.safetensors"):
                shutil.copyfile(path, folder / path.name)
        for graph in FOREIGN_GRAPHS[layout]:
            shutil.copyfile(TINY_ONNX / f"{graph}.onnx", folder / graphs / f"{Path(graph).name}{suffix}.onnx")
        return folder

    return make


@pytest.fixture
def packs_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's empty packs folder, and no bundled packs."""
    monkeypatch.setenv("TRANSLATOR_APP_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(paths, "bundled_packs_dir", lambda: tmp_path / "bundled")
    return tmp_path / "home" / "packs"
