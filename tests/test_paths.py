from pathlib import Path

import pytest

from translator_app import paths


def test_home_variable_moves_every_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRANSLATOR_APP_HOME", str(tmp_path))
    assert paths.config_dir() == tmp_path
    assert paths.data_dir() == tmp_path
    assert paths.user_packs_dir() == tmp_path / "packs"
    assert tmp_path in paths.cache_dir().parents
    assert tmp_path in paths.log_dir().parents


def test_portable_file_beside_the_frozen_executable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRANSLATOR_APP_HOME", raising=False)
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", str(tmp_path / "translator-app"))
    assert paths.portable_dir() is None
    (tmp_path / "portable.txt").touch()
    assert paths.data_dir() == tmp_path / "data"


def test_assets_of_the_checkout_exist() -> None:
    assert paths.assets_dir().name == "assets"
