"""What belongs into the frozen app, what must not be in it, and the check that it is so."""

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

APP = "translator-app"
CLI = "translator-app-cli"

# --- what is left out, each with its reason

EXCLUDED_MODULES = (
    # would come along if the build environment had them: onnxruntime and numpy import some of them lazily
    *("torch", "torchvision", "torchaudio", "tensorflow", "transformers", "tokenizers", "safetensors", "onnx", "onnxscript", "onnxslim"),
    *("scipy", "sympy", "pandas", "matplotlib", "PIL", "psutil", "cpuinfo", "py3nvml", "huggingface_hub", "sacrebleu", "requests"),
    # parts of our own that need those
    *("translator_app.convert",),
    # parts of onnxruntime for making models, not for running them, and what only they use
    *("onnxruntime.transformers", "onnxruntime.quantization", "onnxruntime.tools", "onnxruntime.backend", "onnxruntime.datasets"),
    *("google", "google.protobuf", "flatbuffers", "sentencepiece.sentencepiece_model_pb2", "sentencepiece.sentencepiece_pb2"),
    # of numpy
    *("numpy.f2py", "numpy.testing", "numpy.distutils"),
    # of Python: other GUI kits, tests, tools for developers
    *("tkinter", "_tkinter", "turtle", "unittest", "doctest", "pydoc", "pydoc_data", "pdb", "lib2to3", "idlelib", "ensurepip", "venv"),
    *("curses", "readline", "xmlrpc", "setuptools", "pkg_resources", "pip", "distutils", "test"),
)

QT = r"PySide6/(Qt/)?"
PLUGINS = QT + r"plugins/"
DROPPED_FILES = (
    # plugins for hardware, screens and formats that a window of text has no use for
    PLUGINS
    + r"(egldeviceintegrations|generic|networkinformation|tls|wayland-graphics-integration-client|printsupport|sqldrivers|qmltooling)/",
    PLUGINS + r"platforms/(lib)?q(eglfs|linuxfb|minimal|minimalegl|vkkhrdisplay|vnc|direct2d|webgl)\b",
    PLUGINS + r"imageformats/(lib)?q(icns|tga|tiff|wbmp|webp|pdf|gif)\b",
    PLUGINS + r"wayland-shell-integration/lib(fullscreen|ivi|qt-shell|wl-shell)",
    PLUGINS + r"platforminputcontexts/(lib)?qtvirtualkeyboard",
    # bundles half of GTK when the build machine has it, and then mixes it with the user's
    PLUGINS + r"platformthemes/libqgtk3",
    r"lib(gtk-3|gdk-3|atk|atk-bridge|atspi|pango\w*|cairo\w*|gdk_pixbuf|fribidi|thai|datrie|pixman|harfbuzz|graphite2|epoxy)[-_.\w]*\.so",
    r"^lib(gio-2\.0|gmodule-2\.0|gobject-2\.0|bsd|md|mount|blkid|selinux|jpeg|X(au|dmcp|composite|cursor|damage|fixes|i|inerama|randr|ext|render))\.so",
    # Qt libraries that only those plugins use
    r"(^|/)(lib)?Qt6(EglF[sS]\w*|WlShellIntegration|Pdf|Qml\w*|Quick\w*|VirtualKeyboard\w*|Sql|PrintSupport|Test|OpenGL)\b",
    # software OpenGL, 20 MB: widgets are drawn without OpenGL
    r"opengl32sw\.dll$",
    # the C library of onnxruntime for programs in C: Python's module has all of it inside
    r"onnxruntime/capi/(lib)?onnxruntime(\.[\d.]+)?\.(so|dylib|dll)(\.[\d.]+)?$",
    # C headers, stubs, tests and licences that are collected by us in one place
    r"opencc/clib/(bin|lib64|lib|include)/",
    r"\.(h|hpp|pyi|pyx|pxd|a|lib|pc|cmake)$",
    r"\.dist-info/(?!METADATA$)",
)

KEPT_TRANSLATIONS = re.compile(r"/translations/qtbase_(zh_CN|zh_TW|en)\.qm$")

# In the .deb these come from the system, which updates them; elsewhere they are in the bundle.
SYSTEM_LIBRARIES = re.compile(
    r"^lib(X11|X11-xcb|Xau|Xdmcp|Xext|Xrender|xcb[-\w]*|xkbcommon(-x11)?|dbus-1|fontconfig|freetype|glib-2\.0|gthread-2\.0|gio-2\.0"
    r"|gobject-2\.0|gmodule-2\.0|systemd|gcrypt|gpg-error|blkid|mount|selinux|cap|bsd|md|expat|png16|brotli\w+|pcre2-8|stdc\+\+|gcc_s|z|zstd|lz4"
    r"|krb5|k5crypto|gssapi_krb5|com_err|keyutils|krb5support|ssl|crypto|sqlite3|lzma|bz2|ffi|uuid|gomp|jpeg)\.so"
)


def wanted(destination: str, *, system_libraries: bool = False) -> bool:
    """Whether a file that PyInstaller collected goes into the bundle; without system libraries in the .deb."""
    name = destination.replace(os.sep, "/")
    if any(re.search(pattern, name) for pattern in DROPPED_FILES):
        return False
    if "/translations/" in name and name.startswith("PySide6") and not KEPT_TRANSLATIONS.search(name):
        return False
    return not (system_libraries and SYSTEM_LIBRARIES.match(name))


# --- what must not be inside, whatever happened above

FORBIDDEN_MODULES = re.compile(
    r"^(torch\w*|tensorflow|transformers|tokenizers|safetensors|onnx|onnxscript|onnxslim|jax|scipy|sympy|pandas|matplotlib|PIL|requests|urllib3"
    r"|httpx|aiohttp|huggingface_hub|sacrebleu|pytest|_pytest|hypothesis|mypy|unittest|tkinter|translator_app\.convert)(\.|$)"
)
FORBIDDEN_FILES = re.compile(
    r"(libtorch|libc10|libmkl|cudart|cublas|libqgtk3|opengl32sw|libQt6WebEngine|libQt6Quick)|(^|/)tests?/|(^|/)__pycache__/|\.(pyi|part|pdb)$"
    r"|(^|/)translator_app/.*\.py$|(^|/)\.(git|venv|env)\b"
)
REQUIRED_FILES = {
    "linux": (
        r"platforms/libqxcb\.so",
        r"platforms/libqwayland",
        r"platforms/libqoffscreen\.so",
        r"platforminputcontexts/libibus",
        r"lib-dynload/_sqlite3|_sqlite3",
    ),
    "win32": (r"platforms/qwindows\.dll", r"platforms/qoffscreen\.dll", r"_sqlite3\.pyd", r"_ssl\.pyd"),
    "darwin": (r"platforms/libqcocoa\.dylib", r"platforms/libqoffscreen\.dylib"),
}
REQUIRED_MODULES = (
    "sqlite3",
    "ssl",
    "translator_app.cli",
    "onnxruntime",
    "sentencepiece",
    "numpy",
    "opencc",
    "pypdfium2",
    "multiprocessing",
    "encodings.gb18030",
)

# Without the language packs and the dictionary, in MB of 10^6 bytes: (tree, archive).
DATA_COMPRESSED = 0.65  # weights hardly compress, the dictionary does: 22 MB become 15 MB
BUDGET_MB = {"deb": (215, 65), "tar": (245, 80), "windows": (200, 80), "macos": (230, 90)}


@dataclass(frozen=True, slots=True)
class Report:
    """Result of an audit: what is wrong (nothing, when all is well), and how large the tree is."""

    problems: tuple[str, ...]
    tree_bytes: int
    data_bytes: int  # of it language packs and dictionary: not counted against the budget


def files_of(tree: Path) -> Iterator[Path]:
    """Every file below `tree`, in a fixed order; links are listed, not followed."""
    return (path for path in sorted(tree.rglob("*")) if path.is_symlink() or path.is_file())


def size_of(paths: Iterable[Path]) -> int:
    """Sum of sizes in bytes; a link counts as nothing."""
    return sum(path.lstat().st_size for path in paths if not path.is_symlink())


def modules_of(executable: Path) -> set[str]:
    """Names of all Python modules inside a PyInstaller executable."""
    from PyInstaller.archive.readers import CArchiveReader  # in the build environment only

    archive = CArchiveReader(str(executable))
    names = set(archive.toc)
    for name in list(archive.toc):
        if name.endswith(".pyz"):
            names |= set(archive.open_embedded_archive(name).toc)
    for library in {*executable.parent.glob("_internal/base_library.zip"), *executable.parent.parent.glob("*/base_library.zip")}:
        with zipfile.ZipFile(library) as base:  # what Python needs before it can read the executable
            names |= {name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".") for name in base.namelist()}
    return names


def check_modules(names: Iterable[str]) -> list[str]:
    """What is wrong with the modules of an executable."""
    names = set(names)
    problems = [f"module {name} must not be inside" for name in sorted(names) if FORBIDDEN_MODULES.match(name)]
    return problems + [f"module {name} is missing" for name in REQUIRED_MODULES if name not in names]


def check_files(names: Iterable[str], system: str = sys.platform) -> list[str]:
    """What is wrong with the files of a bundle, named relative to it with forward slashes."""
    names = sorted(names)
    problems = [f"file {name} must not be inside" for name in names if FORBIDDEN_FILES.search(name)]
    return problems + [
        f"no file matches {pattern}" for pattern in REQUIRED_FILES[system] if not any(re.search(pattern, name) for name in names)
    ]


def needed_libraries(readelf_output: str) -> set[str]:
    """Names that some program or library asks for, from the output of `readelf -d`."""
    return set(re.findall(r"\(NEEDED\)[^\[]*\[([^\]]+)\]", readelf_output))


def check_needed(tree: Path) -> list[str]:
    """Libraries of the system that came along though nothing asks for them (Linux)."""
    elf = [str(path) for path in files_of(tree) if not path.is_symlink() and path.read_bytes()[:4] == b"\x7fELF"]
    if not elf:
        return []
    needed = needed_libraries(subprocess.run(["readelf", "-d", *elf], check=True, capture_output=True, text=True).stdout)
    names = {path.name for path in (tree / "_internal").glob("lib*.so*") if not path.name.startswith("libpython")}
    return [f"nothing needs {name}" for name in sorted(names - needed)]


def check_links(tree: Path) -> list[str]:
    """Links that lead nowhere or out of the tree."""
    root = tree.resolve()
    links = [path for path in files_of(tree) if path.is_symlink()]
    return [
        f"link {path.relative_to(tree)} leads out or nowhere"
        for path in links
        if not (path.exists() and path.resolve().is_relative_to(root))
    ]


def audit(tree: Path, kind: str) -> Report:
    """Look at everything in a frozen tree. `kind` is one of BUDGET_MB."""
    files = list(files_of(tree))
    names = [path.relative_to(tree).as_posix() for path in files]
    problems = check_files(names) + check_links(tree)
    if sys.platform == "linux":
        problems += check_needed(tree)
    for executable in executables(tree):
        problems += [f"{executable.name}: {problem}" for problem in check_modules(modules_of(executable))]
    total = size_of(files)
    data = size_of(path for path, name in zip(files, names, strict=True) if re.search(r"(^|/)assets/(packs|dictionary)/", name))
    limit = BUDGET_MB[kind][0]
    if total - data > limit * 1_000_000:
        problems.append(f"the tree is {(total - data) / 1e6:.0f} MB without packs and dictionary, more than the {limit} MB allowed")
    return Report(tuple(problems), total, data)


def check_archive(size_bytes: int, data_bytes: int, kind: str) -> list[str]:
    """What is wrong with the size of an installer of a tree with so many bytes of packs and dictionary."""
    own_mb, limit = (size_bytes - DATA_COMPRESSED * data_bytes) / 1e6, BUDGET_MB[kind][1]
    return [f"the installer is {own_mb:.0f} MB without packs and dictionary, more than the {limit} MB allowed"] if own_mb > limit else []


def executables(tree: Path) -> list[Path]:
    """The two programs of a tree; in a macOS app they are in Contents/MacOS."""
    folder = tree / "Contents" / "MacOS" if tree.suffix == ".app" else tree
    suffix = ".exe" if sys.platform == "win32" else ""
    return [folder / f"{name}{suffix}" for name in (APP, CLI) if (folder / f"{name}{suffix}").exists()]


def strip_python(tree: Path) -> None:
    """Remove debug symbols from libpython and its modules.

    Only there: stripping numpy's patched OpenBLAS breaks it ("ELF load command address/offset not page-aligned").
    """
    for path in files_of(tree):
        if not path.is_symlink() and re.search(r"(^|/)(libpython3|lib-dynload/)", path.relative_to(tree).as_posix()):
            subprocess.run(["strip", "--strip-unneeded", str(path)], check=True)
