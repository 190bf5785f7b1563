"""Paragraphs of office files: runs of text with formats and inline things -> one text with marks, and back.

A format reader flattens a paragraph into atoms. `stretches` cuts them at breaks; each stretch gives the text for the
translator, in which the commonest format goes unmarked, other formats and containers (links) are pairs of marks, and
pictures, fields or formulas are single marks. Rendering turns a translation with those marks into the format's XML.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from translator_app.documents.marks import MARK, Marks

_LETTER = re.compile(r"[^\W\d_]")
_MAX_MARKED = 500  # inline things in one stretch; more are no sentence any more
_WORD_END = re.compile(r"[\w'’]+$")
_WORD_START = re.compile(r"^[\w'’]+")
_THREE_LETTERS = re.compile(r"[^\W\d_]{3}")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b", re.IGNORECASE)
_NOTHING = re.compile(r"[\W_]*")

Late = Callable[[], str]
TextXml = Callable[[str, str], str]  # text, style -> XML


@dataclass(slots=True)
class Atom:
    """A stretch of text in one style, or one inline thing. `kind`: text | single | open | close | break."""

    kind: str
    xml: str | Late = ""  # complete by itself
    text: str = ""
    style: str = ""  # format of text as it stands in the file
    look: str = ""  # what of the style can be seen; equal looks are one format
    copied: bool = True  # in a bilingual copy too (False: notes, pictures, bookmarks, whose ids must stay unique)
    beside: str = ""  # what stands in a copy instead
    field: str = ""  # begin | code | separate | end of a field; the code is in `text`


@dataclass(slots=True)
class _Mark:
    """What a mark does when the translation is written."""

    atoms: list[Atom] = field(default_factory=list)
    push: str | None = None  # style of the text that follows
    pop: bool = False


def raised(atoms: list[Atom], text: str, xml: str) -> Atom | None:
    """Raised or lowered text as an atom: figures and signs stay as they are, the end of an ordinal joins its number; None: words."""
    before = atoms[-1] if atoms and atoms[-1].kind == "text" else None
    if before and _ORDINAL.fullmatch(text) and before.text[-1:].isdigit():
        return Atom("text", xml, text, before.style, before.look)
    return None if _THREE_LETTERS.search(text) else Atom("single", xml, text)


class Stretch:
    """Atoms between two breaks. `text` is what is translated: "" when there is nothing."""

    def __init__(self, atoms: list[Atom], text_xml: TextXml) -> None:
        self._text_xml = text_xml
        atoms = _tidy(atoms)
        first, last = _core(atoms)
        self._before, self._core, self._after = atoms[:first], atoms[first:last], atoms[last:]
        self._actions: dict[str, _Mark] = {}
        whole = self._marked() if self._core else ""
        self.text = whole.strip()
        if not _LETTER.search(self.text):
            self.text = ""
        self._lead = whole[: len(whole) - len(whole.lstrip())]
        self._tail = whole[len(whole.rstrip()) :]

    def source(self) -> str:
        """XML of the atoms as they are."""
        return self._plain([*self._before, *self._core, *self._after], copy=False)

    def render(self, target: str, *, copy: bool = False) -> str:
        """XML with the translation; `copy`: as a second paragraph beside the source."""
        parts = [self._plain(self._before, copy=copy)]
        styles = [self._base]
        for piece in re.split("([\ue000-\uf8ff])", self._lead + target + self._tail):
            action = self._actions.get(piece)
            if action is None:
                parts.append(self._text_xml(piece, styles[-1]) if piece else "")
                continue
            if action.pop and len(styles) > 1:
                styles.pop()
            parts.append(self._plain(action.atoms, copy=copy))
            if action.push is not None:
                styles.append(action.push)
        return "".join([*parts, self._plain(self._after, copy=copy)])

    def _plain(self, atoms: Iterable[Atom], *, copy: bool) -> str:
        parts = []
        for atom in atoms:
            if atom.kind == "text":
                parts.append(self._text_xml(atom.text, atom.style) if atom.text else "")
            elif atom.copied or not copy:
                parts.append(atom.xml if isinstance(atom.xml, str) else atom.xml())
            else:
                parts.append(atom.beside)
        return "".join(parts)

    def _marked(self) -> str:
        """The text with marks; fills `_actions` and `_base`."""
        partners = _partners(self._core)
        levels = _levels(self._core, partners)
        self._base, base_look = levels[-1]
        looks = [base_look]
        marks = Marks("".join(atom.text for atom in self._core))
        parts: list[str] = []
        closing = span = single = ""
        waiting: dict[int, str] = {}
        for index, atom in enumerate(self._core):
            if atom.kind == "text" and not atom.text:
                continue
            if closing and (atom.kind != "text" or atom.look != span):
                inside = parts.pop()
                kept = inside.rstrip() or inside
                parts += [kept, closing, inside[len(kept) :]]  # white space stays outside of formats
                closing = single = ""
            if atom.kind == "text":
                if atom.look != looks[-1] and not closing:
                    opening, closing = marks.pair("", "")
                    span = atom.look
                    self._actions[opening] = _Mark(push=atom.style)
                    self._actions[closing] = _Mark(pop=True)
                    kept = atom.text.lstrip() or atom.text
                    parts += [atom.text[: len(atom.text) - len(kept)], opening, kept]
                else:
                    parts.append(atom.text)
                single = ""
            elif index in partners and atom.kind == "open":
                mark, waiting[partners[index]] = marks.pair("", "")
                self._actions[mark] = _Mark([atom], push=levels[index][0])
                looks.append(levels[index][1])
                parts.append(mark)
                single = ""
            elif index in waiting:
                self._actions[waiting[index]] = _Mark([atom], pop=True)
                looks.pop()
                parts.append(waiting[index])
                single = ""
            elif single:  # two things side by side are one
                self._actions[single].atoms.append(atom)
            else:
                single = marks.single("")
                self._actions[single] = _Mark([atom])
                parts.append(single)
        return "".join([*parts, closing])


def stretches(atoms: Iterable[Atom], text_xml: TextXml) -> list[Stretch | Atom]:
    """Stretches and the breaks between them."""
    found: list[Stretch | Atom] = []
    run: list[Atom] = []
    things = 0
    for atom in merge_fields(list(atoms)):
        if atom.kind == "break" or things > _MAX_MARKED:
            found.append(Stretch(run, text_xml))
            run, things = [], 0
        if atom.kind == "break":
            found.append(atom)
            continue
        run.append(atom)
        things += 1
    found.append(Stretch(run, text_xml))
    return found


_READ_FIELDS = frozenset(["HYPERLINK", "TOC", "INDEX", "BIBLIOGRAPHY", "CITATION"])  # their results are text to read


def references(atoms: list[Atom]) -> list[tuple[int, int]]:
    """Ranges of atoms that are the words which cross-references show."""
    found: list[tuple[int, int]] = []
    code, start = "", -1
    for index, atom in enumerate(atoms):
        if atom.field in ("begin", "end"):
            shown = atoms[start:index] if atom.field == "end" and start >= 0 else []
            is_reference = code.split()[:1] in (["REF"], ["STYLEREF"])
            if is_reference and all(a.kind == "text" for a in shown) and _LETTER.search("".join(a.text for a in shown)):
                found.append((start, index))
            code, start = "", -1
        elif atom.field == "code":
            code += atom.text
        elif atom.field == "separate":
            start = index + 1
    return found


def merge_fields(atoms: list[Atom]) -> list[Atom]:
    """Fields of several runs as one thing each, or as a pair around a result that is read. What is not closed stays as it is, once."""
    done: list[Atom] = []
    begins: list[int] = []
    for atom in atoms:
        done.append(atom)
        if atom.field == "begin":
            begins.append(len(done) - 1)
        elif atom.field == "end" and begins:
            start = begins.pop()
            inside = done[start:]
            code = "".join(a.text for a in inside if a.field == "code").strip()
            cut = next((i for i, a in enumerate(inside) if a.field == "separate"), None)
            if cut is not None and code.split(" ")[0].upper() in _READ_FIELDS:
                done[start:] = [_joined(inside[: cut + 1], "open"), *inside[cut + 1 : -1], replace(atom, kind="close", field="")]
            else:
                name = code.split(" ")[0].upper()
                shown = "".join(str(a.xml) for a in inside[cut or 0 :] if a.kind == "text")
                done[start:] = [replace(_joined(inside, "single"), copied=name not in ("SEQ", "TC", "XE", ""), beside=shown)]
    return [replace(atom, copied=False) if atom.field else atom for atom in done]


def _joined(atoms: list[Atom], kind: str) -> Atom:
    def xml() -> str:
        return "".join(a.xml if isinstance(a.xml, str) else a.xml() for a in atoms)

    return Atom(kind, xml)


def _tidy(atoms: list[Atom]) -> list[Atom]:
    """Atoms with formats that begin and end where words do, and white space and signs in the format of what stands before."""
    done: list[Atom] = []
    for atom in atoms:
        before = done[-1] if done and done[-1].kind == "text" else None
        if atom.kind != "text" or before is None or before.look == atom.look:
            if atom.kind == "text" and before is not None and before.style == atom.style:
                done[-1] = replace(before, text=before.text + atom.text)
            else:
                done.append(atom)
            continue
        if _NOTHING.fullmatch(atom.text):
            done[-1] = replace(before, text=before.text + atom.text)
        elif _NOTHING.fullmatch(before.text) and len(before.text) <= 2:
            done[-1] = replace(atom, text=before.text + atom.text)
        else:
            done[-1], atom = _at_word(before, atom)
            done += [atom] if atom.text else []
    return done


def _at_word(left: Atom, right: Atom) -> tuple[Atom, Atom]:
    """Two texts of different looks; a word that the border cuts goes whole to the side that has more of it."""
    end, start = _WORD_END.search(left.text), _WORD_START.search(right.text)
    if not end or not start:
        return left, right
    if len(end[0]) > len(start[0]):
        return replace(left, text=left.text + start[0]), replace(right, text=right.text[start.end() :])
    return replace(left, text=left.text[: end.start()]), replace(right, text=end[0] + right.text)


def _partners(atoms: list[Atom]) -> dict[int, int]:
    """Index of each opening atom whose closing one is there -> index of that, and the other way round."""
    found: dict[int, int] = {}
    stack: list[int] = []
    for index, atom in enumerate(atoms):
        if atom.kind == "open":
            stack.append(index)
        elif atom.kind == "close" and stack:
            start = stack.pop()
            found[start], found[index] = index, start
    return found


def _core(atoms: list[Atom]) -> tuple[int, int]:
    """The range from the first to the last atom with letters or digits, widened so that containers that reach out are whole."""
    texts = [index for index, atom in enumerate(atoms) if atom.kind == "text" and not _NOTHING.fullmatch(MARK.sub("", atom.text))]
    if not texts:
        return len(atoms), len(atoms)
    first, last = texts[0], texts[-1] + 1
    while last < len(atoms) and atoms[last].kind == "text":  # signs after it belong to it
        last += 1
    while first and atoms[first - 1].kind == "text":
        first -= 1
    for start, end in sorted(_partners(atoms).items(), reverse=True):
        if start < end and (first <= start < last) != (first <= end < last):
            first, last = min(first, start), max(last, end + 1)
    return first, last


def _levels(atoms: list[Atom], partners: dict[int, int]) -> dict[int, tuple[str, str]]:
    """Style and look of the commonest format: key -1 outside all containers, else inside the one that opens at that index."""
    counts: dict[int, Counter[str]] = {-1: Counter()}
    styles: dict[tuple[int, str], str] = {}
    stack = [-1]
    for index, atom in enumerate(atoms):
        if atom.kind == "open" and index in partners:
            stack.append(index)
            counts[index] = Counter()
        elif atom.kind == "close" and index in partners:
            stack.pop()
        elif atom.kind == "text":
            counts[stack[-1]][atom.look] += len(atom.text.strip())
            styles.setdefault((stack[-1], atom.look), atom.style)
    found = {}
    for level, looks in counts.items():
        look = looks.most_common(1)[0][0] if looks else ""
        found[level] = (styles.get((level, look), ""), look)
    return found
