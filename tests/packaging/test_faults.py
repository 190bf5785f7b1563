"""Kills at random moments, a few: `python packaging/faults.py --rounds 200` does many. Files and history have tests of their own."""

import random
import shutil
from pathlib import Path

import pytest

import faults
from translator_app import pack_store, settings
from translator_app.packs import Pack


def test_killed_while_settings_are_saved(tmp_path: Path) -> None:
    assert "saves" in faults.settings_rounds(tmp_path, 6, random.Random(2))


def test_killed_while_packs_are_imported(tiny_pack: Pack, tmp_path: Path) -> None:
    assert "imports" in faults.packs_rounds(tmp_path, 6, random.Random(2), tiny_pack.folder)


def test_a_loss_would_be_seen(tiny_pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(path: Path) -> object:
        path.write_text('{"font_size": 9, "unknown": {')
        return settings._read(path)

    monkeypatch.setattr(settings, "load", damaged)
    with pytest.raises(ValueError, match="Expecting"):
        faults.settings_rounds(tmp_path / "a", 1, random.Random(1))
    monkeypatch.setattr(pack_store, "rollback", lambda: _half(tiny_pack, tmp_path / "half"))
    with pytest.raises(ValueError, match="instead of"):
        faults.packs_rounds(tmp_path / "b", 3, random.Random(1), tiny_pack.folder)


def _half(pack: Pack, folder: Path) -> Pack:
    shutil.copytree(pack.folder, folder)
    weights = folder / "weights.bin"
    weights.write_bytes(weights.read_bytes()[:1000])
    return Pack(folder, pack.manifest)
