"""What a pack's two languages allow to check and to mend: the one place that asks which they are.

From English into Chinese much is known: the words' traces (coverage), the dictionary, how both write numbers, capitals, quantities.
Into Chinese from elsewhere its punctuation, spacing and scripts remain. Any other pair gets what holds for all languages (`neutral`)
and its text as the model wrote it.
"""

import re
from collections.abc import Sequence

from translator_app.engine import checks, neutral, segment, shield, typography
from translator_app.engine.abbreviations import spelled_out
from translator_app.engine.assembly import Piece, assemble, assemble_spaced, match_end, spaced, unquoted
from translator_app.engine.checks import Warning
from translator_app.engine.coverage import Coverage, default_coverage
from translator_app.engine.gloss import Dictionary
from translator_app.engine.lines import CELL_GAP
from translator_app.engine.quantities import numbers
from translator_app.engine.shield import Thing
from translator_app.engine.terms import TermBase
from translator_app.languages import UNSPACED

_HAN = re.compile(f"[{shield.HAN}\u3040-\u30ff]")


class Guard:
    """The rules of one pair of languages."""

    def __init__(self, languages: tuple[str, str], dictionary: Dictionary | None = None) -> None:
        """`languages` as `Manifest.languages` has them; `dictionary` is English to Chinese, and forgotten for another pair."""
        self.source, target = languages
        self._from_english = self.source == "en"
        self._into_chinese = target == "zh"
        self._spaced = target not in UNSPACED
        self._at_home = self._from_english and self._into_chinese
        self._rules = checks.ENGLISH_CHINESE if self._at_home else neutral.rules(self.source, target)
        self.dictionary = dictionary if self._at_home else None

    @property
    def coverage(self) -> Coverage | None:
        """The traces of English words in Chinese, where they tell something."""
        return default_coverage() if self._at_home else None

    # -- before the model

    def is_done(self, text: str) -> bool:
        """Whether a text is in the target language already, as far as that can be seen: in Chinese."""
        return self._into_chinese and self.source != "zh" and segment.is_chinese(text)

    def plain(self, sentence: str, terms: TermBase | None = None, keep: "re.Pattern[str] | None" = None) -> str:
        """An English sentence as models know it: not in capitals, abbreviations written out. What the user keeps stays."""
        return segment.sentence_case(spelled_out(sentence, terms, keep), terms, keep) if self._from_english else sentence

    def things(self, text: str, terms: TermBase | None, keep: "re.Pattern[str] | None") -> list[Thing]:
        """What must survive. A script that is foreign in English is none in a language that is written with it."""
        things = shield.find_things(text, terms, keep)
        if self.source not in segment.OTHER_SCRIPTS:
            return things
        apart = shield.find_things(_HAN.sub("、", text))  # to a pattern Han are letters; an address never begins or ends with them
        things = [thing for thing in (*apart, *things) if thing.kind in ("term", "keep") or not _HAN.search(thing.text)]
        return shield.longest([thing for thing in things if thing.kind != "foreign"])

    def numbers(self, text: str) -> list[Thing]:
        """Numbers, dates and times, and how the target language writes them, where that is known."""
        return numbers(text) if self._at_home else []

    # -- after it

    def part(self, unit: str, target: str, *, last: bool) -> str:
        """The translation of a part of a sentence: a full stop is for the last one only."""
        return target if last else target.rstrip("。！？…" if unit[-1].isalnum() else "。") if self._into_chinese else target.rstrip(".。")

    def join(self, pieces: Sequence[Piece], targets: Sequence[str]) -> str:
        """The parts of a sentence put together, with as many spaces as the target language has."""
        return assemble_spaced(pieces, targets) if self._spaced else assemble(pieces, targets)

    def ending(self, source: str, target: str) -> str:
        """The target with the source's kind of ending."""
        return match_end(source, target) if self._into_chinese else target.rstrip()

    def finish(self, source: str, text: str, things: Sequence[Thing] = ()) -> str:
        """A whole sentence as the target language is typeset."""
        text = text.strip()
        if not self._into_chinese:
            return text
        text = spaced(source, text, things)
        last = [thing for thing in things if thing.end == len(source.rstrip()) and thing.kind != "number"]
        if all(thing.target[-1:].isalnum() for thing in last):  # unlike :+1:
            text = match_end(source, text)
        return unquoted(source, typography.chinese(text))

    def check(self, source: str, target: str, things: Sequence[Thing], *, finished: bool = True) -> list[Warning]:
        """What is wrong with a translation, worst first."""
        return checks.check(source, target, things=things, finished=finished, rules=self._rules)

    # -- sentences beside each other

    def gap(self, before: str, target: str) -> str:
        """The space that the source did not have between two sentences, and the target language has."""
        return " " if self._spaced and before and target[:1].isalnum() and not before[-1].isspace() else ""

    def kept(self, text: str, before: str, *, sentence_follows: bool) -> str:
        """Text that passes through, without the spaces that Chinese has not, between two sentences (`before`: one, or "") or within one."""
        if self._spaced:
            return text
        after_sentence = _is_wide_end(before)
        if after_sentence and sentence_follows and text and not text.strip(" \u00a0"):
            return "" if len(text) < CELL_GAP else text
        if sentence_follows and text.endswith(" ") and _is_wide_end(text[:-1]):
            text = text[:-1]
        return text[1:] if after_sentence and text.startswith(" ") and _is_wide_end(text[1:2]) else text

    def presented(self, target: str, script: str, *, spacing: bool = False) -> str:
        """Chinese in the script and with the spacing that the user likes."""
        if not self._into_chinese:
            return target
        if spacing:
            target = typography.chinese(target, spacing=True)
        return typography.convert_script(target, script) if script != "hans" else target


def _is_wide_end(target: str) -> bool:
    """Whether no space belongs behind a text: it ends in Han or in punctuation as wide."""
    return bool(target) and (ord(target[-1]) > 0x2E7F or target[-1] in "”’…—") and not "\ue000" <= target[-1] <= "\uf8ff"
