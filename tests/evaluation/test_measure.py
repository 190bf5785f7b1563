import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from translator_app.errors import TranslatorError
from translator_app.evaluation import html, measure
from translator_app.evaluation.measure import Attempt, System, build_report, compare_with, read_lines, read_report, read_system

SOURCES = [f"This is sentence number {i}" + " and so on" * (i % 12) for i in range(120)]
REFERENCES = [f"这是第{i}句话" + "等等" * (i % 12) for i in range(120)]


def attempts(outputs: list[str]) -> tuple[Attempt, ...]:
    return tuple(Attempt(output, 10.0 + i, (() if output else ("empty",), ())) for i, output in enumerate(outputs))


def system(name: str, outputs: list[str], *, timed: bool = True) -> System:
    return System(name, tuple(outputs), attempts(outputs) if timed else ())


def test_a_report_has_scores_times_and_warnings() -> None:
    outputs = [*REFERENCES[:100], *[""] * 20]
    report = build_report(SOURCES, REFERENCES, [system("ours", outputs), system("peer", REFERENCES, timed=False)])
    ours, peer = report["systems"]["ours"], report["systems"]["peer"]
    assert peer["bleu"] == pytest.approx(100)
    assert 0 < ours["bleu"] < 100
    assert ours["segments"] == 240
    assert ours["warned_share"] == pytest.approx(20 / 240)
    assert ours["warnings"] == {"empty": 20}
    assert ours["latency_ms"]["p50"] == pytest.approx(69.5)
    assert [row["sentences"] for row in ours["by_length"]] == [10, 10, 20, 20, 30, 30]
    assert ours["by_length"][-1]["words"] == "31+"
    assert report["comparisons"]["peer"]["significant"]
    assert report["sentences"][119] == {
        **{"source": SOURCES[119], "reference": REFERENCES[119], "output": "", "chrf": 0.0},
        **{"ms": 129.0, "warnings": ["empty"]},
    }
    assert "latency_ms" not in peer
    assert json.loads(json.dumps(report)) == report


def test_a_drop_that_is_large_and_no_noise_fails() -> None:
    before = build_report(SOURCES, REFERENCES, [system("ours", REFERENCES)])
    worse = build_report(SOURCES, REFERENCES, [system("ours", [*REFERENCES[:60], *["坏"] * 60])])
    assert compare_with(worse, before, 0.3, "old")
    assert worse["against"]["failed"]
    assert any("FAILED" in line for line in measure.summary(worse))
    assert not compare_with(worse, before, 100.0, "old")  # allowed
    assert not compare_with(before, worse, 0.3, "old")  # better


def test_a_drop_that_may_be_noise_passes() -> None:
    before = build_report(SOURCES, REFERENCES, [system("ours", ["坏", *REFERENCES[1:]])])
    after = build_report(SOURCES, REFERENCES, [system("ours", [*REFERENCES[:-1], "坏"])])
    assert not compare_with(after, before, 0.0, "old")


def test_reports_about_other_sentences_are_refused() -> None:
    report = build_report(SOURCES, REFERENCES, [system("ours", REFERENCES)])
    other = build_report(SOURCES[:50], REFERENCES[:50], [system("ours", REFERENCES[:50])])
    with pytest.raises(TranslatorError, match="other sentences"):
        compare_with(report, other, 0.3, "old")
    with pytest.raises(TranslatorError, match="no report"):
        compare_with(report, {"format": 1}, 0.3, "old")


def test_files_are_read_line_by_line(tmp_path: Path) -> None:
    reference, path = tmp_path / "set.zh", tmp_path / "set.peer.zh"
    path.write_text("一\u2028甲\n\n二\n", encoding="utf-8")
    assert read_lines(path) == ["一\u2028甲", "", "二"]
    assert read_system(path, reference, 2) == System("peer", ("一\u2028甲", ""))
    with pytest.raises(TranslatorError, match="3 lines, the reference 4"):
        read_system(path, reference, 4)
    with pytest.raises(TranslatorError, match="can't be read"):
        read_lines(tmp_path / "none")


def test_a_report_is_found_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text(json.dumps({"format": measure.FORMAT}))
    assert read_report(tmp_path) == {"format": measure.FORMAT}
    (tmp_path / "report.json").write_text("{")
    with pytest.raises(TranslatorError, match="can't be read"):
        read_report(tmp_path)
    (tmp_path / "report.json").write_text("[]")
    with pytest.raises(TranslatorError, match="no report"):
        read_report(tmp_path)


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not any(name in ("src", "href") for name, _ in attrs)  # nothing to load

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_the_page_escapes_texts_and_has_plots() -> None:
    outputs = ["<script>alert(1)</script>", *REFERENCES[1:]]
    report = build_report(SOURCES, REFERENCES, [system("a<b", outputs), system("peer", REFERENCES, timed=False)])
    compare_with(report, report, 0.3, "old")
    page = Page()
    page.feed(html.render(report))
    assert "script" not in page.tags
    assert page.tags.count("svg") == 3
    assert page.tags.count("rect") == 2 * 6 * 2 + 3 * 6
    assert "<script>alert(1)</script>" in page.text
    assert any("Worst 20" in text for text in page.text)
    assert any("Passed" in text for text in page.text)


@pytest.mark.parametrize(
    ("value", "top"), [(0.5, 1), (1, 1), (3, 4), (7.9, 8), (9, 10), (37, 40), (45, 60), (81, 100), (100, 100), (450, 600)]
)
def test_scales_end_at_round_numbers(value: float, top: float) -> None:
    assert html._round_up(value) == top
