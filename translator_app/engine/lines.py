"""What a line of plain text is made of besides sentences: marks of lists, headings and quotes, table cells, code."""

import re
from bisect import bisect

# Marks at the start of a line, any number of them in a row: "> > - [ ] 1. text"
_NUMBER = (
    r"(?:\d{1,3}(?:\.\d{1,3}){0,4}[.)]|\d{1,3}(?:\.\d{1,3}){2,4}|\d{1,2}\.\d{1,2}(?=[ \t]+[A-Z][a-z])"  # 1. 1.2) 1.2.3 "1.2 Title"
    r"|[a-z][.)]|[ivx]{1,5}[.)]|[A-Z]\)|\((?:[a-zA-Z]|\d{1,3}|[ivxIVX]{1,5})\)|\[\d{1,3}\])"
)
MARK = re.compile(
    r"(?:>[ \t]?)++"
    r"|#{1,6}[ \t]++"
    r"|[-*+–—→=][ \t]++"
    r"|[•‣◦▪▫●○■□◆◇►▶➢➤✓✔✗✘☐☑☒·⁃∙※♦★☆❖]\ufe0f?[ \t]*+"
    r"|[†‡§¶©®¹²³⁴-⁹]+[ \t]++"  # of footnotes, rights, paragraphs
    r"|\[[ xX✓]\][ \t]++"
    rf"|{_NUMBER}(?:[ \t]++|$)"
)
_SPACE = re.compile("(?:[^\\S\r\n]|[\u200b-\u200f\u2060\ufeff])*+")  # and what nobody sees, such as a byte order mark
_LETTERED = re.compile(r"^[^\S\n]*+([A-Z])\.[ \t]", re.MULTILINE)
FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})")

# Between the cells of a row: tabs, wide gaps, " | ", and the dots that lead to a page number
CELL_GAP = 4  # spaces that part two cells
_GAP = re.compile(rf" *+\t[ \t]*+|(?<! ) {{{CELL_GAP},}}+|(?<!\S)\|++(?!\S)|(?<=\s)\|(?=\s)")
_CODE_SPAN = re.compile("`[^`\n]{1,200}`")
_BAR = re.compile(r"\s*+\|++\s*+")
_PAGE = re.compile(r"(?<![\s._…·])[\s._…·]{4,}+(?:\d{1,4}|[ivxlc]{1,6})$")


def mark_end(line: str, lettered: frozenset[str] = frozenset()) -> int:
    """Offset of the first character after indentation, quote, list and heading marks. `lettered`: see `lettered_items`."""
    at = _SPACE.match(line).end()  # type: ignore[union-attr]  # matches nothing at the least
    if line[at : at + 1] in lettered and line[at + 1 : at + 2] == ".":
        at = _SPACE.match(line, at + 2).end()  # type: ignore[union-attr]
    while (mark := MARK.match(line, at)) and mark.end() > at:
        at = mark.end()
    return at


def lettered_items(text: str) -> frozenset[str]:
    """Capitals that number the lines of a list ("A. ... B. ..."): those with a neighbour of the alphabet at another line's start."""
    letters = set(_LETTERED.findall(text))
    return frozenset(c for c in letters if chr(ord(c) + 1) in letters or chr(ord(c) - 1) in letters)


def cells(text: str) -> list[tuple[int, int]]:
    """Spans of the cells of a table row, or the one span of a text that is no row."""
    spans, at = [], 0
    if "\t" in text or " " * CELL_GAP in text or "|" in text:
        gap = _BAR if text.startswith("|") and text.count("|") > 1 else _GAP
        code = [match.span() for match in _CODE_SPAN.finditer(text)] if "`" in text else []
        for match in gap.finditer(text):
            span = bisect(code, (match.start(),)) - 1
            if span >= 0 and match.start() < code[span][1]:
                continue
            spans.append((at, match.start()))
            at = match.end()
    page = _PAGE.search(text, max(at, len(text) - 200)) if text[-1:].isalnum() else None
    spans.append((at, page.start() if page and re.search(r"[._…·]{3}|(?:\. ){3}", page[0]) else len(text)))
    return [(start, end) for start, end in spans if start < end]


def is_row(line: str) -> bool:
    """Whether a line is a table row, a form or something else whose layout matters."""
    return len(cells(line.strip())) > 1 or "|" in line


_TOOLS = (
    "sudo|cd|ls|pip3?|git|npm|npx|yarn|apt(?:-get)?|python3?|node|docker|kubectl|curl|wget|cat|echo|make|export|mkdir|rm|cp|mv|ssh|brew"
    "|conda|cargo|go"
)
_CERTAIN_FORMS = (  # prompts, comments, mark-up, traces
    rf"[$%] +(?:{_TOOLS}|\./\S+)\b|\$ [a-z][\w.-]* |>>> ?[\w({{\[].*[\w)\]]$(?<=[)\]=\d])|In \[\d+\]:|PS [A-Z]:\\|[A-Z]:\\[^ ]*> ?\S",
    r"[\w.-]+@[\w.-]+:[^\s$#]*[$#] |\[[^\[\]]+\]: +(?:https?:|mailto:|#|\.{0,2}/)\S*(?: +[\"'(].*)?$",
    r"</?[A-Za-z][^<>]*>$|at [\w.$<>]+\([^()]*\)$|File \"[^\"]+\", line \d+|Traceback \(most recent|/[/*].*|\*/$",
    r"<!--(?:[^-]|-(?!->))*(?:-->)?$",
    r"\[? *\{ *\"[\w.$ -]{1,60}\" *: .*\} *\]?[,;]?$",  # JSON
    r"from +[\w.]+ +import +[\w(*]|import +(?:(?:os|sys|re|json|math|time|random|logging|numpy|pandas)\b|\w+\.[\w.*]+|[{*].* from +[\"'])",
    r"import +\w+(?:;|,? .* from +[\"'].*)$|#include *[<\"]|#!?/|#(?:define|ifdef|ifndef|endif|pragma)\b|sudo +\S",
)
_LIKELY_FORMS = (  # these could also be words, see _PROSE
    rf"(?:{_TOOLS}) +(?:-{{1,2}}\w|(?:install|run|commit|clone|push|pull|checkout|build|exec)\b|[\w.-]*/).*",
    # declarations and imports
    r"(?:def|class|async def|fn|func|function|sub|void|int|struct|enum|interface|namespace|package|module) +"
    r"\*?[\w.:<>~]+ *(?:[({:;<].*)?[({:;]$",
    r"using +[\w.]+;|<\?(?:php|xml)|<!DOCTYPE|@[\w.]+(?:\(.*\))?$",
    r"(?:var|let|const|final|static|public|private|protected|auto|int|float|double|char|bool|string|String|local|my) +"
    r"[\w$<>\[\]*& ]{1,60}(?:=[^=].*|\(.*)?(?:[;({]|\w\(.*\))$|(?:let|const|var) +\w+ *=",
    # control flow
    r"(?:if|for|while|switch|elif|foreach|catch) *\(.*\) *[{;]?$|for +[\w, ]+ in +.*:$",
    r"(?:if|elif|while|with|except)\b.*[=<>(\[.].*:$|(?:else|try|finally|while (?:True|1)):$",
    r"(?:return|yield|raise|throw|await|assert|del|break|continue)\b.*;$|(?:return|yield|raise|throw|await) +[\w.]+(?:\(.*\)|\[.*\])?$",
    # assignments, calls, brackets
    r"[\w.$\[\]'\"*]{1,80} *(?:[-+*/|&%:]|<<|>>|\?\?)?= *"
    r"(?:[\[{(\"'`\d&*-]|(?:new|function|lambda|async) |[\w.]+ *[(\[{;+*/]|\w+\.\w|(?:None|True|False|null|true|false|nil)\b|\w+;?$)",
    r"[\w.$:>-]{1,80}(?<=\w)\((?:|[a-rt-z]|[^()]*[\"'\d,=._\[][^()]*|[^()]*\([^()]*\)[^()]*)\)[;{,]?$|[\w.$:>-]{1,80}(?<=\w)\(.*\)[;{]$|.*\w\(.*\);$|.*(?:\+\+|--);$",
    r"[\])}]+[;,)]*$|[{\[(]$|.*[)\w] *\{$|(?:\} *)?else *\{?$|\} *(?:catch|finally|while|else)\b",
    # JSON, SQL, CSS
    r"[a-z-]+ *: *[\w#.%()-]+;$",
    r"[\"'][\w.$ -]{1,60}[\"'] *: *(?:[\"'\[{\d-]|true\b|false\b|null\b)(?:.*[\",\[{\]}\d\w])?$",
    r"(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|ALTER TABLE|DROP TABLE) .*(?:\bFROM\b|\bVALUES\b|\bSET\b|[(;*])",
)
_CERTAIN = re.compile("|".join(_CERTAIN_FORMS))
_LIKELY = re.compile("|".join(_LIKELY_FORMS))
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|(?://|#|--).*")
_PROSE = re.compile(r"(?:\b[a-z]{2,}(?:[,:]? |[.!?]?$)){4}")
_CODE_LINE_CHARS = 300  # longer ones are prose; it also bounds the time of the patterns above


def is_code(line: str) -> bool:
    """Whether a line reads as source code, a shell command or its output rather than as a sentence."""
    text = line.strip()
    if not text or len(text) > _CODE_LINE_CHARS:
        return False
    return bool(_CERTAIN.match(text) or (_LIKELY.match(text) and not _PROSE.search(_QUOTED.sub("", text))))
