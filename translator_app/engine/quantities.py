"""Numbers, dates and times of an English sentence, and how Chinese writes them: for a second try when a model changed one."""

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from translator_app.engine.english_numerals import english_numbers
from translator_app.engine.number_words import CARDINALS, MONTHS, SCALES
from translator_app.engine.shield import UNITS, Thing

_MONTH = (
    r"(?P<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\b\.?"
)
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>[12]\d{3})\b(?![.,:]\d)"
_DATES = tuple(
    re.compile(rf"(?<![\w.,:/-]){form}")
    for form in (
        rf"{_MONTH} {_DAY},? {_YEAR}",
        rf"{_DAY} (?:of )?{_MONTH},? {_YEAR}",
        rf"{_MONTH},? {_YEAR}",
        rf"{_MONTH} {_DAY}(?![\w:,.]?\d|\w| ?[%°€$£-])",
        rf"{_DAY} (?:of )?{_MONTH}(?!\w)",
    )
)
_LAST_DAY = r"\s?[-–—]\s?(?P<last>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_DAYS = tuple(
    re.compile(rf"(?<![\w.,:/-]){form}(?:,? {_YEAR})?(?![\w:/]|[.,]\d| ?[%°€$£])")
    for form in (rf"{_MONTH} {_DAY}{_LAST_DAY}", rf"{_DAY}{_LAST_DAY} (?:of )?{_MONTH}")
)
_TIME = re.compile(r"(?<![\w.,:])(?P<hour>1[0-2]|0?[1-9])(?::(?P<minutes>[0-5]\d))? ?(?P<half>[ap])\.?m(?:\.|\b)", re.IGNORECASE)
_CLOCK = re.compile(rf"(?<![\w.,:])(?P<clock>1[0-2]|[1-9]|{'|'.join(list(CARDINALS)[1:13])}) o['’]clock\b", re.IGNORECASE)
_ORDINAL = re.compile(r"(?<![\w.,])(?P<ordinal>\d{1,4})(?:st|nd|rd|th)\b(?P<century>[ -]century\b)?")
_DECADE = re.compile(r"(?<![\w.,])(?P<decade>[12]\d{2}0)['’]?s\b")
_NUMBERED = re.compile(  # as spelled out before, or as short as they were
    r"\b(?P<label>(?:[Nn]o|[Ff]ig|[Vv]ol|[Cc]h|[Pp]p?|[Ss]ec)\.|[Nn]umber|[Ff]igure|[Vv]olume|[Cc]hapter|[Pp]ages?|[Ss]ection)"
    r" ?(?P<of>\d+(?:[-–]\d+)?)\b(?!\.\d|,\d| [mbt]\w*illion)"
)
_LABELS = {"n": "{}号", "f": "图{}", "v": "第{}卷", "c": "第{}章", "p": "第{}页", "s": "第{}节"}
_ONE = rf"(?<![\w.])(?:(?<!\d)[-+−])?\.?\d++(?:[.,:/]\d++)*(?:[eE][-+]?\d+)?(?:s\b)?(?:\s?(?:{UNITS}))?"
_CURRENCY = r"(?:(?:US|HK|NT|A|C)?[$€£¥₹₩]\s?)"
_NUMBER = re.compile(
    rf"{_CURRENCY}?{_ONE}(?:\s?[x×]\s?\d++(?:[.,]\d++)*(?:\s?(?:{UNITS}))?){{0,3}}"
    r"|(?<![A-Za-z])[A-Za-z]++-?\d[\w-]*|(?<!\d)\d++[A-Za-z]\w*"
)
_POWERS = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12, "k": 3, "m": 6, "mn": 6, "b": 9, "bn": 9, "tn": 12}
_SCALE = re.compile(r"\s?(thousand|million|billion|trillion)\b", re.IGNORECASE)
_OF = re.compile(r"(?<![\w.,:/-])(?P<part>\d+) (?:out )?of (?P<whole>\d+)(?![\w.,:/%-]?\d|\w)")  # 3 of 12
_SHORT_SCALE = re.compile(  # 3mn, $1.2bn, £980m; 980m without a currency is a length
    rf"(?<![\w.,])(?:(?P<sum>{_CURRENCY}\d++(?:[.,]\d++)*)(?P<unit>[mbt]n|[kmb])|(?P<count>\d++(?:[.,]\d++)*)(?P<power>[mbt]n))\b",
    re.IGNORECASE,
)
_AMOUNT = rf"(?:\d{{1,3}}(?:\.\d+)?|\b(?:{'|'.join(list(CARDINALS)[1:])}))"
_RANGE = re.compile(  # $2-3 million, 5 to 10 thousand: the scale is said once
    rf"(?<![\w.,:/-])(?P<between>between )?(?P<sign>{_CURRENCY})?(?P<low>{_AMOUNT})"
    rf"(?:(?<=\d)\s?[-–—]\s?(?=\d|{_CURRENCY})|(?(between) and | to ))"
    rf"{_CURRENCY}?(?P<high>{_AMOUNT})[ -](?P<scale>thousand|million|billion|trillion)\b",
    re.IGNORECASE,
)
_WORD = "|".join(sorted([*CARDINALS, *(word for word in SCALES if len(word) > 4)], key=len, reverse=True))
_IN_WORDS = re.compile(rf"(?<![\w-])(?:{_WORD})(?:(?:[ -]| and )(?:{_WORD}))*(?![\w-])", re.IGNORECASE)
_DIGITS = "零一二三四五六七八九十"


def numbers(sentence: str) -> list[Thing]:
    """Every number with its currency sign and unit, date and time, as things in order: "3.5 million" stands as 350万.

    What is written in digits of no such kind stands as it is.
    """
    found: list[Thing] = []
    used = bytearray(len(sentence))
    for start, text, target in _candidates(sentence):
        end = start + len(text)
        if not any(used[start:end]):
            used[start:end] = b"\1" * len(text)
            found.append(Thing(text, start, "number", target))
    return sorted(found, key=lambda thing: thing.start)


def _candidates(sentence: str) -> Iterator[tuple[int, str, str]]:
    """Offset, text and Chinese of what may be a number; of those that overlap, the first one counts."""
    digits = any("0" <= char <= "9" for char in sentence)
    for match in _RANGE.finditer(sentence):
        yield match.start(), match[0], _range(match.groupdict())
    for match in _CLOCK.finditer(sentence):
        hour = match["clock"].lower()
        yield match.start(), match[0], f"{CARDINALS.get(hour) or int(hour):g}点"
    if digits:
        for pattern in _DAYS:
            for match in pattern.finditer(sentence):
                yield match.start(), match[0], f"{_date(match.groupdict())}至{int(match['last'])}日"
        for pattern in _DATES:
            for match in pattern.finditer(sentence):
                yield match.start(), match[0], _date(match.groupdict())
        for match in _TIME.finditer(sentence):
            yield match.start(), match[0], _time(int(match["hour"]), match["minutes"], match["half"].lower())
        for match in _OF.finditer(sentence):
            yield match.start(), match[0], f"{match['part']}/{match['whole']}"
        for match in _SHORT_SCALE.finditer(sentence):
            amount, power = match["sum"] or match["count"], match["unit"] or match["power"]
            yield match.start(), match[0], _in_wan(amount, power.lower())
        for match in _ORDINAL.finditer(sentence):
            yield match.start(), match[0], f"{match['ordinal']}世纪" if match["century"] else f"第{match['ordinal']}"
        for match in _DECADE.finditer(sentence):
            yield match.start(), match[0], f"{match['decade']}年代"
        for match in _NUMBERED.finditer(sentence):
            yield match.start(), match[0], _LABELS[match["label"][0].lower()].format(match["of"])
        yield from _plain(sentence)
    for match in _IN_WORDS.finditer(sentence):
        values = english_numbers(match[0])
        if len(values) == 1 and values[0].firm and len(values[0].readings[0]) == 1:
            yield match.start(), match[0], _in_digits(values[0].readings[0][0])


def _plain(sentence: str) -> Iterator[tuple[int, str, str]]:
    for match in _NUMBER.finditer(sentence):
        text = match[0]
        if scale := _SCALE.match(sentence, match.end()):
            yield match.start(), text + scale[0], _in_wan(text, scale[1].lower())
        elif text[-1].isdigit() and re.match(r"-[A-Za-z]", sentence[match.end() : match.end() + 2]):
            yield match.start(), text + "-", text  # 3-pack
        else:
            yield match.start(), text, text


def _range(parts: dict[str, str]) -> str:
    ends = [parts[name].lower() for name in ("low", "high")]
    low, high = (_in_wan(f"{CARDINALS[end]:g}" if end in CARDINALS else end, parts["scale"].lower()) for end in ends)
    return f"{parts['sign'] or ''}{low}至{high}"


def _date(parts: dict[str, str]) -> str:
    year = f"{parts['year']}年" if parts.get("year") else ""
    day = f"{int(parts['day'])}日" if parts.get("day") else ""
    return f"{year}{MONTHS[parts['month'].lower()]:.0f}月{day}"


def _time(hour: int, minutes: str | None, half: str) -> str:
    noon = hour == 12
    late = "下午" if hour < 6 else "晚上"
    part = {"a": "凌晨" if noon else "上午", "p": "中午" if noon else late}[half]
    return f"{part}{hour}:{minutes}" if minutes else f"{part}{hour}点"


def _in_digits(value: float) -> str:
    if value <= 10 and value == int(value):
        return _DIGITS[int(value)]
    if value >= 10_000 and value % 1000 == 0:
        return _in_wan(f"{value / 1000:.0f}", "thousand")
    return f"{value:g}" if value < 1e6 else f"{value:.0f}"


def _in_wan(number: str, scale: str) -> str:
    """3.5 million as Chinese writes it: 350万."""
    sign = re.match(r"[^\d.]*", number)
    before = sign[0] if sign else ""
    try:
        value = Decimal(number[len(before) :].replace(",", "")) * 10 ** _POWERS[scale]
    except InvalidOperation:  # such as 3:5
        return f"{number} {scale}"
    power, unit = next((pair for pair in ((8, "亿"), (4, "万")) if value >= 10 ** pair[0]), (0, ""))
    return f"{before}{(value / 10**power).normalize():f}{unit}"
