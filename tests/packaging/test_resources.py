"""Names, versions and icons in each system's form."""

import re
import struct
from pathlib import Path

import pytest

import resources
from translator_app import __version__


def test_version_is_that_of_the_package() -> None:
    assert resources.version() == __version__


@pytest.mark.parametrize(
    ("text", "numbers"), [("0.1.0", (0, 1, 0, 0)), ("1.2", (1, 2, 0, 0)), ("1.2.3rc1", (1, 2, 3, 0)), ("2.0.0.dev4", (2, 0, 0, 0))]
)
def test_windows_wants_four_numbers(text: str, numbers: tuple[int, ...]) -> None:
    assert resources.version_numbers(text) == numbers


def test_icon_is_drawn_in_any_size() -> None:
    for size in (16, 256):
        png = resources.draw_icon(size)
        assert png.startswith(b"\x89PNG")
        assert struct.unpack(">II", png[16:24]) == (size, size)


def test_ico_points_at_every_picture() -> None:
    pictures = {16: b"small", 256: b"large one"}
    data = resources.pack_ico(pictures)
    assert struct.unpack("<HHH", data[:6]) == (0, 1, 2)
    for index, (size, png) in enumerate(sorted(pictures.items())):
        entry = struct.unpack("<BBBBHHII", data[6 + 16 * index : 22 + 16 * index])
        assert entry[0] == size % 256
        assert data[entry[7] : entry[7] + entry[6]] == png


def test_icns_has_the_length_that_it_says() -> None:
    data = resources.pack_icns({128: b"abc", 256: b"defg"})
    assert data[:4] == b"icns"
    assert struct.unpack(">I", data[4:8])[0] == len(data)
    assert data[8:12] == b"ic07"


def test_version_resource_is_python_that_pyinstaller_reads(tmp_path: Path) -> None:
    text = Path(resources.version_file("translator-app", tmp_path)).read_text(encoding="utf-8")
    compile(text, "version", "eval")
    assert re.search(r"StringStruct\('OriginalFilename', 'translator-app.exe'\)", text)


def test_mac_app_offers_itself_but_takes_nothing_over() -> None:
    plist = resources.info_plist()
    assert plist["LSMinimumSystemVersion"] == "14.0"
    assert all(entry["LSHandlerRank"] == "Alternate" for entry in plist["CFBundleDocumentTypes"])


def test_desktop_file_has_the_name_that_the_app_tells_qt() -> None:
    source = (resources.ROOT / "translator_app" / "autostart.py").read_text(encoding="utf-8")
    assert f'APP_ID = "{resources.DESKTOP}"' in source


def test_every_icon_is_used() -> None:
    sources = [*(resources.ROOT / "translator_app" / "gui").glob("*.py"), resources.ROOT / "assets" / "style.qss"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    names = {path.stem for path in (resources.ROOT / "assets" / "icons").glob("*.svg")} - {
        "tick-dark",
        "tick-light",
    }  # one of them is @tick
    assert not {name for name in names if f'"{name}"' not in text and f"/{name}.svg" not in text}
