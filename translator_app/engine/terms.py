"""The user's own terms: read from CSV, TSV or TBX, found in a sentence, longest first.

A table has a row a term: source, target, and if wanted whether case matters and whether it must be a whole word (yes by default). A
header row may name the columns. A row that makes no sense is named with its line in `TermBase.errors`, and the rest loads.
"""

import csv
import hashlib
import re
import xml.parsers.expat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from translator_app.errors import Message, TermsError, reason_of
from translator_app.manifest import language

_MAX_BYTES = 64 * 2**20
_MAX_TERM_CHARS = 500


@dataclass(frozen=True, slots=True)
class Term:
    """One entry of a term base."""

    source: str
    target: str  # equal to the source: never translated
    match_case: bool = False
    whole_word: bool = True


class TermBase:
    """Terms of one language pair; `errors` says which rows were left out and why, one line each."""

    def __init__(self, terms: Iterable[Term], errors: Iterable[str] = ()) -> None:
        self.errors = list(errors)
        self._by_words: dict[tuple[str, ...], list[Term]] = {}
        self._lengths: dict[str, set[int]] = {}  # first word -> how many words the terms have that start with it
        self._loose: dict[str, list[Term]] = {}  # terms that may stand within a word
        self._sizes: dict[str, set[int]] = {}  # first two characters -> how long those terms are
        terms = list(dict.fromkeys(terms))
        for term in terms:
            self._add(term)
        self._plurals()
        self._count = len(terms)
        lines = sorted(f"{t.source}\t{t.target}\t{t.match_case}\t{t.whole_word}" for t in terms)
        self.digest = hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()

    def __len__(self) -> int:
        return self._count

    @classmethod
    def load(cls, path: Path, source: str = "en", target: str = "zh") -> "TermBase":
        """Terms of a CSV, TSV or TBX file in UTF-8, UTF-16 or GB18030. The languages choose among those of a TBX file.

        Raises TermsError when the file can't be read at all.
        """
        try:
            if path.stat().st_size > _MAX_BYTES:
                raise TermsError("{name} is too large for a term list (more than {size} MB)", name=path.name, size=_MAX_BYTES >> 20)
            data = path.read_bytes()
        except OSError as error:
            raise TermsError("{name} can't be read: {reason}", name=path.name, reason=reason_of(error)) from error
        errors: list[str] = []
        if path.suffix.lower() in (".tbx", ".xml") or data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<?xml"):
            terms = _read_tbx(data, path.name, source, target, errors)
        else:
            terms = list(_read_table(decode(data, path.name), path.suffix.lower(), errors))
        return cls(terms, errors)

    def find(self, sentence: str) -> list[tuple[int, int, str]]:
        """(start, end, target) of the terms in a sentence, in order; where several start or overlap, the longest counts."""
        folded = _fold(sentence)
        tokens = list(_TOKEN.finditer(folded))
        words = [token[0] for token in tokens]
        found = list(self._loose_matches(sentence, folded))
        for i, word in enumerate(words):
            for count in self._lengths.get(word, ()):
                candidates = self._by_words.get(tuple(words[i : i + count]), ())
                start, end = tokens[i].start(), tokens[min(i + count, len(tokens)) - 1].end()
                found += [(start, end, term) for term in candidates if _fits(term, sentence[start:end])][:1]
        found.sort(key=lambda hit: (hit[0] - hit[1], hit[0]))
        used = bytearray(len(sentence))
        kept = []
        for start, end, term in found:
            if not any(used[start:end]):
                used[start:end] = b"\1" * (end - start)
                kept.append((start, end, term.target if term.target != term.source else sentence[start:end]))
        return sorted(kept)

    def _add(self, term: Term) -> None:
        folded = _fold(term.source)
        if not term.whole_word:
            self._loose.setdefault(folded, []).append(term)
            self._sizes.setdefault(folded[:2], set()).add(len(folded))
            return
        words = tuple(token[0] for token in _TOKEN.finditer(folded))
        self._by_words.setdefault(words, []).append(term)
        self._by_words[words].sort(key=lambda t: not t.match_case)  # the stricter one first
        self._lengths.setdefault(words[0], set()).add(len(words))

    def _plurals(self) -> None:
        """Lets "solar panels" find "solar panel": regular plurals of terms that end in a plain word, if they are no terms themselves."""
        for words, terms in list(self._by_words.items()):
            plain = [term for term in terms if not term.match_case and _PLAIN_NOUN.search(term.source)]
            plural = (*words[:-1], _plural(words[-1])) if plain else words
            if plural not in self._by_words:
                self._by_words[plural] = plain
                self._lengths.setdefault(plural[0], set()).add(len(plural))

    def _loose_matches(self, sentence: str, folded: str) -> Iterator[tuple[int, int, Term]]:
        for start in range(len(folded)) if self._loose else ():
            for size in self._sizes.get(folded[start : start + 2], set()) | self._sizes.get(folded[start], set()):
                for term in self._loose.get(folded[start : start + size], ()):
                    if not term.match_case or sentence.startswith(term.source, start):
                        yield start, start + size, term


_TOKEN = re.compile(r"[^\W_]+|\S")
_PLAIN_NOUN = re.compile(r"[a-z]{3,}(?<!s)$")


def _fold(text: str) -> str:
    """The text in small letters, character for character, so that offsets stay."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(low if len(low := char.lower()) == 1 else char for char in text)


def _fits(term: Term, text: str) -> bool:
    return not term.match_case or " ".join(text.split()) == " ".join(term.source.split())


def _plural(noun: str) -> str:
    if noun.endswith(("x", "z", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def decode(data: bytes, name: str) -> str:
    """The text of a file whose encoding nobody told. Raises TermsError."""
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return _decoded(data, (encoding,), name)
    zeros = data[:4096].count(0)
    if zeros * 4 > len(data[:4096]):  # Latin letters in UTF-16 are every second byte zero
        return _decoded(data, ("utf-16-le",) if data[1:4096:2].count(0) * 2 > zeros else ("utf-16-be",), name)
    return _decoded(data, ("utf-8", "gb18030"), name)


def _decoded(data: bytes, encodings: tuple[str, ...], name: str) -> str:
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise TermsError("{name} is neither UTF-8, UTF-16 nor GB18030 text; save it as UTF-8", name=name)


_COLUMNS = {
    "source": ("source", "src", "en", "eng", "english", "term", "英文", "英语", "原文", "源", "术语"),
    "target": ("target", "tgt", "trg", "zh", "zho", "chinese", "translation", "中文", "汉语", "译文", "翻译", "目标"),
    "case": ("case", "match_case", "case_sensitive", "casesensitive", "大小写", "区分大小写"),
    "word": ("word", "whole_word", "wholeword", "whole", "整词", "全词"),
}
_YES = frozenset(("1", "yes", "y", "true", "t", "x", "on", "是", "√"))
_NO = frozenset(("0", "no", "n", "false", "f", "off", "否", "-", ""))


def _read_table(text: str, suffix: str, errors: list[str]) -> Iterator[Term]:
    lines = text.splitlines()
    delimiter = _delimiter(lines, suffix)
    columns = {"source": 0, "target": 1, "case": 2, "word": 3}
    seen: dict[tuple[str, bool], int] = {}
    first = True
    for number, line in enumerate(lines, 1):
        if not line.strip() or (line.startswith("#") and delimiter not in line):
            continue
        try:
            # Line by line: a quote that nothing closes spoils one row, not the rest of the file
            row = [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter, strict=True))]
            header, first = (_header(row) if first else {}), False
            if header:
                columns = header
                continue
            term = _term(row, columns)
        except (csv.Error, ValueError, StopIteration) as error:
            errors.append(Message("line {line}: {reason}", line=number, reason=error if str(error) else Message("not a row of a table")))
            continue
        earlier = seen.setdefault((_fold(term.source) if not term.match_case else term.source, term.match_case), number)
        if earlier != number:
            errors.append(Message("line {line}: the term stands in line {earlier} already, which counts", line=number, earlier=earlier))
            continue
        yield term


def _delimiter(lines: list[str], suffix: str) -> str:
    sample = lines[:50]
    if suffix in (".tsv", ".tab") or sum("\t" in line for line in sample) * 2 > len(sample):
        return "\t"
    return ";" if sum(line.count(";") for line in sample) > sum(line.count(",") for line in sample) else ","


def _header(row: list[str]) -> dict[str, int]:
    """Which column is which, if the row names at least source and target; else nothing."""
    names = [re.sub(r"[\s-]+", "_", cell.lower()) for cell in row]
    found = {column: i for column, known in _COLUMNS.items() for i, name in reversed(list(enumerate(names))) if name in known}
    return found if {"source", "target"} <= found.keys() and found["source"] != found["target"] else {}


def _term(row: list[str], columns: dict[str, int]) -> Term:
    cells = {name: row[i] if i < len(row) else "" for name, i in columns.items()}
    source, target = cells["source"], cells["target"]
    if not source:
        raise ValueError(Message("no source term"))
    if not target:
        raise ValueError(Message("no target term (to leave a term untranslated, give it as its own target)"))
    if max(len(source), len(target)) > _MAX_TERM_CHARS:
        raise ValueError(Message("longer than {number} characters", number=_MAX_TERM_CHARS))
    if "\0" in source + target or "\ufffd" in source + target:
        raise ValueError(Message("holds damaged characters"))
    return Term(source, target, _flag(cells.get("case", ""), default=False), _flag(cells.get("word", ""), default=True))


def _flag(cell: str, *, default: bool) -> bool:
    if cell.lower() in _YES:
        return True
    if cell.lower() not in _NO:
        raise ValueError(Message("a flag is neither yes nor no"))
    return default if not cell else False


class _TbxReader:
    """Collects the terms of TBX 2 (termEntry, langSet) and TBX 3 (conceptEntry, langSec) in one pass; no entity is ever expanded."""

    def __init__(self, source: str, target: str, errors: list[str]) -> None:
        self._languages = (source, target)
        self._errors = errors
        self._entry: dict[str, list[str]] | None = None
        self._entry_line = 0
        self._language = ""
        self._text: list[str] | None = None
        self.terms: list[Term] = []
        self._parser = xml.parsers.expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.EntityDeclHandler = self._refuse

    def read(self, data: bytes) -> None:
        self._parser.Parse(data, True)

    def _refuse(self, *_: object) -> None:
        raise TermsError("the TBX file declares entities, which are refused as unsafe")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        if name in ("termEntry", "conceptEntry"):
            self._entry, self._entry_line = {}, self._parser.CurrentLineNumber
        elif name in ("langSet", "langSec"):
            self._language = language(attributes.get("xml:lang", attributes.get("lang", "")))
        elif name == "term":
            self._text = []

    def _characters(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def _end(self, name: str) -> None:
        name = name.rpartition(":")[2]
        if name == "term" and self._text is not None:
            if self._entry is not None:
                self._entry.setdefault(self._language, []).append(" ".join("".join(self._text).split()))
            self._text = None
        elif name in ("termEntry", "conceptEntry") and self._entry is not None:
            self._finish(self._entry)
            self._entry = None

    def _finish(self, entry: dict[str, list[str]]) -> None:
        sources, targets = (list(filter(None, entry.get(language, []))) for language in self._languages)
        if not sources or not targets:
            missing = self._languages[0] if not sources else self._languages[1]
            self._errors.append(Message("line {line}: no term in {language}", line=self._entry_line, language=missing))
            return
        self.terms += [Term(source, targets[0]) for source in sources if len(source) <= _MAX_TERM_CHARS]


def _read_tbx(data: bytes, name: str, source: str, target: str, errors: list[str]) -> list[Term]:
    reader = _TbxReader(source, target, errors)
    try:
        reader.read(data)
    except xml.parsers.expat.ExpatError as error:
        if not reader.terms:
            raise TermsError("{name} is no TBX file: {reason}", name=name, reason=error) from error
        why = xml.parsers.expat.ErrorString(error.code)
        errors.append(Message("line {line}: {reason}; the file is read up to here", line=error.lineno, reason=why))
    return reader.terms
