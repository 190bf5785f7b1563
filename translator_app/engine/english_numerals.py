"""Number values in English text, in digits and in words.

A number may be put in several ways: "3pm" is 3 or 15, "1/2" is one half or a 1 and a 2 (a date). A `Number` therefore
carries readings; each reading is a set of values that together stand for it.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from translator_app.engine.number_words import (
    CARDINALS,
    CLOCK,
    DASHES,
    DECADES,
    DOUBTFUL_MONTHS,
    HINTS,
    LETTER_SCALES,
    MONTHS,
    ORDINALS,
    PARTS,
    ROMAN,
    SCALES,
    SCALES_APART,
)

VULGAR = "¼½¾⅐-⅞"
_ENGLISH_TOKEN = re.compile(rf"[0-9]{{1,3}}(?:,[0-9]{{3}})+(?![0-9])(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|[a-z]+|[{VULGAR}]")
_WORDS = frozenset(CARDINALS) | frozenset(ORDINALS) | frozenset(MONTHS) | frozenset(HINTS) | frozenset(DECADES) | frozenset(SCALES)
_ROMAN_WORD = re.compile(r"\b(?:X{0,2}(?:IX|IV|VI{0,3}|I{1,3})|X{1,2})\b")
_RAISED = re.compile("[⁰¹²³⁴-⁹]+|[₀-₉]+")
_HAS_DIGIT = re.compile(rf"[0-9{VULGAR}]")
_NAMED = re.compile("[A-Z]-$")
_CURRENCIES = frozenset("$€£¥₹₩")
_COMMON_PAIRS = ((24.0, 7.0), (50.0, 50.0))  # 24/7, 50/50: said in words


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text. `firm` numbers must have a counterpart on the other side; the others only may be one."""

    text: str
    readings: tuple[tuple[float, ...], ...]
    firm: bool

    def values(self) -> Iterator[float]:
        """Every value of every reading."""
        for reading in self.readings:
            yield from reading


class _EnglishParser:
    """One pass over the tokens of a sentence; `numbers` holds the outcome."""

    def __init__(self, text: str, tokens: list[tuple[str, int, int]]) -> None:
        self.text = text
        self.tokens = tokens
        self.numbers: list[Number] = []
        self.afternoon = not CLOCK.isdisjoint([token[0] for token in tokens])  # 3pm may be 15点
        position = 0
        while position < len(tokens):
            token = tokens[position][0]
            if token[0].isdigit():
                position = self._digits(position)
            elif token in CARDINALS:
                position = self._words(position)
            elif not token.isascii():
                position = self._add(position, position, fraction_readings(fraction_of(token)), firm=True)
            else:
                position = self._word(position)

    def _add(self, first: int, last: int, readings: Iterable[tuple[float, ...]], firm: bool) -> int:
        text = self.text[self.tokens[first][1] : self.tokens[last][2]]
        self.numbers.append(Number(text, tuple(readings), firm))
        return last + 1

    def _gap(self, position: int) -> str:
        """The text between a token and the one before it (a line end where there is none)."""
        if not 0 < position < len(self.tokens):
            return "\n"
        return self.text[self.tokens[position - 1][2] : self.tokens[position][1]]

    def _token(self, position: int) -> str:
        return self.tokens[position][0] if 0 <= position < len(self.tokens) else ""

    def _word(self, position: int) -> int:
        word = self._token(position)
        if word in MONTHS:
            near_digit = any(self._token(p)[:1].isdigit() for p in (position - 1, position + 1))
            firm = self.text[self.tokens[position][1]].isupper() and (near_digit or word not in DOUBTFUL_MONTHS)
            return self._add(position, position, [(MONTHS[word],)], firm)
        if word in ORDINALS:
            value = ORDINALS[word]
            readings = [(value,), (1 / value,), (1.0, value)]
            return self._add(position, position, readings, firm=value > 3)
        if word in DECADES:
            return self._add(position, position, [(DECADES[word],), (1900 + DECADES[word],), (20.0,)], firm=False)
        if word == "half" and (scale := self._half_of(position)):
            value = SCALES[self._token(scale)]
            return self._add(position, scale, [(value / 2,), (0.5, value)], firm=True)
        if word in HINTS:
            return self._add(position, position, [(float(value),) for value in HINTS[word]], firm=False)
        return position + 1

    def _half_of(self, position: int) -> int:
        """The scale in "half a million", 0 where there is none."""
        scale = position + 2 if self._token(position + 1) == "a" else position + 1
        word = self._token(scale)
        return scale if word in SCALES and word not in LETTER_SCALES else 0

    def _digits(self, position: int) -> int:
        token, start, _ = self.tokens[position]
        value = float(token.replace(",", ""))
        before = self.text[start - 1 : start]
        behind, gap = self._token(position + 1), self._gap(position + 1)
        after = self.text[self.tokens[position][2] : self.tokens[position][2] + 1]
        if (before.isascii() and before.isalpha()) or _NAMED.search(
            self.text, max(0, start - 3), start
        ):  # MP3, B2B, COVID-19: a name that may be written out
            return self._add(position, position, [(value,)], firm=False)
        if gap in ("/", "\u2044") and behind[:1].isdigit() and before != "/" and self._gap(position + 2) != "/":
            return self._fraction(position, value, float(behind.replace(",", "")))
        if mixed := self._mixed(position, value):
            return mixed
        if gap in ("", " ", "-") and behind in SCALES and (gap == "" or behind not in LETTER_SCALES):
            return self._scaled(position, value)
        if gap in ("", "'", "\u2019") and behind == "s" and value % 10 == 0:
            return self._decade(position, value)
        readings = [(value,), *self._before_the_hour(position, value), *self._shared(position, value), *self._parts(position, value)]
        if len(token) == 4 and (token[0] == "0" or behind in ("hours", "hrs")):  # 0930
            readings.append((value // 100, value % 100) if value % 100 else (value // 100,))
        if before == "." and not self.text[start - 2 : start - 1].isalnum():  # .65
            readings.append((float(f"0.{token}"),) if token.isdigit() else (value,))
        if before == ":":  # minutes: 10:30 is 10点半
            readings += [(value / 60,), (value / 15, 0.25)]
            return self._add(position, position, readings, firm=value != 0)
        if after == "%" or behind in ("percent", "per"):
            readings.append((value / 100,))
        if value <= 12 and self.afternoon:
            readings.append((value + 12,))
        if value == 12 and behind in ("a", "am"):
            readings.append((0.0,))
        if value < 100 and before in DASHES and self._token(position - 1)[:1].isdigit():  # 2010-12
            century = float(self._token(position - 1).replace(",", "")) // 100 * 100
            readings.append((century + value,))
        return self._add(position, position, readings, firm=True)

    def _before_the_hour(self, position: int, value: float) -> list[tuple[float, ...]]:
        """A quarter to six is 五点四十五分, ten to five is 四点五十分."""
        if self._token(position - 1) == "to" and value <= 12 and position > 1:
            return [(value - 1,), (value + 11,)]
        return [(60 - value,)] if self._token(position + 1) == "to" and value < 30 and value % 5 == 0 else []

    def _shared(self, last: int, value: float) -> list[tuple[float, ...]]:
        """Five to ten million: the scale is said once."""
        position = last + 1
        if self._token(position) in ("to", "and", "or"):
            position += 1
        elif DASHES.isdisjoint(self._gap(position)):
            return []
        other = self._token(position)
        if (other[:1].isdigit() or other in CARDINALS) and self._token(position + 1) in SCALES and self._gap(position + 1) in ("", " "):
            return [(value * SCALES[self._token(position + 1)],)]
        return []

    def _parts(self, last: int, value: float) -> list[tuple[float, ...]]:
        """90 minutes may be 一个半小时, 15 minutes 一刻钟."""
        per = PARTS.get(self._token(last + 1), 0.0)
        if not per or not value or value * 4 % per:
            return []
        whole, part = divmod(value / per, 1)
        return [tuple(x for x in (whole, part) if x)]

    def _mixed(self, position: int, value: float) -> int:
        """2½ and 2 1/2, else 0."""
        behind, gap = self._token(position + 1), self._gap(position + 1)
        if behind and not behind.isascii() and gap in ("", " "):
            fraction, last = fraction_of(behind), position + 1
        elif gap == " " and behind.isdigit() and self._token(position + 2).isdigit() and self._gap(position + 2) in ("/", "\u2044"):
            if len(behind) > 3 or not 0 < (above := int(behind)) < (below := int(self._token(position + 2)[:9])):
                return 0
            fraction, last = Fraction(above, below), position + 2
        else:
            return 0
        part = float(fraction)
        readings = [(value + part,), (value, part), (value, float(fraction.numerator), float(fraction.denominator))]
        return self._add(position, last, readings, firm=True)

    def _fraction(self, position: int, above: float, below: float) -> int:
        readings = [(above, below)] if below == 0 else [(above / below,), (above, below), (above, 1.0, below)]
        return self._add(position, position + 1, readings, firm=(above, below) not in _COMMON_PAIRS)

    def _scaled(self, position: int, value: float) -> int:
        last, scaled = position, value
        while self._token(last + 1) in SCALES and self._gap(last + 1) in ("", " ", "-"):
            last += 1
            scaled *= SCALES[self._token(last)]
        readings = [(round(scaled, 6),), *self._apart(last, value), *self._shared(last, scaled)]
        if self._token(last) in ("m", "b") and self.text[self.tokens[position][1] - 1 : self.tokens[position][1]] not in _CURRENCIES:
            readings.append((value,))  # metres, minutes, No. 221B
        return self._add(position, last, readings, firm=True)

    def _apart(self, last: int, value: float) -> list[tuple[float, ...]]:
        """Two dozen as 2 and a dozen."""
        scale = SCALES_APART.get(self._token(last))
        return [] if scale is None else [(value, *scale)]

    def _decade(self, position: int, value: float) -> int:
        century = value // 100 + 1
        readings = [(value,), (value % 100,), (century,), (1900 + value % 100,)]
        return self._add(position, position + 1, readings, firm=True)

    def _words(self, position: int) -> int:
        """Cardinals in words: twenty-five, two hundred and six, nineteen eighty-four, twenty-first, two thirds."""
        total, current, last = 0.0, CARDINALS[self._token(position)], position
        final_ordinal = False
        while (following := self._continues(last)) and not final_ordinal:
            word = self._token(following)
            if word in SCALES:
                scale = SCALES[word]
                current, total = (current * scale, total) if scale <= 100 else (0.0, total + current * scale)
            else:
                value = CARDINALS.get(word) or ORDINALS.get(word, 0.0)
                if not self._fits(current, value, last):
                    break
                final_ordinal = word in ORDINALS
                current += value
            last = following
        value = total + current
        if (fraction := self._fraction_word(last)) and last == position:
            return self._add(position, last + 1, [(value / fraction,), (value, fraction)], firm=fraction > 2)
        readings = [(value,), *self._shared(last, value), *self._parts(last, value), *self._apart(last, CARDINALS[self._token(position)])]
        if CARDINALS.get(self._token(position - 1), 99.0) <= 12:  # two thirty: 两点半
            readings.append((value / 60,))
        if last == position and 13 <= value <= 20 and CARDINALS.get(self._token(last + 1), 0.0) >= 10:
            return self._year(position, value)
        if value <= 12 and self.afternoon:
            readings.append((value + 12,))
        readings += [(value + 0.5,), *self._before_the_hour(position, value)]
        readings += [(value * factor,) for factor in HINTS.get(self._token(last + 1), ()) if factor in (10, 100)]  # four decades
        return self._add(position, last, readings, firm=value > 2)

    def _continues(self, last: int) -> int:
        """The token that goes on with a number in words, 0 where it ends."""
        following = last + 1
        if self._token(following) == "and" and self._token(last) in ("hundred", "thousand", "million"):
            following += 1
        word = self._token(following)
        if word in SCALES and word not in LETTER_SCALES and self._gap(following) in (" ", "-"):
            return following
        return following if (word in CARDINALS or word in ORDINALS) and self._gap(following) in (" ", "-") else 0

    def _fits(self, current: float, value: float, last: int) -> bool:
        """Whether a smaller number can follow: twenty + one, hundred + ten, but not three + six."""
        if self._token(last) in SCALES:
            return value < 100
        return current % 100 >= 20 and current % 10 == 0 and 0 < value < 10

    def _fraction_word(self, last: int) -> float:
        word = self._token(last + 1)
        if word in ("half", "halves"):
            return 2.0
        if word in ("quarter", "quarters"):
            return 4.0
        return ORDINALS.get(word.removesuffix("s"), 0.0) if word.endswith("s") or self._gap(last + 1) == "-" else 0.0

    def _year(self, position: int, century: float) -> int:
        rest, last = CARDINALS[self._token(position + 1)], position + 1
        if rest % 10 == 0 and CARDINALS.get(self._token(last + 1), 10.0) < 10:
            last += 1
            rest += CARDINALS[self._token(last)]
        return self._add(position, last, [(100 * century + rest,), (century, rest)], firm=True)


def raised_numbers(text: str) -> list[Number]:
    """Superscripts and subscripts, which may come as plain digits: m², CO₂."""
    return [Number(m[0], ((float(unicodedata.normalize("NFKC", m[0])),),), firm=False) for m in _RAISED.finditer(text)]


def fraction_of(char: str) -> Fraction:
    return Fraction(unicodedata.numeric(char)).limit_denominator(10)


def fraction_readings(fraction: Fraction) -> tuple[tuple[float, ...], ...]:
    return (float(fraction),), (float(fraction.numerator), float(fraction.denominator))


def english_numbers(text: str) -> list[Number]:
    """The numbers of an English text, in order; Roman numerals last."""
    lower = text.lower()
    if len(lower) != len(text):  # a letter such as İ grows; offsets would be wrong
        lower = "".join(char if len(char.lower()) != 1 else char.lower() for char in text)
    tokens = [(match[0], match.start(), match.end()) for match in _ENGLISH_TOKEN.finditer(lower)]
    if not _HAS_DIGIT.search(text) and _WORDS.isdisjoint([token[0] for token in tokens]):
        numbers = []
    else:
        numbers = _EnglishParser(text, tokens).numbers
    numbers += raised_numbers(text)
    for match in _ROMAN_WORD.finditer(text):
        if match[0] in ROMAN:
            numbers.append(Number(match[0], ((ROMAN[match[0]],),), firm=False))
    return numbers
