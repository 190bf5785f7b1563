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


def environment_of(home: Path) -> dict[str, str]:
    return {**os.environ, "TRANSLATOR_APP_HOME": str(home), "PYTHONUTF8": "1"}


def run(home: Path, *args: str, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "translator_app", *args]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, env=environment_of(home), cwd=ROOT)


def test_text_of_the_arguments(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["translate", "I like tea. Good night."]) == 0
    assert capsys.readouterr().out == "我喜欢茶。晚安。\n"


def test_standard_input_line_by_line_keeps_bytes_that_are_not_utf_8(home: Path) -> None:
    done = run(home, "translate", "--pack", "tiny", stdin=b"I like tea.\r\n\xff\xfe\n\nGood night.")
    assert done.returncode == 0
    assert done.stdout == "我喜欢茶。\r\n".encode() + b"\xff\xfe\n\n" + "晚安。".encode()


@pytest.mark.parametrize("code_page", ["cp1252", "cp936"])
def test_a_pipe_on_windows_gets_utf_8_and_its_own_line_ends(home: Path, monkeypatch: pytest.MonkeyPatch, code_page: str) -> None:
    pipe = io.BytesIO()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"I like tea.\r\nGood night.\n"), encoding=code_page))
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(pipe, encoding=code_page, newline="\r\n"))
    assert cli.main(["translate", "--pack", "tiny"]) == 0
    assert cli.main(["packs", "list"]) == 0
    assert cli.main(["lookup", "bank", "--limit", "1"]) == 0
    lines = pipe.getvalue().split(b"\n")
    assert lines[:2] == ["我喜欢茶。\r".encode(), "晚安。".encode()]
    assert lines[-2].decode() == "银行 (銀行)  yín háng  bank"


def test_a_kernel_can_be_forced(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for kernel in ("interactive", "batch", "auto"):
        assert cli.main(["translate", "--kernel", kernel, "I like tea."]) == 0
        assert capsys.readouterr().out == "我喜欢茶。\n"


def test_json(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["translate", "--json", "I like tea."]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["source"] == "I like tea."
    assert result["target"] == "我喜欢茶。"
    assert result["segments"][0]["score"] < 0
    assert result["coverage"] == {"translated": 1, "sentences": 1}
    assert result["timings"]["words"] == 3


def test_strict_makes_warnings_an_exit_code(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = "Qwxz vrblk zzyt plmk 73 grmpf 51."
    assert cli.main(["translate", odd]) == 0
    assert cli.main(["translate", "--strict", odd]) == 3
    assert "warning:" in capsys.readouterr().err


def test_output_file_is_never_overwritten_unasked(home: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    assert cli.main(["translate", "Good night.", "-o", str(target)]) == 0
    assert target.read_text(encoding="utf-8") == "晚安。\n"
    assert cli.main(["translate", "I like tea.", "-o", str(target)]) == 1
    assert target.read_text(encoding="utf-8") == "晚安。\n"
    assert cli.main(["translate", "I like tea.", "-o", str(target), "--overwrite"]) == 0
    assert target.read_text(encoding="utf-8") == "我喜欢茶。\n"
    assert [p.name for p in tmp_path.iterdir() if p.suffix == ".part"] == []


def test_files(home: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("I like tea.\n", encoding="utf-8")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "b.md").write_text("# Good night.\n", encoding="utf-8")
    done = run(home, "translate", "--file", str(tmp_path / "a.txt"), "--file", str(tmp_path / "in"), "-o", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    found = [p.read_text(encoding="utf-8") for p in (tmp_path / "out").rglob("*.*")]
    assert sorted(found) == ["# 晚安。\n", "我喜欢茶。\n"]


def test_strict_and_wrong_combinations_with_files(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, odd = tmp_path / "good.txt", tmp_path / "odd.txt"
    good.write_text("I like tea.\n", encoding="utf-8")
    odd.write_text("Qwxz vrblk zzyt plmk 73 grmpf 51.\n", encoding="utf-8")
    assert cli.main(["translate", "--strict", "--file", str(good)]) == 0
    assert cli.main(["translate", "--file", str(odd)]) == 0
    assert cli.main(["translate", "--strict", "--restart", "--file", str(odd)]) == 3
    capsys.readouterr()
    assert cli.main(["translate", "--file", str(good), str(odd)]) == 1
    assert f"--file {odd}" in capsys.readouterr().err
    assert cli.main(["translate", "--json", "--file", str(good)]) == 1
    assert "--report" in capsys.readouterr().err


def test_terms_and_notice(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "terms.csv").write_text("tea,茗\nonly one column\n", encoding="utf-8")
    assert cli.main(["translate", "I like tea.", "--terms", str(tmp_path / "terms.csv")]) == 0
    out, err = capsys.readouterr()
    assert "茗" in out
    assert "line 2" in err
    assert cli.main(["translate", "今天天气很好。"]) == 0
    assert "already Chinese" in capsys.readouterr().err


def test_errors_are_one_readable_line(packs_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["translate", "Hello."]) == 1
    error = capsys.readouterr().err
    assert error.startswith("translator-app: ")
    assert error.count("\n") == 1
    assert cli.main(["--debug", "translate", "Hello."]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_an_unknown_word_is_no_window(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tranlsate"]) == 2
    assert "translate" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--json", "translate", "Hi."], "translator-app translate --json"),
        (["--hiden"], "unknown option --hiden"),
        (["--hidden", "-x"], "unknown option -x"),
    ],
)
def test_an_unknown_option_is_no_window(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["translate", "--beam", "-3", "Hi."],
        ["translate", "--beam", "0", "Hi."],
        ["translate", "--threads", "many", "Hi."],
        ["translate", "--threads", "9" * 5000, "Hi."],
        ["lookup", "--limit", "0", "bank"],
        ["serve", "--port", "65536"],
        ["bench", "--threads", "1,x"],
    ],
)
def test_numbers_out_of_range_are_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(arguments)
    assert left.value.code == 2
    assert f"argument {arguments[1]}" in (told := capsys.readouterr().err)
    assert "is no whole number from" in told


def test_ctrl_c_is_clean(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Interrupted(io.BytesIO):
        def __next__(self) -> bytes:
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(Interrupted()))
    assert cli.main(["translate"]) == 130
    assert capsys.readouterr().err == "cancelled\n"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of another kind")
def test_a_closed_pipe_is_quiet(home: Path) -> None:
    command = [sys.executable, "-m", "translator_app", "translate"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment_of(home), cwd=ROOT) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"I like tea.\n" * 3)
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_run_time_imports_no_converter_and_no_window(home: Path) -> None:
    code = "import sys; from translator_app.cli import main; main(['translate', 'I like tea.']); print(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=environment_of(home), cwd=ROOT)
    output = done.stdout.decode("utf-8")
    assert output.startswith("我喜欢茶。")
    loaded = {name.partition(".")[0] for name in output.split()}
    assert not loaded & {"torch", "transformers", "onnx", "PySide6", "sacrebleu", "huggingface_hub", "requests", "http"}


def test_selftest_fails_without_its_sentences(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["selftest", "--pack", "tiny"]) == 1
    told = capsys.readouterr().err
    assert "selftest.json" in told
    assert "packs verify" in told
    assert "import the pack again" not in told  # nothing is wrong with it
