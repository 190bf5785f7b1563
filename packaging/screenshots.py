"""Pictures of the app for the README, drawn off screen with the pack that is installed (or --pack FOLDER).

Every window is the real one; what stands in it was translated by the pack while the picture was made.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

ROOT = Path(__file__).resolve().parents[1]
TEXT = (
    "The library opened in 1912 and still lends books to everyone in the valley. Its reading room looks out over the river, "
    "and in winter the stove is lit before dawn.\n\n"
    "Last year the town asked what should become of the old building. Most people wanted to keep it as it was. "
    "The council has set aside $3.2 million for the roof, and work begins on 14 May.\n\n"
    "Questions? Write to library@example.org or visit https://example.org/plans."
)
WIDE, NARROW = (1040, 640), (430, 760)


def main(argv: Sequence[str]) -> int:
    """Draw all pictures, or those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="only these: " + ", ".join(SHOTS))
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--pack", type=Path, help="folder of the language pack to translate with")
    parser.add_argument("--shot", help=argparse.SUPPRESS)  # one picture, in this process
    args = parser.parse_args(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    if args.shot:
        return _draw(args.shot, args.out, args.pack)
    import subprocess

    for name in args.names or SHOTS:  # a process each: scale and language are chosen before Qt starts
        with tempfile.TemporaryDirectory() as home:
            scale = "2" if name.endswith("200") else "1"
            env = {**os.environ, "TRANSLATOR_APP_HOME": home, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": scale}
            pack = ["--pack", str(args.pack)] if args.pack else []
            command = [sys.executable, str(Path(__file__)), "--shot", name, "--out", str(args.out.absolute()), *pack]
            if subprocess.run(command, env=env, cwd=ROOT, check=False).returncode:
                return 1
        print(args.out / f"{name}.png")
    return 0


class Stage:
    """The app with a text in it, and the ways to wait for it."""

    def __init__(self, pack: Path | None, **settings: object) -> None:
        from translator_app import app, paths
        from translator_app.gui.machine import ThisMachine
        from translator_app.gui.store import SettingsStore

        if pack is not None:
            paths.user_packs_dir().mkdir(parents=True)
            (paths.user_packs_dir() / pack.name).symlink_to(pack.absolute())
        self.qt = app._application()
        store = SettingsStore()
        store.change(welcomed=True, **settings)
        self.app = app.DesktopApp(self.qt, store, ThisMachine())
        self.window = self.app.window
        self.window.resize(*WIDE)
        self.app.start([])

    def translate(self, text: str) -> None:
        """Put a text in and wait for its translation."""
        self.window.set_text(text)
        self.wait_for(lambda: self.window.live.last is not None)

    def wait_for(self, condition: Callable[[], bool], at_most_ms: int = 60_000) -> None:
        """Let the app run until something holds."""
        from PySide6.QtCore import QEventLoop, QTimer

        loop = QEventLoop()
        timer = QTimer(interval=20)
        timer.timeout.connect(lambda: loop.quit() if condition() else None)
        timer.start()
        QTimer.singleShot(at_most_ms, loop.quit)
        loop.exec()
        if not condition():
            raise SystemExit("the app did not get there in time")

    def settle(self) -> None:
        """Let layouts and paint events happen."""
        from PySide6.QtCore import QEventLoop, QTimer

        loop = QEventLoop()
        QTimer.singleShot(150, loop.quit)
        loop.exec()


Shot = Callable[[Path | None], Iterator[object]]  # yields the Stage and then the widget to draw


def _main(pack: Path | None) -> Iterator[object]:
    yield from _window(pack, theme="light", language="en")


def _dark(pack: Path | None) -> Iterator[object]:
    yield from _window(pack, theme="dark", language="en")


def _chinese(pack: Path | None) -> Iterator[object]:
    yield from _window(pack, theme="light", language="zh_CN")


def _large(pack: Path | None) -> Iterator[object]:
    yield from _window(pack, theme="light", language="en")


def _narrow(pack: Path | None) -> Iterator[object]:
    yield from _window(pack, NARROW, theme="light", language="en")


def _window(pack: Path | None, size: tuple[int, int] = WIDE, **settings: object) -> Iterator[object]:
    stage = Stage(pack, **settings)
    yield stage
    stage.window.resize(*size)
    stage.translate(TEXT)
    stage.settle()
    pairs = stage.window.live.pairs
    sentences = [index for index, piece in enumerate(pairs.segments) if piece.translated]
    stage.window.reading.show_sentence(sentences[3])
    yield stage.window


def _dictionary(pack: Path | None) -> Iterator[object]:
    stage = Stage(pack, theme="light", language="en")
    yield stage
    stage.translate("spring")
    stage.wait_for(lambda: bool(stage.window.drawer.dictionary.view.toPlainText()))
    yield stage.window


def _settings(pack: Path | None) -> Iterator[object]:
    from translator_app.gui.settings_dialog import SettingsDialog

    stage = Stage(pack, theme="light", language="en")
    yield stage
    stage.app.show_settings()
    dialog = stage.window.findChild(SettingsDialog)
    assert dialog is not None
    dialog.list.setCurrentRow(3)
    yield dialog


def _history(pack: Path | None) -> Iterator[object]:
    stage = Stage(pack, theme="light", language="en")
    yield stage
    for text in ("Where is the station?", "The meeting is on Friday.", "Thank you for your help.", "I would like a cup of tea."):
        stage.translate(text)
        stage.window.finished.emit(text, stage.window.live.last)  # as after a pause
    stage.settle()
    stage.window.actions_.history.trigger()
    stage.settle()
    yield stage.window


def _popup(pack: Path | None) -> Iterator[object]:
    stage = Stage(pack, theme="light", language="en", popup_timeout_s=0)
    yield stage
    clipboard = stage.app.companions.clipboard
    finished: list[object] = []
    clipboard.finished.connect(lambda *_: finished.append(True))
    clipboard.translate("The library opened in 1912 and still lends books to everyone in the valley.", asked=True)
    stage.wait_for(lambda: bool(finished))
    yield clipboard.popup


def _packs(pack: Path | None) -> Iterator[object]:
    from translator_app.gui.packs_dialog import PacksDialog

    yield from _dialog(pack, "packs", PacksDialog)


def _offline(pack: Path | None) -> Iterator[object]:
    from translator_app.gui.offline_dialog import OfflineDialog

    yield from _dialog(pack, "offline", OfflineDialog)


def _dialog(pack: Path | None, action: str, kind: type["QWidget"]) -> Iterator[object]:
    stage = Stage(pack, theme="light", language="en")
    yield stage
    stage.translate("Hello.")  # the pack is loaded
    stage.window.actions_.named(action).trigger()
    dialog = stage.window.findChild(kind)
    assert dialog is not None
    stage.wait_for(lambda: not stage.app.thread_.has_jobs)
    stage.settle()
    yield dialog


SHOTS: dict[str, Shot] = {
    "main": _main,
    "dark": _dark,
    "chinese": _chinese,
    "narrow": _narrow,
    "main-200": _large,
    "dictionary": _dictionary,
    "settings": _settings,
    "history": _history,
    "popup": _popup,
    "packs": _packs,
    "offline": _offline,
}


def _draw(name: str, out: Path, pack: Path | None) -> int:
    from PySide6.QtWidgets import QWidget

    steps = SHOTS[name](pack)
    stage = next(steps)
    assert isinstance(stage, Stage)
    widget = next(steps)
    assert isinstance(widget, QWidget)
    stage.settle()
    saved = widget.grab().save(str(out / f"{name}.png"))
    stage.app.shut_down()
    return 0 if saved else 1


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
