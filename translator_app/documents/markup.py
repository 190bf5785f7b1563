"""Cuts HTML and XML into tags and text without losing a character. Nothing is expanded, fetched or corrected."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

_NAME = re.compile(r"</?([A-Za-z_:][^\s/>]*)")
_ATTRIBUTE = re.compile(r"""([^\s/>="'][^\s/>=]*)(?:(\s*=\s*)("[^"]*"|'[^']*'|[^\s>"'][^\s>]*))?|["'=]""")
_SPACE = re.compile(r"[\s/]*")
_RAW_TEXT = frozenset(["script", "style", "textarea", "title", "iframe", "xmp", "noembed", "noframes"])  # no tags inside (HTML)


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute of a tag: where its value stands in the tag's raw text, quotes included."""

    name: str  # as written
    start: int
    end: int
    quote: str
    value: str  # entities resolved


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of markup. `kind`: text | start | end | empty (<br/>) | cdata | other (comment, doctype, instruction)."""

    kind: str
    raw: str
    name: str = ""  # of a tag: as written, lower case in HTML
    line: int = 0

    def attributes(self) -> list[Attribute]:
        """Attributes of a start tag in their order."""
        found = []
        match = _NAME.match(self.raw)
        at = match.end() if match else len(self.raw)
        while match := _ATTRIBUTE.match(self.raw, _skip_space(self.raw, at)):
            if match[3] is not None:
                quote = match[3][0] if match[3][0] in "\"'" else ""
                value = match[3][1:-1] if quote else match[3]
                found.append(Attribute(match[1], match.start(3), match.end(3), quote, html.unescape(value)))
            at = match.end()
        return found

    def get(self, name: str) -> str | None:
        """Value of an attribute, None when it isn't there; upper and lower case are the same, as in HTML."""
        return next((attribute.value for attribute in self.attributes() if attribute.name.lower() == name.lower()), None)

    def with_value(self, name: str, value: str) -> "Token":
        """The tag with that attribute set, or added at the end."""
        for attribute in self.attributes():
            if attribute.name.lower() == name.lower():
                return self._spliced(attribute, value)
        end = len(self.raw) - (2 if self.raw.endswith("/>") else 1)
        head = self.raw[:end].rstrip()
        return Token(self.kind, f'{head} {name}="{escape(value, quote=True)}"{self.raw[len(head) :]}', self.name, self.line)

    def _spliced(self, attribute: Attribute, value: str) -> "Token":
        quote = attribute.quote or '"'
        text = escape(value).replace('"', "&quot;") if quote == '"' else escape(value).replace("'", "&#39;")
        return Token(self.kind, f"{self.raw[: attribute.start]}{quote}{text}{quote}{self.raw[attribute.end :]}", self.name, self.line)


def escape(text: str, *, quote: bool = False) -> str:
    """Text for markup; with `quote` also for an attribute value in double quotes."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;") if quote else text


def unescape(text: str) -> str:
    """Text of markup with entities resolved (HTML's names, which include XML's five)."""
    return html.unescape(text)


def tokens(text: str, *, xml: bool = False) -> Iterator[Token]:
    """Tags and text of `text` in order; their `raw` joined is `text`. XML: names keep their case, no raw-text elements."""
    at, line = 0, 1
    raw_name = ""
    while at < len(text):
        if raw_name:
            end = _find_closing(text, at, raw_name)
            raw_name = ""
            if end > at:
                yield Token("text", text[at:end], "", line)
                line += text.count("\n", at, end)
                at = end
                continue
        start = text.find("<", at)
        start = len(text) if start < 0 else start
        if start > at:
            yield Token("text", text[at:start], "", line)
            line += text.count("\n", at, start)
            at = start
            continue
        token = _tag(text, at, line, xml)
        yield token
        if not xml and token.kind == "start" and token.name in _RAW_TEXT:
            raw_name = token.name
        line += token.raw.count("\n")
        at += len(token.raw)


def _tag(text: str, at: int, line: int, xml: bool) -> Token:
    for opening, closing, kind in (
        ("<!--", "-->", "other"),
        ("<![CDATA[", "]]>", "cdata"),
        ("<?", "?>" if xml else ">", "other"),
        ("<!", ">", "other"),
    ):
        if text.startswith(opening, at):
            end = text.find(closing, at + len(opening))
            end = len(text) if end < 0 else end + len(closing)
            if opening == "<!" and "[" in text[at:end]:  # a doctype with an internal subset
                subset = text.find("]>", at)
                end = subset + 2 if subset >= 0 else end
            return Token(kind, text[at:end], "", line)
    match = _NAME.match(text, at)
    end = _tag_end(text, match.end()) if match else -1
    if not match:
        return Token("text", text[at], "", line)  # a lone <
    if end < 0:
        return Token("text", text[at:], "", line)  # the file ends inside a tag; trying again at each < would take quadratic time
    raw = text[at:end]
    kind = "end" if raw.startswith("</") else "empty" if raw.endswith("/>") else "start"
    return Token(kind, raw, match[1] if xml else match[1].lower(), line)


def _tag_end(text: str, at: int) -> int:
    """Index after the > that ends a tag whose name ends at `at`; -1 when there is none."""
    while match := _ATTRIBUTE.match(text, _skip_space(text, at)):
        at = match.end()
    at = _skip_space(text, at)
    return at + 1 if text.startswith(">", at) else -1


def _skip_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _find_closing(text: str, at: int, name: str) -> int:
    match = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(text, at)
    return match.start() if match else len(text)
