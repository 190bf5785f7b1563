"""Licences of what is shipped, and the bill of materials."""

import importlib.metadata
import re
from pathlib import Path

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


def test_everything_in_assets_is_somebodys() -> None:
    names = {part.name for part in parts.read_index()}
    found = {path.name for path in (parts.ROOT / "assets").iterdir()}
    assert found <= parts.ASSETS.keys(), "say in parts.ASSETS whose it is"
    assert {owner for owner in parts.ASSETS.values() if owner} <= names


def test_every_licence_text_belongs_to_a_part() -> None:
    used = {name for part in parts.read_index() for name in part.files} | {"README.md", "index.json", "Apache-2.0.txt"}
    there = {path.relative_to(parts.LICENSES).as_posix() for path in parts.LICENSES.rglob("*") if path.is_file()}
    assert there == used


def test_index_has_the_data_that_no_package_manager_installs() -> None:
    listed = {(part.name, part.version, part.license, part.files) for part in parts.read_index()}
    assert set(parts.DATA) <= listed


def test_sources_name_a_licence_each_and_no_place_of_ours() -> None:
    text = (parts.LICENSES / "starter-model" / "SOURCES.txt").read_text(encoding="utf-8")
    assert len(text) < 100_000
    entries = [line for line in text.splitlines() if "  |  " in line]
    assert len(entries) > 300
    assert all(line.split("  |  ")[1].strip() for line in entries)
    assert not re.search(r"/(home|root|tmp|work|Users)/", text)


def test_a_package_without_licence_is_noticed_in_the_bundle(tmp_path: Path) -> None:
    for name in ("numpy-2.4.6.dist-info", "PySide6_Essentials-6.11.3.dist-info", "stray_thing-1.0.dist-info"):
        (tmp_path / "_internal" / name).mkdir(parents=True)
    assert parts.unlisted(tmp_path) == ["stray-thing is not in assets/licenses/index.json"]


def test_shipped_packs_have_a_card_that_is_filled_in() -> None:
    for pack in parts.language_packs():
        card = (parts.ROOT / "assets" / "packs" / pack.name / "MODEL_CARD.md").read_text(encoding="utf-8")
        assert "weaknesses" in card.lower()
        assert not re.search(r"\{\w+\}", card), "scores are missing"
        assert parts.refused(pack.license) == []


def test_the_card_of_the_starter_pack_names_what_the_notice_names() -> None:
    card = (parts.ROOT / "packaging" / "starter-card.md").read_text(encoding="utf-8")
    notice = (parts.LICENSES / "starter-model" / "NOTICE.txt").read_text(encoding="utf-8")
    for word in ("Qwen2.5-Coder-1.5B-Instruct", "SOURCES.txt", "Alibaba Cloud"):
        assert word in card
        assert word in notice


def test_packages_for_other_systems_are_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "locked", lambda: {"platformdirs": "1", "only-elsewhere": "1"})
    assert parts.installed() == ["platformdirs"]
