"""The installer for Windows: compiled here, and, where wine is, run with a stand-in for the program."""

import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import resources
import windows_installer

WINE = next((path for path in ("/usr/lib/wine/wine64", shutil.which("wine64")) if path and Path(path).exists()), None)
needs_nsis = pytest.mark.skipif(shutil.which("makensis") is None, reason="makensis is not installed")
needs_wine = pytest.mark.skipif(WINE is None, reason="wine64 is not installed")


@pytest.fixture(scope="module")
def payload(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What looks like a frozen program."""
    folder = tmp_path_factory.mktemp("payload")
    (folder / "_internal" / "assets").mkdir(parents=True)
    for name in ("translator-app.exe", "translator-app-cli.exe", "_internal/new.txt", "_internal/assets/数据.txt"):
        (folder / name).write_text("stand-in")
    return folder


@pytest.fixture(scope="module")
def setup(payload: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("out")
    icon = Path(str(resources.icon_for("win32", folder)))
    return windows_installer.compile_installer(payload, icon, folder / "translator-app-setup.exe")


@needs_nsis
def test_script_compiles_without_a_warning(setup: Path) -> None:
    assert setup.read_bytes()[:2] == b"MZ"


class Wine:
    """A Windows of its own in a folder."""

    def __init__(self, folder: Path) -> None:
        self.env = {
            **os.environ,
            "WINEPREFIX": str(folder),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=",
            "DISPLAY": "",
            "LC_ALL": "C.UTF-8",
        }
        self.drive = folder / "drive_c"

    def run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [str(WINE), *command], env=self.env, capture_output=True, text=True, errors="replace", check=False, timeout=240
        )

    def pretend(self, version: str) -> None:
        """Say that this is another version of Windows: wine's own choice is 7."""
        self.run("reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", version, "/f")

    def key(self, name: str) -> str:
        """What is in a key of the current user, empty when there is none."""
        return self.run("reg", "query", f"HKCU\\{name}", "/s").stdout


@pytest.fixture(scope="module")
def wine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wine]:
    system = Wine(tmp_path_factory.mktemp("wine"))
    system.run("wineboot", "-i")
    system.pretend("win10")
    yield system
    server = Path("/usr/lib/wine/wineserver64")
    if server.exists():
        subprocess.run([str(server), "-k", "-w"], env=system.env, check=False, timeout=60)


UNINSTALL = r"Software\Microsoft\Windows\CurrentVersion\Uninstall\translator-app"
PLACE = "C:\\软件 测试\\翻译"


@needs_nsis
@needs_wine
@pytest.mark.timeout(600)
def test_installs_updates_and_uninstalls_silently_in_a_chinese_folder(wine: Wine, setup: Path) -> None:
    folder = wine.drive / "软件 测试" / "翻译"
    assert wine.run(str(setup), "/S", *f"/D={PLACE}".split(" ")).returncode == 0  # NSIS wants /D without quotes
    assert (folder / "_internal/assets/数据.txt").exists()
    listed = wine.key(UNINSTALL)
    assert "Offline Translator" in listed
    assert resources.version() in listed
    assert "EstimatedSize" in listed
    assert ".docx" in wine.key(r"Software\Classes\Applications\translator-app.exe")
    menu = list(wine.drive.glob("users/*/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Offline Translator.lnk"))
    assert len(menu) == 1

    (folder / "_internal" / "stale.txt").touch()
    assert wine.run(str(setup), "/S").returncode == 0  # finds the folder by itself
    assert not (folder / "_internal" / "stale.txt").exists()

    # `_?=` makes the uninstaller stay in its folder, so that its exit code and end can be seen
    wine.run("reg", "add", r"HKCU\Software\Microsoft\Windows\CurrentVersion\Run", "/v", "translator-app", "/d", "x", "/f")
    (folder / "portable.txt").touch()
    assert wine.run(f"{PLACE}\\uninstall.exe", "/S", *f"_?={PLACE}".split(" ")).returncode == 0
    assert sorted(path.name for path in folder.iterdir()) in (["portable.txt"], ["portable.txt", "uninstall.exe"])
    assert not menu[0].exists()
    assert "Offline Translator" not in wine.key(UNINSTALL)
    assert "translator-app" not in wine.key(r"Software\Microsoft\Windows\CurrentVersion\Run")
    assert "docx" not in wine.key(r"Software\Classes\Applications\translator-app.exe")


@needs_nsis
@needs_wine
@pytest.mark.timeout(600)
def test_a_running_program_is_not_replaced(wine: Wine, setup: Path, payload: Path) -> None:
    folder = wine.drive / "busy"
    assert wine.run(str(setup), "/S", "/D=C:\\busy").returncode == 0
    shutil.copyfile(wine.drive / "windows/system32/cmd.exe", folder / "translator-app.exe")
    program = subprocess.Popen(
        [str(WINE), "C:\\busy\\translator-app.exe", "/k"], env=wine.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert program.stdout is not None
        program.stdout.readline()  # it runs
        assert wine.run(str(setup), "/S", "/D=C:\\busy").returncode == 2
    finally:
        program.kill()
        program.communicate()


@needs_nsis
@needs_wine
@pytest.mark.timeout(600)
def test_an_old_windows_is_refused(wine: Wine, setup: Path) -> None:
    wine.pretend("win7")
    try:
        assert wine.run(str(setup), "/S", "/D=C:\\old").returncode == 1
    finally:
        wine.pretend("win10")
    assert not (wine.drive / "old").exists()


def test_portable_archive_keeps_everything_beside_the_program(payload: Path, tmp_path: Path) -> None:
    archive = windows_installer.make_portable(payload, tmp_path / "portable.zip", 1_790_000_000)
    again = windows_installer.make_portable(payload, tmp_path / "again.zip", 1_790_000_000)
    assert archive.read_bytes() == again.read_bytes()
    with zipfile.ZipFile(archive) as opened:
        assert {"translator-app/portable.txt", "translator-app/translator-app.exe", "translator-app/_internal/assets/数据.txt"} <= set(
            opened.namelist()
        )


def test_a_bundle_without_the_cpp_runtime_is_refused(payload: Path) -> None:
    with pytest.raises(RuntimeError, match=r"msvcp140\.dll is not in the bundle"):
        windows_installer.check_runtime(payload)
