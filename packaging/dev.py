#!/usr/bin/env python3
"""One command from a fresh clone to a running app. Standard library only; Linux, Windows and macOS.

run                    start the app (the window)
run -- translate "Hi"  the command line
test [PYTEST ARGS]     all checks: lint, then pytest
lint                   format, style, types, import contracts
pytest [PYTEST ARGS]   tests only
build [BUILD ARGS]     installers for this system, see build.py
screenshots            pictures of the app for the README
lock                   pin the dependencies of pyproject.toml anew
"""

import argparse
import ctypes
import hashlib
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGING = ROOT / "packaging"
LOCK = PACKAGING / "requirements.lock"
DEV_REQUIREMENTS = PACKAGING / "requirements-dev.txt"
VENV = ROOT / ".venv"
PYTHONS = ((3, 11), (3, 14))  # oldest and newest with wheels of everything in the lock

# What Qt loads from the system, and the Debian package that has it: found by starting the app in bare Debian roots.
QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
# What tests use when it is there (those that can't do without are skipped), and the Debian package that has it.
TEST_TOOLS = {"strace": "strace", "unshare": "util-linux", "Xvfb": "xvfb", "xdotool": "xdotool", "xclip": "xclip", "openbox": "openbox"}
# Others name the packages differently; one command gets them all.
OTHER_SYSTEMS = {
    "dnf": "dnf install mesa-libEGL mesa-libGL glib2 fontconfig dbus-libs libxkbcommon libxkbcommon-x11 xcb-util-cursor"
    " xcb-util-wm xcb-util-keysyms libxcb libwayland-cursor",
    "pacman": "pacman -S --needed libglvnd glib2 fontconfig dbus libxkbcommon libxkbcommon-x11 xcb-util-cursor xcb-util-wm"
    " xcb-util-keysyms libxcb wayland",
    "zypper": "zypper install libEGL1 libGL1 libglib-2_0-0 fontconfig libdbus-1-3 libxkbcommon0 libxkbcommon-x11-0"
    " libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libwayland-cursor0",
}


class SetupError(Exception):
    """Something that the reader has to do first; the message says what."""


def say(message: str) -> None:
    """One line of progress, at once, so that it stands before the output of the commands."""
    print(f"dev: {message}", flush=True)


def run(command: Sequence[str | Path], *, env: Mapping[str, str] | None = None) -> None:
    """Run a command to its end. Raises SetupError when it fails."""
    done = subprocess.run([str(part) for part in command], cwd=ROOT, env=None if env is None else dict(env), check=False)
    if done.returncode != 0:
        raise SetupError(f"this failed with exit code {done.returncode}: {shlex.join(map(str, command))}")


# --- Python and its packages


def check_python(version: tuple[int, int] = sys.version_info[:2]) -> None:
    """Raises SetupError unless this Python has wheels of all that the app needs."""
    if not PYTHONS[0] <= version <= PYTHONS[1]:
        span = " to ".join(f"{major}.{minor}" for major, minor in PYTHONS)
        raise SetupError(f"Python {span} is needed, this is {version[0]}.{version[1]}. Start this file with one of those.")


def venv_python(venv: Path) -> Path:
    """The interpreter of a virtual environment."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def works(python: Path) -> bool:
    """False when the environment is missing, half made, or its base Python is gone."""
    if not python.exists():
        return False
    return subprocess.run([str(python), "-c", "import pip"], capture_output=True, check=False).returncode == 0


def make_venv(venv: Path) -> Path:
    """The interpreter of the environment, made when it is not there or broken."""
    python = venv_python(venv)
    if any(venv.glob("*.stamp")) and python.exists():
        return python  # it got as far as a finished installation: no need to start it to see
    if works(python):
        return python
    if importlib.util.find_spec("ensurepip") is None:  # Debian splits it off
        install_system_packages([f"python3.{sys.version_info[1]}-venv"])
    say(f"making {venv.name}")
    run([sys.executable, "-m", "venv", "--clear", venv])
    return python


def fingerprint(files: Iterable[Path]) -> str:
    """A hash that changes when one of the requirement files, this Python or this file does."""
    digest = hashlib.sha256(f"{sys.version}|{platform.machine()}".encode())
    for file in [*files, Path(__file__)]:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def install(venv: Path, name: str, files: Sequence[Path], pip_args: Sequence[str | Path]) -> Path:
    """The interpreter of `venv` with the requirements in it.

    A stamp remembers what was installed, so that the next start takes no time. It is removed first: an
    interrupted installation is repeated.
    """
    python = make_venv(venv)
    stamp = venv / f"{name}.stamp"
    wanted = fingerprint(files)
    if stamp.exists() and stamp.read_text() == wanted:
        return python
    stamp.unlink(missing_ok=True)
    say(f"installing what '{name}' needs into {venv.name} (only this once)")
    run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *pip_args])
    put_on_path(python)
    stamp.write_text(wanted)
    return python


def put_on_path(python: Path) -> None:
    """Make the checkout importable from anywhere: what an editable install does, without a build."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    # As code and in ASCII: a plain path would be read in the locale's encoding before Python 3.13.
    (Path(site) / "translator_app_checkout.pth").write_text(f"import sys; sys.path.append({str(ROOT)!a})\n", encoding="ascii")


def install_runtime(venv: Path = VENV) -> Path:
    """The interpreter of `venv` with the locked run-time packages, checked against their hashes."""
    return install(venv, "run", [LOCK], ["--require-hashes", "--only-binary=:all:", "-r", LOCK])


def install_dev(venv: Path = VENV) -> Path:
    """The same with the tools and what the converter needs. torch is the large one: see requirements-dev.txt."""
    install_runtime(venv)
    return install(venv, "test", [LOCK, DEV_REQUIREMENTS], ["-r", DEV_REQUIREMENTS, "--constraint", pins_without_hashes(venv)])


def pins_without_hashes(venv: Path) -> Path:
    """The lock as constraints: pip asks for hashes of everything as soon as one line has one."""
    pins = [line.split(" \\")[0] for line in LOCK.read_text(encoding="utf-8").splitlines() if "==" in line]
    file = venv / "constraints.txt"
    file.write_text("\n".join(pins) + "\n", encoding="utf-8")
    return file


# --- system libraries


def loads(library: str) -> bool:
    """True when the dynamic linker finds it."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_qt_libraries() -> list[str]:
    """Names of the libraries that Qt needs from the system and that are not there."""
    return [name for name in QT_LIBRARIES if not loads(name)] if sys.platform == "linux" else []


def ensure_qt_libraries() -> None:
    """Install what Qt needs where that is allowed. Raises SetupError with the one command otherwise."""
    missing = missing_qt_libraries()
    if not missing:
        return
    for tool, command in OTHER_SYSTEMS.items():
        if shutil.which(tool) and not shutil.which("apt-get"):
            raise SetupError(f"Qt needs {', '.join(missing)}. This brings them:\n  sudo {command}")
    install_system_packages([QT_LIBRARIES[name] for name in missing])
    if still := missing_qt_libraries():
        raise SetupError(f"Qt still can't load {', '.join(still)}")


def ensure_test_tools() -> None:
    """Install what tests use besides Python, where that is allowed; else say what is skipped for it."""
    missing = [tool for tool in TEST_TOOLS if not shutil.which(tool)] if sys.platform == "linux" else []
    if not missing:
        return
    try:
        install_system_packages([TEST_TOOLS[tool] for tool in missing])
    except SetupError as error:
        say(f"tests that need {', '.join(missing)} will be skipped; {error}")


def root_prefix() -> list[str] | None:
    """What to put before a command to run it as root without a question: nothing, `sudo -n`, or None if that can't be."""
    if not hasattr(os, "geteuid"):
        return None
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0:
        return ["sudo", "-n"]
    return None


def install_system_packages(packages: Sequence[str]) -> None:
    """apt-get install, when there is apt and we may. Raises SetupError with the command otherwise."""
    prefix = root_prefix()
    if not shutil.which("apt-get"):
        raise SetupError(f"please install {' '.join(packages)} (Debian's names) with your system's package manager")
    if prefix is None:
        raise SetupError(f"please run this once:\n  sudo apt-get install -y {' '.join(packages)}")
    say(f"apt-get install {' '.join(packages)}")
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=300", "-qq"]
    if subprocess.run([*apt, "install", "-y", "--no-install-recommends", *packages], stdout=subprocess.DEVNULL, check=False).returncode:
        run([*apt, "update"])  # the package lists may be old, or missing as in containers
        run([*apt, "install", "-y", "--no-install-recommends", *packages])


def has_screen(environ: Mapping[str, str] = os.environ, system: str = sys.platform) -> bool:
    """True where a window can be shown, or where Qt was told to draw without a screen."""
    return system != "linux" or any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


# --- sub-commands


def command_run(args: Sequence[str]) -> int:
    """Start the app; with arguments, its command line. The working folder stays the caller's."""
    python = install_runtime()
    if not args and not has_screen():
        say("there is no screen here (no DISPLAY, no WAYLAND_DISPLAY), so no window; this is the command line:")
        args = ["--help"]
    elif not args:
        ensure_qt_libraries()
    return subprocess.run([str(python), "-m", "translator_app", *args], check=False).returncode


def lint_steps(python: Path) -> list[list[str]]:
    """What looks at the text of the program, cheap checks first."""
    tool = [str(python), "-m"]
    lint_imports = [str(python.parent / "lint-imports"), "--no-cache"]
    return [[*tool, "ruff", "format", "--check", "."], [*tool, "ruff", "check", "."], [*tool, "mypy"], lint_imports]


def check(*, lint: bool, pytest_args: Sequence[str] | None) -> int:
    """Run checks, each even if one before it failed; tests when there are `pytest_args`. Exit code 1 when one fails."""
    python = install_dev()
    ensure_qt_libraries()
    steps = lint_steps(python) if lint else []
    if pytest_args is not None:
        ensure_test_tools()
        steps.append([str(python), "-m", "pytest", *pytest_args])
    env = {**os.environ, "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"), "PYTHONUTF8": "1"}
    failed = []
    for step in steps:
        name = step[2] if "-m" in step else Path(step[0]).name
        say(name)
        begin = time.monotonic()
        if subprocess.run(step, cwd=ROOT, env=env, check=False).returncode != 0:
            failed.append(name)
        say(f"{name} took {time.monotonic() - begin:.0f} s")
    if failed:
        say(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


def command_test(args: Sequence[str]) -> int:
    """Everything that CI checks."""
    return check(lint=True, pytest_args=args)


def command_lint(args: Sequence[str]) -> int:
    """Only what looks at the text of the program."""
    return check(lint=True, pytest_args=None)


def command_pytest(args: Sequence[str]) -> int:
    """Only the tests."""
    return check(lint=False, pytest_args=args)


def command_build(args: Sequence[str]) -> int:
    """Freeze the app and make this system's installers; from an environment of its own that has no torch."""
    return subprocess.run([sys.executable, str(PACKAGING / "build.py"), *args], check=False).returncode


def command_screenshots(args: Sequence[str]) -> int:
    """Draw the app's windows off screen and save pictures."""
    python = install_runtime()
    ensure_qt_libraries()
    env = {**os.environ, "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    return subprocess.run([str(python), str(PACKAGING / "screenshots.py"), *args], env=env, check=False).returncode


def command_lock(args: Sequence[str]) -> int:
    """Resolve pyproject.toml anew, for all systems and Pythons at once, with uv in an environment of its own."""
    tool = ROOT / "build" / "lock-venv"
    python = make_venv(tool)
    run([python, "-m", "pip", "install", "--quiet", "uv"])
    # Of torch only the version is ours to say: which build of it depends on where it comes from.
    override = tool / "override.txt"
    override.write_text("torch==2.13.0 ; python_version < '3'\n")
    uv: list[str | Path] = [
        python,
        "-m",
        "uv",
        "pip",
        "compile",
        "pyproject.toml",
        "--quiet",
        "--universal",
        "--no-annotate",
        "--python-version",
        "3.11",
    ]
    uv += ["--fork-strategy", "fewest", "--custom-compile-command", "python3 packaging/dev.py lock", *args]
    run([*uv, "--generate-hashes", "--only-binary", ":all:", "-o", LOCK])
    extras: list[str | Path] = ["--extra", "convert", "--extra", "dev", "--override", override, "--constraint", pins_without_hashes(tool)]
    run([*uv, *extras, "-o", tool / "dev.txt"])
    runtime = {line.split("==")[0] for line in LOCK.read_text(encoding="utf-8").splitlines() if "==" in line}
    lines = [line for line in (tool / "dev.txt").read_text(encoding="utf-8").splitlines() if line.split("==")[0] not in runtime]
    head, pins = [line for line in lines if line.startswith("#")], [line for line in lines if not line.startswith("#")]
    DEV_REQUIREMENTS.write_text("\n".join([*head, *TORCH_NOTE, *pins]) + "\n", encoding="utf-8")
    return 0


TORCH_NOTE = (
    "# What tests and the converter need besides requirements.lock.",
    "# torch only compares the converted model with the original: its CPU build is enough and much smaller. Where pip would",
    "# take a CUDA build, install the CPU build first (PyTorch's own package index has it: see pytorch.org, 'Start Locally').",
    "torch==2.13.0",
)

COMMANDS = {
    "run": command_run,
    "test": command_test,
    "lint": command_lint,
    "pytest": command_pytest,
    "build": command_build,
    "screenshots": command_screenshots,
    "lock": command_lock,
}


def main(argv: Sequence[str]) -> int:
    """Exit code of the sub-command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("args", nargs=argparse.REMAINDER, help="passed on; a leading -- is dropped")
    parsed = parser.parse_args(argv)
    try:
        check_python()
        args = parsed.args[1:] if parsed.args[:1] == ["--"] else parsed.args
        return COMMANDS[parsed.command](args)
    except SetupError as error:
        print(f"dev: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
