"""Abbreviations of English written out: models take them for names, or leave them ("on Wed., Aug. 4", "Fig. 3", "approx. 2 hrs").

Only where what stands beside them leaves no doubt, and never within things that must survive.
"""

import re
from collections.abc import Callable

from translator_app.engine.shield import find_things
from translator_app.engine.terms import TermBase

_DAYS = {
    short: day
    for day, shorts in (
        ("Monday", "Mon"),
        ("Tuesday", "Tue Tues"),
        ("Wednesday", "Wed"),
        ("Thursday", "Thu Thur Thurs"),
        ("Friday", "Fri"),
        ("Saturday", "Sat"),
        ("Sunday", "Sun"),
    )
    for short in shorts.split()
}
_MONTHS = {name[:3]: name for name in "January February March April June July August September October November December".split()} | {
    "Sept": "September"
}
_REFERENCES = {
    "fig": "Figure", "figs": "Figures", "eq": "equation", "eqs": "equations", "vol": "volume", "ch": "chapter", "chap": "chapter",
    "sec": "section", "p": "page", "pp": "pages", "no": "number", "nos": "numbers",
}  # fmt: skip
_TITLES = {
    "Gov": "Governor", "Sen": "Senator", "Rep": "Representative", "Gen": "General", "Lt": "Lieutenant", "Sgt": "Sergeant",
    "Capt": "Captain", "Col": "Colonel", "Maj": "Major", "Adm": "Admiral", "Rev": "Reverend", "Pres": "President", "Prof": "Professor",
    "Mt": "Mount", "Ft": "Fort",
}  # fmt: skip
_UNITS = {"hr": "hour", "min": "minute", "sec": "second", "wk": "week", "yr": "year", "tbsp": "tablespoon", "tsp": "teaspoon"}
_WORDS = {
    "approx": "approximately", "incl": "including", "excl": "excluding", "w/o": "without", "w/": "with", "b/c": "because",
    "asap": "as soon as possible", "pls": "please", "plz": "please", "thx": "thanks", "tmrw": "tomorrow", "r u": "are you",
}  # fmt: skip
_LIMITS = {"min": "at least", "max": "at most"}


def _either(names: dict[str, str]) -> str:
    """The names as they are and in capitals."""
    return "|".join(sorted((*names, *(name.upper() for name in names)), key=len, reverse=True))


_DOT = r"(?:\.(?=[,;:)\]]|\s*[-–—]|\s+[a-z0-9(]))?"  # not one that ends the sentence
_DAY, _MONTH = _either(_DAYS), _either(_MONTHS)
_TO = r"\s?(?:[-–—]|\bto\b|\bthrough\b)\s?"


def _like(match: str, full: str) -> str:
    """The full form, with a capital where the short one has it."""
    return full[0].upper() + full[1:] if match[0].isupper() and not match.isupper() else full


def _name(short: str) -> str:
    return (_DAYS | _MONTHS)[short.capitalize()]


def _unit(match: re.Match[str]) -> str:
    return f"{match[1]} {_UNITS[match[2]]}{'' if match[1] == '1' else 's'}"


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    *(
        (
            re.compile(rf"\b({names})\b\.?{_TO}({names})\b(?![-/'’]){_DOT}"),
            lambda m: f"{_name(m[1])} to {_name(m[2])}",
        )
        for names in (_DAY, _MONTH)
    ),
    (
        re.compile(rf"\b({_DAY})\b\.?(?=,?\s(?:{_MONTH}|May|MAY|{'|'.join(_MONTHS.values())})\b|,?\s\d{{1,2}}\b(?![.,]\d))"),
        lambda m: _name(m[1]),
    ),
    (
        re.compile(
            rf"\b((?:[Oo]n|[Nn]ext|[Ll]ast|[Tt]his|[Ee]very|[Uu]ntil)\s)({'|'.join(_DAYS)})\b(?![-/'’]|\s[A-Z])(?!(?<=Sun)\s\w){_DOT}"
        ),
        lambda m: m[1] + _name(m[2]),
    ),
    (re.compile(rf"(?<![-/\w])({_MONTH})\b\.?(?=\s\d)"), lambda m: _name(m[1])),
    (re.compile(rf"(?<=\d)((?:st|nd|rd|th)?\s(?:of\s)?)({_MONTH})\b(?![-/'’]){_DOT}"), lambda m: m[1] + _name(m[2])),
    (re.compile(rf"\b((?:[Ii]n|[Ss]ince|[Uu]ntil|[Ee]arly|[Ll]ate)\s)({'|'.join(_MONTHS)})\.{_DOT}"), lambda m: m[1] + _name(m[2])),
    (
        re.compile(rf"(?<![\w.])({'|'.join(_REFERENCES)})\.(?:\s|(?<!no\.))(?=\(?\d|(?!I\b)[IVX]+\b)", re.IGNORECASE),
        lambda m: _like(m[1], _REFERENCES[m[1].lower()]) + " ",
    ),
    (re.compile(rf"(?<![\w.,])(\d+(?:[.,]\d+)?)\s({'|'.join(_UNITS)})s?\b{_DOT}"), _unit),
    (re.compile(rf"(?<![\w.])({'|'.join(_TITLES)})\.(?=\s[A-Z])"), lambda m: _TITLES[m[1]]),
    (re.compile(r"\b([Nn]o|NO)\.(?=:\s)"), lambda m: _like(m[1], "number")),
    (re.compile(r"\b([Tt]el|TEL)\b\.?(?=:|\s*\+?\(?\d)"), lambda m: _like(m[1], "phone")),
    (re.compile(r"(?<!\w)['’‘]([3-9]0)['’]?s\b"), lambda m: f"19{m[1]}s"),
    (re.compile(r"\b([Ii]n|[Oo]f|[Ss]ince)(\s)['’‘]([3-9]\d)\b(?!['’])"), lambda m: f"{m[1]}{m[2]}19{m[3]}"),
    (re.compile(rf"\b({'|'.join(_LIMITS)})\.\s?(?=\d)", re.IGNORECASE), lambda m: _like(m[1], _LIMITS[m[1].lower()]) + " "),
    (re.compile(rf"(?<![\w/])({'|'.join(_WORDS)})(?![\w/]){_DOT}", re.IGNORECASE), lambda m: _like(m[1], _WORDS[m[1].lower()])),
)
_SIGN = re.compile(
    rf"\b(?:{_DAY}|{_MONTH})\b|\b(?:{'|'.join(_REFERENCES)}|{'|'.join(_LIMITS)})\.|\d\s(?:{'|'.join(_UNITS)})s?\b|\btel\b|\b(?:{'|'.join(_TITLES)})\.|\bno\.:|['’‘]\d\d|(?<![\w/])(?:{'|'.join(_WORDS)})(?!\w)",
    re.IGNORECASE,
)


def spelled_out(text: str, terms: TermBase | None = None, keep: re.Pattern[str] | None = None) -> str:
    """The sentence with its abbreviations written out; all other text, the user's terms too, comes back as it is."""
    if not _SIGN.search(text):
        return text
    found = [(match.start(), match.end(), full(match)) for form, full in _FORMS for match in form.finditer(text)]
    if not found:
        return text
    safe = [(thing.start, thing.end) for thing in find_things(text, terms, keep)]
    shouted = text.isupper()
    parts, at = [], 0
    for start, end, full in sorted(found):
        if start >= at and not any(low < end and start < high for low, high in safe):
            parts += [text[at:start], full.upper() if shouted else full]
            at = end
    return "".join(parts) + text[at:]
