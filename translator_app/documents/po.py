"""gettext .po and .pot: msgstr filled and marked fuzzy; everything else stays byte for byte.

Entries that are translated already are left alone when the file's language is Chinese, else they are filled anew.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from translator_app.documents import values
from translator_app.documents.encodings import TextSource
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Piece, text_reader
from translator_app.errors import UnreadableDocument
from translator_app.manifest import language

_KEYWORD = re.compile(r"\s*(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d+)\])?)\s*(?=\")")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{2})|(.))", re.DOTALL)
_NAMED = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_HEADER_VALUE = r'(?:[^"\\]|"\s*")*\\n"'


@dataclass
class _Field:
    keyword: str
    number: int  # of its first line
    lines: list[str]

    @property
    def value(self) -> str:
        parts = [match[1] for line in self.lines for match in [_QUOTED.search(line)] if match]
        return _ESCAPE.sub(_unescape, "".join(parts))


@dataclass
class _Entry:
    """Lines up to and with the last msgstr of an entry."""

    before: list[str] = field(default_factory=list)  # comments and blank lines
    fields: list[_Field] = field(default_factory=list)

    def get(self, keyword: str) -> str | None:
        return next((f.value for f in self.fields if f.keyword == keyword), None)

    @property
    def strings(self) -> list[_Field]:
        return [f for f in self.fields if f.keyword.startswith("msgstr")]

    @property
    def fuzzy(self) -> bool:
        return any(line.startswith("#,") and "fuzzy" in line for line in self.before)


def scan(source: TextSource, options: DocumentOptions) -> Iterator[Piece]:
    """Entries of a .po or .pot file. Raises UnreadableDocument when there are none in it."""
    done = False  # in the target language already
    found = False
    newline = "\n"
    for entry in _entries(source):
        if not entry.fields:
            if not found and any(line.strip() and not line.startswith("#") for line in entry.before):
                raise UnreadableDocument("{name} is not a gettext file: it has no msgid in it", name=source.path.name)
            yield from entry.before
            continue
        found = True
        newline = "\r\n" if entry.fields[0].lines[0].endswith("\r\n") else "\n"
        if entry.get("msgid") == "" and entry.get("msgctxt") is None:
            header = entry.get("msgstr") or ""
            found_language = re.search(r"^Language: *([\w-]+)", header, re.MULTILINE | re.IGNORECASE)
            done = found_language is not None and language(found_language[1]) == options.languages[1]
            lines = "".join(line for f in entry.fields for line in f.lines)
            yield "".join(entry.before) + (lines if done else _header(lines, options))
        else:
            yield from _filled(entry, done, options, newline)


def _entries(source: TextSource) -> Iterator[_Entry]:
    entry = _Entry()
    for number, line in enumerate(source.lines(), 1):
        keyword = _KEYWORD.match(line)
        if entry.fields and _starts_entry(entry, keyword[1] if keyword else "", line):
            yield entry
            entry = _Entry()
        if keyword:
            entry.fields.append(_Field(keyword[1], number, [line]))
        elif entry.fields:
            entry.fields[-1].lines.append(line)
        else:
            entry.before.append(line)
            if len(entry.before) > 1000:
                yield entry
                entry = _Entry()
    yield entry


def _starts_entry(entry: _Entry, keyword: str, line: str) -> bool:
    if keyword:
        return keyword == "msgctxt" or (keyword == "msgid" and entry.fields[-1].keyword != "msgctxt")
    return bool(entry.strings) and not line.lstrip().startswith('"')


def _filled(entry: _Entry, done: bool, options: DocumentOptions, newline: str) -> Iterator[Piece]:
    plural = entry.get("msgid_plural")
    text = plural if plural is not None else entry.get("msgid") or ""
    finished = done and not entry.fuzzy and any(f.value for f in entry.strings)
    raw = ["".join(entry.before), *("".join(f.lines) for f in entry.fields)]
    if finished or not values.is_text(text) or not entry.strings:
        yield "".join(raw)
        return
    first = entry.strings[0]
    keeps = "".join(line for f in entry.fields if not f.keyword.startswith("msgstr") for line in f.lines)

    def render(target: str) -> str:
        forms = entry.strings[:1] if options.one_form else entry.strings
        msgstr = newline.join(f"{form.keyword} {_quoted(target, newline)}" for form in forms)
        ending = newline if first.lines[-1].endswith("\n") or len(entry.strings) > 1 else ""
        return f"{_flagged(entry.before, newline)}{keeps}{msgstr}{ending}"

    mnemonic = "_" if "_" in text else "&"
    yield values.slot(text, "".join(raw), render, f"line {first.number}", options, mnemonic=mnemonic, both=False)


def _flagged(before: list[str], newline: str) -> str:
    """The comments of an entry with the fuzzy flag set."""
    if any(line.startswith("#,") and "fuzzy" in line for line in before):
        return "".join(before)
    for index, line in enumerate(before):
        if line.startswith("#,"):
            return "".join([*before[:index], f"#, fuzzy,{line[2:]}", *before[index + 1 :]])
    previous = next((index for index, line in enumerate(before) if line.startswith("#|")), len(before))
    return "".join([*before[:previous], f"#, fuzzy{newline}", *before[previous:]])


def _header(text: str, options: DocumentOptions) -> str:
    """The header's lines; the language becomes the target's, and so do plural forms (on several lines perhaps) where it has one only."""
    text = re.sub(rf'"Language:{_HEADER_VALUE}', rf'"Language: {options.language.replace("-", "_")}\\n"', text)
    if not options.one_form:
        return _in_utf8(text)
    text, found = re.subn(rf'"Plural-Forms:{_HEADER_VALUE}', r'"Plural-Forms: nplurals=1; plural=0;\\n"', text)
    if not found and text.endswith("\n"):
        text += '"Plural-Forms: nplurals=1; plural=0;\\n"' + ("\r\n" if text.endswith("\r\n") else "\n")
    return _in_utf8(text)


def _in_utf8(text: str) -> str:
    return re.sub(r'("Content-Type:.*charset=)(?:CHARSET|(?:US-)?ASCII|ISO-8859-1)\b', r"\1UTF-8", text, flags=re.IGNORECASE)


def _quoted(text: str, newline: str) -> str:
    """A msgstr's value: one line, or one for each line of text as gettext's own tools write it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t").replace("\r", "\\r").replace("\n", "\\n\n")
    lines = [line for line in escaped.split("\n") if line] or [""]
    if len(lines) == 1:
        return f'"{lines[0]}"'
    return newline.join(['""', *(f'"{line}"' for line in lines)])


def _unescape(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 8))
    return chr(int(match[2], 16)) if match[2] else _NAMED.get(match[3], match[3])


rewrite = text_reader(scan)
