"""What the self-test calls sound; what it does with a real pack is in tests/packaging/test_rollback_drill.py."""

import pytest

from translator_app.selftest import SelftestReport, SentenceCheck


@pytest.mark.parametrize(
    ("chrfs", "broken", "passed"),
    [
        ((100.0, 100.0), (), True),
        ((100.0, 100.0, 100.0, 42.0), (), True),  # another processor, another version
        ((100.0, 8.0, 5.0, 19.0), (), False),
        ((), (), False),
        ((100.0,), ("weights.bin is damaged",), False),
    ],
)
def test_sound(chrfs: tuple[float, ...], broken: tuple[str, ...], passed: bool) -> None:
    checks = tuple(SentenceCheck("a", "b", chrf, 1.0) for chrf in chrfs)
    assert SelftestReport("tiny", broken, checks, 0.1, 100.0, 1, ("CPU",), {}).passed is passed
