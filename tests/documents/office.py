"""Office files made by hand, and comparisons of their parts."""

import io
import re
import zipfile
from collections.abc import Mapping

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_TYPES = "application/vnd.openxmlformats-officedocument."


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(
                zipfile.ZipInfo(name, (2024, 1, 2, 3, 4, 6)), data, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            )
    return out.getvalue()


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert file.testzip() is None
        return {name: file.read(name) for name in file.namelist()}


def types(**kinds: str) -> str:
    """A list of content types: part name with __ for slashes -> end of its type."""
    rows = "".join(f'<Override PartName="/{name.replace("__", "/")}.xml" ContentType="{_TYPES}{kind}"/>' for name, kind in kinds.items())
    return f'<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{rows}</Types>'


def document(body: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<w:document {W} {A} {R}><w:body>{body}<w:sectPr/></w:body></w:document>'


def docx(body: str, **others: str) -> bytes:
    kinds = {"word__document": "wordprocessingml.document.main+xml"}
    kinds |= {f"word__{name}": f"wordprocessingml.{name.rstrip('0123456789')}+xml" for name in others}
    made: dict[str, str | bytes] = {"[Content_Types].xml": types(**kinds), "word/document.xml": document(body)}
    return archive(made | {f"word/{name}.xml": text for name, text in others.items()} | {"word/media/image1.png": b"\x89PNG\0\1"})


def body(data: bytes) -> str:
    text = parts(data)["word/document.xml"].decode()
    match = re.search(r"<w:body>(.*)<w:sectPr/></w:body>", text, re.DOTALL)
    assert match
    return match[1]


def text_of(xml: str | bytes) -> str:
    """All text of a part, tags taken out."""
    return re.sub(r"<[^>]+>", "", xml.decode() if isinstance(xml, bytes) else xml)


def changed(before: bytes, after: bytes) -> set[str]:
    """Names of parts that differ; both must have the same parts in the same order."""
    old, new = parts(before), parts(after)
    assert list(old) == list(new)
    return {name for name in old if old[name] != new[name]}
