"""Statistics of measurements: quartiles, ratios of pairs, percentiles, straight lines."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Quartiles:
    """The middle of a sample and the ends of its middle half."""

    q1: float
    median: float
    q3: float

    def __str__(self) -> str:
        """Such as 2.5 (2.3-2.8)."""
        return f"{self.median:.3g} ({self.q1:.3g}-{self.q3:.3g})"


@dataclass(frozen=True, slots=True)
class Line:
    """y = intercept + slope * x, and how much of y's variance that explains."""

    slope: float
    intercept: float
    r_squared: float


def quartiles(values: Sequence[float]) -> Quartiles:
    """Median and quartiles, interpolated between neighbours."""
    q1, median, q3 = np.percentile(values, [25, 50, 75])
    return Quartiles(float(q1), float(median), float(q3))


def paired_ratios(theirs: Sequence[float], ours: Sequence[float]) -> Quartiles:
    """How many times as long they take, round by round: what slows the machine for a while hits both of a pair."""
    return quartiles([a / b for a, b in zip(theirs, ours, strict=True)])


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` per cent of the sample do not exceed (nearest rank: always one that was measured)."""
    return float(np.percentile(values, share, method="inverted_cdf"))


def line(x: Sequence[float], y: Sequence[float]) -> Line:
    """Least squares. All x equal: slope 0."""
    xs, ys = np.asarray(x, np.float64), np.asarray(y, np.float64)
    spread = ((xs - xs.mean()) ** 2).sum()
    slope = float(((xs - xs.mean()) * (ys - ys.mean())).sum() / spread) if spread else 0.0
    intercept = float(ys.mean() - slope * xs.mean())
    total = float(((ys - ys.mean()) ** 2).sum())
    rest = float(((ys - intercept - slope * xs) ** 2).sum())
    return Line(slope, intercept, 1 - rest / total if total else 1.0)


def theil_sen(x: Sequence[float], y: Sequence[float]) -> float:
    """The median of the slopes between all pairs of points: a few outliers do not move it."""
    xs, ys = np.asarray(x, np.float64), np.asarray(y, np.float64)
    i, j = np.triu_indices(len(xs), 1)
    differ = xs[i] != xs[j]
    slopes = (ys[j] - ys[i])[differ] / (xs[j] - xs[i])[differ]
    return float(np.median(slopes)) if len(slopes) else 0.0
