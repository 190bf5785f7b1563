import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from tests import test_download
from tests.test_download import Hub, hub  # noqa: F401 - a fixture
from translator_app import download, pack_store, packs
from translator_app.gui.get_pack_page import CONVERT
from translator_app.gui.icons import IconButton
from translator_app.gui.pack_details import scores
from translator_app.gui.packs_dialog import PacksDialog
from translator_app.gui.progress_words import ProgressWords
from translator_app.gui.store import SettingsStore
from translator_app.packs import Pack


@pytest.fixture
def installed(packs_home: Path, tiny_pack: Pack) -> Path:
    """The user's packs folder with one pack in it."""
    shutil.copytree(tiny_pack.folder, packs_home / tiny_pack.pack_id)
    return packs_home


@pytest.fixture
def dialog(qtbot: QtBot, packs_home: Path, store: SettingsStore) -> Iterator[PacksDialog]:
    made = PacksDialog(store, None)  # type: ignore[arg-type]  # no parent: qtbot closes it
    qtbot.addWidget(made)
    made.worker.submit(lambda _task: None)  # the thread runs from here on
    yield made
    made.shut_down()
    assert made.worker.isFinished()


def opened(qtbot: QtBot, dialog: PacksDialog, lines: int) -> list[str]:
    dialog.open_fresh()
    qtbot.waitUntil(lambda: dialog.list.count() == lines)
    return [dialog.list.item(row).text() for row in range(lines)]


def said(qtbot: QtBot, dialog: PacksDialog, words: str) -> None:
    qtbot.waitUntil(lambda: words in dialog.state.text(), timeout=20_000)
    qtbot.waitUntil(lambda: not dialog.worker.busy)


def other_pack(tmp_path: Path, tiny_pack: Pack, pack_id: str) -> Path:
    """The same pack under another id, in a folder that is not installed."""
    folder = tmp_path / "stick" / pack_id
    shutil.copytree(tiny_pack.folder, folder)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    manifest["pack_id"] = manifest["name"] = pack_id
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


def test_what_is_installed(qtbot: QtBot, dialog: PacksDialog, installed: Path, tiny_pack: Pack) -> None:
    shutil.copytree(tiny_pack.folder, installed / "broken-one")
    (installed / "broken-one" / "source.spm").unlink()
    lines = opened(qtbot, dialog, 3)
    good = next(row for row, line in enumerate(lines) if "in use" in line)
    assert any("damaged" in line for line in lines)
    dialog.list.setCurrentRow(1 - good)
    assert "source.spm" in dialog.details.problem.text()
    assert not dialog.details.use.isEnabled()
    assert dialog.details.remove.isEnabled()
    dialog.list.setCurrentRow(good)
    words = [label.accessibleName() for label in dialog.details.findChildren(type(dialog.details.name))]
    assert any("Size on disk: " in word for word in words)
    assert any("Licence: " in word for word in words)
    assert dialog.details.use.text() == "In Use"


def test_without_packs_it_offers_one(qtbot: QtBot, dialog: PacksDialog) -> None:
    opened(qtbot, dialog, 1)
    assert dialog.stack.currentWidget() is dialog.get


def test_checking_the_files(qtbot: QtBot, dialog: PacksDialog, installed: Path, tiny_pack: Pack) -> None:
    opened(qtbot, dialog, 2)
    dialog.details.verify.click()
    said(qtbot, dialog, "checked")
    weights = installed / tiny_pack.pack_id / "weights.bin"
    data = bytearray(weights.read_bytes())
    data[1000] ^= 1
    weights.write_bytes(data)
    dialog.details.verify.click()
    said(qtbot, dialog, "weights.bin")
    assert dialog.state.property("role") == "warning"


def test_installing_a_folder_by_dropping_it(qtbot: QtBot, dialog: PacksDialog, installed: Path, tmp_path: Path, tiny_pack: Pack) -> None:
    opened(qtbot, dialog, 2)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(other_pack(tmp_path, tiny_pack, "from-stick")))])
    none = Qt.KeyboardModifier.NoModifier
    with qtbot.waitSignal(dialog.changed, timeout=20_000):
        dialog.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, none))
    assert (installed / "from-stick").is_dir()
    qtbot.waitUntil(lambda: dialog.list.count() == 3)
    assert dialog.details.name.text() == "from-stick"


def test_save_remove_undo_and_install_the_zip(
    qtbot: QtBot, dialog: PacksDialog, installed: Path, tmp_path: Path, tiny_pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(qtbot, dialog, 2)
    target = tmp_path / "pack.zip"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(target), ""))
    dialog.details.export.click()
    said(qtbot, dialog, "Written")
    assert target.exists()
    with qtbot.waitSignal(dialog.changed):
        dialog.details.remove.click()
    qtbot.waitUntil(lambda: dialog.list.count() == 1)
    assert packs.find_packs() == []
    with qtbot.waitSignal(dialog.changed):
        dialog.undo.click()
    qtbot.waitUntil(lambda: dialog.list.count() == 2)
    pack_store.remove(tiny_pack.pack_id)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: (str(target), ""))
    with qtbot.waitSignal(dialog.changed, timeout=20_000):
        dialog.import_zip.trigger()
    assert [pack.pack_id for pack in packs.find_packs()] == [tiny_pack.pack_id]


def test_what_is_no_pack_is_told(qtbot: QtBot, dialog: PacksDialog, installed: Path, tmp_path: Path) -> None:
    (tmp_path / "holiday").mkdir()
    (tmp_path / "holiday" / "photo.jpg").write_bytes(b"x")
    opened(qtbot, dialog, 2)
    dialog.install(tmp_path / "holiday")
    said(qtbot, dialog, "manifest.json")
    assert dialog.details.verify.isEnabled()  # and it goes on


def test_use_and_go_back(qtbot: QtBot, dialog: PacksDialog, installed: Path, tmp_path: Path, tiny_pack: Pack) -> None:
    shutil.copytree(other_pack(tmp_path, tiny_pack, "yet-another"), installed / "yet-another")
    lines = opened(qtbot, dialog, 3)
    dialog.list.setCurrentRow(next(row for row, line in enumerate(lines) if line.startswith("yet-another")))
    with qtbot.waitSignal(dialog.changed):
        dialog.details.use.click()
    assert packs.chosen_id() == "yet-another"
    qtbot.waitUntil(lambda: dialog.details.use.text() == "In Use")
    with qtbot.waitSignal(dialog.changed):
        dialog.rollback.click()
    assert packs.chosen_id() is None
    dialog.rollback.click()
    said(qtbot, dialog, "nothing to roll back")


def test_copying_the_command(qtbot: QtBot, dialog: PacksDialog) -> None:
    opened(qtbot, dialog, 1)
    shown = [field.text() for field in dialog.get.findChildren(QLineEdit)]
    assert CONVERT in shown
    button = next(b for b in dialog.get.findChildren(IconButton) if b.accessibleName() == "Copy the command")
    with qtbot.waitSignal(dialog.copied) as copied:
        button.click()
    assert copied.args == [CONVERT]


# -- the download, from a stand-in hub


@pytest.fixture
def hub_here(hub: Hub, store: SettingsStore, monkeypatch: pytest.MonkeyPatch) -> Hub:  # noqa: F811
    monkeypatch.setattr(test_download, "REPO", download.DEFAULT_REPO)
    store.change(mirror=hub.address)
    return hub


def test_one_press_downloads_and_installs(qtbot: QtBot, dialog: PacksDialog, hub_here: Hub) -> None:
    opened(qtbot, dialog, 1)
    assert hub_here.requests == []  # nothing before the button is pressed
    with qtbot.waitSignal(dialog.changed, timeout=30_000):
        dialog.get.get.click()
    assert [pack.manifest.source_model for pack in packs.find_packs()] == [download.DEFAULT_REPO]
    qtbot.waitUntil(lambda: dialog.list.count() == 2)
    assert dialog.stack.currentWidget() is dialog.details


def test_cancel_keeps_what_came_and_the_next_press_goes_on(qtbot: QtBot, dialog: PacksDialog, hub_here: Hub) -> None:
    name = "onnx/encoder_model_quantized.onnx"
    hub_here.cut_after[name] = [60_000]
    opened(qtbot, dialog, 1)
    dialog.get.get.click()
    qtbot.waitUntil(lambda: len(hub_here.ranges_of(name)) == 1, timeout=10_000)
    dialog.cancel.click()  # during the pause after the cut
    said(qtbot, dialog, "kept")
    assert packs.find_packs() == []
    with qtbot.waitSignal(dialog.changed, timeout=30_000):
        dialog.get.get.click()
    assert hub_here.ranges_of(name)[-1] == "bytes=60000-"


@pytest.mark.parametrize("address", ["http://127.0.0.1:9", "hf-mirror"])
def test_a_download_that_fails_says_why(qtbot: QtBot, dialog: PacksDialog, hub_here: Hub, store: SettingsStore, address: str) -> None:
    store.change(mirror=address)
    opened(qtbot, dialog, 1)
    dialog.get.get.click()
    said(qtbot, dialog, address)
    assert dialog.get.get.isEnabled()


def test_closing_the_app_during_a_download_ends_it(qtbot: QtBot, dialog: PacksDialog, hub_here: Hub) -> None:
    name = "onnx/decoder_model_merged_quantized.onnx"
    hub_here.cut_after[name] = [1000]
    opened(qtbot, dialog, 1)
    dialog.get.get.click()
    qtbot.waitUntil(lambda: len(hub_here.ranges_of(name)) == 1, timeout=10_000)
    dialog.shut_down()
    assert dialog.worker.isFinished()
    assert packs.find_packs() == []


# -- words


def test_progress_in_words() -> None:
    now = [0.0]
    words = ProgressWords(lambda: now[0])
    assert words.of(40_000_000, 113_000_000) == "40.0 of 113.0 MB"  # from an earlier, cut download
    now[0] = 10
    assert words.of(60_000_000, 113_000_000) == "60.0 of 113.0 MB · 2.0 MB/s · 26 s left"
    now[0] = 20
    assert words.of(42_000_000, 113_000_000).endswith("12 min left")


def test_scores_of_a_report() -> None:
    report = {"systems": {"pytorch": {"bleu": 31.44, "chrf": 28.0}, "int8": {"bleu": None, "chrf": 27.5, "ms_per_sentence": 41.2}}}
    assert scores(report) == [("pytorch", "BLEU 31.4 · chrF 28.0"), ("int8", "chrF 27.5 · 41 ms/sentence")]
    assert scores({"systems": {"odd": 3}}) == []
    assert scores({}) == []


def test_every_control_has_a_name(qtbot: QtBot, dialog: PacksDialog, installed: Path) -> None:
    opened(qtbot, dialog, 2)
    for field in dialog.findChildren(QLineEdit):
        assert field.accessibleName()
    for button in dialog.findChildren(IconButton):
        assert button.accessibleName()
