import configparser
import plistlib
import re
import shlex
import sys
from pathlib import Path
from types import TracebackType

import pytest

from translator_app import autostart
from translator_app.autostart import LaunchAgent, RegistryRun, XdgAutostart
from translator_app.errors import SettingsError

WORDS = ["/opt/软件 测试/translator app", "--hidden", '100% "quoted" $HOME `x` \\']


def test_xdg(tmp_path: Path) -> None:
    item = XdgAutostart(WORDS, tmp_path / "autostart")
    assert not item.is_on()
    item.set(True)
    assert item.is_on()
    (file,) = (tmp_path / "autostart").iterdir()
    parser = configparser.RawConfigParser(strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(file.read_text(encoding="utf-8"))
    line = parser["Desktop Entry"]["Exec"]
    # a string is unescaped first, then %% is a percent sign, then the quoting is that of a shell
    unescaped = line.replace("\\\\", "\\").replace("%%", "%")
    assert shlex.split(re.sub(r"\\([$`])", r"\1", unescaped)) == WORDS  # which shlex leaves
    item.set(False)
    assert not item.is_on()
    item.set(False)


def test_hidden_by_the_session_manager_is_off(tmp_path: Path) -> None:
    item = XdgAutostart(WORDS, tmp_path)
    item.set(True)
    (file,) = tmp_path.iterdir()
    file.write_text(file.read_text(encoding="utf-8") + "Hidden = true\n", encoding="utf-8")
    assert not item.is_on()
    item.set(True)
    assert item.is_on()


def test_launch_agent(tmp_path: Path) -> None:
    item = LaunchAgent(WORDS, tmp_path / "LaunchAgents")
    item.set(True)
    assert item.is_on()
    (file,) = (tmp_path / "LaunchAgents").iterdir()
    assert plistlib.loads(file.read_bytes())["ProgramArguments"] == WORDS
    item.set(False)
    assert not item.is_on()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="login"):
        XdgAutostart(WORDS, tmp_path / "file").set(True)


class FakeKey:
    def __enter__(self) -> "FakeKey":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        return


class FakeRegistry:
    """What we use of winreg."""

    HKEY_CURRENT_USER, KEY_SET_VALUE, REG_SZ = 1, 2, 1

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.broken = False

    def OpenKey(self, root: int, path: str) -> FakeKey:
        return FakeKey()

    def CreateKeyEx(self, root: int, path: str, reserved: int, access: int) -> FakeKey:
        if self.broken:
            raise PermissionError(13, "denied")
        assert path == autostart.RUN_KEY
        return FakeKey()

    def QueryValueEx(self, key: FakeKey, name: str) -> tuple[str, int]:
        if name not in self.values:
            raise FileNotFoundError
        return self.values[name], 1

    def SetValueEx(self, key: FakeKey, name: str, reserved: int, kind: int, value: str) -> None:
        self.values[name] = value

    def DeleteValue(self, key: FakeKey, name: str) -> None:
        if name not in self.values:
            raise FileNotFoundError
        del self.values[name]


def test_registry() -> None:
    registry = FakeRegistry()
    item = RegistryRun([r"C:\软件 测试\translator-app.exe", "--hidden"], registry)
    assert not item.is_on()
    item.set(True)
    assert item.is_on()
    assert registry.values == {"translator-app": r'"C:\软件 测试\translator-app.exe" "--hidden"'}
    item.set(False)
    item.set(False)
    assert not item.is_on()
    registry.broken = True
    with pytest.raises(SettingsError, match="denied"):
        item.set(True)


def test_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    assert autostart.command() == [sys.executable, "-m", "translator_app", "--hidden"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert autostart.command() == [sys.executable, "--hidden"]
    monkeypatch.setenv("APPIMAGE", "/home/me/Translator.AppImage")
    assert autostart.command() == ["/home/me/Translator.AppImage", "--hidden"]


@pytest.mark.skipif(sys.platform != "linux", reason="XDG")
def test_the_folder_of_linux(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    autostart.login_item().set(True)
    assert (tmp_path / "autostart" / f"{autostart.APP_ID}.desktop").exists()
