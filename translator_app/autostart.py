"""Start at login, off by default: XDG autostart, LaunchAgent or the registry behind one small interface.

https://specifications.freedesktop.org/autostart-spec/. Windows and macOS are tested with fakes and in folders of the test: not run there.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from translator_app import paths
from translator_app.errors import SettingsError, reason_of

APP_ID = "io.github.translator_app.TranslatorApp"  # also of the desktop file
HIDDEN = "--hidden"  # start in the tray
RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"
RUN_VALUE = "translator-app"  # the uninstaller deletes it


class LoginItem(Protocol):
    """The system's list of what starts at login."""

    def is_on(self) -> bool:
        """Is this app on it?"""
        ...

    def set(self, on: bool) -> None:
        """Put it there or take it off. Raises SettingsError."""
        ...


def login_item() -> LoginItem:
    """That of this system."""
    words = command()
    if sys.platform == "win32":
        import winreg

        return RegistryRun(words, winreg)
    if sys.platform == "darwin":
        return LaunchAgent(words, Path.home() / "Library" / "LaunchAgents")
    config = os.environ.get("XDG_CONFIG_HOME")  # relative ones are to be ignored
    folder = Path(config) if config and Path(config).is_absolute() else Path.home() / ".config"
    return XdgAutostart(words, folder / "autostart")


def command() -> list[str]:
    """What starts this app hidden in the tray."""
    if paths.is_frozen():
        return [os.environ.get("APPIMAGE") or sys.executable, HIDDEN]  # an AppImage's inside moves at each start
    return [sys.executable, "-m", "translator_app", HIDDEN]


class XdgAutostart:
    """A desktop file; `Hidden=true`, as session managers write it, counts as off."""

    def __init__(self, words: Sequence[str], folder: Path) -> None:
        self._words = words
        self._path = folder / f"{APP_ID}.desktop"

    def is_on(self) -> bool:
        """Is the file there, and not hidden?"""
        try:
            lines = self._path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return False
        return not any(line.replace(" ", "").lower() == "hidden=true" for line in lines)

    def set(self, on: bool) -> None:
        """Write or remove the file."""
        lines = ("[Desktop Entry]", "Type=Application", "Name=Offline Translator", "Name[zh_CN]=离线翻译")
        exec_line = "Exec=" + " ".join(map(_desktop_quoted, self._words))
        end = ("Icon=translator-app", "Terminal=false", "X-GNOME-Autostart-enabled=true", "")
        _write_or_remove(self._path, "\n".join((*lines, exec_line, *end)).encode() if on else None)


class LaunchAgent:
    """A property list for launchd."""

    def __init__(self, words: Sequence[str], folder: Path) -> None:
        self._words = words
        self._path = folder / f"{APP_ID}.plist"

    def is_on(self) -> bool:
        """Is the file there?"""
        return self._path.exists()

    def set(self, on: bool) -> None:
        """Write or remove the file."""
        import plistlib  # slow to load, and only for this

        table = {"Label": APP_ID, "ProgramArguments": list(self._words), "RunAtLoad": True, "ProcessType": "Interactive"}
        _write_or_remove(self._path, plistlib.dumps(table) if on else None)


class RegistryRun:
    """A value under HKEY_CURRENT_USER's Run key."""

    def __init__(self, words: Sequence[str], registry: Any) -> None:
        """`registry`: the module winreg."""
        self._line = " ".join(f'"{word}"' for word in words)
        self._registry = registry

    def is_on(self) -> bool:
        """Is the value there?"""
        try:
            with self._registry.OpenKey(self._registry.HKEY_CURRENT_USER, RUN_KEY) as key:
                self._registry.QueryValueEx(key, RUN_VALUE)
        except OSError:
            return False
        return True

    def set(self, on: bool) -> None:
        """Write or delete the value."""
        r = self._registry
        try:
            with r.CreateKeyEx(r.HKEY_CURRENT_USER, RUN_KEY, 0, r.KEY_SET_VALUE) as key:
                if on:
                    r.SetValueEx(key, RUN_VALUE, 0, r.REG_SZ, self._line)
                else:
                    r.DeleteValue(key, RUN_VALUE)
        except FileNotFoundError:
            return  # it was off already
        except OSError as error:
            raise SettingsError("starting at login can't be changed ({reason})", reason=reason_of(error)) from error


def _write_or_remove(path: Path, data: bytes | None) -> None:
    try:
        if data is None:
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.part")
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        raise SettingsError("starting at login can't be changed: {path} ({reason})", path=path, reason=reason_of(error)) from error


def _desktop_quoted(word: str) -> str:
    """An argument in the Exec key (Desktop Entry Specification): quoted, its own quotes escaped, and that escaped again as a string."""
    for character in ("\\", '"', "`", "$"):
        word = word.replace(character, "\\" + character)
    return '"' + word.replace("\\", "\\\\").replace("%", "%%") + '"'
