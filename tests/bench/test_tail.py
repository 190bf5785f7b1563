from itertools import pairwise
from pathlib import Path

from translator_app.bench.tail import Timed, bands, summary, tail
from translator_app.packs import Pack


def test_bands_hold_sentences_of_about_one_length() -> None:
    timed = [Timed(chars, 10.0 * chars, False) for chars in range(1, 101) for _ in range(10)]
    found = bands(timed)
    assert found[0]["chars"] == [0, 4]
    for before, band in pairwise(found):
        low, high = band["chars"]
        assert low == before["chars"][1] + 1
        assert high <= 1.3 * low
        assert band["p50_ms"] <= band["p99_ms"] <= 10 * high
    assert sum(band["count"] for band in found) == 1000


def test_too_few_sentences_make_no_band() -> None:
    assert bands([Timed(5, 1.0, False)] * 3) == []
    assert bands([]) == []


def test_a_run_on_a_real_pack(tiny_pack: Pack) -> None:
    lines = ["The weather is nice today.", "Where is the station?"] * 15
    found = tail(tiny_pack, lines, beam=1, say=lambda _line: None, repeats=2, starts=0)
    assert found["sentences"] == 30
    assert found["all"]["count"] + found["retried"]["count"] == 30
    assert any("P99/P50" in line for line in summary(found))


def test_the_script_for_the_window_is_where_it_is_looked_for() -> None:
    assert (Path(__file__).resolve().parents[2] / "packaging" / "measure_gui.py").is_file()
