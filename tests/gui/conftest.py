"""A fake engine and fixtures that stop every thread and assert that it finished."""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from translator_app.engine.checks import Warning
from translator_app.engine.dictionary import Sense
from translator_app.engine.translator import SegmentResult, TranslateOptions, Translation
from translator_app.errors import Cancelled
from translator_app.gui.companions import Companions
from translator_app.gui.engine_thread import EngineConfig, EngineThread
from translator_app.gui.main_window import MainWindow
from translator_app.gui.session import Session
from translator_app.gui.store import SettingsStore
from translator_app.packs import LanguagePair, Pack

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # to watch: QT_QPA_PLATFORM=xcb

DEFAULT = TranslateOptions()


def fake_pack(pack_id: str = "en-zh-fake", source: str = "en", target: str = "zh") -> Pack:
    """A pack of which only what the window shows is there."""
    manifest = SimpleNamespace(
        pack_id=pack_id,
        name=f"{source} to {target}",
        pair=LanguagePair(source, target),
        languages=(source, target),
        precision={"encoder": "int8", "decoder": "int8"},
        licence="CC-BY-4.0",
    )
    return cast(Pack, SimpleNamespace(pack_id=pack_id, manifest=manifest, folder=Path("/nowhere")))


def fake_dictionary(word: str) -> list[Sense]:
    if word.lower() == "nothing":
        return []
    return [Sense("词典", "詞典", "cí diǎn", f"{word}; dictionary"), Sense("字典", "字典", "zì diǎn", "character dictionary")]


class FakeEngine:
    """Translates by upper case, sentence by sentence; `gate` closed holds it between sentences until should_stop."""

    def __init__(self, pack_id: str = "en-zh-fake") -> None:
        source, target = ("zh", "en") if pack_id.startswith("zh") else ("en", "zh")
        self.pack = fake_pack(pack_id, source, target)
        self.threads = 2
        self.gate = threading.Event()
        self.gate.set()
        self.entered = threading.Event()
        self.calls: list[str] = []
        self.cancelled = 0
        self.closed = False
        self.batch_dropped = False
        self.error: Exception | None = None
        self.warnings: dict[str, tuple[Warning, ...]] = {}
        self.notice = ""

    def translate(
        self,
        text: str,
        options: TranslateOptions = DEFAULT,
        *,
        on_segment: Callable[[SegmentResult], None] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Translation:
        self.calls.append(text)
        if self.error:
            error, self.error = self.error, None
            raise error
        joined = text.count("\n") if options.unwrap else 0
        text = text.replace("\n", " ") if options.unwrap else text
        results: list[SegmentResult] = []
        start = 0
        for sentence in _sentences(text):
            self.entered.set()
            while not self.gate.wait(0.001):
                if should_stop and should_stop():
                    self.cancelled += 1
                    raise Cancelled
            if should_stop and should_stop():
                self.cancelled += 1
                raise Cancelled
            blank = not sentence.strip()
            target = sentence if blank else sentence.replace(sentence.strip(), f"【{sentence.strip().upper()}】")
            warnings = self.warnings.get(sentence.strip(), ())
            target_start = sum(len(r.target) for r in results)
            result = SegmentResult(sentence, target, start, target_start, not blank, -0.5, warnings, 0, False, False)
            start += len(sentence)
            results.append(result)
            if on_segment:
                on_segment(result)
        return Translation(text, "".join(r.target for r in results), tuple(results), joined, self.notice, 0.5)

    def translate_many(
        self,
        texts: Sequence[str],
        options: TranslateOptions = DEFAULT,
        *,
        should_stop: Callable[[], bool] | None = None,
    ) -> list[Translation]:
        return [self.translate(text, options, should_stop=should_stop) for text in texts]

    def alternatives(
        self,
        sentence: str,
        count: int = 4,
        options: TranslateOptions = DEFAULT,
        *,
        should_stop: Callable[[], bool] | None = None,
    ) -> list[str]:
        return [f"【{sentence.upper()} {i}】" for i in range(count)]

    @property
    def identity(self) -> str:
        return self.pack.pack_id

    def set_threads(self, threads: int) -> None:
        self.threads = threads

    def drop_batch_kernel(self) -> None:
        self.batch_dropped = True

    def close(self) -> None:
        self.closed = True


def _sentences(text: str) -> list[str]:
    """Cut after ". " and at line ends, loss-free; a trailing space stays with its sentence."""
    parts: list[str] = []
    for line in text.splitlines(keepends=True):
        rest = line
        while ". " in rest:
            head, rest = rest.split(". ", 1)
            parts.append(head + ". ")
        if rest:
            parts.append(rest)
    return parts


class Loader:
    """Loads fakes and remembers them."""

    def __init__(self) -> None:
        self.engines: list[FakeEngine] = []
        self.prepare: Callable[[FakeEngine], Any] = lambda _engine: None
        self.error: Exception | None = None

    def __call__(self, pack_id: str, config: EngineConfig, _tell: Callable[[str], object] | None = None) -> FakeEngine:
        if self.error:
            error, self.error = self.error, None
            raise error
        engine = FakeEngine(pack_id or "en-zh-fake")
        engine.threads = config.threads or 2
        self.prepare(engine)
        self.engines.append(engine)
        return engine

    @property
    def engine(self) -> FakeEngine:
        return self.engines[-1]


@pytest.fixture
def loader() -> Loader:
    return Loader()


@pytest.fixture
def thread(qtbot: QtBot, loader: Loader) -> Iterator[EngineThread]:
    """A running engine thread; stopped and checked afterwards."""
    engine_thread = EngineThread(loader, EngineConfig(idle_s=0))
    engine_thread.start()
    yield engine_thread
    for engine in loader.engines:
        engine.gate.set()
    engine_thread.stop()
    assert engine_thread.isFinished()
    assert all(engine.closed for engine in loader.engines)


@pytest.fixture
def store(qtbot: QtBot, tmp_path: Path) -> Iterator[SettingsStore]:
    """Settings in a folder of the test."""
    settings_store = SettingsStore(tmp_path / "settings.json")
    yield settings_store
    settings_store.flush()


@pytest.fixture
def window(qtbot: QtBot, thread: EngineThread, store: SettingsStore, tmp_path: Path) -> Iterator[MainWindow]:
    """The main window with a fake engine, shown."""
    store.change(debounce_ms=50)
    main_window = MainWindow(store, thread, Session(tmp_path / "session"), fake_dictionary, FakeMachine())
    qtbot.addWidget(main_window)
    main_window.set_packs([fake_pack()], fake_pack())
    main_window.show()
    qtbot.waitExposed(main_window)
    yield main_window
    QGuiApplication.clipboard().clear()


@pytest.fixture
def companions(
    qtbot: QtBot, window: MainWindow, store: SettingsStore, thread: EngineThread, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Companions]:
    """All that stands beside the main window, with a home of its own."""
    monkeypatch.setenv("TRANSLATOR_APP_HOME", str(tmp_path / "home"))
    made = Companions(window, store, thread, FakeMachine(), window)
    yield made
    made.shut_down()


class FakeMachine:
    """A computer that says what it is told to."""

    battery = False

    def on_battery(self) -> bool:
        return self.battery

    def memory_bytes(self) -> int:
        return 123_000_000


def typed(qtbot: QtBot, main_window: MainWindow, text: str) -> Translation:
    """Type a text and wait for its translation."""
    with qtbot.waitSignal(main_window.live.finished) as done:
        qtbot.keyClicks(main_window.source.pane, text)
    assert done.args is not None
    translation = done.args[0]
    assert isinstance(translation, Translation)
    return translation
