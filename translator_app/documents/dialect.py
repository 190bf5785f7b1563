"""The two languages of Office files for running text, WordprocessingML (w:) and DrawingML (a:): runs and their properties."""

import re
from dataclasses import dataclass, field

from translator_app.documents import xmlparts
from translator_app.documents.markup import Token

_W_SPACES = ("http://schemas.openxmlformats.org/wordprocessingml/2006/main", "http://purl.oclc.org/ooxml/wordprocessingml/main")
_A_SPACES = ("http://schemas.openxmlformats.org/drawingml/2006/main", "http://purl.oclc.org/ooxml/drawingml/main")
# Of a run's properties what can't be seen, or is too small a difference to be worth a mark of its own.
_UNSEEN = re.compile(
    r"<(?:\w+:)?(?:lang|noProof|webHidden|spacing|kern|w|szCs|bCs|iCs|rPrChange|ins|del|rtl|cs|snapToGrid)(?=[\s/>])(?:[^<>]*/>|[^<>]*>.*?</(?:\w+:)?rPrChange>)"
    r"|\sxmlns:[^\s=]+=(?:\"[^\"]*\"|'[^']*')|\s(?:\w+:)?(?:hint|lang|altLang|dirty|err|smtClean|noProof|kern|spc|bmk)=\"[^\"]*\"",
    re.DOTALL,
)
_EMPTY = re.compile(r"<\w+:rPr\s*/>|<\w+:rPr\s*></\w+:rPr>|<\w+:rPr><\w+:rFonts\s*/></\w+:rPr>")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one of the two languages names what a paragraph is made of."""

    prefix: str  # with colon
    word: bool
    language: str  # of translated text
    asian: bool  # which is the language of East Asian text, kept apart
    _looks: dict[str, str] = field(default_factory=dict)

    def name(self, local: str) -> str:
        """The element's name with its prefix."""
        return self.prefix + local

    def look(self, style: str) -> str:
        """What can be seen of a run's properties."""
        known = self._looks.get(style)
        if known is None:
            known = _UNSEEN.sub("", style)
            self._looks[style] = known = "" if _EMPTY.fullmatch(known) else known
        return known

    def run(self, text: str, style: str) -> str:
        """A run of translated text."""
        p = self.prefix
        if self.word:
            return f'<{p}r>{self._marked(style)}<{p}t xml:space="preserve">{xmlparts.escape(text)}</{p}t></{p}r>'
        return f"<{p}r>{self._in_language(style)}<{p}t>{xmlparts.escape(text)}</{p}t></{p}r>"

    def plain(self, text: str, style: str) -> str:
        """A run of text as it is."""
        p = self.prefix
        space = ' xml:space="preserve"' if self.word else ""
        return f"<{p}r>{style}<{p}t{space}>{xmlparts.escape(text)}</{p}t></{p}r>"

    def _marked(self, style: str) -> str:
        """Properties that name the language, if they named one, and say: signs that are in both scripts (“ ” …) are East Asian here."""
        p = self.prefix
        if not self.asian:
            found = xmlparts.tokens([style]) if f"<{p}lang" in style else ()
            return "".join(in_language(token, p, "val", self.language).raw for token in found) or style
        if not style or (style.endswith("/>") and style.count("<") == 1):
            return f'<{p}rPr><{p}rFonts {p}hint="eastAsia"/></{p}rPr>'
        out = []
        seen = f"<{p}rFonts" in style
        for token in xmlparts.tokens([style]):
            if token.name == p + "rFonts" and token.kind != "end":
                token = xmlparts.with_value(token, p + "hint", "eastAsia")
            elif token.name == p + "lang" and token.get(p + "eastAsia"):
                token = in_language(token, p, "eastAsia", self.language)
            elif (not seen and token.name != p + "rStyle" and token.name != p + "rPr") or (not seen and token.kind == "end"):
                out.append(f'<{p}rFonts {p}hint="eastAsia"/>')
                seen = True
            out.append(token.raw)
        return "".join(out)

    def _in_language(self, style: str) -> str:
        style = style or f"<{self.prefix}rPr/>"
        head = next(xmlparts.tokens([style]))
        tag = head.with_value("lang", self.language)
        return (tag.with_value("altLang", "en-US") if self.asian and tag.get("altLang") is None else tag).raw + style[len(head.raw) :]


def in_language(token: Token, prefix: str, script: str, language: str) -> Token:
    """A tag <w:lang> whose text of one script ("val": Latin, "eastAsia") is in a language; other tags as they are."""
    return xmlparts.with_value(token, prefix + script, language) if token.name == prefix + "lang" and token.kind != "end" else token


_SECTION = re.compile(r"<(\w+):sectPr\b.*?</\1:sectPr>|<\w+:sectPr\b[^>]*/>", re.DOTALL)


def section_of(properties: str) -> str:
    """The section properties in a paragraph's properties, "" when no section ends there."""
    match = _SECTION.search(properties)
    return match[0] if match else ""


def without_section(xml: str) -> str:
    """A paragraph at which no section ends."""
    return _SECTION.sub("", xml, count=1)


def dialects(root: Token, language: str, *, asian: bool) -> dict[str, Dialect]:
    """Name of a paragraph element -> its dialect, by the prefixes that the root declares."""
    known = xmlparts.prefixes(root)
    found = {}
    for spaces, usual, word in ((_W_SPACES, "w", True), (_A_SPACES, "a", False)):
        prefix = next((known[space] for space in spaces if space in known), usual) + ":"
        found[prefix + "p"] = Dialect(prefix, word, language, asian)
    return found
