"""Figures of the window itself: start, stalls while a long text is translated, memory, idle load.

Run alone on the machine: `python packaging/measure_gui.py [--pack FOLDER]`. Uses the real app with its settings in an empty
folder; off screen unless QT_QPA_PLATFORM says otherwise. Time from the start of Python counts as start-up. Exit code 1 when
the window stalls while it translates, or works while it has nothing to do.
"""

import time

STARTED = time.perf_counter()

import argparse  # noqa: E402 - the clock first
import json  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
from collections.abc import Callable, Sequence  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import TYPE_CHECKING  # noqa: E402

if TYPE_CHECKING:
    from translator_app.app import DesktopApp

ROOT = Path(__file__).resolve().parents[1]
TICK_MS = 10
MOST_STALL_P99_MS = 100.0  # what a person takes for at once
MOST_IDLE_PERCENT = 2.0  # of a core
SENTENCES = (
    "The bridge was closed for {0} days after the storm, and the school moved its lessons to the town hall.",
    "Nobody expected visitor number {0} to be a reporter with so many questions about the budget.",
    "In chapter {0} the author explains why small changes in temperature matter to the harvest.",
    "Please send the signed form {0} back before Friday so that we can book the rooms.",
)


def long_text(words: int) -> str:
    """English of about so many words in which no two sentences are equal, so that nothing comes from the cache."""
    parts: list[str] = []
    count = 0
    while count < words:
        sentence = SENTENCES[len(parts) % len(SENTENCES)].format(len(parts))
        parts.append(sentence)
        count += len(sentence.split())
    return "\n\n".join(" ".join(parts[i : i + 6]) for i in range(0, len(parts), 6))


def main(argv: Sequence[str]) -> int:
    """Print the figures as JSON; 1 when one of them is not as promised."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pack", type=Path, metavar="FOLDER", help="a language pack (default: the installed one)")
    parser.add_argument("--words", type=int, default=10_000)
    parser.add_argument("--stop-after-s", type=float, default=60.0, help="stop the long text after so many seconds")
    parser.add_argument("--idle-s", type=float, default=60.0)
    args = parser.parse_args(argv)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    pack = args.pack or _installed_pack()
    with tempfile.TemporaryDirectory() as home:
        os.environ["TRANSLATOR_APP_HOME"] = home
        (Path(home) / "packs").mkdir()
        (Path(home) / "packs" / pack.name).symlink_to(pack.absolute())
        figures = _measure(args)
    print(json.dumps(figures, indent=1))
    return int(figures["stall_p99_ms"] > MOST_STALL_P99_MS or figures["idle_cpu_percent"] > MOST_IDLE_PERCENT)


def _installed_pack() -> Path:
    from translator_app.packs import find_pack

    return find_pack().folder


def _measure(args: argparse.Namespace) -> dict[str, float]:
    from translator_app import app
    from translator_app.gui.machine import ThisMachine
    from translator_app.gui.store import SettingsStore

    qt = app._application()
    store = SettingsStore()
    store.change(welcomed=True, idle_minutes=0)
    desktop = app.DesktopApp(qt, store, ThisMachine())
    desktop.start([])
    window = desktop.window
    qt.processEvents()
    figures: dict[str, float] = {"window_shown_s": round(time.perf_counter() - STARTED, 3)}
    window.set_text("How long does it take from the start to the first translation?")
    _run_until(lambda: window.live.last is not None)
    figures["first_translation_s"] = round(time.perf_counter() - STARTED, 3)
    figures["memory_with_pack_mb"] = _memory_mb()
    figures["idle_cpu_percent"] = _idle(args.idle_s)
    figures.update(_stalls(desktop, args.words, args.stop_after_s))
    figures["memory_after_long_text_mb"] = _memory_mb()
    window.source.pane.show_text("")
    desktop.thread_.unload()
    _run_until(lambda: not desktop.thread_._engines)
    _run_for(1.0)
    figures["memory_unloaded_mb"] = _memory_mb()
    desktop.shut_down()
    return figures


def _stalls(desktop: "DesktopApp", words: int, stop_after_s: float) -> dict[str, float]:
    """Gaps between ticks of a timer of the window's thread while a long text is put in and streams."""
    from PySide6.QtCore import Qt, QTimer

    ticks: list[float] = []
    timer = QTimer(interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(lambda: ticks.append(time.perf_counter()))
    timer.start()
    live = desktop.window.live
    text = long_text(words)
    begun = time.perf_counter()
    desktop.window.set_text(text)
    _run_until(lambda: live.last is not None or time.perf_counter() - begun > stop_after_s, at_most_s=stop_after_s + 10)
    elapsed = time.perf_counter() - begun
    timer.stop()
    live.stop()
    gaps = sorted(1000 * (b - a) for a, b in zip([begun, *ticks], ticks, strict=False))
    return {
        "words": len(text.split()),
        "seconds": round(elapsed, 1),
        "sentences_shown": len(live.pairs.segments),
        "stall_p50_ms": round(gaps[len(gaps) // 2], 1),
        "stall_p99_ms": round(gaps[int(len(gaps) * 0.99)], 1),
        "stall_max_ms": round(gaps[-1], 1),
        "ticks": len(gaps),
    }


def _idle(seconds: float) -> float:
    """CPU of this process over a time in which nothing is asked of it, per cent of one core."""
    before, started = time.process_time(), time.perf_counter()
    _run_for(seconds)
    return round(100 * (time.process_time() - before) / (time.perf_counter() - started), 2)


def _memory_mb() -> float:
    from translator_app.gui.machine import ThisMachine

    return round(ThisMachine().memory_bytes() / 1e6, 1)


def _run_until(condition: Callable[[], bool], at_most_s: float = 120.0) -> None:
    """Let the event loop run; the condition is looked at every 5 ms."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    timer = QTimer(interval=5)
    timer.timeout.connect(lambda: loop.quit() if condition() else None)
    timer.start()
    QTimer.singleShot(round(at_most_s * 1000), loop.quit)
    loop.exec()


def _run_for(seconds: float) -> None:
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
