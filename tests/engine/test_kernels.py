"""The probe that finds processors whose int8 kernel overflows."""

import importlib.util
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from translator_app.engine import kernels, network
from translator_app.engine.network import load_network
from translator_app.engine.search import DecodingOptions, search
from translator_app.packs import Pack

MAKE_PROBE = Path(__file__).resolve().parents[1] / "data" / "make_probe.py"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    kernels.signed_weights_overflow.cache_clear()
    yield
    kernels.signed_weights_overflow.cache_clear()


def test_the_probe_is_what_its_script_makes() -> None:
    onnx = pytest.importorskip("onnx")
    spec = importlib.util.spec_from_file_location("make_probe", MAKE_PROBE)
    assert spec
    assert spec.loader
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert onnx.load_from_string(kernels._PROBE) == onnx.load_from_string(script.make_probe())


def test_it_answers_on_this_machine() -> None:
    assert kernels.signed_weights_overflow() in (False, True)
    flags = Path("/proc/cpuinfo")
    if flags.exists() and "vnni" in flags.read_text(encoding="utf-8", errors="replace"):
        assert not kernels.signed_weights_overflow()


@pytest.mark.parametrize("kernel", ["interactive", "batch"])
def test_the_exact_graphs_are_chosen_and_give_the_same(
    tiny_pack: Pack, golden: dict[str, Any], monkeypatch: pytest.MonkeyPatch, kernel: str
) -> None:
    def translate(loaded: list[str]) -> list[tuple[int, ...]]:
        def make_session(path: Path, threads: int) -> Any:
            loaded.append(path.name)
            return real(path, threads)

        monkeypatch.setattr(network, "make_session", make_session)
        found = search(load_network(tiny_pack, threads=1, kernel=kernel), golden["ids"], DecodingOptions(max_length=24))
        return [h[0].ids for h in found]

    real: Callable[[Path, int], Any] = network.make_session
    outputs, names = [], []
    for overflow in (False, True):
        monkeypatch.setattr(network, "signed_weights_overflow", lambda overflow=overflow: overflow)
        names.append(loaded := list[str]())
        outputs.append(translate(loaded))
    decoders = ("decoder.onnx", "decoder.onnx") if kernel == "interactive" else ("decoder_batch.onnx", "decoder_batch_unsigned.onnx")
    assert [sorted(n) for n in names] == [sorted(["encoder.onnx", decoders[0]]), sorted(["encoder_unsigned.onnx", decoders[1]])]
    if not kernels.signed_weights_overflow():
        assert outputs[0] == outputs[1]


def test_packs_without_them_still_run(tiny_pack: Pack, golden: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(tiny_pack.folder, tmp_path / "pack")
    graphs = {role: name for role, name in tiny_pack.manifest.graphs.items() if not role.endswith("_unsigned")}
    pack = replace(tiny_pack, folder=tmp_path / "pack", manifest=replace(tiny_pack.manifest, graphs=graphs))
    monkeypatch.setattr(network, "signed_weights_overflow", lambda: True)
    assert search(load_network(pack, threads=1), golden["ids"][:3], DecodingOptions(max_length=24))
