"""The window holds with large text and long words of other languages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.conftest import FakeMachine, fake_pack, typed
from translator_app.gui import theme
from translator_app.gui.engine_thread import EngineThread
from translator_app.gui.main_window import MainWindow
from translator_app.gui.session import Session
from translator_app.gui.settings_dialog import SettingsDialog
from translator_app.gui.store import SettingsStore


class Verbose(QTranslator):
    """A language that needs twice the room."""

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str:
        return f"{source} {'W' * (len(source) // 2)}"

    def isEmpty(self) -> bool:
        return False


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[QApplication]:
    font = qapp.font()
    theme.apply(qapp, "light")
    yield qapp
    qapp.setFont(font)
    qapp.setStyleSheet("")


def make_window(qtbot: QtBot, store: SettingsStore, thread: EngineThread, tmp_path: Path) -> MainWindow:
    window = MainWindow(store, thread, Session(tmp_path), machine=FakeMachine())
    qtbot.addWidget(window)
    window.set_packs([fake_pack()], fake_pack())
    window.show()
    return window


def test_text_of_twice_the_size_fits_a_small_screen(
    qtbot: QtBot, dressed: QApplication, store: SettingsStore, thread: EngineThread, tmp_path: Path
) -> None:
    font = dressed.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    dressed.setFont(font)
    window = make_window(qtbot, store, thread, tmp_path)
    typed(qtbot, window, "One. Two.")
    assert window.minimumSizeHint().width() <= 1000
    assert window.minimumSizeHint().height() <= 700
    button = window.target.copy_button
    assert button.iconSize().height() >= button.fontMetrics().height() - 1
    dialog = SettingsDialog(store, window.actions_, window)
    qtbot.addWidget(dialog)
    assert dialog.height() <= dialog.screen().availableSize().height()


def test_words_of_twice_the_length_fit(
    qtbot: QtBot, dressed: QApplication, store: SettingsStore, thread: EngineThread, tmp_path: Path
) -> None:
    verbose = Verbose()
    dressed.installTranslator(verbose)
    try:
        window = make_window(qtbot, store, thread, tmp_path)
        typed(qtbot, window, "One. Two.")
        assert "WW" in window.target.state.text()
        assert window.minimumSizeHint().width() <= 1000
    finally:
        dressed.removeTranslator(verbose)
