import shutil
from pathlib import Path

import pytest

from translator_app import diagnostics, paths
from translator_app.connections import Connection
from translator_app.diagnostics import Findings, licence_text, licences, report, without_home
from translator_app.errors import BrokenPack
from translator_app.packs import Installed, Pack
from translator_app.selftest import SentenceCheck


def test_the_report_says_what_helps_and_nothing_of_the_user(tiny_pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    broken = Installed("old", tmp_path / "old", False, None, BrokenPack(f"{tmp_path}/old/manifest.json is damaged"))
    findings = Findings(
        packs=[Installed(tiny_pack.pack_id, tiny_pack.folder, True, tiny_pack, None), broken],
        broken={"old": str(broken.problem)},
        verified=[tiny_pack.pack_id],
        connections=[Connection("tcp", "127.0.0.1:8989", "", True)],
        sentences=[SentenceCheck("Hello!", "你好！", 100.0, 41.3), SentenceCheck("Bye.", "啊", 3.0, 20.0)],
    )
    settings = {"threads": 2, "server_token": "very-secret", "terms_file": "/home/zhang/terms.csv", "source_font": "Zhang's"}
    text = report(findings, {"translator-app": "1.0"}, settings, {"memory": "120 MB"})
    assert "translator-app: 1.0" in text
    assert "threads: 2" in text
    assert f"{tiny_pack.pack_id} (came with the app): every file as it was made; fused" in text
    assert "old: BROKEN: ~/old/manifest.json is damaged" in text
    assert "tcp 127.0.0.1:8989 listening" in text
    assert "ok: chrF 100, 41 ms: Hello!" in text
    assert "DIFFERENT" in text
    for private in ("very-secret", "zhang", "Zhang", str(tmp_path)):
        assert private not in text


def test_a_report_before_anything_was_looked_at() -> None:
    text = report(Findings(selftest_problem="no pack"), {}, {}, {})
    assert "this system does not tell" in text
    assert "no pack" in text
    assert "none" in report(Findings(connections=[]), {}, {}, {})


def test_only_settings_that_exist_are_reported() -> None:
    from dataclasses import fields

    from translator_app.settings import Settings

    assert set(diagnostics.SETTINGS) <= {field.name for field in fields(Settings)}


def test_home_is_hidden() -> None:
    assert without_home(f"{Path.home()}/packs/x") == "~/packs/x"


def test_every_licence_can_be_read() -> None:
    parts = licences()
    assert parts[0].name == "translator-app"
    assert {"onnxruntime", "pyside6-essentials", "sentencepiece", "numpy", "python"} <= {part.name for part in parts}
    for part in parts:
        assert part.files
        assert all(path.is_file() for path in part.files), part.name
        assert len(licence_text(part)) > 200


def test_packs_that_come_with_the_app_are_listed(tiny_pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(tiny_pack.folder, tmp_path / "packs" / tiny_pack.pack_id)
    (tmp_path / "packs" / tiny_pack.pack_id / "MODEL_CARD.md").write_text("Made from nothing.", encoding="utf-8")
    monkeypatch.setenv("TRANSLATOR_APP_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(paths, "bundled_packs_dir", lambda: tmp_path / "packs")
    part = next(part for part in licences() if part.name == tiny_pack.pack_id)
    assert part.licence == tiny_pack.manifest.licence
    assert licence_text(part) == "Made from nothing."


def test_a_missing_text_or_list_is_no_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = diagnostics.Licensed("x", "1", "MIT", (tmp_path / "LICENSE",))
    assert "LICENSE: " in licence_text(part)
    monkeypatch.setattr(paths, "assets_dir", lambda: tmp_path)
    assert licences() == []
