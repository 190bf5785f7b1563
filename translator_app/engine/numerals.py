"""Number values in English and in Chinese text, in digits and in words, so that the two can be compared.

A number may be put in several ways: "3pm" is 3 or 15, "1/2" is one half or a 1 and a 2 (a date). A `Number` therefore
carries readings; each reading is a set of values that together stand for it. `differences` compares a sentence with
its translation. Signs are not compared (零下5度), nor are units.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from translator_app.engine.number_words import (
    CARDINALS,
    CLOCK,
    DASHES,
    DECADES,
    DOUBTFUL_MONTHS,
    FACTORS,
    HINTS,
    LETTER_SCALES,
    MONTHS,
    ORDINALS,
    ROMAN,
    SCALES,
)

_ENGLISH_TOKEN = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|[a-z]+")
_WORDS = frozenset(CARDINALS) | frozenset(ORDINALS) | frozenset(MONTHS) | frozenset(HINTS) | frozenset(DECADES) | frozenset(SCALES)
_ROMAN_WORD = re.compile(r"\b(?:X{0,2}(?:IX|IV|VI{0,3}|I{1,3})|X{1,2})\b")
_HAS_DIGIT = re.compile(r"[0-9]")


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
        if word in HINTS:
            return self._add(position, position, [(float(value),) for value in HINTS[word]], firm=False)
        return position + 1

    def _digits(self, position: int) -> int:
        token, start, _ = self.tokens[position]
        value = float(token.replace(",", ""))
        before = self.text[start - 1 : start]
        behind, gap = self._token(position + 1), self._gap(position + 1)
        after = self.text[self.tokens[position][2] : self.tokens[position][2] + 1]
        if before.isalpha():  # MP3, B2B: a name that may be written out
            return self._add(position, position, [(value,)], firm=False)
        if gap == "/" and behind[:1].isdigit() and before != "/" and self._gap(position + 2) != "/":
            return self._fraction(position, value, float(behind.replace(",", "")))
        if gap in ("", " ", "-") and behind in SCALES and (gap == "" or behind not in LETTER_SCALES):
            return self._scaled(position, value)
        if gap in ("", "'", "\u2019") and behind == "s" and value % 10 == 0:
            return self._decade(position, value)
        readings: list[tuple[float, ...]] = [(value,), *self._before_the_hour(position, value)]
        if before == ":":  # minutes: 10:30 is 10点半
            readings += [(value / 60,), (value / 15, 0.25)]
            return self._add(position, position, readings, firm=value != 0)
        if after == "%" or behind in ("percent", "per"):
            readings += [(value / 100,), (value / 10,), ((100 - value) / 10,)]
        if value <= 12 and self.afternoon:
            readings.append((value + 12,))
        if value < 100 and before in DASHES and self._token(position - 1)[:1].isdigit():  # 2010-12
            century = float(self._token(position - 1).replace(",", "")) // 100 * 100
            readings.append((century + value,))
        return self._add(position, position, readings, firm=True)

    def _before_the_hour(self, position: int, value: float) -> list[tuple[float, ...]]:
        """A quarter to six is 五点四十五分."""
        return [(value - 1,), (value + 11,)] if self._token(position - 1) == "to" and value <= 12 and position > 1 else []

    def _fraction(self, position: int, above: float, below: float) -> int:
        readings = [(above, below)] if below == 0 else [(above / below,), (above, below), (above, 1.0, below)]
        return self._add(position, position + 1, readings, firm=(above, below) != (24.0, 7.0))

    def _scaled(self, position: int, value: float) -> int:
        last, scaled = position, value
        while self._token(last + 1) in SCALES and self._gap(last + 1) in ("", " ", "-"):
            last += 1
            scaled *= SCALES[self._token(last)]
        return self._add(position, last, [(round(scaled, 6),)], firm=True)

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
            return self._add(position, last + 1, [(value / fraction,), (value, fraction), (value,)], firm=value > 2)
        readings: list[tuple[float, ...]] = [(value,)]
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
    for match in _ROMAN_WORD.finditer(text):
        if match[0] in ROMAN:
            numbers.append(Number(match[0], ((ROMAN[match[0]],),), firm=False))
    return numbers


_HAN_DIGITS = {char: float(i) for i, char in enumerate("零一二三四五六七八九")} | {"〇": 0.0, "两": 2.0, "○": 0.0}
_HAN_UNITS = {"十": 10.0, "百": 100.0, "千": 1e3}
_HAN_SCALES = {"万": 1e4, "亿": 1e8, "兆": 1e12}
_HAN_HINTS = {"首": 1.0, "元": 1.0, "正": 1.0, "双": 2.0, "俩": 2.0, "对": 2.0, "倍": 2.0, "番": 2.0, "仨": 3.0, "半": 0.5, "刻": 0.25,
              "腊": 12.0,
              "次": 2.0, "再": 2.0, "又": 2.0, "打": 12.0, "旬": 10.0, "廿": 20.0, "卅": 30.0}  # fmt: skip
_NUMERAL = "[零〇一二两三四五六七八九十百千万亿兆]"
_DIGITS = r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+)(?:\.[0-9]+)?"
_HAN_RUN = re.compile(
    rf"(?P<below>{_NUMERAL}+)分之(?P<above>{_NUMERAL}+(?:点{_NUMERAL}+)?|{_DIGITS})"
    rf"|(?P<whole>{_NUMERAL}+)点(?P<decimals>[零〇一二三四五六七八九]+)(?![十百])(?P<scale>[万亿]*)"
    rf"|(?P<digits>{_DIGITS})[多余]?(?P<units>(?:[十百千万亿兆](?![一-鿿]?分之)|{_DIGITS})*)"
    rf"|(?P<han>{_NUMERAL}+)"
)
_HAN_PART = re.compile(rf"{_DIGITS}|[一-鿿〇○]")
# What follows a single numeral when it counts something; idioms (四处, 十分, 三角) don't go on like this.
_MEASURE = frozenset(
    "个只名位条张本年月日天岁次倍点号楼层米里斤元块台辆件把支枚颗座间栋匹头篇首部册页章届位届匙杯瓶碗盒袋包箱份秒周种类项句小人万亿百千"
)
_NOT_NUMBERS = frozenset("星周拜期")  # 星期三, 周三, 礼拜三 are names of days
_TENTHS = frozenset("成折")  # 八成 is 80 %, 八折 is 20 % off
_MORE = frozenset("来多余几")
_VAGUE = frozenset("数几上好")  # 数百 is hundreds
_IDIOMS = re.compile(r"千万(?=[别不要记])|万一|千方百计|三三两两|五颜六色|乱七八糟|四面八方|百分百|百分之百|"
                     r"成千上万|成百上千|一五一十|九牛一毛|四分五裂|"
                     r"千千万万|三番五次|三言两语|五花八门|七上八下|七嘴八舌|横七竖八|万万|四通八达|千真万确|千变万化|千辛万苦|十全十美|一清二楚|一干二净|接二连三|"
                     r"十之八九|十有八九|百里挑一|独一无二|说一不二")  # fmt: skip


def _han_value(run: str) -> tuple[float, ...]:
    """The values that a run of numerals may have: 三百五 is 350 and 305, 二三十 is 20 and 30."""
    total, section, digit, after_unit = 0.0, 0.0, 0.0, 0.0
    pending: list[float] = []
    for part in _HAN_PART.findall(run):
        if part in _HAN_DIGITS:
            digit = _HAN_DIGITS[part]
            pending.append(digit)
            after_unit = 0.0 if digit == 0 else after_unit
        elif part in _HAN_UNITS:
            section += (digit if pending else 1.0) * _HAN_UNITS[part]
            after_unit, digit = _HAN_UNITS[part], 0.0
            pending = pending[-2:-1] and [pending[-2] * _HAN_UNITS[part]] if len(pending) > 1 else []
        elif part in _HAN_SCALES:
            scale = _HAN_SCALES[part]
            total, section = (total + (section + digit) * scale, 0.0) if section + digit or not total else (total * scale, 0.0)
            total = total or scale
            after_unit, digit, pending = scale, 0.0, []
        else:
            digit = float(part.replace(",", ""))
            pending = [digit]
    value = round(total + section + digit, 6)
    others = [] if not (after_unit and digit) else [round(total + section + digit * after_unit / 10, 6)]
    return (value, *others, *pending, *(round(total + section + digit, 6) for digit in pending[:-1]))


def _han_number(run: str, behind: str, before: str) -> Number:
    """One run of Han numerals as a number."""
    if all(char in _HAN_DIGITS for char in run):
        if len(run) == 1:
            value = _HAN_DIGITS[run]
            values = [value * 10, value] if behind in _TENTHS else [value]
            firm = value > 2 and behind in _MEASURE and before not in _NOT_NUMBERS and run + behind != "四周"  # four weeks, all around
            return Number(run, tuple((v,) for v in values), firm)
        together = float("".join(str(int(_HAN_DIGITS[char])) for char in run))
        apart = [(_HAN_DIGITS[char],) for char in run]
        return Number(run, ((together,), *apart), firm=len(run) > 2)
    readings = _han_value(run)
    firm = run == "十" and behind in _MEASURE if len(run) == 1 else readings[0] > 10 and run not in ("千万", "百万", "亿万", "万千")
    if behind and behind in _MORE and 10 <= readings[0] <= 100:  # 二十多 is 21 to 29
        readings += tuple(readings[0] + more for more in range(1, 10))
    return Number(run, tuple((value,) for value in readings), firm and before not in _NOT_NUMBERS and before not in _VAGUE)


def chinese_numbers(text: str) -> list[Number]:
    """The numbers of a Chinese text, in digits and in Han numerals; Latin words in it are read as English."""
    numbers = []
    plain = _IDIOMS.sub("", text)
    for match in _HAN_RUN.finditer(plain):
        behind, before = plain[match.end() : match.end() + 1], plain[: match.start()][-1:]
        if below := match["below"]:
            numbers.append(_han_fraction(match[0], below, match["above"]))
        elif whole := match["whole"]:
            scale = 1.0
            for char in match["scale"]:
                scale *= _HAN_SCALES[char]
            decimals = match["decimals"]
            exact = round(_with_decimals(_han_value(whole)[0], decimals) * scale, 6)
            numbers.append(Number(match[0], ((exact,), (_han_value(whole)[0],), (_han_value(decimals)[0],)), firm=False))
        elif digits := match["digits"]:
            plain_value = float(digits.replace(",", ""))
            units = match["units"]
            values = [_digits_with_units(digits, units)] if units else [plain_value]
            if behind in _TENTHS:
                values = [plain_value * 10, plain_value]
            numbers.append(Number(match[0], tuple((value,) for value in values), firm=plain_value > 0))
        else:
            numbers.append(_han_number(match["han"], behind, before))
    numbers += [Number(char, ((_HAN_HINTS[char],),), firm=False) for char in set(text) & _HAN_HINTS.keys()]
    return numbers


def _with_decimals(whole: float, decimals: str) -> float:
    """三点一四 is 3.14."""
    return whole + float("0." + "".join(str(int(_HAN_DIGITS.get(char, 0))) for char in decimals))


def _han_fraction(text: str, below: str, above: str) -> Number:
    parts = above.split("点")
    value = float(above.replace(",", "")) if above[0].isascii() else _han_value(parts[0])[0]
    if len(parts) > 1:
        value = _with_decimals(value, parts[1])
    divisor = _han_value(below)[0] or 1.0
    readings = ((value,), (value / divisor,)) if divisor in (100, 1000) else ((value / divisor,), (value,), (divisor,))
    return Number(text, readings, firm=True)


def _digits_with_units(digits: str, units: str) -> float:
    """3.5 + 百万 is 3.5 million, 1 + 亿2000万 is 120 million."""
    total, current = 0.0, float(digits.replace(",", ""))
    for part in _HAN_PART.findall(units):
        scale = _HAN_UNITS.get(part) or _HAN_SCALES.get(part)
        if scale is None:
            total, current = total + current, float(part.replace(",", ""))
        else:
            current *= scale
    return round(total + current, 6)


def _close(value: float, values: Iterable[float]) -> bool:
    return any(abs(value - other) <= 1e-6 * max(1.0, abs(value)) for other in values)


def _explained(number: Number, values: set[float]) -> bool:
    """Whether a number of the translation comes from the source, perhaps as a product (half a million) or a rounded third."""
    for value in number.values():
        if value in values or _close(value, values):
            return True
        for factor in values & FACTORS:
            if _close(value / factor, values):
                return True
    return False


def differences(source: str, target: str) -> tuple[list[str], list[str]]:
    """Numbers of `source` (English) without a counterpart in `target` (Chinese), and numbers of `target` that `source` lacks."""
    ours, theirs = english_numbers(source), chinese_numbers(target)
    if not any(number.firm for number in ours) and not any(number.firm for number in theirs):
        return [], []
    if target.isascii() or any(char.isascii() and char.isalpha() for char in target):
        theirs += [Number(n.text, n.readings, firm=False) for n in english_numbers(target)]
    present = {value for number in theirs for value in number.values()}
    known = {value for number in ours for value in number.values()}
    missing = [
        number.text
        for number in ours
        if number.firm and not any(all(v in present or _close(v, present) for v in reading) for reading in number.readings)
    ]
    new = [number.text for number in theirs if number.firm and not _explained(number, known)]
    return missing, new
