#!/usr/bin/env python3
"""Try the Linux packages as users have them: in a bare Debian, without a network, on a screen of their own.

    sudo python3 packaging/check_linux.py [SUITE] [--only deb|run]

Needs root, mmdebstrap, strace, xvfb, xdotool and imagemagick (apt-get install brings them). Debian packages are fetched to
make the bare system; after that it has no network. Pictures of the window go to build/check/.
"""

import argparse
import contextlib
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "check"
SENTENCE = "The weather is nice today."
TOOLS = {"mmdebstrap": "mmdebstrap", "strace": "strace", "Xvfb": "xvfb", "xdotool": "xdotool", "import": "imagemagick"}
DISPLAY = ":97"
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
# What a socket or a connection to anywhere but this machine looks like in strace's output.
NETWORK = re.compile(r"socket\(AF_INET|connect\([^)]*AF_INET|sendto\([^)]*AF_INET")


T = TypeVar("T")


class CheckError(Exception):
    """Something does not work as users need it."""


def say(message: str) -> None:
    """One line of progress."""
    print(f"check: {message}", flush=True)


def run(command: Sequence[str], **options: object) -> str:
    """Standard output. Raises CheckError with all output when the command fails."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, **options)  # type: ignore[call-overload]
    if done.returncode:
        raise CheckError(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return str(done.stdout)


class System:
    """A bare Debian in a folder."""

    def __init__(self, suite: str) -> None:
        self.root = WORK / suite
        archive = WORK / f"{suite}.tar"
        if not archive.exists():
            say(f"making a bare {suite}")
            # the font is one of those that the package recommends: the smallest, for pictures
            run(["mmdebstrap", "--variant=minbase", "--include=ca-certificates,fonts-wqy-microhei", suite, str(archive)])
        self.remove()
        self.root.mkdir(parents=True)
        run(["tar", "-xf", str(archive), "-C", str(self.root)])
        shutil.copyfile("/etc/resolv.conf", self.root / "etc" / "resolv.conf")

    def remove(self) -> None:
        """Delete the folder."""
        if self.root.exists():
            run(["rm", "-rf", "--one-file-system", str(self.root)])

    def command(self, *command: str, network: bool = False, env: Sequence[str] = ()) -> list[str]:
        """A command line that runs inside: own mounts and, unless asked for, no network interface, not even loopback."""
        mounts = f'mount -t proc proc "{self.root}/proc"; mount --rbind /dev "{self.root}/dev"; mkdir -p "{self.root}/tmp/.X11-unix"; '
        mounts += f'[ ! -d /tmp/.X11-unix ] || mount --bind /tmp/.X11-unix "{self.root}/tmp/.X11-unix"; exec "$@"'
        space = ["unshare", "--mount", *([] if network else ["--net"]), "sh", "-c", mounts, "sh"]
        clean = ["env", "-i", f"PATH={PATH}", "HOME=/root", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", *env]
        return [*space, "chroot", str(self.root), *clean, *command]

    def run(self, *command: str, network: bool = False, env: Sequence[str] = ()) -> str:
        """Standard output of a command that runs inside."""
        return run(self.command(*command, network=network, env=env))

    def traced(self, *command: str, env: Sequence[str] = ()) -> str:
        """The same under strace. Raises CheckError when the command so much as makes an internet socket."""
        log = WORK / "strace.log"
        inside = self.command(*command, env=env)
        at = inside.index("chroot")
        output = run([*inside[:at], "strace", "-f", "-qq", "-e", "trace=network", "-o", str(log), *inside[at:]])
        check_trace(log.read_text(encoding="utf-8", errors="replace"))
        return output

    def files(self) -> set[str]:
        """Every file that is not the package manager's own."""
        skipped = ("proc", "dev", "sys", "tmp", "var/cache", "var/lib/dpkg", "var/lib/apt", "var/log", "root/.cache")
        found = set()
        for folder, names, files in os.walk(self.root):
            relative = os.path.relpath(folder, self.root)
            names[:] = [name for name in names if os.path.normpath(f"{relative}/{name}") not in skipped]
            found |= {os.path.normpath(f"{relative}/{name}") for name in files}
        return found


def check_trace(trace: str) -> None:
    """Raises CheckError when a strace log has an internet socket in it."""
    if lines := [line for line in trace.splitlines() if NETWORK.search(line)]:
        raise CheckError("the program used the network:\n" + "\n".join(lines[:5]))


# --- the window


def wait_for(condition: Callable[[], T], what: str, *, seconds: float = 60, pause_s: float = 0.1) -> T:
    """The first answer of `condition` that is true. Raises CheckError that says `what` did not come."""
    end = time.monotonic() + seconds
    while not (answer := condition()):
        if time.monotonic() > end:
            raise CheckError(f"{what}: not in {seconds:.0f} s")
        time.sleep(pause_s)
    return answer


@contextlib.contextmanager
def screen() -> Iterator[dict[str, str]]:
    """An X server with nothing on it; the environment that programs outside use to reach it."""
    env = {**os.environ, "DISPLAY": DISPLAY}
    server = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", "1280x800x24", "-nolisten", "tcp"], stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: xdotool(env, "getdisplaygeometry"), "the X server", seconds=15)
        yield env
    finally:
        server.terminate()
        server.wait()


def xdotool(env: Mapping[str, str], *arguments: str) -> list[str]:
    """What it prints, a word each; nothing when it fails."""
    done = subprocess.run(["xdotool", *arguments], env=env, capture_output=True, text=True, check=False)
    return done.stdout.split() if done.returncode == 0 else []


def check_window(system: System, program: str, picture: Path) -> None:
    """Start the window, type a sentence, wait for its translation, take a picture, close it. All without a network, and traced."""
    log = WORK / "strace-window.log"
    with screen() as env:
        inside = system.command(program, env=[f"DISPLAY={DISPLAY}"])
        at = inside.index("chroot")
        begin = time.monotonic()
        command = [*inside[:at], "strace", "-f", "-qq", "-e", "trace=network", "-o", str(log), *inside[at:]]
        app = subprocess.Popen(command, start_new_session=True)
        try:
            find_window(env, app)
            say(f"window after {time.monotonic() - begin:.1f} s (under strace)")
            type_text(env)
            history = system.root / "root" / ".local" / "share" / "translator-app" / "history.sqlite"
            say(f"the window translated: {wait_for(lambda: kept(history), 'a translation in the history')}")
            run(["import", "-window", "root", str(picture)], env=env)
        finally:
            os.killpg(app.pid, signal.SIGTERM)
            app.wait(timeout=30)
    check_trace(log.read_text(encoding="utf-8", errors="replace"))


def find_window(env: Mapping[str, str], app: "subprocess.Popen[bytes]", pause_s: float = 0.1) -> None:
    """Wait until the first window is shown. Raises CheckError when the program ends before, or there is none."""

    def look() -> bool:
        if app.poll() is not None:
            raise CheckError(f"no window (exit code of the program: {app.poll()})")
        return bool(xdotool(env, "search", "--onlyvisible", "--class", "translator"))

    wait_for(look, "a window", pause_s=pause_s)


def type_text(env: Mapping[str, str]) -> None:
    """Close the welcome, and type into the left pane."""
    named = ("search", "--onlyvisible", "--name")
    welcome = wait_for(lambda: xdotool(env, *named, "^Welcome$"), "the welcome")
    wait_for(lambda: xdotool(env, "getwindowfocus") == welcome, "the keyboard in the welcome")
    subprocess.run(["xdotool", "key", "Escape"], env=env, check=True)
    wait_for(lambda: not xdotool(env, *named, "^Welcome$"), "the end of the welcome")
    (window,) = wait_for(lambda: xdotool(env, *named, "^Offline Translator$"), "the main window")
    subprocess.run(["xdotool", "mousemove", "--window", window, "200", "250", "click", "1"], env=env, check=True)
    wait_for(lambda: xdotool(env, "getwindowfocus") == [window], "the keyboard in the main window")
    subprocess.run(["xdotool", "type", "--delay", "60", SENTENCE], env=env, check=True)


def kept(history: Path) -> str:
    """The translation of SENTENCE that the window wrote into the history; "" while there is none."""
    with contextlib.suppress(sqlite3.OperationalError), contextlib.closing(sqlite3.connect(f"{history.as_uri()}?mode=ro", uri=True)) as db:
        found = db.execute("SELECT target FROM entries WHERE source = ?", (SENTENCE,)).fetchone()
        return str(found[0]) if found else ""
    return ""  # it is not there yet, or being made


# --- the packages


def check_deb(system: System, package: Path) -> None:
    """Install, use, remove."""
    before = system.files()
    shutil.copyfile(package, system.root / "root" / package.name)
    system.run("apt-get", "-qq", "update", network=True)
    added = system.run("apt-get", "-y", "--no-install-recommends", "install", f"/root/{package.name}", network=True)
    found = re.search(r"(\d+) newly installed", added)
    say(f"{package.name} installed, {found[1] if found else '?'} packages in all")
    use(system, "/usr/bin/translator-app", "/usr/bin/translator-app-cli", WORK / "deb.png")
    system.run("apt-get", "-y", "--purge", "autoremove", "translator-app", network=True)
    left = {name for name in system.files() - before if "translator" in name and not name.startswith("root/")}
    if left:
        raise CheckError(f"left behind: {sorted(left)}")
    kept = [name for name in (".config", ".local/share") if (system.root / "root" / name / "translator-app").exists()]
    say(f"removed, nothing left behind; the user's own folders stay: {kept}")


def check_archive(system: System, package: Path) -> None:
    """Install for one user, use, uninstall. The system gets only what every desktop has."""
    shutil.copyfile(package, system.root / "root" / package.name)
    system.run("apt-get", "-qq", "update", network=True)
    system.run("apt-get", "-y", "--no-install-recommends", "install", "xz-utils", "libegl1", "libgl1", network=True)
    say(system.run("sh", f"/root/{package.name}").splitlines()[0])
    use(system, "/root/.local/bin/translator-app", "/root/.local/bin/translator-app-cli", WORK / "run.png")
    say(system.run("sh", "/root/.local/lib/translator-app/uninstall.sh").splitlines()[0])
    own = ("share/translator-app/", "state/translator-app/")
    local = system.root / "root" / ".local"
    left = [path for path in local.rglob("*") if not path.is_dir() and not path.relative_to(local).as_posix().startswith(own)]
    if left:
        raise CheckError(f"left behind: {left}")


def use(system: System, app: str, cli: str, picture: Path) -> None:
    """Everything a user does first, without a network."""
    say(system.traced(cli, "--version").strip())
    say(system.traced(cli, "selftest").strip().splitlines()[-1])
    answer = system.traced(cli, "translate", SENTENCE).strip()
    if not re.search(r"[\u4e00-\u9fff]", answer):
        raise CheckError(f"no Chinese: {answer!r}")
    say(f"{SENTENCE} -> {answer}")
    check_window(system, app, picture)
    say(f"picture: {picture.relative_to(ROOT)}")


def check_trap() -> None:
    """The trace must catch a program that does use the network, or its silence means nothing."""
    log = WORK / "trap.log"
    code = "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM)"
    run(["strace", "-f", "-qq", "-e", "trace=network", "-o", str(log), sys.executable, "-c", code])
    with contextlib.suppress(CheckError):
        check_trace(log.read_text(encoding="utf-8"))
        raise SystemExit("the trace does not catch sockets")


def main() -> int:
    """Exit code: 0 when every package works."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", nargs="?", default="bookworm", help="Debian release, bookworm is the oldest that works")
    parser.add_argument("--only", choices=["deb", "run"])
    arguments = parser.parse_args()
    missing = [package for tool, package in TOOLS.items() if not shutil.which(tool)]
    if missing or os.geteuid() != 0:
        print(f"this needs root, and: apt-get install -y {' '.join(missing)}", file=sys.stderr)
        return 1
    WORK.mkdir(parents=True, exist_ok=True)
    try:
        check_trap()
        for kind, pattern, check in (("deb", "*.deb", check_deb), ("run", "*.run", check_archive)):
            if arguments.only in (None, kind):
                system = System(arguments.suite)
                check(system, next((ROOT / "dist").glob(pattern)))
                system.remove()
    except CheckError as error:
        print(f"check: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
