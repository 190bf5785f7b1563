"""What the user chose, in one JSON file that survives crashes, newer versions and bad edits.

`load` never fails: a damaged file is put aside and the last good copy, else the defaults, are used; a value out of its
range falls back to its default. Both are reported as Problems for the caller to show. `save` is atomic and keeps keys
that this version does not know. Where the window stood and what was being typed are not settings (gui/session.py).
"""

import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from translator_app import paths
from translator_app.errors import SettingsError, reason_of

FILE_NAME = "settings.json"


def _one_of(default: str, *others: str) -> Any:
    return field(default=default, metadata={"choices": (default, *others)})


def _number(default: int, low: int, high: int) -> Any:
    return field(default=default, metadata={"range": (low, high)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every choice of the user; texts are empty for "decide for me"."""

    # engine
    threads: int = _number(0, 0, 64)  # 0: automatic
    mode: str = _one_of("auto", "fast", "quiet")  # auto: quiet on battery
    beam_size: int = _number(0, 0, 12)  # 0: the pack's default
    idle_minutes: int = _number(10, 0, 600)  # unload the pack after; 0: never
    # text
    live: bool = True  # translate while typing
    debounce_ms: int = _number(200, 50, 2000)
    script: str = _one_of("hans", "hant-tw", "hant-hk")
    spacing: bool = False  # a space between Chinese and Latin
    unwrap: bool = True  # join hard-wrapped lines of pasted text, with undo
    keep_english: str = ""  # regular expression of what stays as it is
    terms_file: str = ""
    # look
    language: str = _one_of("", "en", "zh_CN")  # of the interface; "": the system's
    theme: str = _one_of("system", "light", "dark")
    source_font: str = ""  # family
    target_font: str = ""
    font_size: int = _number(13, 8, 40)  # points, at zoom 100
    zoom: int = _number(100, 60, 300)  # per cent, both panes
    compact: bool = False
    always_on_top: bool = False
    # clipboard
    hotkeys: bool = False  # take the next two while other programs have the keyboard
    hotkey_translate: str = "Ctrl+Alt+E"  # the clipboard or selection
    hotkey_show: str = "Ctrl+Alt+O"  # bring the window up
    double_copy: bool = False  # Ctrl+C twice translates, where the platform allows
    listen: bool = False  # translate whatever is copied
    clipboard_limit_chars: int = _number(5000, 20, 100_000)
    popup: bool = True  # results near the cursor; False: in the main window
    popup_timeout_s: int = _number(20, 0, 600)  # 0: stays until closed
    # history
    history: bool = True
    history_limit: int = _number(5000, 10, 1_000_000)  # entries; favourites are never dropped
    history_clipboard: bool = False  # keep clipboard translations too
    private_mode: bool = False  # nothing is written
    # life cycle
    close_action: str = _one_of("ask", "tray", "quit")
    start_at_login: bool = False
    welcomed: bool = False
    # local API
    server: bool = False
    server_port: int = _number(8989, 1024, 65535)
    server_token: str = ""
    server_origins: str = ""  # web pages and extensions that may call, with spaces between
    # downloads, only ever on request
    mirror: str = ""  # address of a hub mirror
    proxy: str = ""
    # keys of other versions, kept as they are
    unknown: Mapping[str, Any] = field(default_factory=dict)

    def keeps_history(self, *, clipboard: bool) -> bool:
        """Is this kind of translation to be written down?"""
        return self.history and not self.private_mode and (self.history_clipboard or not clipboard)

    def changed(self, **values: Any) -> "Settings":
        """A copy with other values. Raises SettingsError that names the first value out of range."""
        for name, value in values.items():
            if not _valid(name, value):
                raise SettingsError("{name} can't be {value!r}", name=name, value=value)
        return replace(self, **values)


_FIELDS = {f.name: f for f in fields(Settings) if f.name != "unknown"}


def _valid(name: str, value: object) -> bool:
    spec = _FIELDS.get(name)
    if spec is None or type(value) is not type(spec.default):  # bool is no int here
        return False
    if choices := spec.metadata.get("choices"):
        return value in choices
    if limits := spec.metadata.get("range"):
        return bool(limits[0] <= value <= limits[1])
    return True


@dataclass(frozen=True, slots=True)
class Problem:
    """Something the user should know about the settings file."""

    code: str  # restored | defaults | value
    detail: str = ""  # the key of a bad value, or where the damaged file is now

    def __str__(self) -> str:
        return {
            "restored": f"The settings were damaged; the last good copy is in use. The damaged file: {self.detail}",
            "defaults": f"The settings were damaged; the defaults are in use. The damaged file: {self.detail}",
            "value": f"The setting {self.detail} was out of range; its default is in use",
        }[self.code]


def default_path() -> Path:
    """Where settings are kept."""
    return paths.config_dir() / FILE_NAME


def load(path: Path | None = None) -> tuple[Settings, list[Problem]]:
    """The settings and what was wrong with the file. Never raises."""
    path = path or default_path()
    try:
        return _read(path)
    except FileNotFoundError:
        return Settings(), []
    except (OSError, ValueError, RecursionError):
        aside = path.with_name(path.name + ".damaged")
        with contextlib.suppress(OSError):
            path.replace(aside)
    try:
        settings, problems = _read(_backup(path))
    except (OSError, ValueError, RecursionError):
        return Settings(), [Problem("defaults", str(aside))]
    return settings, [Problem("restored", str(aside)), *problems]


def save(settings: Settings, path: Path | None = None) -> None:
    """Write the settings; the file is the old or the new one at any moment. Raises SettingsError."""
    path = path or default_path()
    values = {name: getattr(settings, name) for name in _FIELDS}
    text = json.dumps({**settings.unknown, **values}, ensure_ascii=False, indent=1) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(OSError, ValueError, RecursionError):
            _read(path)  # only a good file becomes the last good copy
            _replace(_backup(path), path.read_bytes())
        _replace(path, text.encode("utf-8", "replace"))
    except OSError as error:
        raise SettingsError("the settings can't be saved in {path} ({reason})", path=path, reason=reason_of(error)) from error


def _backup(path: Path) -> Path:
    return path.with_name(path.name + ".last-good")


def _read(path: Path) -> tuple[Settings, list[Problem]]:
    raw = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(raw, dict):
        raise ValueError("not an object")
    values, problems = {}, []
    for name in _FIELDS.keys() & raw.keys():
        if _valid(name, raw[name]):
            values[name] = raw[name]
        else:
            problems.append(Problem("value", name))
    unknown = {key: value for key, value in raw.items() if key not in _FIELDS}
    return Settings(**values, unknown=unknown), sorted(problems, key=lambda p: p.detail)


def _replace(path: Path, data: bytes) -> None:
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        # private: the token of the local API is in here
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        paths.replace(temporary, path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
