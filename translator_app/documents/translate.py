"""One file through a translator: batches, repeated blocks translated once, nothing half-written."""

import os
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from translator_app import paths
from translator_app.documents import labels, marks
from translator_app.documents.formats import Document, open_document
from translator_app.documents.labels import Label
from translator_app.documents.model import (
    Block,
    DocumentOptions,
    FileReport,
    PlacedWarning,
    Progress,
    Size,
    TextTranslator,
    TranslationLike,
)
from translator_app.documents.projection import Flat, flatten
from translator_app.engine.typography import convert_script
from translator_app.errors import Cancelled, DocumentError, OutputExists, TranslatorError, reason_of

PART_SUFFIX = ".part"
_BATCH_CHARS = 4_000  # about 700 words: one step of the generator stays near a second
_BATCH_BLOCKS = 64
_REMEMBERED_CHARS = 8_000_000  # of repeated blocks, source and target
_LISTED_WARNINGS = 500
_HAN = re.compile("[\u4e00-\u9fff]")
_LETTERS = re.compile(r"[^\W\d_]")


def translate_file(
    source: Path,
    target: Path,
    translator: TextTranslator,
    options: DocumentOptions | None = None,
    should_stop: Callable[[], bool] | None = None,
    *,
    overwrite: bool = False,
    should_yield: Callable[[], bool] | None = None,
    size: Size | None = None,
    on_written: Callable[[Path], None] | None = None,
) -> Generator[Progress, None, FileReport]:
    """Translate `source` into `target`, one batch a step; the generator's value is the report.

    `target` appears whole at the end or not at all: everything is written to `target`.part, which is removed when the
    job is cancelled or fails, or when the generator is closed. Pausing is not advancing.
    `should_stop` -> Cancelled. `should_yield` -> the running batch is dropped, Progress is yielded, and the batch is done
    again on the next step (typed text comes first). `size`: what measure() found, else it is called here.
    `on_written` gets the finished .part before it takes its place.
    Raises UnsupportedFormat, UnreadableDocument, OutputExists, DocumentError (can't write), Cancelled.
    """
    options = options or DocumentOptions()
    document = open_document(source, options)
    _check_target(source, target, overwrite)
    if size is None:
        size = yield from measure(document, should_stop)
    batches = _Batches(translator, options, size, should_stop or _never, should_yield or _never)
    with _part_file(target, overwrite, on_written) as out:
        rewrite = document.rewrite(out)
        try:
            blocks = next(rewrite)
            while True:
                targets = yield from batches.translate(blocks)
                blocks = rewrite.send(targets)
        except StopIteration as end:
            notes: tuple[str, ...] = end.value
        finally:
            rewrite.close()
    yield batches.progress
    return batches.report(source, target, notes)


def measure(document: Document, should_stop: Callable[[], bool] | None = None) -> Generator[Progress, None, Size]:
    """Count blocks and words by reading the document once, a chunk a step. Raises UnreadableDocument, Cancelled."""
    stop = should_stop or _never
    blocks = words = 0
    rewrite = document.rewrite(None)
    try:
        batch = next(rewrite)
        while True:
            blocks += len(batch)
            words += sum(_words(block.text) for block in batch)
            if stop():
                raise Cancelled
            yield Progress(0, 0)
            batch = rewrite.send([block.text for block in batch])
    except StopIteration:
        return Size(blocks, words)
    finally:
        rewrite.close()


class _Batches:
    """Translates lists of blocks and keeps the figures of one file."""

    def __init__(
        self,
        translator: TextTranslator,
        options: DocumentOptions,
        size: Size,
        should_stop: Callable[[], bool],
        should_yield: Callable[[], bool],
    ) -> None:
        self._translator = translator
        self._options = options.translation
        self._languages = options.languages
        self._relabelled: dict[str, bool] = {}  # word of a label -> whether its Chinese is known better than the translator's
        self._size = size
        self._stop = should_stop
        self._yield = should_yield
        self._known = _Memory(_REMEMBERED_CHARS)
        self._warnings: list[PlacedWarning] = []
        self._warning_count = self._segments = self._term_hits = self._done = self._words = 0
        self._active_s = 0.0

    @property
    def progress(self) -> Progress:
        return Progress(self._done, max(self._size.blocks, self._done), self._words, max(self._size.words, self._words))

    def report(self, source: Path, target: Path, notes: Sequence[str]) -> FileReport:
        return FileReport(
            source,
            target,
            blocks=self._done,
            segments=self._segments,
            words=self._words,
            term_hits=self._term_hits,
            warnings=tuple(self._warnings),
            warning_count=self._warning_count,
            elapsed_s=self._active_s,
            notes=tuple(notes),
        )

    def translate(self, blocks: list[Block]) -> Generator[Progress, None, list[str]]:
        """Translations of `blocks` in their order; yields after each batch. Without blocks it only looks whether to stop."""
        if self._stop():
            raise Cancelled
        found: dict[str, str] = {}
        waiting: dict[str, Block] = {}  # each text once
        for block in blocks:
            if block.text in found or block.text in waiting:
                continue
            if not _LETTERS.search(block.text):
                found[block.text] = block.text
            elif (known := self._known.get(block.text)) is not None:
                found[block.text] = known
            else:
                waiting[block.text] = block
        counts = Counter(block.text for block in blocks)
        self._count(counts, found)
        for batch in _batched(list(waiting.values())):
            found_labels = yield from self._labels(batch)
            rests = {block.text: found_labels[block.text].rest if block.text in found_labels else block.text for block in batch}
            flat = {text: flatten(rest) for text, rest in rests.items() if rest}
            texts = list(dict.fromkeys(text for one in flat.values() for text in (one.text, *one.phrases)))
            results = dict(zip(texts, (yield from self._run(texts)), strict=True))
            for block in batch:
                label = found_labels[block.text].target if block.text in found_labels else ""
                found[block.text] = label + (self._take(block, flat[block.text], results) if block.text in flat else "")
                self._known.put(block.text, found[block.text])
            self._count(counts, [block.text for block in batch])
            yield self.progress
        return [found[block.text] for block in blocks]

    def _labels(self, batch: list[Block]) -> Generator[Progress, None, dict[str, Label]]:
        """Labels of the texts of a batch, but for those whose word is a term of the user's or does not become Chinese."""
        if self._languages != ("en", "zh"):
            return {}
        found = {block.text: label for block in batch if (label := labels.find(block.text))}
        words = list(dict.fromkeys(label.word for label in found.values() if label.word not in self._relabelled))
        if words:
            for word, result in zip(words, (yield from self._run(words)), strict=True):
                own = any(segment.term_hits for segment in result.segments)
                self._relabelled[word] = not own and bool(_HAN.search(result.target))
        script = self._options.script
        return {
            text: replace(label, target=convert_script(label.target, script))
            for text, label in found.items()
            if self._relabelled[label.word]
        }

    def _run(self, texts: list[str]) -> Generator[Progress, None, Sequence[TranslationLike]]:
        while True:
            if self._stop():
                raise Cancelled
            started = time.monotonic()
            try:
                return self._translator.translate_many(texts, self._options, should_stop=lambda: self._stop() or self._yield())
            except Cancelled:
                if self._stop():
                    raise
            finally:
                self._active_s += time.monotonic() - started
            yield self.progress

    def _take(self, block: Block, flat: Flat, results: Mapping[str, TranslationLike]) -> str:
        result = results[flat.text]
        target = marks.repair(flat.text, result.target)
        if target != result.target:
            self._warn(block.place, block.text, target, "format", "formatting placed by proportion")
        target = flat.project(target, {phrase: marks.strip(results[phrase].target) for phrase in flat.phrases})
        for segment in result.segments:
            self._segments += segment.translated
            self._term_hits += segment.term_hits
            for warning in segment.warnings:
                self._warn(block.place, segment.source, segment.target, warning.code, warning.detail)
        return target

    def _warn(self, place: str, source: str, target: str, code: str, detail: str) -> None:
        self._warning_count += 1
        if len(self._warnings) < _LISTED_WARNINGS:
            self._warnings.append(PlacedWarning(place, marks.strip(source)[:200], marks.strip(target)[:200], code, detail))

    def _count(self, counts: Counter[str], texts: Sequence[str] | dict[str, str]) -> None:
        for text in texts:
            self._done += counts[text]
            self._words += counts[text] * _words(text)


class _Memory:
    """The latest translations of blocks, bounded by characters."""

    def __init__(self, limit_chars: int) -> None:
        self._limit = limit_chars
        self._chars = 0
        self._targets: OrderedDict[str, str] = OrderedDict()

    def get(self, source: str) -> str | None:
        target = self._targets.get(source)
        if target is not None:
            self._targets.move_to_end(source)
        return target

    def put(self, source: str, target: str) -> None:
        self._targets[source] = target
        self._chars += len(source) + len(target)
        while self._chars > self._limit and self._targets:
            old, translation = self._targets.popitem(last=False)
            self._chars -= len(old) + len(translation)


def _batched(blocks: list[Block]) -> Iterator[list[Block]]:
    batch: list[Block] = []
    chars = 0
    for block in blocks:
        if batch and (chars + len(block.text) > _BATCH_CHARS or len(batch) >= _BATCH_BLOCKS):
            yield batch
            batch, chars = [], 0
        batch.append(block)
        chars += len(block.text)
    if batch:
        yield batch


def _check_target(source: Path, target: Path, overwrite: bool) -> None:
    if target.exists():
        if target.is_dir():
            raise OutputExists("{path} is a folder; choose another name", path=target)
        if target.samefile(source):
            raise OutputExists("{path} is the source itself; choose another name or folder", path=target)
        if not overwrite:
            raise OutputExists("{path} exists already; allow overwriting or choose another folder", path=target)


@contextmanager
def _part_file(target: Path, overwrite: bool, on_written: Callable[[Path], None] | None) -> Iterator[BinaryIO]:
    """A file beside `target` that takes its place when the block ends well, and is removed when it doesn't."""
    part = target.with_name(target.name + PART_SUFFIX)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        file = part.open("w+b")
    except OSError as error:
        raise DocumentError("{path} can't be written: {reason}", path=part, reason=reason_of(error)) from error
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if on_written:
            on_written(part)
        if target.exists() and not overwrite:
            raise OutputExists("{path} was made by another program meanwhile; allow overwriting or choose another folder", path=target)
        paths.replace(part, target)
    except OSError as error:
        if isinstance(error, TranslatorError):
            raise
        raise DocumentError("{path} can't be written: {reason}", path=target, reason=reason_of(error)) from error
    finally:
        part.unlink(missing_ok=True)


def _words(text: str) -> int:
    return len(text.split())


def _never() -> bool:
    return False
