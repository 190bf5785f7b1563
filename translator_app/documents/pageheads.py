"""Headers and footers of a sheet's pages: text between codes such as &C (centred), &P (page number), &"Arial,Bold" and &14."""

import re
from collections.abc import Iterator

from translator_app.documents import marks, markup, values, xmlparts
from translator_app.documents.marks import Marks
from translator_app.documents.markup import Token
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, Slot

ELEMENTS = frozenset(pages + part for pages in ("odd", "even", "first") for part in ("Header", "Footer"))
MAX_CHARS = 255  # Excel takes a file with more for damaged
_SECTION = re.compile(r"(&[LCRlcr])")
_CODE = re.compile(r'&(?:"[^"]*"|\d+|K[\dA-Fa-f+-]{6}|[A-Za-z&])')


def pieces(tokens: list[Token], place: str, options: DocumentOptions) -> Iterator[Piece]:
    """Pieces of one element such as <oddHeader>: its left, centred and right parts are texts of their own."""
    raw = xmlparts.raw(tokens)
    parts = _SECTION.split(xmlparts.text_of(tokens))
    changed = False
    for index, part in enumerate(parts):
        if _SECTION.fullmatch(part):
            continue
        inline = Marks(part)
        lead, text, tail = marks.trim(_CODE.sub(lambda match, inline=inline: inline.single(match[0]), part))
        if not values.is_text(marks.strip(text)):
            continue

        def keep(target: str, index: int = index, lead: str = lead, text: str = text, tail: str = tail, inline: Marks = inline) -> str:
            nonlocal changed
            if target != text:
                changed = True
                shown = f"{text} / {target}" if options.bilingual else target
                apart = " " if lead and inline.restore(lead)[-1:].isdigit() and shown[:1].isdigit() else ""  # &12 and "3 items"
                parts[index] = inline.restore(f"{lead}{apart}{shown}{tail}")
            return ""

        yield Slot(text, "", keep, place, always=True)

    def written() -> str:
        whole = "".join(parts)
        return f"{tokens[0].raw}{markup.escape(whole)}{tokens[-1].raw}" if changed and len(whole) <= MAX_CHARS else raw

    yield written
