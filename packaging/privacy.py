#!/usr/bin/env python3
"""Watch what the program does with the network and with files: the promise that nothing leaves this computer, checked.

    python packaging/privacy.py [--seconds 60] [--pack FOLDER]

Runs the command line and the whole window (off screen) with an empty home, without a network, under strace. Fails when one
of them makes a socket that is not local, writes outside the app's own folders, leaves something in the folder for temporary
files, or puts text of the user anywhere but into the history, the draft and the files asked for. Before that, programs that
do each of these things must be caught. Linux, needs strace and unshare.
"""

import argparse
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from translator_app.app import DesktopApp

ROOT = Path(__file__).resolve().parents[1]
CANARY = "seventeen teapots"  # in no file of ours
SENTENCE = f"The walrus juggles {CANARY} at midnight."
OWN_FOLDERS = (".config/translator-app", ".local/share/translator-app", ".local/state/translator-app", ".cache/translator-app")
FONT_INDEX = ".cache/fontconfig"  # of the system's font library, where the system has none; it names fonts
DEVICES = re.compile(r"/dev/(null|tty|ptmx|pts/\d+)$|/proc/self/")
MAY_HOLD_TEXT = re.compile(r"/(history\.sqlite(-wal|-journal)?|draft\.txt(\.\d+\.part)?)$")
CALLS = (
    "network,write,pwrite64,writev,openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,mknod,mknodat"
)
LATE_S = 60.0  # a window that has not done its work by then never will
# Qt of the tests' machines may lack OpenGL and the like; none of it matters off screen.
PLAIN_ENVIRONMENT = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen"}


class NotPossible(Exception):
    """There is no strace on this machine, or it may not be used."""


# --- what strace says


@dataclass
class Trace:
    """What a traced program did, as sentences; empty when it did nothing wrong."""

    allowed: Sequence[Path]
    outputs: Path
    findings: list[str] = field(default_factory=list)
    _modes: dict[str, int] = field(default_factory=dict)

    def read(self, log: Path) -> "Trace":
        """Look at every line of a log."""
        for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
            call, _, arguments = line.partition(" ")[2].lstrip().partition("(")
            if " = -1 E" not in line and not call.startswith("<..."):
                self._look(call, arguments)
        self.findings = list(dict.fromkeys(self.findings))
        return self

    def _look(self, call: str, arguments: str) -> None:
        if call == "socket":
            if not arguments.startswith(("AF_UNIX", "AF_LOCAL")):
                self.findings.append(f"made a socket: {arguments[:60]}")
        elif call in ("write", "pwrite64", "writev", "sendto", "sendmsg", "sendmmsg"):
            if CANARY in arguments:
                self._look_at_text(arguments.split(",")[0])
        elif call == "bind":
            self._look_at_paths(re.findall(r'sun_path="((?:[^"\\]|\\.)*)"', arguments), "")
        elif call in ("open", "openat", "creat"):
            path = _paths(arguments)[:1]
            if call == "creat" or re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)", arguments):
                self._look_at_paths(path, _folder(arguments))
            if path and (mode := re.search(r"O_CREAT.*, (0\d+)", arguments)):
                self._modes.setdefault(os.path.join(_folder(arguments), path[0]), int(mode[1], 8))  # noqa: PTH118 - text of a log
        elif call.startswith(("mkdir", "rename", "link", "symlink", "mknod")):
            paths = _paths(arguments)
            self._look_at_paths(paths[1:] if call.startswith(("link", "symlink")) else paths, _folder(arguments))

    def _look_at_paths(self, names: Iterable[str], folder: str) -> None:
        for name in names:
            path = Path(os.path.normpath(Path(folder or "/", name)))
            ours = any(path.is_relative_to(own) or own.is_relative_to(path) for own in (*self.allowed, self.outputs))
            if not ours and not DEVICES.match(str(path)):
                self.findings.append(f"wrote {path}")

    def _look_at_text(self, descriptor: str) -> None:
        where = descriptor.partition("<")[2].removesuffix(">")
        if where.startswith(("pipe:", "/dev/null")) or Path(where).is_relative_to(self.outputs):
            return
        if not MAY_HOLD_TEXT.search(where):
            self.findings.append(f"wrote the user's text to {where or descriptor}")
        elif self._modes.get(where, 0) & 0o077:
            self.findings.append(f"made {where} readable by others before the user's text went in")


def _paths(arguments: str) -> list[str]:
    """The strings among a call's arguments; strace writes bytes outside ASCII in octal."""
    texts = re.findall(r'"((?:[^"\\]|\\.)*)"', arguments)
    return [os.fsdecode(text.encode("ascii", "replace").decode("unicode_escape").encode("latin-1", "replace")) for text in texts]


def _folder(arguments: str) -> str:
    """The folder that a relative path starts from."""
    found = re.search(r"(?:^|, )\w+<([^>]*)>, \"", arguments)
    return found[1] if found else "/"


# --- a home of its own


class Sandbox:
    """An empty home without a network in which programs run and are watched."""

    def __init__(self, work: Path) -> None:
        self.work = work
        self.home, self.temporary, self.outputs = work / "home", work / "tmp", work / "outputs"
        for folder in (self.home, self.temporary, self.outputs):
            folder.mkdir(parents=True)
        self.temporary.chmod(0o700)
        places = {"HOME": self.home, "TMPDIR": self.temporary, "XDG_RUNTIME_DIR": self.temporary, "PYTHONPATH": ROOT}
        # From a checkout Python would keep compiled modules beside the sources; an installed app has them compiled.
        self.environ = {**PLAIN_ENVIRONMENT, **{name: str(path) for name, path in places.items()}, "PYTHONDONTWRITEBYTECODE": "1"}
        self._log = work / "strace.log"
        self._space = ["unshare", "--net", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"])]

    def check(self) -> None:
        """Raises NotPossible when nothing can be watched here. Where no network can be taken away, sockets are still seen."""
        if not shutil.which("strace"):
            raise NotPossible("this needs Linux with strace")
        try:
            done = subprocess.run([*self._space, "true"], capture_output=True, check=False)
        except FileNotFoundError:
            done = None
        if done is None or done.returncode:
            self._space = []
        watched = subprocess.run(self._watched(["true"], self._log), capture_output=True, text=True, check=False)
        if watched.returncode:
            raise NotPossible(f"programs can't be watched here: {watched.stderr.strip()[:200]}")

    @property
    def without_network(self) -> bool:
        """True when the programs have no network at all."""
        return bool(self._space)

    def _watched(self, command: Sequence[str], log: Path) -> list[str]:
        return [*self._space, "strace", "-f", "-qq", "-yy", "-s", "600", "-e", f"trace={CALLS}", "-o", str(log), *command]

    def install(self, pack: Path) -> None:
        """Put a language pack where users have theirs."""
        shutil.copytree(pack, self.home / OWN_FOLDERS[1] / "packs" / pack.name, copy_function=shutil.copyfile)

    def start(self, command: Sequence[str], log: Path) -> "subprocess.Popen[str]":
        """Start a program under watch."""
        return subprocess.Popen(
            self._watched(command, log),
            cwd=self.work,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def findings(self, log: Path) -> list[str]:
        """What a finished program did wrong, by its trace and by what it left."""
        allowed = [self.home / folder for folder in (*OWN_FOLDERS, FONT_INDEX)]
        found = Trace([*allowed, self.temporary], self.outputs).read(log).findings
        found += [f"left {path}" for path in sorted(self.temporary.iterdir())]
        return found + [f"the user's text is in {path}" for path in self._files_with_text()]

    def run(self, *command: str) -> tuple[int, str, list[str]]:
        """Exit code, output and findings."""
        process = self.start(command, self._log)
        output = process.communicate(timeout=300)[0]
        return process.returncode, output, self.findings(self._log)

    def _files_with_text(self) -> list[Path]:
        return [
            path
            for path in sorted(self.home.rglob("*"))
            if path.is_file() and not MAY_HOLD_TEXT.search(str(path)) and CANARY.encode() in path.read_bytes()
        ]


# --- the checks


def app(*arguments: str) -> list[str]:
    """The command line of the app."""
    return [sys.executable, "-m", "translator_app", *arguments]


CONTROLS = (  # code that breaks a promise, what must be said of it
    ("socket.socket(socket.AF_INET, socket.SOCK_DGRAM)", "made a socket: AF_INET"),
    ("socket.socket(socket.AF_INET6)", "made a socket: AF_INET6"),
    ("(home / 'stray').write_text('x')", "/home/stray"),
    ("(own / 'a').write_text('x'); (own / 'a').rename(home / 'stray')", "/home/stray"),
    (f"(own / 'app.log').write_text({SENTENCE!r})", "the user's text is in"),
    (f"tempfile.TemporaryFile().write({SENTENCE.encode()!r})", "wrote the user's text to"),
    (f"(own / 'draft.txt').write_text({SENTENCE!r})", "readable by others"),
    (f"pair = socket.socketpair(); pair[0].send({SENTENCE.encode()!r})", "wrote the user's text to UNIX"),
    ("tempfile.mkstemp()", "left"),
)
BEFORE = f"import pathlib, socket, tempfile; home = pathlib.Path.home(); own = home / '{OWN_FOLDERS[1]}'; own.mkdir(parents=True); "


def check_controls(work: Path) -> list[str]:
    """Programs that break a promise must be caught; those that were not."""
    missed = []
    for number, (code, expected) in enumerate(CONTROLS):
        sandbox = Sandbox(work / f"control-{number}")
        sandbox.check()
        exit_code, output, findings = sandbox.run(sys.executable, "-c", BEFORE + code)
        if exit_code or not any(expected in finding for finding in findings):
            missed.append(f"{code}: found {findings} {output}")
    return missed


def check_command_line(sandbox: Sandbox) -> list[str]:
    """Translate text and a file, look a word up, list packs."""
    document = sandbox.outputs / "note.md"
    document.write_text(f"# Note\n\n{SENTENCE}\n", encoding="utf-8")
    commands = (("translate", SENTENCE), ("translate", "--file", str(document)), ("lookup", "teapots"), ("packs", "list"))
    problems = []
    for arguments in commands:
        code, output, findings = sandbox.run(*app(*arguments))
        if code:
            problems.append(f"{arguments[0]}: exit code {code}: {output[-500:]}")
        problems += [f"{arguments[0]} {finding}" for finding in findings]
    return problems


def check_window(sandbox: Sandbox, seconds: float) -> list[str]:
    """The whole app for so long: typing, a file, the clipboard, history, the offline page, an unexpected error, a second start."""
    document = sandbox.outputs / "letter.md"
    document.write_text(f"# Letter\n\n{SENTENCE}\n", encoding="utf-8")
    log = sandbox.work / "window.log"
    process = sandbox.start([sys.executable, str(Path(__file__)), "--drive", str(document), "--seconds", str(seconds)], log)
    problems = []
    try:
        if socket := _wait_for(lambda: next(sandbox.temporary.glob("translator-app-*"), None), process):
            status = socket.stat()
            if stat.S_IMODE(status.st_mode) & 0o077 or status.st_uid != os.geteuid():
                problems.append(f"others may open {socket.name}: {stat.filemode(status.st_mode)}")
            second = sandbox.start(app(), sandbox.work / "second.log")
            _finish(second, LATE_S)
            if second.returncode:
                problems.append("the second start failed")
            problems += [
                f"the second start {f}" for f in Trace([sandbox.temporary], sandbox.outputs).read(sandbox.work / "second.log").findings
            ]
        else:
            problems.append("the window made no socket for a second start")
    finally:
        output = _finish(process, seconds + LATE_S)
    if process.returncode:
        problems.append(f"the window ended with {process.returncode}: {output[-1500:]}")
    if CANARY in output:
        problems.append("the window printed the user's text")
    if not document.with_name("letter.zh.md").exists():
        problems.append("the window did not translate the file")
    return problems + [f"the window {finding}" for finding in sandbox.findings(log)]


def _finish(process: "subprocess.Popen[str]", seconds: float) -> str:
    """What a program printed; one that takes too long is killed."""
    try:
        return process.communicate(timeout=seconds)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        return process.communicate()[0] + "\n(killed: it did not end)"


def _wait_for(look: Callable[[], Path | None], process: "subprocess.Popen[str]") -> Path | None:
    end = time.monotonic() + LATE_S
    while process.poll() is None and time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.05)
    return None


# --- inside the watched process


def drive(document: Path, seconds: float) -> int:
    """Run the app and use it: type, translate a file, open its other windows, meet an error, stay for so long, close."""
    from PySide6.QtCore import QTimer
    from PySide6.QtGui import QGuiApplication

    from translator_app import app as desktop_app

    start = desktop_app.DesktopApp.start
    begin = time.monotonic()
    done: set[str] = set()

    def use(self: "DesktopApp", arguments: Sequence[str]) -> None:
        start(self, arguments)
        window = self.window

        def on_text() -> None:
            if "text" not in done:
                done.add("text")
                window.text.open_files([str(document)])

        def on_file() -> None:
            if "file" not in done:
                done.add("file")
                for action in (window.actions_.offline, window.actions_.history, window.actions_.translate_clipboard):
                    action.trigger()
            sys.excepthook(ValueError, ValueError(SENTENCE), None)

        def look() -> None:
            passed = time.monotonic() - begin
            if (len(done) == 3 and passed > seconds) or passed > seconds + LATE_S / 2:
                window.close()

        window.live.finished.connect(on_text)
        window.live.settled.connect(lambda: done.add("history"))
        self.thread_.job_finished.connect(on_file)
        timer = QTimer(window, interval=200)
        timer.timeout.connect(look)
        timer.start()
        QGuiApplication.clipboard().setText(SENTENCE)
        window.set_text(SENTENCE)

    desktop_app.DesktopApp.start = use  # type: ignore[method-assign]
    code = desktop_app.main([])
    print("did", sorted(done))
    return code if len(done) == 3 else 3


def main(argv: Sequence[str]) -> int:
    """Exit code 0 when every promise was kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long the window runs")
    parser.add_argument("--pack", type=Path, metavar="FOLDER", help="a language pack (default: the installed one)")
    parser.add_argument("--drive", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.drive:
        return drive(args.drive, args.seconds)
    sys.path.insert(0, str(ROOT))
    from translator_app.packs import find_pack

    with tempfile.TemporaryDirectory() as folder:
        sandbox = Sandbox(Path(folder) / "watched")
        try:
            sandbox.check()
        except NotPossible as error:
            print(f"privacy: {error}", file=sys.stderr)
            return 2
        if not sandbox.without_network:
            print("no network namespace here: sockets are seen, but could reach the network")
        sandbox.install(args.pack or find_pack().folder)
        problems = check_controls(Path(folder))
        print(f"{len(CONTROLS) - len(problems)} of {len(CONTROLS)} programs that break a promise were caught", flush=True)
        problems += check_command_line(sandbox)
        print("the command line was watched", flush=True)
        problems += check_window(sandbox, args.seconds)
        print(f"the window was watched for {args.seconds:.0f} s", flush=True)
    print(
        *(problems or ["no socket but local ones, no file outside the app's folders, no text of the user where it does not belong"]),
        sep="\n",
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
