from collections.abc import Sequence

import pytest

from translator_app.bench.soak import FEWEST_CYCLES, Sample, judge, soak, summary
from translator_app.packs import Pack


def samples(memory_mb: Sequence[float], handles: Sequence[int] = (9,), threads: Sequence[int] = (2,)) -> list[Sample]:
    return [Sample(10.0 * i, mb, handles[i % len(handles)], threads[i % len(threads)]) for i, mb in enumerate(memory_mb)]


def test_what_stays_level_has_not_grown() -> None:
    assert judge(samples([100.0, 130, 150, *([151, 149, 150] * 30)], handles=(9, 11, 10)))["grown"] == []


def test_steady_growth_is_found() -> None:
    found = judge(samples([100 + 0.5 * i for i in range(120)]))
    assert [line.split(":")[0] for line in found["grown"]] == ["memory"]
    assert found["memory_growth_mb"] == pytest.approx(0.5 * (120 - 30 - 1))
    assert found["memory_percent_an_hour"] == pytest.approx(100 * 180 / (100 + 0.5 * (30 + 119) / 2))


def test_growth_below_the_floor_is_noise_in_a_short_run() -> None:
    assert judge(samples([100 + 0.5 * i for i in range(20)]))["grown"] == []


def test_slow_growth_in_a_long_run_is_allowed() -> None:
    found = judge(samples([1000 + 0.01 * i for i in range(3000)]))
    assert 0 < found["memory_percent_an_hour"] < 5
    assert found["grown"] == []


def test_handles_and_threads_that_stay_open_are_found() -> None:
    found = judge(samples([100.0] * 40, handles=range(10, 50), threads=range(2, 42)))
    assert [line.split(":")[0] for line in found["grown"]] == ["handles", "threads"]


def test_mixed_work_on_a_real_pack_leaves_nothing_behind(tiny_pack: Pack) -> None:
    lines = ["The weather is nice today.", "Where is the station?", "I lost my key.", "She reads a book."]
    found = soak([tiny_pack, tiny_pack], lines, cycles=1, say=lambda _line: None)
    assert found["cycles"] == FEWEST_CYCLES
    assert found["grown"] == []
    assert found["done"]["pack switches"] == 2 * FEWEST_CYCLES
    assert found["done"]["cancellations"] > 0
    assert "Nothing grew." in list(summary(found))
