"""LaTeX: paragraphs, titles, items, captions and footnotes; commands, mathematics, verbatim text and the preamble stay."""

import bisect
import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import partial

from translator_app.documents import marks
from translator_app.documents.encodings import TextSource
from translator_app.documents.marks import Marks
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, Slot, text_reader
from translator_app.errors import Message

NOTE = Message("LaTeX needs a font for Chinese: add \\usepackage{ctex} to the preamble and compile with XeLaTeX or LuaLaTeX")
_KEPT_ENVIRONMENTS = (
    "equation|align|alignat|gather|multline|eqnarray|math|displaymath|flalign|verbatim|Verbatim|lstlisting|minted|tikzpicture|tabular|tabularx"
    "|longtable|array|thebibliography|filecontents|comment|algorithm|algorithmic|picture|code"
)
_KEPT = re.compile(
    rf"\\begin\{{(?P<env>(?:{_KEPT_ENVIRONMENTS})\*?)\}}.*?(?:\\end\{{(?P=env)\}}|\Z)"
    r"|(?<!\\)\\\[.*?(?:\\\]|\Z)|(?<!\\)\$\$.*?(?:\$\$|\Z)|(?<!\\)%[^\n]*(?:\n[ \t]*)?",
    re.DOTALL,
)
# What ends a paragraph. The last group is a command whose argument is a text of its own.
_BREAK = re.compile(
    r"\r?\n(?:[ \t]*\r?\n)+[ \t]*|\\(?:begin|end)\{[^{}]*\}(?:\[[^\]]*\])?(?:\{[^{}]*\})?|\\item\b(?:\s*\[[^\]]*\])?\s*"
    r"|\\(?:label|bibliography|bibliographystyle|input|include|includegraphics|vspace|hspace|centering|maketitle|tableofcontents|newpage|clearpage"
    r"|pagestyle|thispagestyle|setlength|setcounter|appendix|noindent|par|bigskip|medskip|smallskip)\b\*?(?:\[[^\]]*\])*(?:\{[^{}]*\})*"
    r"|\\(?P<heading>part|chapter|section|subsection|subsubsection|paragraph|subparagraph|caption|title|subtitle|frametitle|date)\*?\s*(?:\[[^\]]*\])?\s*(?=\{)"
)
_TEXT_COMMANDS = (
    r"emph|textbf|textit|textsc|textsl|textsf|textrm|textmd|underline|uline|enquote|mbox|text|textcolor\{[^{}]*\}|href\{[^{}]*\}"
)
_INLINE = re.compile(
    rf"(?P<open>\\(?:{_TEXT_COMMANDS})\{{|\{{(?:\\[a-zA-Z]+\s*)*)|(?P<close>\}})"
    r"|(?P<math>\$(?:\\.|[^$\\])+\$|\\\(.*?\\\))"
    r"|(?P<verb>\\verb\*?(?P<sign>[^a-zA-Z\s*]).*?(?P=sign)|\\url\{[^{}]*\}|\\(?:lstinline|texttt)(?:\[[^\]]*\])?\{(?:[^{}]|\{[^{}]*\})*\})"
    r"|(?P<plain>\\[%&#_$ ]|\\\\|~|``|''|---?|\\(?:ldots|dots)\b(?:\{\})?)"
    r"|(?P<command>\\[a-zA-Z@]+\*?(?:\[[^\]]*\])*(?:\{(?:[^{}]|\{[^{}]*\})*\})*|\\.)",
    re.DOTALL,
)
_PLAIN = {
    "\\%": "%",
    "\\&": "&",
    "\\#": "#",
    "\\_": "_",
    "\\$": "$",
    "\\ ": " ",
    "~": "\u00a0",
    "``": "“",
    "''": "”",
    "--": "–",
    "---": "—",
}
_NOTE = re.compile(r"\\(?:footnote|thanks)\s*(?:\[[^\]]*\])?(?=\{)")
_LETTER = re.compile(r"[^\W\d_]")
_ESCAPES = {"%": "\\%", "&": "\\&", "#": "\\#", "_": "\\_", "$": "\\$", "\u00a0": "~", "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}"}
_SPECIAL = re.compile(r"[%&#_$\u00a0\\{}]")


def scan(source: TextSource, options: DocumentOptions) -> Generator[Piece, None, tuple[str, ...]]:
    """Pieces of a LaTeX file; its value is the note that Chinese needs a package."""
    text = source.read()
    start = text.find("\\begin{document}")
    end = text.find("\\end{document}", max(start, 0))
    body_end = end if end >= 0 else len(text)
    if start > 0:
        yield from _preamble(text[:start], options)
    yield from _Body(text, options).run(max(start, 0), body_end)
    yield text[body_end:]
    return () if "ctex" in text[: max(start, 0)] or start < 0 else (NOTE,)


def _preamble(text: str, options: DocumentOptions) -> Iterator[Piece]:
    """The preamble, of which only the title is text."""
    match = re.search(r"(?<![%\\])\\title\s*(?=\{)", text)
    body = _Body(text, options)
    end = body.group_end(match.end()) if match else 0
    if not match or not end:
        yield text
        return
    yield text[: match.end() + 1]
    yield from body.paragraph(match.end() + 1, end - 1)
    yield text[end - 1 :]


class _Body:
    """Cuts a stretch of the file into paragraphs."""

    def __init__(self, text: str, options: DocumentOptions) -> None:
        self._text = text
        self._options = options
        self._groups = _groups(text)
        self._newlines = [match.start() for match in re.finditer("\n", text)]

    def run(self, start: int, end: int) -> Iterator[Piece]:
        text = self._text
        at = last = start
        kept = _KEPT.search(text, at, end)
        while at < end:
            if kept and kept.start() < at:  # looked for again only when passed: a file may have none for long
                kept = _KEPT.search(text, at, end)
            breaks = _BREAK.search(text, at, kept.start() if kept else end)
            match = breaks or kept
            if not match:
                break
            yield from self.paragraph(last, match.start(), "\n\n")
            at = match.end()
            if breaks and breaks["heading"] and (close := self.group_end(at)) and close <= end:
                yield match[0] + "{"
                yield from self.paragraph(at + 1, close - 1)
                yield "}"
                at = close
            else:
                yield match[0]
            last = at
        yield from self.paragraph(last, end, "\n\n")

    def paragraph(self, start: int, end: int, between: str = " / ") -> Iterator[Piece]:
        """The text from start to end as one block, its footnotes before it; `between` parts the two languages."""
        notes: list[_Note] = []
        for match in _NOTE.finditer(self._text, start, end):
            close = self.group_end(match.end())
            if close and close <= end and not (notes and match.start() - start < notes[-1].end):
                note = _Note(match.start() - start, close - start, [self._text[match.start() : close]])
                yield from self._note(note, match.start(), match.end() + 1, close - 1)
                notes.append(note)
        raw = self._text[start:end]
        try:
            inline = _Inline(raw, notes)
        except marks.TooManyMarks:
            yield partial(_with_notes, raw, notes)
            return
        core, before, core_raw, after = inline.trimmed()
        if not _LETTER.search(marks.strip(core)):
            yield partial(_with_notes, raw, notes)
            return
        joined = re.sub(r"\s*\n\s*", " ", core)

        def render(target: str) -> str:
            source = _with_notes(core_raw, notes, len(before))
            if target == joined:
                return source
            shown = inline.restore(target)
            return f"{source}{between}{shown}" if self._options.bilingual else shown

        yield partial(_with_notes, before, notes)
        yield Slot(joined, core_raw, render, self._place(start + len(before)), always=True)
        yield partial(_with_notes, after, notes, len(before) + len(core_raw))

    def _note(self, note: "_Note", head: int, start: int, end: int) -> Iterator[Piece]:
        """A footnote's text (its command starts at `head`) as a block of its own; what becomes of it is kept in `note`."""
        raw = self._text[start:end]
        try:
            inline = _Inline(raw, [])
        except marks.TooManyMarks:
            return
        core, before, core_raw, after = inline.trimmed()
        if not _LETTER.search(marks.strip(core)):
            return
        joined = re.sub(r"\s*\n\s*", " ", core)

        def keep(target: str) -> str:
            if target != joined:
                shown = inline.restore(target)
                shown = f"{core_raw} / {shown}" if self._options.bilingual else shown
                note.filled[0] = f"{self._text[head:start]}{before}{shown}{after}}}"
            return ""

        yield Slot(joined, "", keep, self._place(start), always=True)

    def _place(self, at: int) -> str:
        return f"line {bisect.bisect_left(self._newlines, at) + 1}"

    def group_end(self, at: int) -> int:
        """Index after the group in braces that starts at `at`; 0 when it is never closed."""
        return self._groups.get(at, 0)


@dataclass
class _Note:
    """A footnote inside a paragraph: where it stands there, and what is written for it."""

    start: int
    end: int
    filled: list[str]


class _Inline:
    """A paragraph with its commands as marks."""

    def __init__(self, raw: str, notes: "list[_Note]") -> None:
        self._note_marks: dict[str, _Note] = {}
        self._marks = Marks(raw)
        self._open: list[str] = []
        self._originals: list[tuple[str, str]] = []  # text and what it was, piece by piece
        last = 0
        for note in [*notes, None]:
            end = note.start if note else len(raw)
            for match in _INLINE.finditer(raw, last, end):
                self._add(raw[last : match.start()], self._taken(match), match[0])
                last = match.end()
            if note:
                mark = self._marks.single(raw[note.start : note.end])
                self._note_marks[mark] = note
                self._add(raw[last : note.start], mark, raw[note.start : note.end])
                last = note.end
        self._add(raw[last:], "", "")
        self.text = "".join(text for text, _ in self._originals)

    def _add(self, plain: str, text: str, raw: str) -> None:
        self._originals += [(plain, plain), (text, raw)]

    def _taken(self, match: re.Match[str]) -> str:
        if match.lastgroup == "open":
            first, last = self._marks.pair(match[0], None)
            self._open.append(last)
            return first
        if match.lastgroup == "close" and self._open:
            mark = self._open.pop()
            self._marks.raw[mark] = match[0]
            return mark
        if match.lastgroup == "plain" and match[0] in _PLAIN:
            return _PLAIN[match[0]]
        return self._marks.single(match[0])

    def restore(self, text: str) -> str:
        """LaTeX again."""
        escaped = _SPECIAL.sub(lambda match: _ESCAPES[match[0]], text)
        for mark, note in self._note_marks.items():
            escaped = escaped.replace(mark, note.filled[0])
        return self._marks.restore(escaped)

    def original(self, start: int, end: int) -> str:
        """What stood in the file for text[start:end]."""
        found = []
        at = 0
        for text, raw in self._originals:
            first, last = max(start - at, 0), min(end - at, len(text))
            if first < last:
                found.append(raw[first:last] if text == raw else raw)
            at += len(text)
        return "".join(found)

    def trimmed(self) -> tuple[str, str, str, str]:
        """The text without marks and white space around it, and what stood in the file before, for, and after it."""
        lead, core, _ = marks.trim(self.text)
        start, end = len(lead), len(lead) + len(core)
        return core, self.original(0, start), self.original(start, end), self.original(end, len(self.text))


def _with_notes(raw: str, notes: "list[_Note]", start: int = 0) -> str:
    """A stretch of a paragraph that starts there at `start`, with its footnotes as they are now."""
    parts: list[str] = []
    last = start
    for note in notes:
        if start <= note.start and note.end <= start + len(raw):
            parts += [raw[last - start : note.start - start], note.filled[0]]
            last = note.end
    return "".join([*parts, raw[last - start :]])


def _groups(text: str) -> dict[int, int]:
    """Where each group in braces ends: index of { -> index after its }. Unclosed ones are not listed."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for match in re.finditer(r"\\.|[{}]", text, re.DOTALL):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            ends[opened.pop()] = match.end()
    return ends


rewrite = text_reader(scan)
