"""Text in, text out: what the window, the command line, documents and the local API call."""

import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from translator_app.engine import segment
from translator_app.engine.checks import Warning
from translator_app.engine.dictionary import Dictionary, Sense, default_dictionary
from translator_app.engine.guard import Guard
from translator_app.engine.network import LoadedNetwork, load_network
from translator_app.engine.segment import Kind, Segment
from translator_app.engine.sentence import Outcome, SentenceTranslator
from translator_app.engine.terms import TermBase
from translator_app.engine.tokenizer import Tokenizer
from translator_app.errors import TranslatorError
from translator_app.packs import Pack

ShouldStop = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class TranslateOptions:
    """What a user can choose for one translation."""

    beam_size: int | None = None  # None: the pack's default
    script: str = "hans"  # hans | hant-tw | hant-hk
    spacing: bool = False  # space between Han and Latin
    unwrap: bool = False  # join hard-wrapped lines first
    keep_english: str | None = None  # regular expression of text to leave as it is
    kernel: str = "interactive"  # interactive | batch (many sentences) | auto (what is faster for many here, measured once)


@dataclass(frozen=True, slots=True)
class SegmentResult:
    """One piece of the text and its counterpart; the targets of all pieces joined are the translation."""

    source: str
    target: str
    source_start: int  # offset in Translation.source, characters
    target_start: int  # offset in Translation.target, characters
    translated: bool  # False: passed through (white space, numbers, code, Chinese ...)
    score: float | None = None
    warnings: tuple[Warning, ...] = ()
    term_hits: int = 0
    cached: bool = False
    retried: bool = False


@dataclass(frozen=True, slots=True)
class Translation:
    """A translated text."""

    source: str  # after joining of lines, when that was asked for
    target: str
    segments: tuple[SegmentResult, ...]
    joined_lines: int = 0
    notice: str = ""  # "already-chinese", or nothing to say
    elapsed_s: float = 0.0

    @property
    def words(self) -> int:
        """Words of the source."""
        return len(self.source.split())

    @property
    def coverage(self) -> tuple[int, int]:
        """Sentences that have a translation, and sentences in all."""
        sentences = [s for s in self.segments if s.translated]
        return sum(bool(s.target.strip()) for s in sentences), len(sentences)

    @property
    def warnings(self) -> tuple[Warning, ...]:
        """All warnings in the order of the text."""
        return tuple(w for s in self.segments for w in s.warnings)


class Translator:
    """Translates with one pack. Not for use by two threads at once; `should_stop` may be answered by any thread."""

    def __init__(
        self,
        pack: Pack,
        *,
        threads: int = 0,
        terms: TermBase | None = None,
        dictionary: Dictionary | None = None,
        cache_size: int = 20_000,
        scores: bool = False,
    ) -> None:
        """Load the pack's tokenizer and interactive network. threads 0: as many as suit the machine. Raises BrokenPack.

        cache_size: segments kept. scores: greedy search computes them too (a few per cent slower).
        """
        self.pack = pack
        self._threads = threads
        self._terms = terms
        self._networks: dict[str, LoadedNetwork] = {"interactive": load_network(pack, threads=threads)}
        dictionary = dictionary or default_dictionary()
        self._sentences = SentenceTranslator(pack.manifest, Tokenizer.from_pack(pack), terms, dictionary, scores=scores)
        self._guard = self._sentences.guard
        self._dictionary = dictionary if self._guard.dictionary else None
        self._cache: OrderedDict[tuple[object, ...], Outcome] = OrderedDict()
        self._cache_size = cache_size

    @property
    def identity(self) -> str:
        """Changes whenever results may: the pack's files and the term base."""
        files = "".join(file.sha256 for file in self.pack.manifest.files)
        return hashlib.sha256(f"{self.pack.pack_id} {files} {self._terms.digest if self._terms else ''}".encode()).hexdigest()[:16]

    @property
    def providers(self) -> tuple[str, ...]:
        """ONNX Runtime execution providers in use."""
        return tuple(self._networks["interactive"].providers)

    @property
    def threads(self) -> int:
        """Threads that one decoding step uses."""
        return self._networks["interactive"].threads

    def set_threads(self, threads: int) -> None:
        """Load the network again with another number of threads; the cache stays."""
        self.close()
        self._threads = threads
        self._networks = {"interactive": load_network(self.pack, threads=threads)}

    def drop_batch_kernel(self) -> None:
        """Free the memory of the kernel for documents; it is loaded again when next needed."""
        for kernel in self._networks.keys() - {"interactive"}:
            self._networks.pop(kernel).close()

    def close(self) -> None:
        """Free the networks. The translator can't translate any more, but `set_threads` brings it back."""
        for network in self._networks.values():
            network.close()
        self._networks = {}

    def translate(
        self,
        text: str,
        options: TranslateOptions = TranslateOptions(),
        *,
        on_segment: Callable[[SegmentResult], None] | None = None,
        should_stop: ShouldStop | None = None,
    ) -> Translation:
        """Translate a text; `on_segment` gets each piece as soon as it and all before it are done.

        Raises Cancelled within a decoding step of `should_stop()` turning true, TranslatorError on a bad `keep_english`.
        """
        started = time.perf_counter()
        unwrapped = segment.unwrap(text) if options.unwrap else segment.Unwrapped(text, 0)
        if self._guard.is_done(unwrapped.text):
            target = self._guard.presented(unwrapped.text, options.script)
            whole = SegmentResult(unwrapped.text, target, 0, 0, translated=False)
            if on_segment:
                on_segment(whole)
            return Translation(unwrapped.text, target, (whole,), unwrapped.joined_lines, "already-chinese", time.perf_counter() - started)
        segments = segment.split(unwrapped.text, self._guard.source)
        builder = _Builder(segments, options, self._guard, on_segment)
        for chunk in _growing_chunks(segments):
            sources = [s.text for s in chunk if s.kind is Kind.SENTENCE]
            builder.add(chunk, self._outcomes(sources, options, should_stop))
        return Translation(
            unwrapped.text, builder.target, tuple(builder.results), unwrapped.joined_lines, "", time.perf_counter() - started
        )

    def translate_many(
        self, texts: Sequence[str], options: TranslateOptions = TranslateOptions(kernel="auto"), *, should_stop: ShouldStop | None = None
    ) -> list[Translation]:
        """Translate several texts, sharing batches between them: for documents. Raises as `translate` does."""
        started = time.perf_counter()
        already = [self._guard.is_done(text) for text in texts]
        source = self._guard.source
        split = [[] if done else segment.split(text, source) for text, done in zip(texts, already, strict=True)]
        outcomes = self._outcomes([s.text for segments in split for s in segments if s.kind is Kind.SENTENCE], options, should_stop)
        results = []
        for text, segments, done in zip(texts, split, already, strict=True):
            if done:
                results.append(self.translate(text, options))
                continue
            builder = _Builder(segments, options, self._guard, None)
            builder.add(segments, outcomes)
            results.append(Translation(text, builder.target, tuple(builder.results), 0, "", 0.0))
        elapsed = (time.perf_counter() - started) / max(1, len(texts))
        return [Translation(r.source, r.target, r.segments, 0, r.notice, elapsed) for r in results]

    def alternatives(
        self, sentence: str, count: int = 4, options: TranslateOptions = TranslateOptions(), *, should_stop: ShouldStop | None = None
    ) -> list[str]:
        """Up to `count` different translations of one sentence, best first."""
        found = self._sentences.alternatives(self._network("interactive"), sentence, count, _pattern(options), should_stop)
        return list(dict.fromkeys(self._guard.presented(target, options.script, spacing=options.spacing) for target in found))

    def lookup(self, word: str) -> list[Sense]:
        """Dictionary entries for a word or short phrase; empty without a dictionary for the pack's languages."""
        return self._dictionary.lookup(word) if self._dictionary else []

    def _network(self, kernel: str) -> LoadedNetwork:
        if kernel not in self._networks:
            self._networks[kernel] = load_network(self.pack, threads=self._threads, kernel=kernel)
        return self._networks[kernel]

    def _outcomes(
        self, sentences: Iterable[str], options: TranslateOptions, should_stop: ShouldStop | None
    ) -> "dict[str, tuple[Outcome, bool]]":
        """Outcome of each different sentence, and whether it came from the cache."""
        key = (options.kernel, options.beam_size, options.keep_english)
        known: dict[str, tuple[Outcome, bool]] = {}
        missing: list[str] = []
        for sentence in dict.fromkeys(sentences):
            if outcome := self._cache.get((*key, sentence)):
                self._cache.move_to_end((*key, sentence))
                known[sentence] = (outcome, True)
            else:
                missing.append(sentence)
        if missing:
            found = self._sentences.translate(
                self._network(options.kernel), missing, beam_size=options.beam_size, keep=_pattern(options), should_stop=should_stop
            )
            for sentence, outcome in zip(missing, found, strict=True):
                known[sentence] = (outcome, False)
                if not outcome.warnings:
                    self._cache[(*key, sentence)] = outcome
        while len(self._cache) > self._cache_size:
            self._cache.popitem(last=False)
        return known


class _Builder:
    """Puts segments together in order, with offsets on both sides."""

    def __init__(
        self, segments: Sequence[Segment], options: TranslateOptions, guard: Guard, on_segment: Callable[[SegmentResult], None] | None
    ) -> None:
        self._following = {a.start: b for a, b in pairwise(segments)}
        self._options = options
        self._guard = guard
        self._on_segment = on_segment
        self._length = 0
        self.results: list[SegmentResult] = []

    @property
    def target(self) -> str:
        return "".join(result.target for result in self.results)

    def add(self, segments: Sequence[Segment], outcomes: "dict[str, tuple[Outcome, bool]]") -> None:
        for piece in segments:
            if piece.kind is Kind.SENTENCE:
                outcome, cached = outcomes[piece.text]
                target = self._guard.presented(outcome.target, self._options.script, spacing=self._options.spacing)
                target = self._guard.gap(self.results[-1].target if self.results else "", target) + target
                result = SegmentResult(
                    piece.text,
                    target,
                    piece.start,
                    self._length,
                    True,
                    outcome.score,
                    outcome.warnings,
                    outcome.term_hits,
                    cached,
                    outcome.retried,
                )
            else:
                result = SegmentResult(piece.text, self._kept(piece), piece.start, self._length, False)
            self._length += len(result.target)
            self.results.append(result)
            if self._on_segment:
                self._on_segment(result)

    def _kept(self, piece: Segment) -> str:
        """Text that passes through, with the spaces of the target language."""
        following = self._following.get(piece.start)
        before = self.results[-1].target if self.results and self.results[-1].translated else ""
        text = self._guard.kept(piece.text, before, sentence_follows=following is not None and following.kind is Kind.SENTENCE)
        return self._guard.presented(text, self._options.script)


def _pattern(options: TranslateOptions) -> "re.Pattern[str] | None":
    if not options.keep_english:
        return None
    try:
        return re.compile(options.keep_english)
    except re.error as error:
        raise TranslatorError("the pattern of text to keep is not a regular expression: {reason}", reason=error) from error


def _growing_chunks(segments: Sequence[Segment]) -> Iterable[Sequence[Segment]]:
    """Cut a text so that the first sentence is shown as soon as a single one would be, and later ones share batches."""
    size, at = 1, 0
    while at < len(segments):
        end, sentences = at, 0
        while end < len(segments) and sentences < size:
            sentences += segments[end].kind is Kind.SENTENCE
            end += 1
        yield segments[at:end]
        at, size = end, min(32, size * 2)
