import argparse
import json
from pathlib import Path

import pytest

from translator_app import paths
from translator_app.commands import lookup
from translator_app.errors import DictionaryError


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    lookup.add_parser(parser.add_subparsers())
    args = parser.parse_args(["lookup", *arguments])
    return int(args.run(args))


def test_entries_are_printed_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("ice", "cream") == 0
    assert capsys.readouterr().out.splitlines()[0] == "冰淇淋  bīng qí lín  ice cream"


def test_json_has_every_field(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("dog", "--json", "--limit", "1") == 0
    sense = {"simplified": "狗", "traditional": "狗", "pinyin": "gǒu", "gloss": "dog"}
    assert json.loads(capsys.readouterr().out) == {"word": "dog", "senses": [sense]}


def test_an_unknown_word_says_so_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("xyzzy") == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "xyzzy" in captured.err


def test_without_a_dictionary_the_user_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(paths, "assets_dir", lambda: tmp_path)
    with pytest.raises(DictionaryError, match="missing"):
        run("dog")
