"""Fake translators and the way every format test runs a file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from translator_app.documents import Block, DocumentOptions, FileReport, Progress, open_document, translate_file
from translator_app.engine.translator import TranslateOptions
from translator_app.errors import Cancelled


@dataclass(frozen=True, slots=True)
class FakeWarning:
    code: str = "number"
    detail: str = "7"


@dataclass(frozen=True, slots=True)
class FakeSegment:
    source: str
    target: str
    translated: bool = True
    term_hits: int = 0
    warnings: tuple[FakeWarning, ...] = ()


@dataclass(frozen=True, slots=True)
class FakeTranslation:
    target: str
    segments: tuple[FakeSegment, ...]


@dataclass
class FakeTranslator:
    """Applies a function to each text; counts calls; warns about texts with a word."""

    function: Callable[[str], str] = str
    warn_about: str = "\0"
    texts: list[str] = field(default_factory=list)
    batches: int = 0

    def translate_many(
        self, texts: Sequence[str], options: TranslateOptions | None = None, *, should_stop: Callable[[], bool] | None = None
    ) -> list[FakeTranslation]:
        if should_stop and should_stop():
            raise Cancelled
        self.batches += 1
        self.texts += texts
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> FakeTranslation:
        target = self.function(text)
        warnings = (FakeWarning(),) if self.warn_about in text else ()
        return FakeTranslation(target, (FakeSegment(text, target, warnings=warnings),))


@dataclass
class Runner:
    """Writes a file, translates it, gives back its bytes."""

    folder: Path
    translator: FakeTranslator = field(default_factory=FakeTranslator)
    report: FileReport | None = None
    steps: list[Progress] = field(default_factory=list)

    def __call__(self, name: str, data: bytes | str, function: Callable[[str], str] = str, options: DocumentOptions | None = None) -> bytes:
        source = self.folder / name
        source.write_bytes(data.encode() if isinstance(data, str) else data)
        target = self.folder / "out" / name
        self.translator = FakeTranslator(function)
        run = translate_file(source, target, self.translator, options, overwrite=True)
        self.steps = []
        while True:
            try:
                self.steps.append(next(run))
            except StopIteration as end:
                self.report = end.value
                break
        assert not target.with_name(target.name + ".part").exists()
        return target.read_bytes()

    def blocks(self, name: str) -> list[str]:
        """Texts of the blocks of a file written before, marks and all."""
        return [block.text for block in self.placed(name)]

    def placed(self, name: str) -> list[Block]:
        """Blocks of a file written before."""
        return open_document(self.folder / name).blocks()

    def text(self, name: str, data: bytes | str, function: Callable[[str], str] = str, options: DocumentOptions | None = None) -> str:
        return self(name, data, function, options).decode()
