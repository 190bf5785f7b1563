"""Installer (NSIS) and portable .zip for Windows. The installer compiles on Linux too, which is where its logic is tested."""

import os
import shlex
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import bundle
import resources

SCRIPT = Path(__file__).resolve().parent / "windows" / "installer.nsi"
MSVC_MINIMUM = (14, 44)  # onnxruntime is linked against it; an older one, from PATH, makes it crash while it loads


def make(trees: Mapping[str, Path], build: Path, dist: Path, *, env: Mapping[str, str]) -> list[Path]:
    """Paths of the installer and the portable archive made in `dist`."""
    tree = trees["windows"]
    check_runtime(tree)
    for program in bundle.executables(tree):
        sign(program)
    name = f"{bundle.APP}-{resources.version()}-windows-x64"
    icon = Path(str(resources.icon_for("win32", build)))
    setup = compile_installer(tree, icon, dist / f"{name}-setup.exe")
    sign(setup)
    return [setup, make_portable(tree, dist / f"{name}-portable.zip", int(env["SOURCE_DATE_EPOCH"]))]


def makensis() -> str:
    """The compiler; on Windows it is not in PATH. Raises FileNotFoundError when it is not installed."""
    places = [os.environ.get(name, "") for name in ("ProgramFiles(x86)", "ProgramFiles")]
    found = shutil.which("makensis") or next(
        (str(path) for place in places if (path := Path(place) / "NSIS" / "makensis.exe").exists()), None
    )
    if not found:
        raise FileNotFoundError("makensis is missing: install NSIS (Debian's package nsis)")
    return found


def compile_installer(payload: Path, icon: Path, target: Path, *, options: Sequence[str] = ()) -> Path:
    """The installer of everything in `payload`."""
    defines = {
        "VERSION": resources.version(),
        "NUMBERS": ".".join(map(str, resources.version_numbers(resources.version()))),
        "PAYLOAD": str(payload),
        "OUT": str(target),
        "ICON": str(icon),
    }
    if sys.platform != "win32":
        defines["TARGET"] = "amd64-unicode"  # so that wine64 alone can run it; NSIS for Windows has only the 32 bit one
    command = [
        makensis(),
        "-V2",
        "-WX",
        "-INPUTCHARSET",
        "UTF8",
        *(f"-D{name}={value}" for name, value in defines.items()),
        *options,
        str(SCRIPT),
    ]
    subprocess.run(command, check=True, env={**os.environ, "LC_ALL": "C.UTF-8"})  # in the locale C names of files get lost
    return target


def make_portable(tree: Path, target: Path, epoch: int) -> Path:
    """A .zip to unpack anywhere: portable.txt in it keeps settings, history and packs beside the program."""
    moment = max(epoch, 315_532_800)  # zip knows no time before 1980
    year, month, day, hour, minute, second = time.gmtime(moment)[:6]
    date = (year, month, day, hour, minute, second)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        note = "This file makes the program portable: settings, history and language packs are kept in the folder data beside it.\r\n"
        archive.writestr(zipfile.ZipInfo(f"{bundle.APP}/portable.txt", date), note)
        for path in bundle.files_of(tree):
            entry = zipfile.ZipInfo(f"{bundle.APP}/{path.relative_to(tree).as_posix()}", date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    return target


def sign(file: Path) -> None:
    """Sign with the command in SIGN_COMMAND (the file's name is added), such as signtool; nothing without one."""
    if command := os.environ.get("SIGN_COMMAND"):
        subprocess.run([*shlex.split(command, posix=False), str(file)], check=True)


def file_version(library: Path) -> tuple[int, int]:
    """First two numbers of a DLL's version."""
    import pefile  # in the build environment of Windows only

    image = pefile.PE(str(library), fast_load=True)
    image.parse_data_directories([pefile.DIRECTORY_ENTRY["IMAGE_DIRECTORY_ENTRY_RESOURCE"]])
    numbers = image.VS_FIXEDFILEINFO[0].FileVersionMS
    return numbers >> 16, numbers & 0xFFFF


def check_runtime(tree: Path) -> None:
    """Raises RuntimeError unless the C++ runtime is inside, everywhere new enough: users need no VC++ redistributable."""
    for name in ("msvcp140.dll", "vcruntime140.dll", "vcruntime140_1.dll"):
        found = [path for path in bundle.files_of(tree) if path.name.lower() == name]
        if not found:
            raise RuntimeError(f"{name} is not in the bundle")
        old = [str(path) for path in found if name == "msvcp140.dll" and file_version(path) < MSVC_MINIMUM]
        if old:
            raise RuntimeError(f"too old, take those of PySide6: {', '.join(old)}")
