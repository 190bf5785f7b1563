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


def test_a_rename_on_windows_waits_for_whoever_has_the_file_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    held = 3

    class Held(type(tmp_path)):  # type: ignore[misc]
        def replace(self, target: Path) -> Path:
            if len(pauses) < held:
                raise PermissionError(13, "The process cannot access the file because it is being used by another process")
            return super().replace(target)  # type: ignore[no-any-return]

    monkeypatch.setattr("time.sleep", pauses.append)
    source, target = Held(tmp_path / "new"), tmp_path / "old"
    source.write_text("new", encoding="utf-8")
    target.write_text("old", encoding="utf-8")
    with pytest.raises(PermissionError):
        paths.replace(source, target)  # elsewhere the system says no for good
    assert not pauses
    monkeypatch.setattr("sys.platform", "win32")
    paths.replace(source, target)
    assert target.read_text(encoding="utf-8") == "new"
    assert len(pauses) == held
    held = 1000
    source.write_text("newer", encoding="utf-8")
    with pytest.raises(PermissionError):
        paths.replace(source, target)


def test_assets_of_the_checkout_exist() -> None:
    assert paths.assets_dir().name == "assets"
