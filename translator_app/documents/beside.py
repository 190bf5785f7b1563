"""Properties of a paragraph that stands below or beside its source: no second number or bullet, but the same indentation."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from translator_app.documents import xmlparts
from translator_app.documents.dialect import Dialect
from translator_app.documents.markup import Token

# Children of w:pPr by their order in the schema: what stands before w:numPr, and what after w:ind.
_BEFORE_NUMBER = frozenset(["pStyle", "keepNext", "keepLines", "pageBreakBefore", "framePr", "widowControl"])
_AFTER_INDENT = frozenset(
    [
        *("contextualSpacing", "mirrorIndents", "suppressOverlap", "jc", "textDirection", "textAlignment", "textboxTightWrap"),
        *("outlineLvl", "divId", "cnfStyle", "rPr", "sectPr", "pPrChange"),
    ]
)
_UNIQUE = re.compile(r"""\s(?:\w+:(?:paraId|textId|rsid\w*|id))\s*=\s*(?:"[^"]*"|'[^']*')""")

Number = tuple[str, str]  # id of a list and level in it


@dataclass
class Lists:
    """Where the lists of a Word document indent their text, and which styles are items of which."""

    indents: dict[Number, str] = field(default_factory=dict)  # in twentieths of a point
    styles: dict[str, Number] = field(default_factory=dict)

    def read_numbering(self, tokens: Iterable[Token]) -> None:
        """Take in the part with the definitions of lists."""
        abstract = level = number = ""
        found: dict[Number, str] = {}
        for token in tokens:
            local = token.name.rpartition(":")[2]
            if token.kind == "end":
                continue
            if local == "abstractNum":
                abstract = _value(token, "abstractNumId")
            elif local == "lvl":
                level = _value(token, "ilvl")
            elif local == "ind":
                found[abstract, level] = _value(token, "left") or _value(token, "start")
            elif local == "num":
                number = _value(token, "numId")
            elif local == "abstractNumId" and number:
                self.indents |= {(number, each): left for (kind, each), left in found.items() if kind == _value(token, "val")}

    def read_styles(self, tokens: Iterable[Token]) -> None:
        """Take in the part with the styles."""
        based: dict[str, str] = {}
        style = ""
        for token in tokens:
            local = token.name.rpartition(":")[2]
            if local == "style" and token.kind == "start":
                style = _value(token, "styleId")
            elif local == "basedOn":
                based[style] = _value(token, "val")
            elif local == "numId" and style:
                self.styles[style] = (_value(token, "val"), self.styles.get(style, ("", "0"))[1])
            elif local == "ilvl" and style:
                self.styles[style] = ("", _value(token, "val"))
        for style in based:
            parent, steps = style, 0
            while parent not in self.styles and parent in based and steps < 20:
                parent, steps = based[parent], steps + 1
            if parent in self.styles:
                self.styles[style] = self.styles[parent]

    def number_of(self, properties: list[Token]) -> Number | None:
        """The list that a paragraph is an item of."""
        values = {token.name.rpartition(":")[2]: _value(token, "val") for token in properties if token.kind != "end"}
        if "numId" in values:
            return values["numId"], values.get("ilvl", "0")
        return self.styles.get(values.get("pStyle", ""))


def properties_beside(properties: str, dialect: Dialect, lists: Lists) -> str:
    """Paragraph properties for a translation beside its source."""
    if not dialect.word:
        return _without_bullet(properties, dialect.prefix)
    tokens = list(xmlparts.tokens([properties]))
    number = lists.number_of(tokens)
    if number is None or number[0] == "0":
        return properties
    p = dialect.prefix
    children = [child for child in _children(tokens) if child[0] != p + "numPr"]
    at = next((i for i, child in enumerate(children) if child[0].removeprefix(p) not in _BEFORE_NUMBER), len(children))
    children.insert(at, (p + "numPr", f'<{p}numPr><{p}numId {p}val="0"/></{p}numPr>'))
    own = next((i for i, child in enumerate(children) if child[0] == p + "ind"), None)
    if own is not None:
        kept = re.sub(rf'\s{p}(?:hanging|hangingChars|firstLine|firstLineChars)="[^"]*"', "", children[own][1])
        children[own] = (p + "ind", kept)
    elif left := lists.indents.get(number):
        at = next((i for i, child in enumerate(children) if child[0].removeprefix(p) in _AFTER_INDENT), len(children))
        children.insert(at, (p + "ind", f'<{p}ind {p}left="{left}" {p}firstLine="0"/>'))
    return f"<{p}pPr>{''.join(xml for _, xml in children)}</{p}pPr>"


def opening_beside(raw: str) -> str:
    """A paragraph's start tag without what must be unique in the file."""
    return _UNIQUE.sub("", raw)


def _children(tokens: list[Token]) -> Iterator[tuple[str, str]]:
    after = xmlparts.ends(tokens)
    at = 1
    while at < len(tokens) - 1:
        if tokens[at].name:
            yield tokens[at].name, xmlparts.raw(tokens[at : after[at]])
        at = after[at]


def _value(token: Token, local: str) -> str:
    return next((attribute.value for attribute in token.attributes() if attribute.name.rpartition(":")[2] == local), "")


def _without_bullet(properties: str, p: str) -> str:
    none = f"<{p}buNone/>"
    if not properties:
        return f'<{p}pPr indent="0">{none}</{p}pPr>'
    head = next(xmlparts.tokens([properties]))
    tag = head.with_value("indent", "0").raw
    rest = properties[len(head.raw) :]
    if head.kind == "empty":
        return f"{tag[:-2]}>{none}</{p}pPr>"
    bullet = re.compile(rf"<{p}bu(?:Char|AutoNum|Blip|None)\b[^>]*?(?:/>|>.*?</{p}bu(?:Char|AutoNum|Blip)>)", re.DOTALL)
    if bullet.search(rest):
        return tag + bullet.sub(none, rest, count=1)
    after = re.search(rf"<{p}(?:tabLst|defRPr|extLst)\b|</{p}pPr>$", rest)
    at = after.start() if after else len(rest)
    return f"{tag}{rest[:at]}{none}{rest[at:]}"
