"""Breaking Chinese lines, which have no spaces: not before closing punctuation, not inside Latin words."""

import re
import unicodedata

_NOT_FIRST = frozenset("，。、；：？！）》」』】〉”’…—·％%,.;:?!)]}~")
_NOT_LAST = frozenset("（《「『【〈“‘([{$¥￥#@")
_PAUSE = re.compile("[，。！？；：、…][”’）》」』]*")
_ATOM = re.compile("[\ue000-\uf8ff]*(?:[!-~\u00a0-\u024f\u0370-\u04ff\u2019]+|\\s+|.)[\ue000-\uf8ff]*", re.DOTALL)


def width(text: str) -> int:
    """Columns that `text` takes in a fixed font: 2 for Han and full-width signs, 0 for marks."""
    return sum(_char_width(char) for char in text)


def wrap(text: str, columns: int) -> list[str]:
    """Lines of at most `columns` (a longer Latin word keeps its line), white space at breaks dropped."""
    lines: list[list[str]] = [[]]
    used = 0
    for atom in _ATOM.findall(text):
        size = width(atom)
        line = lines[-1]
        bare = atom.strip("\ue000\ue001")
        if used + size > columns and line and not atom.isspace() and bare[:1] not in _NOT_FIRST:
            carried = [line.pop()] if len(line) > 1 and line[-1] in _NOT_LAST else []
            lines.append(carried)
            line, used = lines[-1], width("".join(carried))
        if atom.isspace() and not line:
            continue
        line.append(atom)
        used += size
    return ["".join(line).rstrip() for line in lines if line] or [""]


def balanced(text: str, columns: int) -> list[str]:
    """Like wrap, but lines of about one length, as subtitles want them."""
    lines = wrap(text, columns)
    if len(lines) < 2:
        return lines
    goal = -(-width(text) // len(lines))
    for narrow in range(goal, columns + 1, 2):
        evened = wrap(text, narrow)
        if len(evened) <= len(lines):
            return evened
    return lines


def _char_width(char: str) -> int:
    if "\ue000" <= char <= "\uf8ff" or unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" or char in "“”‘’…—" else 1


def share(text: str, weights: list[int]) -> list[str]:
    """`text` cut into as many parts as there are weights, about in their proportion: after Chinese punctuation if near, never in a word."""
    total = sum(weights) or 1
    slack = 0.35 * len(text) / len(weights)
    parts = []
    start = reached = 0
    for weight in weights[:-1]:
        reached += weight
        ideal = round(len(text) * reached / total)
        cut = max(start, min(_cut_near(text, ideal, slack), len(text)))
        parts.append(text[start:cut].strip())
        start = cut
    return [*parts, text[start:].strip()]


def _cut_near(text: str, ideal: int, slack: float) -> int:
    reach = int(slack)
    near = [match.end() for match in _PAUSE.finditer(text, max(0, ideal - reach), ideal + reach)]
    if near:
        return min(near, key=lambda at: abs(at - ideal))
    breaks = [0]
    for atom in _ATOM.finditer(text):
        if atom[0].lstrip("\ue000\ue001")[:1] not in _NOT_FIRST:
            breaks.append(atom.start())
        if atom.start() > ideal:
            break
    else:
        breaks.append(len(text))
    return min(breaks, key=lambda at: abs(at - ideal))
