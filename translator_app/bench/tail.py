"""The slowest sentences of each length, and how soon a first translation and the window are there."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from translator_app.bench import machine
from translator_app.bench.figures import percentile, quartiles
from translator_app.engine.translator import TranslateOptions, Translation, Translator
from translator_app.packs import Pack

BAND_RATIO = 1.25  # the longest output of a band is at most about so many times as long as the shortest
FEWEST = 20  # sentences that a band needs to have a 99th percentile
STARTS = 10
COLD_TEXT = "How long does it take from the start to the first translation?"

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Timed:
    """A sentence: characters of its translation, and the median of its times."""

    chars: int
    time_ms: float
    retried: bool


def tail(
    pack: Pack, lines: Sequence[str], *, beam: int, say: Say, repeats: int = 5, most: int = 1000, starts: int = STARTS
) -> dict[str, Any]:
    """A report: P50 and P99 of each band of output length, retried sentences apart, and cold starts."""
    load = machine.load()
    timed = time_sentences(pack, lines[:most], beam, repeats, say)
    found: dict[str, Any] = {"machine": machine.describe(), "pack": pack.pack_id, "sentences": len(timed), "repeats": repeats}
    found["bands"] = bands([t for t in timed if not t.retried])
    found["retried"] = _spread([t.time_ms for t in timed if t.retried])
    found["all"] = _spread([t.time_ms for t in timed if not t.retried])
    found["cold"] = cold_starts(pack, starts, say) if starts else {}
    found["load"] = [load, machine.load()]
    return found


def time_sentences(pack: Pack, lines: Sequence[str], beam: int, repeats: int, say: Say) -> list[Timed]:
    """Every sentence `repeats` times, in rounds over all: a busy spell of the machine hits one of a sentence's times only."""
    translator = Translator(pack, cache_size=0)
    options = TranslateOptions(beam_size=beam)
    translator.translate(lines[0], options)
    times: list[list[float]] = [[] for _ in lines]
    results: list[Translation] = []
    for turn in range(repeats):
        say(f"round {turn + 1} of {repeats}")
        results = []
        for i, text in enumerate(lines):
            started = time.perf_counter()
            results.append(translator.translate(text, options))
            times[i].append(1000 * (time.perf_counter() - started))
    translator.close()
    return [
        Timed(len(result.target), quartiles(of).median, any(s.retried for s in result.segments))
        for result, of in zip(results, times, strict=True)
    ]


def bands(timed: Sequence[Timed]) -> list[dict[str, Any]]:
    """Sentences of about the same output length together; bands with too few are left out."""
    groups: dict[int, list[float]] = defaultdict(list)
    ends = _ends(max((t.chars for t in timed), default=0))
    for t in timed:
        groups[next(i for i, end in enumerate(ends) if t.chars <= end)].append(t.time_ms)
    out = []
    for i, group in sorted(groups.items()):
        if len(group) >= FEWEST:
            out.append({"chars": [ends[i - 1] + 1 if i else 0, ends[i]], **_spread(group)})
    return out


def _ends(longest: int) -> list[int]:
    ends = [4]
    while ends[-1] < longest:
        ends.append(max(ends[-1] + 1, int((ends[-1] + 1) * BAND_RATIO)))
    return ends


def _spread(times_ms: Sequence[float]) -> dict[str, Any]:
    if not times_ms:
        return {"count": 0}
    p50, p95, p99 = (percentile(times_ms, share) for share in (50, 95, 99))
    return {"count": len(times_ms), "p50_ms": p50, "p95_ms": p95, "p99_ms": p99, "ratio": p99 / p50}


def cold_starts(pack: Pack, count: int, say: Say) -> dict[str, Any]:
    """Seconds from the start of a process to a translation on the screen, and to the window, each a few times."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "packs").mkdir()
        (Path(home) / "packs" / pack.pack_id).symlink_to(pack.folder.absolute())
        env = os.environ | {"TRANSLATOR_APP_HOME": home, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
        command = [sys.executable, "-P", "-m", "translator_app", "translate", "--pack", pack.pack_id, COLD_TEXT]
        say(f"starting `translate` {count} times")
        times = []
        for _ in range(count):
            started = time.perf_counter()
            subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            times.append(time.perf_counter() - started)
        found["translate_s"] = times
    script = Path(__file__).resolve().parents[2] / "packaging" / "measure_gui.py"
    if not script.is_file():
        return found | {"window_missing": "packaging/measure_gui.py is not there; run from a checkout"}
    say(f"opening the window {count} times")
    command = [sys.executable, str(script), "--pack", str(pack.folder), "--words", "20", "--idle-s", "0.1"]
    for _ in range(count):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if not done.stdout:  # the exit code also judges figures of the window that are not asked for here
            return found | {"window_missing": (done.stderr.strip().splitlines() or ["no reason given"])[-1]}
        figures = json.loads(done.stdout)
        for name in ("window_shown_s", "first_translation_s"):
            found.setdefault(name, []).append(figures[name])
    return found


def summary(found: dict[str, Any]) -> Iterator[str]:
    """Lines for a person, in Markdown."""
    m = found["machine"]
    yield f"{m['processor']}, {m['cores']} cores, load {found['load'][0]} to {found['load'][1]}."
    yield f"{found['sentences']} sentences, {found['pack']}, median of {found['repeats']} repeats each."
    yield ""
    yield "| output characters | sentences | P50 ms | P95 ms | P99 ms | P99/P50 |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    rows = [(f"{b['chars'][0]}-{b['chars'][1]}", b) for b in found["bands"]]
    for name, b in [*rows, ("all lengths", found["all"]), ("retried, all lengths", found["retried"])]:
        if b["count"]:
            yield f"| {name} | {b['count']} | {b['p50_ms']:.1f} | {b['p95_ms']:.1f} | {b['p99_ms']:.1f} | {b['ratio']:.2f} |"
    yield ""
    names = {
        "translate_s": "`translate` from start to result",
        "window_shown_s": "window shown",
        "first_translation_s": "window and first translation",
    }
    for key, name in names.items():
        if key in found["cold"]:
            times = found["cold"][key]
            yield f"Cold start, {name}: median {quartiles(times).median:.2f} s of {len(times)} ({min(times):.2f}-{max(times):.2f})"
    if "window_missing" in found["cold"]:
        yield f"Cold start of the window was not measured: {found['cold']['window_missing']}"
