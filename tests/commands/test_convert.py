import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from translator_app.commands import convert
from translator_app.convert.pipeline import Recipe
from translator_app.errors import ConversionError, QualityGateError
from translator_app.packs import LanguagePair


def parse(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    convert.add_parser(parser.add_subparsers())
    return parser.parse_args(["convert", *words])


def test_options_become_a_recipe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    calls: list[tuple[Any, ...]] = []

    def record(*arguments: Any) -> None:
        calls.append(arguments)
        raise QualityGateError("no", {"gate": {"passed": False}})

    monkeypatch.setattr("translator_app.convert.pipeline.convert", record)
    report = tmp_path / "report.json"
    words = ["m", "-o", str(tmp_path / "en-ja-tiny"), "--target", "ja", "--quantize", "encoder,decoder", "--exclude", "lm_head", "a.*"]
    args = parse(*words, "--weight-type", "QUInt8", "--search", "beam=1,early_stopping=yes", "--accept", "--report", str(report))
    with pytest.raises(QualityGateError):
        args.run(args)
    folder, out, recipe, _say = calls[0]
    assert (folder, out) == (Path("m"), tmp_path / "en-ja-tiny")
    assert recipe == Recipe(
        "en-ja-tiny",
        pair=LanguagePair("en", "ja"),
        quantize=frozenset({"encoder", "decoder"}),
        exclude=("lm_head", "a.*"),
        unsigned=True,
        search={"beam_size": 1, "early_stopping": True},
        accept=True,
    )
    assert json.loads(report.read_text()) == {"gate": {"passed": False}}


@pytest.mark.parametrize(("text", "message"), [("beams=4", "beams is none of"), ("beam=x", "no int")])
def test_bad_search_settings_are_named(text: str, message: str) -> None:
    with pytest.raises(ConversionError, match=message):
        convert.search_settings(text)


def test_a_missing_folder_is_no_hub_name(tmp_path: Path) -> None:
    args = parse(str(tmp_path / "none"), "-o", str(tmp_path / "out"))
    with pytest.raises(ConversionError, match="is no folder"):
        args.run(args)
