"""What can go wrong around the program: always one readable line, nothing lost. Kills are in tests/packaging/test_faults.py."""

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest

from translator_app import cli
from translator_app.engine import network
from translator_app.engine.translator import Translator
from translator_app.errors import OutOfMemory
from translator_app.history import History
from translator_app.packs import Pack, load_pack

ROOT = Path(__file__).resolve().parents[1]
SENTENCE, CHINESE = "I like tea.", "我喜欢茶。"
DRIVE = "packaging/privacy.py"  # with --drive: the window, used by a script
Done: TypeAlias = "subprocess.CompletedProcess[str]"


@pytest.fixture
def home(packs_home: Path, tiny_pack: Pack) -> Path:
    """A user who has the tiny pack."""
    shutil.copytree(tiny_pack.folder, packs_home / "tiny")
    return packs_home.parent


def run(home: Path, *arguments: str, prefix: Sequence[str] = (), environ: Mapping[str, str] | None = None) -> Done:
    """The program in a process of its own; arguments that begin with a script's name run that."""
    program = arguments if arguments[:1] == (DRIVE,) else ("-m", "translator_app", *arguments)
    own = {"TRANSLATOR_APP_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "QT_QPA_PLATFORM": "offscreen"}
    command = [*prefix, sys.executable, *program]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **own, **(environ or {})}, capture_output=True, text=True, check=False, timeout=120
    )


def one_line(text: str) -> str:
    """The only line of what was printed; fails when there are more, or a traceback."""
    lines = text.splitlines()
    assert len(lines) == 1, text
    assert lines[0].startswith("translator-app: ")
    assert "unexpected" not in lines[0]
    return lines[0]


def in_a_space_of_its_own(script: str) -> list[str]:
    """A prefix that runs a program after `script`, with mounts that nobody else sees; skips the test where that is not allowed."""
    if not shutil.which("unshare"):
        pytest.skip("needs unshare")
    space = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"]), "sh", "-c"]
    prefix = [*space, f'set -e; {script}; exec "$@"', "sh"]
    if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode:
        pytest.skip("mounts are not allowed here")
    return prefix


# --- damaged packs


@pytest.mark.parametrize("kind", ["empty", "cut", "changed", "gone", "a folder"])
@pytest.mark.parametrize("name", ["manifest.json", "encoder.onnx", "decoder.onnx", "source.spm", "target.spm", "vocab.json", "weights.bin"])
def test_a_damaged_file_is_named(home: Path, capsys: pytest.CaptureFixture[str], name: str, kind: str) -> None:
    path = home / "packs" / "tiny" / name
    data = path.read_bytes()
    middle = len(data) // 2
    path.unlink()
    if kind == "a folder":
        path.mkdir()
    elif kind != "gone":
        changed = data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :]
        path.write_bytes({"empty": b"", "cut": data[:middle], "changed": changed}[kind])
    if (name, kind) == ("weights.bin", "changed"):  # changes numbers only, so that each start need not read all of a large file
        assert cli.main(["packs", "verify"]) == 1
        assert name in capsys.readouterr().out
        return
    assert cli.main(["translate", SENTENCE]) == 1
    printed = capsys.readouterr()
    assert name in one_line(printed.err)
    assert printed.out == ""


def test_a_file_that_may_not_be_read_is_named(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything, so the refusal is played."""
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == "vocab.json":
            raise PermissionError(13, "Permission denied")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert cli.main(["translate", SENTENCE]) == 1
    line = one_line(capsys.readouterr().err)
    assert "vocab.json" in line
    assert "Permission denied" in line


# --- disks


@pytest.fixture
def full_disk(tmp_path: Path) -> tuple[Path, list[str]]:
    """A folder on a disk with 64 KiB, and the prefix for programs that see it."""
    folder = tmp_path / "small"
    folder.mkdir()
    return folder, in_a_space_of_its_own(f'mount -t tmpfs -o size=64k tmpfs "{folder}"')


def test_no_room_for_a_translation(home: Path, tmp_path: Path, full_disk: tuple[Path, list[str]]) -> None:
    folder, prefix = full_disk
    source = tmp_path / "long.txt"
    text = f"{SENTENCE}\n" * 9000
    source.write_text(text)
    keep = [*prefix, "sh", "-c", f'"$@"; code=$?; ls -A "{folder}"; exit $code', "sh"]
    done = run(home, "translate", "--file", str(source), "-o", str(folder), prefix=keep)
    assert done.returncode == 1
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == "", "half a file was left"
    assert source.read_text() == text


def test_no_room_for_text_and_packs(home: Path, tiny_pack: Pack, full_disk: tuple[Path, list[str]]) -> None:
    folder, prefix = full_disk
    fill = [*prefix, "sh", "-c", f'head -c 65536 /dev/zero > "{folder}/fill"; "$@"', "sh"]
    done = run(home, "translate", SENTENCE, "-o", str(folder / "out.txt"), prefix=fill)
    assert (done.returncode, done.stdout) == (1, "")
    assert "out.txt" in one_line(done.stderr)
    done = run(home, "packs", "export", "tiny", str(folder / "tiny.zip"), prefix=fill)
    assert done.returncode == 1
    assert "No space left" in one_line(done.stderr)
    done = run(folder, "packs", "import", str(tiny_pack.folder), prefix=prefix)
    assert done.returncode == 1
    assert "more than is free" in one_line(done.stderr)


@pytest.mark.skipif(sys.platform == "win32", reason="needs ulimit")
def test_files_that_may_not_grow(home: Path, tiny_pack: Pack, tmp_path: Path) -> None:
    """As on a full disk, also where no small disk can be mounted."""
    prefix = ["sh", "-c", 'ulimit -f 64; exec "$@"', "sh"]
    source = tmp_path / "long.txt"
    source.write_text(f"{SENTENCE}\n" * 9000)
    done = run(home, "translate", "--file", str(source), prefix=prefix)
    assert done.returncode == 1
    assert "long.zh.txt can't be written: File too large" in done.stderr
    assert [path.name for path in tmp_path.glob("*long*")] == ["long.txt"], "half a file was left"
    done = run(tmp_path / "other", "packs", "import", str(tiny_pack.folder), prefix=prefix)
    assert done.returncode == 1
    assert "can't be imported (File too large)" in one_line(done.stderr)
    assert not list((tmp_path / "other" / "packs").iterdir())


def test_a_home_that_cannot_be_written(home: Path, tmp_path: Path) -> None:
    prefix = in_a_space_of_its_own(f'mount --bind "{home}" "{home}"; mount -o remount,bind,ro "{home}"')
    done = run(home, "translate", SENTENCE, prefix=prefix)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{CHINESE}\n", "")
    letter = tmp_path / "letter.md"
    letter.write_text(SENTENCE)
    done = run(home, "translate", "--file", str(letter), prefix=prefix)
    assert done.returncode == 0
    assert letter.with_name("letter.zh.md").read_text() == CHINESE
    letter.with_name("letter.zh.md").unlink()
    done = run(home, "packs", "use", "tiny", prefix=prefix)
    assert done.returncode == 1
    assert "state.json" in one_line(done.stderr)
    done = run(home, DRIVE, "--drive", str(letter), "--seconds", "0", prefix=prefix)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert letter.with_name("letter.zh.md").read_text() == CHINESE


# --- screens, fonts, clocks


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a screen")
@pytest.mark.parametrize("environ", [{}, {"DISPLAY": ":77"}, {"WAYLAND_DISPLAY": "wayland-77"}, {"QT_QPA_PLATFORM": "nonsense"}])
def test_without_a_screen(home: Path, environ: dict[str, str]) -> None:
    none = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"), "")
    done = run(home, environ={**none, "XDG_RUNTIME_DIR": str(home), **environ})
    assert done.returncode == 1
    line = one_line(done.stderr)
    assert "no window can be shown" in line
    assert "translator-app --help" in line


@pytest.mark.skipif(sys.platform != "linux", reason="fontconfig is Linux'")
def test_without_fonts(home: Path, tmp_path: Path) -> None:
    config = tmp_path / "fonts.conf"
    config.write_text(f"<fontconfig><dir>{tmp_path}</dir><cachedir>{tmp_path}/cache</cachedir></fontconfig>")
    letter = tmp_path / "letter.md"
    letter.write_text(SENTENCE)
    environ = {"FONTCONFIG_FILE": str(config)}
    done = run(home, DRIVE, "--drive", str(letter), "--seconds", "0", environ=environ)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("now", [0.0, 4_102_444_800.0], ids=["1970", "2100"])
def test_a_wrong_clock(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], now: float) -> None:
    monkeypatch.setattr(time, "time", lambda: now)
    history = History(tmp_path / "history.sqlite")
    history.add(SENTENCE, CHINESE)
    assert [entry.target for entry in history.search("tea")] == [CHINESE]
    exported = tmp_path / "history.csv"
    history.export(exported, "csv")
    history.close()
    assert CHINESE in exported.read_text(encoding="utf-8")
    page = tmp_path / "page.html"
    page.write_text(f"<p>{SENTENCE}</p>")
    os.utime(page, (now, now))
    assert cli.main(["translate", "--file", str(page)]) == 0
    assert CHINESE in (tmp_path / "page.zh.html").read_text(encoding="utf-8")
    assert cli.main(["packs", "export", "tiny", str(tmp_path / "tiny.zip")]) == 0
    assert cli.main(["packs", "import", str(tmp_path / "tiny.zip")]) == 0
    assert cli.main(["packs", "verify"]) == 0
    assert "unexpected" not in capsys.readouterr().err


# --- sizes


def test_one_word_of_a_megabyte(home: Path) -> None:
    source = home / "word.txt"
    source.write_text("tea" * 350_000)
    done = run(home, "translate", "--file", str(source))
    assert done.returncode == 0, done.stderr
    assert (home / "word.zh.txt").stat().st_size > 0


@pytest.mark.skipif(sys.platform != "linux", reason="other systems don't keep to RLIMIT_AS")
@pytest.mark.parametrize("megabytes", [80, 150, 220, 300])
def test_a_memory_limit_is_told(home: Path, megabytes: int) -> None:
    done = run(home, "translate", SENTENCE, prefix=["sh", "-c", f'ulimit -v {megabytes << 10}; exec "$@"', "sh"])
    assert "Traceback" not in done.stderr
    assert done.returncode == 0 or "memory" in done.stderr.lower(), done.stderr


@pytest.mark.parametrize(
    "error", [MemoryError(), RuntimeError("can't start new thread"), ImportError("x.so: failed to map segment from shared object")]
)
def test_a_lack_of_memory_is_called_so(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("translator_app.engine.translator.load_network", fail)
    assert cli.main(["translate", SENTENCE]) == 1
    assert "not enough memory" in one_line(capsys.readouterr().err)


def test_a_graph_that_finds_no_memory_is_not_called_damaged(tiny_pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("[ONNXRuntimeError] : 6 : RUNTIME_EXCEPTION : Exception during initialization: std::bad_alloc")

    monkeypatch.setattr("onnxruntime.InferenceSession", fail)
    with pytest.raises(OutOfMemory, match=r"encoder\.onnx"):
        network.make_session(tiny_pack.folder / "encoder.onnx", 1)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # sums that overflow
def test_weights_full_of_nonsense_are_no_crash(tiny_pack: Pack, tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    shutil.copytree(tiny_pack.folder, folder)
    weights = folder / "weights.bin"
    good = weights.read_bytes()
    dice = random.Random(5)
    for count in (1, 10, 100, 1000, len(good)):
        bad = bytearray(good)
        for _ in range(count):
            bad[dice.randrange(len(bad))] = dice.choice((0, 0x7F, 0x80, 0xFF))
        weights.write_bytes(bad)
        translator = Translator(load_pack(folder))
        assert translator.translate(SENTENCE).target.strip()
        translator.close()
