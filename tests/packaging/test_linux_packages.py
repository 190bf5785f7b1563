"""Linux packages: the files around the program, and the scripts that install for one user."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import linux_packages
import resources

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux packages")
EPOCH = 1_790_000_000


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("share")
    linux_packages.write_share(folder, EPOCH)
    return folder


@pytest.mark.parametrize(
    ("tool", "arguments", "file"),
    [
        ("appstreamcli", ["validate", "--no-net"], "metainfo/{}.metainfo.xml"),
        ("desktop-file-validate", [], "applications/{}.desktop"),
    ],
)
def test_validators_have_no_complaint(share: Path, tool: str, arguments: list[str], file: str) -> None:
    if not shutil.which(tool):
        pytest.skip(f"{tool} is not installed")
    done = subprocess.run([tool, *arguments, str(share / file.format(resources.APP_ID))], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_nothing_is_left_to_fill_in(share: Path) -> None:
    for path in share.rglob("*"):
        if path.is_file() and path.suffix != ".png":
            assert "@VERSION@" not in path.read_text(encoding="utf-8")
            assert "@APP_ID@" not in path.read_text(encoding="utf-8")


def test_a_placeholder_without_a_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        linux_packages.fill("a @B@ c")


def test_icons_are_there_in_all_sizes(share: Path) -> None:
    assert len(list(share.glob("icons/hicolor/*x*/apps/translator-app.png"))) == len(resources.ICON_SIZES)
    assert (share / "icons/hicolor/scalable/apps/translator-app.svg").exists()


def test_glibc_versions_are_read_from_readelf() -> None:
    output = "  0x0010:   Name: GLIBC_2.2.5  Flags: none\n 0x20: Name: GLIBC_2.34 Flags\n Name: GLIBCXX_3.4.29\n Name: GLIBC_PRIVATE"
    assert linux_packages.glibc_versions(output) == {(2, 2), (2, 34)}


def test_a_qt_of_the_build_machine_is_no_dependency() -> None:
    printed = "shlibs:Depends=libc6 (>= 2.35), libqt6core6 (>= 6.4.2), qt6-base-abi (= 6.4.2), libxcb1 (>= 1.8)\n"
    depends = linux_packages.join_dependencies(printed, {"libqt6core6"})
    assert depends.split(", ") == sorted(["libc6 (>= 2.35)", "libxcb1 (>= 1.8)", *linux_packages.LOADED_BY_NAME])


# --- install.sh and uninstall.sh with a stand-in for the program


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    """What a user has after unpacking the .tar.xz."""
    tree = tmp_path / "tree"
    (tree / "_internal").mkdir(parents=True)
    (tree / "_internal" / "data").write_text("one")
    for name in ("translator-app", "translator-app-cli"):
        (tree / name).write_text('#!/bin/sh\necho run "$@"\n')
    archive = linux_packages.make_archives(tree, tmp_path / "work", tmp_path, EPOCH)[0]
    subprocess.run(["tar", "-xJf", str(archive), "-C", str(tmp_path)], check=True)
    return tmp_path / archive.name.removesuffix(".tar.xz")


def call(script: Path, home: Path) -> "subprocess.CompletedProcess[str]":
    env = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    return subprocess.run(["sh", str(script)], env=env, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def everything_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "家 folder & $co"
    folder.mkdir()
    return folder


def test_installs_runs_and_uninstalls_leaving_user_files(unpacked: Path, home: Path) -> None:
    settings = home / ".config" / "translator-app" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text("{}")
    installed = call(unpacked / "install.sh", home)
    assert installed.returncode == 0, installed.stderr
    program = home / ".local" / "bin" / "translator-app"
    assert subprocess.run([str(program), "hello"], capture_output=True, text=True, check=True).stdout == "run hello\n"
    desktop = (home / ".local/share/applications" / f"{resources.APP_ID}.desktop").read_text(encoding="utf-8")
    assert f'Exec="{home}/.local/lib/translator-app/translator-app" %F'.replace("$", "\\\\$") in desktop
    removed = call(home / ".local/lib/translator-app/uninstall.sh", home)
    assert removed.returncode == 0, removed.stderr
    assert str(settings.parent) in removed.stdout
    assert everything_in(home) == {".config/translator-app/settings.json"}


def test_an_update_replaces_the_program_and_mixes_nothing(unpacked: Path, home: Path) -> None:
    call(unpacked / "install.sh", home)
    stale = home / ".local/lib/translator-app/_internal/stale"
    stale.touch()
    (unpacked / "_internal" / "data").write_text("two")
    assert call(unpacked / "install.sh", home).returncode == 0
    assert not stale.exists()
    assert (home / ".local/lib/translator-app/_internal/data").read_text() == "two"
    assert [path.name for path in (home / ".local/lib").iterdir()] == ["translator-app"]


def test_uninstall_removes_nothing_elsewhere(unpacked: Path, home: Path) -> None:
    done = call(unpacked / "uninstall.sh", home)
    assert done.returncode == 1
    assert (unpacked / "translator-app").exists()


def test_run_file_installs(unpacked: Path, home: Path, tmp_path: Path) -> None:
    done = call(next(tmp_path.glob("*.run")), home)
    assert done.returncode == 0, done.stderr
    assert (home / ".local/lib/translator-app/_internal/data").read_text() == "one"


def test_archives_are_equal_when_made_twice(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    (tree / "_internal").mkdir(parents=True)
    for name in ("translator-app", "translator-app-cli"):
        (tree / name).write_text("x")
    first, second = tmp_path / "1", tmp_path / "2"
    for folder in (first, second):
        folder.mkdir()
        linux_packages.make_archives(tree, tmp_path / "work", folder, EPOCH)
    for path in first.iterdir():
        assert path.read_bytes() == (second / path.name).read_bytes()
