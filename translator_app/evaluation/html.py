"""report.html: one file without scripts or anything to load, with plots as inline SVG."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from translator_app.evaluation.measure import summary

EXTREMES = 20  # best and worst sentences shown
_COLOURS = ("#2563eb", "#d97706", "#059669", "#dc2626", "#7c3aed", "#0891b2", "#be185d", "#65a30d")
_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 640, 240, 44, 36

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1f2937; background: #fff }
table { border-collapse: collapse; margin: 1rem 0 } th, td { padding: .25rem .6rem; text-align: left; vertical-align: top }
tr { border-bottom: 1px solid #e5e7eb } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.bad { color: #b91c1c; font-weight: 600 } .good { color: #047857; font-weight: 600 } svg { max-width: 100%; height: auto }
svg text { font: 11px system-ui, sans-serif; fill: #4b5563 }
@media (prefers-color-scheme: dark) { body { color: #e5e7eb; background: #111827 } tr { border-color: #374151 } svg text { fill: #9ca3af } }
"""


def render(report: Mapping[str, Any]) -> str:
    """The whole page."""
    title = f"Evaluation of {escape(report['system'])}"
    return "".join(
        [
            f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><style>{_STYLE}</style>",
            f"<h1>{title}</h1><p>{len(report['sentences'])} sentences.</p>",
            *_systems(report),
            *_comparisons(report),
            *_plots(report),
            *_sentences(report),
            "</html>\n",
        ]
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers_from: int) -> str:
    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(f"<{tag}{' class=n' if i >= numbers_from else ''}>{cell}</{tag}>" for i, cell in enumerate(row))

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<table><tr>{cells('th', head)}</tr>{body}</table>"


def _systems(report: Mapping[str, Any]) -> Iterator[str]:
    rows = []
    for name, s in report["systems"].items():
        latency = s.get("latency_ms")
        warned = f"{s['warned_share']:.1%}" if "warned_share" in s else ""
        own = [warned, *(f"{latency[p]:.1f}" if latency else "" for p in ("p50", "p95", "p99"))]
        rows.append([escape(name), f"{s['bleu']:.2f}", f"{s['chrf']:.2f}", f"{s['length_ratio']:.3f}", *own])
    yield _table(["System", "BLEU", "chrF", "Length ratio", "Segments with warnings", "P50 ms", "P95 ms", "P99 ms"], rows, 1)
    if warnings := report["systems"][report["system"]].get("warnings"):
        yield "<h2>Warnings</h2>" + _table(["Kind", "Segments"], [[escape(code), str(n)] for code, n in warnings.items()], 1)


def _comparisons(report: Mapping[str, Any]) -> Iterator[str]:
    rows = dict(report["comparisons"])
    if against := report.get("against"):
        rows[f"report {against['report']}"] = against
        kind, words = ("bad", "Failed") if against["failed"] else ("good", "Passed")
        figures = f"{against['difference']:+.2f} BLEU since {escape(against['report'])}, allowed {-against['max_drop']:g}"
        yield f"<p class={kind}>{words}: {figures}.</p>"
    if rows:
        cells = [
            [escape(name), f"{r['difference']:+.2f}", f"{r['low']:+.2f} to {r['high']:+.2f}", "no" if r["significant"] else "maybe"]
            for name, r in rows.items()
        ]
        yield f"<h2>{escape(report['system'])} against</h2>" + _table(["System", "BLEU", "95 % interval", "Noise?"], cells, 1)


def _plots(report: Mapping[str, Any]) -> Iterator[str]:
    bands = [row["words"] for row in report["systems"][report["system"]]["by_length"]]
    for title, key in (("BLEU by words of the source", "bleu"), ("chrF by words of the source", "chrf")):
        yield f"<h2>{title}</h2>" + _bars(bands, {name: [row[key] for row in s["by_length"]] for name, s in report["systems"].items()})
    main = report["systems"][report["system"]]
    if "latency_ms" in main:
        series = {p.upper(): [row["latency_ms"][p] for row in main["by_length"]] for p in ("p50", "p95", "p99")}
        yield "<h2>Time of a sentence by words of the source, ms</h2>" + _bars(bands, series)


def _bars(groups: Sequence[str], series: Mapping[str, Sequence[float]]) -> str:
    """Grouped bars with a scale and a legend."""
    top = _round_up(max((value for values in series.values() for value in values), default=1.0))
    plot_width, plot_height = _WIDTH - _LEFT, _HEIGHT - _BOTTOM
    step = plot_width / max(1, len(groups))
    bar = step * 0.8 / max(1, len(series))
    parts = []
    for i in range(5):
        y = plot_height - plot_height * i / 4 + 8
        parts.append(f'<line x1={_LEFT} x2={_WIDTH} y1={y:.1f} y2={y:.1f} stroke="#9ca3af" stroke-opacity=".4"/>')
        parts.append(f"<text x={_LEFT - 6} y={y + 4:.1f} text-anchor=end>{top * i / 4:g}</text>")
    for g, group in enumerate(groups):
        parts.append(f"<text x={_LEFT + step * (g + 0.5):.1f} y={_HEIGHT - 10} text-anchor=middle>{escape(group)}</text>")
        for s, (name, values) in enumerate(series.items()):
            height = plot_height * values[g] / top
            x, y = _LEFT + step * (g + 0.1) + bar * s, plot_height - height + 8
            title = f"<title>{escape(name)}, {escape(group)}: {values[g]:.1f}</title>"
            parts.append(f'<rect x={x:.1f} y={y:.1f} width={bar * 0.9:.1f} height={height:.1f} fill="{_colour(s)}">{title}</rect>')
    legend = " ".join(f'<span style="color:{_colour(s)}">&#9632;</span> {escape(name)}' for s, name in enumerate(series))
    return f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width={_WIDTH} role=img>{"".join(parts)}</svg><p>{legend}</p>'


def _colour(index: int) -> str:
    return _COLOURS[index % len(_COLOURS)]


def _round_up(value: float) -> float:
    """The next of 1, 2, 4, 6, 8 times a power of ten, so that quarters are readable."""
    magnitude = 10.0 ** len(str(int(value)))
    return next((magnitude / 10 * f for f in (1, 2, 4, 6, 8) if magnitude / 10 * f >= value), magnitude)


def _sentences(report: Mapping[str, Any]) -> Iterator[str]:
    ranked = sorted(report["sentences"], key=lambda row: row["chrf"])
    for title, rows in (("Worst", ranked[:EXTREMES]), ("Best", ranked[::-1][:EXTREMES])):
        cells = [
            [
                *(escape(row[key]) for key in ("source", "output", "reference")),
                f"{row['chrf']:.1f}",
                escape(", ".join(row.get("warnings", ()))),
            ]
            for row in rows
        ]
        yield f"<h2>{title} {len(rows)} sentences by chrF</h2>" + _table(
            ["Source", "Translation", "Reference", "chrF", "Warnings"], cells, 3
        )
    yield f"<h2>In short</h2><pre>{escape(chr(10).join(summary(report)))}</pre>"
