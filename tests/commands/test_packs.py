"""`translator-app packs` from the user's side: what is printed, what is left on disk, which exit code."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from translator_app import cli
from translator_app.packs import Pack

pytestmark = pytest.mark.usefixtures("packs_home")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    def run(*arguments: object) -> tuple[int, str]:
        code = cli.main(["packs", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


@pytest.fixture
def run_json(run: Callable[..., tuple[int, str]]) -> Callable[..., Any]:
    return lambda *arguments: json.loads(run(*arguments, "--json")[1])


Run = Callable[..., tuple[int, str]]


def test_an_empty_list_says_how_to_get_a_pack(run: Run, run_json: Callable[..., Any]) -> None:
    code, text = run("list")
    assert code == 0
    assert "packs get" in text
    assert run_json("list") == {"packs": [], "chosen": None, "trash": []}
    assert run() == (code, text)


def test_the_life_of_a_pack(run: Run, run_json: Callable[..., Any], tiny_pack: Pack, tiny_pack_fp32: Pack, tmp_path: Path) -> None:
    assert run("import", tiny_pack.folder) == (
        0,
        f"installed tiny (Tiny, {tiny_pack.manifest.total_bytes / 1e6:.1f} MB, licence Apache-2.0)\n",
    )
    assert run("import", tiny_pack_fp32.folder, "--use")[0] == 0
    code, text = run("list")
    assert code == 0
    lines = text.splitlines()
    assert lines[0].split() == ["ID", "NAME", "LANGUAGES", "PRECISION", "SIZE", "LICENCE", "FROM"]
    assert lines[1].split()[:5] == ["tiny", "Tiny", "en-zh", "int8", lines[1].split()[4]]
    assert lines[2].split()[:2] == ["*", "tiny-fp32"]
    assert [(p["id"], p["used"]) for p in run_json("list")["packs"]] == [("tiny", False), ("tiny-fp32", True)]

    assert run("verify") == (0, "tiny: good\ntiny-fp32: good\n")
    assert run("use", "tiny")[1].startswith("using tiny ")
    assert run_json("rollback")["pack"] == "tiny-fp32"
    assert run("export", "tiny", tmp_path / "tiny.zip")[0] == 0
    assert run("export", "tiny", tmp_path / "tiny.zip")[0] == 1
    assert run_json("export", "tiny", tmp_path / "tiny.zip", "--force")["size_bytes"] > 1000

    assert "packs restore tiny" in run("remove", "tiny")[1]
    assert "tiny" in run_json("list")["trash"]
    assert "can be restored: tiny" in run("list")[1]
    assert run("restore", "tiny")[0] == 0
    run("remove", "tiny")
    assert run_json("purge")["freed_bytes"] > 1000
    assert run("restore", "tiny")[0] == 1
    assert run_json("import", tmp_path / "tiny.zip")["pack"] == "tiny"


def test_broken_packs_are_shown_and_named(run: Run, run_json: Callable[..., Any], tiny_pack: Pack, packs_home: Path) -> None:
    run("import", tiny_pack.folder)
    path = packs_home / "tiny" / "weights.bin"
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    code, text = run("verify", "tiny")
    assert code == 1
    assert "weights.bin is damaged" in text
    assert run_json("verify")["tiny"]["good"] is False
    path.write_bytes(data[:-1])
    code, text = run("list")
    assert code == 0
    assert "BROKEN" in text
    assert "weights.bin has" in text
    assert "weights.bin" in run_json("list")["packs"][0]["problem"]
    assert run("use", "tiny")[0] == 1
    assert run("export", "tiny", packs_home / "x.zip")[0] == 1


def test_errors_are_one_line(run: Run, tmp_path: Path) -> None:
    for arguments in (
        ("verify", "none"),
        ("verify",),
        ("use", "none"),
        ("remove", "none"),
        ("rollback",),
        ("import", tmp_path / "none"),
        ("export", "x", "y"),
    ):
        code, text = run(*arguments)
        assert code == 1, arguments
        assert text.startswith("translator-app: ")
        assert text.count("\n") == 1
    assert run("get", "not-a-repo", "--endpoint", "http://localhost:1")[0] == 1
    assert "en-zh" in run("import", tmp_path, "--pair", "english")[1]


def test_a_foreign_model_with_options(run_json: Callable[..., Any], make_foreign: Callable[..., Path], packs_home: Path) -> None:
    options = ("--id", "mine", "--name", "我的模型", "--pair", "en-zh", "--prefix", ">>cmn_Hant<<", "--use")
    assert run_json("import", make_foreign(), *options) == {"pack": "mine", "folder": str(packs_home / "mine"), "layout": "optimum-merged"}
    (entry,) = run_json("list")["packs"]
    assert (entry["name"], entry["precision"], entry["used"]) == ("我的模型", {"encoder": "fp32", "decoder": "fp32"}, True)


def test_columns_line_up_with_chinese_names(run: Run, make_foreign: Callable[..., Path]) -> None:
    run("import", make_foreign(), "--name", "我的模型")
    head, row = run("list")[1].splitlines()
    before = row[: row.rindex("you")]
    assert len(before) + len("我的模型") == head.rindex("FROM")


def test_progress_on_a_terminal(run: Run, tiny_pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert "importing 100 % of" in run("import", tiny_pack.folder)[1]


def test_no_heavy_import_for_the_parser() -> None:
    import subprocess
    import sys

    heavy = "[m for m in ('numpy', 'onnxruntime', 'sentencepiece') if m in sys.modules]"
    code = f"import sys; from translator_app import cli; cli._parser(); print({heavy})"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_copied_pack_folders_are_found(run_json: Callable[..., Any], tiny_pack: Pack, packs_home: Path) -> None:
    shutil.copytree(tiny_pack.folder, packs_home / "copied-by-hand")
    assert [p["id"] for p in run_json("list")["packs"]] == ["tiny"]
    assert run_json("import", tiny_pack.folder)["folder"] == str(packs_home / "tiny")
    assert run_json("list")["packs"][0]["folder"] == str(packs_home / "tiny")
    assert run_json("remove", "tiny") == run_json("remove", "tiny") == {"removed": "tiny"}
    assert run_json("list")["packs"] == []
