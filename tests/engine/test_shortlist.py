"""A pack with a shortlist gives what the whole projection gives among the listed ids, and a sentence never depends on its batch."""

import shutil
import struct
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from translator_app.engine import network as network_module
from translator_app.engine import shortlist as shortlist_module
from translator_app.engine.network import LoadedNetwork, load_network
from translator_app.engine.search import DecodingOptions, Hypothesis, search
from translator_app.engine.shortlist import MOST_IN_ROW, Shortlist
from translator_app.errors import BrokenPack
from translator_app.packs import Pack, describe_file, load_pack

MakePack = Callable[..., Pack]
OPTIONS = (
    DecodingOptions(max_length=24),
    DecodingOptions(max_length=24, beam_size=4, n_best=2),
    DecodingOptions(max_length=20, beam_size=2, repetition_penalty=1.3, no_repeat_ngram_size=2, min_length=4, renormalize=True),
)


def table_of(width: int, vocab_size: int, seed: int = 1, size: int = 12) -> Shortlist:
    """Another few ids for every source id."""
    random = np.random.default_rng(seed)
    return Shortlist.of_rows(width, [0, 1, 5, 9], [random.integers(0, width, size) for _ in range(vocab_size)])


@pytest.fixture(scope="module")
def table(tiny_pack: Pack) -> Shortlist:
    assert tiny_pack.manifest.producible_ids
    return table_of(tiny_pack.manifest.producible_ids, tiny_pack.manifest.architecture.vocab_size)


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory, make_pack: MakePack, table: Shortlist) -> dict[str, Pack]:
    root = tmp_path_factory.mktemp("listed")
    return {precision: make_pack(root / precision, precision, shortlist=table) for precision in ("int8", "fp32")}


class Masked:
    """A network that computes all ids, and then forbids those that are not on the list of the sentence."""

    def __init__(self, network: LoadedNetwork, table: Shortlist) -> None:
        self._network, self._table = network, table
        self.tokens, self.max_positions = network.tokens, network.max_positions
        self._forbidden: npt.NDArray[np.bool_] = np.zeros((0, 0), bool)

    def start(self, sources: Sequence[Sequence[int]]) -> Any:
        ids, forbidden = self._table.choose(sources)
        self._forbidden = np.ones((len(sources), self._table.width), bool)
        self._forbidden[:, ids] = forbidden
        return self._network.start(sources)

    def listed(self, state: Any) -> None:
        return None

    def step(self, state: Any, tokens: npt.NDArray[np.int64], parents: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        logits = self._network.step(state, tokens, parents)
        return np.where(self._forbidden, np.float32(-np.inf), logits)  # one sentence at a time


def equal(one: list[Hypothesis], other: list[Hypothesis]) -> bool:
    return [(h.ids, h.finished) for h in one] == [(h.ids, h.finished) for h in other] and all(
        a.score == pytest.approx(b.score, abs=1e-3) for a, b in zip(one, other, strict=True)
    )


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize(("precision", "kernel"), [("int8", "interactive"), ("int8", "batch"), ("fp32", "interactive")])
def test_the_same_as_all_ids_restricted_to_the_list(
    request: pytest.FixtureRequest,
    listed: dict[str, Pack],
    table: Shortlist,
    golden: dict[str, Any],
    precision: str,
    kernel: str,
    options: Any,
) -> None:
    full: Pack = request.getfixturevalue("tiny_pack" if precision == "int8" else "tiny_pack_fp32")
    network, all_ids = load_network(listed[precision], threads=1, kernel=kernel), load_network(full, threads=1, kernel=kernel)
    masked = Masked(all_ids, table)
    for source in golden["ids"][:25]:
        [found], [expected] = search(network, [source], options), search(masked, [source], options)
        assert equal(found, expected)
        assert {i for h in found for i in h.ids} <= set(table.choose([source])[0].tolist())
    for loaded in (network, all_ids):
        loaded.close()


@pytest.mark.parametrize("options", [{"exclude": frozenset({"lm_head"})}, {"unsigned": True}, {"embedding": "fp32"}, {"coarse_from": 0}])
@pytest.mark.parametrize("kernel", ["interactive", "batch"])
def test_other_ways_to_store_the_last_layer(
    tmp_path: Path, make_pack: MakePack, table: Shortlist, golden: dict[str, Any], kernel: str, options: dict[str, Any]
) -> None:
    pack, full = make_pack(tmp_path / "listed", shortlist=table, **options), make_pack(tmp_path / "full", **options)
    network, masked = load_network(pack, threads=1, kernel=kernel), Masked(load_network(full, threads=1, kernel=kernel), table)
    same = [search(network, [ids], OPTIONS[0])[0][0].ids == search(masked, [ids], OPTIONS[0])[0][0].ids for ids in golden["ids"][:20]]
    assert sum(same) >= 19  # of a batch kernel the last layer is exacter than before when its weights are unsigned


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("precision", ["int8", "fp32"])
def test_a_sentence_alone_and_in_a_batch(listed: dict[str, Pack], golden: dict[str, Any], precision: str, options: DecodingOptions) -> None:
    network = load_network(listed[precision], threads=1)
    together = search(network, golden["ids"][:40], options)
    alone = [search(network, [ids], options)[0] for ids in golden["ids"][:40]]
    assert all(equal(one, other) for one, other in zip(alone, together, strict=True))
    network.close()


def test_documents_share_their_lists(listed: dict[str, Pack], table: Shortlist, golden: dict[str, Any]) -> None:
    network = load_network(listed["int8"], threads=1, kernel="batch")
    state = network.start(golden["ids"][:6])
    ids = network.listed(state)
    assert ids is not None
    assert ids.tolist() == sorted({i for source in golden["ids"][:6] for i in table.choose([source])[0].tolist()})
    start, rows = np.full(6, network.tokens.decoder_start), np.arange(6)
    assert np.isfinite(network.step(state, start, rows)).all()
    network.close()


def test_where_int8_overflows_documents_take_the_other_kernel(
    listed: dict[str, Pack], golden: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = search(load_network(listed["int8"], threads=1), golden["ids"][:1], OPTIONS[0])
    monkeypatch.setattr(network_module, "signed_weights_overflow", lambda: True)
    assert search(load_network(listed["int8"], threads=1, kernel="batch"), golden["ids"][:1], OPTIONS[0]) == usual


def test_choose() -> None:
    table = Shortlist.of_rows(8, [0, 2], [[], [3, 4], [4, 7]])
    ids, forbidden = table.choose([[0], [1, 1, 0], [2, 0]])
    assert ids.tolist() == [0, 2, 3, 4, 7]
    assert [ids[~row].tolist() for row in forbidden] == [[0, 2], [0, 2, 3, 4], [0, 2, 4, 7]]


def test_written_and_read(listed: dict[str, Pack], table: Shortlist) -> None:
    found = Shortlist.from_pack(listed["int8"])
    assert found
    np.testing.assert_array_equal(found.targets, table.targets)
    np.testing.assert_array_equal(found.ends, table.ends)
    np.testing.assert_array_equal(found.always, table.always)


def test_wide_ids(tmp_path: Path, listed: dict[str, Pack]) -> None:
    path = tmp_path / "shortlist.bin"
    Shortlist.of_rows(100_000, [0, 99_999], [[70_000], []]).write(path)
    found = shortlist_module._parse(path.read_bytes(), 100_000, 2)
    assert found.choose([[0]])[0].tolist() == [0, 70_000, 99_999]
    with pytest.raises(ValueError, match="a row of 65536"):
        Shortlist.of_rows(300, [0], [np.zeros(MOST_IN_ROW + 1)]).write(path)


def test_a_pack_without_a_table(tiny_pack: Pack) -> None:
    assert Shortlist.from_pack(tiny_pack) is None
    assert "shortlist" not in tiny_pack.manifest.to_json()
    network = load_network(tiny_pack, threads=1)
    assert network.listed(network.start([[5, 0]])) is None
    network.close()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut": lambda data: data[:-3],
    "header cut": lambda data: data[:10],
    "longer": lambda data: data + b"\0\0",
    "magic": lambda data: b"XXXX" + data[4:],
    "id size": lambda data: data[:4] + struct.pack("<I", 3) + data[8:],
    "other model": lambda data: data[:12] + struct.pack("<I", 7) + data[16:],
    "id out of range": lambda data: data[:-2] + b"\xff\xff",
    "lengths": lambda data: data[:20] + b"\xff\xff" + data[22:],
    "no end token": lambda data: data[:20] + data[20:].replace(b"\0\0\1\0\5\0\t\0", b"\2\0\1\0\5\0\t\0"),
}


@pytest.fixture(params=[True, False], ids=["hash of the manifest", "hash of the file"])
def damaged(request: pytest.FixtureRequest, listed: dict[str, Pack], tmp_path: Path) -> Callable[[str], Pack]:
    folder = tmp_path / "pack"
    shutil.copytree(listed["int8"].folder, folder)

    def make(kind: str) -> Pack:
        path = folder / "shortlist.bin"
        path.write_bytes(DAMAGE[kind](path.read_bytes()))
        pack = replace(listed["int8"], folder=folder)
        if request.param:
            return pack
        files = tuple(describe_file(folder, file.path) for file in pack.manifest.files)
        return replace(pack, manifest=replace(pack.manifest, files=files))

    return make


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_table_is_named(damaged: Callable[[str], Pack], kind: str) -> None:
    with pytest.raises(BrokenPack, match=r"shortlist\.bin"):
        load_network(damaged(kind), threads=1)


def test_a_missing_table_is_named(listed: dict[str, Pack], tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    shutil.copytree(listed["int8"].folder, folder)
    (folder / "shortlist.bin").unlink()
    for use in (lambda: load_pack(folder), lambda: load_network(replace(listed["int8"], folder=folder), threads=1)):
        with pytest.raises(BrokenPack, match=r"shortlist\.bin"):
            use()


def test_a_decoder_of_another_pack_is_named(listed: dict[str, Pack], tiny_pack: Pack) -> None:
    without = replace(listed["int8"], manifest=replace(listed["int8"].manifest, shortlist=None))
    with pytest.raises(BrokenPack, match=r"decoder\.onnx.*unknown: \['bias', 'weight'\]"):
        load_network(without, threads=1)
