#!/usr/bin/env python3
"""How long until the window shows: frozen and not, with files in memory (warm) and not (cold). Needs xvfb and xdotool.

python packaging/measure_start.py [--runs 10]   build/tree-tar is the frozen app: dev.py build freeze
"""

import argparse
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import bundle
import dev
from check_linux import find_window, screen


def forget(folders: Sequence[Path]) -> None:
    """Ask the kernel to drop the files from its memory, so that the next start reads them from disk."""
    for folder in folders:
        for path in bundle.files_of(folder):
            if path.is_symlink():
                continue
            with path.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def start_s(command: Sequence[str], env: dict[str, str]) -> tuple[float, float]:
    """Seconds until the window is on the screen, and MB of memory three seconds later."""
    with tempfile.TemporaryDirectory() as home:
        begin = time.monotonic()
        app = subprocess.Popen(command, env={**env, "TRANSLATOR_APP_HOME": home}, start_new_session=True, stderr=subprocess.DEVNULL)
        try:
            find_window(env, app, pause_s=0.01)
            seconds = time.monotonic() - begin
            time.sleep(3)
            status = Path(f"/proc/{app.pid}/status").read_text(encoding="ascii")
        finally:
            os.killpg(app.pid, signal.SIGTERM)
            app.wait(timeout=30)
    resident_kb = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    return seconds, resident_kb / 1000


def programs() -> Iterator[tuple[str, list[str], list[Path]]]:
    """Name, command line and folders of what is compared."""
    python = dev.venv_python(dev.VENV)
    yield (
        "unfrozen",
        [str(python), "-m", "translator_app"],
        [next(dev.VENV.glob("lib/python3*/site-packages")), dev.ROOT / "translator_app"],
    )
    tree = dev.ROOT / "build" / "tree-tar"
    if tree.exists():
        yield "frozen", [str(tree / bundle.APP)], [tree]


def main() -> int:
    """Print one line for each program and state."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10)
    runs = parser.parse_args().runs
    with screen() as env:
        for name, command, folders in programs():
            for state in ("cold", "warm"):
                results = []
                for _ in range(runs):
                    if state == "cold":
                        forget(folders)
                    results.append(start_s(command, env))
                seconds = sorted(result[0] for result in results)
                memory = statistics.median(result[1] for result in results)
                print(
                    f"{name:9} {state}: median {statistics.median(seconds):.2f} s, worst {seconds[-1]:.2f} s, {memory:.0f} MB", flush=True
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
