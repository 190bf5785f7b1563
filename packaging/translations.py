"""The words of the interface in other languages: packaging/i18n/*.ts -> assets/i18n/*.qm.

update    collect the strings and messages of the program into the .ts files (then translate with Qt Linguist or by hand)
release   compile the .qm files, after checking that nothing is missing
check     only check: every string translated, placeholders and shortcuts marks kept, .qm not older than .ts
"""

import ast
import json
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("translator_app/app.py", "translator_app/gui")
TS_FOLDER = ROOT / "packaging" / "i18n"
QM_FOLDER = ROOT / "assets" / "i18n"
LANGUAGES = ("en", "zh_CN")  # English: only plurals
PLACEHOLDER = re.compile(r"\{(\w*)(?:![rs])?\}|(%n|%\d)")
PACKAGE = ROOT / "translator_app"
NEVER_SHOWN = ("bench", "commands", "convert", "evaluation", "errors.py")  # of these no message reaches the window
SYSTEM = (  # why errors of the system and of libraries come about, as users may meet them; see errors.reason_of
    "Address already in use",
    "Bad magic number for central directory",
    "Broken pipe",
    "Cannot assign requested address",
    "Cannot allocate memory",
    "Connection refused",
    "Connection reset by peer",
    "Device or resource busy",
    "Directory not empty",
    "Disk quota exceeded",
    "Expecting ',' delimiter",
    "Expecting ':' delimiter",
    "Expecting property name enclosed in double quotes",
    "Expecting value",
    "Extra data",
    "Failed to load document (PDFium: Data format error).",
    "Failed to load document (PDFium: File access error).",
    "Failed to load document (PDFium: Unsupported security scheme error).",
    "Failed to load page.",
    "Failed to load text page.",
    "File exists",
    "File is not a zip file",
    "File name too long",
    "File too large",
    "Illegal trailing comma before end of array",
    "Illegal trailing comma before end of object",
    "Input/output error",
    "Invalid argument",
    "Invalid control character at",
    "Is a directory",
    "Name or service not known",
    "Network is unreachable",
    "No route to host",
    "No space left on device",
    "No such file or directory",
    "Not a directory",
    "Operation not permitted",
    "Operation timed out",
    "Permission denied",
    "Read-only file system",
    "Remote end closed connection without response",
    "Stale file handle",
    "Temporary failure in name resolution",
    "Text file busy",
    "The read operation timed out",
    "Too many levels of symbolic links",
    "Too many open files",
    "Truncated file header",
    "Unterminated string starting at",
    "attempt to write a readonly database",
    "bad zipfile offset (local header sig)",
    "cannot mmap an empty file",
    "database disk image is malformed",
    "database is locked",
    "database or disk is full",
    "disk I/O error",
    "duplicate attribute",
    "file is not a database",
    "illegal multibyte sequence",
    "incomplete multibyte sequence",
    "invalid continuation byte",
    "invalid start byte",
    "junk after document element",
    "mismatched tag",
    "no element found",
    "nodename nor servname provided, or not known",
    "not well-formed (invalid token)",
    "timed out",
    "truncated data",
    "unable to open database file",
    "unbound prefix",
    "unclosed token",
    "undefined entity",
    "unexpected end of data",
    "{what}: line {line}, column {column}",
)


def ts_path(language: str) -> Path:
    """The source of a translation."""
    return TS_FOLDER / f"translator_app_{language}.ts"


def qm_path(language: str) -> Path:
    """Its compiled form, which is shipped."""
    return QM_FOLDER / f"translator_app_{language}.qm"


def messages() -> set[str]:
    """Templates of all messages that the window may show (translator_app.errors); they are in the context "errors"."""
    tree = ast.parse((PACKAGE / "errors.py").read_text(encoding="utf-8"))
    makers = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    found = set(SYSTEM)
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] in NEVER_SHOWN:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers and node.args:
                template = node.args[0]
                if not isinstance(template, ast.Constant) or not isinstance(template.value, str):
                    raise ValueError(f"{path.relative_to(ROOT)}, line {node.lineno}: a message must be a literal, with values in {{}}")
                found.add(template.value)
    return found


def update() -> None:
    """Bring the .ts files up to date with the program; translations that are there stay."""
    with tempfile.TemporaryDirectory() as folder:
        marked = Path(folder) / "messages.py"  # as lupdate knows them
        marked.write_text("".join(f'QT_TRANSLATE_NOOP("errors", {json.dumps(text)})\n' for text in sorted(messages())), encoding="utf-8")
        _update(marked)


def _update(marked: Path) -> None:
    found = [path for name in SOURCES for path in ((ROOT / name).rglob("*.py") if (ROOT / name).is_dir() else [ROOT / name])]
    files = [*sorted(str(path.relative_to(ROOT)) for path in found), str(marked)]
    TS_FOLDER.mkdir(exist_ok=True)
    for language in LANGUAGES:
        options = ["-no-obsolete", "-locations", "none", "-source-language", "en", "-target-language", language]
        plural = ["-pluralonly"] if language == "en" else []
        subprocess.run([_tool("pyside6-lupdate"), *files, *options, *plural, "-ts", str(ts_path(language))], cwd=ROOT, check=True)


def release(folder: Path = QM_FOLDER) -> None:
    """Compile the .qm files."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        command = [
            _tool("pyside6-lrelease"),
            "-silent",
            "-nounfinished",
            str(ts_path(language)),
            "-qm",
            str(folder / qm_path(language).name),
        ]
        subprocess.run(command, check=True)


def sources(path: Path) -> set[tuple[str, str]]:
    """Contexts and strings of a .ts file."""
    contexts = ET.parse(path).getroot().iter("context")
    return {(context.findtext("name") or "", source.text or "") for context in contexts for source in context.iter("source")}


def problems(language: str) -> Iterator[str]:
    """What is wrong with a translation, a line each."""
    for context in ET.parse(ts_path(language)).getroot().iter("context"):
        for message in context.iter("message"):
            source = message.findtext("source") or ""
            translation = message.find("translation")
            assert translation is not None
            where = f"{language}: {context.findtext('name')}: {source!r}"
            forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
            if translation.get("type") == "unfinished" or not all(forms):
                yield f"{where} is not translated"
                continue
            for form in forms:
                if sorted(PLACEHOLDER.findall(source)) != sorted(PLACEHOLDER.findall(form)):
                    yield f"{where} loses a placeholder: {form!r}"


def stale() -> Iterator[str]:
    """Compiled files that are not what their sources make."""
    with tempfile.TemporaryDirectory() as folder:
        release(Path(folder))
        for language in LANGUAGES:
            fresh = Path(folder) / qm_path(language).name
            if not qm_path(language).exists() or fresh.read_bytes() != qm_path(language).read_bytes():
                yield f"{qm_path(language).relative_to(ROOT)} is stale: run `python packaging/translations.py release`"


def _tool(name: str) -> str:
    """The tool that comes with PySide6, beside this Python."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if found is None:
        raise SystemExit(f"{name} is not installed; it comes with PySide6-Essentials")
    return found


def main(argv: Sequence[str]) -> int:
    """Run one of the commands in the head of this file."""
    command = argv[0] if argv else "check"
    if command == "update":
        update()
        return 0
    found = [problem for language in LANGUAGES for problem in problems(language)]
    if command == "release" and not found:
        release()
    elif command == "check":
        found += stale()
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
