"""Number values in Chinese text, in digits and in words, and how they compare with those of its English source.

Signs are not compared (零下5度), nor are units; only that p.m. or a currency is said at all.
"""

import re
from collections.abc import Iterable

from translator_app.engine.english_numerals import VULGAR, Number, english_numbers, fraction_of, raised_numbers
from translator_app.engine.number_words import FACTORS

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
    rf"|(?P<ratio>[0-9]+/[0-9]+)(?![/0-9])|(?P<vulgar>[0-9]*[{VULGAR}])"
    rf"|(?P<digits>{_DIGITS})(?: (?=[千万亿]))?[多余]?(?P<units>(?:[十百千万亿兆](?![一-鿿]?分之)|{_DIGITS})*)"
    rf"|(?P<han>{_NUMERAL}+)"
)
_HAN_PART = re.compile(rf"{_DIGITS}|[一-鿿〇○]")
# What follows a single numeral when it counts something; idioms (四处, 十分, 三角) don't go on like this.
_MEASURE = frozenset(
    "个只名位条张本年月日天岁次倍点号楼层米里斤元块台辆件把支枚颗座间栋匹头篇首部册页章届位届匙杯瓶碗盒袋包箱份秒周种类项句小人万亿百千"
)
_NOT_NUMBERS = frozenset("星周拜期")  # 星期三, 周三, 礼拜三 are names of days
_TENTHS = frozenset("成折")  # 八成 is 80 %, 八折 and 80折 are 20 % off
_RANGE_END = re.compile(rf"\s?(?:[-–—~～至到或]|——)\s?{_DIGITS} ?([百千万亿]+)")
_LETTER_SCALE = re.compile("[KkMB](?![a-z])")  # 20M: its value is read as in English
_MORE = frozenset("来多余几")
_VAGUE = frozenset("数几上好")  # 数百 is hundreds
_IDIOMS = re.compile(r"千万(?=[别不要记])|(?<![0-9十百千])万一|千方百计|三三两两|五颜六色|乱七八糟|四面八方|"
                     r"成千上万|成百上千|一五一十|九牛一毛|四分五裂|"
                     r"千千万万|三番五次|三言两语|五花八门|七上八下|七嘴八舌|横七竖八|万万|四通八达|千真万确|千变万化|千辛万苦|十全十美|一清二楚|一干二净|接二连三|"
                     r"十之八九|十有八九|百里挑一|独一无二|说一不二")  # fmt: skip
_HOUR = re.compile(r"(?<![\d.:])(1[0-2]|0?[1-9])(?::[0-5]\d)?\s?([ap])\.?\s?m\b", re.IGNORECASE)
_LATE_PARTS = ("下午", "晚上", "傍晚", "晚间")
_HAN_HOUR = re.compile(rf"(上午|早上|凌晨|清晨|早晨|{'|'.join(_LATE_PARTS)})\s?(\d{{1,2}}|{_NUMERAL}{{1,2}})\s?(?=[点时:：])")
_LATE = re.compile(r"[午晚夜昏]|p\.?m", re.IGNORECASE)  # what says that 3点 is 15点
_AMOUNT = re.compile(r"(?<![\w{])[$€£¥₹₩]\s?\d[\d.,]*(?<=\d)")
_MONEY = re.compile("[元圆镑块刀币欧金钱$€£¥₹₩]|卢比|韩|(?:USD|EUR|GBP|CNY|RMB|JPY|HKD|TWD|AUD|CAD|CHF|INR|KRW)")


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
            values = _tenths(value, behind) or [value]
            firm = value > 2 and behind in _MEASURE and before not in _NOT_NUMBERS and run + behind != "四周"  # four weeks, all around
            return Number(run, tuple((v,) for v in values), firm)
        together = float("".join(str(int(_HAN_DIGITS[char])) for char in run))
        apart = [_HAN_DIGITS[char] for char in run]
        return Number(run, tuple((v,) for v in (together, *apart, *_tenths(together, behind))), firm=len(run) > 2)
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
        elif ratio := match["ratio"]:
            above, under = (float(part) for part in ratio.split("/"))
            numbers.append(Number(ratio, tuple((value,) for value in (above, under, above / (under or 1.0))), firm=True))
        elif vulgar := match["vulgar"]:
            fraction, count = float(fraction_of(vulgar[-1])), float(vulgar[:-1] or 0)
            numbers.append(Number(vulgar, tuple((value,) for value in (count + fraction, fraction, count) if value), firm=True))
        elif digits := match["digits"]:
            value, units = float(digits.replace(",", "")), match["units"]
            if not units and (range_end := _RANGE_END.match(plain, match.end())):
                units = range_end[1]  # 200-300万
            values = [_digits_with_units(digits, units)] if units else _tenths(value, behind) or [value]
            if units == "兆":  # or mega
                values += [value, value * 1e6]
            firm = value > 0 and not _LETTER_SCALE.match(plain, match.end())
            numbers.append(Number(match[0], tuple((value,) for value in values), firm))
        else:
            numbers.append(_han_number(match["han"], behind, before))
    numbers += raised_numbers(text)
    numbers += [Number(char, ((_HAN_HINTS[char],),), firm=False) for char in set(text) & _HAN_HINTS.keys()]
    return numbers


def _tenths(value: float, behind: str) -> list[float]:
    """The shares that a number before 成 or 折 may stand for: in tenths or in hundredths, and what an 折 takes off."""
    if behind not in _TENTHS:
        return []
    shares = [value * 10, value]
    return shares if behind == "成" else [*shares, *(100 - share for share in shares)]


def _with_decimals(whole: float, decimals: str) -> float:
    """三点一四 is 3.14."""
    return whole + float("0." + "".join(str(int(_HAN_DIGITS.get(char, 0))) for char in decimals))


def _han_fraction(text: str, below: str, above: str) -> Number:
    parts = above.split("点")
    value = float(above.replace(",", "")) if above[0].isascii() else _han_value(parts[0])[0]
    if len(parts) > 1:
        value = _with_decimals(value, parts[1])
    divisor = _han_value(below)[0] or 1.0
    readings = ((value / divisor,), (value,)) + (((divisor,),) if divisor not in (100, 1000) or value == 1 else ())
    return Number(text, readings, firm=above != "百")  # 百分之百: completely


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


def _other_half_of_day(source: str, target: str) -> list[str]:
    """Hours that the target says of the morning and the source only of the afternoon, or the other way round."""
    said = {(float(match[1]), match[2].lower()) for match in _HOUR.finditer(source)}
    wrong = []
    for match in _HAN_HOUR.finditer(target) if said else ():
        hour = _han_value(match[2])[0]
        half, other = ("p", "a") if match[1] in _LATE_PARTS else ("a", "p")
        if hour < 12 and (hour, other) in said and (hour, half) not in said:
            wrong.append(match[0])
    return wrong


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
    if not _MONEY.search(target):
        missing += [match[0] for match in _AMOUNT.finditer(source) if match[0] not in missing]
    if not _LATE.search(target):
        late = [match for match in _HOUR.finditer(source) if match[2] in "pP" and match[1] != "12"]
        missing += [match[0] for match in late if float(match[1]) + 12 not in present]
    new = [number.text for number in theirs if number.firm and not _explained(number, known)]
    return missing, [*new, *_other_half_of_day(source, target)]
