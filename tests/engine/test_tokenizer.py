"""Ids equal to transformers' MarianTokenizer, on golden lines and (where transformers is installed) on thousands more."""

import importlib.util
import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator_app.engine.tokenizer import Tokenizer
from translator_app.errors import BrokenPack
from translator_app.packs import Pack, describe_file

DATA = Path(__file__).resolve().parents[1] / "data"


def load_script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DATA / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def tokenizer(tiny_pack: Pack) -> Tokenizer:
    return Tokenizer.from_pack(tiny_pack)


def with_prefix(pack: Pack, prefix: str) -> Pack:
    return replace(pack, manifest=replace(pack.manifest, source_prefix=prefix))


def test_golden_lines(tokenizer: Tokenizer) -> None:
    rows = [json.loads(line) for line in (DATA / "tokenizer-golden.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rows) > 800
    for text, ids in rows:
        assert tokenizer.encode(text) == ids, repr(text)
        assert tokenizer.length(text) == len(ids)


@pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")
@pytest.mark.skipif(importlib.util.find_spec("transformers") is None, reason="transformers is not installed")
def test_thousands_of_lines_against_transformers(tokenizer: Tokenizer, tiny_checkpoint: Path) -> None:
    import transformers

    script = load_script("make_tokenizer_golden")
    theirs: Any = transformers.MarianTokenizer.from_pretrained(tiny_checkpoint)
    lines = [line for line in script.odd_lines(2600, seed=2) if not script.is_exempt(line)]
    assert len(lines) > 2000
    expected = theirs(lines).input_ids
    assert [tokenizer.encode(line) for line in lines] == expected


def test_golden_searches_read_back(tokenizer: Tokenizer, golden: dict[str, Any]) -> None:
    for text, ids in zip(golden["texts"], golden["ids"], strict=True):
        assert tokenizer.encode(text) == ids or text == ">>> x << 2"  # on purpose, see the module
    decoded = [tokenizer.decode([t for t in ids if t]) for [[ids, _]] in golden["searches"]["greedy"]]
    assert decoded == golden["greedy_texts"]


@given(st.text(st.characters()))  # lone surrogates too
def test_any_text_goes_in(tiny_pack: Pack, text: str) -> None:
    tokenizer = _cached(tiny_pack)
    ids = tokenizer.encode(text)
    assert ids[-1] == 0
    assert tokenizer.length(text) == len(ids)


_TOKENIZERS: dict[Path, Tokenizer] = {}


def _cached(pack: Pack) -> Tokenizer:
    return _TOKENIZERS.setdefault(pack.folder, Tokenizer.from_pack(pack))


@given(st.lists(st.integers(0, 1000), max_size=30))
def test_any_ids_come_out_clean(tiny_pack: Pack, ids: list[int]) -> None:
    text = _cached(tiny_pack).decode(ids)
    assert not any(mark in text for mark in ("▁", "<unk>", "⁇", "</s>", "<pad>", ">>cmn_Hans<<"))


def test_lone_surrogates_become_replacement_characters(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("a\ud800b") == tokenizer.encode("a\ufffdb")
    assert tokenizer.encode("\ud83d\ude42") == tokenizer.encode("🙂")


def test_bytes_carry_what_no_piece_holds(tokenizer: Tokenizer, tiny_pack: Pack) -> None:
    vocabulary = json.loads((tiny_pack.folder / "vocab.json").read_text(encoding="utf-8"))
    ids = [vocabulary[f"<0x{byte:02X}>"] for byte in "龘🙂".encode()]
    assert tokenizer.decode(ids) == "龘🙂"
    assert all(i in tokenizer.encode("龘🙂") for i in ids)


def test_the_prefix_is_one_token(tiny_pack: Pack) -> None:
    code = json.loads((tiny_pack.folder / "vocab.json").read_text(encoding="utf-8"))[">>cmn_Hans<<"]
    plain, prefixed = Tokenizer.from_pack(tiny_pack), Tokenizer.from_pack(with_prefix(tiny_pack, ">>cmn_Hans<<"))
    assert prefixed.encode("Hello.") == [code, *plain.encode("Hello.")] == plain.encode(">>cmn_Hans<< Hello.")
    assert prefixed.encode(">>> x") == [code, *plain.encode(">>> x")]


def test_text_that_looks_like_a_control_token_stays_text(tokenizer: Tokenizer, tiny_pack: Pack) -> None:
    assert tokenizer.encode("a </s> b").count(tiny_pack.manifest.tokens.eos) == 1
    assert tiny_pack.manifest.tokens.unk not in tokenizer.encode(">>> x << 2")


def test_vocabulary_of_its_own_for_the_target(tiny_pack: Pack, tmp_path: Path) -> None:
    shutil.copytree(tiny_pack.folder, tmp_path / "pack")
    ids = json.loads((tiny_pack.folder / "vocab.json").read_text(encoding="utf-8"))
    swapped = {**ids, "你": ids["我"], "我": ids["你"]}
    (tmp_path / "pack" / "target_vocab.json").write_text(json.dumps(swapped), encoding="utf-8")
    files = (*tiny_pack.manifest.files, describe_file(tmp_path / "pack", "target_vocab.json"))
    pack = replace(tiny_pack, folder=tmp_path / "pack", manifest=replace(tiny_pack.manifest, files=files))
    assert Tokenizer.from_pack(pack).decode([ids["我"]]) == "你"


@pytest.mark.parametrize("name", ["source.spm", "target.spm", "vocab.json"])
@pytest.mark.parametrize("content", [None, b"", b"\x00garbage", b"[1, 2]"])
def test_damaged_files_are_named(tiny_pack: Pack, tmp_path: Path, name: str, content: bytes | None) -> None:
    folder = tmp_path / "pack"
    shutil.copytree(tiny_pack.folder, folder)
    (folder / name).unlink()
    if content is not None:
        (folder / name).write_bytes(content)
    with pytest.raises(BrokenPack, match=name):
        Tokenizer.from_pack(replace(tiny_pack, folder=folder))


def test_a_prefix_that_the_vocabulary_lacks(tiny_pack: Pack) -> None:
    with pytest.raises(BrokenPack, match=">>xx<<"):
        Tokenizer.from_pack(with_prefix(tiny_pack, ">>xx<<"))


def test_torch_free() -> None:
    assert "sacremoses" not in sys.modules
