"""The real program on a real X server: keys, clipboard, input method. Skipped where the tools are not installed.

Debian: xvfb xdotool xclip openbox; for the input method fcitx5 fcitx5-chinese-addons dbus-x11.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from translator_app.gui.popup import AWAY
from translator_app.packs import Pack

PATIENCE_S = 40.0
NEEDED = ("Xvfb", "xdotool", "xclip", "openbox")
pytestmark = pytest.mark.skipif(sys.platform != "linux" or not all(map(shutil.which, NEEDED)), reason=f"needs {', '.join(NEEDED)}")


def eventually(condition: Callable[[], object]) -> None:
    """Wait for another process; nothing here can send us a signal."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)


class Screen:
    """A display with a window manager; what is started on it is ended with it."""

    def __init__(self, home: Path) -> None:
        self._running: list[subprocess.Popen[bytes]] = []
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
        self._running.append(subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL))
        os.close(write)
        with os.fdopen(read) as pipe:
            self.display = f":{pipe.readline().strip()}"
        self.environ = {
            **{key: value for key, value in os.environ.items() if not key.startswith(("QT_", "DBUS_", "XDG_", "WAYLAND"))},
            "DISPLAY": self.display,
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(home),
            "TRANSLATOR_APP_HOME": str(home / "app"),
            "LC_ALL": "C.UTF-8",
        }
        self.start("openbox")

    def start(self, *command: str, **more: str) -> "subprocess.Popen[bytes]":
        """Start a program on the display."""
        process = subprocess.Popen(command, env={**self.environ, **more}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._running.append(process)
        return process

    def run(self, *command: str, **options: object) -> str:
        """Run a tool; what it prints."""
        done = subprocess.run(command, env=self.environ, capture_output=True, check=False, timeout=20)
        return done.stdout.decode("utf-8", "replace")

    def app(self, *arguments: str) -> "subprocess.Popen[bytes]":
        """Start the program and wait for its window to take keys."""
        process = self.start(sys.executable, "-m", "translator_app", *arguments)
        eventually(self.window)
        window = self.window()
        self.run("xdotool", "windowfocus", window, "mousemove", "--window", window, "150", "150", "click", "1")
        return process

    def window(self) -> str:
        """Id of the main window; "" while there is none."""
        return self.run("xdotool", "search", "--onlyvisible", "--name", "^Offline Translator$").strip().split("\n")[0]

    def clipboard(self) -> str:
        """What is on the clipboard."""
        return self.run("xclip", "-selection", "clipboard", "-o")

    def put_on_clipboard(self, text: str) -> None:
        """Another program copies something."""
        xclip = subprocess.Popen(
            ["xclip", "-selection", "clipboard", "-i"], env=self.environ, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._running.append(xclip)
        xclip.communicate(text.encode())

    def keys(self, *keys: str) -> None:
        """Press keys one after the other."""
        self.run("xdotool", "key", "--delay", "30", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self.run("xdotool", "type", "--delay", "15", text)

    def source(self) -> str:
        """The source pane's text, by way of the clipboard."""
        self.keys("ctrl+a", "ctrl+c")
        return self.clipboard()

    def translation(self) -> str:
        """The translation, copied with the app's own command."""
        self.keys("ctrl+shift+c")
        return self.clipboard()

    def close(self) -> None:
        """End everything."""
        for process in reversed(self._running):
            if process.poll() is None:
                process.terminate()
                process.wait(10)


@pytest.fixture
def screen(tmp_path: Path, tiny_pack: Pack) -> Iterator[Screen]:
    """A display, and a home with the tiny pack and no welcome."""
    packs_folder = tmp_path / "app" / "packs"
    packs_folder.mkdir(parents=True)
    (packs_folder / "tiny").symlink_to(tiny_pack.folder)
    (tmp_path / "app" / "settings.json").write_text('{"welcomed": true, "language": "en", "close_action": "quit"}', encoding="utf-8")
    x_screen = Screen(tmp_path)
    yield x_screen
    x_screen.close()


def numbers(shell: str) -> dict[str, int]:
    """What xdotool's --shell prints."""
    return {name: int(value) for name, _, value in (line.partition("=") for line in shell.split())}


def is_chinese(text: str) -> bool:
    return any("一" <= character <= "鿿" for character in text)


def test_type_copy_paste_and_close(screen: Screen) -> None:
    process = screen.app()
    screen.type("The cat sleeps.")
    eventually(lambda: is_chinese(screen.translation()))
    screen.put_on_clipboard("The dog runs.")
    eventually(lambda: screen.clipboard() == "The dog runs.")
    screen.keys("ctrl+shift+v")
    eventually(lambda: screen.source() == "The dog runs.")
    screen.keys("ctrl+q")
    eventually(lambda: process.poll() is not None)
    assert process.returncode == 0


def test_close_while_busy(screen: Screen) -> None:
    process = screen.app()
    screen.put_on_clipboard("\n\n".join(f"Sentence number {i} has nothing to do with the others, and is long." for i in range(3000)))
    screen.keys("ctrl+shift+v")
    screen.keys("ctrl+q")
    eventually(lambda: process.poll() is not None)
    assert process.returncode == 0


def test_a_second_start_hands_its_file_over(screen: Screen, tmp_path: Path) -> None:
    screen.app()
    note = tmp_path / "注 note.txt"
    note.write_text("The cat sleeps.", encoding="utf-8")
    second = screen.start(sys.executable, "-m", "translator_app", str(note))
    eventually(lambda: second.poll() is not None)
    assert second.returncode == 0
    eventually(lambda: screen.source() == "The cat sleeps.")


def test_the_draft_comes_back_after_a_kill(screen: Screen, tmp_path: Path) -> None:
    process = screen.app()
    screen.type("Half a sentence")
    draft = tmp_path / "app" / "draft.txt"
    eventually(lambda: draft.exists() and draft.read_text(encoding="utf-8") == "Half a sentence")
    process.send_signal(signal.SIGKILL)
    process.wait(10)
    screen.app()
    eventually(lambda: screen.source() == "Half a sentence")


@pytest.mark.skipif(not all(map(shutil.which, ("fcitx5", "dbus-launch"))), reason="needs fcitx5 fcitx5-chinese-addons dbus-x11")
@pytest.mark.parametrize("chosen", [{}, {"QT_IM_MODULE": "fcitx"}], ids=["unset", "fcitx"])
def test_chinese_is_typed_with_an_input_method(screen: Screen, tmp_path: Path, chosen: Mapping[str, str]) -> None:
    config = tmp_path / ".config" / "fcitx5"
    config.mkdir(parents=True)
    (config / "profile").write_text(
        "[Groups/0]\nName=Default\nDefault Layout=us\nDefaultIM=pinyin\n\n[Groups/0/Items/0]\nName=keyboard-us\nLayout=\n\n"
        "[Groups/0/Items/1]\nName=pinyin\nLayout=\n\n[GroupOrder]\n0=Default\n"
    )
    (config / "config").write_text("[Behavior]\nActiveByDefault=True\n")
    bus = dict(line.split("=", 1) for line in screen.run("dbus-launch").splitlines() if "=" in line)
    try:
        screen.environ.update(DBUS_SESSION_BUS_ADDRESS=bus["DBUS_SESSION_BUS_ADDRESS"], XMODIFIERS="@im=fcitx", **chosen)
        screen.start("fcitx5")
        names = ("dbus-send", "--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames")
        eventually(lambda: "org.freedesktop.portal.IBus" in screen.run(*names))
        screen.app()

        def type_pinyin() -> bool:  # the first keys may come before the input method is connected
            screen.keys("ctrl+a")
            screen.run("xdotool", "type", "--delay", "120", "nihao")
            screen.keys("space")
            screen.run("xdotool", "type", "--delay", "120", "shijie")
            screen.keys("space")
            return screen.source() == "你好世界"

        eventually(type_pinyin)
    finally:
        os.kill(int(bus["DBUS_SESSION_BUS_PID"]), signal.SIGTERM)


def test_what_is_copied_is_translated_in_a_popup(screen: Screen, tmp_path: Path) -> None:
    settings = tmp_path / "app" / "settings.json"
    settings.write_text('{"welcomed": true, "language": "en", "listen": true, "popup_timeout_s": 0, "hotkeys": false}', encoding="utf-8")
    screen.put_on_clipboard("The old text.")
    screen.app()

    def popup() -> str:
        return screen.run("xdotool", "search", "--onlyvisible", "--name", "^Translation of the clipboard$").strip()

    screen.put_on_clipboard("The cat sleeps.")
    eventually(popup)
    assert screen.clipboard() == "The cat sleeps."  # nobody else's clipboard is touched
    pointer = numbers(screen.run("xdotool", "getmouselocation", "--shell"))
    corner = numbers(screen.run("xdotool", "getwindowgeometry", "--shell", popup().split("\n")[0]))
    assert (corner["X"] - pointer["X"], corner["Y"] - pointer["Y"]) == (AWAY.x(), AWAY.y())  # not where the window manager likes
    screen.run("xdotool", "windowfocus", "--sync", popup().split("\n")[0])
    screen.keys("Escape")
    eventually(lambda: not popup())
    screen.put_on_clipboard("sk-proj-4fK93mXq81LzPw72VbN0aQyT")
    screen.put_on_clipboard("The dog runs.")
    eventually(popup)


def test_a_shortcut_works_while_another_program_has_the_keyboard(screen: Screen, tmp_path: Path) -> None:
    settings = tmp_path / "app" / "settings.json"
    settings.write_text(
        '{"welcomed": true, "language": "en", "hotkeys": true, "hotkey_translate": "Ctrl+Alt+E", "popup_timeout_s": 0}', encoding="utf-8"
    )
    screen.put_on_clipboard("The cat sleeps.")
    screen.app()
    screen.run("xdotool", "windowminimize", "--sync", screen.window())

    def popup() -> str:
        return screen.run("xdotool", "search", "--onlyvisible", "--name", "^Translation of the clipboard$").strip()

    def press() -> str:
        screen.run("xdotool", "key", "ctrl+alt+e")
        return popup()

    eventually(press)
    assert not screen.window()  # the main window stays where it is
    screen.run("xdotool", "windowfocus", "--sync", popup().split("\n")[0])
    screen.keys("Escape")
    eventually(lambda: not popup())
