import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from translator_app import cli
from translator_app.packs import Pack

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def home(packs_home: Path, tiny_pack: Pack) -> Path:
    """A user who has the tiny pack."""
    shutil.copytree(tiny_pack.folder, packs_home / "tiny")
    return packs_home.parent


def run(home: Path, *args: str, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "translator_app", "translate"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment_of(home), cwd=ROOT)
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    process.stdin.write(b"I like tea.\n" * 3)
    process.stdin.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0
    process.stderr.close()


def test_run_time_imports_no_converter_and_no_window(home: Path) -> None:
    code = "import sys; from translator_app.cli import main; main(['translate', 'I like tea.']); print(' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, env=environment_of(home), cwd=ROOT, encoding="utf-8"
    )
    assert done.stdout.startswith("我喜欢茶。")
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"torch", "transformers", "onnx", "PySide6", "sacrebleu", "huggingface_hub", "requests", "http"}


def test_selftest_fails_without_its_sentences(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["selftest", "--pack", "tiny"]) == 1
    assert "selftest.json" in capsys.readouterr().err
