"""Many files and folders as one job: progress, words a second, time left, errors by file, going on after a stop."""

import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from translator_app.documents.formats import is_supported, open_document, output_path
from translator_app.documents.journal import Journal, job_key
from translator_app.documents.model import DocumentOptions, FileReport, Progress, Size, TextTranslator
from translator_app.documents.translate import measure, translate_file
from translator_app.errors import TranslatorError, UnreadableDocument, reason_of

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Task:
    """One file and where its translation goes."""

    source: Path
    target: Path


@dataclass(frozen=True, slots=True)
class Failure:
    """A file that could not be translated, and why in words for the user."""

    source: Path
    error: TranslatorError


@dataclass(frozen=True, slots=True)
class JobProgress:
    """How far a job is, after each step."""

    index: int  # of the current file, from 0
    files: int
    source: Path | None  # current file; None when the job is over
    state: str  # counting | translating | finished | skipped | failed
    file: Progress  # of the current file
    total: Progress  # of the whole job
    words_per_s: float
    seconds_left: float | None  # None while unknown


@dataclass(frozen=True, slots=True)
class JobReport:
    """What became of a job."""

    reports: tuple[FileReport, ...]
    skipped: tuple[Task, ...]  # finished in an earlier run
    failures: tuple[Failure, ...]


def plan(sources: Iterable[Path], options: DocumentOptions | None = None, folder: Path | None = None) -> list[Task]:
    """Tasks for files and folders. Of folders all files of known kinds at any depth are taken, their outputs in the same tree.

    Outputs of earlier runs (report.zh.docx) and hidden files in folders are left out; links to folders are not followed.
    Files named outright are all taken: those of unknown kinds fail later with the reason. Two outputs never share a name.
    """
    options = options or DocumentOptions()
    tasks: list[Task] = []
    taken: set[Path] = set()
    seen: set[Path] = set()
    for given in sources:
        for source, below in _expand(given, options):
            if source.absolute() in seen:
                continue
            seen.add(source.absolute())
            target = output_path(source, options, folder / below if folder else None)
            tasks.append(Task(source, _free_name(target, taken)))
    return tasks


def _expand(given: Path, options: DocumentOptions) -> Iterator[tuple[Path, Path]]:
    """Files and the folder of each relative to what was given."""
    if not given.is_dir():
        yield given, Path()
        return
    made_by_us = tuple(f".{tag}" for tag in options.target_tags)
    for root, folders, names in os.walk(given):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(root, name)
            if not name.startswith(".") and is_supported(path) and not path.stem.endswith(made_by_us):
                yield path, Path(root).relative_to(given)


def _free_name(target: Path, taken: set[Path]) -> Path:
    """`target`, or with (2), (3) ... when another file of this job has that name already."""
    name = target
    number = 1
    while Path(str(name).casefold()) in taken:
        number += 1
        name = target.with_name(f"{target.stem} ({number}){target.suffix}")
    taken.add(Path(str(name).casefold()))
    return name


class Job:
    """A queue of files. `run()` is a generator: one batch a step, so its caller can do other work between steps.

    To pause, stop advancing; only time inside steps counts as time of work. To cancel, make `should_stop` true or close
    the generator: finished files stay, the current one leaves nothing. An error in a file is kept in `failures` and the
    next file goes on.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        translator: TextTranslator,
        options: DocumentOptions | None = None,
        *,
        engine: str = "",
        overwrite: bool = False,
        journal: Journal | None = None,
    ) -> None:
        """`engine` names pack and terms (a change makes finished files stale); `journal` None: finished files are not known."""
        self.tasks = tuple(tasks)
        self._translator = translator
        self._options = options or DocumentOptions()
        self._engine = engine
        self._overwrite = overwrite
        self._journal = journal
        self._sizes: list[Size | None] = [None] * len(tasks)
        self._reports: list[FileReport] = []
        self._skipped: list[Task] = []
        self._failures: list[Failure] = []
        self._done = Size(0, 0)
        self._translating_s = 0.0

    @property
    def report(self) -> JobReport:
        """What has become of the files so far."""
        return JobReport(tuple(self._reports), tuple(self._skipped), tuple(self._failures))

    def run(
        self, should_stop: Callable[[], bool] | None = None, should_yield: Callable[[], bool] | None = None
    ) -> Generator[JobProgress, None, JobReport]:
        """Count all files, then translate them one after the other. Raises Cancelled; its value is the report."""
        keys: list[str] = []
        for index, task in enumerate(self.tasks):
            keys.append("")
            try:
                keys[index] = self._key(task)
                if self._journal and self._journal.is_finished(keys[index], task.target):
                    self._skipped.append(task)
                    yield self._progress(index, "skipped", Progress(0, 0))
                    continue
                counting = measure(open_document(task.source, self._options), should_stop)
                size = yield from self._advance(counting, index, "counting")
                self._sizes[index] = size
            except TranslatorError as error:
                self._failures.append(Failure(task.source, error))
                yield self._progress(index, "failed", Progress(0, 0))
        for index, task in enumerate(self.tasks):
            if (known := self._sizes[index]) is not None:
                yield from self._translate(index, task, known, keys[index], should_stop, should_yield)
        return self.report

    def _translate(
        self,
        index: int,
        task: Task,
        size: Size,
        key: str,
        should_stop: Callable[[], bool] | None,
        should_yield: Callable[[], bool] | None,
    ) -> Generator[JobProgress, None, None]:
        def note(part: Path) -> None:
            if self._journal:
                self._journal.note(key, part)

        run = translate_file(
            task.source,
            task.target,
            self._translator,
            self._options,
            should_stop,
            overwrite=self._overwrite,
            should_yield=should_yield,
            size=size,
            on_written=note,
        )
        state, end = "finished", Progress(size.blocks, size.blocks, size.words, size.words)
        try:
            self._reports.append((yield from self._advance(run, index, "translating")))
            self._done = Size(self._done.blocks + size.blocks, self._done.words + size.words)
        except TranslatorError as error:
            self._failures.append(Failure(task.source, error))
            self._sizes[index] = None
            state, end = "failed", Progress(0, 0)
        yield self._progress(index, state, end, counted=True)

    def _advance(self, steps: Generator[Progress, None, _T], index: int, state: str) -> Generator[JobProgress, None, _T]:
        """Yield a JobProgress for each Progress; what `steps` returns; clocks the time inside it."""
        try:
            while True:
                started = time.monotonic()
                try:
                    progress = next(steps)
                except StopIteration as end:
                    value: _T = end.value
                    return value
                finally:
                    if state == "translating":
                        self._translating_s += time.monotonic() - started
                yield self._progress(index, state, progress)
        finally:
            steps.close()

    def _key(self, task: Task) -> str:
        try:
            return job_key(task.source, task.target, self._options, self._engine) if self._journal else ""
        except FileNotFoundError as error:
            raise UnreadableDocument("{path} does not exist", path=task.source) from error
        except OSError as error:
            raise UnreadableDocument("{path} can't be read: {reason}", path=task.source, reason=reason_of(error)) from error

    def _progress(self, index: int, state: str, file: Progress, *, counted: bool = False) -> JobProgress:
        blocks = sum(size.blocks for size in self._sizes if size)
        words = sum(size.words for size in self._sizes if size)
        running = Progress(0, 0) if counted or state == "counting" else file
        done, words_done = self._done.blocks + running.done, self._done.words + running.words_done
        speed = words_done / self._translating_s if self._translating_s > 0 else 0.0
        left = (words - words_done) / speed if speed > 0 and state != "counting" else None
        return JobProgress(
            index, len(self.tasks), self.tasks[index].source, state, file, Progress(done, blocks, words_done, words), speed, left
        )
