import sys
from pathlib import Path

from PySide6.QtCore import QByteArray
from pytestqt.qtbot import QtBot

from translator_app.gui.session import Session


def test_the_draft_is_written_soon_and_read_again(qtbot: QtBot, tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.note_draft("half a sentence 😀")
    session.save_draft()
    assert Session(tmp_path).draft() == "half a sentence 😀"
    session.note_draft("  ")
    session.save_draft()
    assert Session(tmp_path).draft() == ""
    assert list(tmp_path.iterdir()) == []


def test_a_read_only_folder_disturbs_nobody(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    session = Session(tmp_path / "file")
    session.note_draft("text")
    session.save_draft()
    assert session.draft() == ""


def test_window_states_come_back_and_damage_is_ignored(qtbot: QtBot, tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.save_window(geometry=QByteArray(b"\x00\xffabc"))
    assert session.window() == {"geometry": QByteArray(b"\x00\xffabc")}
    for damage in ("", "[]", '{"geometry": "!"}', '{"geometry": null}'):
        (tmp_path / "window.json").write_text(damage)
        assert session.window() == {}


def test_a_normal_close_leaves_no_text_behind(tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.note_draft("secret")
    session.save_draft()
    assert (tmp_path / "draft.txt").stat().st_mode & 0o077 == 0 or sys.platform == "win32"
    (tmp_path / "draft.txt.4711.part").write_text("sec")  # a kill in the middle of writing left it
    session.forget_draft()
    assert list(tmp_path.iterdir()) == []
