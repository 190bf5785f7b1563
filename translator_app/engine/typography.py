"""Chinese as it is typeset: full-width punctuation between Chinese, half-width in numbers, code, addresses and Latin phrases.

What must not change (addresses, code, placeholders, numbers) is first replaced by one stand-in character each, so that every
rule below sees plain text only. A mark is judged by the nearest letters on both sides, past other marks, spaces and tags
(private-use characters); the rules therefore give the same answer on their own output.
"""

import re
from functools import cache
from typing import Any

from translator_app.engine.shield import Thing, find_things

_HAN = "〇㐀-䶿一-鿿豈-﫿𠀀-𲎯"
_IS_HAN = re.compile(f"[{_HAN}]")
_TAG = "\ue000-\uf8ff"  # inline tags of documents: as if they weren't there
_LINES = re.compile(r"([\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+)")
_FIRST_STAND_IN, _LAST_STAND_IN = 0xF0000, 0xFFFFD
_STAND_IN = f"[{chr(_FIRST_STAND_IN)}-{chr(_LAST_STAND_IN)}]"
_THINGS_OF_CHINESE = frozenset(("foreign", "private", "leader"))  # kinds that are no obstacle here

_KEPT = re.compile(
    rf"{_STAND_IN}"
    r"|[0-9]+(?:[.,:/][0-9]+)+(?![0-9])"  # 1,000 3.5 10:30 1/2
    r"|(?:[A-Za-z]\.){2,}"  # U.S. e.g.
    rf"|(?<![A-Za-z])(?:Mr|Mrs|Ms|Dr|Prof|Inc|Ltd|Co|Corp|Jr|Sr|St|vs|etc|No|Vol|Fig)\.(?=[ ,][^ ]|[{_HAN}])"
    r"|[A-Za-z0-9]+(?:[.:,_/@-][A-Za-z0-9]+)+"  # node.js, a:b
    r"|[A-Za-z]+'[A-Za-z]+"
    r"|=\s?\"[^\"]*\""
    r"|[.]{4,}|:[-']?[()DPp](?![A-Za-z])"
)
_WIDE_IN_NUMBER = re.compile(r"(?<=[0-9])[．：](?=[0-9])")  # not 。: a sentence may end and the next begin with a digit
_WIDE_THOUSANDS = re.compile(r"(?<![0-9])(?<![0-9][，,])[0-9]{1,3}(?:，[0-9]{3})+(?![0-9，])")
_WIDE_ALNUM = str.maketrans({code: chr(code - 0xFEE0) for code in (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B))})

# Where none of these stands there is nothing to do: most sentences.
_WORK = re.compile(r"[ -/:-@\[-`{-~“”„…—\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]|[0-9][，．：][0-9]|。。。")

_MARKS = {",": "，", ";": "；", ":": "：", "?": "？", "!": "！", ".": "。"}
_WIDE_MARKS = frozenset(_MARKS.values())
_SKIPPED = frozenset(" ,.;:?!，。；：？！、…—–\"'“”‘’()（）《》〈〉「」『』[]【】-")
_MARK = re.compile(r"[,;:?!]|(?<!\.)\.(?!\.)")
_LATIN_CONTENT = re.compile(rf"(?<=“)[^“”{_HAN}]+(?=”)|(?<=《)[^《》{_HAN}]+(?=》)")
_DOTS = re.compile(r"(?<!\.)(?:\.{3}|\. \. \.)(?!\.)|(?<!…)…{1,2}(?!…)|。{3,}")
_DASHES = re.compile(r" ?(?<!-)-{2,3}(?!-) ?| [—–] | ?(?<!—)——(?!—) ?")
_BRACKET = re.compile(r"[()（）]")
_CLOSING = frozenset("”》）")
_HAN_SPACE_HAN = re.compile(rf"([{_HAN}][{_TAG}]*) (?=[{_TAG}]*[{_HAN}])")
_SPACE_AT_MARK = re.compile(
    r"(?<=[，。？！：；、）（《》“]) +(?=\S)|(?<=”) +(?=[^\sA-Za-z0-9])|(?<=\S) +(?=[，。？！：；、）（《》”])|(?<=[^\sA-Za-z0-9]) +(?=“)"
)
_BORDER = re.compile(rf"(?<=[{_HAN}])(?=[A-Za-z0-9]|{_STAND_IN})|(?:(?<=[A-Za-z0-9])|(?<={_STAND_IN}))(?=[{_HAN}])")


def chinese(text: str, *, spacing: bool = False) -> str:
    """The text with Chinese punctuation; `spacing` puts a space between Han and Latin letters or digits. Idempotent.

    Lines without Han characters come back as they are.
    """
    if not (spacing or _WORK.search(text)) or not _IS_HAN.search(text):
        return text
    return "".join(_line(line, spacing) if _IS_HAN.search(line) else line for line in _LINES.split(text))


def _line(line: str, spacing: bool) -> str:
    for _ in range(6):  # one change may call for another (a space goes, and three stops stand together); two passes nearly always
        before, line = line, _pass(line, spacing)
        if line == before:
            break
    return line


def _pass(line: str, spacing: bool) -> str:
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        if len(match[0]) == 1 and ord(match[0]) >= _FIRST_STAND_IN:
            return match[0]
        kept.append(_restore(match[0], kept))
        return chr(_FIRST_STAND_IN + len(kept) - 1)

    plain = _keep_things(_half_width_numbers(line.translate(_WIDE_ALNUM)), kept)
    if len(kept) + len(plain) > _LAST_STAND_IN - _FIRST_STAND_IN:
        return line  # a line of 65,000 characters is no prose
    plain = _KEPT.sub(keep, plain)
    plain = _quotes(plain, kept)
    plain = _LATIN_CONTENT.sub(keep, plain)
    plain = _MARK.sub(_mark, _brackets(plain))
    plain = _DASHES.sub(_dashes, _DOTS.sub(_dots, plain))
    plain = _SPACE_AT_MARK.sub("", _HAN_SPACE_HAN.sub(r"\1", plain))
    if spacing:
        plain = _BORDER.sub(lambda match: _space_at(match, kept), plain)
    return _restore(plain, kept)


def _keep_things(line: str, kept: list[str]) -> str:
    """Stand-ins for the things of the line, and for characters that look like stand-ins themselves."""
    spans = [(thing.start, thing.start + len(thing.text)) for thing in _things(line) if thing.kind not in _THINGS_OF_CHINESE]
    spans += [match.span() for match in re.finditer(_STAND_IN, line)]
    parts, position = [], 0
    for start, end in sorted(spans):
        if start >= position:
            parts += [line[position:start], chr(_FIRST_STAND_IN + len(kept))]
            kept.append(line[start:end])
            position = end
    return "".join(parts) + line[position:] if parts else line


def _things(line: str) -> list[Thing]:
    """The things of a line of Chinese. To a pattern Han are letters; here they never belong to the word beside them."""
    return find_things(_IS_HAN.sub("、", line))


def _restore(line: str, kept: list[str]) -> str:
    return re.sub(_STAND_IN, lambda match: kept[ord(match[0]) - _FIRST_STAND_IN], line) if kept else line


def _half_width_numbers(line: str) -> str:
    """Half-width marks inside numbers: 1，000 and 3．5 and 10：30."""
    line = _WIDE_THOUSANDS.sub(lambda match: match[0].replace("，", ","), line)
    return _WIDE_IN_NUMBER.sub(lambda match: ":" if match[0] == "：" else ".", line)


def _near(line: str, position: int, step: int) -> str:
    """The nearest letter, digit or stand-in to one side, past marks, spaces and tags; "" at the end of the line."""
    while 0 <= position < len(line):
        char = line[position]
        if char not in _SKIPPED and not "\ue000" <= char <= "\uf8ff":
            return char
        position += step
    return ""


def _next_to(line: str, position: int, step: int) -> str:
    """The very next character to one side, past tags only."""
    while 0 <= position < len(line) and "\ue000" <= line[position] <= "\uf8ff":
        position += step
    return line[position] if 0 <= position < len(line) else ""


def _is_han(char: str) -> bool:
    return bool(_IS_HAN.match(char))


def _mark(match: re.Match[str]) -> str:
    line, position, mark = match.string, match.start(), match[0]
    left, right = _near(line, position - 1, -1), _near(line, position + 1, 1)
    if mark == "." and _dot_stays(line, position, right):
        return mark
    if _is_han(left) or (left and not right) or _is_han(right) or (mark in ",;:" and line[:position].rstrip(" ")[-1:] in _CLOSING):
        return _MARKS[mark]
    return mark


def _dot_stays(line: str, position: int, right: str) -> bool:
    """Whether a full stop belongs to a word, an initial or a list number."""
    before, after = _next_to(line, position - 1, -1), _next_to(line, position + 1, 1)
    if after and after not in _SKIPPED and not _is_han(after):
        return True
    if after in _WIDE_MARKS and ((before.isascii() and before.isalpha()) or before >= chr(_FIRST_STAND_IN)):
        return True  # M.Sc.。
    if right and line[:position].strip(" ").isalnum() and line[:position].strip(" ").isascii() and position < 5:
        return True
    initial = before.isascii() and before.isupper() and not _next_to(line, position - 2, -1).isalpha()
    return bool(right) and initial


def _dots(match: re.Match[str]) -> str:
    line = match.string
    han = _is_han(_near(line, match.start() - 1, -1)) or _is_han(_near(line, match.end(), 1))
    return "……" if han else match[0]


def _dashes(match: re.Match[str]) -> str:
    left, right = _near(match.string, match.start() - 1, -1), _near(match.string, match.end(), 1)
    return "——" if left and right and (_is_han(left) or _is_han(right)) else match[0]


# --- quotation marks and brackets


def _quotes(line: str, kept: list[str]) -> str:
    """Paired quotation marks “” ‘’ from straight, wrong or mixed ones; those after a number are inches."""
    chars = list(line)
    doubles: list[int] = []
    for position, char in enumerate(chars):
        inches = char == '"' and len(doubles) % 2 == 0 and position > 0 and _restore(chars[position - 1], kept)[-1:].isdigit()
        if char in '“”„"' and not inches:
            doubles.append(position)
    if doubles and not _balanced([chars[position] for position in doubles]):
        depth = 0
        for count, position in enumerate(doubles):
            if len(doubles) % 2 == 0:
                chars[position] = "”" if count % 2 else "“"
            elif chars[position] == '"':
                chars[position] = "”" if depth else "“"
            depth = max(0, depth + (1 if chars[position] == "“" else -1))
    return _single_quotes(chars) if "'" in line else "".join(chars)


def _balanced(quotes: list[str]) -> bool:
    depth = 0
    for quote in quotes:
        if quote not in "“”":
            return False
        depth += 1 if quote == "“" else -1
        if depth < 0:
            return False
    return depth == 0


def _single_quotes(chars: list[str]) -> str:
    """Pairs of straight single quotes; an apostrophe stays."""
    opened = -1
    for position, char in enumerate(chars):
        if char != "'":
            continue
        before = chars[position - 1] if position else " "
        after = chars[position + 1] if position + 1 < len(chars) else " "
        if opened < 0 and not (before.isascii() and before.isalnum()) and not after.isspace():
            opened = position
        elif opened >= 0 and not (after.isascii() and after.isalnum()):
            chars[opened], chars[position] = "‘", "’"
            opened = -1
    return "".join(chars)


def _brackets(line: str) -> str:
    """Full-width brackets around Chinese, or after Chinese."""
    opened: list[int] = []
    chars = list(line)
    for match in _BRACKET.finditer(line):
        if match[0] in "(（":
            opened.append(match.start())
        elif opened:
            start, end = opened.pop(), match.start()
            if line[start] != "(" or match[0] != ")" or _wants_wide_brackets(line, start, end):
                chars[start], chars[end] = "（", "）"
    return "".join(chars)


def _wants_wide_brackets(line: str, start: int, end: int) -> bool:
    if _IS_HAN.search(line, start, end):
        return True
    left = _near(line, start - 1, -1)
    return _is_han(left) if left else _is_han(_near(line, end + 1, 1))


def _space_at(match: re.Match[str], kept: list[str]) -> str:
    """A space between Han and Latin; none beside a thing that begins or ends with a sign, such as {name}."""
    for position, side in ((match.start() - 1, -1), (match.start(), 0)):
        code = ord(match.string[position]) - _FIRST_STAND_IN
        if code >= 0 and not (kept[code][side].isascii() and (kept[code][side].isalnum() or kept[code][side] in "`/")):
            return ""
    return " "


# --- Simplified to Traditional

_CONFIGS = {"hant-tw": "s2twp", "hant-hk": "s2hkp"}  # with phrases: 软件 -> 軟體 in Taiwan, 軟件 in Hong Kong
_CORNER_QUOTES = str.maketrans("“”‘", "「」『")


@cache
def _converter(config: str) -> Any:
    import opencc  # 60 ms, and only for those who read Traditional

    return opencc.OpenCC(config)


def convert_script(text: str, script: str) -> str:
    """Simplified Chinese in another script: hans (as it is), hant-tw or hant-hk, with their quotation marks 「」『』.

    Addresses, code and the like stay as they are. Raises ValueError for another script.
    """
    if script == "hans" or not _IS_HAN.search(text):
        return text
    if script not in _CONFIGS:
        raise ValueError(f"unknown script {script!r}; there are hans, {', '.join(_CONFIGS)}")
    parts, position = [], 0
    for thing in _things(text):
        if thing.kind not in _THINGS_OF_CHINESE:
            parts += [_convert(text[position : thing.start], script), text[thing.start : thing.end]]
            position = thing.end
    return "".join(parts) + _convert(text[position:], script)


def _convert(text: str, script: str) -> str:
    if not text:
        return ""
    converted = str(_converter(_CONFIGS[script]).convert(text)).translate(_CORNER_QUOTES)
    return re.sub(r"(?<![A-Za-z])’", "』", converted)
