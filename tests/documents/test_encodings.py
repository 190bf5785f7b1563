import codecs
from pathlib import Path

import pytest

from translator_app.documents.encodings import TextSource, detect
from translator_app.errors import UnreadableDocument

CHINESE = "这是一段中文文字，用来测试编码的识别。第二句话也在这里。"


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"", "utf-8"),
        (b"plain ascii", "utf-8"),
        ("naïve café “quoted”".encode(), "utf-8"),
        (codecs.BOM_UTF8 + b"x", "utf-8"),
        ("\ufeffx".encode("utf-16-le"), "utf-16-le"),
        ("\ufeffx".encode("utf-16-be"), "utf-16-be"),
        ("\ufeffx".encode("utf-32-le"), "utf-32-le"),
        ("English without a mark".encode("utf-16-le"), "utf-16-le"),
        ("English without a mark".encode("utf-16-be"), "utf-16-be"),
        (CHINESE.encode("gb18030"), "gb18030"),
        (("Mostly English with a few 中文 words. " * 20).encode("gbk"), "gb18030"),
        ("naïve café “quoted” — dash".encode("cp1252"), "cp1252"),
        ("Füße, Straße, größer, Öl, Äpfel, Übung, möglich".encode("cp1252"), "cp1252"),
        ("¡Señor! ¿Qué? Mañana, corazón".encode("cp1252"), "cp1252"),
        (b"caf\xc3\xa9 and \xff once broken, \xc3\xa9 \xc3\xa9", "utf-8"),
        (("é" * 600_000).encode(), "utf-8"),
    ],
)
def test_detect(tmp_path: Path, data: bytes, name: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    found = detect(path)
    assert found.name == name
    assert data.startswith(found.bom)
    text = TextSource(path).read()
    assert found.bom + found.encode(text) == data
    assert "".join(TextSource(path).lines()) == text


@pytest.mark.parametrize("data", [b"\x89PNG\0\0\0", b"ab\0cdefgh", bytes(100)])
def test_what_is_no_text_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    with pytest.raises(UnreadableDocument, match="zero bytes"):
        detect(path)


def test_cut_utf16_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("\ufeffhello".encode("utf-16-le")[:-1])
    with pytest.raises(UnreadableDocument, match="cut short"):
        TextSource(path).read()


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match=r"none\.txt can't be read"):
        detect(tmp_path / "none.txt")
