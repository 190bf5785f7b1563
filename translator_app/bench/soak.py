"""A long run of mixed work that must not grow: memory, open handles, threads.

The work comes in cycles that are alike, and each ends in the same state (first pack, one thread, batch kernel dropped), where
the process is measured. So a difference between cycles is growth.
"""

import random
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from translator_app.bench import machine
from translator_app.bench.figures import percentile, quartiles, theil_sen
from translator_app.engine.translator import TranslateOptions, Translator
from translator_app.errors import Cancelled, TranslatorError
from translator_app.packs import Pack

MOST_PERCENT_AN_HOUR = 5.0
FLOOR_MB = 15.0  # growth over the whole run that is no growth: short runs can't tell it from noise
WARM_UP_SHARE, WARM_UP_CYCLES = 0.25, 3  # of the cycles, but at least so many
FEWEST_CYCLES = 12  # fewer can't tell growth from chance

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Sample:
    """The process after a cycle."""

    at_s: float
    memory_mb: float
    handles: int
    threads: int


def soak(
    packs: Sequence[Pack],
    lines: Sequence[str],
    *,
    minutes: float = 0.0,
    cycles: int = 0,
    say: Say,
    clock: Callable[[], float] = time.monotonic,
) -> dict[str, Any]:
    """Work for so many minutes or cycles, whichever is longer (12 cycles at least); "grown" in the report says what grew.

    Raises TranslatorError where the system does not say what a process holds.
    """
    if machine.usage() is None:
        raise TranslatorError("this system does not say what a process holds; the soak needs Linux")
    work = _Work(packs, lines)
    seen = array("d")  # not Samples yet: 2,000 of them are a quarter of a megabyte, growth of our own making
    load, started, count = machine.load(), clock(), 0
    try:
        while count < max(cycles, FEWEST_CYCLES) or clock() - started < 60 * minutes:
            work.cycle()
            count += 1
            now = machine.usage()
            assert now is not None
            seen.extend((at_s := clock() - started, now.memory_mb, now.handles, now.threads))
            if count % 10 == 1:
                say(f"{at_s:6.0f} s, cycle {count}: {now.memory_mb:.1f} MB, {now.handles} handles, {now.threads} threads")
    finally:
        work.close()
    samples = [Sample(at_s, mb, int(handles), int(threads)) for at_s, mb, handles, threads in zip(*[iter(seen)] * 4, strict=True)]
    found = judge(samples)
    found |= {"machine": machine.describe(), "load": [load, machine.load()], "samples": [asdict(s) for s in samples], "done": work.done}
    found["latency_ms"] = {f"p{share}": percentile(work.latencies_ms, share) for share in (50, 95, 99)}
    return found


def judge(samples: Sequence[Sample]) -> dict[str, Any]:
    """What grew after the warm-up; "grown" is empty when nothing did."""
    warm = samples[min(len(samples) - 2, max(WARM_UP_CYCLES, round(len(samples) * WARM_UP_SHARE))) :]
    at, memory = [s.at_s for s in warm], [s.memory_mb for s in warm]
    slope_mb_s = theil_sen(at, memory)
    middle = quartiles(memory).median
    percent_an_hour = 100 * 3600 * slope_mb_s / middle
    growth_mb = slope_mb_s * (at[-1] - at[0])
    found: dict[str, Any] = {"seconds": samples[-1].at_s, "cycles": len(samples), "warm_cycles": len(warm), "memory_mb": middle}
    found |= {"memory_percent_an_hour": percent_an_hour, "memory_growth_mb": growth_mb, "grown": []}
    if percent_an_hour > MOST_PERCENT_AN_HOUR and growth_mb > FLOOR_MB:
        found["grown"].append(f"memory: {percent_an_hour:.1f} % an hour, {growth_mb:.1f} MB in this run")
    third = max(1, len(warm) // 3)
    for name in ("handles", "threads"):
        counts = [getattr(s, name) for s in warm]
        before, after = max(counts[:third]), min(counts[-third:])
        found[name] = [before, after]
        if after > before:
            found["grown"].append(f"{name}: from {before} to {after}")
    return found


def summary(found: dict[str, Any]) -> Iterator[str]:
    """Lines for a person."""
    m = found["machine"]
    yield f"{m['processor']}, {m['cores']} cores, load {found['load'][0]} to {found['load'][1]}."
    yield f"{found['cycles']} cycles in {found['seconds'] / 60:.1f} minutes: " + ", ".join(
        f"{n} {what}" for what, n in found["done"].items()
    )
    yield (
        f"Memory {found['memory_mb']:.1f} MB, slope after warm-up {found['memory_percent_an_hour']:+.2f} % an hour "
        f"({found['memory_growth_mb']:+.1f} MB in this run)"
    )
    yield f"Handles {found['handles'][0]} to {found['handles'][1]}, threads {found['threads'][0]} to {found['threads'][1]}"
    yield "One sentence: " + ", ".join(f"{name.upper()} {ms:.1f} ms" for name, ms in found["latency_ms"].items())
    yield f"GROWN: {'; '.join(found['grown'])}" if found["grown"] else "Nothing grew."


class _Work:
    """What a user does in an hour, in a fixed order with changing texts."""

    def __init__(self, packs: Sequence[Pack], lines: Sequence[str]) -> None:
        self._packs = packs
        self._lines = lines
        self._random = random.Random(1)
        self._translator = self._open(packs[0])
        self.latencies_ms = array("f")  # 4 bytes each: in a list they would grow by 1 MB in 20 minutes themselves
        self.done = dict.fromkeys(("single sentences", "long texts", "batches", "cancellations", "thread changes", "pack switches"), 0)

    def cycle(self) -> None:
        """Everything once or more, back to where it began."""
        for _ in range(8):
            self._single()
        self._long(3)
        self._batch(12)
        self._cancel()
        self._set_threads(2)
        self._single()
        self._cancel()
        self._set_threads(1)
        self._switch(self._packs[-1])
        self._single()
        self._batch(4)
        self._switch(self._packs[0])
        self._translator.drop_batch_kernel()

    def close(self) -> None:
        self._translator.close()

    @staticmethod
    def _open(pack: Pack) -> Translator:
        return Translator(pack, threads=1, cache_size=200)  # small, so that it is full when the warm-up is over

    def _some(self, count: int) -> list[str]:
        return [self._random.choice(self._lines) for _ in range(count)]

    def _single(self) -> None:
        started = time.perf_counter()
        self._translator.translate(self._some(1)[0])
        self.latencies_ms.append(1000 * (time.perf_counter() - started))
        self.done["single sentences"] += 1

    def _long(self, sentences: int) -> None:
        self._translator.translate(" ".join(self._some(sentences)))
        self.done["long texts"] += 1

    def _batch(self, count: int) -> None:
        self._translator.translate_many(self._some(count), TranslateOptions(kernel="batch"))
        self.done["batches"] += 1

    def _cancel(self) -> None:
        """Stop a long text after a few decoding steps."""
        left = self._random.randrange(1, 20)

        def should_stop() -> bool:
            nonlocal left
            left -= 1
            return left < 0

        try:
            new = f"Number {self._random.randrange(10**9)}: "  # what is in the cache is over before it can be stopped
            self._translator.translate(new + " ".join(self._some(4)), should_stop=should_stop)
        except Cancelled:
            self.done["cancellations"] += 1

    def _set_threads(self, threads: int) -> None:
        self._translator.set_threads(threads)
        self.done["thread changes"] += 1

    def _switch(self, pack: Pack) -> None:
        self._translator.close()
        self._translator = self._open(pack)
        self.done["pack switches"] += 1
