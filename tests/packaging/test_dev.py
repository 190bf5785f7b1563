"""The one-command set-up, with stand-ins for pip and apt."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import dev

Calls = list[list[str]]


@pytest.fixture
def venv(tmp_path: Path) -> Path:
    """A folder that looks like a finished environment."""
    folder = tmp_path / "venv"
    python = dev.venv_python(folder)
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    return folder


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """What would have been run; nothing is."""
    seen: Calls = []

    def record(command: list[Any], **_: object) -> None:
        seen.append([str(part) for part in command])

    monkeypatch.setattr(dev, "run", record)
    monkeypatch.setattr(dev, "put_on_path", lambda python: None)
    monkeypatch.setattr(dev, "works", lambda python: True)
    return seen


@pytest.mark.parametrize("version", [(3, 10), (3, 15), (2, 7), (4, 0)])
def test_refuses_a_python_without_wheels(version: tuple[int, int]) -> None:
    with pytest.raises(dev.SetupError, match=r"Python 3\.11 to 3\.14 is needed"):
        dev.check_python(version)


@pytest.mark.parametrize("minor", [11, 12, 13, 14])
def test_accepts_the_pythons_of_pyproject(minor: int) -> None:
    dev.check_python((3, minor))


def test_python_span_is_that_of_pyproject() -> None:
    project = tomllib.loads((dev.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest, newest = dev.PYTHONS
    assert project["requires-python"] == f">={oldest[0]}.{oldest[1]},<{newest[0]}.{newest[1] + 1}"


def test_installs_once_then_only_looks_at_the_stamp(venv: Path, calls: Calls) -> None:
    requirements = venv / "requirements.txt"
    requirements.write_text("a==1\n")
    dev.install(venv, "run", [requirements], ["-r", requirements])
    assert len(calls) == 1
    assert calls[0][-2:] == ["-r", str(requirements)]
    dev.install(venv, "run", [requirements], ["-r", requirements])
    assert len(calls) == 1


def test_a_changed_requirement_is_installed(venv: Path, calls: Calls) -> None:
    requirements = venv / "requirements.txt"
    for text in ("a==1\n", "a==2\n"):
        requirements.write_text(text)
        dev.install(venv, "run", [requirements], ["-r", requirements])
    assert len(calls) == 2


def test_a_failed_installation_is_repeated(venv: Path, monkeypatch: pytest.MonkeyPatch, calls: Calls) -> None:
    def fail(command: list[Any], **_: object) -> None:
        raise dev.SetupError("no network")

    with monkeypatch.context() as patch:
        patch.setattr(dev, "run", fail)
        with pytest.raises(dev.SetupError):
            dev.install(venv, "run", [], [])
    assert not (venv / "run.stamp").exists()
    dev.install(venv, "run", [], [])
    assert len(calls) == 1


def test_a_broken_environment_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, calls: Calls) -> None:
    monkeypatch.setattr(dev, "works", lambda python: False)
    dev.make_venv(tmp_path / "venv")
    assert calls == [[sys.executable, "-m", "venv", "--clear", str(tmp_path / "venv")]]


def test_path_file_puts_the_checkout_on_the_path_in_ascii(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(dev, "ROOT", tmp_path / "软件 folder")
    answer = subprocess.CompletedProcess(args=[], returncode=0, stdout=f"{tmp_path}\n")
    monkeypatch.setattr(subprocess, "run", lambda *args, **kwargs: answer)
    dev.put_on_path(Path("python"))
    line = (tmp_path / "translator_app_checkout.pth").read_bytes().decode("ascii")
    path: list[str] = []
    exec(line.replace("sys.path", "path").replace("import sys; ", ""), {"path": path})
    assert path == [str(tmp_path / "软件 folder")]


def test_missing_libraries_are_named_by_debian_package(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([["libEGL.so.1", "libxcb-cursor.so.0"], []])
    wanted: list[str] = []
    monkeypatch.setattr(dev, "missing_qt_libraries", lambda: next(answers))
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/apt-get" if name == "apt-get" else None)
    monkeypatch.setattr(dev, "install_system_packages", wanted.extend)
    dev.ensure_qt_libraries()
    assert wanted == ["libegl1", "libxcb-cursor0"]


def test_missing_test_tools_are_installed_or_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    wanted: list[str] = []
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda name: None if name in ("strace", "Xvfb") else f"/usr/bin/{name}")
    monkeypatch.setattr(dev, "install_system_packages", wanted.extend)
    dev.ensure_test_tools()
    assert wanted == ["strace", "xvfb"]

    def refuse(packages: list[str]) -> None:
        raise dev.SetupError("please run this once")

    monkeypatch.setattr(dev, "install_system_packages", refuse)
    dev.ensure_test_tools()
    assert "tests that need strace, Xvfb will be skipped; please run this once" in capsys.readouterr().out


def test_without_root_the_one_command_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "root_prefix", lambda: None)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    with pytest.raises(dev.SetupError, match=r"sudo apt-get install -y libegl1 libgl1$"):
        dev.install_system_packages(["libegl1", "libgl1"])


def test_other_distributions_get_their_own_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "missing_qt_libraries", lambda: ["libEGL.so.1"])
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/dnf" if name == "dnf" else None)
    with pytest.raises(dev.SetupError, match="sudo dnf install mesa-libEGL"):
        dev.ensure_qt_libraries()


def test_a_library_that_is_not_there_does_not_load() -> None:
    assert not dev.loads("libthis-is-nowhere.so.1")


@pytest.mark.parametrize(
    ("environ", "system", "expected"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux", True),
        ({}, "win32", True),
        ({}, "darwin", True),
    ],
)
def test_knows_whether_there_is_a_screen(environ: dict[str, str], system: str, expected: bool) -> None:
    assert dev.has_screen(environ, system) is expected


def test_without_a_screen_run_shows_the_help(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    started: list[list[str]] = []

    def start(command: list[str], **_: object) -> "subprocess.CompletedProcess[bytes]":
        started.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(dev, "install_runtime", lambda: Path("python"))
    monkeypatch.setattr(dev, "has_screen", lambda: False)
    monkeypatch.setattr(subprocess, "run", start)
    assert dev.main(["run"]) == 0
    assert started == [["python", "-m", "translator_app", "--help"]]
    assert "no screen" in capsys.readouterr().out


@pytest.mark.parametrize("typed", [["run", "--", "translate", "Hi", "--json"], ["run", "translate", "Hi", "--json"]])
def test_arguments_reach_the_command_line(monkeypatch: pytest.MonkeyPatch, typed: list[str]) -> None:
    got: list[list[str]] = []

    def keep(args: list[str]) -> int:
        got.append(args)
        return 0

    monkeypatch.setitem(dev.COMMANDS, "run", keep)
    dev.main(typed)
    assert got == [["translate", "Hi", "--json"]]


def test_a_set_up_error_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(args: object) -> int:
        raise dev.SetupError("install it")

    monkeypatch.setitem(dev.COMMANDS, "run", fail)
    assert dev.main(["run"]) == 1
    assert capsys.readouterr().err == "dev: install it\n"


def test_lock_pins_every_dependency_with_hashes_and_names_no_host() -> None:
    text = dev.LOCK.read_text(encoding="utf-8")
    assert "://" not in text
    entries = [entry for entry in re.split(r"^(?=[a-z])", text, flags=re.MULTILINE) if "==" in entry]
    assert all("--hash=sha256:" in entry for entry in entries)
    pinned = {entry.split("==")[0] for entry in entries}
    project = tomllib.loads((dev.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {re.split(r"[=<>~!; ]", line)[0].lower() for line in project["dependencies"]}
    assert wanted <= pinned
    assert not pinned & {"torch", "transformers", "onnx"}


def test_dev_requirements_pin_versions_and_name_no_host() -> None:
    lines = [line for line in dev.DEV_REQUIREMENTS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    assert all("==" in line and "://" not in line for line in lines)
    assert "torch==2.13.0" in lines
    assert {"pytest", "mypy", "ruff", "transformers"} <= {line.split("==")[0] for line in lines}
