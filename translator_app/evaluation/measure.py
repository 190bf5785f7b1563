"""Scores of systems on one test set, by length and sentence by sentence, as a dictionary that report.json holds."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from translator_app import quality
from translator_app.errors import TranslatorError

FORMAT = 1
BANDS = ((1, 5), (6, 10), (11, 15), (16, 20), (21, 30), (31, 10**6))  # words of the source

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One translation."""

    target: str
    elapsed_ms: float | None  # None: translated together with others
    warnings: tuple[tuple[str, ...], ...]  # codes, for each translated segment


@dataclass(frozen=True, slots=True)
class System:
    """The output of one system; `attempts` when it was made just now."""

    name: str
    outputs: tuple[str, ...]
    attempts: tuple[Attempt, ...] = ()


def read_lines(path: Path) -> list[str]:
    """Lines of a UTF-8 file without their ends. Raises TranslatorError."""
    try:
        return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")  # not splitlines(): U+2028 is no line end here
    except (OSError, UnicodeDecodeError) as error:
        raise TranslatorError(f"{path} can't be read ({error})") from error


def read_system(path: Path, reference: Path, expected: int) -> System:
    """Another system's output file. Raises TranslatorError when it has another number of lines."""
    lines = read_lines(path)
    if len(lines) < expected:
        raise TranslatorError(f"{path} has {len(lines)} lines, the reference {expected}")
    parts = [part for part in path.name.split(".") if part not in reference.name.split(".")]
    return System(".".join(parts) or path.name, tuple(lines[:expected]))


def translate_all(
    sources: Sequence[str], translate: Callable[[Sequence[str]], Sequence[Attempt]], name: str, progress: Progress, *, together: int = 1
) -> System:
    """Translate a file, `together` sentences at a time; one by one each has its own time."""
    attempts: list[Attempt] = []
    for i in range(0, len(sources), together):
        attempts += translate(sources[i : i + together])
        progress(len(attempts), len(sources))
    return System(name, tuple(attempt.target for attempt in attempts), tuple(attempts))


def build_report(sources: Sequence[str], references: Sequence[str], systems: Sequence[System], language: str = "zh") -> dict[str, Any]:
    """The report; the first system is the one in question, the others it is compared with.

    Raises TranslatorError when sacrebleu is missing.
    """
    statistics = {s.name: quality.bleu_statistics(s.outputs, references, language) for s in systems}
    bands = [_band(len(source.split())) for source in sources]
    main = systems[0]
    return {
        "format": FORMAT,
        "language": language,
        "system": main.name,
        "systems": {s.name: _describe(s, references, bands, language) for s in systems},
        "comparisons": {
            s.name: _comparison(quality.paired_bootstrap(statistics[main.name], statistics[s.name])) for s in systems if s is not main
        },
        "sentences": [
            {"source": source, "reference": reference, "output": output, "chrf": round(quality.chrf([output], [reference]), 2)}
            | (_of_attempt(main.attempts[i]) if main.attempts else {})
            for i, (source, reference, output) in enumerate(zip(sources, references, main.outputs, strict=True))
        ],
    }


def _band(words: int) -> int:
    return next(i for i, (_, last) in enumerate(BANDS) if words <= last)


def _of_attempt(attempt: Attempt) -> dict[str, Any]:
    row: dict[str, Any] = {"warnings": sorted({code for codes in attempt.warnings for code in codes})}
    return row if attempt.elapsed_ms is None else {"ms": round(attempt.elapsed_ms, 2), **row}


def _describe(system: System, references: Sequence[str], bands: Sequence[int], language: str) -> dict[str, Any]:
    figures: dict[str, Any] = asdict(quality.score(system.outputs, references, language))
    figures["by_length"] = list(_by_length(system, references, bands, language))
    if system.attempts:
        segments = [codes for attempt in system.attempts for codes in attempt.warnings]
        figures["segments"] = len(segments)
        figures["warned_share"] = sum(map(bool, segments)) / max(1, len(segments))
        figures["warnings"] = dict(Counter(code for codes in segments for code in set(codes)).most_common())
        figures |= _latency(system.attempts)
    return figures


def _by_length(system: System, references: Sequence[str], bands: Sequence[int], language: str) -> Iterator[dict[str, Any]]:
    for band, (first, last) in enumerate(BANDS):
        chosen = [i for i, b in enumerate(bands) if b == band]
        if not chosen:
            continue
        score = quality.score([system.outputs[i] for i in chosen], [references[i] for i in chosen], language)
        row: dict[str, Any] = {"words": f"{first}-{last}" if last < 10**6 else f"{first}+", **asdict(score)}
        yield row | _latency([system.attempts[i] for i in chosen] if system.attempts else [])


def _latency(attempts: Sequence[Attempt]) -> dict[str, dict[str, float]]:
    times_ms = [attempt.elapsed_ms for attempt in attempts if attempt.elapsed_ms is not None]
    if not times_ms:
        return {}
    p50, p95, p99 = np.percentile(times_ms, [50, 95, 99])
    return {"latency_ms": {"p50": float(p50), "p95": float(p95), "p99": float(p99), "mean": float(np.mean(times_ms))}}


def _comparison(found: quality.Comparison) -> dict[str, Any]:
    return {**asdict(found), "significant": found.significant}


def compare_with(report: dict[str, Any], before: Mapping[str, Any], max_drop: float, name: str) -> bool:
    """Add report["against"]: the drop since an earlier report. True when it is larger than allowed and no noise.

    Raises TranslatorError when the earlier report is about other sentences.
    """
    try:
        pairs = [[(row["source"], row["reference"]) for row in r["sentences"]] for r in (report, before)]
        outputs = [[row["output"] for row in r["sentences"]] for r in (report, before)]
    except (KeyError, TypeError) as error:
        raise TranslatorError(f"{name} is no report of `translator-app evaluate`") from error
    if pairs[0] != pairs[1]:
        raise TranslatorError(f"{name} is about other sentences ({len(pairs[1])} against {len(pairs[0])} now), so it can't be compared")
    references = [reference for _, reference in pairs[0]]
    statistics = [quality.bleu_statistics(texts, references, report["language"]) for texts in outputs]
    found = quality.paired_bootstrap(*statistics)
    failed = found.worse_by_more_than(max_drop)
    report["against"] = {"report": name, **_comparison(found), "max_drop": max_drop, "failed": failed}
    return failed


def read_report(path: Path) -> dict[str, Any]:
    """A report.json, or the folder that holds one. Raises TranslatorError."""
    path = path / "report.json" if path.is_dir() else path
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TranslatorError(f"{path} can't be read ({error})") from error
    if not isinstance(report, dict) or report.get("format") != FORMAT:
        raise TranslatorError(f"{path} is no report of this version of `translator-app evaluate`")
    return report


def summary(report: Mapping[str, Any]) -> Iterator[str]:
    """Lines for the terminal."""
    yield f"{'system':20}{'BLEU':>8}{'chrF':>8}{'length':>8}{'warned':>8}{'P50 ms':>9}{'P95 ms':>9}{'P99 ms':>9}"
    for name, row in report["systems"].items():
        line = f"{name[:19]:20}{row['bleu']:8.2f}{row['chrf']:8.2f}{row['length_ratio']:8.3f}"
        if "warned_share" in row:
            line += f"{row['warned_share']:8.1%}"
        if latency := row.get("latency_ms"):
            line += f"{latency['p50']:9.1f}{latency['p95']:9.1f}{latency['p99']:9.1f}"
        yield line
    against = {f"the report {report['against']['report']}": report["against"]} if "against" in report else {}
    for name, row in {**report["comparisons"], **against}.items():
        interval = f"95 % interval {row['low']:+.2f} to {row['high']:+.2f}" + ("" if row["significant"] else ", may be noise")
        yield f"{report['system']} against {name}: {row['difference']:+.2f} BLEU ({interval})"
    if against:
        verdict = "FAILED: larger than allowed and no noise" if report["against"]["failed"] else "passed"
        yield f"Allowed drop {report['against']['max_drop']:g} BLEU: {verdict}"
