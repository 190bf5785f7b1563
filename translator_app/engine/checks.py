"""The safety net: looks at a sentence and its translation and names what is wrong, for any language pack.

Every check compares the translation with its source only; none needs the model. `check` stays under 100 microseconds
for a sentence of usual length, since it runs on all of them. What is looked for depends on the two languages: `Rules`.
The rules for English into Chinese are here; `neutral` has those of other pairs, and `guard` chooses.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from translator_app.engine import numerals
from translator_app.engine.coverage import default_coverage
from translator_app.engine.number_words import CARDINALS, ORDINALS, SCALES
from translator_app.engine.shield import Thing

# code: weight (how bad), words in English, words in Chinese. {} is the detail.
_CODES: dict[str, tuple[float, str, str]] = {
    "empty": (120, "The model gave no translation.", "模型没有给出译文。"),
    "punctuation": (115, "The translation holds no words.", "译文里没有文字，只有符号。"),
    "untranslated": (70, "Left untranslated: {}", "未翻译：{}"),
    "no-han": (80, "The translation holds no Chinese.", "译文里没有中文。"),
    "loop": (65, "The translation repeats itself: {}", "译文有重复：{}"),
    "length-limit": (60, "The translation was cut at the length limit.", "译文达到长度上限，可能不完整。"),
    "shield": (50, "Missing in the translation: {}", "译文中缺少：{}"),
    "unfinished": (42, "The translation stops in the middle of the sentence.", "译文在句子中间中断。"),
    "too-short": (40, "The translation is very short; something may be missing.", "译文过短，可能有遗漏。"),
    "too-long": (35, "The translation is very long; something may have been added.", "译文过长，可能有多余内容。"),
    "unrelated": (45, "The translation seems to say something else.", "译文与原文意思似乎不符。"),
    "added": (40, "Not in the source: {}", "原文中没有：{}"),
    "dropped": (38, "Perhaps left out: {}", "可能漏译：{}"),
    "number": (30, "Check the numbers: {}", "请核对数字：{}"),
    "word-by-word": (28, "Translated word by word with the dictionary: the model failed here.", "模型未能译出此句，以下为词典逐词对照。"),
    "invented": (20, "Not in the source: {}", "原文中没有：{}"),
    "unknown": (25, "A character could not be translated: {}", "有无法译出的字符：{}"),
}


@dataclass(frozen=True, slots=True)
class Warning:
    """Something wrong with a translation: a machine-readable code and a short detail."""

    code: str
    detail: str = ""

    def message(self, language: str) -> str:
        """Words for the user; `language` is "zh" or anything else for English."""
        _, english, chinese = _CODES[self.code]
        return (chinese if language.startswith("zh") else english).format(self.detail)


def severity(warnings: Iterable[Warning]) -> float:
    """How bad a translation is; 0 is clean. The better of two attempts has the lower figure."""
    return sum(_CODES[warning.code][0] + 2 * warning.detail.count("; ") for warning in warnings)


_WORD = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’]*|[0-9][0-9.,]*")
_HAN = re.compile(r"[㐀-䶿一-鿿豈-﫿𠀀-𲎯]")
_HAN_OR_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*|[㐀-䶿一-鿿豈-﫿𠀀-𲎯]")
_SPEAKING = re.compile(r"[0-9A-Za-z㐀-䶿一-鿿豈-﫿𠀀-𲎯]")
_UNKNOWN = re.compile(r"<unk>|▁|⁇|�")


Check = Callable[[str, str, Sequence[str]], Iterator[Warning]]  # source, target, words of the source


@dataclass(frozen=True, slots=True)
class Rules:
    """What is looked for with a pair of languages."""

    words: re.Pattern[str]  # a word of the source
    needs_words: Callable[[Sequence[str]], bool]  # whether something in the source must be translated
    nothing: Check  # no translation at all, in one of its forms
    others: tuple[Check, ...]  # where there is a translation
    goes_on: re.Pattern[str]  # how a target that stops in the middle ends


def check(source: str, target: str, *, things: Sequence[Thing] = (), finished: bool = True, rules: Rules | None = None) -> list[Warning]:
    """What is wrong with `target` as the translation of `source`, worst first; empty where nothing is.

    `things` are the parts of the source that must survive; `finished` is false where decoding ran into its limit.
    `rules` None: English into Chinese.
    """
    rules = rules or ENGLISH_CHINESE
    found: list[Warning] = []
    lost = [thing for thing in things if thing.target.strip() and target.count(thing.target) < _wanted(thing, things)]
    plain_source, plain_target = _without_things(source, target, [thing for thing in things if thing not in lost])
    lost = [thing for thing in lost if not _is_number_sign(thing, target)]
    words = rules.words.findall(plain_source)
    if rules.needs_words(words):
        found.extend(rules.nothing(plain_source, plain_target, words))
    elif words and not target.strip():
        found.append(Warning("empty"))
    if not found and target:
        for test in rules.others:
            found.extend(test(plain_source, plain_target, words))
        if (rules.goes_on.search(target) and not rules.goes_on.search(source)) or (_has_pairs(source) and not _has_pairs(target)):
            found.append(Warning("unfinished", target.strip()[-12:]))
    if lost:
        found.append(Warning("shield", "; ".join(dict.fromkeys(thing.target for thing in lost))))
    if not finished:
        found.append(Warning("length-limit"))
    unknown = [mark for mark in dict.fromkeys(_UNKNOWN.findall(target)) if mark not in source]
    if unknown:
        found.append(Warning("unknown", "; ".join(unknown)))
    if len(found) > 1:
        found.sort(key=lambda warning: -_CODES[warning.code][0])
    return found


def _has_pairs(text: str) -> bool:
    """Whether as many brackets close as open."""
    round_ones = text.count("(") + text.count("（") == text.count(")") + text.count("）")
    return round_ones and text.count("[") == text.count("]") and text.count("<") == text.count(">")


def _wanted(thing: Thing, things: Sequence[Thing]) -> int:
    return sum(1 for other in things if other.target == thing.target)


def _is_number_sign(thing: Thing, target: str) -> bool:
    """Room #201 is 201室: the number is there, the sign need not be."""
    return bool(re.fullmatch("#[0-9]+", thing.text)) and thing.text[1:] in target


def _without_things(source: str, target: str, things: Sequence[Thing]) -> tuple[str, str]:
    """Both texts with the things blanked, so that digits in a URL are no numbers and its letters no English."""
    for thing in reversed(things):
        source = source[: thing.start] + " " + source[thing.start + len(thing.text) :]
        target = target.replace(thing.target, " ", 1) if thing.target else target
    return source, target


def _is_name_like(word: str) -> bool:
    """An acronym, or something such as iPhone or GitHub, which may well stay as it is."""
    return (word.isupper() and len(word) <= 5) or not (word.islower() or word.isupper() or word.istitle() or "'" in word or "’" in word)


_NO_TRACE = frozenset(("of", "the", "an"))  # 1 of 3 is 1/3


def _needs_words(words: Sequence[str]) -> bool:
    """Whether something in the source must become Chinese: a word that isn't an acronym, a single letter or a number."""
    if words == ["I"]:
        return True
    letters = [word for word in words if word[0].isalpha() and len(word) > 1]
    if len(letters) > 1 and all(word.isupper() for word in letters):
        return True  # a line in capitals, not a row of acronyms
    return any(not _is_name_like(word) and word.lower() not in _NO_TRACE for word in letters)


_NUMBER_WORDS = frozenset((*CARDINALS, *ORDINALS, *SCALES, "and", "a", "half"))


def _is_number(words: Sequence[str]) -> bool:
    """Whether all words are those of numbers, which may come in digits."""
    return _NUMBER_WORDS.issuperset(word.lower() for word in words)


def _missing_text(source: str, target: str, words: Sequence[str]) -> Iterator[Warning]:
    """No translation at all, in one of its forms."""
    if not target.strip():
        yield Warning("empty")
    elif not _SPEAKING.search(target):
        yield Warning("punctuation")
    elif not _HAN.search(target) and not (_is_number(words) and any(map(str.isdigit, target))):
        same = target.strip().rstrip(".。!！?？").casefold() == source.strip().rstrip(".!?").casefold()
        yield Warning("untranslated", " ".join(words)[:60]) if same else Warning("no-han")


# --- repetition

_TRIPLE = re.compile(r"(.{2,24}?)\1{2,}|([㐀-䶿一-鿿])\2{3,}", re.DOTALL)
_SOURCE_TRIPLE = re.compile(r"(.{2,40}?)\1{2,}|\b(\w+)(?:\W+\2\b){2,}|(\w)\3{3,}", re.DOTALL | re.IGNORECASE)
_NO_LOOP = re.compile(r"[\s\d.,·…—_=*~#-]+")  # rows of dots, 1000000 and the like


def thrice(source: str, target: str) -> str:
    """A stretch that stands three times in a row, and oftener than anything does in the source; "" where there is none."""
    allowed = -1  # how often the source repeats something; not known yet
    for match in _TRIPLE.finditer(target):
        unit = match[1] or match[2]
        if _NO_LOOP.fullmatch(unit):
            continue
        if allowed < 0:
            allowed = max((len(m[0]) // len(m[1] or m[2] or m[3]) for m in _SOURCE_TRIPLE.finditer(source)), default=0)
        if len(match[0]) // len(unit) > allowed + 1:
            return unit[:30]
    return ""


def _loop(source: str, target: str, words: Sequence[str]) -> Iterator[Warning]:
    """A stretch three times in a row, a doubled text, or much of the text told again."""
    trigrams = [target[i : i + 3] for i in range(len(target) - 2)]
    repeated = len(trigrams) - len(set(trigrams))
    if not repeated and len(target) != 4:
        return
    if unit := thrice(source, target):
        yield Warning("loop", unit)
        return
    told = _HAN_OR_NUMBER.findall(target)  # a number counts as one, whatever its digits
    half = len(told) // 2
    if half >= 2 and told[:half] == told[half : 2 * half] and len(told) - 2 * half <= 1 and not _says_twice(words):
        yield Warning("loop", "".join(told[:half])[:30])
    elif repeated >= 5 and _told_again(told, words):
        yield Warning("loop", _longest_repeat(told))


def _says_twice(words: Sequence[str]) -> bool:
    """Whether the source itself says a word again: bye bye, very very good."""
    lower = [word.lower() for word in words]
    return any(a == b for a, b in pairwise(lower)) or (len(set(lower)) <= len(lower) // 2)


def _told_again(told: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the share of repeated 4-grams is far above the share of repeated word pairs of the source."""
    grams = [tuple(told[i : i + 4]) for i in range(len(told) - 3)]
    if len(grams) < 6:
        return False
    pairs = [(a.lower(), b.lower()) for a, b in pairwise(words)]
    ours = 1 - len(set(pairs)) / len(pairs) if pairs else 0.0
    theirs = 1 - len(set(grams)) / len(grams)
    return theirs - 1.5 * ours > 0.2


def _longest_repeat(told: Sequence[str]) -> str:
    """The longest stretch, of 30 at most, that stands in the text more than once (bisection over its length)."""
    best: tuple[str, ...] = ()
    low, high = 1, min(30, len(told) // 2) + 1
    while low < high:
        length = (low + high) // 2
        seen: set[tuple[str, ...]] = set()
        grams = (tuple(told[i : i + length]) for i in range(len(told) - length + 1))
        again = next((gram for gram in grams if gram in seen or seen.add(gram)), None)  # type: ignore[func-returns-value]
        best, low, high = (again, length + 1, high) if again else (best, low, length)
    return "".join(best)[:30]


# --- English left over

_QUOTED = re.compile(r"“[^”]*”|‘[^’]*’|《[^》]*》|「[^」]*」|\"[^\"]*\"|`[^`]*`|（[A-Za-z][^）]*）|\([A-Za-z][^)]*\)")
_LATIN_RUN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.&'’/-]*(?:[ ,]+[A-Za-z0-9&][A-Za-z0-9_.&'’/-]*)*")
_CONTRACTION = re.compile(r"[A-Za-z]+(?:n['’]t|['’](?:m|re|ve|ll|d))|(?:it|he|she|that|what|there|who|where)['’]s", re.IGNORECASE)
_IDENTIFIER = re.compile(r".*(?:[0-9_/]|\.[A-Za-z]|-.*-)")
# Units and words that Chinese text keeps in Latin letters.
_KEPT = frozenset(
    "km cm mm nm kg mg lb lbs oz ml kb mb gb tb px pt ms min hz khz mhz ghz kw kwh mph rpm dpi fps bps kbps mbps vs via etc app apps wifi "
    "email blog web ok id ip url http https www com org html css js json xml sql api pdf docx txt git npm pip bash sudo cron vim emacs "
    "grep python java ruby rust node docker linux unix ubuntu debian nginx apache mysql redis mac ios cookie token tokens bug demo logo "
    "null true false void int float bool str char if else for while return def class import print cosplay emoji vlog kindle".split()
)

_IN_NAMES = frozenset("a an and at by de der di du for from in la le of on or the to van von with".split())  # as in Saved by the Bell


def _left_in_english(source: str, target: str, words: Sequence[str]) -> Iterator[Warning]:
    """English words that stayed, other than names, titles, acronyms, units and what stands in quotes."""
    if not re.search("[A-Za-z]{3}", target):
        return
    table = default_coverage()
    shouting = len(words) > 1 and not any(char.islower() for char in source)
    known = {word.lower() for word in words}
    left: list[str] = []
    for match in _LATIN_RUN.finditer(_QUOTED.sub(" ", target)):
        run = [word for token in match[0].split() if not _IDENTIFIER.match(token) for word in _WORD.findall(token)]
        if shouting:
            left += [word for word in run if len(word) > 3 and word.lower() in known]
            continue
        hanging = len(run) > 1 and (run[0] in _IN_NAMES or run[-1] in _IN_NAMES)
        small = [word for word in run if word.islower() and word in known and word not in _KEPT and word not in _IN_NAMES]
        told = any((len(word) > 2 or len(run) > 1) and (table is None or table.is_translated(word)) for word in small)
        phrase = len(run) > 2 and bool(small) and not _IN_NAMES.isdisjoint(run)
        much = len(small) > 1 and len(small) >= 0.4 * len(words)
        if told or hanging or phrase or much or any(_CONTRACTION.fullmatch(word) for word in run):
            left += run
    if left:
        yield Warning("untranslated", " ".join(left)[:60])


# --- length

# (words of the source up to, Han characters a word at least, at most); from the reference pairs, with room
_RATIOS = ((1, 0.0, 6.0), (2, 0.45, 5.0), (4, 0.45, 4.5), (7, 0.5, 3.6), (11, 0.5, 3.2), (19, 0.65, 3.1), (10**9, 0.75, 3.0))


def _length(source: str, target: str, words: Sequence[str]) -> Iterator[Warning]:
    """Far fewer or more characters than a translation of that many words has."""
    count = len(words)
    if _is_number(words):
        return
    length = len(_HAN.findall(target)) + 1.5 * len(_WORD.findall(target))
    low, high = next((low, high) for upto, low, high in _RATIOS if count <= upto)
    if count == 1 and not words[0].isupper():
        high = max(4.0, 0.7 * len(words[0]))
    ratio = length / count
    if ratio < low:
        yield Warning("too-short", f"{ratio:.2f}")
    elif ratio > high:
        yield Warning("too-long", f"{ratio:.2f}")


GOES_ON = re.compile(r"[，、；,;（(“《]\s*\Z")


_MADE_UP = re.compile(r"%[sd]|\{\w{1,20}\}|https?://[\w.]*|www\.|</?\w+>|(?<![\w.])[\w.]++@\w+\.\w+")
_LATIN_WORD = re.compile(r"(?<![A-Za-z])(?=[A-Za-z]*?[a-z]{2})[A-Za-z]+|[A-Z]{4,}")


def made_up(source: str, target: str, words: Sequence[str]) -> Iterator[Warning]:
    """A placeholder, tag or address that the source does not have."""
    found = [text for text in dict.fromkeys(_MADE_UP.findall(target)) if text not in source]
    if found:
        yield Warning("added", "; ".join(found)[:60])


def _added(source: str, target: str, words: Sequence[str]) -> Iterator[Warning]:
    """A placeholder, tag, address or Latin word that the source does not have."""
    if added := next(made_up(source, target, words), None):
        yield added
        return
    there = source.casefold()
    latin = (word for word in _LATIN_WORD.findall(target) if len(word) > 2)
    invented = [word for word in dict.fromkeys(latin) if word.casefold() not in there and word.casefold() not in _KEPT]
    if invented:
        yield Warning("invented", "; ".join(invented)[:60])


def _dropped(source: str, target: str, words: Sequence[str]) -> Iterator[Warning]:
    """A clause without a trace in the translation, or a translation of something else."""
    table = default_coverage()
    if table is None or len(words) < 2:
        return
    verdict = table.judge(source, target)
    if verdict.unrelated:
        yield Warning("unrelated")
    elif verdict.dropped and len(words) > 2:
        yield Warning("dropped", verdict.dropped[:80])


def _numbers(source: str, target: str, words: Sequence[str]) -> Iterator[Warning]:
    missing, new = numerals.differences(source, target)
    if missing or new:
        yield Warning("number", "; ".join([*(f"-{text}" for text in missing), *(f"+{text}" for text in new)]))


ENGLISH_CHINESE = Rules(_WORD, _needs_words, _missing_text, (_loop, _left_in_english, _length, _added, _dropped, _numbers), GOES_ON)
