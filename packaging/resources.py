"""Names, version and pictures of the app in the forms that each system wants. Made from one SVG and from __version__."""

import os
import re
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
APP_ID = "io.github.translator_app.TranslatorApp"  # AppStream, macOS, portals
DESKTOP = APP_ID  # desktop file: the app tells Qt the same name, so that the desktop finds the icon
TITLE = "Offline Translator"
COPYRIGHT = "Copyright 2026 the Translator App authors, Apache License 2.0"
ICON = ROOT / "assets" / "icons" / "translator-app.svg"
ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)  # hicolor's
ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
ICNS_TYPES = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08", 512: b"ic09", 1024: b"ic10"}
DOCUMENTS = ("txt", "md", "srt", "vtt", "docx", "pptx", "xlsx", "odt", "epub", "html", "csv", "json", "po", "xliff")


def version() -> str:
    """The version in translator_app/__init__.py, read without importing it."""
    text = (ROOT / "translator_app" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__(?::\s*\w+)?\s*=\s*"([^"]+)"', text, re.MULTILINE)
    if not found:
        raise ValueError("translator_app/__init__.py has no __version__")
    return found[1]


def version_numbers(text: str) -> tuple[int, int, int, int]:
    """Four numbers as Windows wants them: 1.2.3rc1 -> (1, 2, 3, 0)."""
    numbers = [int(part) for part in re.findall(r"\d+", re.split(r"[a-z+-]", text)[0])][:4]
    major, minor, patch, build = numbers + [0] * (4 - len(numbers))
    return major, minor, patch, build


# --- icons


def draw_icon(size: int) -> bytes:
    """The app's icon as PNG, `size` pixels wide. Needs Qt, and a QGuiApplication is made when there is none."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QPainter
    from PySide6.QtSvg import QSvgRenderer

    _ = QGuiApplication.instance() or QGuiApplication([])
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(ICON)).render(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(data.data())


def pack_ico(pictures: Mapping[int, bytes]) -> bytes:
    """A Windows .ico with one PNG for each size (Vista and later read those)."""
    header = struct.pack("<HHH", 0, 1, len(pictures))
    offset = len(header) + 16 * len(pictures)
    entries, blobs = b"", b""
    for size, png in sorted(pictures.items()):
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(png), offset + len(blobs))
        blobs += png
    return header + entries + blobs


def pack_icns(pictures: Mapping[int, bytes]) -> bytes:
    """A macOS .icns with one PNG for each size in ICNS_TYPES."""
    body = b"".join(ICNS_TYPES[size] + struct.pack(">I", 8 + len(png)) + png for size, png in sorted(pictures.items()))
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def icon_for(system: str, folder: Path) -> str | None:
    """Path of the icon that the executable carries; None on Linux, where the desktop file names it."""
    if system == "win32":
        path, data = folder / "translator-app.ico", pack_ico({size: draw_icon(size) for size in ICO_SIZES})
    elif system == "darwin":
        path, data = folder / "translator-app.icns", pack_icns({size: draw_icon(size) for size in ICNS_TYPES})
    else:
        return None
    path.write_bytes(data)
    return str(path)


# --- Windows


def version_file(name: str, folder: Path) -> str:
    """Path of a version resource for PyInstaller: programs without one look suspicious to virus scanners."""
    numbers = version_numbers(version())
    strings = {
        "CompanyName": "Translator App authors",
        "FileDescription": TITLE,
        "FileVersion": version(),
        "InternalName": name,
        "LegalCopyright": COPYRIGHT,
        "OriginalFilename": f"{name}.exe",
        "ProductName": TITLE,
        "ProductVersion": version(),
    }
    table = ", ".join(f"StringStruct({key!r}, {value!r})" for key, value in strings.items())
    path = folder / f"{name}.version"
    path.write_text(
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3f, flags=0, OS=0x40004, fileType=1, subtype=0),\n"
        f"  kids=[StringFileInfo([StringTable('040904B0', [{table}])]), VarFileInfo([VarStruct('Translation', [1033, 1200])])])\n",
        encoding="utf-8",
    )
    return str(path)


# --- macOS


def codesign_identity() -> str | None:
    """The Developer ID to sign with, from CODESIGN_IDENTITY; without one PyInstaller signs ad hoc."""
    return os.environ.get("CODESIGN_IDENTITY") or None


def info_plist(documents: Sequence[str] = DOCUMENTS) -> dict[str, Any]:
    """What PyInstaller adds to Info.plist."""
    return {
        "CFBundleDisplayName": TITLE,
        "CFBundleShortVersionString": version(),
        "CFBundleLocalizations": ["en", "zh_CN"],
        "CFBundleDocumentTypes": [
            # Alternate: offered under "Open with", never taken from the program that has it
            {
                "CFBundleTypeName": "Document to translate",
                "CFBundleTypeRole": "Viewer",
                "LSHandlerRank": "Alternate",
                "CFBundleTypeExtensions": list(documents),
            }
        ],
        "LSApplicationCategoryType": "public.app-category.productivity",
        "LSMinimumSystemVersion": "14.0",  # what ONNX Runtime needs
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": COPYRIGHT,
    }
