"""Scores of translations against references: chrF (no dependencies), BLEU (sacrebleu), and whether a difference is noise.

chrF here equals sacrebleu's default (chrF2: six character orders, beta 2, white space ignored), so that the installed
program can compare a pack's translations with stored ones without the "convert" extra.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from translator_app.errors import TranslatorError
from translator_app.manifest import language as primary

CHRF_ORDERS = 6
CHRF_BETA = 2
BLEU_ORDERS = 4
SAMPLES = 1000  # of the bootstrap

Statistics = NDArray[np.int64]


def chrf(hypotheses: Sequence[str], references: Sequence[str]) -> float:
    """The chrF of a corpus, 0-100 (Popović 2015, "chrF: character n-gram F-score for automatic MT evaluation")."""
    return _chrf_score(chrf_statistics(hypotheses, references).sum(axis=0))


def chrf_statistics(hypotheses: Sequence[str], references: Sequence[str]) -> Statistics:
    """(sentences, 6, 3) int64: n-grams in the hypothesis, in the reference, in both, for each order."""
    rows = [_chrf_row(h, r) for h, r in zip(hypotheses, references, strict=True)]
    return np.array(rows, np.int64).reshape(len(rows), CHRF_ORDERS, 3)


def _chrf_row(hypothesis: str, reference: str) -> list[tuple[int, int, int]]:
    hypothesis, reference = ("".join(text.split()) for text in (hypothesis, reference))
    row = []
    for n in range(1, CHRF_ORDERS + 1):
        have, want = (Counter(text[i : i + n] for i in range(len(text) - n + 1)) for text in (hypothesis, reference))
        # sacrebleu does not count n-grams of an order that the reference is too short for
        row.append((have.total() if want else 0, want.total(), (have & want).total()))
    return row


def _chrf_score(totals: Statistics) -> float:
    have, want, both = (totals[:, i].astype(float) for i in range(3))
    usable = (have > 0) & (want > 0)
    if not usable.any():
        return 0.0
    precision, recall = float((both[usable] / have[usable]).mean()), float((both[usable] / want[usable]).mean())
    weight = CHRF_BETA**2
    return 100 * (1 + weight) * precision * recall / (weight * precision + recall) if precision + recall else 0.0


@cache
def _sacrebleu() -> Any:
    try:
        import sacrebleu
    except ImportError as error:
        raise TranslatorError("BLEU needs sacrebleu, which comes with the extra: pip install 'translator-app[convert]'") from error
    return sacrebleu


def bleu_statistics(hypotheses: Sequence[str], references: Sequence[str], language: str = "zh") -> Statistics:
    """(sentences, 10) int64: matches and n-grams of the orders 1-4, then length of hypothesis and reference in tokens.

    Raises TranslatorError when sacrebleu is missing.
    """
    scorer = _sacrebleu().BLEU(tokenize="zh" if primary(language) == "zh" else "13a", effective_order=True)
    scores = (scorer.sentence_score(h, [r]) for h, r in zip(hypotheses, references, strict=True))
    rows = [[*score.counts, *score.totals, score.sys_len, score.ref_len] for score in scores]
    return np.array(rows, np.int64).reshape(len(rows), 2 * BLEU_ORDERS + 2)


def bleu_score(totals: Statistics) -> float:
    """BLEU, 0-100, from summed statistics: (10,) int64."""
    correct, total, (ours, theirs) = totals[:4].tolist(), totals[4:8].tolist(), totals[8:].tolist()
    return float(_sacrebleu().BLEU.compute_bleu(correct, total, ours, theirs, smooth_method="exp").score)


@dataclass(frozen=True, slots=True)
class Score:
    """How close a system's output is to the reference."""

    bleu: float
    chrf: float
    length_ratio: float  # tokens of the output per token of the reference, as BLEU counts them
    sentences: int


def score(hypotheses: Sequence[str], references: Sequence[str], language: str = "zh") -> Score:
    """BLEU, chrF and length ratio of a whole file. Raises TranslatorError when sacrebleu is missing."""
    totals = bleu_statistics(hypotheses, references, language).sum(axis=0)
    ratio = float(totals[8] / totals[9]) if totals[9] else 0.0
    return Score(bleu_score(totals), chrf(hypotheses, references), ratio, len(references))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Score of one system minus that of a baseline on the same sentences."""

    difference: float
    low: float  # 95 % interval of the difference
    high: float
    p_drop: float  # share of the samples in which the system is NOT worse: small = a drop is real
    samples: int

    def worse_by_more_than(self, allowed: float) -> bool:
        """True when the drop is larger than `allowed` and not noise (5 %)."""
        return -self.difference > allowed and self.p_drop < 0.05

    @property
    def significant(self) -> bool:
        """True when the 95 % interval does not hold zero."""
        return self.low > 0 or self.high < 0


def paired_bootstrap(
    system: Statistics, baseline: Statistics, *, metric: str = "bleu", samples: int = SAMPLES, seed: int = 12345
) -> Comparison:
    """Is the difference noise? (Koehn 2004, "Statistical Significance Tests for Machine Translation Evaluation").

    system, baseline: from `bleu_statistics` or, with metric "chrf", `chrf_statistics` of the same sentences in the same order.
    """
    if system.shape != baseline.shape:
        raise ValueError(f"{len(system)} sentences can't be paired with {len(baseline)}")
    n = len(system)
    drawn = np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), size=samples)  # (samples, sentences): how often each is drawn
    measure = bleu_score if metric == "bleu" else _chrf_score
    scores = [np.array([measure(sample) for sample in np.tensordot(drawn, side, 1)]) for side in (system, baseline)]
    differences = scores[0] - scores[1]
    low, high = np.percentile(differences, [2.5, 97.5])
    whole = measure(system.sum(axis=0)) - measure(baseline.sum(axis=0))
    return Comparison(whole, float(low), float(high), float((differences >= 0).mean()), samples)
