"""Licences of what is shipped, and the bill of materials."""

import importlib.metadata

import pytest

import parts


def test_index_lists_exactly_what_is_locked() -> None:
    others = {"python", "pyinstaller", *(entry[0] for entry in parts.DATA)}
    index = {part.name: part.version for part in parts.read_index() if part.name not in others}
    assert index == parts.locked(), "after a change of the lock: python3 packaging/dev.py build licenses"


@pytest.mark.parametrize("part", parts.read_index(), ids=lambda part: part.name)
def test_every_part_may_be_shipped_and_has_its_text(part: parts.Part) -> None:
    assert parts.refused(part.license) == []
    assert part.files
    for name in part.files:
        assert (parts.LICENSES / name).stat().st_size > 100


@pytest.mark.parametrize("name", sorted(parts.locked()))
def test_installed_packages_have_the_licence_of_the_index(name: str) -> None:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("not installed here")
    known = {part.name: part.license for part in parts.read_index()}
    assert parts.license_of(name) == known[name]


def test_qt_may_be_relinked_and_says_how() -> None:
    files = {name for part in parts.read_index() if part.license == "LGPL-3.0-only" for name in part.files}
    assert {"LGPL-3.0.txt", "GPL-3.0.txt", "qt/THIRD-PARTY.txt"} <= files
    assert "replace these libraries" in (parts.LICENSES / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("MIT", []),
        ("MIT AND (GPL-2.0-only OR BSD-3-Clause)", []),
        ("GPL-3.0-only", ["GPL-3.0-only"]),
        ("MIT AND AGPL-3.0-only", ["AGPL-3.0-only"]),
        ("", [""]),
    ],
)
def test_licences_that_we_may_not_ship_are_refused(expression: str, expected: list[str]) -> None:
    assert parts.refused(expression) == expected


def test_bill_of_materials_names_every_part() -> None:
    bill = parts.components(parts.read_index(), [], "1.2.3")
    assert bill["bomFormat"] == "CycloneDX"
    listed = bill["components"]
    assert isinstance(listed, list)
    names = [entry["name"] for entry in listed]
    assert {"onnxruntime", "pyside6-essentials", "python", "numpy"} <= set(names)
    assert len(names) == len(set(names))
    assert all(entry["licenses"][0]["expression"] for entry in listed)


def test_shipped_packs_say_their_licence() -> None:
    for pack in parts.language_packs():
        assert parts.refused(pack.license) == []
