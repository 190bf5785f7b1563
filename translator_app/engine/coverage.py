"""Was a part of the sentence dropped, or does the translation say something else? What the words themselves tell.

assets/coverage.tsv (made by packaging/build_coverage.py) says for some 16,000 words: one of these characters in 96 % of the
translations, in 4 % of other text, 1.5 characters long. A run of words that leave no trace, in a translation that is too short by
about that run, was dropped. Each word adds the log-likelihood ratio of "dropped" to "translated"; the length adds that of two
normal distributions of log(length / expected length). The run with the highest sum is judged.
Where the words of the whole sentence together speak against it, the translation belongs to another sentence.
"""

import math
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from translator_app import paths
from translator_app.engine.number_words import CARDINALS, ORDINALS, SCALES

THRESHOLD = 6.2  # set on human pairs: half a percent of them are above
_UNRELATED = 4.0  # two in a thousand human pairs are above, and 85 % of pairs put together at random
_SHORT, _UNRELATED_SHORT = 6, 2.6  # of texts of three to six words, half a percent of the human ones are above
_MOST_WORDS = 120  # longer sentences are judged by their length alone; the search is quadratic
_STAYS = 0.06  # above this share of translations a word may well stay English: timeout, pathlib, state
_LENGTH_BIAS = -0.03  # mean of log(length / expected) on human pairs
_TYPICAL_CHARS = 16  # length of the text for which the table's chance figures hold

_TOKEN = re.compile(r"[a-z]+|[0-9]+")
_LATIN = re.compile(r"[a-z]+|[0-9]+")
_HAN = re.compile(r"[㐀-䶿一-鿿]")
_COUNTED = frozenset((*CARDINALS, *ORDINALS, *SCALES, "half", "quarter", "percent", "per", "cent"))  # may have become digits or %
_DIGITS_LENGTH = 0.3  # Han characters that digits add
_HAS_DIGIT = re.compile("[0-9]")
_SUFFIXES = (
    ("s", ""),
    ("es", ""),
    ("ed", ""),
    ("ed", "e"),
    ("d", ""),
    ("ing", ""),
    ("ing", "e"),
    ("ly", ""),
    ("ies", "y"),
    ("er", ""),
    ("est", ""),
)


class Trace(NamedTuple):
    """What a word leaves in a translation."""

    chars: frozenset[str]
    hit: float  # share of translations with one of the characters
    chance: float  # share of unrelated texts with one of them
    length: float  # characters that the word adds
    stays: float  # share of translations in which the word stays English


class Verdict(NamedTuple):
    """What the traces say: the part of the source that is missing ("": none), or that nothing fits."""

    dropped: str = ""
    unrelated: bool = False


class Coverage:
    """The table of traces."""

    def __init__(self, path: Path) -> None:
        # lines are taken apart when their word comes up: most never do, and the first translation must not wait
        self._lines = dict(line.split("\t", 1) for line in path.read_text(encoding="utf-8").splitlines())
        self._traces: dict[str, Trace] = {}

    def trace(self, word: str) -> Trace | None:
        """The trace of a lower-case word, perhaps through its base form."""
        if (found := self._known(word)) is not None:
            return found
        for suffix, ending in _SUFFIXES:
            if word.endswith(suffix) and len(word) > len(suffix) + 2 and (found := self._known(word.removesuffix(suffix) + ending)):
                return found
        return None

    def _known(self, word: str) -> Trace | None:
        if (trace := self._traces.get(word)) is None and (line := self._lines.get(word)) is not None:
            chars, hit, chance, length, stays = line.split("\t")
            known = frozenset() if chars == "-" else frozenset(chars)
            trace = self._traces[word] = Trace(known, int(hit) / 100, int(chance) / 1000, int(length) / 10, int(stays) / 1000)
        return trace

    def is_translated(self, word: str) -> bool:
        """Whether a lower-case word hardly ever stays English (it is no name, identifier or term of art)."""
        trace = self.trace(word)
        return trace is not None and trace.stays < _STAYS

    def evidence(self, source: str, target: str) -> float:
        """Log-likelihood ratio of "something else" to "a translation", by the words alone: 0 says nothing."""
        return sum(self._evidence(_TOKEN.findall(source.lower()), target)[0])

    def judge(self, source: str, target: str) -> Verdict:
        """Whether the target covers the source."""
        lower = source.lower()
        tokens = list(_TOKEN.finditer(lower))
        evidence, lengths = self._evidence([match[0] for match in tokens], target)
        if sum(evidence) > (_UNRELATED if len(tokens) > _SHORT or len(tokens) == 2 else _UNRELATED_SHORT):
            return Verdict(unrelated=True)
        if not tokens or len(tokens) > _MOST_WORDS or len(lower) != len(source):
            return Verdict()
        first, last, score = _worst_run(evidence, lengths, len(_HAN.findall(target)))
        return Verdict(source[tokens[first].start() : tokens[last].end()] if score >= THRESHOLD else "")

    def _evidence(self, words: Sequence[str], target: str) -> tuple[list[float], list[float]]:
        """For each word the log-likelihood ratio of dropped to translated, and its expected length."""
        chars, latin = set(target), set(_LATIN.findall(target.lower()))
        size = max(1.0, sum(1 for char in target if char > "\u2e80")) / _TYPICAL_CHARS
        evidence, lengths = [], []
        in_digits = _HAS_DIGIT.search(target) is not None
        for word in words:
            if word in latin:
                ratio, length = -1.0, 0.0
            elif (trace := self.trace(word)) is None:
                ratio, length = 0.0, _DIGITS_LENGTH if word[0].isdigit() else min(4.0, 0.4 * len(word))
            else:
                chance, length = min(0.95, 1 - (1 - trace.chance) ** size), trace.length
                hit = min(trace.hit, 0.95)
                if not trace.chars or chance >= hit:
                    ratio = 0.0
                elif chars.isdisjoint(trace.chars) and in_digits and word in _COUNTED:
                    ratio, length = 0.0, _DIGITS_LENGTH
                elif chars.isdisjoint(trace.chars):
                    ratio = min(3.0, math.log((1 - chance) / (1 - hit)))
                else:
                    ratio = -math.log(hit / max(chance, 1e-3))
            evidence.append(ratio)
            lengths.append(length)
        return evidence, lengths


def _worst_run(evidence: Sequence[float], lengths: Sequence[float], length: int) -> tuple[int, int, float]:
    """First and last word of the run that most likely was dropped, and its log-likelihood ratio (two words at least)."""
    deviation = max(0.1, 0.03 + 0.45 / math.sqrt(len(evidence) + 1))
    expected = sum(lengths) + 1
    short = math.log((length + 1) / expected) - _LENGTH_BIAS
    run = highest = 0.0  # the best sum of evidence alone (Kadane) bounds the search below
    for ratio in evidence:
        run = max(0.0, run + ratio)
        highest = max(highest, run)
    if highest + (short * short / (2 * deviation**2) if short < 0 else 0.0) < THRESHOLD:
        return 0, 0, 0.0
    best = (0, 0, 0.0)
    for first, ratio in enumerate(evidence):
        if ratio <= 0:
            continue
        score, gone = ratio, lengths[first]
        for last in range(first + 1, len(evidence)):
            score += evidence[last]
            gone += lengths[last]
            if evidence[last] > 0:
                shift = math.log(max(1.0, expected - gone) / expected)
                total = score + max(-6.0, min(9.0, (short**2 - (short - shift) ** 2) / (2 * deviation**2)))
                if total > best[2]:
                    best = (first, last, total)
    return best


@cache
def default_coverage() -> Coverage | None:
    """The table that comes with the app; None where it was left out."""
    path = paths.assets_dir() / "coverage.tsv"
    return Coverage(path) if path.is_file() else None
