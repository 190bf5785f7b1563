"""What formats and the file translation say to each other.

A format is one generator function, a `Reader`:

    def rewrite(source: Path, out: BinaryIO | None, options: DocumentOptions) -> Rewrite:
        ...
        targets = yield [Block("Hello", place="line 1"), ...]   # as many translations come back, in the same order
        ...

It reads `source`, yields lists of blocks whenever it likes (a chunk of lines, a part of an archive ...), gets their
translations back and writes the new file to `out` as it goes, so memory stays flat where the format allows it.
`out` is None when only the blocks are wanted (counting): then nothing is written and each text comes back as it was.
A block that comes back equal to `Block.text` must be written exactly as it stood in the source.
The generator's value is a tuple of notes for the report ("layout is not kept"), mostly empty.
Readers raise UnreadableDocument for files that can't be read; they open files for reading only.

Inline things (a bold run, a link, a line break inside a paragraph) are private-use characters in `Block.text`: see `marks`.
Pairs of them never reach the translator: `projection` takes them out and puts them back, so all a format has to do is
turn tags into marks and marks into tags.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Protocol

from translator_app.engine.translator import TranslateOptions
from translator_app.manifest import language

_CHINESE_TAGS = {"hans": "zh-CN", "hant-tw": "zh-TW", "hant-hk": "zh-HK"}
_ASIAN = ("zh", "ja", "ko")  # Office files keep the language of their text apart
_COUNTRIES = dict(  # of languages whose usual country is not called as they are
    pair.split("=")
    for pair in (
        "en=US ja=JP ko=KR cs=CZ da=DK sv=SE nb=NO nn=NO et=EE el=GR sl=SI uk=UA be=BY sr=RS ca=ES eu=ES gl=ES sq=AL cy=GB ga=IE af=ZA "
        "vi=VN ms=MY hi=IN bn=BD ta=IN te=IN mr=IN ne=NP ur=PK fa=IR he=IL ar=SA ka=GE hy=AM kk=KZ sw=KE lo=LA my=MM km=KH am=ET"
    ).split()
)
_ONE_FORM = frozenset("zh ja ko vi th id ms lo my km".split())  # languages without plural forms
_NAMES = {
    "en": ("en", "en-us", "en-gb", "en_us", "en_gb", "eng", "english"),
    "zh": ("zh", "zh-cn", "zh-tw", "zh-hk", "zh_cn", "zh_tw", "zh_hk"),
}


@dataclass(frozen=True, slots=True)
class DocumentOptions:
    """What a user can choose for a file."""

    mode: str = "replace"  # replace | bilingual (translation below) | columns (side by side where the format can, else below)
    encoding: str = "keep"  # keep (where it can hold Chinese) | utf-8
    columns: tuple[str, ...] = ()  # csv: header names or numbers from 1; empty: every column of text
    pdf_output: str = "docx"  # docx | md
    languages: tuple[str, str] = ("en", "zh")  # source and target, see Manifest.languages
    translation: TranslateOptions = field(default_factory=lambda: TranslateOptions(kernel="auto"))

    @property
    def bilingual(self) -> bool:
        """True when the source stays beside the translation."""
        return self.mode != "replace"

    @property
    def language(self) -> str:
        """BCP 47 tag of what is written, such as zh-CN."""
        target = self.languages[1]
        return (
            _CHINESE_TAGS.get(self.translation.script, "zh-CN") if target == "zh" else self.office_language if target in _ASIAN else target
        )

    def is_source(self, tag: str) -> bool:
        """True for a tag of the language that is translated from ("mul": any)."""
        return self.languages[0] in ("mul", language(tag))

    @property
    def office_language(self) -> str:
        """The same with a country, without which Office programs find no dictionary: zh-CN, en-US, de-DE."""
        target = self.languages[1]
        if target == "zh" or len(target) != 2:
            return self.language
        return f"{target}-{_COUNTRIES.get(target, target.upper())}"

    @property
    def is_asian(self) -> bool:
        """Whether Office files have it apart, as the language of East Asian text."""
        return self.languages[1] in _ASIAN

    @property
    def one_form(self) -> bool:
        """True when the target language has no plural of its own."""
        return self.languages[1] in _ONE_FORM

    @property
    def source_tags(self) -> tuple[str, ...]:
        """What names of files in the source language may end in: report.en.docx."""
        return _NAMES.get(self.languages[0], (self.languages[0],))

    @property
    def target_tags(self) -> tuple[str, ...]:
        """What names of translations end in; the first is the one for these options."""
        if self.languages[1] != "zh":
            return (self.languages[1],)
        return ({"hant-tw": "zh-TW", "hant-hk": "zh-HK"}.get(self.translation.script, "zh"), "zh", "zh-TW", "zh-HK")


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, cell, cue or value: the smallest thing that is translated on its own."""

    text: str
    place: str = ""  # for the report: "line 12", "sheet Costs, B3"


Rewrite = Generator[list[Block], list[str], tuple[str, ...]]  # its value: notes for the report
Reader = Callable[[Path, BinaryIO | None, DocumentOptions], Rewrite]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a file or a job is; units are blocks and source words. `total` is 0 while still counting."""

    done: int
    total: int
    words_done: int = 0
    words_total: int = 0


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is to translate in a file."""

    blocks: int
    words: int


class WarningLike(Protocol):
    """A finding of engine.checks."""

    @property
    def code(self) -> str: ...
    @property
    def detail(self) -> str: ...


class SegmentLike(Protocol):
    """What is read of engine.translator.SegmentResult."""

    @property
    def source(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def translated(self) -> bool: ...
    @property
    def term_hits(self) -> int: ...
    @property
    def warnings(self) -> Sequence[WarningLike]: ...


class TranslationLike(Protocol):
    """What is read of engine.translator.Translation."""

    @property
    def target(self) -> str: ...
    @property
    def segments(self) -> Sequence[SegmentLike]: ...


class TextTranslator(Protocol):
    """What a file needs of engine.translator.Translator."""

    def translate_many(
        self, texts: Sequence[str], options: TranslateOptions = ..., *, should_stop: Callable[[], bool] | None = None
    ) -> Sequence[TranslationLike]:
        """Translations in the order of `texts`; raises Cancelled when should_stop() turns true."""
        ...


@dataclass(frozen=True, slots=True)
class PlacedWarning:
    """A sentence that a person should look at."""

    place: str
    source: str
    target: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class FileReport:
    """What was done to one file."""

    source: Path
    target: Path
    blocks: int
    segments: int  # sentences translated, repeated ones counted once
    words: int
    term_hits: int
    warnings: tuple[PlacedWarning, ...]
    warning_count: int  # may be more than are listed
    elapsed_s: float  # inside the job, pauses not counted
    notes: tuple[str, ...] = ()  # such as "Windows-1252 can't hold Chinese: written as UTF-8"
