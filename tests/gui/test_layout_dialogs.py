"""The dialogs and the history hold with large text and with words of twice the length."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from tests.gui.test_layout import Verbose
from translator_app.gui import theme
from translator_app.gui.companions import Companions
from translator_app.gui.main_window import MainWindow
from translator_app.gui.store import SettingsStore

SMALL_SCREEN = (1000, 700)


@pytest.fixture(params=["large text", "long words"])
def dressed(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[QApplication]:
    """An application that needs more room than the designer's."""
    font, verbose = qapp.font(), Verbose()
    theme.apply(qapp, "light")
    if request.param == "large text":
        large = qapp.font()
        large.setPointSizeF(font.pointSizeF() * 2)
        qapp.setFont(large)
    else:
        qapp.installTranslator(verbose)
    yield qapp
    qapp.removeTranslator(verbose)
    qapp.setFont(font)
    qapp.setStyleSheet("")


@pytest.fixture
def companions(dressed: QApplication, companions: Companions) -> Companions:
    """Made after the application was dressed."""
    return companions


def fits(widget: QWidget) -> None:
    hint = widget.minimumSizeHint()
    assert hint.width() <= SMALL_SCREEN[0], hint
    assert hint.height() <= SMALL_SCREEN[1], hint


Show = Callable[[Companions], QDialog | None]


@pytest.mark.parametrize(
    "show",
    [
        pytest.param(lambda c: (c.show_packs(), c.packs)[1], id="packs"),
        pytest.param(lambda c: (c.show_offline(), c.offline)[1], id="offline"),
    ],
)
def test_dialogs(qtbot: QtBot, companions: Companions, show: Show) -> None:
    dialog = show(companions)
    assert dialog is not None
    fits(dialog)


def test_history(qtbot: QtBot, companions: Companions, window: MainWindow) -> None:
    companions.show_history()
    assert companions.history_page is not None
    fits(companions.history_page)


def test_popup(qtbot: QtBot, companions: Companions, store: SettingsStore) -> None:
    popup = companions.clipboard.popup
    popup.show_waiting("A sentence.", store.value, take_focus=False)
    popup.show_text("一句话。", finished=True)
    fits(popup)
    assert popup.minimumSizeHint().height() <= popup.height()
