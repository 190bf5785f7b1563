"""E-books (.epub): chapters, tables of contents, title and language. Pictures, styles and fonts stay as they are."""

import posixpath
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote

from translator_app.documents import html, xmlparts
from translator_app.documents.markup import Token
from translator_app.documents.model import DocumentOptions, Rewrite
from translator_app.documents.package import Package, Scan, texts
from translator_app.documents.plain import Piece
from translator_app.documents.safety import Archive
from translator_app.errors import Message, UnreadableDocument

_CONTAINER = "META-INF/container.xml"
_PAGES = frozenset(["application/xhtml+xml", "text/html", "text/x-oeb1-document"])
_TITLES = frozenset(["dc:title", "dc:description"])
_ENTITY = re.compile(r"<!ENTITY", re.IGNORECASE)


def rewrite(source: Path, out: BinaryIO | None, options: DocumentOptions) -> Rewrite:
    """Chapters of an e-book. Raises UnreadableDocument (damaged, protected against copying)."""
    with Archive(source) as archive:
        if _CONTAINER not in archive.names():
            raise UnreadableDocument("{name} is no EPUB; was it renamed?", name=source.name)
        package = Package(archive, out)
        opf = next((t.get("full-path") for t in package.tokens(_CONTAINER) if t.name.rpartition(":")[2] == "rootfile"), None)
        if not opf:
            raise UnreadableDocument("{name} does not say which of its parts is the book; it is damaged", name=source.name)
        version, items = _manifest(package.tokens(opf), opf)
        _check_protection(package, items)
        scans: dict[str, Scan] = {opf: partial(_metadata, options)}
        for name, media_type in items.items():
            if media_type == "application/x-dtbncx+xml":
                scans[name] = partial(texts, "table of contents", frozenset(["text", "ncx:text"]), options, {})
        attribute = "xml:lang" if version.startswith("2") else "lang"
        pages = {
            name: partial(_page, package, name, options, attribute)
            for name, media_type in items.items()
            if media_type in _PAGES and name in archive.names()
        }
        yield from package.rewrite(scans, pages)
    return ()


def _page(package: Package, name: str, options: DocumentOptions, attribute: str) -> Iterator[Piece]:
    """A chapter: XHTML, though in real books not always well-formed, so it is read as HTML is."""
    label = Message("{name}, part {part}", name=package.archive.name, part=name)
    text = "".join(xmlparts.decoded(package.archive.chunks(name), package.encoding(name), label))
    if _ENTITY.search(text):
        raise UnreadableDocument("{name} declares XML entities; refused, since they can be made to fill the memory", name=label)
    yield from html.pieces(text, options, place=f"{name}, ", language_attribute=attribute)


def _manifest(tokens: Iterator[Token], opf: str) -> tuple[str, dict[str, str]]:
    """Version of the format, and name of each part -> its media type."""
    version = "3.0"
    items = {}
    for token in tokens:
        local = token.name.rpartition(":")[2]
        if local == "package" and token.kind == "start":
            version = token.get("version") or version
        elif local == "item" and token.kind != "end" and (href := token.get("href")):
            name = posixpath.normpath(posixpath.join(posixpath.dirname(opf), unquote(href)))
            items[name] = token.get("media-type") or ""
    return version, items


def _check_protection(package: Package, items: dict[str, str]) -> None:
    """Raise UnreadableDocument when chapters are encrypted (fonts may be)."""
    if "META-INF/encryption.xml" not in package.archive.names():
        return
    for token in package.tokens("META-INF/encryption.xml"):
        if token.name.rpartition(":")[2] == "CipherReference" and items.get(unquote(token.get("URI") or "")) in _PAGES:
            raise UnreadableDocument("{name} is protected against copying (DRM); it can't be read", name=package.archive.name)


def _metadata(options: DocumentOptions, tokens: Iterator[Token]) -> Iterator[Piece]:
    """The package file: title and description, and the language: in place of the old one, or after it in two-language books."""
    yield from texts("title", _TITLES, options, {}, _with_language(tokens, options))


def _with_language(tokens: Iterator[Token], options: DocumentOptions) -> Iterator[Token]:
    inside = False
    for token in tokens:
        if inside and token.kind == "text" and not options.bilingual:
            token = Token("text", options.language)
        if token.name == "dc:language":
            inside = token.kind == "start"
        yield token
        if token.name == "dc:language" and token.kind == "end" and options.bilingual:
            yield Token("other", f"<dc:language>{options.language}</dc:language>")
