import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from translator_app.commands import evaluate
from translator_app.engine.checks import Warning
from translator_app.engine.translator import SegmentResult, Translation
from translator_app.errors import TranslatorError
from translator_app.packs import Pack

SOURCES = [f"Sentence {i}." for i in range(40)]
REFERENCES = [f"这是我们的第{i}句话。" for i in range(40)]


class FakeTranslator:
    """Translates perfectly, or not at all."""

    good = True

    def __init__(self, pack: object, **options: Any) -> None:
        self.answers = dict(zip(SOURCES, REFERENCES, strict=True))

    def translate(self, text: str, options: object) -> Translation:
        target = self.answers.get(text, "") if self.good else "坏"
        warnings = () if self.good else (Warning("too-short", ""),)
        return Translation(text, target, (SegmentResult(text, target, 0, 0, True, warnings=warnings),), elapsed_s=0.01)

    def translate_many(self, texts: Sequence[str], options: object) -> list[Translation]:
        return [self.translate(text, options) for text in texts]


@dataclass
class FakePack:
    pack_id: str = "fake"
    manifest: Any = field(default_factory=lambda: argparse.Namespace(pair=argparse.Namespace(target="zh"), source_revision="r1"))


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr("translator_app.engine.translator.Translator", FakeTranslator)
    monkeypatch.setattr(evaluate, "_pack", lambda name, search: FakePack())
    (tmp_path / "set.en").write_text("\n".join(SOURCES) + "\n", encoding="utf-8")
    (tmp_path / "set.zh").write_text("\n".join(REFERENCES) + "\n", encoding="utf-8")
    (tmp_path / "set.peer.zh").write_text("\n".join(["坏"] * 40) + "\n", encoding="utf-8")
    return ["--source", str(tmp_path / "set.en"), "--reference", str(tmp_path / "set.zh")]


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    evaluate.add_parser(parser.add_subparsers())
    args = parser.parse_args(["evaluate", *words])
    return int(args.run(args))


def test_scores_beside_a_peer(files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*files, "--system", str(tmp_path / "set.peer.zh"), "--report", str(tmp_path / "report")) == 0
    report = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert report["systems"]["fake"]["bleu"] == pytest.approx(100)
    assert report["systems"]["peer"]["bleu"] < 1
    assert report["systems"]["fake"]["latency_ms"]["p99"] == pytest.approx(10)
    assert "<svg" in (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert "fake against peer" in capsys.readouterr().out


def test_the_gate(files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(*files, "--report", str(tmp_path / "good"))
    assert run(*files, "--against", str(tmp_path / "good")) == 0
    monkeypatch.setattr(FakeTranslator, "good", False)
    assert run(*files, "--against", str(tmp_path / "good" / "report.json"), "--report", str(tmp_path / "bad")) == 1
    report = json.loads((tmp_path / "bad" / "report.json").read_text(encoding="utf-8"))
    assert report["systems"]["fake"]["warnings"] == {"too-short": 40}
    assert run(*files, "--against", str(tmp_path / "good"), "--max-drop", "101") == 0


def test_files_of_different_length_are_refused(files: list[str], tmp_path: Path) -> None:
    (tmp_path / "set.zh").write_text("一\n", encoding="utf-8")
    with pytest.raises(TranslatorError, match="has 40 lines"):
        run(*files)
    assert run(*files, "--limit", "1") == 0


def test_many_together_have_no_times(files: list[str], tmp_path: Path) -> None:
    assert run(*files, "--batch", "--report", str(tmp_path)) == 0
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["systems"]["fake"]["bleu"] == pytest.approx(100)
    assert "latency_ms" not in report["systems"]["fake"]
    assert "ms" not in report["sentences"][0]


def test_search_settings_can_be_tried(tiny_pack: Pack) -> None:
    pack = evaluate._pack(str(tiny_pack.folder), "beam=3,length_penalty=0.5")
    assert (pack.manifest.search.beam_size, pack.manifest.search.length_penalty) == (3, 0.5)
    assert pack.folder == tiny_pack.folder


@pytest.mark.parametrize("search", ["beam=0", "beam=65", "length_penalty=nan", "max_length=0"])
def test_a_search_that_cannot_be_is_refused(tiny_pack: Pack, search: str) -> None:
    with pytest.raises(TranslatorError, match=r"--search: \w+ \w+ is not between"):
        evaluate._pack(str(tiny_pack.folder), search)


def test_other_search_settings_can_be_tried(tiny_pack: Pack) -> None:
    assert evaluate._pack(str(tiny_pack.folder), "beam=3").manifest.search.beam_size == 3


def test_without_sacrebleu_nothing_is_translated(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise TranslatorError("BLEU needs sacrebleu")

    monkeypatch.setattr("translator_app.quality._sacrebleu", missing)
    monkeypatch.delattr("translator_app.engine.translator.Translator")
    with pytest.raises(TranslatorError, match="sacrebleu"):
        run(*files)
