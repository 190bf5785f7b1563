"""What a model's own translations say of its words, and the conversion that uses it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from translator_app.convert import lexicon, verify
from translator_app.convert.lexicon import Size, align, choose_table, read_sentences
from translator_app.convert.pipeline import Recipe, convert
from translator_app.engine.network import load_network
from translator_app.engine.search import DecodingOptions, search
from translator_app.errors import ConversionError, QualityGateError
from translator_app.packs import Pack, load_pack


@pytest.fixture
def no_pytorch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("translator_app.convert.verify.missing_packages", lambda *names: list(names))


@pytest.fixture
def sentences(tmp_path: Path, golden: dict[str, Any]) -> Path:
    path = tmp_path / "english.tsv"
    texts = [text for text in golden["texts"] if text.strip() and len(text.splitlines()) == 1]
    path.write_text("".join(f"{text}\tnot read\n" for text in texts + texts[:5]) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def recipe(tmp_path: Path, sentences: Path, golden: dict[str, Any]) -> Recipe:
    test = tmp_path / "test.tsv"
    pairs = zip(golden["texts"][:40], golden["greedy_texts"][:40], strict=True)
    test.write_text("".join(f"{source}\t{target}\n" for source, target in pairs), encoding="utf-8")
    return Recipe("tiny", test=test, source_prefix="", lexical=sentences)


def test_words_that_go_together_are_found() -> None:
    meanings = {0: 10, 1: 11, 2: 12, 3: 13}
    random = np.random.default_rng(1)
    sources = [np.sort(random.choice(4, 2, replace=False)) for _ in range(50)]
    targets = [np.array(sorted(meanings[int(i)] for i in source)) for source in sources]
    source, target, expected = align(sources, targets, 20)
    for word, meaning in meanings.items():
        here = source == word
        assert target[here][expected[here].argmax()] == meaning
    assert expected.sum() == pytest.approx(sum(map(len, targets)))


def test_sentences_are_read_once_and_without_their_translations(sentences: Path, tmp_path: Path) -> None:
    found = read_sentences(sentences)
    assert len(found) == len(set(found)) > 40
    assert not any("\t" in sentence for sentence in found)
    (tmp_path / "few.txt").write_text("Hello.\nHello.\n", encoding="utf-8")
    with pytest.raises(ConversionError, match="has 1 sentences"):
        read_sentences(tmp_path / "few.txt")
    with pytest.raises(ConversionError, match=r"none\.txt can't be read"):
        read_sentences(tmp_path / "none.txt")


def test_too_many_sentences_are_a_sample(sentences: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexicon, "MOST_SENTENCES", 12)
    assert len(read_sentences(sentences)) == 12


def test_the_table_holds_what_the_model_chose(tiny_pack: Pack, golden: dict[str, Any]) -> None:
    vocabulary = json.loads((tiny_pack.folder / "vocab.json").read_text(encoding="utf-8"))
    texts = golden["texts"][:60]
    small, large = (choose_table(tiny_pack, vocabulary, texts, size) for size in (Size(1, 0), Size(40, 60)))
    assert small.mean_ids < large.mean_ids < small.table.width == tiny_pack.manifest.producible_ids
    network = load_network(tiny_pack, threads=1)
    missing = []
    for choice in (small, large):
        outputs = search(network, golden["ids"][:60], DecodingOptions(max_length=24))
        lists = [set(choice.table.choose([ids])[0].tolist()) for ids in golden["ids"][:60]]
        missing.append(sum(not set(h[0].ids) <= ids for h, ids in zip(outputs, lists, strict=True)))
    assert missing[0] > 30
    assert missing[1] < missing[0] / 3
    always = {vocabulary[piece] for piece in ("</s>", "<unk>", "<0xE4>", "<0x00>")}
    assert always <= set(small.table.always.tolist())


def test_pieces_that_may_be_copied_are_listed() -> None:
    producible = {"▁Tom": 1, "To": 2, "om": 3, "▁T": 4, "m": 5, "x": 6, "▁": 7}
    copies = lexicon._Copies(producible, {20: "▁Tom", 21: "▁x", 22: "<0x41>"})
    assert copies.of(20) == [1, 2, 3, 4]
    assert copies.of(21) == [6]
    assert copies.of(22) == []


@pytest.mark.parametrize(
    ("piece", "needed"), [("<0xE4>", True), ("▁a", True), ("7", True), ("，", True), ("▁", True), ("的", False), ("ab", False)]
)
def test_what_any_sentence_may_need(piece: str, needed: bool) -> None:
    assert lexicon._is_always_needed(piece) == needed


@pytest.mark.usefixtures("no_pytorch")
@pytest.mark.parametrize("precision", ["int8", "fp32"])
def test_the_whole_conversion(
    tiny_checkpoint: Path, tmp_path: Path, recipe: Recipe, monkeypatch: pytest.MonkeyPatch, precision: str
) -> None:
    monkeypatch.setattr(verify, "MOST_OF_ALL", 1.0)  # all ids are on the list, so that nothing may change
    lines: list[str] = []
    pack = convert(tiny_checkpoint, tmp_path / "pack", replace(recipe, precision=precision, lexical_size=(0, 10_000)), lines.append)
    assert load_pack(tmp_path / "pack") == pack
    info = pack.manifest.shortlist
    assert info
    assert (info.path, info.per_source, info.frequent) == ("shortlist.bin", 0, 10_000)
    assert "shortlist.bin" in {file.path for file in pack.manifest.files}
    found = pack.manifest.verification["shortlist"]
    assert set(found["kernels"]) == ({"interactive", "batch"} if precision == "int8" else {"interactive"})
    assert all(figures["changed"] == 0 for figures in found["kernels"].values())
    assert any("outputs of test.tsv changed" in line for line in lines)
    assert "changed" in (pack.folder / "MODEL_CARD.md").read_text(encoding="utf-8")


@pytest.mark.usefixtures("no_pytorch")
def test_a_list_that_changes_outputs_is_refused(tiny_checkpoint: Path, tmp_path: Path, recipe: Recipe) -> None:
    with pytest.raises(QualityGateError, match=r"the shortlist changes .* larger --lexical-size than 0,0") as caught:
        convert(tiny_checkpoint, tmp_path / "pack", replace(recipe, lexical_size=(0, 0)))
    assert not (tmp_path / "pack").exists()
    assert isinstance(caught.value.report, dict)
    assert caught.value.report["shortlist"]["kernels"]["interactive"]["changed"] > 0.5
    pack = convert(tiny_checkpoint, tmp_path / "pack", replace(recipe, lexical_size=(0, 0), accept=True))
    assert pack.manifest.shortlist


def test_the_smallest_size_that_changes_little_is_chosen(monkeypatch: pytest.MonkeyPatch, tiny_pack: Pack, golden: dict[str, Any]) -> None:
    tried: list[Size] = []

    def changed(_ranks: object, size: Size) -> float:
        tried.append(size)
        return 0.01 if size.frequent < 50 else 0.0

    monkeypatch.setattr(lexicon._Ranks, "changed", changed)
    monkeypatch.setattr(lexicon, "FREQUENT", (10, 50, 60))
    monkeypatch.setattr(lexicon, "PER_SOURCE", (5, 50))
    choice = choose_table(tiny_pack, {}, golden["texts"][:60])
    assert choice.size == Size(5, 50)
    assert len(tried) == 6
