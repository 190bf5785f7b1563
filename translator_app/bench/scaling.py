"""How time and memory grow with the length of a sentence and of a document: both should be straight lines, memory flat."""

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from translator_app.bench import machine, report
from translator_app.bench.figures import line, quartiles
from translator_app.documents.translate import translate_file
from translator_app.engine.network import load_network
from translator_app.engine.search import DecodingOptions, search
from translator_app.engine.translator import Translator
from translator_app.packs import Pack

SOURCE_TOKENS = (1, 2, 5, 10, 20, 50, 100, 150, 200, 300, 400, 500)
WORDS = (1, 10, 100, 1000, 3000, 10_000, 30_000, 100_000)

Say = Callable[[str], None]


def scaling(pack: Pack, lines: Sequence[str], *, most_words: int, repeats: int, say: Say) -> dict[str, Any]:
    """A report with points, slopes and R²."""
    load = machine.load()
    found: dict[str, Any] = {"machine": machine.describe(), "pack": pack.pack_id}
    found["sentences"] = _lengths(pack, repeats, say)
    found["documents"] = _documents(pack, lines, [n for n in WORDS if n <= most_words], say)
    found["load"] = [load, machine.load()]
    return found


def _lengths(pack: Pack, repeats: int, say: Say) -> dict[str, Any]:
    """One source of n tokens to exactly n tokens; medians of interleaved repeats."""
    network = load_network(pack, threads=1)
    most = network.max_positions - 1
    lengths = [n for n in SOURCE_TOKENS if n < most]
    random = np.random.default_rng(1)
    high = pack.manifest.producible_ids or pack.manifest.architecture.vocab_size - 1
    sources = {n: [*random.integers(2, high, n - 1).tolist(), network.tokens.eos] for n in lengths}
    times: dict[int, list[float]] = {n: [] for n in lengths}
    for turn in range(repeats + 1):
        for n, source in sources.items():
            started = time.perf_counter()
            search(network, [source], DecodingOptions(min_length=n, max_length=n, scores=False))
            if turn:
                times[n].append(1000 * (time.perf_counter() - started))
    network.close()
    points = [(n, quartiles(of).median) for n, of in times.items()]
    for n, ms in points:
        say(f"{n:4} tokens: {ms:.1f} ms")
    fit = line([n for n, _ in points], [ms for _, ms in points])
    return {"points": points, **asdict(fit)}


def _documents(pack: Pack, lines: Sequence[str], sizes: Sequence[int], say: Say) -> dict[str, Any]:
    """Text files of so many words, no two sentences equal, so that nothing comes from the cache."""
    translator = Translator(pack)
    points: list[tuple[int, float, float | None]] = []
    with tempfile.TemporaryDirectory() as folder:
        for turn, words in enumerate((100, *sizes)):  # the first one warms up
            source, target = Path(folder) / f"{turn}.txt", Path(folder) / f"{turn}.out.txt"
            text = distinct_text(lines, words, first=turn * 1_000_000)
            source.write_text(text, encoding="utf-8")
            started, memory = time.perf_counter(), 0.0
            for _ in translate_file(source, target, translator):
                now = machine.usage()
                memory = max(memory, now.memory_mb if now else 0.0)
            if turn:
                points.append((len(text.split()), time.perf_counter() - started, round(memory, 1) or None))
                say(f"{points[-1][0]:7} words: {points[-1][1]:.2f} s, {memory:.0f} MB")
    translator.close()
    fit = line([p[0] for p in points], [p[1] for p in points])
    return {"points": points, **asdict(fit)}


def distinct_text(lines: Sequence[str], words: int, first: int = 0) -> str:
    """Sentences after one another, each with a number of its own, four to a paragraph, cut to so many words."""
    paragraphs: list[list[str]] = []
    left, i = words, 0
    while left > 0:
        sentence = f"Item {first + i}: {lines[i % len(lines)]}".split()[:left]
        if i % 4 == 0:
            paragraphs.append([])
        paragraphs[-1] += sentence
        left -= len(sentence)
        i += 1
    return "\n\n".join(" ".join(paragraph) for paragraph in paragraphs) + "\n"


def summary(found: dict[str, Any]) -> Iterator[str]:
    """Lines for a person, in Markdown."""
    m = found["machine"]
    yield f"{m['processor']}, {m['cores']} cores, load {found['load'][0]} to {found['load'][1]}; {found['pack']}."
    sentences, documents = found["sentences"], found["documents"]
    yield f"Sentences of 1-{sentences['points'][-1][0]} tokens: {sentences['slope']:.3f} ms a token, R² {sentences['r_squared']:.4f}"
    yield (
        f"Documents of 1-{documents['points'][-1][0]} words: {1000 * documents['slope']:.3f} s a 1,000 words "
        f"({1 / documents['slope']:.0f} words a second), R² {documents['r_squared']:.4f}"
    )
    yield ""
    yield "| words | seconds | words a second | memory, MB |"
    yield "| ---: | ---: | ---: | ---: |"
    for words, seconds, memory in documents["points"]:
        yield f"| {words} | {seconds:.2f} | {words / seconds:.0f} | {memory or '-'} |"


def pictures(found: dict[str, Any]) -> dict[str, str]:
    """The two plots, by file name."""
    s, d = found["sentences"], found["documents"]
    return {
        "sentences.svg": report.scatter(
            "Time against sentence length", "source tokens, as many target tokens", "ms", s["points"], s["slope"], s["intercept"]
        ),
        "documents.svg": report.scatter(
            "Time against document length", "words", "seconds", [(p[0], p[1]) for p in d["points"]], d["slope"], d["intercept"]
        ),
    }
