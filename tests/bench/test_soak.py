import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from translator_app.bench.soak import FEWEST_CYCLES, Sample, judge
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


def test_mixed_work_on_a_real_pack_leaves_nothing_behind(tiny_pack: Pack, tmp_path: Path) -> None:
    """In a process of its own: threads of other tests must not count."""
    text = tmp_path / "text.txt"
    text.write_text("The weather is nice today.\nWhere is the station?\nI lost my key.\nShe reads a book.\n", encoding="utf-8")
    command = [sys.executable, "-m", "translator_app", "bench", "--soak", "0", "--pack", str(tiny_pack.folder), "--text", str(text)]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8", cwd=Path(__file__).resolve().parents[2])
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Nothing grew." in done.stdout
    assert f"{2 * FEWEST_CYCLES} pack switches" in done.stdout
