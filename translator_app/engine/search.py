"""Greedy and beam search over a network of two verbs; pure numpy, vectorised over sentences and beams.

Gives what transformers' `generate` gives (generation/utils.py, 5.24), with two differences that change no result: rows whose
sentence is finished leave the batch, and a sentence stops on its own.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from translator_app.errors import Cancelled
from translator_app.packs import TokenIds

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
_Number = TypeVar("_Number", np.float32, np.int64, np.bool_)

_NEVER = np.float32(-1e9)  # score of a beam that is not there (transformers uses the same)
_CACHE_FLOATS = 64 * 1024  # 256 KiB: with the logits themselves it fits the second-level cache
_MAX_ROWS = 64  # decoded at once: more are no faster, and each has a cache (1.5 MB in a large model)
_LEAVE_SHARE = 8  # finished rows leave once they are an eighth of the batch: leaving copies the cache of those that stay


@dataclass(frozen=True, slots=True)
class DecodingOptions:
    """How to search. Lengths count tokens with the end token, without the start token."""

    beam_size: int = 1  # 1: greedy
    n_best: int = 1  # hypotheses a sentence, at most beam_size
    length_penalty: float = 1.0  # score = sum of log-probabilities / length ** this
    early_stopping: bool = False  # stop a sentence once beam_size hypotheses are finished
    no_repeat_ngram_size: int = 0  # 0: off
    repetition_penalty: float = 1.0  # 1: off
    max_length: int = 512
    min_length: int = 0  # tokens before the end token may come
    max_length_ratio: float = 0.0  # > 0: at most this many target tokens a source token (and never under 16)
    renormalize: bool = False  # beam: probabilities again sum to 1 after ids were banned
    scores: bool = True  # greedy: compute scores (costs a pass over the logits); else they are 0


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One translation: ids without start and end token."""

    ids: tuple[int, ...]
    score: float  # sum of log-probabilities / length ** length_penalty
    finished: bool  # False: ran into max_length


class Network(Protocol):
    """A model that decodes step by step. Its state keeps the cache of every row."""

    @property
    def tokens(self) -> TokenIds:
        """The model's special ids."""

    @property
    def max_positions(self) -> int:
        """Longest source and longest target, in tokens."""

    def start(self, sources: Sequence[Sequence[int]]) -> Any:
        """Read the sources; the state to pass to `step`. Rows before the first step: one a source."""

    def listed(self, state: Any) -> Ints | None:
        """The ids that the columns of the logits stand for, ascending, with the end token; None: column i is id i."""

    def step(self, state: Any, tokens: Ints, parents: Ints) -> Floats:
        """Logits (rows, width) float32 after one more token a row; the caller may write into them until the next step.

        tokens: (rows,) int64, ids. parents: (rows,) int64: row i goes on from row parents[i] of the step before. The rows of a
        sentence stay side by side, and all sentences have as many.
        """


def search(
    network: Network, sources: Sequence[Sequence[int]], options: DecodingOptions, should_stop: Callable[[], bool] | None = None
) -> list[list[Hypothesis]]:
    """The n best hypotheses of each source, best first. Raises Cancelled when should_stop() is true; it is asked at each step."""
    run = greedy_search if options.beam_size == 1 else beam_search
    size = max(1, _MAX_ROWS // options.beam_size)
    parts = (sources[start : start + size] for start in range(0, len(sources), size))
    return [found for part in parts for found in run(network, part, options, should_stop or (lambda: False))]


def batches(lengths: Sequence[int], token_budget: int = 2048, max_rows: int = 32) -> Iterator[list[int]]:
    """Indices of sentences to decode together: of like length, longest first, at most token_budget tokens with padding."""
    batch: list[int] = []
    for index in sorted(range(len(lengths)), key=lambda i: -lengths[i]):
        if batch and (len(batch) >= max_rows or lengths[batch[0]] * (len(batch) + 1) > token_budget):
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def greedy_search(
    network: Network, sources: Sequence[Sequence[int]], options: DecodingOptions, should_stop: Callable[[], bool]
) -> list[list[Hypothesis]]:
    """The likeliest token at each step."""
    limits = _limits(network, sources, options)
    longest = int(limits.max())
    state = network.start(sources)
    columns = _Columns(network.tokens, network.listed(state))
    tokens = columns.tokens
    history = np.full((len(sources), longest + 1), tokens.decoder_start, np.int64)  # (rows, 1 + tokens so far), columns
    score = np.zeros(len(sources), np.float64)
    length = limits.copy()
    alive = rows = np.arange(len(sources))  # source of each row; the rows themselves
    limit, first = limits, int(limits.min())  # of each row; of the one that reaches it first
    running = np.ones(len(sources), bool)  # rows that have not ended
    fed, parents = columns.ids(history[:, 0]), rows
    for t in range(longest):
        if should_stop():
            raise Cancelled
        logits = network.step(state, fed, parents)  # (rows, width)
        last = limit <= t + 1 if t + 1 >= first else None
        _apply_rules(logits, history[alive, : t + 1] if _needs_history(options) else history, t, last, tokens, options)
        choice = logits.argmax(1)  # (rows,)
        if options.scores:
            score[alive] += np.where(running, logits[rows, choice] - _log_sum_exp(logits), 0)
        history[alive, t + 1] = choice
        ends = running & (choice == tokens.eos)
        if last is not None or ends.any():
            length[alive[ends]] = t + 1
            running &= ~ends if last is None else ~(ends | last)
            if not running.any():
                break
        fed, parents = columns.ids(choice), rows
        if len(alive) > 1 and (len(alive) - running.sum()) * _LEAVE_SHARE >= len(alive):
            parents = np.flatnonzero(running)
            alive, fed, limit, running = alive[parents], fed[parents], limit[parents], running[parents]
            rows = np.arange(len(alive))
    return [
        [columns.hypothesis(history[i, 1 : length[i] + 1], float(score[i] / length[i] ** options.length_penalty), int(limits[i]))]
        for i in range(len(sources))
    ]


def beam_search(
    network: Network, sources: Sequence[Sequence[int]], options: DecodingOptions, should_stop: Callable[[], bool]
) -> list[list[Hypothesis]]:
    """The best of beam_size hypotheses kept at each step; 2 x beam_size candidates, since any of them may end."""
    limits, k = _limits(network, sources, options), options.beam_size
    longest = int(limits.max())
    state = network.start(sources)
    columns = _Columns(network.tokens, network.listed(state))
    tokens = columns.tokens
    results: list[list[Hypothesis]] = [[] for _ in sources]
    alive = np.arange(len(sources))  # source of each sentence in the batch
    # One beam at first, since all would be the same; k from the second step on.
    history = np.full((len(sources), 1, longest + 1), tokens.decoder_start, np.int64)  # (batch, beams, 1 + tokens so far), columns
    scores = np.zeros((len(sources), 1), np.float32)  # (batch, beams) sums of log-probabilities
    finished: list[list[tuple[float, Ints]]] = [[] for _ in sources]  # up to k (normalised score, ids) a source, best first
    parents = alive
    for t in range(longest):
        if should_stop():
            raise Cancelled
        logits = network.step(state, columns.ids(history[:, :, t].reshape(-1)), parents)  # (batch * beams, width)
        norm = _log_sum_exp(logits)  # (batch * beams,): log-probability = logit - norm
        beams = scores.shape[1]
        last = t + 1 >= limits[alive]  # (batch,)
        rows_last = np.repeat(last, beams) if last.any() else None
        if options.repetition_penalty != 1 or _forces(t, rows_last, tokens):  # these need log-probabilities, not logits
            logits -= norm[:, None]
            norm[:] = 0
        _apply_rules(logits, history[:, :, : t + 1].reshape(-1, t + 1), t, rows_last, tokens, options)
        if options.renormalize:
            norm = _log_sum_exp(logits)
        best, beam, token = _top(logits, scores - norm.reshape(scores.shape), 2 * k)  # (batch, 2 * beams) each
        ends = (token == tokens.eos) | last[:, None]
        divisor = (t + 1) ** options.length_penalty
        for b, c in zip(*np.nonzero(ends[:, :k]), strict=True):  # only the best k may finish
            ids = np.append(history[b, beam[b, c], 1 : t + 1], token[b, c])
            _insert(finished[alive[b]], float(best[b, c]) / divisor, ids, k)
        keep = np.argsort(ends, axis=1, kind="stable")[:, :k]  # the best k that go on
        scores, beam = np.where(_take(ends, keep), _NEVER, _take(best, keep)), _take(beam, keep)
        history = history[np.arange(len(alive))[:, None], beam]
        history[:, :, t + 1] = _take(token, keep)
        stop = last | _cannot_improve([finished[i] for i in alive], scores[:, 0] / divisor, options)
        parents = np.arange(len(alive))[:, None] * beams + beam
        if stop.any():
            for i in alive[stop]:
                results[i] = [columns.hypothesis(ids, score, int(limits[i])) for score, ids in finished[i][: options.n_best]]
            alive, history, scores, parents = alive[~stop], history[~stop], scores[~stop], parents[~stop]
            if not len(alive):
                break
        parents = parents.reshape(-1)
    return results


class _Columns:
    """Columns of the logits and the ids that they stand for: the search knows columns only."""

    def __init__(self, tokens: TokenIds, listed: Ints | None) -> None:
        """tokens: the model's special ids. listed: see `Network.listed`."""
        self._listed = listed
        self.tokens = tokens  # the same as columns; beyond the last column: can't be produced
        if listed is not None:
            self._listed = np.append(listed, tokens.decoder_start)  # which need not be among them

            def column(token: int) -> int:
                place = int(np.searchsorted(listed, token))
                return place if place < len(listed) and listed[place] == token else len(listed)

            forced_bos, forced_eos = (None if token is None else column(token) for token in (tokens.forced_bos, tokens.forced_eos))
            banned = tuple(column(token) for token in tokens.banned)
            start, eos = column(tokens.decoder_start), column(tokens.eos)
            self.tokens = replace(tokens, decoder_start=start, eos=eos, forced_bos=forced_bos, forced_eos=forced_eos, banned=banned)

    def ids(self, columns: Ints) -> Ints:
        """The ids of columns."""
        return columns if self._listed is None else self._listed[columns]

    def hypothesis(self, columns: Ints, score: float, limit: int) -> Hypothesis:
        """columns: up to and with the end token, if there is one."""
        tokens = self.tokens
        ended = len(columns) > 0 and int(columns[-1]) == tokens.eos
        forced = tokens.forced_eos is not None and len(columns) >= limit  # the end token was not the model's choice
        return Hypothesis(tuple(map(int, self.ids(columns[:-1] if ended else columns))), score, ended and not forced)


def _limits(network: Network, sources: Sequence[Sequence[int]], options: DecodingOptions) -> Ints:
    """Most tokens of each source's translation. (sources,)"""
    most = min(options.max_length, network.max_positions)
    if options.max_length_ratio <= 0:
        return np.full(len(sources), most, np.int64)
    lengths = np.array([len(source) for source in sources])
    return np.minimum(most, np.maximum(16, np.ceil(lengths * options.max_length_ratio))).astype(np.int64)


def _needs_history(options: DecodingOptions) -> bool:
    return options.repetition_penalty != 1 or options.no_repeat_ngram_size > 0


def _apply_rules(scores: Floats, history: Ints, t: int, last: Bools | None, tokens: TokenIds, options: DecodingOptions) -> None:
    """Change scores (rows, width) in place, in transformers' order.

    history: (rows, 1 + t) with the start token, read if `_needs_history`. last: rows that choose their last token; None: none.
    """
    width = scores.shape[1]
    if options.repetition_penalty != 1:
        for row, seen in zip(scores, history, strict=True):
            ids = np.unique(seen[seen < width])
            row[ids] = np.where(row[ids] < 0, row[ids] * options.repetition_penalty, row[ids] / options.repetition_penalty)
    if options.no_repeat_ngram_size:
        rows, ids = _repeating(history, options.no_repeat_ngram_size)
        scores[rows[ids < width], ids[ids < width]] = -np.inf
    for token in tokens.banned:
        if token < width:
            scores[:, token] = -np.inf
    if t < options.min_length:
        scores[:, tokens.eos] = -np.inf
    if t == 0 and tokens.forced_bos is not None:
        _force(scores, slice(None), tokens.forced_bos)
    if tokens.forced_eos is not None and last is not None:
        _force(scores, last, tokens.forced_eos)


def _forces(t: int, last: Bools | None, tokens: TokenIds) -> bool:
    return (t == 0 and tokens.forced_bos is not None) or (tokens.forced_eos is not None and last is not None)


def _force(scores: Floats, rows: Any, token: int) -> None:
    scores[rows] = -np.inf
    scores[rows, token] = 0


def _repeating(history: Ints, size: int) -> tuple[Ints, Ints]:
    """Rows and ids that would complete an n-gram a second time in their row. history: (rows, 1 + t)"""
    length = history.shape[1]
    if length < size:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    again = np.ones((len(history), length - size + 1), bool)  # (rows, n-grams): begins as the row ends
    for i in range(size - 1):
        again &= history[:, i : length - size + 1 + i] == history[:, length - size + 1 + i, None]
    rows, starts = np.nonzero(again)
    return rows, history[rows, starts + size - 1]


def _log_sum_exp(logits: Floats) -> Floats:
    """Row by row, in blocks that stay in the processor's cache. (rows, width) float32 -> (rows,)"""
    rows, width = logits.shape
    out = np.empty(rows, np.float32)
    height = max(1, _CACHE_FLOATS // width)
    buffer = np.empty((height, width), np.float32)
    for start in range(0, rows, height):
        block = logits[start : start + height]
        top = block.max(1)
        part = buffer[: len(block)]
        np.subtract(block, top[:, None], out=part)
        np.exp(part, out=part)
        out[start : start + height] = top + np.log(np.einsum("ij->i", part))  # vector sums: three times as fast as part.sum(1)
    return out


def _top(logits: Floats, scores: Floats, n: int) -> tuple[Floats, Ints, Ints]:
    """The n best continuations of each sentence, best first: sums, beams, tokens, (batch, n) each.

    logits: (batch * beams, width); scores: (batch, beams), what to add to the logits of a beam.
    """
    batch, beams = scores.shape
    tokens = _largest(logits, min(n, logits.shape[1]))  # (batch * beams, n of a row)
    sums = (_take(logits, tokens).reshape(batch, beams, -1) + scores[:, :, None]).reshape(batch, -1)
    order = np.argsort(-sums, axis=1, kind="stable")[:, :n]
    return _take(sums, order), order // tokens.shape[1], _take(tokens.reshape(batch, -1), order)


def _largest(rows: Floats, n: int) -> Ints:
    """Indices of the n largest of each row, in any order. (rows, width) -> (rows, n)

    Seen as a table, they lie in the n columns with the largest maxima: a pass of vector maxima instead of a partition.
    """
    count, width = rows.shape
    columns = 1024 if width >= 16 * 1024 else 256
    height = width // columns
    if height < 2 or columns < 4 * n:
        return np.argpartition(-rows, n - 1, axis=1)[:, :n]
    maxima = rows[:, : height * columns].reshape(count, height, columns).max(1)
    chosen = np.argpartition(-maxima, n - 1, axis=1)[:, :n]
    cells = (chosen[:, :, None] + np.arange(height) * columns).reshape(count, -1)
    rest = np.broadcast_to(np.arange(height * columns, width), (count, width - height * columns))
    candidates = np.concatenate([cells, rest], axis=1)
    return _take(candidates, np.argpartition(-_take(rows, candidates), n - 1, axis=1)[:, :n])


def _take(table: npt.NDArray[_Number], columns: Ints) -> npt.NDArray[_Number]:
    """Elements of each row by their columns: np.take_along_axis for two dimensions, several times as fast. (rows, n)"""
    taken: npt.NDArray[_Number] = table.reshape(-1)[columns + np.arange(len(table))[:, None] * table.shape[1]]
    return taken


def _insert(finished: list[tuple[float, Ints]], score: float, ids: Ints, most: int) -> None:
    """Keep the best `most`, best first; of equals the earlier."""
    place = next((i for i, (other, _) in enumerate(finished) if score > other), len(finished))
    finished.insert(place, (score, ids))
    del finished[most:]


def _cannot_improve(
    finished: Sequence[Sequence[tuple[float, Ints]]], best_running: Floats, options: DecodingOptions
) -> npt.NDArray[np.bool_]:
    """Which sentences are done: beam_size hypotheses, and (as transformers estimates) nothing better to come. (batch,)"""
    full: npt.NDArray[np.bool_] = np.array([len(f) >= options.beam_size for f in finished])
    if not options.early_stopping:
        full &= np.array([not f or best <= f[-1][0] for f, best in zip(finished, best_running, strict=True)])
    return full
