"""Checks that hold for any two languages: for packs that do not translate from English into Chinese.

Nothing is known of the words here, so only what must be wrong whatever they mean is named; a doubtful case is none.
"""

import re
from collections.abc import Iterator, Sequence

from translator_app.engine.checks import GOES_ON, Rules, Warning, made_up, thrice
from translator_app.engine.segment import HAN_LETTER, OTHER_SCRIPTS

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_LETTERS = re.compile(r"[^\W\d_]+")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")
_NOT_LATIN = re.compile("[\u0370-\u1dff\u2e80-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]{2,}")
_WIDE_LETTERS = 2.5  # letters of an alphabet that say as much as one of these characters
_ENOUGH_LETTERS, _SHORTEST, _LONGEST = 24, 0.3, 3.5  # texts shorter than that differ too much in length to tell
_COPIED_WORDS = 4  # a copy of fewer may be names, or two languages that are close

_GOES_ON = re.compile(r"[，、；,;（(《]\s*\Z")  # “ closes a quotation in German
_FIGURE = re.compile(r"\d(?:[\d.,:/'’\u00a0\u202f-]*\d)?")
_SCALED = re.compile(r"\s?(?:[十百千万亿兆萬億천만억]|hundred|thousand|million|billion|[ap]\.?m\b|%?\s?°)", re.IGNORECASE)


def rules(source: str, target: str) -> Rules:
    """What to look for when translating between two languages, given as `manifest.language` has them."""
    foreign = source in OTHER_SCRIPTS and target not in OTHER_SCRIPTS

    def nothing(text: str, translation: str, words: Sequence[str]) -> Iterator[Warning]:
        yield from _nothing(text, translation)
        if target == "zh" and translation.strip() and _asks_for_han(words) and not HAN_LETTER.search(translation):
            yield Warning("no-han")

    def left(text: str, translation: str, words: Sequence[str]) -> Iterator[Warning]:
        kept = [run for run in _NOT_LATIN.findall(translation) if run in text] if foreign else []
        if kept:
            yield Warning("untranslated", "; ".join(kept)[:60])

    return Rules(_WORD, _needs_words, nothing, (_loop, left, _copied, _length, made_up, _numbers), GOES_ON if target == "zh" else _GOES_ON)


def _needs_words(words: Sequence[str]) -> bool:
    return any(len(word) > 2 and not word.isupper() and not word[0].isdigit() for word in words) or _has_wide(words)


def _has_wide(words: Sequence[str]) -> bool:
    return any(_WIDE.search(word) for word in words)


def _asks_for_han(words: Sequence[str]) -> bool:
    """Whether a word can't be a name or an acronym, which may stay in their letters."""
    return any(word.islower() and len(word) > 2 for word in words)


def _nothing(source: str, target: str) -> Iterator[Warning]:
    if not target.strip():
        yield Warning("empty")
    elif not any(char.isalnum() for char in target):
        yield Warning("punctuation")


def _loop(source: str, target: str, words: Sequence[str]) -> Iterator[Warning]:
    """A stretch three times in a row, a doubled text, or much of the text told again, as nothing is in the source."""
    if unit := thrice(source, target):
        yield Warning("loop", unit)
        return
    told, asked = _units(target), _units(source)
    half = len(told) // 2
    if half >= 3 and told[:half] == told[half : 2 * half] and len(told) - 2 * half <= 1 and _repeated(asked, 1) < 0.4:
        yield Warning("loop", " ".join(told[:half])[:30])
    elif len(told) >= 12 and _repeated(told, 3) - 1.5 * _repeated(asked, 2) > 0.3:
        yield Warning("loop", " ".join(told[-3:])[:30])


def _units(text: str) -> list[str]:
    """The words in lower case; where words are not parted, the characters."""
    return [unit for word in _WORD.findall(text.lower()) for unit in (word if _WIDE.search(word) else [word])]


def _repeated(units: Sequence[str], size: int) -> float:
    """The share of runs of `size` units that were there before."""
    runs = [tuple(units[i : i + size]) for i in range(len(units) - size + 1)]
    return 1 - len(set(runs)) / len(runs) if runs else 0.0


def _copied(source: str, target: str, words: Sequence[str]) -> Iterator[Warning]:
    """The source itself, word for word."""
    plain = [word for word in words if word.islower() or _WIDE.search(word)]
    if (len(plain) >= _COPIED_WORDS or sum(len(word) for word in plain if _WIDE.search(word)) >= _COPIED_WORDS) and _units(
        source
    ) == _units(target):
        yield Warning("untranslated", " ".join(words)[:60])


def _letters(text: str) -> float:
    wide = len(_WIDE.findall(text))
    return sum(map(len, _LETTERS.findall(text))) + (_WIDE_LETTERS - 1) * wide


def _length(source: str, target: str, words: Sequence[str]) -> Iterator[Warning]:
    """Far fewer or more letters than any two languages differ by."""
    asked = _letters(source)
    if asked < _ENOUGH_LETTERS:
        return
    ratio = _letters(target) / asked
    if ratio < _SHORTEST:
        yield Warning("too-short", f"{ratio:.2f}")
    elif ratio > _LONGEST:
        yield Warning("too-long", f"{ratio:.2f}")


def _numbers(source: str, target: str, words: Sequence[str]) -> Iterator[Warning]:
    """Figures of two digits or more that are gone, whatever signs stand between digits; and what stands instead."""
    there, here = _figures(source), _figures(target)
    missing = [text for text, scaled in there if not scaled and not _is_among(text, target)]
    if missing:
        new = [text for text, scaled in here if not scaled and not _is_among(text, source)]
        yield Warning("number", "; ".join([*(f"-{text}" for text in missing), *(f"+{text}" for text in new)]))


def _figures(text: str) -> list[tuple[str, bool]]:
    """Each figure that is no single digit (which may become a word), and whether a word after it changes its value."""
    found = [(match[0], bool(_SCALED.match(text, match.end()))) for match in _FIGURE.finditer(text)]
    return [(figure, scaled) for figure, scaled in found if len(re.sub(r"\D", "", figure)) > 1]


def _is_among(figure: str, text: str) -> bool:
    """Whether a figure stands in a text, written as one or in its parts (dates, times)."""
    others = _FIGURE.findall(text)
    bare = re.sub(r"\D", "", figure)
    parts = {part.lstrip("0") for part in re.findall(r"\d+", figure)}
    every = {part.lstrip("0") for other in others for part in re.findall(r"\d+", other)}
    return any(bare == re.sub(r"\D", "", other) for other in others) or parts <= every
