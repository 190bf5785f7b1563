import io
import struct
import warnings
import zipfile
from pathlib import Path

import pytest

from translator_app.documents import safety
from translator_app.documents.formats import open_document
from translator_app.documents.translate import measure
from translator_app.errors import UnreadableDocument


def archive(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in members.items():
            out.writestr(name.replace("__", "/"), data)
    return path


def read_all(path: Path) -> list[bytes]:
    with safety.Archive(path) as opened:
        return [opened.read(name) for name in opened.names()]


def test_archive_reads_members(tmp_path: Path) -> None:
    with safety.Archive(archive(tmp_path / "a.docx", word__document=b"<w/>")) as opened:
        assert opened.names() == ["word/document"]
        assert opened.read("word/document") == b"<w/>"
        with pytest.raises(UnreadableDocument, match="lacks its part"):
            opened.read("none")


def test_bomb_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match="ZIP bomb"):
        safety.Archive(archive(tmp_path / "a.docx", bomb=bytes(40_000_000)))


def test_too_many_parts_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safety, "MAX_MEMBERS", 3)
    with pytest.raises(UnreadableDocument, match="ZIP bomb"):
        safety.Archive(archive(tmp_path / "a.docx", **{str(n): b"" for n in range(4)}))


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "a/../../b", "..\\evil", "C:/x", "a\\..\\..\\b"])
def test_path_traversal_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnreadableDocument, match="points outside"):
        safety.Archive(archive(tmp_path / "a.docx", **{name: b"x"}))


def test_two_parts_of_one_name_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w") as out, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        out.writestr("x", b"1")
        out.writestr("x", b"2")
    with pytest.raises(UnreadableDocument, match="two parts"):
        safety.Archive(path)


@pytest.mark.parametrize(
    ("head", "reason"), [(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "password"), (b"%PDF-1.7", "PDF"), (b"", "empty"), (b"hello", "not a ZIP")]
)
def test_what_is_no_archive_says_what_it_is(tmp_path: Path, head: bytes, reason: str) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(head)
    with pytest.raises(UnreadableDocument, match=reason):
        safety.Archive(path)


def test_truncated_anywhere_is_refused_or_read_wholly(tmp_path: Path) -> None:
    whole = archive(tmp_path / "a.docx", one=b"1" * 500, two=bytes(range(256)) * 9).read_bytes()
    path = tmp_path / "cut.docx"
    for size in range(2, len(whole), 37):
        path.write_bytes(whole[:size])
        with pytest.raises(UnreadableDocument):
            read_all(path)


def test_damaged_member_is_refused(tmp_path: Path) -> None:
    data = bytearray(archive(tmp_path / "a.docx", one=bytes(range(256)) * 20).read_bytes())
    path = tmp_path / "b.docx"
    for at in range(33, 300, 13):
        broken = bytearray(data)
        broken[at] ^= 0x55
        path.write_bytes(broken)
        with pytest.raises(UnreadableDocument), safety.Archive(path) as opened:
            opened.read("one")


def test_encrypted_member_is_refused(tmp_path: Path) -> None:
    data = bytearray(archive(tmp_path / "a.docx", one=b"text").read_bytes())
    at = data.index(b"PK\x01\x02") + 8
    data[at : at + 2] = struct.pack("<H", 1)
    path = tmp_path / "b.docx"
    path.write_bytes(data)
    with pytest.raises(UnreadableDocument, match="password"):
        safety.Archive(path)


def test_header_that_lies_about_size_is_refused(tmp_path: Path) -> None:
    data = bytearray(archive(tmp_path / "a.docx", one=bytes(1000)).read_bytes())
    at = data.index(b"PK\x01\x02") + 24
    data[at : at + 4] = struct.pack("<I", 10)
    path = tmp_path / "b.docx"
    path.write_bytes(data)
    with pytest.raises(UnreadableDocument), safety.Archive(path) as opened:
        opened.read("one")


def test_xml_entities_are_refused() -> None:
    laughs = b'<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><l>&b;</l>'
    with pytest.raises(UnreadableDocument, match=r"^a\.xml declares XML entities"):
        safety.check_xml(laughs, "a.xml")
    with pytest.raises(UnreadableDocument, match=r"^a\.xml declares XML entities"):
        safety.check_xml(b'<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><l>&x;</l>', "a.xml")


def test_what_is_wrong_is_said_once(tmp_path: Path) -> None:
    with pytest.raises(
        UnreadableDocument, match=r"^a\.docx lacks its part \[Content_Types\]\.xml; it is damaged or not what its name says$"
    ):
        list(measure(open_document(archive(tmp_path / "a.docx", other=b"<x/>"))))


def test_well_formed_xml_passes_and_cut_xml_does_not() -> None:
    text = io.BytesIO(b'<?xml version="1.0"?><!DOCTYPE TS><a><b/></a>').getvalue()
    safety.check_xml(text, "a.xml")
    with pytest.raises(UnreadableDocument, match="cut short"):
        safety.check_xml(text[:-5], "a.xml")
