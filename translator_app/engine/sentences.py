"""Where sentences end within a line, and how an over-long sentence breaks.

The lists of words are English; other languages in Latin letters get the same rules, which seldom harm them, and their ordinals ("3.").
Rules on the word before the mark and the word after it, no model: one pass of a regular expression finds the marks, each is
judged from a bounded stretch around it, so the time is linear in the length of the line.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator

from translator_app.engine.english import ALSO_WORDS, EXCLAIMED_NAMES, NUMBERED, OTHER, SPEECH, STARTERS, TIME_ZONES, TITLES

_CLOSERS = "\"'”’»)\\]}）」』】》*_\ue000-\uf8ff"
_OPENERS = "\"'“‘«([{（「『【《*_¿¡\ue000-\uf8ff"
_WIDE = "。！？｡؟۔।॥"  # these need no space after them
# It matches every run of marks whole and never gives up half-way, which keeps a million full stops linear; one set of characters
# at its start lets the search skip all else fast.
_MARK = re.compile(rf"(?P<mark>[.!?…‽{_WIDE}][.!?…‽{_WIDE}]*+)(?P<close>[{_CLOSERS}]*+)")
_WORD_BEFORE = re.compile(r"[^\s(\[{\"'“‘«<]*$")
_NEXT = re.compile(rf"\s*(?:[-–—•]+\s+)?[{_OPENERS}]*")
_WORD_AFTER = re.compile(r"[\w'’]*")
_DOTTED = re.compile(r"(?:[A-Za-z]{1,3}\.)+[A-Za-z]{1,3}")
_NUMERAL = re.compile(r"[A-Z]?\d|(?!I\b)[IVXLC]+\b")
_TOKEN_AROUND = re.compile(r"[^\s/@:\\]*$")
_COMPANIES = frozenset(("Ltd", "Inc", "LLC", "Corp", "Limited", "Plc", "KG"))
# Languages that write "the 3rd" as "3." ("am 3. Oktober"); one sentence too few does less harm than one cut in two
_DOTTED_ORDINALS = frozenset("de da no nb nn is fi et lv cs sk sl hr bs hu pl tr lb".split())
_ORDINAL = re.compile(r"(?<![\w.,])\d{1,2}\.$")
_COUNT_BEFORE = re.compile(r"\d\s?$")
_REACH = 48  # characters looked at on each side of a mark


def sentence_ends(line: str, source: str = "en") -> Iterator[int]:
    """Offsets after which a new sentence starts (before the white space between the two), in order; the line's end is not among them."""
    ordinals = source in _DOTTED_ORDINALS
    start = 0
    lower = line.lower() == line  # chat without capitals: a small letter may start a sentence
    for match in _MARK.finditer(line):
        end = match.end()
        following = line[end : end + 1]
        if not following:
            return
        if match["mark"][-1] in _WIDE:
            ends = True
        elif following.isspace():
            ends = _ends_sentence(line, match, start, lower) and not (
                ordinals and _ORDINAL.search(line, max(0, match.start() - 8), match.end())
            )
        else:
            ends = following.isupper() and end - match.start() == 1 and _ends_glued(line, match.start())
        if ends:
            yield end
            start = end


def _ends_sentence(line: str, match: re.Match[str], start: int, lower: bool) -> bool:
    ahead = _NEXT.match(line, match.end(), match.end() + _REACH)
    position = ahead.end() if ahead else match.end()
    first = line[position : position + 1]
    if not first or first in ".!?…":
        return False  # nothing but white space or marks follows: they stay with this sentence
    mark, close = match["mark"], match["close"]
    if first.islower():
        return lower and not close and mark[0] in ".!?" and len(mark) == 1 and not _is_abbreviation(line, match.start())
    if mark == ".":
        return _full_stop_ends(line, match, start, position)
    if mark[0] in ".…":
        return first.isupper() or bool(close)
    if mark == "!" and first.isupper() and _word_before(line, match.start()) in EXCLAIMED_NAMES:
        return False
    return not (close and _tells_who_spoke(line, position))


def _word_before(line: str, end: int) -> str:
    found = _WORD_BEFORE.search(line[max(0, end - _REACH) : end])
    return found[0] if found else ""


def _is_abbreviation(line: str, dot: int) -> bool:
    word = _word_before(line, dot).lower()
    known = word in TITLES or word in OTHER or word in NUMBERED
    counted = bool(_COUNT_BEFORE.search(line, max(0, dot - len(word) - 2), dot - len(word)))  # 5 min. walk
    return len(word) <= 1 or bool(_DOTTED.fullmatch(word)) or (known and (counted or word not in ALSO_WORDS))


def _full_stop_ends(line: str, match: re.Match[str], start: int, position: int) -> bool:
    """Whether one full stop ends the sentence, given that a capital, a digit or something without case follows."""
    dot = match.start()
    word = _word_before(line, dot)
    following = _WORD_AFTER.match(line, position)
    after = following[0].replace("’", "'") if following else ""
    if after in _COMPANIES and word[:1].isupper():
        return False  # "Smith & Co. Ltd."
    starter = after in STARTERS or after.partition("'")[0] in STARTERS
    small = word.lower()
    if not word:
        return True  # after a space, a bracket ...: "etc. ) . The"
    if word.isdigit() and len(word) <= 3 and not line[start:dot].strip().removesuffix(word):
        return False  # "2." at the start of a sentence numbers a list
    if match["close"] and match["close"][0] in "\"'”’":
        return not (len(word) == 1 and word.isupper() and not starter)
    if small in NUMBERED and _NUMERAL.match(after):
        return False
    if line[position - 1] in "([" and (small in OTHER or small in NUMBERED):
        return False  # "et al. (2019)"
    if small in TITLES:
        return small in OTHER and starter  # "on Main St. He left."
    if len(word) == 1 and word.isalpha():
        return _initial_ends(line, dot, word, starter)
    if _DOTTED.fullmatch(word):
        return starter or (small in ("a.m", "p.m") and not (after.isupper() or after.endswith("day") or after in TIME_ZONES))
    if small in OTHER and small not in ALSO_WORDS:
        return starter or small == "etc"
    return True


def _initial_ends(line: str, dot: int, word: str, starter: bool) -> bool:
    """Whether "X." ends a sentence ("plan B. We") or is an initial ("J. Smith")."""
    if word == "I":
        before = _word_before(line[max(0, dot - _REACH) : dot - 1].rstrip(), _REACH)
        return starter or before.islower()
    if word == "a" or word.islower():
        return starter
    return starter and not line[max(0, dot - 3) : dot - 1].endswith(". ")


def _tells_who_spoke(line: str, position: int) -> bool:
    words = re.findall(r"[A-Za-z'’]+", line[position : position + _REACH])
    return any(word in SPEECH for word in words[:4])


def _ends_glued(line: str, dot: int) -> bool:
    """Whether a mark without a space after it ends a sentence ("end.The"), and is not part of a name, an address or code."""
    before = _TOKEN_AROUND.search(line[max(0, dot - _REACH) : dot])
    after = re.match(r"[\w'’]+", line[dot + 1 : dot + _REACH])
    if not before or not after or not re.fullmatch(r"[\"'“‘(]*[A-Za-z'’,-]*[a-z]{2}", before[0]):
        return False
    return after[0].replace("’", "'") in STARTERS and line[dot + 1 + len(after[0]) :][:1] in (" ", ",", "")


# Where an over-long sentence may break, best first; each ends after the white space, so that parts start with a word.
_CUTS = (
    re.compile(r"[.!?;:；：。！？…][\"'”’)\]]*+\s++|[；：。！？]|\s[-–—]\s++|—"),
    re.compile(r"[,，、]\s*+(?=(?:and|or|but|so|which|who|where|when|while|because|although|if|that|then)\b)|[)\]]\s+"),
    re.compile(r",\s+|[，、]"),
    re.compile(
        r"(?<!\s)\s++(?=(?:and|or|but|so|which|who|where|when|while|because|although|if|that|then|with|for|from|of|to|in|on|by|as)\b)"
    ),
    re.compile(r"\s+"),
)
_PIECE_CHARS = 16  # hardly any vocabulary piece is longer, so a text of more than this many characters a token is over the limit


def split_long(sentence: str, limit: int, length: Callable[[str], int]) -> list[str]:
    """Parts of a sentence that each measure at most `limit` by `length`; together they are the sentence.

    Parts are of about equal size, cut after a clause where one ends near, else between words, else between characters (a single
    character is never cut, whatever its length).
    """
    if limit < 1:
        raise ValueError("limit must be positive")
    done: list[str] = []
    todo = [sentence]
    while todo:
        part = todo.pop()
        over_by_far = len(part) > _PIECE_CHARS * limit
        size = limit + 1 + len(part) // 4 if over_by_far else length(part)
        if size <= limit or len(part) <= 1:
            done.append(part)
            continue
        count = max(2, -(-size // limit))
        cut = _best_cut(part, len(part) * (count // 2) // count)
        todo += [part[cut:], part[:cut]]
    return done


def _best_cut(text: str, ideal: int) -> int:
    """An offset within the text, near `ideal`, where a cut hurts least."""
    reach = max(1, min(len(text) // 4, 2000))
    low, high = max(0, ideal - reach), min(len(text), ideal + reach)
    for pattern in _CUTS:
        cuts = [m.end() for m in pattern.finditer(text, low, high) if 0 < m.end() < len(text)]
        if cuts:
            return min(cuts, key=lambda cut: abs(cut - ideal))
    cut = min(max(ideal, 1), len(text) - 1)
    for _ in range(32):  # bounded: hostile text is one endless cluster
        if cut <= 1 or not _sticks(text, cut):
            break
        cut -= 1
    return cut


def _sticks(text: str, cut: int) -> bool:
    """Whether the characters on both sides of a cut are one to the reader (combining marks, joined emoji)."""
    char, before = text[cut], text[cut - 1]
    return unicodedata.combining(char) > 0 or char in "\u200d\ufe0f\u20e3" or before == "\u200d" or "\U0001f3fb" <= char <= "\U0001f3ff"
