"""The table of a pack's shortlist: which target ids each source id is translated by, counted in the model's own translations.

Its own, because what the list must hold is what the model would choose: with as many ids, pairs of a corpus cost our starter model
twenty times as many changed outputs. IBM model 1 (Brown et al. 1993, "The Mathematics of Statistical Machine Translation") says
which source id caused which target id. How many of them to keep is chosen on sentences that were held out of the counting.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from translator_app.engine.network import load_network, physical_threads
from translator_app.engine.search import DecodingOptions, batches, search
from translator_app.engine.shortlist import Shortlist
from translator_app.engine.tokenizer import Tokenizer
from translator_app.errors import ConversionError
from translator_app.packs import Pack

MOST_SENTENCES = 50_000  # more take long (with opus-mt-en-zh ten minutes, and 1.5 GB to count) and add little
PER_SOURCE = (25, 50, 100, 200, 400)
FREQUENT = (125, 250, 500, 1000, 1500, 2000, 3000, 4000, 6000, 8000)
MAX_CHANGED = 0.0025  # share of the held-out outputs: half of what the verification allows
MOST_OF_ALL = 0.25  # a list of more of the ids is no faster: its rows are floats, those of all ids int8
_HELD_OUT, _MOST_HELD_OUT = 0.1, 3000
_MOST_TOKENS = 128  # of a translation, so that a model that loops ends
_SPACE = "▁"

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Size:
    """How much a table keeps."""

    per_source: int  # likeliest target ids of each source id
    frequent: int  # most frequent target ids of all


@dataclass(frozen=True, slots=True)
class Choice:
    """A table, and what it did on the sentences that were held out."""

    table: Shortlist
    size: Size
    sentences: int  # counted
    mean_ids: float  # in the list of a sentence
    changed: float  # share of outputs that hold an id that is not in the list


def read_sentences(path: Path) -> list[str]:
    """Different sentences of a file, one a line; what follows a tab is left out. Raises ConversionError."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConversionError(f"{path} can't be read ({error})") from error
    found = list(dict.fromkeys(filter(None, (line.split("\t")[0].strip() for line in lines))))
    if len(found) < 10:
        raise ConversionError(f"{path} has {len(found)} sentences; thousands are needed")
    if len(found) > MOST_SENTENCES:
        return [found[i] for i in np.random.default_rng(1).permutation(len(found))[:MOST_SENTENCES]]
    return found


def choose_table(pack: Pack, vocabulary: Mapping[str, int], sentences: Sequence[str], size: Size | None = None) -> Choice:
    """Translate the sentences with the pack (one without a shortlist) and count. size None: the smallest that changes little."""
    sources, targets = _translations(pack, sentences)
    order = np.random.default_rng(1).permutation(len(sources))
    held = order[: min(_MOST_HELD_OUT, max(1, int(_HELD_OUT * len(order))))]
    counted = order[len(held) :]
    counts = _Counts(pack, vocabulary, [sources[i] for i in counted], [targets[i] for i in counted])
    held_sources, held_targets = [sources[i] for i in held], [targets[i] for i in held]
    ranks = counts.ranks(held_sources, held_targets)
    best: tuple[float, float, Size, Shortlist] | None = None
    for tried in [size] if size else counts.sizes():
        changed = ranks.changed(tried)
        if best and (changed > MAX_CHANGED or best[0] > MAX_CHANGED) and changed >= best[0]:
            continue  # worse than the best so far, and not good enough
        table = counts.table(tried)
        mean = float(np.mean([len(table.choose([source])[0]) for source in held_sources[:300]]))
        if best is None or best[0] > MAX_CHANGED or mean < best[1]:
            best = changed, mean, tried, table
    assert best
    changed, mean, found, table = best
    return Choice(table, found, len(counted), mean, changed)


def align(sources: Sequence[Ints], targets: Sequence[Ints], width: int, rounds: int = 6) -> tuple[Ints, Ints, Floats]:
    """IBM model 1 over sets: source id, target id and how often the one is expected to have caused the other.

    sources, targets: the different ids of each pair, targets below `width`. A combination that never occurs is left out.
    """
    codes, owners, total = [], [], 0
    for a, b in zip(sources, targets, strict=True):
        if len(b):
            codes.append((a[None, :] * width + b[:, None]).ravel())
            owners.append(np.repeat(np.arange(total, total + len(b), dtype=np.int32), len(a)))
            total += len(b)
    owner = np.concatenate(owners)
    links, inverse = np.unique(np.concatenate(codes), return_inverse=True)
    source = links // width
    probability = np.full(len(links), 1e-3)
    for _ in range(rounds):
        weight = probability[inverse]
        weight /= np.bincount(owner, weight, total)[owner]
        expected = np.bincount(inverse, weight, len(links))
        probability = expected / np.maximum(np.bincount(source, expected), 1e-9)[source]
    return source, links % width, expected.astype(np.float64)


def _translations(pack: Pack, sentences: Sequence[str]) -> tuple[list[list[int]], list[tuple[int, ...]]]:
    """Source and target ids of greedy translations; sentences longer than the model's positions are left out."""
    tokenizer, network = Tokenizer.from_pack(pack), load_network(pack, threads=physical_threads(), kernel="batch")
    encoded = (tokenizer.encode(sentence) for sentence in sentences)
    sources = [ids for ids in encoded if len(ids) <= network.max_positions]
    targets: list[tuple[int, ...]] = [()] * len(sources)
    options = DecodingOptions(max_length=_MOST_TOKENS, scores=False)
    for batch in batches([len(ids) for ids in sources]):
        for i, found in zip(batch, search(network, [sources[i] for i in batch], options), strict=True):
            targets[i] = found[0].ids
    network.close()
    return sources, targets


@dataclass(frozen=True, slots=True)
class _Ranks:
    """Of each target id of the held-out outputs: which place it has among the likeliest and among the most frequent."""

    owner: Ints  # output that it belongs to
    likeliest: Ints
    frequent: Ints  # -1: in the list whatever the size is
    outputs: int

    def changed(self, size: Size) -> float:
        """Share of outputs with an id that is not in the list of its sentence."""
        missing = (self.likeliest >= size.per_source) & (self.frequent >= size.frequent)
        return len(np.unique(self.owner[missing])) / self.outputs


class _Counts:
    """What the translations say of each target id."""

    def __init__(
        self, pack: Pack, vocabulary: Mapping[str, int], sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]
    ) -> None:
        shape, tokens = pack.manifest.architecture, pack.manifest.tokens
        self._width = pack.manifest.producible_ids or shape.vocab_size
        self._vocab_size = shape.vocab_size
        pieces = {i: piece for piece, i in vocabulary.items()}
        special = {tokens.eos, tokens.unk, tokens.forced_bos, tokens.forced_eos} - {None}
        self._always = [i for i in range(self._width) if i in special or _is_always_needed(pieces.get(i, ""))]
        self._copies = _Copies({piece: i for piece, i in vocabulary.items() if i < self._width}, pieces)
        frequency = np.bincount(np.concatenate([np.array(t, np.int64) for t in targets]), minlength=self._width)
        self._by_frequency = np.argsort(-frequency, kind="stable")
        nothing = shape.vocab_size  # a source id that is in every sentence and explains what no other one does
        source, target, expected = align(
            [np.array(sorted({*ids, nothing}), np.int64) for ids in sources],
            [np.array(sorted(set(ids)), np.int64) for ids in targets],
            self._width,
        )
        order = np.lexsort((-expected, source))
        self._targets = target[order]
        self._ends = np.searchsorted(source[order], np.arange(shape.vocab_size + 1))

    def sizes(self) -> Iterator[Size]:
        """Sizes to try, the smallest first."""
        for frequent in (n for n in FREQUENT if n <= max(FREQUENT[0], self._width * MOST_OF_ALL)):
            yield from (Size(per_source, frequent) for per_source in PER_SOURCE)

    def table(self, size: Size) -> Shortlist:
        """The table of that size."""
        always = {*self._always, *self._by_frequency[: size.frequent].tolist()}
        rows = [[*self._row(i)[: size.per_source].tolist(), *self._copies.of(i)] for i in range(self._vocab_size)]
        return Shortlist.of_rows(self._width, always, [sorted({*row} - always) for row in rows])

    def ranks(self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]) -> _Ranks:
        """Places of the ids of outputs."""
        place = np.empty(self._width, np.int64)
        place[self._by_frequency] = np.arange(self._width)
        place[self._always] = -1
        likeliest = []
        for source, target in zip(sources, targets, strict=True):
            best = np.full(self._width, self._width)
            for i in set(source):
                row = self._row(i)
                best[row] = np.minimum(best[row], np.arange(len(row)))
                best[self._copies.of(i)] = -1
            likeliest.append(best[np.array(target, np.int64)])
        ids = np.concatenate([np.array(target, np.int64) for target in targets])
        return _Ranks(np.repeat(np.arange(len(targets)), [len(t) for t in targets]), np.concatenate(likeliest), place[ids], len(targets))

    def _row(self, source: int) -> Ints:
        return self._targets[self._ends[source] : self._ends[source + 1]]


class _Copies:
    """Target pieces that a source piece is written with when it is copied: names, abbreviations, code."""

    def __init__(self, producible: Mapping[str, int], pieces: Mapping[int, str]) -> None:
        self._producible, self._pieces = producible, pieces
        self._longest = max((len(piece) for piece in producible if piece.isascii()), default=0)
        self._known: dict[int, list[int]] = {}

    def of(self, source: int) -> list[int]:
        """Ids of all pieces of two characters and more that are part of the source piece."""
        if source not in self._known:
            text = self._pieces.get(source, "").removeprefix(_SPACE)
            if text.startswith(("<", ">>")):  # control pieces
                text = ""
            parts = {text[i:j] for i in range(len(text)) for j in range(i + 2, min(len(text), i + self._longest) + 1)} | {text}
            parts |= {_SPACE + part for part in (*parts, *text[:1])}
            self._known[source] = sorted(self._producible[part] for part in parts if part in self._producible) if text else []
        return self._known[source]


def _is_always_needed(piece: str) -> bool:
    """Bytes, and single characters that are no Chinese: letters, digits, punctuation, symbols."""
    text = piece.removeprefix(_SPACE)
    if text.startswith("<0x"):
        return True
    return len(text) <= 1 and (text.isascii() or unicodedata.category(text)[0] in "NPS")
