"""The interface in English and 简体中文 is complete, and what is shipped is what the sources make."""

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator

import translations


@pytest.mark.parametrize("language", translations.LANGUAGES)
def test_nothing_is_missing(language: str) -> None:
    assert list(translations.problems(language)) == []


def test_the_compiled_files_are_fresh() -> None:
    assert list(translations.stale()) == []


def test_every_string_of_the_program_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {language: translations.ts_path(language).read_text(encoding="utf-8") for language in translations.LANGUAGES}
    monkeypatch.setattr(translations, "TS_FOLDER", tmp_path)
    translations.update()
    for language, text in known.items():
        fresh = translations.sources(translations.ts_path(language))
        (tmp_path / "known.ts").write_text(text, encoding="utf-8")
        assert fresh - translations.sources(tmp_path / "known.ts") == set(), language


def test_lupdate_overlooks_no_string() -> None:
    """As it does with those inside of f-strings."""
    known = {source for _context, source in translations.sources(translations.ts_path("zh_CN"))}
    for path in (translations.ROOT / "translator_app").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tr":
                text = node.args[0]
                assert isinstance(text, ast.Constant), (path.name, node.lineno)
                assert text.value in known, (path.name, node.lineno)


def test_a_message_must_be_a_literal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it could not be found here, nor translated."""
    (tmp_path / "errors.py").write_text("class BrokenPack(Exception): ...", encoding="utf-8")
    (tmp_path / "packs.py").write_text("raise BrokenPack('{path} is gone', path=path)", encoding="utf-8")
    monkeypatch.setattr(translations, "PACKAGE", tmp_path)
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    assert translations.messages() == {"{path} is gone", *translations.SYSTEM}
    (tmp_path / "packs.py").write_text("raise BrokenPack(f'{path} is gone')", encoding="utf-8")
    with pytest.raises(ValueError, match=r"packs\.py, line 1"):
        translations.messages()


def test_plurals_and_chinese() -> None:
    english, chinese = QTranslator(), QTranslator()
    assert english.load(str(translations.qm_path("en")))
    assert chinese.load(str(translations.qm_path("zh_CN")))
    assert english.translate("SourceCard", "%n word(s)", "", 1) == "%n word"
    assert english.translate("SourceCard", "%n word(s)", "", 2) == "%n words"
    assert chinese.translate("SourceCard", "%n word(s)", "", 2) == "%n 词"
