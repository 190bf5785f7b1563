import argparse
import json
import subprocess
import sys
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
    words += ["--lexical-shortlist", "english.txt", "--lexical-size", "50,1000"]
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
        lexical=Path("english.txt"),
        lexical_size=(50, 1000),
        search={"beam_size": 1, "early_stopping": True},
        accept=True,
    )
    assert json.loads(report.read_text()) == {"gate": {"passed": False}}


@pytest.mark.parametrize(("text", "message"), [("beams=4", "beams is none of"), ("beam=x", "no int")])
def test_bad_search_settings_are_named(text: str, message: str) -> None:
    with pytest.raises(ConversionError, match=message):
        convert.search_settings(text)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--lexical-size", "50,1000"], "needs --lexical-shortlist"),
        (["--lexical-shortlist", "f", "--lexical-size", "50"], "two numbers"),
        (["--lexical-shortlist", "f", "--lexical-size", "50;x"], "two numbers"),
    ],
)
def test_a_wrong_size_of_a_shortlist_is_named(tmp_path: Path, words: list[str], message: str) -> None:
    args = parse(str(tmp_path), "-o", str(tmp_path / "out"), *words)
    with pytest.raises(ConversionError, match=message):
        args.run(args)


def test_a_missing_folder_is_no_hub_name(tmp_path: Path) -> None:
    args = parse(str(tmp_path / "none"), "-o", str(tmp_path / "out"))
    with pytest.raises(ConversionError, match="is no folder"):
        args.run(args)


def test_the_build_extra_is_enough(tiny_checkpoint: Path, tmp_path: Path) -> None:
    (tmp_path / "tests.tsv").write_text("Yes.\t是。\nHello.\t你好。\n", encoding="utf-8")
    program = (
        "import sys\n"
        "for name in ('torch', 'transformers', 'sacrebleu', 'huggingface_hub', 'onnxslim', 'onnxscript'): sys.modules[name] = None\n"
        "from translator_app.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    words = ["convert", str(tiny_checkpoint), "-o", str(tmp_path / "tiny"), "--test", str(tmp_path / "tests.tsv")]
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert "PyTorch: SKIPPED: TORCH AND TRANSFORMERS NOT INSTALLED" in done.stdout
    assert "Gate: passed" in done.stdout
    assert (tmp_path / "tiny" / "manifest.json").exists()
