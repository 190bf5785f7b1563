import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator_app import settings as store
from translator_app.errors import SettingsError
from translator_app.settings import Problem, Settings


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "settings.json"


def test_no_file_gives_defaults(path: Path) -> None:
    assert store.load(path) == (Settings(), [])


def test_what_was_saved_comes_back(path: Path) -> None:
    chosen = Settings().changed(threads=3, theme="dark", source_font="文泉驿", listen=True, font_size=20)
    store.save(chosen, path)
    assert store.load(path) == (chosen, [])


def test_keys_of_other_versions_are_kept(path: Path) -> None:
    path.parent.mkdir()
    path.write_text('{"future": {"a": [1]}, "threads": 2}', encoding="utf-8")
    settings, problems = store.load(path)
    assert problems == []
    store.save(settings.changed(threads=4), path)
    assert json.loads(path.read_text(encoding="utf-8"))["future"] == {"a": [1]}


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\x00", "[" * 100_000, '{"threads": 3'])
def test_a_damaged_file_falls_back_to_the_last_good_copy(path: Path, text: str) -> None:
    store.save(Settings(threads=5), path)
    store.save(Settings(threads=6), path)
    path.write_text(text, encoding="utf-8")
    settings, problems = store.load(path)
    assert settings.threads == 5
    assert [p.code for p in problems] == ["restored"]
    assert Path(problems[0].detail).read_text(encoding="utf-8") == text


def test_a_damaged_file_without_a_copy_gives_defaults_and_says_so(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"\xff\xfe{")
    settings, problems = store.load(path)
    assert settings == Settings()
    assert [p.code for p in problems] == ["defaults"]
    assert "defaults" in str(problems[0])


def test_a_damaged_file_never_becomes_the_last_good_copy(path: Path) -> None:
    store.save(Settings(threads=5), path)
    store.save(Settings(threads=6), path)
    path.write_text("{", encoding="utf-8")
    store.save(Settings(threads=7), path)
    path.write_text("{", encoding="utf-8")
    assert store.load(path)[0].threads == 5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("threads", -1),
        ("threads", "4"),
        ("threads", True),
        ("theme", "pink"),
        ("live", 1),
        ("zoom", 9999),
        ("terms_file", None),
        ("mode", []),
    ],
)
def test_one_bad_value_costs_only_itself(path: Path, name: str, value: object) -> None:
    path.parent.mkdir()
    path.write_text(json.dumps({"font_size": 20, name: value}), encoding="utf-8")
    settings, problems = store.load(path)
    assert settings == Settings(font_size=20)
    assert problems == [Problem("value", name)]
    with pytest.raises(SettingsError, match=name):
        Settings().changed(**{name: value})


def test_a_failed_save_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.save(Settings(threads=5), path)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SettingsError, match="No space left"):
        store.save(Settings(threads=6), path)
    assert store.load(path)[0].threads == 5
    assert [p.name for p in path.parent.iterdir()] == ["settings.json"]


@given(
    st.dictionaries(st.sampled_from([*store._FIELDS, "x"]), st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.integers()))
)
def test_any_object_loads_to_valid_settings(tmp_path_factory: pytest.TempPathFactory, raw: dict[str, object]) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    settings, _ = store.load(path)
    assert all(store._valid(name, getattr(settings, name)) for name in store._FIELDS)
    store.save(settings, path)
    assert store.load(path)[1] == []


def test_what_is_written_down() -> None:
    plain = Settings()
    assert plain.keeps_history(clipboard=False)
    assert not plain.keeps_history(clipboard=True)
    assert plain.changed(history_clipboard=True).keeps_history(clipboard=True)
    assert not plain.changed(history_clipboard=True, private_mode=True).keeps_history(clipboard=True)
    assert not plain.changed(history=False).keeps_history(clipboard=False)
