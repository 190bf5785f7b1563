from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QDropEvent,
    QFont,
    QFontDatabase,
    QFontInfo,
    QFontMetricsF,
    QGuiApplication,
    QInputMethodEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFileDialog, QTextEdit
from pytestqt.qtbot import QtBot

from tests.gui.conftest import FakeEngine, Loader, fake_pack, typed
from translator_app.engine.checks import Warning
from translator_app.engine.translator import SegmentResult
from translator_app.errors import PackNotFound
from translator_app.gui import fonts, theme
from translator_app.gui.engine_thread import Channel, EngineThread
from translator_app.gui.main_window import MainWindow
from translator_app.gui.panes import BASELINE_EMS, LONG_CHARS, Pane
from translator_app.gui.text_commands import LONG_PASTE_CHARS


def background_ranges(pane: Pane) -> list[str]:
    """Texts that are lit."""
    found = []
    for selection in pane.extraSelections():
        assert isinstance(selection, QTextEdit.ExtraSelection)
        if selection.format.background().style() != Qt.BrushStyle.NoBrush:
            found.append(selection.cursor.selectedText())
    return found


def paste(window: MainWindow, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    window.source.pane.paste()


def test_typing_translates(qtbot: QtBot, window: MainWindow) -> None:
    translation = typed(qtbot, window, "Hello there. How are you?")
    assert translation.target == "【HELLO THERE.】 【HOW ARE YOU?】"
    assert window.target.pane.toPlainText() == translation.target
    assert window.target.state.text().startswith("2 ")
    assert "5" in window.source.size_label.text()


def test_emptying_the_source_empties_the_target_at_once(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "Hello.")
    window.source.pane.selectAll()
    qtbot.keyClick(window.source.pane, Qt.Key.Key_Delete)
    assert window.target.pane.toPlainText() == ""
    assert not window.actions_.copy.isEnabled()


def test_emptying_while_busy_leaves_nothing_behind(qtbot: QtBot, window: MainWindow, loader: Loader) -> None:
    loader.prepare = lambda engine: engine.gate.clear()
    qtbot.keyClicks(window.source.pane, "Hello.")
    qtbot.waitUntil(lambda: bool(loader.engines) and loader.engine.entered.is_set())
    window.source.pane.selectAll()
    qtbot.keyClick(window.source.pane, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: loader.engine.cancelled == 1)
    loader.engine.gate.set()
    assert typed(qtbot, window, "Next.").target == "【NEXT.】"


def test_an_edit_of_one_sentence_keeps_the_others_on_screen(qtbot: QtBot, window: MainWindow, loader: Loader) -> None:
    typed(qtbot, window, "One. Two. Three.")
    loader.engine.gate.clear()
    loader.engine.entered.clear()
    qtbot.keyClicks(window.source.pane, " Four.")
    qtbot.waitUntil(loader.engine.entered.is_set)
    assert window.target.pane.toPlainText() == "【ONE.】 【TWO.】 【THREE.】"
    with qtbot.waitSignal(window.live.finished):
        loader.engine.gate.set()
    assert window.target.pane.toPlainText().endswith("【FOUR.】")


def test_a_text_that_is_set_aside_for_the_popup_comes_out_whole(
    qtbot: QtBot, window: MainWindow, thread: EngineThread, loader: Loader
) -> None:
    loader.prepare = lambda engine: engine.gate.clear()
    qtbot.keyClicks(window.source.pane, "One. Two.")
    qtbot.waitUntil(lambda: bool(loader.engines) and loader.engine.entered.is_set())
    thread.translate(Channel.POPUP, "Quick.", window.options())
    qtbot.waitUntil(lambda: loader.engine.cancelled > 0)
    with qtbot.waitSignal(window.live.finished):
        loader.engine.gate.set()
    assert window.target.pane.toPlainText() == "【ONE.】 【TWO.】"
    assert len(window.live.pairs) == 2


def test_streaming_adds_to_what_is_there_and_starts_over_when_told(window: MainWindow) -> None:
    live = window.live
    live._revision = 7
    pieces = [SegmentResult(f"S{i}. ", f"译{i}。", 0, 0, True, warnings=(Warning("number", "1"),)) for i in range(4)]
    for index in (0, 1, 2):
        live._on_segment(7, index, pieces[index])
    live._on_flush()
    assert window.target.pane.toPlainText() == "译0。译1。译2。"
    live._on_segment(7, 0, pieces[3])
    live._on_flush()
    assert window.target.pane.toPlainText() == "译3。"
    assert len(live.pairs.doubtful()) == 1
    live._revision = 0


def test_without_live_translation_ctrl_enter_translates(qtbot: QtBot, window: MainWindow, loader: Loader) -> None:
    window.store.change(live=False)
    assert "Ctrl+Enter" in window.target.pane.placeholderText()
    qtbot.keyClicks(window.source.pane, "Hello.")
    with qtbot.waitSignal(window.live.finished):
        qtbot.keyClick(window.source.pane, Qt.Key.Key_Enter, Qt.KeyboardModifier.ControlModifier)  # of the number pad
    assert loader.engine.calls == ["Hello."]


def test_stop_keeps_what_is_there(qtbot: QtBot, window: MainWindow, loader: Loader) -> None:
    typed(qtbot, window, "One.")
    loader.engine.gate.clear()
    loader.engine.entered.clear()
    qtbot.keyClicks(window.source.pane, " Two.")
    qtbot.waitUntil(loader.engine.entered.is_set)
    assert window.actions_.stop.isEnabled()
    qtbot.waitUntil(window.target.stop_button.isVisible)
    window.actions_.stop.trigger()
    assert not window.actions_.stop.isEnabled()
    assert not window.target.stop_button.isVisible()
    assert window.target.pane.toPlainText() == "【ONE.】"
    qtbot.waitUntil(lambda: loader.engine.cancelled == 1)


def test_an_error_is_shown_and_the_next_text_works(qtbot: QtBot, window: MainWindow, loader: Loader) -> None:
    loader.error = PackNotFound("no language pack; installed: none")
    with qtbot.waitSignal(window.live.failed):
        qtbot.keyClicks(window.source.pane, "Hello.")
    assert window.notice.isVisible()
    assert "no language pack" in window.notice.text.text()
    typed(qtbot, window, " Again.")
    assert not window.notice.isVisible()


def test_pre_edit_text_of_an_input_method_translates_nothing(qtbot: QtBot, window: MainWindow, loader: Loader) -> None:
    with qtbot.assertNotEmitted(window.source.pane.edited):
        QApplication.sendEvent(window.source.pane, QInputMethodEvent("ni hao", []))
    commit = QInputMethodEvent("", [])
    commit.setCommitString("你好")
    with qtbot.waitSignal(window.live.finished):
        QApplication.sendEvent(window.source.pane, commit)
    assert loader.engine.calls == ["你好"]


def test_hard_wrapped_paste_is_joined_and_undone(qtbot: QtBot, window: MainWindow) -> None:
    text = (
        "The committee met on Tuesday to consider whether the old reading room\n"
        "should be kept open during the winter, when few visitors come and the\n"
        "cost of heating it is higher than in any other month of the long year."
    )
    with qtbot.waitSignal(window.live.finished):
        paste(window, text)
    assert window.source.pane.toPlainText() == text.replace("\n", " ")
    assert "2" in window.notice.text.text()
    with qtbot.waitSignal(window.live.finished):
        window.notice.button.click()
    assert window.source.pane.toPlainText() == text


def test_joined_lines_with_spaces_of_the_web_come_back(qtbot: QtBot, window: MainWindow) -> None:
    lines = [
        "The committee met on Tuesday to consider whether the old\u00a0reading room",
        "should be kept open during the winter, when few come.",
    ]
    with qtbot.waitSignal(window.live.finished):
        paste(window, "\u2028".join(lines))
    assert window.source.pane.text == " ".join(lines).replace("\u00a0", " ")
    window.notice.button.click()
    assert window.source.pane.text == "\n".join(lines).replace("\u00a0", " ")


def test_the_lines_of_a_long_paste_are_joined_off_the_window_s_thread(qtbot: QtBot, window: MainWindow, loader: Loader) -> None:
    paragraph = (
        "The committee met on Tuesday to consider whether the old reading room\n"
        "should be kept open during the winter, when few visitors come and the\n"
        "cost of heating it is higher than in any other month of the long year.\n\n"
    )
    text = paragraph * (LONG_PASTE_CHARS // len(paragraph) + 1)
    paste(window, text)
    assert window.source.pane.toPlainText() == text  # not yet
    qtbot.waitUntil(lambda: window.source.pane.text.count("\n\n") * 2 == window.source.pane.text.count("\n"))
    qtbot.waitUntil(lambda: not window.live.busy and window.live.last is not None)
    assert loader.engine.calls[-1].startswith("The committee met on Tuesday to consider whether the old reading room should")
    window.notice.button.click()
    assert window.source.pane.toPlainText() == text


def test_a_very_long_paste_is_seen_from_its_top_and_goes_on_at_its_end(qtbot: QtBot, window: MainWindow) -> None:
    window.store.change(unwrap=False)
    pane = window.source.pane
    typed(qtbot, window, "Old. ")
    text = "One more line of a very long text.\n" * (LONG_CHARS // 30)
    paste(window, text)
    assert pane.text == "Old. " + text
    assert pane.textCursor().position() == len(pane.text)
    assert pane.verticalScrollBar().value() == 0
    qtbot.waitUntil(lambda: pane.document().size().height() > LONG_CHARS // 30 * pane.fontMetrics().height())  # to its end by now
    qtbot.keyClicks(pane, "N")
    assert pane.text.endswith("text.\nN")
    assert pane.verticalScrollBar().value() > pane.verticalScrollBar().maximum() - pane.viewport().height()
    pane.undo()
    assert pane.text == "Old. " + text
    pane.undo()  # all of it in one step
    assert pane.text == "Old. "


def test_a_long_paste_that_was_changed_meanwhile_stays(qtbot: QtBot, window: MainWindow) -> None:
    text = "One line that is about as long as the others are in this text and\nruns on over its end without a stop.\n" * 250
    paste(window, text)
    window.source.pane.replace(5, 9, "word")
    changed = window.source.pane.text
    with qtbot.waitSignal(window.live.finished):
        pass
    assert window.source.pane.text == changed


def test_pasting_keeps_plain_text_only(qtbot: QtBot, window: MainWindow) -> None:
    data = QMimeData()
    data.setHtml("<b>Bold</b> text.")
    data.setText("Bold text.")
    with qtbot.waitSignal(window.live.finished):
        window.source.pane.insertFromMimeData(data)
    assert window.source.pane.toPlainText() == "Bold text."
    assert not window.source.pane.textCursor().charFormat().font().bold()


def test_paste_and_translate_replaces_the_text(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "Old.")
    QGuiApplication.clipboard().setText("New.")
    with qtbot.waitSignal(window.live.finished):
        window.actions_.paste.trigger()
    assert window.source.pane.toPlainText() == "New."


def test_paste_without_text_says_so_and_changes_nothing(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "Old.")
    QGuiApplication.clipboard().clear()
    window.actions_.paste.trigger()
    assert window.notice.isVisible()
    assert window.source.pane.text == "Old."


def test_copying_tells_that_it_was_us(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "Hello.")
    with qtbot.waitSignal(window.copied) as copied:
        window.actions_.copy.trigger()
    assert copied.args == ["【HELLO.】"]
    assert QGuiApplication.clipboard().text() == "【HELLO.】"


def test_clear_can_be_undone(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "Hello.")
    window.actions_.clear.trigger()
    assert window.source.pane.toPlainText() == ""
    with qtbot.waitSignal(window.live.finished):
        window.notice.button.click()
    assert window.source.pane.toPlainText() == "Hello."
    window.source.pane.undo()
    assert window.source.pane.toPlainText() != "Hello."


def test_the_offer_to_undo_goes_when_something_new_is_typed(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "Hello.")
    window.actions_.clear.trigger()
    assert window.notice.isVisible()
    qtbot.keyClicks(window.source.pane, "N")
    assert not window.notice.isVisible()


def test_the_counterpart_of_the_caret_lights_up(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.live.finished):
        paste(window, "😀 One. Two.")
    qtbot.keyClick(window.source.pane, Qt.Key.Key_Home)
    qtbot.keyClick(window.source.pane, Qt.Key.Key_Right)
    assert background_ranges(window.target.pane) == ["【😀 ONE.】"]
    qtbot.keyClick(window.source.pane, Qt.Key.Key_End)
    assert background_ranges(window.target.pane) == ["【TWO.】"]
    assert background_ranges(window.source.pane) == ["Two."]


def test_hovering_the_translation_lights_the_source(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "One. Two.")
    window.target.pane.hovered.emit(2)
    assert background_ranges(window.source.pane) == ["One."]
    window.target.pane.hovered.emit(-1)
    assert background_ranges(window.source.pane) == []


def test_doubtful_sentences_are_marked_counted_and_listed(qtbot: QtBot, window: MainWindow, loader: Loader) -> None:
    loader.prepare = lambda engine: engine.warnings.update({"Costs 5.": (Warning("number", "5"),)})
    typed(qtbot, window, "Fine. Costs 5.")
    assert window.target.doubts.isVisible()
    assert "1" in window.target.doubts.text()
    marked = [s.cursor.selectedText() for s in window.target.pane.extraSelections() if isinstance(s, QTextEdit.ExtraSelection)]
    assert "【COSTS 5.】" in marked
    window.target.doubts.click()
    assert window.drawer.shows(window.drawer.warnings)
    item = window.drawer.warnings.list.item(0)
    assert "Costs 5." in item.text()
    assert Warning("number", "5").message("en") in item.text()
    window.drawer.warnings.list.itemClicked.emit(item)
    assert background_ranges(window.source.pane) == ["Costs 5."]


def test_another_translation_replaces_a_sentence_and_stays(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "One. Two.")
    page = window.drawer.alternatives
    window.actions_.alternatives.trigger()
    qtbot.waitUntil(lambda: page.list.count() == 5)
    page.list.itemClicked.emit(page.list.item(2))
    assert window.target.pane.toPlainText() == "【ONE.】 【TWO. 1】"
    assert not window.drawer.isVisible()
    typed(qtbot, window, " Three.")
    assert window.target.pane.toPlainText() == "【ONE.】 【TWO. 1】 【THREE.】"


def test_a_single_word_opens_the_dictionary(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "library")
    page = window.drawer.dictionary
    qtbot.waitUntil(lambda: "cí diǎn" in page.view.toPlainText())
    assert window.drawer.shows(page)
    page.field.setText("nothing")
    qtbot.keyClick(page.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "nothing" in page.view.toPlainText())
    qtbot.keyClick(page.field, Qt.Key.Key_Escape)
    assert not window.drawer.isVisible()


def test_a_word_that_is_not_there_or_does_not_stay_alone_opens_nothing(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "library")
    qtbot.waitUntil(window.drawer.isVisible)
    typed(qtbot, window, " books are old.")
    assert not window.drawer.isVisible()
    window.source.pane.show_text("nothing")
    with qtbot.waitSignal(window.live.finished):
        window.live.now()
    with qtbot.waitSignal(window.closer._thread.answered):
        pass
    assert not window.drawer.isVisible()


def test_another_pair_has_no_chinese_dictionary_and_fonts(qtbot: QtBot, window: MainWindow) -> None:
    german = fake_pack("en-de-fake", "en", "de")
    window.set_packs([german], german)
    assert window.header.target.text() == "German"
    assert window.header.target.icon().isNull()  # there is nothing to choose
    assert "English" in window.source.pane.placeholderText()
    assert not window.actions_.lookup.isEnabled()
    assert window.closer.dictionary("word") == ()
    plain = fonts.pane_font("", 10).families()
    assert window.target.pane.font().families() == window.source.pane.font().families() == plain
    chinese = fake_pack("eng-cmn", "en", "zh")
    window.set_packs([chinese], chinese)
    assert window.actions_.lookup.isEnabled()
    assert len(window.closer.dictionary("word")) == 2


def test_chinese_gets_a_notice(qtbot: QtBot, window: MainWindow, loader: Loader) -> None:
    loader.prepare = lambda engine: setattr(engine, "notice", "already-chinese")
    with qtbot.waitSignal(window.live.finished):
        paste(window, "你好，世界。")
    assert window.notice.isVisible()
    assert window.notice.topic == "chinese"


def test_swap_and_back_translation_need_a_reverse_pack(qtbot: QtBot, window: MainWindow, loader: Loader) -> None:
    assert not window.actions_.swap.isEnabled()
    assert not window.actions_.back_translation.isEnabled()
    window.set_packs([fake_pack(), fake_pack("zh-en-fake", "zh", "en")], fake_pack())
    typed(qtbot, window, "Hello.")
    window.actions_.back_translation.trigger()
    qtbot.waitUntil(lambda: window.drawer.back.view.toPlainText() == "【【HELLO.】】")
    with qtbot.waitSignal(window.live.finished):
        window.actions_.swap.trigger()
    assert window.source.pane.toPlainText() == "【HELLO.】"
    assert loader.engine.pack.pack_id == "zh-en-fake"
    assert "【HELLO.】" in loader.engine.calls


def test_files_go_in_the_direction_that_the_header_shows(qtbot: QtBot, window: MainWindow, loader: Loader, tmp_path: Path) -> None:
    window.set_packs([fake_pack(), fake_pack("zh-en-fake", "zh", "en")], fake_pack())
    window.actions_.swap.trigger()
    assert "Chinese" in window.source.pane.placeholderText()
    window.set_text("今天天气很好。")
    assert window.source.size_label.text().startswith("7 character")
    (tmp_path / "a.md").write_text("你好。\n", encoding="utf-8")
    window.text.open_files([str(tmp_path / "a.md")])
    qtbot.waitUntil(lambda: window.files.folder.isVisible())
    assert loader.engine.pack.pack_id == "zh-en-fake"
    assert (tmp_path / "a.en.md").read_text(encoding="utf-8").startswith("【你好。】")


def test_script_is_a_setting_and_translates_again(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "Hello.")
    with qtbot.waitSignal(window.live.finished):
        window.header.script_chosen.emit("hant-tw")
    assert window.store.value.script == "hant-tw"
    assert window.options().script == "hant-tw"
    assert "Taiwan" in window.header.target.text()


def test_zoom(window: MainWindow) -> None:
    size = window.source.pane.font().pointSizeF()
    window.actions_.zoom_in.trigger()
    assert window.source.pane.font().pointSizeF() > size
    assert window.target.pane.document().defaultFont().pointSizeF() > size
    window.actions_.zoom_reset.trigger()
    assert window.source.pane.font().pointSizeF() == pytest.approx(size)


def test_ctrl_and_the_wheel_zoom_both_panes(window: MainWindow) -> None:
    def turn(pane: Pane, eighths_of_a_degree: int) -> None:
        place = QPointF(20, 20)
        wheel = QPoint(0, eighths_of_a_degree)
        control, no_button = Qt.KeyboardModifier.ControlModifier, Qt.MouseButton.NoButton
        event = QWheelEvent(place, pane.mapToGlobal(place), QPoint(), wheel, no_button, control, Qt.ScrollPhase.NoScrollPhase, False)
        QApplication.sendEvent(pane.viewport(), event)

    before = [pane.font().pointSizeF() for pane in (window.source.pane, window.target.pane)]
    turn(window.target.pane, 60)  # half a notch, as touch pads send
    assert window.store.value.zoom == 100
    turn(window.target.pane, 60)
    assert window.store.value.zoom == 110
    assert all(
        new > old for new, old in zip((window.source.pane.font().pointSizeF(), window.target.pane.font().pointSizeF()), before, strict=True)
    )
    turn(window.source.pane, -240)
    assert window.store.value.zoom == 90


def test_a_generic_family_is_not_overruled_by_the_chinese_one() -> None:
    chosen = QFont("Sans Serif")  # what Qt says on Linux without a desktop's own choice
    assert QFontInfo(fonts.interface_font(chosen)).family() == QFontInfo(chosen).family()


def test_another_font_keeps_what_can_be_undone(qtbot: QtBot, window: MainWindow) -> None:
    pane = window.source.pane
    typed(qtbot, window, "One. ")
    window.actions_.clear.trigger()
    pane._line_percent = 0  # as if the new font needed other lines
    window.store.change(zoom=120)
    pane.undo()
    assert pane.text == "One. "


def test_the_first_lines_of_both_panes_stand_level(qtbot: QtBot, qapp: QApplication, window: MainWindow) -> None:
    def baseline(pane: Pane) -> float:
        line = pane.document().firstBlock().layout().lineAt(0)
        return pane.viewport().mapTo(window, QPoint()).y() + pane.document().documentMargin() + line.y() + line.ascent()

    theme.apply(qapp, "light")
    try:
        window.resize(1100, 700)
        qtbot.waitUntil(lambda: window.panes.orientation() == Qt.Orientation.Horizontal)
        typed(qtbot, window, "One.")
        for family in QFontDatabase.families()[:8]:
            window.store.change(source_font=family)
            font = window.source.pane.font()
            if QFontMetricsF(font).ascent() <= BASELINE_EMS * QFontInfo(font).pixelSize():  # not a symbol font
                assert baseline(window.source.pane) == pytest.approx(baseline(window.target.pane), abs=1.5), family
    finally:
        qapp.setStyleSheet("")


def test_nothing_in_the_header_is_cut_off(window: MainWindow) -> None:
    window.resize(1, 1)
    assert window.header.width() >= window.header.minimumSizeHint().width()
    window.store.change(script="hant-hk")  # longer words
    assert window.minimumWidth() >= window.header.minimumSizeHint().width()
    window.store.change(compact=True)  # no header
    assert window.minimumWidth() < window.header.minimumSizeHint().width()


def test_the_panes_stack_when_narrow(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1100, 700)
    qtbot.waitUntil(lambda: window.panes.orientation() == Qt.Orientation.Horizontal)
    window.resize(420, 700)
    qtbot.waitUntil(lambda: window.panes.orientation() == Qt.Orientation.Vertical)


def test_find_marks_and_counts(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "A cat. A dog. A cat.")
    window.source.pane.setFocus()
    window.actions_.find.trigger()
    qtbot.keyClicks(window.find_bar.field, "cat")
    assert window.find_bar.count.text() == "1 of 2"
    qtbot.keyClick(window.find_bar.field, Qt.Key.Key_Return)
    assert window.find_bar.count.text() == "2 of 2"
    qtbot.keyClick(window.find_bar.field, Qt.Key.Key_Escape)
    assert not window.find_bar.isVisible()
    assert "cat" not in background_ranges(window.source.pane)
    assert window.source.pane.textCursor().selectedText() == "cat"  # to go on from there
    assert window.source.pane.textCursor().selectionStart() == 16


def test_find_follows_the_text_and_the_pane(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "A cat. A dog.")
    window.source.pane.setFocus()
    window.actions_.find.trigger()
    qtbot.keyClicks(window.find_bar.field, "cat")
    window.source.pane.moveCursor(QTextCursor.MoveOperation.Start)
    window.source.pane.insertPlainText("My cat. ")
    qtbot.waitUntil(lambda: window.find_bar.count.text() == "2 of 2")  # the same hit as before, one further now
    window.actions_.find.trigger()  # the field has the keyboard: still in this pane
    window.find_bar.open_for(window.target.pane)
    assert window.find_bar.count.text() == "1 of 2"
    assert background_ranges(window.target.pane) == ["CAT", "CAT", "CAT"]  # two hits, and the one in front
    assert "cat" not in background_ranges(window.source.pane)


def test_escape_closes_one_thing_after_the_other(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "A cat.")
    window.notice.say("test", "Something.")
    window.actions_.warnings.trigger()
    window.actions_.find.trigger()
    window.source.pane.setFocus()
    for part in (window.find_bar, window.drawer, window.notice):
        assert part.isVisible()
        qtbot.keyClick(window.source.pane, Qt.Key.Key_Escape)
        assert not part.isVisible()
    assert window.source.pane.hasFocus()


def test_compact_hides_the_frame_and_esc_leaves_it(qtbot: QtBot, window: MainWindow) -> None:
    window.actions_.compact.setChecked(True)
    assert not window.header.isVisible()
    assert window.windowFlags() & Qt.WindowType.WindowStaysOnTopHint
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.header.isVisible()
    assert not window.store.value.compact


def test_pinning_hides_nothing_and_keeps_the_focus(window: MainWindow) -> None:
    hidden: list[bool] = []
    handle = window.windowHandle()
    handle.visibleChanged.connect(hidden.append)
    for on in (True, False):
        window.actions_.on_top.setChecked(on)
        assert bool(handle.flags() & Qt.WindowType.WindowStaysOnTopHint) == on
        assert bool(window.windowFlags() & Qt.WindowType.WindowStaysOnTopHint) == on
    assert hidden == []  # or many a desktop would give the keyboard to another window
    assert window.source.pane.hasFocus()


def test_history_hears_once_after_a_pause(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.finished, timeout=8000) as done:
        typed(qtbot, window, "One.")
        typed(qtbot, window, " Two.")
    assert done.args is not None
    assert done.args[0] == "One. Two."


def drop(window: MainWindow, data: QMimeData) -> None:
    event = QDropEvent(QPointF(20, 20), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    window.dropEvent(event)


def test_dropped_text_is_translated(qtbot: QtBot, window: MainWindow) -> None:
    data = QMimeData()
    data.setText("Dropped.")
    with qtbot.waitSignal(window.live.finished):
        drop(window, data)
    assert window.target.pane.toPlainText() == "【DROPPED.】"


def test_a_text_that_comes_in_whole_is_seen_from_its_top(qtbot: QtBot, window: MainWindow) -> None:
    pane, text = window.source.pane, "One more line.\n" * 200
    window.set_text(text)
    assert pane.verticalScrollBar().value() == 0
    qtbot.waitUntil(lambda: pane.verticalScrollBar().maximum() > 0)
    QGuiApplication.clipboard().setText(text + "The end.")
    window.actions_.paste.trigger()
    assert pane.text.endswith("The end.")
    assert pane.verticalScrollBar().value() == 0
    assert pane.textCursor().atEnd()  # to write on


def test_a_small_text_file_opens_in_the_pane(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("From a file.", encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "note.txt"))])
    with qtbot.waitSignal(window.live.finished):
        drop(window, data)
    assert window.source.pane.toPlainText() == "From a file."


def test_files_are_translated_while_typing_goes_on(qtbot: QtBot, window: MainWindow, tmp_path: Path, loader: Loader) -> None:
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for file in files:
        file.write_text("A file. With text.\n", encoding="utf-8")
    with qtbot.waitSignals([window.files.ended, window.live.finished]):
        window.text.open_files([str(file) for file in files])
        qtbot.keyClicks(window.source.pane, "Typed.")
    qtbot.waitUntil(lambda: window.files.folder.isVisible())
    assert window.drawer.shows(window.files)
    outputs = sorted(path.name for path in tmp_path.glob("*.zh.txt"))
    assert outputs == ["a.zh.txt", "b.zh.txt"]
    assert "【A FILE.】" in (tmp_path / "a.zh.txt").read_text(encoding="utf-8")
    assert loader.engine.batch_dropped


def test_files_that_end_out_of_sight_are_told(qtbot: QtBot, window: MainWindow, tmp_path: Path, loader: Loader) -> None:
    loader.prepare = lambda engine: engine.gate.clear()
    (tmp_path / "a.md").write_text("A file.\n", encoding="utf-8")
    window.text.open_files([str(tmp_path / "a.md")])
    qtbot.waitUntil(lambda: bool(loader.engines) and loader.engine.entered.is_set())
    window.drawer.close_drawer()
    loader.engine.gate.set()
    qtbot.waitUntil(window.notice.isVisible)
    assert window.notice.text.text() == window.files.state.text()
    window.notice.button.click()
    assert window.drawer.shows(window.files)


def test_a_file_that_is_there_is_replaced_only_when_asked(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("A file.\n", encoding="utf-8")
    (tmp_path / "a.zh.txt").write_text("mine", encoding="utf-8")
    window.text.open_files([str(tmp_path / "a.txt"), str(tmp_path / "b.txt")])
    qtbot.waitUntil(window.files.replace_button.isVisible)
    assert (tmp_path / "a.zh.txt").read_text(encoding="utf-8") == "mine"
    assert "【A FILE.】" in (tmp_path / "b.zh.txt").read_text(encoding="utf-8")
    window.files.replace_button.click()
    qtbot.waitUntil(lambda: "【A FILE.】" in (tmp_path / "a.zh.txt").read_text(encoding="utf-8"))
    qtbot.waitUntil(lambda: not window.files.replace_button.isVisible() and not window.files.cancel.isVisible())


def test_a_cancelled_file_leaves_nothing(qtbot: QtBot, window: MainWindow, tmp_path: Path, loader: Loader) -> None:
    loader.prepare = lambda engine: engine.gate.clear()
    for name in ("a.txt", "a2.txt"):
        (tmp_path / name).write_text("A file.\n", encoding="utf-8")
    window.text.open_files([str(tmp_path / "a.txt"), str(tmp_path / "a2.txt")])
    qtbot.waitUntil(lambda: bool(loader.engines) and loader.engine.entered.is_set())
    window.files.cancel.click()
    qtbot.waitUntil(lambda: "Cancelled" in window.files.state.text())
    assert [path.name for path in sorted(tmp_path.glob("a*"))] == ["a.txt", "a2.txt"]


def test_a_folder_without_documents_is_said_to_have_none(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with qtbot.waitSignal(window.files.ended) as ended:
        window.text.open_files([str(tmp_path / "empty")])
    assert ended.args == ["No file that can be translated was found."]
    assert window.files.state.text() == "No file that can be translated was found."


def test_a_broken_file_is_named(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "broken.docx").write_bytes(b"no zip")
    window.text.open_files([str(tmp_path / "broken.docx")])
    qtbot.waitUntil(lambda: "1 failed" in window.files.state.text())
    assert "broken.docx" in window.files.list.item(0).text()


def test_closing_while_busy(qtbot: QtBot, window: MainWindow, loader: Loader) -> None:
    loader.prepare = lambda engine: engine.gate.clear()
    qtbot.keyClicks(window.source.pane, "Hello.")
    qtbot.waitUntil(lambda: bool(loader.engines) and loader.engine.entered.is_set())
    with qtbot.waitSignal(window.closing):
        window.close()


def test_the_tray_may_keep_the_app_alive(qtbot: QtBot, window: MainWindow) -> None:
    window.may_close = lambda: False
    with qtbot.assertNotEmitted(window.closing):
        window.close()
    assert not window.isVisible()
    window.raise_window()
    assert window.isVisible()


def test_the_draft_survives_a_crash_but_not_a_normal_close(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    typed(qtbot, window, "Unsaved.")
    window.session.save_draft()
    assert window.session.draft() == "Unsaved."
    window.source.pane.show_text("")
    with qtbot.waitSignal(window.live.finished):
        window.restore_draft()
    assert window.source.pane.toPlainText() == "Unsaved."
    window.close()
    assert window.session.draft() == ""


def test_private_mode_writes_no_draft(qtbot: QtBot, window: MainWindow) -> None:
    window.store.change(private_mode=True)
    assert "private mode" in window.status.engine.text()
    typed(qtbot, window, "Secret.")
    window.session.save_draft()
    assert window.session.draft() == ""


def test_geometry_comes_back(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(700, 500)
    window.close()
    assert "geometry" in window.session.window()


def test_a_long_text_shows_its_progress(qtbot: QtBot, window: MainWindow, loader: Loader) -> None:
    window.target.show_busy(True)
    window.target.show_progress(0.25, 42.0)
    assert window.target.line.value() == 250
    assert "42" in window.target.state.text()


def test_every_control_has_a_name_for_screen_readers(window: MainWindow) -> None:
    from PySide6.QtWidgets import QAbstractButton, QLineEdit, QListWidget, QProgressBar

    for kind in (QAbstractButton, QLineEdit, QTextEdit, QListWidget, QProgressBar):
        for widget in window.findChildren(kind):
            named = widget.accessibleName() or (isinstance(widget, QAbstractButton) and widget.text())
            internal = widget.objectName().startswith("qt_") or widget.parent() is None or type(widget.parent()).__name__ == "QLineEdit"
            assert named or internal or not widget.isEnabled() or widget is window.target.doubts or widget is window.notice.button, widget


def test_engine_fake_is_an_engine() -> None:
    engine = FakeEngine()
    assert engine.translate("One.\nTwo.").target == "【ONE.】\n【TWO.】"


def test_moving_the_mouse_over_the_text(qtbot: QtBot, window: MainWindow) -> None:
    typed(qtbot, window, "One. Two.")
    with qtbot.waitSignal(window.source.pane.hovered):
        qtbot.mouseMove(window.source.pane.viewport(), QPoint(30, 25))
        qtbot.mouseMove(window.source.pane.viewport(), QPoint(32, 26))


def test_saving_the_translation(qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "译文.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(target), ""))
    typed(qtbot, window, "One. Two.")
    window.live.shown += "\ud83d"  # half an emoji, as some programs paste it
    window.actions_.save_as.trigger()
    assert target.read_text(encoding="utf-8") == "【ONE.】 【TWO.】?"
    target = tmp_path / "no such folder" / "a.txt"
    window.actions_.save_as.trigger()
    assert "No such file" in window.notice.text.text()
