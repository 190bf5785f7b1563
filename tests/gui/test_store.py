from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from translator_app import settings as files
from translator_app.errors import SettingsError
from translator_app.gui.store import SettingsStore


def test_a_change_is_told_and_written(qtbot: QtBot, store: SettingsStore, tmp_path: Path) -> None:
    with qtbot.waitSignal(store.changed) as changed:
        store.change(threads=3, live=True)
    assert changed.args is not None
    assert changed.args[1] == frozenset({"threads"})
    store.flush()
    assert files.load(tmp_path / "settings.json")[0].threads == 3


def test_no_difference_no_signal(qtbot: QtBot, store: SettingsStore) -> None:
    with qtbot.assertNotEmitted(store.changed):
        store.change(live=True)


def test_a_bad_value_changes_nothing(store: SettingsStore) -> None:
    with pytest.raises(SettingsError):
        store.change(zoom=150, threads=-1)
    assert store.value == files.Settings()


def test_a_failing_disk_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = SettingsStore(tmp_path / "file" / "settings.json")
    store.change(threads=3)
    with qtbot.waitSignal(store.save_failed):
        store.flush()
    assert store.value.threads == 3
