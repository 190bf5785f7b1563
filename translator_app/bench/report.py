"""A run of `speed` as Markdown tables and as an SVG picture."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

_COLOURS = {"own": "#2563eb", "other": "#9ca3af"}
_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#374151}.title{font-weight:600}.n{font-size:11px}"
    "@media(prefers-color-scheme:dark){text{fill:#d1d5db}}"
)


def table(report: Mapping[str, Any]) -> str:
    """All that was measured, in Markdown."""
    return "\n".join([*_head(report), *_grids(report), *_starts(report), *_clients(report), *_missing(report), ""])


def _head(report: Mapping[str, Any]) -> Iterator[str]:
    m = report["machine"]
    yield f"{m['processor']}, {m['cores']} cores, {m['memory_gb']} GB, {m['system']}, Python {m['python']}."
    yield f"Load before {report['load_before']}, after {report['load_after']}; {report['rounds']} rounds, every backend in turn."
    yield "x: how many times as long as ours, median (quartiles) of the rounds' ratios; above 1 we are faster."
    yield "cpu: the same of processor seconds, which other programs on the machine disturb less."


def _grids(report: Mapping[str, Any]) -> Iterator[str]:
    cells = report["cells"]
    for data, threads, beam in dict.fromkeys((c["data"], c["threads"], c["beam"]) for c in cells):
        group = [c for c in cells if (c["data"], c["threads"], c["beam"]) == (data, threads, beam)]
        batches = list(dict.fromkeys(c["batch"] for c in group))
        others = [c["other_cores"] for c in group if c["other_cores"] is not None]
        busy = f"; other programs took {max(others):.2f} cores at most (medians)" if others else ""
        yield ""
        yield f"**{report['notes'][data]}; {threads} {'thread' if threads == 1 else 'threads'}, {_search(beam)}**{busy}"
        yield ""
        names = ["a document" if c["document"] else f"batch {c['batch']}" for c in (_first(group, "batch", b) for b in batches)]
        yield from _rows(
            ["ms a sentence", *names],
            [[name, *(_cell(group, name, batch) for batch in batches)] for name in dict.fromkeys(c["name"] for c in group)],
        )


def _search(beam: int) -> str:
    return "greedy" if beam == 1 else f"beam {beam}"


def _first(cells: Sequence[Mapping[str, Any]], key: str, value: object) -> Mapping[str, Any]:
    return next(c for c in cells if c[key] == value)


def _cell(group: Sequence[Mapping[str, Any]], name: str, batch: int) -> str:
    cell = next((c for c in group if c["name"] == name and c["batch"] == batch), None)
    if cell is None:
        return ""
    text = _number(cell["ms_per_sentence"])
    if cell["ratio"] is None:
        return text
    ratio, cpu = cell["ratio"], cell["cpu_ratio"]["median"]
    return f"{text}, {ratio['median']:.2f}x ({ratio['q1']:.2f}-{ratio['q3']:.2f}), cpu {cpu:.2f}x"


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _starts(report: Mapping[str, Any]) -> Iterator[str]:
    for data, threads in dict.fromkeys((s["data"], s["threads"]) for s in report["starts"]):
        starts = [s for s in report["starts"] if (s["data"], s["threads"]) == (data, threads)]
        yield ""
        yield f"**{data}, {threads} {'thread' if threads == 1 else 'threads'}: start, memory, files**"
        yield ""
        memory = [[_number(s[k]) if s.get(k) else "-" for k in ("first_mb", "peak_mb")] for s in starts]
        yield from _rows(
            ["", "first sentence, s", "memory then, MB", "peak of the run, MB", "files, MB"],
            [[s["name"], f"{s['cold_s']:.2f}", *mb, _number(s["file_mb"])] for s, mb in zip(starts, memory, strict=True)],
        )


def _clients(report: Mapping[str, Any]) -> Iterator[str]:
    for data in dict.fromkeys(c["data"] for c in report["clients"]):
        cells = [c for c in report["clients"] if c["data"] == data]
        yield ""
        yield f"**{cells[0]['clients']} clients at once, {report['notes'][data]}**"
        yield ""
        rows = []
        for c in cells:
            ratio = f"{c['ratio']['median']:.2f}x ({c['ratio']['q1']:.2f}-{c['ratio']['q3']:.2f})" if c["ratio"] else ""
            tail = [_number(c[f"p{share}_ms"]) for share in (50, 95, 99)]
            rows.append([c["name"], str(c["threads"]), f"{c['sentences_per_s']:.1f}", ratio, *tail, _number(c["peak_mb"] or 0)])
        yield from _rows(["", "threads", "sentences/s", "time", "P50 ms", "P95 ms", "P99 ms", "peak MB"], rows)


def _missing(report: Mapping[str, Any]) -> Iterator[str]:
    if report["missing"]:
        yield ""
    for name, reason in report["missing"].items():
        yield f"Missing: {name}: {reason}"


def _rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A Markdown table; numbers to the right."""
    yield "| " + " | ".join(head) + " |"
    yield "| --- |" + " ---: |" * (len(head) - 1)
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def bars(report: Mapping[str, Any]) -> str:
    """Sentences a second of every backend, a panel for each batch size of each table."""
    cells = report["cells"]
    panels = list(dict.fromkeys((c["data"], c["threads"], c["beam"], c["batch"]) for c in cells))
    out, y = [], 0
    for panel in panels:
        group = [c for c in cells if (c["data"], c["threads"], c["beam"], c["batch"]) == panel]
        data, threads, beam, batch = panel
        fastest = max(1000 / c["ms_per_sentence"] for c in group)
        y += 34
        title = f"{data}, {'a document' if group[0]['document'] else f'batch {batch}'}, {_search(beam)}, threads: {threads}"
        out.append(f'<text class="title" x="8" y="{y}">{escape(title)} (sentences a second)</text>')
        for c in sorted(group, key=lambda c: float(c["ms_per_sentence"])):
            rate = 1000 / c["ms_per_sentence"]
            width = 360 * rate / fastest
            y += 19
            colour = _COLOURS["own" if c["name"].startswith("ours") else "other"]
            out.append(f'<text x="228" y="{y}" text-anchor="end">{escape(c["name"])}</text>')
            out.append(f'<rect x="236" y="{y - 11}" width="{width:.1f}" height="14" rx="2" fill="{colour}"/>')
            out.append(f'<text class="n" x="{242 + width:.1f}" y="{y}">{_number(rate)}</text>')
    return _svg(680, y + 20, out)


def scatter(title: str, x_name: str, y_name: str, points: Sequence[tuple[float, float]], slope: float, intercept: float) -> str:
    """Points and the straight line through them."""
    width, height, left, bottom = 560, 300, 64, 44
    top_x, top_y = max(x for x, _ in points) or 1, 1.05 * max(y for _, y in points) or 1

    def at(x: float, y: float) -> tuple[float, float]:
        return left + (width - left - 36) * x / top_x, height - bottom - (height - bottom - 34) * y / top_y

    out = [f'<text class="title" x="{left}" y="20">{escape(title)}</text>']
    (x0, y0), (x1, _), (_, y1) = at(0, 0), at(top_x, 0), at(0, top_y)
    out.append(f'<path d="M{x0:.1f} {y1:.1f}V{y0:.1f}H{x1:.1f}" fill="none" stroke="#9ca3af"/>')
    for share in (0.0, 0.5, 1.0):
        (x, _), (_, y) = at(share * top_x, 0), at(0, share * top_y)
        out.append(f'<text class="n" x="{x:.1f}" y="{height - bottom + 16}" text-anchor="middle">{share * top_x:,.0f}</text>')
        out.append(f'<text class="n" x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{share * top_y:,.3g}</text>')
    (xa, ya), (xb, yb) = at(0, intercept), at(top_x, intercept + slope * top_x)
    out.append(f'<path d="M{xa:.1f} {ya:.1f}L{xb:.1f} {yb:.1f}" stroke="#d97706" stroke-dasharray="5 3"/>')
    out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{_COLOURS["own"]}"/>' for x, y in (at(*p) for p in points)]
    out.append(f'<text x="{(left + width) / 2:.0f}" y="{height - 8}" text-anchor="middle">{escape(x_name)}</text>')
    out.append(f'<text x="{left + 8}" y="38">{escape(y_name)}</text>')
    return _svg(width, height, out)


def _svg(width: int, height: int, parts: Sequence[str]) -> str:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{_STYLE}</style>{"".join(parts)}</svg>\n'
