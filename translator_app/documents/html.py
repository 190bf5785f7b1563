"""HTML and XHTML: text of block elements with inline tags as marks, and attributes that people read."""

import re
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from translator_app.documents import encodings, markup
from translator_app.documents.encodings import Encoding, TextSource
from translator_app.documents.marks import Marks
from translator_app.documents.markup import Token
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, Slot, text_reader

_INLINE = frozenset(
    [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "data", "del", "dfn", "em",
        "font", "i", "img", "input", "ins", "label", "mark", "nobr", "q", "rp", "rt", "ruby",
        "s", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "wbr", "code",
        "kbd", "samp", "var"
    ]
)  # fmt: skip
_KEPT = frozenset(["script", "style", "code", "pre", "kbd", "samp", "var", "math", "svg", "textarea", "iframe", "object", "canvas", "xmp"])
_VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"])
_TEXT_ONLY = frozenset(["title", "option"])  # no tags may be put inside
_READ_ATTRIBUTES = frozenset(["title", "alt", "placeholder", "aria-label", "aria-description", "summary", "label"])
_META_TEXTS = frozenset(["description", "keywords", "og:title", "og:description", "twitter:title", "twitter:description"])
_MAX_UNITS = 2_500
_SPACES = re.compile(r"[ \t\r\n\f]+")
_LETTER = re.compile(r"[^\W\d_]")
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([\w:.-]+)", re.IGNORECASE)
_XML_ENCODING = re.compile(r"""(<\?xml[^>]*?encoding\s*=\s*["'])([\w:.-]+)""")
_ID = re.compile(r"""\s(?:id|name)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)""", re.IGNORECASE)
_NOTE = re.compile(r"\s*(?:[\[(]?[-+−]?\d{1,4}[a-z]?[\])]?|[^\w\s]{1,4})\s*")  # 1, [2], ↩, ¶
_FORMULAS = frozenset(["math", "katex", "MathJax"])  # classes
_MAX_NOTE_TOKENS = 9  # with a link and formats in it
_COLUMN = "display:inline-block;width:48%;vertical-align:top;"

Late = Callable[[], str]


@dataclass
class _Unit:
    """Text or an inline tag of the block being gathered."""

    raw: Late
    kind: str  # text | start | end | single
    text: str = ""  # entities resolved
    name: str = ""

    @property
    def has_text(self) -> bool:
        return self.kind == "text" and not self.text.isspace() and self.text != ""


@dataclass
class _Scan:
    """One pass over the tokens of a page."""

    options: DocumentOptions
    charset: str | None  # to be declared; None: leave what is declared
    place: str = ""  # before the line number
    language_attribute: str = "lang"  # in EPUB 2: xml:lang
    units: list[_Unit] = field(default_factory=list)
    line: int = 1
    parent: str = ""  # innermost block element

    def run(self, tokens: list[Token]) -> Iterator[Piece]:
        ends = _elements(tokens)
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if at in ends and (self._is_kept(token) or _is_note(tokens[at : ends[at]])):
                raw = "".join(token.raw for token in tokens[at : ends[at]])
                at = ends[at]
                if token.name in _INLINE or token.name == "math":
                    self._add(_Unit(partial(str, raw), "single"), token.line)
                else:
                    yield from self._flush()
                    yield raw
                continue
            at += 1
            yield from self._token(token)
        yield from self._flush()

    def _token(self, token: Token) -> Iterator[Piece]:
        if token.kind in ("text", "cdata"):
            text = markup.unescape(token.raw) if token.kind == "text" else token.raw[9:-3]
            self._add(_Unit(lambda: token.raw, "text", text), token.line)
        elif token.kind == "other":
            raw = self._declared(token.raw)
            self._add(_Unit(lambda: raw, "single"), token.line)
        elif token.name in _INLINE:
            late = yield from self._attributes(token)
            kind = "single" if token.kind == "empty" or token.name in _VOID else token.kind
            self._add(_Unit(late, kind, name=token.name), token.line)
        else:
            yield from self._flush()
            self.parent = token.name if token.kind == "start" and token.name not in _VOID else ""
            late = yield from self._attributes(token)
            yield late

    def _add(self, unit: _Unit, line: int) -> None:
        if unit.has_text and not any(u.has_text for u in self.units):
            self.line = line
        self.units.append(unit)

    def _declared(self, raw: str) -> str:
        """An XML declaration that names the encoding that is written."""
        return _XML_ENCODING.sub(lambda m: m[1] + (self.charset or m[2]), raw) if raw.startswith("<?xml") else raw

    def _is_kept(self, token: Token) -> bool:
        if token.name in _KEPT or len(token.raw) == len(token.name) + 2:
            return token.name in _KEPT
        declared = token.get("lang") or token.get("xml:lang") or self.options.languages[0]
        return (
            token.get("translate") == "no"
            or not _FORMULAS.union(["notranslate"]).isdisjoint((token.get("class") or "").split())
            or (not self.options.is_source(declared) and token.name != "html")
        )

    def _attributes(self, token: Token) -> Generator[Piece, None, Late]:
        """Slots for the attributes that people read; the generator's value is a function for the tag with them filled."""
        changed: dict[str, str] = {}
        tag = self._with_language(self._with_charset(token)) if token.kind != "end" else token
        if token.kind != "end" and "=" in token.raw:
            wanted = _READ_ATTRIBUTES
            if token.name == "meta" and (token.get("name") or token.get("property") or "").lower() in _META_TEXTS:
                wanted = wanted | {"content"}
            if token.name == "input" and (token.get("type") or "").lower() in {"submit", "button", "reset"}:
                wanted = wanted | {"value"}
            for attribute in token.attributes():
                if attribute.name.lower() in wanted and _LETTER.search(attribute.value):

                    def keep(target: str, name: str = attribute.name, value: str = attribute.value) -> str:
                        if target != value:
                            changed[name] = f"{value} / {target}" if self.options.bilingual else target
                        return ""

                    yield Slot(attribute.value, "", keep, f"{self.place}line {token.line}, {attribute.name}", always=True)

        def late() -> str:
            filled = tag
            for name, value in changed.items():
                filled = filled.with_value(name, value)
            return filled.raw

        return late

    def _with_language(self, token: Token) -> Token:
        if self.options.bilingual:
            return token
        for name in ("lang", "xml:lang"):
            declared = token.get(name) if "lang" in token.raw else None
            if declared is not None and (token.name == "html" or self.options.is_source(declared)):
                token = token.with_value(name, self.options.language)
        if token.name == "html" and token.kind == "start" and token.get("lang") is None and token.get("xml:lang") is None:
            token = token.with_value(self.language_attribute, self.options.language)
        return token

    def _with_charset(self, token: Token) -> Token:
        if token.name != "meta" or self.charset is None:
            return token
        if token.get("charset") is not None:
            return token.with_value("charset", self.charset)
        content = token.get("content")
        if content and (token.get("http-equiv") or "").lower() == "content-type" and _CHARSET.search(content):
            return token.with_value("content", _CHARSET.sub(f"charset={self.charset}", content))
        return token

    def _flush(self) -> Iterator[Piece]:
        units, self.units = self.units, []
        first, last = _core(units)
        yield from (unit.raw for unit in units[:first])
        core = units[first:last]
        if core:
            yield from self._slots(core)
        yield from (unit.raw for unit in units[last:])

    def _slots(self, core: list[_Unit]) -> Iterator[Piece]:
        """One slot, or several where there are more tags than marks for them (tables of links without paragraphs)."""
        for at in range(0, len(core), _MAX_UNITS):
            yield from self._slot(core[at : at + _MAX_UNITS])

    def _slot(self, core: list[_Unit]) -> Iterator[Piece]:
        inline = Marks("".join(unit.text for unit in core))
        parts: list[str] = []
        raws: dict[str, Late] = {}
        open_marks: list[tuple[str, str]] = []
        for unit in core:
            if unit.kind == "text":
                parts.append(unit.text)
                continue
            if unit.kind == "end" and open_marks and open_marks[-1][0] == unit.name:
                mark = open_marks.pop()[1]
            else:
                mark, closing = inline.pair("", "")
                if unit.kind == "start":
                    open_marks.append((unit.name, closing))
            raws[mark] = unit.raw
            parts.append(mark)
        whole = "".join(parts)
        text = _SPACES.sub(" ", whole).strip(" \t\r\n\f")
        if not _LETTER.search(text):
            yield from (unit.raw for unit in core)
            return
        lead = whole[: len(whole) - len(whole.lstrip(" \t\r\n\f"))]
        tail = whole[len(whole.rstrip(" \t\r\n\f")) :]

        parent = self.parent

        def render(target: str) -> str:
            source = "".join(unit.raw() for unit in core)
            if target == text:
                return source
            escaped = markup.escape(target)
            filled = re.sub("[\ue000-\uf8ff]", lambda m: raws[m[0]]() if m[0] in raws else m[0], escaped)
            return self._shown(parent, source, lead, filled, tail)

        yield Slot(text, "".join(unit.raw() for unit in core), render, f"{self.place}line {self.line}", always=True)

    def _shown(self, parent: str, source: str, lead: str, target: str, tail: str) -> str:
        if not self.options.bilingual:
            return lead + target + tail
        if parent in _TEXT_ONLY:
            return f"{source.strip()} / {target}"
        target = _ID.sub("", target)
        language = f'{self.language_attribute}="{self.options.language}"'
        if self.options.mode == "columns":
            return f'<span style="{_COLUMN}margin-right:4%">{source}</span><span {language} style="{_COLUMN}">{target}</span>'
        return f"{lead}{source.strip()}<br /><span {language}>{target}</span>{tail}"


def _is_note(tokens: list[Token]) -> bool:
    """True for the sign of a note or a power, whose figures are no number of the sentence: <sup>2</sup>, <a href="#fn1">[1]</a>."""
    if tokens[0].name != "sup" and (tokens[0].name != "a" or "#" not in (tokens[0].get("href") or "")):
        return False
    return len(tokens) <= _MAX_NOTE_TOKENS and bool(_NOTE.fullmatch("".join(markup.unescape(t.raw) for t in tokens if t.kind == "text")))


def _elements(tokens: list[Token]) -> dict[int, int]:
    """Where each start tag's element ends: index of the tag -> index after its end tag. Unclosed ones are not listed."""
    ends: dict[int, int] = {}
    opened: dict[str, list[int]] = {}
    for index, token in enumerate(tokens):
        if token.kind == "start" and token.name not in _VOID:
            opened.setdefault(token.name, []).append(index)
        elif token.kind == "end" and opened.get(token.name):
            ends[opened[token.name].pop()] = index + 1
    return ends


def _core(units: list[_Unit]) -> tuple[int, int]:
    """The range of units between the first and the last text, widened so that inline elements that reach out are whole."""
    texts = [index for index, unit in enumerate(units) if unit.has_text]
    if not texts:
        return len(units), len(units)
    first, last = texts[0], texts[-1] + 1
    stack: list[int] = []
    for index, unit in enumerate(units):
        if unit.kind == "start":
            stack.append(index)
        elif unit.kind == "end" and stack and units[stack[-1]].name == unit.name:
            start = stack.pop()
            inside = sum(first <= at < last for at in (start, index))
            if inside == 1:
                first, last = min(first, start), max(last, index + 1)
    return first, last


def pieces(
    text: str, options: DocumentOptions, *, charset: str | None = None, place: str = "", language_attribute: str = "lang"
) -> Iterator[Piece]:
    """Pieces of a page; `charset` is what it will declare itself to be (None: what it declares now)."""
    yield from _Scan(options, charset, place, language_attribute).run(list(markup.tokens(text)))


def detect(path: Path) -> Encoding:
    """The encoding that the page declares if its bytes agree, else as for any text."""
    found = encodings.detect(path)
    if found.bom or found.name.startswith("utf-16"):
        return found
    with path.open("rb") as file:
        head = file.read(4096).decode("ascii", "replace")
    declared = _CHARSET.search(head) or _XML_ENCODING.search(head)
    name = (declared[declared.re.groups] if declared else "").lower().replace("_", "-")
    name = {"iso-8859-1": "cp1252", "latin1": "cp1252", "us-ascii": "utf-8", "gb2312": "gb18030", "gbk": "gb18030", "utf8": "utf-8"}.get(
        name, name
    )
    if not name or name.startswith("utf-16") or found.name == name:
        return found
    try:
        with path.open("rb") as file:
            file.read().decode(name)
    except (LookupError, UnicodeDecodeError):
        return found
    if found.name == "utf-8" and name == "cp1252":  # anything decodes as cp1252; valid UTF-8 hardly ever by chance
        return found
    return Encoding(name)


def _scan(source: TextSource, options: DocumentOptions) -> Iterator[Piece]:
    text = source.read()
    output = source.encoding.for_chinese(options.encoding).name
    yield from pieces(text, options, charset=None if _declares(text, output) else output)


def _declares(text: str, name: str) -> bool:
    """True when the page need not change what it says about its encoding: it says nothing, or that (or what holds it)."""
    found = _CHARSET.search(text[:4096]) or _XML_ENCODING.search(text[:4096])
    declared = (found[found.re.groups] if found else name).lower()
    return (
        declared.replace("_", "-") in {name, "utf8" if name == "utf-8" else name}
        or (name == "gb18030" and declared in {"gbk", "gb2312"})
        or name.startswith("utf-16")
    )


rewrite = text_reader(_scan, detect)
