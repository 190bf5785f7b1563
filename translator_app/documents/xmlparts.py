"""XML cut into tokens as it is read, without losing a character: parts of any size at flat memory.

What comes in was or is checked by expat for being well-formed and free of entities of its own (`checked`), so one
regular expression is enough to cut it.
"""

import codecs
import re
from collections.abc import Iterable, Iterator, Sequence
from xml.parsers import expat

from translator_app.documents import markup
from translator_app.documents.markup import Token
from translator_app.documents.safety import refuse_entities
from translator_app.errors import UnreadableDocument, reason_of

_TOKEN = re.compile(
    r"(?P<text>[^<]++)"
    r"|<(?:(?P<close>/?)(?P<name>[^\s/>!?][^\s/>]*+)(?:[^\"'>]++|\"[^\"]*+\"|'[^']*+')*>"
    r"|(?P<cdata>!\[CDATA\[.*?\]\]>)|!--.*?-->|\?.*?\?>|!DOCTYPE[^\[>]*+(?:\[.*?\]\s*+)?>)",
    re.DOTALL,
)
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_DECLARED = re.compile(rb"""^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)""")
_XMLNS = re.compile(r"""\sxmlns:([^\s=]+)\s*=\s*["']([^"']*)["']""")


def checked(chunks: Iterable[bytes], name: str) -> Iterator[bytes]:
    """The chunks as they are. Raises UnreadableDocument where they stop being well-formed or declare entities."""
    parser = expat.ParserCreate()
    refuse_entities(parser, name)
    try:
        for chunk in chunks:
            parser.Parse(chunk, False)
            yield chunk
        parser.Parse(b"", True)
    except UnreadableDocument:
        raise
    except (expat.ExpatError, ValueError) as error:
        raise UnreadableDocument("{name} is damaged or was cut short ({reason})", name=name, reason=error) from error


def encoding_of(head: bytes, name: str) -> str:
    """The encoding of a part by its first bytes: a BOM, what it declares, else UTF-8. Raises UnreadableDocument (unknown)."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16-le" if head.startswith(b"\xff") else "utf-16-be"
    declared = _DECLARED.match(head[:400])
    encoding = declared[1].decode("ascii").lower() if declared else "utf-8"
    if encoding not in ("utf-8", "us-ascii", "utf8"):
        raise UnreadableDocument("{name} is in the encoding {encoding}; save the file in its program again", name=name, encoding=encoding)
    return "utf-8"


def decoded(chunks: Iterable[bytes], encoding: str, name: str) -> Iterator[str]:
    """Text of chunks that may cut characters; a BOM stays as a character. Raises UnreadableDocument."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        for chunk in chunks:
            yield decoder.decode(chunk)
        yield decoder.decode(b"", True)
    except UnicodeDecodeError as error:
        raise UnreadableDocument("{name} is damaged ({reason})", name=name, reason=reason_of(error)) from error


def tokens(chunks: Iterable[str]) -> Iterator[Token]:
    """Tags and text in order; their `raw` joined is the text. Names keep their case and prefix."""
    held = ""
    for chunk in chunks:
        held += chunk
        done = 0
        for match in _TOKEN.finditer(held):
            if (match.end() == len(held) and match["text"] is not None) or match.start() != done:
                break  # text may go on in the next chunk; after a gap stands a tag that is not whole yet
            yield _token(match)
            done = match.end()
        held = held[done:]
    if held:
        yield Token("text", held)


def whole_tags(chunks: Iterable[str]) -> Iterator[str]:
    """The same text in pieces that start at tags: none is cut, and neither is a text that follows a tag."""
    held = ""
    for chunk in chunks:
        held += chunk
        cut = held.rfind("<")
        if cut > 0:
            yield held[:cut]
            held = held[cut:]
    yield held


def _token(match: re.Match[str]) -> Token:
    raw = match[0]
    name = match["name"]
    if name is not None:
        return Token("end" if match["close"] else "empty" if raw.endswith("/>") else "start", raw, name)
    return Token("text" if match["text"] is not None else "cdata" if match["cdata"] is not None else "other", raw)


def gather(first: Token, rest: Iterator[Token]) -> list[Token]:
    """All tokens of the element that starts with `first`, taken from `rest`."""
    found = [first]
    depth = 1 if first.kind == "start" else 0
    while depth:
        token = next(rest, None)
        if token is None:
            break
        if token.name == first.name:
            depth += {"start": 1, "end": -1}.get(token.kind, 0)
        found.append(token)
    return found


def ends(found: Sequence[Token]) -> list[int]:
    """For each token the index after its element (a start tag) or after itself."""
    after = list(range(1, len(found) + 1))
    opened: list[int] = []
    for index, token in enumerate(found):
        if token.kind == "start":
            opened.append(index)
        elif token.kind == "end" and opened:
            after[opened.pop()] = index + 1
    return after


def raw(found: Iterable[Token]) -> str:
    """The tokens as they stand in the file."""
    return "".join(token.raw for token in found)


def text_of(found: Iterable[Token]) -> str:
    """The text of tokens, entities resolved."""
    return "".join(markup.unescape(t.raw) if t.kind == "text" else t.raw[9:-3] if t.kind == "cdata" else "" for t in found)


def escape(text: str) -> str:
    """Text for an element; characters that XML can't hold are left out."""
    return markup.escape(_ILLEGAL.sub("", text))


def escape_value(text: str) -> str:
    """Text for an attribute in double quotes."""
    return markup.escape(_ILLEGAL.sub("", text), quote=True).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")


def with_value(token: Token, name: str, value: str) -> Token:
    """The tag with that attribute (exact name) set."""
    return token if token.get(name) == value else token.with_value(name, value)


def prefixes(root: Token) -> dict[str, str]:
    """Namespace -> prefix as the root element declares them."""
    return {namespace: prefix for prefix, namespace in _XMLNS.findall(root.raw)}


def declarations(tag: Token) -> str:
    """The namespaces that a tag declares, as they stand in it."""
    return "".join(match[0] for match in _XMLNS.finditer(tag.raw)) if "xmlns:" in tag.raw else ""
