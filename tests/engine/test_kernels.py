"""The probe that finds processors whose int8 kernel overflows, and the choice of the faster kernel."""

import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from translator_app.engine import kernels
from translator_app.engine.network import load_network
from translator_app.engine.search import DecodingOptions, Network, search
from translator_app.packs import Pack, TokenIds

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


class Timed:
    """A network whose steps take no time, but count."""

    def __init__(self, tokens: TokenIds) -> None:
        self.tokens, self.max_positions, self.steps = tokens, 64, 0

    def start(self, sources: Sequence[Sequence[int]]) -> None:
        return None

    def listed(self, state: None) -> None:
        return None

    def step(self, state: None, tokens: npt.NDArray[np.int64], parents: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        self.steps += 1
        return np.zeros((len(tokens), 8), np.float32)


@pytest.mark.parametrize(("seconds", "chosen"), [((1.0, 2.0), "batch"), ((1.0, 0.97), "batch"), ((1.0, 0.5), "interactive")])
def test_the_faster_kernel_is_measured_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: tuple[float, float], chosen: str
) -> None:
    cache, loaded = tmp_path / "cache" / "kernels.json", list[str]()
    times = iter(seconds)
    monkeypatch.setattr(kernels, "step_time_s", lambda network: next(times))

    def load(kernel: str) -> Network:
        loaded.append(kernel)
        return Timed(TokenIds(pad=9, eos=0, unk=1, decoder_start=9))

    for _ in range(3):
        assert kernels.calibrated_kernel("a", load, ("batch", "interactive"), cache) == chosen
    assert loaded == ["batch", "interactive"]
    assert list(cache.parent.iterdir()) == [cache]


@pytest.mark.parametrize("content", [None, "", "[1]", '{"a": 3}'])
def test_a_cache_that_is_missing_damaged_or_locked_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    monkeypatch.setattr(kernels, "step_time_s", lambda network: 1.0)
    cache = tmp_path / "kernels.json"
    if content is not None:
        cache.write_text(content, encoding="utf-8")
    load = lambda kernel: Timed(TokenIds(pad=9, eos=0, unk=1, decoder_start=9))  # noqa: E731
    assert kernels.calibrated_kernel("a", load, ("batch", "interactive"), cache) == "batch"
    assert kernels.calibrated_kernel("a", load, ("batch", "interactive"), cache / "not a folder") == "batch"


def test_auto_loads_one_of_the_two(tiny_pack: Pack, golden: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRANSLATOR_APP_HOME", str(tmp_path))
    for _ in range(2):
        found = search(load_network(tiny_pack, threads=1, kernel="auto"), golden["ids"][:2], DecodingOptions(max_length=24))
        assert [len(h) for h in found] == [1, 1]
    assert (tmp_path / "cache" / "kernels.json").exists()
