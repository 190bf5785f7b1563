"""`translate --file`: files and folders through one job, progress on stderr, errors by file at the end."""

import argparse
import json
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, TextIO

from translator_app.commands import columns
from translator_app.errors import Cancelled

if TYPE_CHECKING:
    from translator_app.documents.jobs import JobProgress, JobReport
    from translator_app.documents.model import DocumentOptions, TextTranslator

EXIT_WARNINGS = 3
_REDRAW_S = 0.1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of file translation, for the `translate` sub-command."""
    files = parser.add_argument_group("files")
    files.add_argument("--file", action="append", type=Path, metavar="PATH", help="a file or folder to translate; may be repeated")
    files.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="where translations go (default: beside each file)")
    files.add_argument("--bilingual", action="store_true", help="keep the source and put the translation below it")
    files.add_argument("--side-by-side", action="store_true", help="the same in two columns, where the format can (HTML, Word)")
    files.add_argument("--overwrite", action="store_true", help="replace translations that are there already")
    files.add_argument("--restart", action="store_true", help="do files again that an earlier run finished")
    files.add_argument("--encoding", choices=("keep", "utf-8"), default="keep", help="encoding of text files written")
    files.add_argument("--columns", default="", metavar="A,B", help="csv: columns to translate, by header or number from 1")
    files.add_argument("--pdf-output", choices=("docx", "md"), default="docx", help="what a PDF becomes (its layout is not kept)")
    files.add_argument("--report", type=Path, metavar="FILE", help="write what was done and every warning with its place as JSON")


def run_files(
    sources: Sequence[Path],
    translator: "TextTranslator",
    options: "DocumentOptions",
    *,
    output: Path | None = None,
    engine: str = "",
    overwrite: bool = False,
    restart: bool = False,
    strict: bool = False,
    report: Path | None = None,
    stream: TextIO | None = None,
) -> int:
    """Translate files and folders; 0 when all went well, 1 when a file failed, 130 when stopped with Ctrl-C.

    With `strict` 3 when a warning remains.

    `engine`: identity of pack and terms (see Job). Ctrl-C stops at once: finished files stay, nothing is half-written,
    and the same command goes on with the rest.
    """
    from translator_app.documents.jobs import Job, plan
    from translator_app.documents.journal import Journal

    stream = stream or sys.stderr
    tasks = plan(sources, options, output)
    if not tasks:
        print("nothing to translate: no files of known kinds there", file=stream)
        return 1
    job = Job(tasks, translator, options, engine=engine, overwrite=overwrite or restart, journal=None if restart else Journal())
    stop = _StopOnInterrupt()
    line = _StatusLine(stream)
    try:
        with stop:
            for progress in job.run(stop):
                line.show(progress)
        warned = strict and any(done.warning_count for done in job.report.reports)
        code = 1 if job.report.failures else EXIT_WARNINGS if warned else 0
    except Cancelled:
        line.clear()
        print("stopped; finished files stay, run the same command again for the rest", file=stream)
        code = 130
    line.clear()
    _summary(job.report, stream)
    if report:
        report.write_text(_as_json(job.report), encoding="utf-8")
    return code


class _StopOnInterrupt:
    """Becomes true at the first Ctrl-C instead of raising in the middle of something."""

    def __init__(self) -> None:
        self._stopped = False

    def __call__(self) -> bool:
        return self._stopped

    def __enter__(self) -> "_StopOnInterrupt":
        self._old = signal.signal(signal.SIGINT, self._on_signal)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._old)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._stopped = True


class _StatusLine:
    """One line that is drawn again and again on a terminal; elsewhere a line for each file.

    Blanks cover what stood there: a console of Windows shows the sequences that other terminals have for it as they are.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._terminal = stream.isatty()
        self._drawn_s = 0.0
        self._columns = 0  # of what is drawn

    def show(self, progress: "JobProgress") -> None:
        if not self._terminal:
            if progress.state in {"finished", "failed", "skipped"}:
                print(f"[{progress.index + 1}/{progress.files}] {progress.state}: {progress.source}", file=self._stream)
            return
        now = time.monotonic()
        if now - self._drawn_s < _REDRAW_S:
            return
        self._drawn_s = now
        total = progress.total
        share = f"{100 * total.words_done / total.words_total:3.0f} %" if total.words_total and progress.state != "counting" else "counting"
        left = "" if progress.seconds_left is None else f", {_duration(progress.seconds_left)} left"
        name = progress.source.name[:40] if progress.source else ""
        text = f"[{progress.index + 1}/{progress.files}] {share} {progress.words_per_s:.0f} words/s{left}  {name}"
        self._draw(text)

    def clear(self) -> None:
        if self._columns:
            self._draw("")

    def _draw(self, text: str) -> None:
        over, self._columns = self._columns, columns(text)
        print(f"\r{text}{' ' * max(0, over - self._columns)}", end="" if text else "\r", file=self._stream, flush=True)


def _summary(report: "JobReport", stream: TextIO) -> None:
    for done in report.reports:
        print(
            f"{done.target}: {done.words} words in {done.elapsed_s:.1f} s, {done.warning_count} warnings, {done.term_hits} terms",
            file=stream,
        )
        for note in done.notes:
            print(f"  note: {note}", file=stream)
        for warning in done.warnings[:20]:
            print(f"  {warning.place}: {warning.code} {warning.detail}", file=stream)
    for task in report.skipped:
        print(f"{task.target}: finished earlier", file=stream)
    for failure in report.failures:
        words, source = str(failure.error), str(failure.source)
        print(words if source in words else f"{source}: {words}", file=stream)


def _as_json(report: "JobReport") -> str:
    everything = {
        "files": [asdict(done) for done in report.reports],
        "finished_earlier": [str(task.target) for task in report.skipped],
        "failures": [{"source": str(failure.source), "error": str(failure.error)} for failure in report.failures],
    }
    return json.dumps(everything, ensure_ascii=False, indent=1, default=str) + "\n"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
