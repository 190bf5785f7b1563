"""Which reader a file needs, and what its translation is called."""

from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from translator_app.documents import (
    ass,
    catalogs,
    csvfile,
    docx,
    epub,
    html,
    jsonfile,
    markdown,
    odf,
    pdf,
    po,
    pptx,
    properties,
    rst,
    strings,
    subtitles,
    tex,
    txt,
    xlsx,
)
from translator_app.documents.model import Block, DocumentOptions, Reader, Rewrite
from translator_app.errors import Message, UnreadableDocument, UnsupportedFormat

# Suffix -> reader. A new format is its module and its line here.
READERS: dict[str, Reader] = {
    ".txt": txt.rewrite,
    ".text": txt.rewrite,
    ".md": markdown.rewrite,
    ".markdown": markdown.rewrite,
    ".rst": rst.rewrite,
    ".tex": tex.rewrite,
    ".srt": subtitles.rewrite,
    ".vtt": subtitles.rewrite,
    ".ass": ass.rewrite,
    ".ssa": ass.rewrite,
    ".json": jsonfile.rewrite,
    ".properties": properties.rewrite,
    ".strings": strings.rewrite,
    ".po": po.rewrite,
    ".pot": po.rewrite,
    ".ts": catalogs.rewrite_qt,
    ".xlf": catalogs.rewrite_xliff,
    ".xliff": catalogs.rewrite_xliff,
    ".csv": csvfile.rewrite,
    ".tsv": csvfile.rewrite,
    ".docx": docx.rewrite,
    ".docm": docx.rewrite,
    ".dotx": docx.rewrite,
    ".dotm": docx.rewrite,
    ".pptx": pptx.rewrite,
    ".pptm": pptx.rewrite,
    ".ppsx": pptx.rewrite,
    ".ppsm": pptx.rewrite,
    ".potx": pptx.rewrite,
    ".xlsx": xlsx.rewrite,
    ".xlsm": xlsx.rewrite,
    ".xltx": xlsx.rewrite,
    ".odt": odf.rewrite,
    ".ott": odf.rewrite,
    ".ods": odf.rewrite,
    ".ots": odf.rewrite,
    ".odp": odf.rewrite,
    ".otp": odf.rewrite,
    ".epub": epub.rewrite,
    ".pdf": pdf.rewrite,
    ".html": html.rewrite,
    ".htm": html.rewrite,
    ".xhtml": html.rewrite,
}
_OLD_OFFICE = {".doc": ".docx", ".xls": ".xlsx", ".ppt": ".pptx", ".rtf": ".docx"}


@dataclass(frozen=True, slots=True)
class Document:
    """A file that can be translated."""

    path: Path
    options: DocumentOptions
    reader: Reader

    def rewrite(self, out: BinaryIO | None) -> Rewrite:
        """Yields lists of blocks, takes their translations, writes the new file to `out` (None: writes nothing)."""
        return self.reader(self.path, out, self.options)

    def blocks(self) -> list[Block]:
        """All blocks at once (tests and small files). Raises UnreadableDocument."""
        found: list[Block] = []
        run = self.rewrite(None)
        try:
            batch = next(run)
            while True:
                found += batch
                batch = run.send([block.text for block in batch])
        except StopIteration:
            return found


def is_supported(path: Path) -> bool:
    """True when the file's name says that it can be translated (.ts is looked into: it may be TypeScript or a film)."""
    suffix = path.suffix.lower()
    return suffix in READERS and (suffix != ".ts" or catalogs.is_qt(path))


def open_document(path: Path, options: DocumentOptions | None = None) -> Document:
    """A document, its format known by its name. Raises UnsupportedFormat or UnreadableDocument."""
    suffix = path.suffix.lower()
    if suffix not in READERS:
        if better := _OLD_OFFICE.get(suffix):
            raise UnsupportedFormat(
                "{name}: {suffix} files can't be read; save it as {better} and try again", name=path.name, suffix=suffix, better=better
            )
        raise UnsupportedFormat(
            "{name}: files of the kind {suffix} can't be translated; known are {known}",
            name=path.name,
            suffix=suffix or Message("(no suffix)"),
            known=", ".join(sorted(READERS)),
        )
    if not path.exists():
        raise UnreadableDocument("{path} does not exist", path=path)
    if not path.is_file():
        raise UnreadableDocument("{path} is not a file", path=path)
    return Document(path, options or DocumentOptions(), READERS[suffix])


def output_path(source: Path, options: DocumentOptions, folder: Path | None = None) -> Path:
    """Where the translation goes: report.docx -> report.zh.docx, movie.en.srt -> movie.zh.srt, beside it or in `folder`."""
    suffix = source.suffix
    stem = source.name[: len(source.name) - len(suffix)]
    for tag in options.source_tags:
        if stem.lower().endswith(f".{tag}") and len(stem) > len(tag) + 1:
            stem = stem[: -len(tag) - 1]
            break
    if suffix.lower() == ".pdf":
        suffix = f".{options.pdf_output}"
    elif suffix.lower() == ".pot":
        suffix = ".po"
    return (folder or source.parent) / f"{stem}.{options.target_tags[0]}{suffix}"
