"""One sentence, as well as this pack can: shield, decode, check, and try again differently when a check fails.

Sentences come and go in lists, so that first attempts share batches and so do retries.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from translator_app.engine import checks, shield
from translator_app.engine.assembly import Piece, edges, last_part
from translator_app.engine.checks import Warning
from translator_app.engine.gloss import Dictionary, gloss
from translator_app.engine.guard import Guard
from translator_app.engine.search import DecodingOptions, Hypothesis, Network, batches, search
from translator_app.engine.segment import clean, split_long
from translator_app.engine.shield import Thing
from translator_app.engine.terms import TermBase
from translator_app.engine.tokenizer import Tokenizer
from translator_app.packs import Manifest

MAX_SOURCE_TOKENS = 100  # longer sentences are split at clauses: these models were trained on sentences of at most about that length
MAX_LENGTH_RATIO = 2.5  # target tokens a source token; what gets there is a loop, not a translation

_HARD = frozenset(
    {"empty", "punctuation", "no-han", "loop", "too-short", "too-long", "length-limit", "unknown", "untranslated", "unrelated"}
)
_FEWEST_BEAMS = 2  # of a second attempt: after a greedy first, four mend no more than two
_FRAGMENTS_HELP = frozenset(("invented", "number"))  # a wider search mends 8 of 40 such sentences, fragments 27 of 48
_MUCH_ENGLISH = 0.3  # share of the words
_DICTIONARY_WORDS = 4  # what is longer is no set phrase
_MANY_CHARACTERS = 6  # a dictionary entry with fewer tells little about what else the word may mean
_LITTLE_EVIDENCE = 0.5
_EVIDENCE_WEIGHT = 0.03  # of a log-likelihood ratio beside the mean log-probability a token; 0.02 to 0.05 are as good
_LONG_WORD = re.compile("[A-Za-z]{4}")
_SAID = re.compile(r"\w")
_CORE = re.compile(r"(\W*)(.*?)(\W*)", re.DOTALL)  # marks, words, marks
_LONE_WORD = re.compile(r"([A-Za-z]{2,}(?:['’-][A-Za-z]+)?)([,;:.!?]?)")
_LONE_FUNCTION_WORDS = {"a": "", "an": "", "the": "", "of": "之"}  # between two things; models make something up
# By a pack's own verification: below, a gloss is better than the model (its chrF is 15 on everyday sentences), and below, the
# dictionary knows lone words and set phrases better ("How are you?"). Published outputs of opus-mt-en-zh have 29 on FLORES-200.
_WEAK_CHRF, _SMALL_CHRF = 12.0, 22.0
_LETTER = re.compile(r"[^\W\d_]")
_UNKNOWN = re.compile("<unk>|[▁⁇\ufffd]")


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to translate a sentence."""

    wide: bool = True  # with _FEWEST_BEAMS at least
    no_repeat_ngram_size: int | None = None
    around: bool = False  # translate the parts between shielded things instead of masking them
    numbers: bool = False  # shield numbers too
    max_tokens: int = MAX_SOURCE_TOKENS  # longer parts are split at clauses
    lower: bool = False  # all in lower case
    cost: float = 0.0  # fragments read badly even where nothing can be named: taken only if worth this much severity


FIRST = Attempt(wide=False)
LADDER = (
    Attempt(no_repeat_ngram_size=3, around=True),
    Attempt(no_repeat_ngram_size=2, around=True, numbers=True, max_tokens=24, cost=15),
    Attempt(no_repeat_ngram_size=2, around=True, numbers=True, max_tokens=9, lower=True, cost=30),
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
    pieces: list[Piece]
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
        self.guard = Guard(manifest.languages, dictionary)
        chrf = _verified_chrf(manifest)
        self._weak, self._small = chrf < _WEAK_CHRF, chrf < _SMALL_CHRF
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
        if self._small:
            self._look_up_words(sentences, outcomes, keep, always=True)
        if self._weak:
            outcomes = [self._likelier(sentence, outcome, keep) for sentence, outcome in zip(sentences, outcomes, strict=True)]
        for attempt in LADDER:
            bad = [i for i, outcome in enumerate(outcomes) if _is_worth(attempt, outcome)]
            again = self._attempt(network, [sentences[i] for i in bad], attempt, beam_size, keep, should_stop) if bad else []
            for i, outcome in zip(bad, again, strict=True):
                better = _badness(outcome) + attempt.cost < _badness(outcomes[i])
                outcomes[i] = replace(outcome if better else outcomes[i], retried=True)
            if attempt is LADDER[0]:
                self._look_up_words(sentences, outcomes, keep)
        for i, outcome in enumerate(outcomes):
            if any(_calls_for_gloss(w, sentences[i]) for w in outcome.warnings) and not _is_gloss(outcome):
                glossed = self._gloss(sentences[i], keep)
                if glossed and checks.severity(glossed.warnings) < checks.severity(outcome.warnings):
                    outcomes[i] = glossed
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
        beams = max(beam_size or self._manifest.search.beam_size, _FEWEST_BEAMS if attempt.wide else 1)
        found = self._decode(network, units, beams, attempt.no_repeat_ngram_size, should_stop)
        outcomes, at = [], 0
        for draft in drafts:
            outcomes.append(self._finish(draft, found[at : at + len(draft.units)]))
            at += len(draft.units)
        return outcomes

    def _draft(self, sentence: str, attempt: Attempt, keep: "re.Pattern[str] | None") -> _Draft:
        text = self.guard.plain(sentence, self._terms, keep)
        things = self._things(text, keep, with_numbers=attempt.numbers)
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

    def _things(self, text: str, keep: "re.Pattern[str] | None", *, with_numbers: bool) -> list[Thing]:
        things = self.guard.things(text, self._terms, keep)
        if not with_numbers:
            return things
        taken = [range(t.start, t.end) for t in things]
        more = [n for n in self.guard.numbers(text) if not any(r.start < n.end and n.start < r.stop for r in taken)]
        return sorted([*things, *more], key=lambda t: t.start)

    def _add_units(self, draft: _Draft, text: str, attempt: Attempt) -> None:
        limit = min(self._limit, attempt.max_tokens)
        for part in split_long(text, limit, self._tokenizer.length):
            before, core, after = edges(part)
            core = clean(core)
            draft.pieces.append(before)
            if _LETTER.search(core):
                draft.pieces.append(len(draft.units))
                draft.units.append(core.lower() if attempt.lower else core)
            else:
                draft.pieces.append(core)
            draft.pieces.append(after)

    def _options(self, beam_size: int, no_repeat_ngram_size: int | None) -> DecodingOptions:
        defaults = self._manifest.search
        return DecodingOptions(
            beam_size=beam_size,
            n_best=beam_size,
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
        beam_size: int,
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
            best.update((unique[i], self._fittest(unique[i], hypotheses)) for i, hypotheses in zip(batch, found, strict=True))
        return [best[unit] for unit in units]

    def _fittest(self, unit: str, hypotheses: Sequence[Hypothesis]) -> Hypothesis:
        """Of the beams' hypotheses the one that the model likes best, give or take what the table of traces says of its words."""
        table = self.guard.coverage
        if len(hypotheses) == 1 or table is None:
            return hypotheses[0]
        return max(
            (h for h in hypotheses if h.finished == hypotheses[0].finished),
            key=lambda h: h.score - _EVIDENCE_WEIGHT * table.evidence(unit, self._tokenizer.decode(h.ids)),
        )

    def _finish(self, draft: _Draft, found: Sequence[Hypothesis]) -> Outcome:
        """Put the pieces together, unmask, set punctuation, check."""
        targets = [self.guard.ending(unit, self._tokenizer.decode(h.ids)) for unit, h in zip(draft.units, found, strict=True)]
        if len(draft.pieces) > 3:
            targets = self._as_parts(draft, targets)
        if draft.masked and self._manifest.placeholder:
            text = "".join(targets[p] if isinstance(p, int) else str(p) for p in draft.pieces)
            text, missing = shield.unmask(text, draft.things, self._manifest.placeholder)
        else:
            text, missing = self.guard.join(draft.pieces, targets), []
        text = self.guard.finish(draft.source, text, draft.things)
        finished = all(h.finished for h in found)
        # a shielded number may come back written otherwise; its value is checked, not its form
        exact = [thing for thing in draft.things if thing.kind != "number"]
        warnings = self.guard.check(draft.source, text, exact, finished=finished)
        if not warnings:
            silent = [unit for unit, part in zip(draft.units, targets, strict=True) if _LONG_WORD.search(unit) and not _SAID.search(part)]
            warnings = [Warning("dropped", "; ".join(silent)[:80])] if silent else []
        if not warnings and (self._is_doubtful(draft.source, text) or self._has_unrelated_part(draft, targets)):
            warnings = [Warning("unrelated")]
        if missing and not any(w.code == "shield" for w in warnings):
            warnings = [*warnings, Warning("shield", str(len(missing)))]
        hits = sum(thing.kind == "term" for thing in draft.things)
        return Outcome(text, min((h.score for h in found), default=None), tuple(warnings), hits)

    def _as_parts(self, draft: _Draft, targets: list[str]) -> list[str]:
        """Translations of parts of a sentence: no full stop within it; for a lone word that went wrong, the dictionary's."""
        last = last_part(draft.pieces, len(targets))
        parts = []
        for number, (unit, target) in enumerate(zip(draft.units, targets, strict=True)):
            part = self.guard.part(unit, target, last=number == last)
            if self.guard.dictionary and unit.lower() in _LONE_FUNCTION_WORDS:
                part = _LONE_FUNCTION_WORDS[unit.lower()]
            word = _LONE_WORD.fullmatch(unit)
            if word and self.guard.dictionary and self._is_doubtful(word[1], part) and (found := self.guard.dictionary.best(word[1])):
                part = found + word[2]
            parts.append(part)
        return parts

    def _is_doubtful(self, source: str, target: str) -> bool:
        """Whether a lone word or set phrase became something that neither the dictionary nor the table of traces knows for it."""
        table = self.guard.coverage
        if self.guard.dictionary is None or table is None or source.count(" ") >= _DICTIONARY_WORDS:
            return False
        known = self.guard.dictionary.characters(source)
        if not known or not set(known).isdisjoint(target):
            return False
        evidence = table.evidence(source, target)
        return evidence > _LITTLE_EVIDENCE or (evidence >= 0 and len(known) >= _MANY_CHARACTERS)

    def _has_unrelated_part(self, draft: _Draft, targets: Sequence[str]) -> bool:
        """Whether a part of a sentence, between two things, became something else."""
        table = self.guard.coverage
        if table is None or (len(targets) < 2 and len(draft.things) == 0):
            return False
        return any(" " in unit and table.judge(unit, target).unrelated for unit, target in zip(draft.units, targets, strict=True))

    # -- when the model fails

    def _look_up_words(
        self, sentences: Sequence[str], outcomes: list[Outcome], keep: "re.Pattern[str] | None", *, always: bool = False
    ) -> None:
        """Use the dictionary for a lone word or set phrase that the model failed at (or, `always`, that is no worse off with it)."""
        if self.guard.dictionary is None:
            return
        for i, outcome in enumerate(outcomes):
            words = sentences[i].split()
            if (outcome.warnings or always) and len(words) <= _DICTIONARY_WORDS and not self._has_users_words(sentences[i], keep):
                before, core, after = _CORE.fullmatch(clean(sentences[i])).groups()  # type: ignore[union-attr]  # matches everything
                found = self.guard.dictionary.best(self.guard.plain(core))
                if found and (outcome.warnings or not self._is_better(core, outcome.target, found)):
                    outcomes[i] = Outcome(self.guard.finish(sentences[i], before + found + after.lstrip()), None, (), 0, retried=True)

    def _is_better(self, source: str, target: str, other: str) -> bool:
        """Whether the words speak for one translation and against another (Permissions: 权限, 允准); chrF of 3,334 texts 47.1 -> 48.8."""
        table = self.guard.coverage
        return table is not None and table.evidence(source, other) > 0 > table.evidence(source, target)

    def _has_users_words(self, sentence: str, keep: "re.Pattern[str] | None") -> bool:
        """Whether a word of the user's own stands in it."""
        return bool(self._terms or keep) and any(t.kind in ("term", "keep") for t in shield.find_things(sentence, self._terms, keep))

    def _likelier(self, sentence: str, outcome: Outcome, keep: "re.Pattern[str] | None") -> Outcome:
        """For a pack that is hardly better than a dictionary: the model's words or the gloss, whichever fits the source better."""
        coverage = self.guard.coverage
        glossed = self._gloss(sentence, keep) if coverage and len(sentence.split()) > 1 else None
        if coverage is None or glossed is None or not (outcome.warnings or outcome.score is not None):
            return outcome
        fits = [coverage.evidence(sentence.lower(), target) for target in (outcome.target, glossed.target)]
        return glossed if fits[1] < fits[0] else outcome

    def _gloss(self, sentence: str, keep: "re.Pattern[str] | None") -> Outcome | None:
        """Last resort: word by word from the dictionary, said so."""
        if self.guard.dictionary is None:
            return None
        text = self.guard.plain(sentence, self._terms, keep)
        things = self._things(text, keep, with_numbers=True)
        pieces: list[Piece] = []
        targets: list[str] = []
        for part in shield.around(text, things):
            if isinstance(part, Thing):
                pieces.append(part)
                continue
            before, core, after = edges(part)
            pieces += [before, len(targets), after] if core else [before]
            targets += [gloss(clean(core), self.guard.dictionary)] if core else []
        target = self.guard.finish(text, self.guard.join(pieces, targets), things)
        exact = [thing for thing in things if thing.kind != "number"]
        warnings = (Warning("word-by-word", ""), *self.guard.check(text, target, exact))
        return Outcome(target, None, warnings, sum(thing.kind == "term" for thing in things), retried=True)


def _is_worth(attempt: Attempt, outcome: Outcome) -> bool:
    """Whether an attempt may mend what is wrong."""
    if not outcome.warnings or _is_gloss(outcome) or _badness(outcome) <= attempt.cost:
        return False
    return attempt.numbers or not _FRAGMENTS_HELP.issuperset(w.code for w in outcome.warnings)


def _calls_for_gloss(warning: Warning, sentence: str) -> bool:
    """Whether a translation is so bad that single words tell more; a sentence with a few English words in it is not."""
    if warning.code == "untranslated":
        return len(warning.detail.split()) >= _MUCH_ENGLISH * len(sentence.split())
    return warning.code in _HARD or (warning.code == "number" and _is_wrong_number(warning))


def _is_gloss(outcome: Outcome) -> bool:
    return any(w.code == "word-by-word" for w in outcome.warnings)


def _verified_chrf(manifest: Manifest) -> float:
    """The chrF that the pack's own verification found; infinite where it says nothing."""
    systems = manifest.verification.get("systems")
    rows = [systems.get(name) for name in ("int8", "fp32")] if isinstance(systems, Mapping) else []
    found = [row.get("chrf") for row in rows if isinstance(row, Mapping)]  # whoever made the pack wrote it: it may be anything
    return max((float(chrf) for chrf in found if isinstance(chrf, int | float)), default=float("inf"))


def _is_wrong_number(warning: Warning) -> bool:
    """Whether another number stands where one is missing: worse than a number that was left out."""
    return "-" in warning.detail and "; +" in warning.detail


def _badness(outcome: Outcome) -> float:
    """To choose between attempts: nothing is worse than a lost URL or term; a wrong number misleads more than a short text."""
    codes = {w.code for w in outcome.warnings}
    return checks.severity(outcome.warnings) + 1000 * ("shield" in codes) + 50 * ("number" in codes)
