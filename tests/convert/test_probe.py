import json
from pathlib import Path
from typing import Any

import pytest

from translator_app.convert import card, probe
from translator_app.convert.pipeline import Recipe, convert
from translator_app.engine.search import DecodingOptions
from translator_app.packs import Pack


def test_the_best_form_is_chosen_or_none() -> None:
    assert probe.choose_placeholder({"<{}>": 0.92, "[{}]": 0.97, "X{}": 0.97}) == "[{}]"
    assert probe.choose_placeholder({"<{}>": 0.89, "[{}]": 0.5}) is None


def test_a_model_that_copies_has_a_placeholder(tiny_pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    def copies_brackets_only(_pack: Pack, sentences: list[str], _options: DecodingOptions) -> list[str]:
        return [f"好{s}的。" if "[" in s else "好。" for s in sentences]

    monkeypatch.setattr(probe, "_translate", copies_brackets_only)
    survival = probe.placeholder_survival(tiny_pack)
    assert survival["[{}]"] == 1
    assert survival["#{}"] == 0
    assert probe.choose_placeholder(survival) == "[{}]"


def test_a_model_that_does_not_copy_has_none(tiny_pack: Pack) -> None:
    survival = probe.placeholder_survival(tiny_pack)
    assert max(survival.values()) < probe.MIN_SURVIVAL
    assert probe.choose_placeholder(survival) is None


@pytest.fixture
def card_of(tiny_checkpoint: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("translator_app.convert.verify.missing_packages", lambda *names: list(names))
    tests = tmp_path / "tests.tsv"
    tests.write_text("The weather is nice today.\t今天天气很好。\nYes.\t是。\n", encoding="utf-8")

    def make(**changes: Any) -> tuple[Pack, str]:
        pack = convert(tiny_checkpoint, tmp_path / "tiny", Recipe("tiny", test=tests, accept=True, **changes))
        return pack, (pack.folder / "MODEL_CARD.md").read_text(encoding="utf-8")

    return make


def test_a_card_is_written(card_of: Any) -> None:
    pack, text = card_of(name="Tiny model", licence="Apache-2.0", source_model="tiny-marian")
    for part in ("# Tiny model", "en to zh", "tiny-marian", "Apache-2.0", "2 + 2 layers", "encoder int8", "PyTorch: SKIPPED"):
        assert part in text
    assert "\n".join(card.table(json.loads((pack.folder / "manifest.json").read_text(encoding="utf-8"))["verification"])) in text


def test_a_card_of_ones_own(card_of: Any, tmp_path: Path) -> None:
    (tmp_path / "card.md").write_text("# Mine\n", encoding="utf-8")
    assert card_of(card=tmp_path / "card.md")[1] == "# Mine\n"


def test_the_prefix_of_a_multi_target_model_goes_into_the_pack(card_of: Any) -> None:
    assert card_of()[0].manifest.source_prefix == ">>cmn_Hans<<"
