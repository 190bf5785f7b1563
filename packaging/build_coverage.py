"""Count which Chinese characters stand for which English word, for the check that looks for dropped clauses.

    python packaging/build_coverage.py assets/coverage.tsv PAIRS.tsv.gz [PAIRS.tsv.gz ...] [--cap DOMAIN=ROWS ...]

Each line of PAIRS ends with English<TAB>Chinese; where there are five columns the second is the domain. IBM model 1 (Brown et al.
1993, "The Mathematics of Statistical Machine Translation") over the set of characters of each pair gives the characters that a
word causes. Of these a word keeps the first k that best tell a translated word from a dropped one (Kullback-Leibler divergence).

Output, a line a word: word, characters ("-": none tell), percent of translations with one of them, per mille of random
characters that are one of them, characters that the word adds to the length of a translation (tenths), per mille of
translations in which the word stays English.
"""

import argparse
import gzip
import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from translator_app.convert import lexicon

WORD = re.compile("[a-z]+")
HAN = re.compile("[一-鿿]")
LEAST_COUNT, MOST_WORDS, MOST_CHARS = 8, 24_000, 4_500
Pair = tuple[set[str], set[str]]


def read_pairs(paths: Iterable[Path], caps: dict[str, int]) -> tuple[list[Pair], dict[str, float]]:
    """Word set and character set of each pair, of a capped domain a random part; and for each word how often it stays English."""
    domains: dict[str, list[list[str]]] = {}
    for path in paths:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                fields = line.rstrip("\n").split("\t")
                domains.setdefault(fields[1] if len(fields) >= 5 else "", []).append(fields[-2:])
    rng = random.Random(1)
    pairs = []
    seen: Counter[str] = Counter()
    stayed: Counter[str] = Counter()
    for rows in domains.values():
        for english, chinese in rows:
            words = set(WORD.findall(english.lower()))
            seen.update(words)
            stayed.update(words & set(WORD.findall(chinese.lower())))
    for domain, rows in domains.items():
        for english, chinese in rng.sample(rows, caps[domain]) if len(rows) > caps.get(domain, len(rows)) else rows:
            words = set(WORD.findall(english.lower().replace("'s", " ")))
            chars = set(HAN.findall(chinese))
            if chars and len(words) <= 45 and len(chars) <= 80:
                pairs.append((words, chars))
    return pairs, {word: stayed[word] / (count + 5) for word, count in seen.items()}


class Counts:
    """Words and characters with their numbers and counts; word 0 is the empty word, which explains particles."""

    def __init__(self, pairs: list[Pair]) -> None:
        self.pairs = pairs
        self.word_count: Counter[str] = Counter()
        char_count: Counter[str] = Counter()
        for words, chars in pairs:
            self.word_count.update(words)
            char_count.update(chars)
        self.words = ["", *(w for w, n in self.word_count.most_common(MOST_WORDS) if n >= LEAST_COUNT and len(w) > 1)]
        self.chars = [c for c, _ in char_count.most_common(MOST_CHARS)]
        self.share = {c: char_count[c] / len(pairs) for c in self.chars}


def align(counts: Counts) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Word, character and expected number of times that the word causes the character, for each combination that occurs."""
    word_id = {word: i for i, word in enumerate(counts.words)}
    char_id = {char: i for i, char in enumerate(counts.chars)}
    words = [np.array([0, *(word_id[w] for w in words if w in word_id)], np.int64) for words, _ in counts.pairs]
    chars = [np.array([char_id[c] for c in chars if c in char_id], np.int64) for _, chars in counts.pairs]
    return lexicon.align(words, chars, len(counts.chars))


def candidates(counts: Counts, word: NDArray[np.int64], char: NDArray[np.int64], expected: NDArray[np.float64]) -> dict[str, list[str]]:
    """Characters of each word, the likeliest first."""
    occurrences = np.array([1, *(counts.word_count[w] for w in counts.words[1:])], np.float64)
    rate = expected / occurrences[word]
    order = np.lexsort((-rate, word))
    bounds = np.searchsorted(word[order], np.arange(len(counts.words) + 1))
    found: dict[str, list[str]] = {}
    for i in range(1, len(counts.words)):
        best = order[bounds[i] : bounds[i + 1]][:24]
        told = [j for j in best if rate[j] >= 0.015 and expected[j] >= 1.2 and rate[j] >= 0.8 * counts.share[counts.chars[char[j]]]]
        if told:
            found[counts.words[i]] = [counts.chars[char[j]] for j in told]
    return found


def hit_counts(pairs: list[Pair], found: dict[str, list[str]]) -> dict[str, NDArray[np.float64]]:
    """For each word how many pairs have character k, and none before it, in the translation."""
    ranks = {word: {char: k for k, char in enumerate(chars)} for word, chars in found.items()}
    hits = {word: np.zeros(len(chars)) for word, chars in found.items()}
    for words, chars in pairs:
        for word in words:
            if rank := ranks.get(word):
                first = min((k for char, k in rank.items() if char in chars), default=-1)
                if first >= 0:
                    hits[word][first] += 1
    return hits


def best_prefix(chars: list[str], hits: NDArray[np.float64], count: int, share: dict[str, float]) -> tuple[int, float, float]:
    """How many of the characters to keep, with their share of hits in translations and in any text."""
    best, outcome, miss = 0.03, (0, 0.0, 0.0), 1.0
    reached = np.cumsum(hits) / (count + 1.5)
    for k, char in enumerate(chars):
        miss *= 1 - share[char]
        ours, chance = min(float(reached[k]), 0.985), max(1 - miss, 0.002)
        ours -= 0.6 * math.sqrt(ours * (1 - ours) / count)  # few occurrences: believe less
        if ours > chance:
            divergence = chance * math.log(chance / ours) + (1 - chance) * math.log((1 - chance) / (1 - ours))
            if divergence > best:
                best, outcome = divergence, (k + 1, ours, chance)
    return outcome


def lines(counts: Counts, stays: dict[str, float]) -> Iterator[str]:
    """The lines of the table."""
    word, char, expected = align(counts)
    found = candidates(counts, word, char, expected)
    hits = hit_counts(counts.pairs, found)
    added = np.bincount(word, expected, len(counts.words))
    for i, name in enumerate(counts.words):
        if not name:
            continue
        count = counts.word_count[name]
        kept, ours, chance = best_prefix(found[name], hits[name], count, counts.share) if name in found else (0, 0.0, 0.0)
        chars = "".join(found[name][:kept]) if kept else "-"
        yield f"{name}\t{chars}\t{100 * ours:.0f}\t{1000 * chance:.0f}\t{10 * added[i] / count:.0f}\t{1000 * stays[name]:.0f}\n"


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path)
    parser.add_argument("pairs", type=Path, nargs="+")
    parser.add_argument("--cap", action="append", default=[], metavar="DOMAIN=ROWS")
    arguments = parser.parse_args()
    caps = {name: int(rows) for name, _, rows in (cap.partition("=") for cap in arguments.cap)}
    pairs, stays = read_pairs(arguments.pairs, caps)
    counts = Counts(pairs)
    print(f"{len(counts.pairs)} pairs, {len(counts.words)} words")
    arguments.output.write_text("".join(lines(counts, stays)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
