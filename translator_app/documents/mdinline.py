"""Markdown inside a paragraph: code, links, emphasis and tags as marks, and put back so that they work beside Chinese."""

import re
import unicodedata
from collections.abc import Iterable

from translator_app.documents import marks
from translator_app.documents.marks import Marks

_TOKEN = re.compile(
    r"(?P<codelink>\[`[^`\]]+`\](?!\()(?:\[[^\]]*\])?)"
    r"|(?P<code>(?<!`)(`+)(?!`).+?(?<!`)\3(?!`))"
    r"|(?P<escape>\\[!-/:-@\[-`{-~]|\\$)"  # at the end: a line break
    r"|(?P<auto><(?:[A-Za-z][A-Za-z0-9+.-]*:[^<>\s]*|[^<>\s@]+@[^<>\s]+)>)"
    r"|(?P<tag></?[A-Za-z][^<>]*>|<!--.*?-->)"
    r"|(?P<note>\[\^[^\]\s]+\])"
    r"|(?P<liquid>\{\{.*?\}\}|\{%.*?%\})"
    r"|(?P<math>\$(?![\s\d$])[^$\n]+?(?<!\s)\$(?!\d))"
    r"|(?P<emoji>:[a-z0-9_+-]{2,}:)"
    r"|(?P<open>!?\[)|(?P<close>\])"
    r"|(?P<emphasis>\*{1,3}|_{1,3}|~~)",
    re.DOTALL,
)
_TITLE = r"(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*"
_TARGET = re.compile(
    rf"\((?:[^()\s\\]|\\.|\([^()\s]*\))*{_TITLE}\)|\(<[^<>]*>{_TITLE}\)"  # (address "title")
    r"|\[[^\]\[]+\]|\[\]"  # [name]
)
_DEFINED = re.compile(r"[ \t]{0,3}\[([^\]^][^\]]*)\]:[ \t]*\S")
_EMPHASIS_CHARS = 3000  # as far as the end of emphasis is looked for
_BLOCK_START = re.compile(r"(?:#{1,6}|[-+*>]|\d{1,9}[.)])(?=\s|$)|>|={3,}|-{3,}")


def definitions(lines: Iterable[str]) -> frozenset[str]:
    """Names of the links that are defined anywhere in the file ([name]: address)."""
    return frozenset(_folded(match[1]) for line in lines if (match := _DEFINED.match(line)))


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


def guarded(text: str) -> str:
    """Text that does not start a heading, list or quote by chance."""
    return "\\" + text if _BLOCK_START.match(text) and not text[0].isdigit() else re.sub(r"^(\d{1,9})([.)])(?=\s|$)", r"\1\\\2", text)


class Inline:
    """A paragraph with its inline markup as marks."""

    def __init__(self, text: str, defined: frozenset[str]) -> None:
        """`defined`: names of links defined in the file."""
        self._marks = Marks(text)
        self._emphasis: dict[str, bool] = {}  # mark -> opens
        self._links = _links(text, defined)
        self._open: list[tuple[str, str]] = []  # what waits for its end: what it is, closing mark
        parts: list[str] = []
        last = 0
        while match := _TOKEN.search(text, last):
            parts.append(text[last : match.start()])
            last = self._take(text, match, parts)
        parts.append(text[last:])
        self.text = "".join(parts)

    def trimmed(self) -> tuple[str, str, str]:
        """Marks before the text, the text, marks after it."""
        return marks.trim(self.text)

    def _take(self, text: str, match: re.Match[str], parts: list[str]) -> int:
        kind = match.lastgroup or ""
        end = match.end()
        if kind in ("open", "close"):
            if match.start() not in self._links:
                parts.append(match[0])
                return end
            closing, end = self._links[match.start()]
            if kind == "open":
                first, last = self._marks.pair(match[0], None)
                self._open.append(("link", last))
                parts.append(first)
                return match.end()
            self._close("link", closing, parts)
        elif kind == "emphasis":
            self._take_emphasis(text, match, parts)
        elif kind == "tag" and not match[0].endswith("/>") and (name := re.match(r"</?([A-Za-z][\w-]*)", match[0])):
            if match[0].startswith("</"):
                self._close(name[1], match[0], parts)
            else:
                first, last = self._marks.pair(match[0], None)
                self._open.append((name[1], last))
                parts.append(first)
        else:
            parts.append(self._marks.single(match[0]))
        return end

    def _take_emphasis(self, text: str, match: re.Match[str], parts: list[str]) -> None:
        before, after = text[match.start() - 1 : match.start()] or " ", text[match.end() : match.end() + 1] or " "
        sign = match[0]
        inside_word = sign[0] == "_" and before.isalnum() and after.isalnum()
        opens = not after.isspace() and not inside_word and (not before.isalnum() or sign[0] == "*")
        closes = not before.isspace() and not inside_word
        written = sign.replace("_", "*")  # an underscore does not emphasise inside a run of Han
        if closes and any(kind == sign for kind, _ in self._open):
            mark = self._close(sign, written, parts)
            self._emphasis[mark] = False
        elif opens and _closing_follows(text, match.end(), sign):
            first, last = self._marks.pair(written, None)
            self._open.append((sign, last))
            self._emphasis[first] = True
            parts.append(first)
        else:
            parts.append(sign)

    def _close(self, kind: str, raw: str, parts: list[str]) -> str:
        """Put the closing mark of the innermost open `kind`; a lone one when none is open."""
        for index in range(len(self._open) - 1, -1, -1):
            if self._open[index][0] == kind:
                mark = self._open.pop(index)[1]
                self._marks.raw[mark] = raw
                parts.append(mark)
                return mark
        mark = self._marks.single(raw)
        parts.append(mark)
        return mark

    def restore(self, text: str) -> str:
        """Markdown again; emphasis that CommonMark would not see beside Chinese (**注意：**请) gets a space."""
        parts: list[str] = []
        for index, char in enumerate(text):
            if char not in self._emphasis:
                parts.append(self._marks.raw.get(char, char))
                continue
            before, after = _neighbour(text, index, -1), _neighbour(text, index, 1)
            if self._emphasis[char]:
                parts.append(" " if _is_sign(after) and _is_letter(before) else "")
                parts.append(self._marks.raw[char])
            else:
                parts.append(self._marks.raw[char])
                parts.append(" " if _is_sign(before) and _is_letter(after) else "")
        return "".join(parts)


def _links(text: str, defined: frozenset[str]) -> dict[int, tuple[str, int]]:
    """Brackets that are links: where "[" or "]" stands -> what is written at its end, index after it."""
    found: dict[int, tuple[str, int]] = {}
    stack: list[tuple[int, int]] = []
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "open":
            stack.append((match.start(), match.end()))
        elif match.lastgroup == "close" and stack:
            start, inside = stack.pop()
            name = text[inside : match.start()]
            target = _TARGET.match(text, match.end())
            if (target and target[0].startswith("(")) or (target and target[0] != "[]" and _folded(target[0][1:-1]) in defined):
                found[start] = (text[start:inside], inside)
                found[match.start()] = (text[match.start() : target.end()], target.end())
            elif _folded(name) in defined:  # the text is the name of the link: written out, so that the text can change
                end = target.end() if target and target[0] == "[]" else match.end()
                found[start] = (text[start:inside], inside)
                found[match.start()] = (f"][{name}]", end)
    return found


def _closing_follows(text: str, at: int, sign: str) -> bool:
    for match in _TOKEN.finditer(text, at, at + _EMPHASIS_CHARS):
        if match.lastgroup == "emphasis" and match[0] == sign and not text[match.start() - 1].isspace() and match.start() > at:
            return True
    return False


def _neighbour(text: str, index: int, step: int) -> str:
    """The nearest character that is no mark; a space at the edge."""
    index += step
    while 0 <= index < len(text) and marks.MARK.match(text[index]):
        index += step
    return text[index] if 0 <= index < len(text) else " "


def _is_sign(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"


def _is_letter(char: str) -> bool:
    return not char.isspace() and not _is_sign(char)
