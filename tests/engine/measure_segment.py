"""Measures sentence splitting: F1 of boundaries on single-sentence lines joined at random, and speed. Run by hand.

    python tests/engine/measure_segment.py LINES.txt [LINES.tsv ...]

Of each file the first tab-separated column counts. A line is taken for a single sentence when it starts with a capital, a
digit or an opening quote, ends with a full stop, question or exclamation mark (and quotes or brackets), and holds no such mark
followed by white space and a capital, digit or opening quote, but for the marks of the titles, initials and abbreviations in
_HARMLESS (a list of its own, not the splitter's). Three to twelve such lines are joined by one space, seed 1; a boundary found
is right when it is one of those joints.
"""

import random
import re
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from translator_app.engine.segment import Kind, split

_HARMLESS = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Gen|Gov|Prof|Col|Lt|Sgt|Rev|Co|Corp|Inc|Ltd|No|vs|Feb|Jan|Aug|Sept|Oct|Nov|Dec|Ph\.D|M\.D|D\.C|U\.S|U\.N|U\.K"
    r"|[ap]\.m|e\.g|i\.e|eg|etc|[A-Z](?:\.[A-Z])*)\.[\"'”’)\]]*(?=\s)"
)
_SEVERAL = re.compile(r"[.!?…][\"'”’)\]]*\s+[\"'“‘(\[]*[A-Z0-9]|\.\s*\.\s*$|[.!?][\"'”’]\s+[\"'“‘]")
_WHOLE = re.compile(r"[A-Z0-9\"'“‘].*[.!?][\"'”’)\]]*")


def single_sentences(paths: Iterable[Path]) -> list[str]:
    """The lines that hold exactly one sentence."""
    lines = [line.partition("\t")[0].strip() for path in paths for line in path.read_text("utf-8").split("\n")]
    return [line for line in dict.fromkeys(lines) if _WHOLE.fullmatch(line) and not _SEVERAL.search(_HARMLESS.sub("", line))]


def joined(lines: list[str], seed: int = 1) -> list[tuple[str, set[int]]]:
    """Paragraphs of 3-12 lines and the offsets where the second and further ones start."""
    rng = random.Random(seed)
    lines = rng.sample(lines, len(lines))
    paragraphs = []
    while lines:
        count = rng.randint(3, 12)
        chunk, lines = lines[:count], lines[count:]
        starts = [sum(len(line) + 1 for line in chunk[:i]) for i in range(1, len(chunk))]
        paragraphs.append((" ".join(chunk), set(starts)))
    return paragraphs


def starts_of(text: str) -> set[int]:
    """Where the splitter lets the second and further sentences start."""
    return {s.start for s in split(text) if s.kind is Kind.SENTENCE and s.start}


def f1(paragraphs: list[tuple[str, set[int]]], starts: Callable[[str], set[int]] = starts_of) -> tuple[float, list[str]]:
    """F1 of the boundaries, and what went wrong where."""
    right = found_all = wanted_all = 0
    wrong = []
    for text, wanted in paragraphs:
        found = starts(text)
        right, found_all, wanted_all = right + len(found & wanted), found_all + len(found), wanted_all + len(wanted)
        wrong += [
            f"{'missed' if at in wanted else 'false '} {text[max(0, at - 50) : at]}|{text[at : at + 40]}" for at in sorted(found ^ wanted)
        ]
    return 2 * right / (found_all + wanted_all), wrong


def main(arguments: list[str]) -> None:
    lines = single_sentences(map(Path, arguments))
    paragraphs = joined(lines)
    value, wrong = f1(paragraphs)
    text = "\n".join(paragraph for paragraph, _ in paragraphs) * 20
    began = time.perf_counter()
    count = sum(segment.kind is Kind.SENTENCE for segment in split(text))
    spent = time.perf_counter() - began
    report = [
        *wrong,
        f"{len(lines)} lines, {len(paragraphs)} paragraphs, F1 {value:.4f}",
        f"{count} sentences in {spent:.2f} s ({len(text) / spent / 1e6:.2f} MB/s)",
    ]
    sys.stdout.write("\n".join(report) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
