"""LaTeX: paragraphs, titles, items, captions and footnotes; commands, mathematics, verbatim text and the preamble stay."""

import re
from collections.abc import Generator, Iterator

from translator_app.documents import marks
from translator_app.documents.encodings import TextSource
from translator_app.documents.marks import Marks
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, Slot, text_reader

NOTE = "LaTeX needs a font for Chinese: add \\usepackage{ctex} to the preamble and compile with XeLaTeX or LuaLaTeX"
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
    r"(?:[ \t]*\r?\n){2,}[ \t]*|\\(?:begin|end)\{[^{}]*\}(?:\[[^\]]*\])?(?:\{[^{}]*\})?|\\item\b(?:\s*\[[^\]]*\])?\s*"
    r"|\\(?:label|bibliography|bibliographystyle|input|include|includegraphics|vspace|hspace|centering|maketitle|tableofcontents|newpage|clearpage"
    r"|pagestyle|thispagestyle|setlength|setcounter|appendix|noindent|par|bigskip|medskip|smallskip)\b\*?(?:\[[^\]]*\])*(?:\{[^{}]*\})*"
    r"|\\(?P<heading>part|chapter|section|subsection|subsubsection|paragraph|subparagraph|caption|title|subtitle|frametitle|date)\*?\s*(?:\[[^\]]*\])?\s*(?=\{)"
)
_TEXT_COMMANDS = (
    r"emph|textbf|textit|textsc|textsl|textsf|textrm|textmd|underline|uline|footnote|enquote|mbox|text|textcolor\{[^{}]*\}|href\{[^{}]*\}"
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
    end = _group_end(text, match.end()) if match else 0
    if not match or not end:
        yield text
        return
    yield text[: match.end() + 1]
    yield from _Body(text, options).paragraph(match.end() + 1, end - 1)
    yield text[end - 1 :]


class _Body:
    """Cuts a stretch of the file into paragraphs."""

    def __init__(self, text: str, options: DocumentOptions) -> None:
        self._text = text
        self._options = options

    def run(self, start: int, end: int) -> Iterator[Piece]:
        text = self._text
        at = last = start
        while at < end:
            kept = _KEPT.search(text, at, end)
            breaks = _BREAK.search(text, at, kept.start() if kept else end)
            match = breaks or kept
            if not match:
                break
            yield from self.paragraph(last, match.start(), "\n\n")
            at = match.end()
            if breaks and breaks["heading"] and (close := _group_end(text, at)) and close <= end:
                yield match[0] + "{"
                yield from self.paragraph(at + 1, close - 1)
                yield "}"
                at = close
            else:
                yield match[0]
            last = at
        yield from self.paragraph(last, end, "\n\n")

    def paragraph(self, start: int, end: int, between: str = " / ") -> Iterator[Piece]:
        """The text from start to end as one block; `between` parts the two languages."""
        raw = self._text[start:end]
        inline = _Inline(raw)
        lead, core, tail = marks.trim(inline.text)
        if not _LETTER.search(marks.strip(core)):
            yield raw
            return
        joined = re.sub(r"\s*\n\s*", " ", core)
        before, after = inline.restore(lead), inline.restore(tail)
        line = self._text.count("\n", 0, start + len(before)) + 1

        def render(target: str) -> str:
            shown = inline.restore(target)
            return f"{core_raw}{between}{shown}" if self._options.bilingual else shown

        core_raw = raw[len(before) : len(raw) - len(after)] if raw.startswith(before) and raw.endswith(after) else ""
        if not core_raw:
            yield raw  # braces that don't match: left alone
            return
        yield before
        yield Slot(joined, core_raw, render, f"line {line}")
        yield after


class _Inline:
    """A paragraph with its commands as marks."""

    def __init__(self, raw: str) -> None:
        self._marks = Marks(raw)
        self._open: list[str] = []
        self._plain: dict[str, str] = {}
        parts: list[str] = []
        last = 0
        for match in _INLINE.finditer(raw):
            parts += [raw[last : match.start()], self._taken(match)]
            last = match.end()
        self.text = "".join([*parts, raw[last:]])

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
        return self._marks.restore(_SPECIAL.sub(lambda match: _ESCAPES[match[0]], text))


def _group_end(text: str, at: int) -> int:
    """Index after the group in braces that starts at `at`; 0 when it is never closed."""
    depth = 0
    for match in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, at):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0:
            return match.end()
    return 0


rewrite = text_reader(scan)
