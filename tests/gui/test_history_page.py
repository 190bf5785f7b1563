from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.gui.conftest import Loader, fake_pack, typed
from translator_app.gui.companions import Companions
from translator_app.gui.history_keeper import HistoryKeeper
from translator_app.gui.history_page import PAGE_ENTRIES, HistoryPage
from translator_app.gui.main_window import MainWindow
from translator_app.gui.store import SettingsStore
from translator_app.history import History
from translator_app.manifest import LanguagePair


def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / "history.sqlite"


def keep(qtbot: QtBot, keeper: HistoryKeeper, *pairs: tuple[str, str], clipboard: bool = False) -> None:
    for source, target in pairs:
        with qtbot.waitSignal(keeper.changed):
            keeper.keep(source, target, "en-zh", "p", clipboard=clipboard)


def opened(qtbot: QtBot, companions: Companions, entries: int) -> HistoryPage:
    companions._window.actions_.history.trigger()
    page = companions.history_page
    assert page is not None
    qtbot.waitUntil(lambda: len(page.model.entries) == entries)
    return page


def sources(page: HistoryPage) -> list[str]:
    return [entry.source for entry in page.model.entries]


def test_a_pause_makes_an_entry_and_typing_on_replaces_it(qtbot: QtBot, window: MainWindow, companions: Companions) -> None:
    typed(qtbot, window, "Hello")
    with qtbot.waitSignal(companions.history.changed):
        window.live._settle.timeout.emit()
    typed(qtbot, window, " world.")
    with qtbot.waitSignal(companions.history.changed):
        window.live._settle.timeout.emit()
    page = opened(qtbot, companions, 1)
    assert sources(page) == ["Hello world."]
    assert page.model.entries[0].target == "【HELLO WORLD.】"
    assert page.model.entries[0].pair == "en-zh"


def test_nothing_is_written_in_private_mode_or_when_it_is_off(
    qtbot: QtBot, companions: Companions, store: SettingsStore, tmp_path: Path
) -> None:
    for change in ({"private_mode": True}, {"private_mode": False, "history": False}):
        store.change(**change)
        companions.history.keep("secret", "秘密", "en-zh", "")
    store.change(history=True)
    companions.history.keep("copied", "复制", "en-zh", "", clipboard=True)
    companions.shut_down()
    assert not file(tmp_path).exists()


def test_clipboard_items_are_kept_when_asked(qtbot: QtBot, companions: Companions, store: SettingsStore) -> None:
    store.change(history_clipboard=True)
    keep(qtbot, companions.history, ("copied", "复制"), clipboard=True)
    assert opened(qtbot, companions, 1).model.entries[0].clipboard


def test_search_as_you_type_in_both_languages(qtbot: QtBot, companions: Companions) -> None:
    keep(qtbot, companions.history, ("The library", "图书馆"), ("Good night", "晚安"))
    page = opened(qtbot, companions, 2)
    assert page.field.hasFocus() or not page.field.isActiveWindow()
    qtbot.keyClicks(page.field, "libr")
    qtbot.waitUntil(lambda: sources(page) == ["The library"])
    page.field.setText("安")
    qtbot.waitUntil(lambda: sources(page) == ["Good night"])
    page.field.setText("zebra")
    qtbot.waitUntil(lambda: page.stack.currentWidget() is page.empty)
    assert "Nothing found" in page.empty.text()


def test_the_empty_history_says_what_it_is(qtbot: QtBot, companions: Companions, store: SettingsStore) -> None:
    page = opened(qtbot, companions, 0)
    assert "stay on this computer" in page.empty.text()
    store.change(private_mode=True)
    with qtbot.waitSignal(page.model.modelReset):
        page.refresh()
    assert "Private mode" in page.empty.text()


def test_open_again_and_copy(qtbot: QtBot, companions: Companions, window: MainWindow) -> None:
    keep(qtbot, companions.history, ("The library", "图书馆"), ("Good night", "晚安"))
    page = opened(qtbot, companions, 2)
    assert not page.open.isEnabled()
    page.list.setCurrentIndex(page.model.index(1))
    with qtbot.waitSignal(window.copied) as copied:
        page.copy.trigger()
    assert copied.args == ["图书馆"]
    assert QGuiApplication.clipboard().text() == "图书馆"
    page.list.setFocus()
    with qtbot.waitSignal(window.live.finished):
        qtbot.keyClick(page.list, Qt.Key.Key_Return)
    assert window.source.pane.text == "The library"
    assert window.drawer.isHidden()


def test_favourites(qtbot: QtBot, companions: Companions) -> None:
    keep(qtbot, companions.history, ("One", "一"), ("Two", "二"))
    page = opened(qtbot, companions, 2)
    page.list.setCurrentIndex(page.model.index(1))
    page.star.trigger()
    qtbot.waitUntil(lambda: page.model.entries[1].favourite)
    assert page.star.text() == "No Favourite"  # the selection stays
    page.only_starred.trigger()
    qtbot.waitUntil(lambda: sources(page) == ["One"])
    assert "Favourite" in str(page.model.data(page.model.index(0), Qt.ItemDataRole.AccessibleTextRole))


def test_delete_and_clear_with_undo(qtbot: QtBot, companions: Companions, window: MainWindow) -> None:
    keep(qtbot, companions.history, ("One", "一"), ("Two", "二"), ("Three", "三"))
    page = opened(qtbot, companions, 3)
    page.list.setCurrentIndex(page.model.index(0))
    page.list.setFocus()
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: sources(page) == ["Two", "One"])
    qtbot.waitUntil(lambda: window.notice.topic == "history")
    window.notice.button.click()
    qtbot.waitUntil(lambda: sources(page) == ["Three", "Two", "One"])
    page.clear.trigger()
    qtbot.waitUntil(lambda: page.stack.currentWidget() is page.empty)
    window.notice.button.click()
    qtbot.waitUntil(lambda: len(page.model.entries) == 3)


def test_an_entry_is_opened_in_its_direction(qtbot: QtBot, companions: Companions, window: MainWindow, loader: Loader) -> None:
    window.set_packs([fake_pack(), fake_pack("zh-en-fake", "zh", "en")], fake_pack())
    with qtbot.waitSignal(companions.history.changed):
        companions.history.keep("你好。", "Hello.", "zh-en", "p")
    page = opened(qtbot, companions, 1)
    with qtbot.waitSignal(window.live.finished):
        page.opened.emit(page.model.entries[0])
    assert window.header.pair == LanguagePair("zh", "en")
    assert loader.engine.pack.pack_id == "zh-en-fake"


def test_export(qtbot: QtBot, companions: Companions, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(qtbot, companions.history, ("One", "一"))
    page = opened(qtbot, companions, 1)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(tmp_path / "words.csv"), ""))
    page.exports[0].trigger()
    qtbot.waitUntil(lambda: "exported" in window.notice.text.text())
    assert "One,一" in (tmp_path / "words.csv").read_text(encoding="utf-8-sig")


def test_more_entries_come_when_the_end_is_reached(qtbot: QtBot, companions: Companions, tmp_path: Path) -> None:
    history = History(file(tmp_path))
    for number in range(PAGE_ENTRIES + 3):
        history.add(f"Number {number}", "数")
    history.close()
    page = opened(qtbot, companions, PAGE_ENTRIES)
    page.list.scrollToBottom()
    qtbot.waitUntil(lambda: len(page.model.entries) == PAGE_ENTRIES + 3)
    assert len(set(sources(page))) == PAGE_ENTRIES + 3


def test_damage_is_told(qtbot: QtBot, companions: Companions, window: MainWindow, tmp_path: Path) -> None:
    file(tmp_path).parent.mkdir(parents=True)
    file(tmp_path).write_bytes(b"no database" * 500)
    companions.history.keep("One", "一", "en-zh", "")
    qtbot.waitUntil(lambda: "damaged" in window.notice.text.text())
    assert opened(qtbot, companions, 1)


def test_the_limit_is_applied(qtbot: QtBot, companions: Companions, store: SettingsStore) -> None:
    keep(qtbot, companions.history, *((f"Number {number}", "数") for number in range(12)))
    page = opened(qtbot, companions, 12)
    store.change(history_limit=10)
    qtbot.waitUntil(lambda: len(page.model.entries) == 10)


def test_every_control_has_a_name(qtbot: QtBot, companions: Companions) -> None:
    from PySide6.QtWidgets import QLineEdit, QListView, QToolButton

    page = opened(qtbot, companions, 0)
    controls = [widget for kind in (QLineEdit, QListView, QToolButton) for widget in page.findChildren(kind)]
    assert all(widget.accessibleName() or widget.parent() is page.field for widget in controls)


def test_rows_are_drawn(qtbot: QtBot, companions: Companions) -> None:
    keep(qtbot, companions.history, ("One\nline after the other", "一"))
    page = opened(qtbot, companions, 1)
    page.list.setCurrentIndex(page.model.index(0))
    page.star.trigger()
    qtbot.waitUntil(lambda: page.model.entries[0].favourite)
    assert not page.list.grab().isNull()
