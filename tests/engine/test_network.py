"""The tiny pack against what transformers made of the same checkpoint, and what the network promises."""

import gc
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest

from translator_app.engine import memory
from translator_app.engine import network as network_module
from translator_app.engine.network import LoadedNetwork, load_network, physical_threads
from translator_app.engine.search import DecodingOptions, search
from translator_app.errors import BrokenPack
from translator_app.packs import Pack

SETTINGS = {"num_beams": "beam_size", "num_return_sequences": "n_best", "min_new_tokens": "min_length", "renormalize_logits": "renormalize"}
BEAMS = ("beam4", "beam4_long", "beam4_short", "beam3_early", "beam2_min", "beam4_rules")


@pytest.fixture(scope="module")
def fp32(tiny_pack_fp32: Pack) -> Iterator[LoadedNetwork]:
    network = load_network(tiny_pack_fp32, threads=1)
    yield network
    network.close()


@pytest.fixture(scope="module")
def int8(tiny_pack: Pack) -> Iterator[LoadedNetwork]:
    network = load_network(tiny_pack, threads=1)
    yield network
    network.close()


def options_of(golden: dict[str, Any], name: str) -> DecodingOptions:
    settings = {SETTINGS.get(key, key): value for key, value in golden["settings"][name].items()}
    return DecodingOptions(max_length=golden["max_new_tokens"], **settings)


@pytest.mark.parametrize("name", ["greedy", "greedy_min", "greedy_no_repeat", "greedy_penalty", *BEAMS])
def test_equal_to_transformers(fp32: LoadedNetwork, golden: dict[str, Any], name: str) -> None:
    found = search(fp32, golden["ids"], options_of(golden, name))
    for text, hypotheses, expected in zip(golden["texts"], found, golden["searches"][name], strict=True):
        assert [[*h.ids] for h in hypotheses] == [[token for token in ids if token] for ids, _ in expected], text
        for hypothesis, (_, score) in zip(hypotheses, expected, strict=True):
            assert score is None or hypothesis.score == pytest.approx(score, abs=2e-4), text


def test_step_by_step_equals_the_whole_sequence_at_once(fp32: LoadedNetwork, golden: dict[str, Any]) -> None:
    sources = golden["ids"][:4]
    width = max(map(len, sources))
    fed = np.array([source + [fp32.tokens.pad] * (width - len(source)) for source in sources])
    state = fp32.start(sources)
    for t in range(width):
        logits = fp32.step(state, fed[:, t], np.arange(4))
        np.testing.assert_allclose(logits[:, :40], [row[t] for row in golden["forced_logits"]], atol=2e-4)


def test_the_cache_grows(fp32: LoadedNetwork, golden: dict[str, Any]) -> None:
    sources, options = golden["ids"][:3], DecodingOptions(max_length=64, min_length=60)
    long = search(fp32, sources, options)
    assert all(60 <= len(h[0].ids) <= 63 for h in long)
    assert [search(fp32, [ids], options)[0][0].ids for ids in sources] == [h[0].ids for h in long]


@pytest.mark.parametrize("beam_size", [1, 4])
def test_a_sentence_alone_and_in_a_batch(fp32: LoadedNetwork, int8: LoadedNetwork, golden: dict[str, Any], beam_size: int) -> None:
    options = DecodingOptions(beam_size=beam_size, max_length=24)
    for network in (fp32, int8):
        together = search(network, golden["ids"], options)
        alone = [search(network, [ids], options)[0] for ids in golden["ids"]]
        assert [h[0].ids for h in alone] == [h[0].ids for h in together]


@pytest.mark.parametrize("kernel", ["interactive", "batch"])
def test_int8_knows_what_fp32_knows(tiny_pack: Pack, golden: dict[str, Any], kernel: str) -> None:
    network = load_network(tiny_pack, threads=1, kernel=kernel)
    found = search(network, golden["ids"][:60], DecodingOptions(max_length=24))
    expected = [ids[:-1] for [[ids, _]] in golden["searches"]["greedy"][:60]]
    assert sum([*h[0].ids] == ids for h, ids in zip(found, expected, strict=True)) >= 57
    network.close()


def test_states_are_independent(fp32: LoadedNetwork, golden: dict[str, Any]) -> None:
    one, two = fp32.start(golden["ids"][:1]), fp32.start(golden["ids"][1:2])
    start, row = np.array([fp32.tokens.decoder_start]), np.array([0])
    first = fp32.step(one, start, row).copy()
    fp32.step(two, start, row)
    again = fp32.start(golden["ids"][:1])
    np.testing.assert_array_equal(fp32.step(again, start, row), first)


def test_too_long_a_source_is_refused(fp32: LoadedNetwork) -> None:
    with pytest.raises(ValueError, match="65 tokens"):
        fp32.start([[5] * 65])


def test_one_copy_of_the_weights(tiny_pack: Pack, tiny_pack_fp32: Pack) -> None:
    size = {pack.pack_id: (pack.folder / "weights.bin").stat().st_size for pack in (tiny_pack, tiny_pack_fp32)}
    assert size["tiny"] < size["tiny-fp32"]  # the small arrays of so small a model take a page each


@pytest.mark.parametrize("overflow", [False, True])
def test_session_options(tiny_pack: Pack, golden: dict[str, Any], monkeypatch: pytest.MonkeyPatch, overflow: bool) -> None:
    seen: list[Any] = []
    real = onnxruntime.InferenceSession

    def session(path: str, options: Any, **keywords: Any) -> Any:
        seen.append(options)
        return real(path, options, **keywords)

    monkeypatch.setattr(network_module, "signed_weights_overflow", lambda: overflow)
    monkeypatch.setattr(onnxruntime, "InferenceSession", session)
    for kernel in ("interactive", "batch"):
        found = search(load_network(tiny_pack, threads=2, kernel=kernel), golden["ids"][:20], DecodingOptions(max_length=24))
        assert sum([*h[0].ids] == ids[:-1] for h, [[ids, _]] in zip(found, golden["searches"]["greedy"], strict=False)) >= 18
    assert len(seen) == 4
    for options in seen:
        assert options.intra_op_num_threads == 2
        assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"
        if overflow:
            assert options.get_session_config_entry("session.x64quantprecision") == "1"


def test_providers_are_shown(int8: LoadedNetwork) -> None:
    assert int8.providers[-1] == "CPUExecutionProvider"


def test_loading_without_a_path(tiny_pack: Pack, golden: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "папка 包"
    shutil.copytree(tiny_pack.folder, folder)
    pack = replace(tiny_pack, folder=folder)
    usual = search(load_network(pack, threads=1), golden["ids"][:5], DecodingOptions(max_length=24))
    monkeypatch.setattr(network_module, "_needs_memory", lambda path: True)
    assert search(load_network(pack, threads=1), golden["ids"][:5], DecodingOptions(max_length=24)) == usual


@pytest.mark.parametrize("name", ["encoder.onnx", "decoder.onnx", "weights.bin"])
@pytest.mark.parametrize("damage", ["missing", "empty", "cut"])
def test_damaged_files_are_named(tiny_pack: Pack, tmp_path: Path, name: str, damage: str) -> None:
    folder = tmp_path / "pack"
    shutil.copytree(tiny_pack.folder, folder)
    path = folder / name
    data = path.read_bytes()
    path.unlink()
    if damage != "missing":
        path.write_bytes(b"" if damage == "empty" else data[: len(data) // 2])
    with pytest.raises(BrokenPack, match=r"coder\.onnx"):
        load_network(replace(tiny_pack, folder=folder), threads=1)


def test_a_graph_of_another_kind_is_named(tiny_pack: Pack) -> None:
    graphs = {**tiny_pack.manifest.graphs, "decoder": "encoder.onnx"}
    pack = replace(tiny_pack, manifest=replace(tiny_pack.manifest, graphs=graphs))
    with pytest.raises(BrokenPack, match=r"encoder\.onnx.*missing: .*cross_0"):
        load_network(pack, threads=1)


def test_threads(tiny_pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= physical_threads() <= 4
    monkeypatch.setattr(network_module, "physical_threads", lambda: 3)
    found = [load_network(tiny_pack, threads=threads, kernel=kernel).threads for threads in (0, 2) for kernel in ("interactive", "batch")]
    assert found == [1, 3, 2, 2]


@pytest.mark.parametrize("kept", [[0, 2, 3, 5], [1], [5, 0], [0, 1, 2, 3, 4, 5]])
@pytest.mark.parametrize("beams", [1, 3])
def test_sentences_that_leave_take_their_cross_attention_with_them(kept: list[int], beams: int) -> None:
    random = np.random.default_rng(1)
    cross = random.standard_normal((4, 6, 2, 8, 3), np.float32)
    mask = np.ones((6, 8), np.int32)
    mask[1, 2:] = mask[3, 7:] = 0
    state = network_module._State(cross.copy(), mask.copy())
    state.follow(np.repeat(np.arange(6), beams))
    state.follow(np.concatenate([np.arange(beams) + i * beams for i in kept]))
    assert state.owner.tolist() == np.repeat(np.arange(len(kept)), beams).tolist()
    width = state.mask.shape[1]
    assert np.array_equal(state.mask, mask[kept][:, :width])
    assert not mask[kept][:, width:].any()
    assert np.array_equal(state.cross, cross[:, kept, :, :width])
    assert all(layer.flags.c_contiguous for layer in (*state.cross, state.mask))


def test_closing_gives_freed_tuples_back(tiny_pack: Pack) -> None:
    """CPython keeps 2,000 freed tuples of each length: they were what grew in long use."""
    network = load_network(tiny_pack, threads=1)
    many = [tuple(range(i, i + 7)) for i in range(1500)]
    del many
    before = sys.getallocatedblocks()
    network.close()
    assert sys.getallocatedblocks() < before - 1000


def test_asking_the_c_library_leaves_no_garbage() -> None:
    memory._ask_glibc("malloc_trim", 0)
    gc.collect()
    memory._ask_glibc("malloc_trim", 0)
    memory._ask_glibc("no_such_function")
    assert gc.collect() == 0
