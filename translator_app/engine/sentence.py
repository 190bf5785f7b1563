"""One sentence to Chinese, as well as this pack can: shield, decode, check, and try again differently when a check fails.

Sentences come and go in lists, so that first attempts share batches and so do retries.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from translator_app.engine import checks, shield, typography
from translator_app.engine.checks import Warning
from translator_app.engine.gloss import Dictionary, gloss
from translator_app.engine.search import DecodingOptions, Hypothesis, Network, batches, search
from translator_app.engine.segment import clean, sentence_case, split_long
from translator_app.engine.shield import Thing
from translator_app.engine.terms import TermBase
from translator_app.engine.tokenizer import Tokenizer
from translator_app.packs import Manifest

MAX_SOURCE_TOKENS = 100  # longer sentences are split at clauses: these models were trained on sentences of at most about that length
MAX_LENGTH_RATIO = 2.5  # target tokens a source token; what gets there is a loop, not a translation

_HARD = frozenset(
    {"empty", "punctuation", "no-han", "loop", "too-short", "too-long", "length-limit", "unknown", "untranslated", "unrelated"}
)
_SPACED_KINDS = frozenset({"url", "email", "path"})  # Han right behind them would be taken for a part of them
_LETTER = re.compile(r"[^\W\d_]")
_UNKNOWN = re.compile("<unk>|[▁⁇\ufffd]")
_END_MARKS = {".": "。", "!": "！", "?": "？", ",": "，", ";": "；", ":": "："}
_ANY_END = "。！？，；：…—.!?,;:、"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to translate a sentence."""

    beam_size: int | None = None  # None: as asked
    no_repeat_ngram_size: int | None = None
    around: bool = False  # translate the parts between shielded things instead of masking them
    numbers: bool = False  # shield numbers too
    max_tokens: int = MAX_SOURCE_TOKENS  # longer parts are split at clauses
    lower: bool = False  # all in lower case


FIRST = Attempt()
LADDER = (
    Attempt(beam_size=4, no_repeat_ngram_size=3, around=True),
    Attempt(beam_size=4, no_repeat_ngram_size=2, around=True, numbers=True, max_tokens=24),
    Attempt(beam_size=2, no_repeat_ngram_size=2, around=True, numbers=True, max_tokens=9, lower=True),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A translated sentence."""

    target: str
    score: float | None  # mean log-probability a token, of the worst part
    warnings: tuple[Warning, ...]
    term_hits: int = 0
    retried: bool = False


@dataclass(slots=True)
class _Draft:
    """A sentence on its way: pieces are what stays (things, white space) and units for the model, by number."""

    source: str
    things: list[Thing]
    masked: bool
    pieces: list[str | Thing | int]
    units: list[str]


class SentenceTranslator:
    """Translates sentences with one pack; owns no thread. Not for use by two threads at once."""

    def __init__(
        self, manifest: Manifest, tokenizer: Tokenizer, terms: TermBase | None, dictionary: Dictionary | None, *, scores: bool = False
    ) -> None:
        self._scores = scores  # greedy search leaves them out unless asked: they cost a pass over the vocabulary each step
        self._manifest = manifest
        self._tokenizer = tokenizer
        self._terms = terms
        self._dictionary = dictionary
        # one position is kept for </s>, one for the start token
        self._limit = min(MAX_SOURCE_TOKENS, manifest.architecture.max_positions - 2)

    def translate(
        self,
        network: Network,
        sentences: Sequence[str],
        *,
        beam_size: int | None = None,
        keep: "re.Pattern[str] | None" = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> list[Outcome]:
        """Translate each sentence; a failed check starts the ladder of other attempts. Raises Cancelled."""
        outcomes = self._attempt(network, sentences, FIRST, beam_size, keep, should_stop)
        for attempt in LADDER:
            bad = [i for i, outcome in enumerate(outcomes) if outcome.warnings]
            if not bad:
                return outcomes
            again = self._attempt(network, [sentences[i] for i in bad], attempt, beam_size, keep, should_stop)
            for i, outcome in zip(bad, again, strict=True):
                outcomes[i] = replace(min(outcomes[i], outcome, key=_badness), retried=True)
            if attempt is LADDER[0]:
                self._look_up_words(sentences, outcomes)
        for i, outcome in enumerate(outcomes):
            if _HARD & {w.code for w in outcome.warnings}:
                outcomes[i] = self._gloss(sentences[i], outcome, keep)
            if "unknown" in {w.code for w in outcomes[i].warnings}:  # said in the warning, never shown
                outcomes[i] = replace(outcomes[i], target=_UNKNOWN.sub("", outcomes[i].target))
        return outcomes

    def alternatives(
        self, network: Network, sentence: str, count: int, keep: "re.Pattern[str] | None", should_stop: Callable[[], bool] | None
    ) -> list[str]:
        """Up to `count` different translations of a sentence, best first, by beam search."""
        draft = self._draft(sentence, FIRST, keep)
        options = replace(self._options(max(4, count), None), n_best=count)
        found = search(network, [self._tokenizer.encode(unit) for unit in draft.units], options, should_stop)
        best = [hypotheses[0] for hypotheses in found]
        targets: list[str] = []
        for rank in range(count):
            for unit, hypotheses in enumerate(found):
                if rank < len(hypotheses):
                    chosen = [*best[:unit], hypotheses[rank], *best[unit + 1 :]]
                    target = self._finish(draft, chosen).target
                    if target and target not in targets:
                        targets.append(target)
        return targets[:count]

    # -- one attempt

    def _attempt(
        self,
        network: Network,
        sentences: Sequence[str],
        attempt: Attempt,
        beam_size: int | None,
        keep: "re.Pattern[str] | None",
        should_stop: Callable[[], bool] | None,
    ) -> list[Outcome]:
        drafts = [self._draft(sentence, attempt, keep) for sentence in sentences]
        units = [unit for draft in drafts for unit in draft.units]
        found = self._decode(network, units, attempt.beam_size or beam_size, attempt.no_repeat_ngram_size, should_stop)
        outcomes, at = [], 0
        for draft in drafts:
            outcomes.append(self._finish(draft, found[at : at + len(draft.units)]))
            at += len(draft.units)
        return outcomes

    def _draft(self, sentence: str, attempt: Attempt, keep: "re.Pattern[str] | None") -> _Draft:
        text = sentence_case(sentence)
        things = shield.find_things(text, self._terms, keep)
        if attempt.numbers:
            taken = [range(t.start, t.start + len(t.text)) for t in things]
            more = [n for n in shield.numbers(text) if not any(r.start < n.start + len(n.text) and n.start < r.stop for r in taken)]
            things = sorted([*things, *more], key=lambda t: t.start)
        placeholder = self._manifest.placeholder
        masked = bool(things) and placeholder is not None and not attempt.around
        parts = [shield.mask(text, things, placeholder)] if masked and placeholder else shield.around(text, things)
        draft = _Draft(text, things, masked, [], [])
        for part in parts:
            if isinstance(part, Thing):
                draft.pieces.append(part)
            else:
                self._add_units(draft, part, attempt)
        return draft

    def _add_units(self, draft: _Draft, text: str, attempt: Attempt) -> None:
        limit = min(self._limit, attempt.max_tokens)
        for part in split_long(text, limit, self._tokenizer.length):
            before, core, after = _edges(part)
            core = clean(core)
            draft.pieces.append(before)
            if _LETTER.search(core):
                draft.pieces.append(len(draft.units))
                draft.units.append(core.lower() if attempt.lower else core)
            else:
                draft.pieces.append(core)
            draft.pieces.append(after)

    def _options(self, beam_size: int | None, no_repeat_ngram_size: int | None) -> DecodingOptions:
        defaults = self._manifest.search
        return DecodingOptions(
            beam_size=beam_size or defaults.beam_size,
            length_penalty=defaults.length_penalty,
            early_stopping=defaults.early_stopping,
            no_repeat_ngram_size=defaults.no_repeat_ngram_size if no_repeat_ngram_size is None else no_repeat_ngram_size,
            repetition_penalty=defaults.repetition_penalty,
            max_length=defaults.max_length,
            max_length_ratio=MAX_LENGTH_RATIO,
            scores=self._scores,
        )

    def _decode(
        self,
        network: Network,
        units: Sequence[str],
        beam_size: int | None,
        no_repeat_ngram_size: int | None,
        should_stop: Callable[[], bool] | None,
    ) -> list[Hypothesis]:
        """Decode every unit once, in batches of similar length."""
        ids = {unit: self._tokenizer.encode(unit) for unit in units}
        unique = list(ids)
        best: dict[str, Hypothesis] = {}
        options = self._options(beam_size, no_repeat_ngram_size)
        for batch in batches([len(ids[unit]) for unit in unique]):
            found = search(network, [ids[unique[i]] for i in batch], options, should_stop)
            best.update((unique[i], hypotheses[0]) for i, hypotheses in zip(batch, found, strict=True))
        return [best[unit] for unit in units]

    def _finish(self, draft: _Draft, found: Sequence[Hypothesis]) -> Outcome:
        """Put the pieces together, unmask, set Chinese punctuation, check."""
        targets = [match_end(unit, self._tokenizer.decode(h.ids)) for unit, h in zip(draft.units, found, strict=True)]
        if draft.masked and self._manifest.placeholder:
            text = "".join(targets[p] if isinstance(p, int) else str(p) for p in draft.pieces)
            text, missing = shield.unmask(text, draft.things, self._manifest.placeholder)
        else:
            text, missing = _assemble(draft.pieces, targets), []
        text = typography.chinese(match_end(draft.source, text.strip()))
        finished = all(h.finished for h in found)
        # a shielded number may come back written otherwise; its value is checked, not its form
        exact = [thing for thing in draft.things if thing.kind != "number"]
        warnings = checks.check(draft.source, text, things=exact, finished=finished)
        if missing and not any(w.code == "shield" for w in warnings):
            warnings = [*warnings, Warning("shield", str(len(missing)))]
        hits = sum(thing.kind == "term" for thing in draft.things)
        return Outcome(text, min((h.score for h in found), default=None), tuple(warnings), hits)

    # -- when the model fails

    def _look_up_words(self, sentences: Sequence[str], outcomes: list[Outcome]) -> None:
        """Use the dictionary for a lone word or set phrase that the model could not translate."""
        if self._dictionary is None:
            return
        for i, outcome in enumerate(outcomes):
            words = sentences[i].split()
            if outcome.warnings and len(words) <= 4:
                core = sentences[i].strip().rstrip(".!?,;:")
                found = self._dictionary.best(sentence_case(core))
                if found:
                    outcomes[i] = Outcome(typography.chinese(match_end(sentences[i], found)), None, (), 0, retried=True)

    def _gloss(self, sentence: str, outcome: Outcome, keep: "re.Pattern[str] | None") -> Outcome:
        """Last resort: word by word from the dictionary, said so; kept only when it loses less than the best attempt."""
        if self._dictionary is None:
            return outcome
        text = sentence_case(sentence)
        things = shield.find_things(text, self._terms, keep)
        pieces: list[str | Thing | int] = []
        targets: list[str] = []
        for part in shield.around(text, things):
            if isinstance(part, Thing):
                pieces.append(part)
                continue
            before, core, after = _edges(part)
            pieces += [before, len(targets), after] if core else [before]
            targets += [gloss(core, self._dictionary)] if core else []
        target = typography.chinese(match_end(text, _assemble(pieces, targets)))
        warnings = (Warning("word-by-word", ""), *checks.check(text, target, things=things))
        if checks.severity(warnings) >= checks.severity(outcome.warnings):
            return outcome
        return Outcome(target, None, warnings, outcome.term_hits, retried=True)


def _badness(outcome: Outcome) -> float:
    """To choose between attempts: nothing is worse than a lost URL or term; a wrong number misleads more than a short text."""
    codes = {w.code for w in outcome.warnings}
    return checks.severity(outcome.warnings) + 1000 * ("shield" in codes) + 50 * ("number" in codes)


def match_end(source: str, target: str) -> str:
    """Give the target the source's kind of ending: no full stop that is not there, none missing.

    Endings with quotes or brackets and dots of an ellipsis are left alone.
    """
    source, target = source.rstrip(), target.rstrip()
    if not source or not target:
        return target
    mark = _END_MARKS.get(source[-1])
    if mark is None:
        return target.rstrip("。") if source[-1].isalnum() else target
    if source.endswith(".."):
        return target
    if target[-1] not in _ANY_END and target[-1] not in "”’」』）)\"'":
        return target + mark
    if mark in "，；：" and target[-1] == "。":
        return target[:-1] + mark
    return target


def _edges(text: str) -> tuple[str, str, str]:
    """White space before, text, white space after."""
    start = len(text) - len(text.lstrip())
    core = text.strip()
    return text[:start], core, text[start + len(core) :]


def _assemble(pieces: Sequence[str | Thing | int], targets: Sequence[str]) -> str:
    """Join pieces; spaces between translated parts go, those beside a URL, an address or a path stay."""
    out: list[str] = []
    for i, piece in enumerate(pieces):
        if isinstance(piece, int):
            out.append(targets[piece])
        elif isinstance(piece, Thing):
            out.append(piece.target)
        elif piece.strip(" \t\u00a0"):
            out.append(piece)
        elif piece:
            beside = [p for p in (*_neighbour(pieces, i, -1), *_neighbour(pieces, i, 1)) if isinstance(p, Thing)]
            if any(thing.kind in _SPACED_KINDS for thing in beside) or len(beside) == 2:
                out.append(piece)
    return "".join(out)


def _neighbour(pieces: Sequence[str | Thing | int], i: int, step: int) -> tuple[str | Thing | int, ...]:
    i += step
    while 0 <= i < len(pieces) and pieces[i] == "":
        i += step
    return (pieces[i],) if 0 <= i < len(pieces) else ()
