"""A report for whoever helps a user: what is installed and how it does. It never holds text of the user, nor the user's name."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from translator_app import __version__, packs, paths
from translator_app.connections import Connection
from translator_app.packs import Installed

if TYPE_CHECKING:
    from translator_app.selftest import SentenceCheck

# of the settings only what decides how the app works: no folders, fonts, terms, addresses or secrets
SETTINGS = (
    "threads", "mode", "beam_size", "idle_minutes", "live", "debounce_ms", "script", "unwrap", "language", "theme", "zoom",
    "hotkeys", "double_copy", "listen", "popup", "history", "private_mode", "close_action", "server",
)  # fmt: skip


@dataclass(slots=True)
class Findings:
    """What the "Works offline" page found; None: not looked at yet."""

    packs: list[Installed] = field(default_factory=list)
    broken: dict[str, str] = field(default_factory=dict)  # pack id -> why
    verified: list[str] = field(default_factory=list)  # pack ids
    connections: list[Connection] | None = None
    sentences: list[SentenceCheck] = field(default_factory=list)
    selftest_problem: str = ""


def report(findings: Findings, versions: Mapping[str, str], settings: Mapping[str, Any], machine: Mapping[str, object]) -> str:
    """Plain text to paste into an issue."""
    lines = ["translator-app diagnostic report", "", "[versions]"]
    lines += [f"{name}: {value}" for name, value in versions.items()]
    lines += ["", "[machine]", *(f"{name}: {value}" for name, value in machine.items())]
    lines += ["", "[settings]", *(f"{name}: {settings[name]!r}" for name in SETTINGS if name in settings)]
    lines += ["", "[language packs]"]
    for entry in findings.packs:
        state = f"BROKEN: {findings.broken[entry.pack_id]}" if entry.pack_id in findings.broken else "not checked"
        if entry.pack_id in findings.verified:
            state = "every file as it was made"
        if entry.pack:
            manifest = entry.pack.manifest
            kinds = "/".join(dict.fromkeys(manifest.precision.values()))
            state += f"; {manifest.layout}, {kinds}, {manifest.total_bytes} bytes, of {manifest.source_model or 'unknown'}"
        lines.append(f"{entry.pack_id}{' (came with the app)' if entry.bundled else ''}: {state}")
    lines += ["", "[connections]", *_connection_lines(findings.connections)]
    lines += ["", "[self-test]"]
    lines += [f"{'ok' if s.passed else 'DIFFERENT'}: chrF {s.chrf:.0f}, {s.elapsed_ms:.0f} ms: {s.source}" for s in findings.sentences]
    if findings.selftest_problem:
        lines.append(findings.selftest_problem)
    return without_home("\n".join(lines) + "\n")


def _connection_lines(connections: Sequence[Connection] | None) -> list[str]:
    if connections is None:
        return ["this system does not tell"]
    if not connections:
        return ["none"]
    return [f"{c.protocol} {c.local} {'listening' if c.listening else '-> ' + (c.remote or 'nobody')}" for c in connections]


def without_home(text: str) -> str:
    """The text with the user's folder, which has the user's name in it, as ~."""
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text


@dataclass(frozen=True, slots=True)
class Licensed:
    """A part of others that is shipped, and the texts of its licence."""

    name: str
    version: str
    licence: str
    files: tuple[Path, ...]


def licences() -> list[Licensed]:
    """Everything shipped: the app, its language packs, then the parts of others by name; empty when their list is not there."""
    folder = paths.assets_dir() / "licenses"
    try:
        entries = json.loads((folder / "index.json").read_text(encoding="utf-8"))
        parts = [
            Licensed(str(e["name"]), str(e["version"]), str(e["license"]), tuple(folder / str(name) for name in e["files"]))
            for e in entries
        ]
    except (OSError, ValueError, TypeError, KeyError):
        return []
    app = Licensed("translator-app", __version__, "Apache-2.0", (folder / "Apache-2.0.txt",))
    return [app, *_bundled_packs(), *sorted(parts, key=lambda part: part.name.lower())]


def _bundled_packs() -> list[Licensed]:
    found = []
    for pack in (entry.pack for entry in packs.scan() if entry.bundled and entry.pack):
        texts = sorted(
            path for path in pack.folder.iterdir() if path.suffix == ".md" or path.name.upper().startswith(("LICENSE", "NOTICE"))
        )
        found.append(Licensed(pack.pack_id, pack.manifest.source_revision[:12], pack.manifest.licence, tuple(texts)))
    return found


def licence_text(part: Licensed) -> str:
    """All texts of a part, one after the other."""
    texts = []
    for path in part.files:
        try:
            texts.append(path.read_text(encoding="utf-8", errors="replace").strip())
        except OSError as error:
            texts.append(f"{path.name}: {error.strerror}")
    return f"\n\n{'-' * 60}\n\n".join(texts)
