"""The parts of others that the app is made of: versions, licences, and where the texts of the licences are.

`python3 packaging/dev.py build licenses` writes assets/licenses/index.json and copies the texts that packages bring along.
"""

import importlib.metadata
import json
import platform
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LICENSES = ROOT / "assets" / "licenses"
INDEX = LICENSES / "index.json"
LOCK = ROOT / "packaging" / "requirements.lock"

# SPDX ids that we may ship in a program under the Apache License, Qt's as a library that can be replaced.
ALLOWED = {
    *("Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Zlib", "CC0-1.0", "ISC", "PSF-2.0", "Unicode-3.0", "Unlicense"),
    "CC-BY-SA-4.0",  # data in files of their own: the dictionary, language packs
    *("LGPL-3.0-only", "GPL-3.0-or-later WITH GCC-exception-3.1", "GPL-2.0-or-later WITH Bootloader-exception"),
}
# Words of older packages, which have no SPDX id in their metadata.
OLD_NAMES = {
    "MIT License": "MIT",
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "3-Clause BSD License": "BSD-3-Clause",
    "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only": "LGPL-3.0-only",
    "BSD-3-Clause, Apache-2.0, dependency licenses": "BSD-3-Clause AND Apache-2.0",  # pypdfium2; all permissive, texts in BUILD_LICENSES
}
# Texts that the packages themselves don't bring along, or not all of them.
ADDED_TEXTS = {
    "flatbuffers": ("Apache-2.0.txt",),
    "opencc": ("opencc/THIRD-PARTY.txt",),
    "pyside6-essentials": ("LGPL-3.0.txt", "GPL-3.0.txt", "qt/THIRD-PARTY.txt", "icu/LICENSE.txt"),
    "shiboken6": ("LGPL-3.0.txt", "GPL-3.0.txt"),
    "sentencepiece": ("Apache-2.0.txt", "sentencepiece/THIRD-PARTY.txt", "GPL-3.0.txt", "GCC-exception-3.1.txt"),
}
# What no package manager installs.
STARTER_TEXTS = ("starter-model/NOTICE.txt", "starter-model/SOURCES.txt", "CC-BY-SA-4.0.txt")
DATA = (
    ("cc-cedict", "2023-11-07", "CC-BY-SA-4.0", ("cc-cedict/NOTICE.txt", "CC-BY-SA-4.0.txt")),
    ("word-traces", "1", "CC-BY-SA-4.0", STARTER_TEXTS),
    ("starter-model", "1", "CC-BY-SA-4.0 AND Apache-2.0", (*STARTER_TEXTS, "Apache-2.0.txt")),
    ("quality-set", "1", "CC0-1.0", ("quality-set/NOTICE.txt",)),
)
# What is in assets/, and whose it is: the name of a part, or "" for our own work.
ASSETS = {
    "coverage.tsv": "word-traces",
    "dictionary": "cc-cedict",
    "packs": "starter-model",
    "quality": "quality-set",
    **dict.fromkeys(("i18n", "icons", "licenses", "style.qss"), ""),
}
LICENSE_FILE = re.compile(
    r"(^|/)(LICEN[CS]E|COPYING|NOTICE|ThirdPartyNotices)[^/]*$"
    # pypdfium2: of what is inside PDFium on our systems; some are only names of texts that stand beside them
    r"|/BUILD_LICENSES/(?!android|cibw_musl|pbin_musl|v8_xfa|abseil|highway).+"
    r"|/licenses/LICENSES/",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """Something of others in the app."""

    name: str
    version: str
    license: str  # SPDX expression
    files: tuple[str, ...]  # texts, relative to assets/licenses


def locked() -> dict[str, str]:
    """Versions of the run-time packages by name."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ;\\]+)", LOCK.read_text(encoding="utf-8"), re.MULTILINE))


def installed() -> list[str]:
    """Names of the run-time packages that this system has: some are for one system only."""
    present = {distribution.metadata["Name"].lower() for distribution in importlib.metadata.distributions()}
    return [name for name in locked() if name in {re.sub(r"[-_.]+", "-", each) for each in present}]


def license_of(name: str) -> str:
    """SPDX expression of an installed package."""
    metadata = importlib.metadata.metadata(name).json
    found = str(metadata.get("license_expression") or metadata.get("license") or "")
    return OLD_NAMES.get(found, found)


def refused(expression: str) -> list[str]:
    """The ids in an SPDX expression that we may not ship; of alternatives one that we may is enough."""
    ids = [part.strip(" ()") for part in expression.split(" AND ")]
    return [part for part in ids if not any(choice in ALLOWED for choice in part.split(" OR "))]


def copy_texts(name: str) -> list[str]:
    """Copy the licence texts that an installed package brings along; their names in assets/licenses."""
    files = importlib.metadata.files(name) or []
    texts = [file for file in files if LICENSE_FILE.search(str(file)) and not str(file).endswith((".py", ".pyc"))]
    own = [file for file in texts if ".dist-info" in str(file)] or texts
    if name == "onnxruntime":
        own = texts
    copied = []
    for file in own:
        # numpy has a dozen files called LICENSE: their folders become part of the name
        short = re.sub(r"^[^/]*\.dist-info/(licenses/)?|^" + name + "/", "", str(file).replace("\\", "/"))
        target = LICENSES / name / short.replace("/", "_")
        target.parent.mkdir(parents=True, exist_ok=True)
        text = Path(str(file.locate())).read_text(encoding="utf-8", errors="replace")
        target.write_text(text.replace("\r\n", "\n"), encoding="utf-8")
        copied.append(target.relative_to(LICENSES).as_posix())
    return sorted(set(copied))


def write_index() -> None:
    """Refresh assets/licenses from what is installed. Run in the build environment, after each change of the lock."""
    parts = []
    for name, version in locked().items():
        parts.append(Part(name, version, license_of(name), (*copy_texts(name), *ADDED_TEXTS.get(name, ()))))
    python = LICENSES / "python" / "LICENSE.txt"
    python.parent.mkdir(exist_ok=True)
    shutil.copyfile(Path(sysconfig.get_path("stdlib")) / "LICENSE.txt", python)
    parts.append(Part("python", "3", "PSF-2.0", ("python/LICENSE.txt", "python/THIRD-PARTY.txt")))
    bootloader = copy_texts("pyinstaller")
    parts.append(
        Part("pyinstaller", importlib.metadata.version("pyinstaller"), "GPL-2.0-or-later WITH Bootloader-exception", tuple(bootloader))
    )
    parts += [Part(*entry) for entry in DATA]
    text = json.dumps([asdict(part) for part in parts], indent=2, ensure_ascii=False)
    INDEX.write_text(text + "\n", encoding="utf-8")


def read_index(path: Path = INDEX) -> list[Part]:
    """What assets/licenses says is inside."""
    return [Part(**{**entry, "files": tuple(entry["files"])}) for entry in json.loads(path.read_text(encoding="utf-8"))]


def unlisted(tree: Path) -> list[str]:
    """Packages in a frozen tree that the index does not name, so that nothing is shipped without its licence."""
    listed = {part.name for part in read_index()}
    found = {folder.name.split("-")[0].lower().replace("_", "-") for folder in tree.rglob("*.dist-info")}
    return [f"{name} is not in assets/licenses/index.json" for name in sorted(found - listed)]


def language_packs(folder: Path = ROOT / "assets" / "packs") -> list[Part]:
    """The packs that are shipped; their model cards stand beside them."""
    manifests = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*/manifest.json"))]
    return [Part(str(each["pack_id"]), str(each["source_revision"] or 1), str(each["licence"]), ("MODEL_CARD.md",)) for each in manifests]


# --- libraries of the Linux distribution in the .tar.xz


def debian_package(library: Path) -> str | None:
    """Name of the installed Debian package that a library's file name belongs to, None if there is none."""
    done = subprocess.run(["dpkg-query", "--search", f"*/{library.name}"], capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if "diversion" not in line]
    return re.split(r"[:,]", lines[0])[0] if lines else None


def copy_system_texts(libraries: Iterable[Path], target: Path) -> list[str]:
    """Copy the copyright files of the Debian packages that bundled libraries come from; the packages' names."""
    packages = sorted({package for library in libraries if (package := debian_package(library))})
    target.mkdir(parents=True, exist_ok=True)
    for package in packages:
        shutil.copyfile(f"/usr/share/doc/{package}/copyright", target / f"{package}.txt")
    for name in ("GPL-2", "LGPL-2", "LGPL-2.1"):
        shutil.copyfile(Path("/usr/share/common-licenses") / name, target / f"{name}.txt")
    return packages


def debian_version(package: str) -> str:
    """Installed version of a Debian package."""
    done = subprocess.run(["dpkg-query", "--show", "--showformat=${Version}", package], capture_output=True, text=True, check=True)
    return done.stdout


def components(parts: Sequence[Part], packages: Sequence[str], app_version: str) -> dict[str, object]:
    """A CycloneDX 1.5 bill of materials of the parts and of Debian packages."""
    from_pypi = {*locked(), "pyinstaller"}
    listed: list[dict[str, object]] = []
    for part in parts:
        version = platform.python_version() if part.name == "python" else part.version
        entry: dict[str, object] = {"type": "library", "bom-ref": f"{part.name}@{version}", "name": part.name, "version": version}
        if part.name in from_pypi:
            entry["purl"] = f"pkg:pypi/{part.name}@{version}"
        elif part.name != "python":
            entry["type"] = "data"
        listed.append({**entry, "licenses": [{"expression": part.license}]})
    for package in packages:
        version = debian_version(package)
        url = f"pkg:deb/debian/{package}@{version}"
        listed.append({"type": "library", "bom-ref": url, "name": package, "version": version, "purl": url})
    application = {"type": "application", "bom-ref": "translator-app", "name": "translator-app", "version": app_version}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {**application, "licenses": [{"license": {"id": "Apache-2.0"}}]}},
        "components": listed,
        "dependencies": [{"ref": "translator-app", "dependsOn": sorted(str(entry["bom-ref"]) for entry in listed)}],
    }
