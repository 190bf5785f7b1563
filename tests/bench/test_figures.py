import numpy as np
import pytest

from translator_app.bench.figures import line, paired_ratios, percentile, quartiles, theil_sen


def test_quartiles_of_a_known_sample() -> None:
    found = quartiles([5, 1, 2, 4, 3])
    assert (found.q1, found.median, found.q3) == (2, 3, 4)
    assert str(found) == "3 (2-4)"


def test_pairs_are_compared_round_by_round() -> None:
    ours, theirs = [1.0, 10.0, 2.0], [2.0, 20.0, 4.0]  # the second round was slow for both
    found = paired_ratios(theirs, ours)
    assert (found.q1, found.median, found.q3) == (2, 2, 2)


def test_rounds_that_are_not_pairs_are_an_error() -> None:
    with pytest.raises(ValueError, match="argument 2"):
        paired_ratios([1.0], [1.0, 2.0])


def test_percentile_is_a_measured_value() -> None:
    values = list(range(1, 101))
    assert [percentile(values, share) for share in (50, 95, 99, 100)] == [50, 95, 99, 100]
    assert percentile([7.0], 99) == 7


def test_a_straight_line_is_found() -> None:
    found = line([1, 2, 3, 10], [5, 7, 9, 23])
    assert (found.slope, found.intercept, found.r_squared) == pytest.approx((2, 3, 1))


def test_a_curve_is_told_from_a_line() -> None:
    x = np.arange(1, 30)
    assert line(x.tolist(), (x**3).tolist()).r_squared < 0.95
    assert line([1, 1], [2, 4]).slope == 0


def test_an_outlier_does_not_move_the_slope() -> None:
    y = [10.0 + 0.5 * i for i in range(20)]
    y[7] = 500
    assert theil_sen(range(20), y) == pytest.approx(0.5)
    assert theil_sen([1], [1]) == 0
