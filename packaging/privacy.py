#!/usr/bin/env python3
"""Watch what the program does with the network and with files: the promise that nothing leaves this computer, checked.

    python packaging/privacy.py [--seconds 60] [--pack FOLDER]

Runs the command line and the whole window (off screen) with an empty home, without a network, under strace. Fails when one
of them makes a socket that is not local, writes outside the app's own folders, leaves something in the folder for temporary
files, or puts text of the user anywhere but into the history, the draft and the files asked for. Before that, programs that
do each of these things must be caught. Linux, needs strace and unshare.
"""

import argparse
import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from watch import CANARY, OWN_FOLDERS, ROOT, NotPossible, Sandbox, Trace

if TYPE_CHECKING:
    from translator_app.app import DesktopApp

SENTENCE = f"The walrus juggles {CANARY} at midnight."
LATE_S = 60.0  # a program that has not done its work by then never will

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


def check_server(sandbox: Sandbox) -> list[str]:
    """The local API: it listens on this computer only, asks nobody, and keeps no text."""
    log = sandbox.work / "server.log"
    process = sandbox.start(app("serve", "--port", "0", "--token", "t"), log, network=True)
    problems = []
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[2]
        data = json.dumps({"q": SENTENCE, "source": "en", "target": "zh", "api_key": "t"}).encode()
        request = urllib.request.Request(f"{address}/translate", data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=LATE_S) as answer:
            if not json.load(answer)["translatedText"]:
                problems.append("the server did not translate")
    except (IndexError, OSError, ValueError, KeyError) as error:
        problems.append(f"the server did not answer: {error}")
    finally:
        os.killpg(process.pid, signal.SIGINT)
        output = _finish(process, LATE_S)
    if CANARY in output:
        problems.append("the server printed the user's text")
    return problems + [f"the server {finding}" for finding in sandbox.findings(log, serves=True)]


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
        problems += check_server(sandbox)
        print("the local API was watched", flush=True)
        problems += check_window(sandbox, args.seconds)
        print(f"the window was watched for {args.seconds:.0f} s", flush=True)
    print(
        *(problems or ["no socket but local ones, no file outside the app's folders, no text of the user where it does not belong"]),
        sep="\n",
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
