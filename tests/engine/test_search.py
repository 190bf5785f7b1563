"""Search against brute force and against itself, with a network whose every answer is written down."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from translator_app.engine import search as search_module
from translator_app.engine.search import DecodingOptions, Hypothesis, batches, search
from translator_app.errors import Cancelled
from translator_app.manifest import TokenIds

EOS, PAD = 0, 9
WIDTH = 6  # ids 0-5 can be produced
TOKENS = TokenIds(pad=PAD, eos=EOS, unk=1, decoder_start=PAD)


class ScriptedNetwork:
    """Logits that depend on the source and the whole prefix. The prefix lives in the cache only: a wrong reorder changes it."""

    def __init__(self, tokens: TokenIds = TOKENS, *, sharpness: float = 2.0) -> None:
        self.tokens = tokens
        self.max_positions = 20
        self.sharpness = sharpness
        self.rows: list[int] = []  # of each step

    def start(self, sources: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
        return [tuple(source) for source in sources]

    def listed(self, state: list[tuple[int, ...]]) -> npt.NDArray[np.int64] | None:
        return None

    def step(self, state: list[tuple[int, ...]], tokens: npt.NDArray[np.int64], parents: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        state[:] = [(*state[parent], int(token)) for token, parent in zip(tokens, parents, strict=True)]
        self.rows.append(len(state))
        return np.stack([self.logits(prefix) for prefix in state])

    def logits(self, prefix: tuple[int, ...]) -> npt.NDArray[np.float32]:
        return np.random.default_rng(prefix).standard_normal(WIDTH).astype(np.float32) * np.float32(self.sharpness)


def log_probs(network: ScriptedNetwork, prefix: tuple[int, ...]) -> npt.NDArray[np.float64]:
    logits = network.logits(prefix).astype(np.float64)
    return np.asarray(logits - np.log(np.exp(logits).sum()))


def brute_force(network: ScriptedNetwork, source: tuple[int, ...], max_length: int, penalty: float) -> tuple[float, tuple[int, ...]]:
    """Best of all sequences that end, or have max_length tokens."""
    best: tuple[float, tuple[int, ...]] = (-np.inf, ())
    for length in range(1, max_length + 1):
        for ids in itertools.product(range(WIDTH), repeat=length):
            if EOS in ids[:-1] or (ids[-1] != EOS and length < max_length):
                continue
            prefix = (*source, PAD)
            total = sum(float(log_probs(network, prefix + ids[:i])[token]) for i, token in enumerate(ids))
            best = max(best, (total / length**penalty, ids))
    return best


@pytest.mark.parametrize("penalty", [0.0, 1.0, 1.5])
@pytest.mark.parametrize("seed", range(4))
def test_a_beam_wide_enough_is_brute_force(seed: int, penalty: float) -> None:
    network = ScriptedNetwork()
    score, ids = brute_force(network, (seed,), 4, penalty)
    # 5 ** 3 open prefixes at most; transformers' stopping rule is only an estimate, so start it from complete beams
    [[found, *_]] = search(network, [[seed]], DecodingOptions(beam_size=160, max_length=4, length_penalty=penalty))
    assert found.ids == tuple(token for token in ids if token != EOS)
    assert found.score == pytest.approx(score, abs=1e-5)
    assert found.finished == (ids[-1] == EOS)


def test_greedy_takes_the_likeliest_token() -> None:
    network = ScriptedNetwork()
    [[found]] = search(network, [[3]], DecodingOptions(max_length=8))
    prefix: tuple[int, ...] = (3, PAD)
    total, ids = 0.0, []
    for _ in range(8):
        row = log_probs(network, prefix)
        token = int(row.argmax())
        total += float(row[token])
        prefix += (token,)
        ids.append(token)
        if token == EOS:
            break
    assert found.ids == tuple(token for token in ids if token != EOS)
    assert found.score == pytest.approx(total / len(ids), abs=1e-5)
    [[without]] = search(network, [[3]], DecodingOptions(max_length=8, scores=False))
    assert (without.ids, without.score) == (found.ids, 0.0)


@settings(max_examples=40, deadline=None)
@given(
    sources=st.lists(st.lists(st.integers(0, 50), min_size=1, max_size=4), min_size=1, max_size=12),
    beam_size=st.integers(1, 5),
    early=st.booleans(),
    ngram=st.sampled_from([0, 2]),
    ratio=st.sampled_from([0.0, 5.0]),
)
def test_a_batch_equals_its_rows_one_by_one(sources: list[list[int]], beam_size: int, early: bool, ngram: int, ratio: float) -> None:
    options = DecodingOptions(
        beam_size=beam_size,
        n_best=beam_size,
        early_stopping=early,
        no_repeat_ngram_size=ngram,
        max_length=18,
        max_length_ratio=ratio,
    )
    network = ScriptedNetwork()
    together = search(network, sources, options)
    assert together == [search(network, [source], options)[0] for source in sources]
    for hypotheses in together:
        scores = [h.score for h in hypotheses]
        assert 1 <= len(hypotheses) <= beam_size
        assert scores == sorted(scores, reverse=True)
        assert len({(h.ids, h.finished) for h in hypotheses}) == len(hypotheses)


def scripted(answers: Mapping[tuple[int, ...], Sequence[float]], tokens: TokenIds = TOKENS) -> ScriptedNetwork:
    """A network that gives the probabilities written down for a prefix; else the end token."""

    class Written(ScriptedNetwork):
        def logits(self, prefix: tuple[int, ...]) -> npt.NDArray[np.float32]:
            row = answers.get(prefix[2:], (1, 0, 0, 0, 0, 0))
            return np.asarray(np.log(np.array(row, np.float32) + np.float32(1e-9)))

    return Written(tokens)


def test_end_token_at_the_first_step() -> None:
    for beam_size in (1, 3):
        [[best, *_]] = search(scripted({}), [[1]], DecodingOptions(beam_size=beam_size))
        assert best == Hypothesis((), best.score, finished=True)
        assert best.score == pytest.approx(0, abs=1e-4)


def test_length_penalty_flips_the_winner() -> None:
    network = scripted({(): (0.4, 0.6, 0, 0, 0, 0), (1,): (0.0, 0, 1, 0, 0, 0), (1, 2): (0.6, 0.4, 0, 0, 0, 0)})
    short, long = (search(network, [[1]], DecodingOptions(beam_size=3, length_penalty=p))[0][0].ids for p in (0.0, 1.0))
    assert (short, long) == ((), (1, 2))


def test_a_loop_runs_into_the_limit_and_says_so() -> None:
    network = scripted({(1,) * n: (0, 1, 0, 0, 0, 0) for n in range(30)})
    for beam_size in (1, 2):
        [[best, *_]] = search(network, [[1]], DecodingOptions(beam_size=beam_size, max_length=7))
        assert (best.ids, best.finished) == ((1,) * 7, False)
    forced = scripted({(1,) * n: (0, 1, 0, 0, 0, 0) for n in range(30)}, replace(TOKENS, forced_eos=EOS))
    [[best]] = search(forced, [[1]], DecodingOptions(max_length=7))
    assert (best.ids, best.finished) == ((1,) * 6, False)


def test_never_past_the_positions_of_the_model() -> None:
    network = scripted({(1,) * n: (0, 1, 0, 0, 0, 0) for n in range(30)})
    [[best]] = search(network, [[1]], DecodingOptions(max_length=500))
    assert len(best.ids) == network.max_positions
    [[best]] = search(network, [[1]], DecodingOptions(max_length=500, max_length_ratio=2.0))
    assert len(best.ids) == 16


def test_banned_ids_are_never_produced() -> None:
    banned = replace(TOKENS, banned=(1, 77))
    for beam_size in (1, 2):
        [[best, *_]] = search(scripted({(): (0, 0.9, 0.1, 0, 0, 0)}, banned), [[1]], DecodingOptions(beam_size=beam_size))
        assert best.ids == (2,)


def test_first_token_is_forced() -> None:
    [[best]] = search(scripted({}, replace(TOKENS, forced_bos=4)), [[1]], DecodingOptions())
    assert best.ids == (4,)


def test_no_ngram_comes_twice() -> None:
    network = ScriptedNetwork(sharpness=0.1)
    found = search(network, [[i] for i in range(6)], DecodingOptions(no_repeat_ngram_size=2, min_length=15, max_length=15))
    for [best] in found:
        pairs = list(itertools.pairwise(best.ids))
        assert len(set(pairs)) == len(pairs) == 14


def test_repetition_penalty_prefers_new_tokens() -> None:
    answers = {(): (0, 0.6, 0.4, 0, 0, 0), (1,): (0.0, 0.6, 0.4, 0, 0, 0), (1, 1): (1, 0, 0, 0, 0, 0), (1, 2): (1, 0, 0, 0, 0, 0)}
    plain = search(scripted(answers), [[1]], DecodingOptions())[0][0].ids
    penalised = search(scripted(answers), [[1]], DecodingOptions(repetition_penalty=3.0))[0][0].ids
    assert (plain, penalised) == ((1, 1), (1, 2))


@pytest.mark.parametrize("beam_size", [1, 4])
def test_stops_within_a_step(beam_size: int) -> None:
    network = scripted({(1,) * n: (0, 1, 0, 0, 0, 0) for n in range(30)})
    asked = itertools.count()
    with pytest.raises(Cancelled):
        search(network, [[1], [2]], DecodingOptions(beam_size=beam_size), lambda: next(asked) == 5)
    assert len(network.rows) == 5


@pytest.mark.parametrize("beam_size", [1, 4])
def test_finished_rows_leave_the_batch(beam_size: int) -> None:
    class Lengths(ScriptedNetwork):  # source n ends after n tokens
        def logits(self, prefix: tuple[int, ...]) -> npt.NDArray[np.float32]:
            row = np.full(WIDTH, -20, np.float32)
            row[EOS if len(prefix) - 2 >= prefix[0] else 1] = 0
            return row

    network = Lengths()
    found = search(network, [[n] for n in (1, 9, 2, 3)], DecodingOptions(beam_size=beam_size))
    assert [len(h[0].ids) for h in found] == [1, 9, 2, 3]
    assert network.rows[:2] == [4, 4 * beam_size]  # beams part at the first step
    assert network.rows[-1] == beam_size
    assert sum(network.rows) <= 24 * beam_size


@pytest.mark.parametrize(("beam_size", "rows"), [(1, 64), (4, 64), (100, 100)])
def test_many_sources_are_decoded_in_parts(beam_size: int, rows: int) -> None:
    network = ScriptedNetwork()
    sources = [[n] for n in range(70)]
    options = DecodingOptions(beam_size=beam_size, max_length=3)
    assert search(network, sources, options) == [search(ScriptedNetwork(), [source], options)[0] for source in sources]
    assert max(network.rows) <= rows


def test_no_sources() -> None:
    assert search(ScriptedNetwork(), [], DecodingOptions()) == []


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 500), max_size=60), st.integers(1, 16))
def test_batches_hold_every_sentence_once(lengths: list[int], max_rows: int) -> None:
    found = list(batches(lengths, token_budget=1000, max_rows=max_rows))
    assert sorted(i for batch in found for i in batch) == list(range(len(lengths)))
    for batch in found:
        assert len(batch) <= max_rows
        assert len(batch) == 1 or len(batch) * max(lengths[i] for i in batch) <= 1000


@pytest.mark.parametrize("width", [5, 300, 511, 512, 8000, 65001])
def test_largest_of_each_row(width: int) -> None:
    rows = np.random.default_rng(width).standard_normal((3, width)).astype(np.float32)
    rows[1] = np.sort(rows[1])
    n = min(8, width)
    found = search_module._largest(rows, n)
    np.testing.assert_array_equal(np.sort(found, 1), np.sort(np.argsort(-rows, 1)[:, :n], 1))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_n_grams_are_found_in_each_row(size: int) -> None:
    history = np.random.default_rng(size).integers(0, 4, (7, 12))
    rows, ids = search_module._repeating(history, size)
    found = {(int(r), int(i)) for r, i in zip(rows, ids, strict=True)}
    expected = set()
    for row, seen in enumerate(history.tolist()):
        grams = {tuple(seen[i : i + size]) for i in range(len(seen) - size + 1)}
        tail = tuple(seen[len(seen) - size + 1 :])
        expected |= {(row, gram[-1]) for gram in grams if gram[:-1] == tail}
    assert found == expected
    assert search_module._repeating(history[:, : size - 1], size)[0].size == 0


class Listing(ScriptedNetwork):
    """Answers for some ids only: those that `listed` names, or all with the others forbidden."""

    ids = np.array([0, 2, 3, 5])

    def __init__(self, tokens: TokenIds, *, compact: bool) -> None:
        super().__init__(tokens)
        self._compact = compact

    def listed(self, state: list[tuple[int, ...]]) -> npt.NDArray[np.int64] | None:
        return self.ids if self._compact else None

    def logits(self, prefix: tuple[int, ...]) -> npt.NDArray[np.float32]:
        logits = super().logits(prefix)
        logits[[1, 4]] = -np.inf
        return logits.take(self.ids) if self._compact else logits


LISTING_TOKENS = (
    TOKENS,
    replace(TOKENS, banned=(PAD, 3)),
    replace(TOKENS, banned=(1, 4), forced_eos=0),
    replace(TOKENS, forced_bos=5, decoder_start=2),
    replace(TOKENS, eos=5, decoder_start=4),
)


@pytest.mark.parametrize("tokens", LISTING_TOKENS)
@pytest.mark.parametrize(
    "options",
    [
        DecodingOptions(max_length=6),
        DecodingOptions(max_length=6, repetition_penalty=1.5, no_repeat_ngram_size=2, min_length=3),
        DecodingOptions(max_length=6, beam_size=2, n_best=2),
        DecodingOptions(max_length=6, beam_size=2, repetition_penalty=1.5, no_repeat_ngram_size=1, renormalize=True),
    ],
)
def test_logits_of_listed_ids_only(tokens: TokenIds, options: DecodingOptions) -> None:
    sources = [[seed] for seed in range(12)]
    compact, full = (search(Listing(tokens, compact=compact), sources, options) for compact in (True, False))
    for one, other in zip(compact, full, strict=True):
        assert [(h.ids, h.finished) for h in one] == [(h.ids, h.finished) for h in other]
        assert [h.score for h in one] == pytest.approx([h.score for h in other], abs=1e-5)
