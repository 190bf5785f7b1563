"""The rollback drill, with the tiny pack."""

from pathlib import Path

import pytest

import rollback_drill
from translator_app import packs
from translator_app.packs import Pack


def test_a_pack_that_translates_badly_is_noticed_and_rolled_back(
    tiny_pack: Pack, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seconds = rollback_drill.drill(tiny_pack, tmp_path)
    assert seconds < 300, "five minutes is the promise"
    out = capsys.readouterr().out
    assert "differs" in out
    assert "noticed in" in out


def test_the_bad_version_passes_every_hash(tiny_pack: Pack, tmp_path: Path) -> None:
    packs.verify(rollback_drill.spoil(tiny_pack, tmp_path / "bad"))


def test_a_drill_that_goes_wrong_says_so(tiny_pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    def not_spoilt(good: Pack, bad: Path) -> Pack:
        return rollback_drill.with_selftest(good, bad)

    monkeypatch.setattr(rollback_drill, "spoil", not_spoilt)
    with pytest.raises(rollback_drill.DrillError, match="the self-test notices"):
        rollback_drill.drill(tiny_pack, tmp_path)
