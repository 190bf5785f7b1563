from collections.abc import Iterator
from dataclasses import fields
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import QLocale, QPoint, QPointF, Qt, QTranslator
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QKeySequence, QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.gui.conftest import Loader, fake_pack, typed
from translator_app import paths, selftest
from translator_app.gui import language, theme
from translator_app.gui.actions import words
from translator_app.gui.engine_thread import EngineThread
from translator_app.gui.hotkeys import Hotkeys
from translator_app.gui.icons import IconButton
from translator_app.gui.main_window import MainWindow
from translator_app.gui.settings_dialog import SettingsDialog
from translator_app.gui.shortcut_sheet import ShortcutSheet
from translator_app.gui.welcome import SAMPLE, Welcome
from translator_app.manifest import Manifest


@pytest.fixture
def dialog(qtbot: QtBot, window: MainWindow) -> SettingsDialog:
    settings_dialog = SettingsDialog(window.store, window.actions_, window)
    qtbot.addWidget(settings_dialog)
    settings_dialog.show()
    return settings_dialog


def named(dialog: SettingsDialog, kind: type[QWidget], name: str) -> QWidget:
    return next(widget for widget in dialog.findChildren(kind) if name in (widget.accessibleName(), getattr(widget, "text", str)()))


def test_a_box_changes_the_setting_and_follows_it(dialog: SettingsDialog, window: MainWindow) -> None:
    box = named(dialog, QCheckBox, "Translate while I type")
    assert isinstance(box, QCheckBox)
    box.click()
    assert not window.store.value.live
    assert not window.live.live
    window.store.change(live=True)
    assert box.isChecked()


def test_choices_and_numbers(dialog: SettingsDialog, window: MainWindow) -> None:
    mode = named(dialog, QComboBox, "Mode")
    assert isinstance(mode, QComboBox)
    mode.setCurrentIndex(1)
    mode.activated.emit(1)
    assert window.store.value.mode == "fast"
    threads = named(dialog, QSpinBox, "Threads")
    assert isinstance(threads, QSpinBox)
    threads.setValue(3)
    assert window.store.value.threads == 3


def test_a_number_counts_when_it_is_typed_to_its_end(qtbot: QtBot, dialog: SettingsDialog, window: MainWindow) -> None:
    stored: list[int] = []
    window.store.changed.connect(lambda settings, _names: stored.append(settings.history_limit))
    box = named(dialog, QSpinBox, "Keep at most")
    assert isinstance(box, QSpinBox)
    box.selectAll()
    qtbot.keyClicks(box, "20000")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert stored == [20_000]  # never 20, which would delete all but 20 entries


def test_the_controls_of_a_page_begin_at_the_same_place(qtbot: QtBot, dialog: SettingsDialog) -> None:
    for row in range(dialog.list.count()):
        dialog.list.setCurrentRow(row)
        page = dialog.stack.currentWidget()
        assert page is not None
        qtbot.waitUntil(page.isVisible)
        controls = [box for kind in (QSpinBox, QComboBox, QLineEdit, QKeySequenceEdit) for box in page.findChildren(kind)]
        lefts = {box.mapTo(page, QPoint()).x() for box in controls if box.accessibleName()}
        assert len(lefts) <= 1, dialog.list.item(row).text()


def test_enter_in_a_field_presses_no_button(qtbot: QtBot, dialog: SettingsDialog, window: MainWindow) -> None:
    pressed: list[str] = []
    for button in dialog.findChildren(QPushButton):
        button.clicked.disconnect()
        button.clicked.connect(lambda _checked, button=button: pressed.append(button.text()))
    dialog.list.setCurrentRow(1)
    field = named(dialog, QLineEdit, "Leave untranslated")
    qtbot.keyClicks(field, "[A-Z]+")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.store.value.keep_english == "[A-Z]+"
    assert pressed == []
    assert dialog.isVisible()


def test_the_wheel_scrolls_the_page_and_changes_nothing(qtbot: QtBot, dialog: SettingsDialog, window: MainWindow) -> None:
    dialog.resize(dialog.width(), 200)
    dialog.list.setCurrentRow(3)
    before = window.store.value
    page = dialog.stack.currentWidget()
    assert isinstance(page, QScrollArea)
    qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() > 0)
    boxes = named(dialog, QComboBox, "Mode"), named(dialog, QSpinBox, "Threads")
    assert not any(turn(box, -120) for box in boxes)  # left to the page
    assert window.store.value == before
    assert turn(page.viewport(), -120)
    assert page.verticalScrollBar().value() > 0
    boxes[1].setFocus()
    assert turn(boxes[1], 120)
    assert window.store.value.threads == 1


def turn(widget: QWidget, eighths_of_a_degree: int) -> bool:
    """Turn the wheel over a widget: does it take that?"""
    place, wheel = QPointF(4, 4), QPoint(0, eighths_of_a_degree)
    button, key, phase = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(place, widget.mapToGlobal(place), QPoint(), wheel, button, key, phase, False)
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def test_a_taken_shortcut_is_refused_with_its_owner(qtbot: QtBot, dialog: SettingsDialog, window: MainWindow) -> None:
    edit = named(dialog, QKeySequenceEdit, "Shortcut, anywhere")
    assert isinstance(edit, QKeySequenceEdit)
    before = window.store.value.hotkey_translate
    edit.setKeySequence(QKeySequence(window.store.value.hotkey_show))
    edit.editingFinished.emit()
    assert window.store.value.hotkey_translate == before
    assert edit.keySequence().toString() == before
    assert dialog.taken("hotkey_translate", "Ctrl+Return")
    assert dialog.taken("hotkey_translate", "Ctrl+Q") == "Quit"
    assert not dialog.taken("hotkey_translate", "Ctrl+Alt+J")
    edit.setKeySequence(QKeySequence("Ctrl+Alt+J"))
    edit.editingFinished.emit()
    assert window.store.value.hotkey_translate == "Ctrl+Alt+J"


def test_the_sheet_shows_every_shortcut(qtbot: QtBot, window: MainWindow) -> None:
    sheet = ShortcutSheet(window.actions_, [("Translate the clipboard", "Ctrl+Alt+T")], window)
    qtbot.addWidget(sheet)
    words = {label.text() for label in sheet.findChildren(QLabel)}
    for action in window.actions():
        if not action.shortcut().isEmpty():
            assert action.shortcut().toString(QKeySequence.SequenceFormat.NativeText) in words
    assert "Ctrl+Alt+T" in words


@pytest.mark.parametrize(
    ("text", "plain"), [("&Open File…", "Open File"), ("打开文件(&O)…", "打开文件"), ("Co&mpact (small)", "Compact (small)")]
)
def test_words_of_a_command(text: str, plain: str) -> None:
    assert words(QAction(text)) == plain


def test_no_two_commands_share_a_shortcut(window: MainWindow) -> None:
    keys = [key.toString() for action in window.actions() for key in action.shortcuts()]
    assert len(keys) == len(set(keys))


def test_the_welcome_shows_that_it_works(qtbot: QtBot, window: MainWindow, thread: EngineThread) -> None:
    welcome = Welcome(thread, window)
    qtbot.addWidget(welcome)
    qtbot.waitUntil(lambda: welcome.target.text() == f"【{SAMPLE.upper()}】")
    assert "0.50" in welcome.time.text()
    with qtbot.waitSignal(welcome.accepted):
        welcome.start.click()


def test_the_welcome_has_a_sample_in_the_language_of_the_pack(
    qtbot: QtBot, window: MainWindow, thread: EngineThread, loader: Loader, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = fake_pack("de-en-fake", "de", "en")
    loader.prepare = lambda engine: setattr(engine, "pack", german)
    monkeypatch.setattr(selftest, "has_cases", lambda _pack: False)
    without = Welcome(thread, window)
    qtbot.addWidget(without)
    qtbot.waitUntil(without.card.isHidden)
    monkeypatch.setattr(selftest, "has_cases", lambda _pack: True)
    monkeypatch.setattr(selftest, "cases", lambda _pack: [("Guten Morgen.", "Good morning.")])
    welcome = Welcome(thread, window)
    qtbot.addWidget(welcome)
    qtbot.waitUntil(lambda: welcome.target.text() == "【GUTEN MORGEN.】")
    assert welcome.source.text() == "Guten Morgen."


@pytest.fixture
def in_chinese() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("zh_CN"))
    yield
    QLocale.setDefault(before)


def manifest(name: str, source: str, target: str) -> Manifest:
    return cast(Manifest, SimpleNamespace(name=name, languages=(source, target)))


def test_names_of_languages_and_packs(qapp: QApplication) -> None:
    assert [language.name(tag) for tag in ("en", "pt-BR", "cmn_Hans", "gd", "roa-xx")] == [
        "English", "Portuguese", "Chinese", "Scottish Gaelic", "roa-xx",
    ]  # fmt: skip
    assert language.pack_name(manifest("English to Chinese (starter)", "en", "zh")) == "English to Chinese (starter)"


def test_names_in_chinese(qapp: QApplication, in_chinese: None) -> None:
    assert [language.name(tag) for tag in ("en", "de", "zh")] == ["英语", "德语", "中文"]
    translator = QTranslator()
    assert translator.load(str(paths.assets_dir() / "i18n" / "translator_app_zh_CN.qm"))
    qapp.installTranslator(translator)
    try:
        assert language.pack_name(manifest("English to Chinese (starter)", "en", "zh")) == "英语 → 中文 (starter)"
        assert language.pack_name(manifest("opus-mt-en-zh", "en", "zh")) == "opus-mt-en-zh"
    finally:
        qapp.removeTranslator(translator)


def contrast(one: str, other: str) -> float:
    """Contrast ratio of WCAG 2.2."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    def luminance(name: str) -> float:
        color = QColor(name)
        red, green, blue = (linear(part) for part in (color.redF(), color.greenF(), color.blueF()))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colors", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_text_has_contrast_on_every_background(colors: theme.Colors) -> None:
    for background in (colors.window, colors.surface, colors.hover, colors.accent_soft, colors.warning_soft):
        for text in (colors.text, colors.muted, colors.accent):
            if (text, background) in ((colors.muted, colors.warning_soft), (colors.accent, colors.warning_soft)):
                continue  # not used together
            assert contrast(text, background) >= 4.5, (text, background)
    assert contrast(colors.on_accent, colors.accent) >= 4.5
    for background in (colors.surface, colors.window, colors.warning_soft):
        assert contrast(colors.warning, background) >= 4.5
    assert contrast(colors.text, colors.warning_soft) >= 4.5


def test_every_colour_is_used_in_the_sheet() -> None:
    sheet = theme._style_sheet(theme.LIGHT)
    assert "@" not in sheet.split("*/", 1)[1]
    assert all(getattr(theme.LIGHT, field.name) in sheet for field in fields(theme.Colors))


def test_escape_closes_a_dialog(qtbot: QtBot, dialog: SettingsDialog) -> None:
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_the_end_of_a_translation_is_said_to_screen_readers(qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    class Reader:
        isActive = staticmethod(lambda: True)  # noqa: N815 - Qt's name
        updateAccessibility = staticmethod(lambda event: said.append(event.message()))  # noqa: N815

    monkeypatch.setattr("translator_app.gui.announce.QAccessible", Reader)
    typed(qtbot, window, "Hello.")
    assert said == ["Translation finished"]


def test_the_context_menu_offers_what_one_can_do_with_a_sentence(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "One. Two.")
    pane = window.target.pane
    place = pane.cursorRect().center()
    QApplication.sendEvent(pane.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, pane.mapToGlobal(place)))
    menu = pane.findChild(QMenu)
    assert menu is not None
    assert window.actions_.alternatives in menu.actions()
    menu.close()


def test_an_enabled_button_looks_enabled(qtbot: QtBot, qapp: QApplication) -> None:
    theme.apply(qapp, "light")
    button = IconButton("copy", "Copy")
    qtbot.addWidget(button)
    button.setEnabled(False)
    button.show()
    button.ensurePolished()
    button.setEnabled(True)
    image = button.icon().pixmap(18, 18).toImage()
    darkest = min(image.pixelColor(x, y).lightness() for x in range(18) for y in range(18) if image.pixelColor(x, y).alpha() > 200)
    assert darkest <= QColor(theme.LIGHT.muted).lightness() + 4
    qapp.setStyleSheet("")


def test_shortcuts_that_the_system_refused_are_named(qtbot: QtBot, window: MainWindow) -> None:
    hotkeys = Hotkeys()
    dialog = SettingsDialog(window.store, window.actions_, window, hotkeys)
    qtbot.addWidget(dialog)
    hotkeys.note_problem("translate", "taken")
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    assert "Translate the clipboard: another program has it already" in texts
    dialog.reject()
    hotkeys.note_problem("show", "taken")  # the closed dialog is not asked to show it


def test_the_token_can_be_renewed(dialog: SettingsDialog, window: MainWindow) -> None:
    window.store.change(server_token="old")
    button = next(button for button in dialog.findChildren(QPushButton) if button.text() == "Renew")
    button.click()
    assert len(window.store.value.server_token) >= 24
