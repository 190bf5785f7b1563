import json
import shutil
import socket
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest
from PySide6.QtWidgets import QListWidget, QPlainTextEdit
from pytestqt.qtbot import QtBot

from tests.gui.conftest import FakeMachine
from translator_app import connections, packs
from translator_app.engine.translator import Translator
from translator_app.gui.engine_thread import Engine, EngineConfig, EngineThread
from translator_app.gui.offline_dialog import OfflineDialog
from translator_app.gui.store import SettingsStore
from translator_app.packs import Pack
from translator_app.selftest import CASES


def load(pack_id: str, config: EngineConfig) -> Engine:
    return Translator(packs.find_pack(pack_id or None), threads=1)


@pytest.fixture
def real_thread(qtbot: QtBot) -> Iterator[EngineThread]:
    """With the real engine."""
    made = EngineThread(load, EngineConfig(idle_s=0))
    made.start()
    yield made
    made.stop()
    assert made.isFinished()


@pytest.fixture
def installed(packs_home: Path, tiny_pack: Pack) -> Path:
    """The tiny pack with a self-test of two sentences."""
    folder = packs_home / tiny_pack.pack_id
    shutil.copytree(tiny_pack.folder, folder)
    translator = Translator(tiny_pack, threads=1)
    sentences = [{"source": text, "target": translator.translate(text).target} for text in ("Hello.", "The end.")]
    translator.close()
    (folder / CASES).write_text(json.dumps({"sentences": sentences}), encoding="utf-8")
    manifest = json.loads((folder / packs.MANIFEST).read_text(encoding="utf-8"))
    manifest["files"].append(asdict(packs.describe_file(folder, CASES)))
    (folder / packs.MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    return folder


@pytest.fixture
def dialog(qtbot: QtBot, real_thread: EngineThread, packs_home: Path, store: SettingsStore) -> Iterator[OfflineDialog]:
    made = OfflineDialog(store, real_thread, FakeMachine(), None)  # type: ignore[arg-type]  # no parent: qtbot closes it
    qtbot.addWidget(made)
    made.show()
    yield made
    made.shut_down()
    assert not made.worker.isRunning()


def checked(qtbot: QtBot, dialog: OfflineDialog) -> None:
    dialog.run_all()
    qtbot.waitUntil(lambda: not dialog.busy, timeout=30_000)


def test_a_sound_installation(qtbot: QtBot, dialog: OfflineDialog, installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "own_connections", list)
    checked(qtbot, dialog)
    assert [finding.state for finding in (dialog.network, dialog.files, dialog.sentences)] == ["good", "good", "good"]
    assert "0 open" in dialog.network.words.text()
    assert "nothing leaves" in dialog.verdict.text()
    assert dialog.table.rowCount() > 0
    time = dialog.table.item(0, 2)
    assert time is not None
    assert "ms" in time.text()
    assert "every file as it was made" in dialog.report()
    assert dialog.again.isEnabled()


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_an_open_connection_is_counted(qtbot: QtBot, dialog: OfflineDialog, installed: Path) -> None:
    checked(qtbot, dialog)
    assert dialog.findings.connections is not None
    before = len([c for c in dialog.findings.connections if not c.listening])
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        checked(qtbot, dialog)
        found = [c for c in dialog.findings.connections if not c.listening]
        assert len(found) == before + 1
        assert f"127.0.0.1:{server.getsockname()[1]}" in dialog.network.words.text()


def test_a_connection_to_elsewhere_is_bad(qtbot: QtBot, dialog: OfflineDialog, installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = connections.Connection("tcp", "192.168.0.7:50000", "93.184.216.34:443", False)
    monkeypatch.setattr(connections, "own_connections", lambda: [elsewhere])
    checked(qtbot, dialog)
    assert dialog.network.state == "bad"
    assert "93.184.216.34:443" in dialog.network.words.text()
    assert "needs a look" in dialog.verdict.text()


def test_where_the_system_does_not_tell(qtbot: QtBot, dialog: OfflineDialog, installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> list[connections.Connection]:
        raise PermissionError(13, "denied")

    monkeypatch.setattr(connections, "own_connections", refuse)
    checked(qtbot, dialog)
    assert "does not tell" in dialog.network.words.text()


def test_a_damaged_file_is_named(qtbot: QtBot, dialog: OfflineDialog, installed: Path) -> None:
    data = bytearray((installed / "weights.bin").read_bytes())
    data[len(data) // 2] ^= 255
    (installed / "weights.bin").write_bytes(data)
    checked(qtbot, dialog)
    assert dialog.files.state == "bad"
    assert "weights.bin" in dialog.files.words.text()
    assert "BROKEN" in dialog.report()


def test_without_a_pack(qtbot: QtBot, dialog: OfflineDialog) -> None:
    checked(qtbot, dialog)
    assert dialog.files.state == "bad"
    assert dialog.sentences.state == "bad"
    assert "no language pack" in dialog.files.words.text()


def test_the_report_is_copied(qtbot: QtBot, dialog: OfflineDialog, installed: Path) -> None:
    checked(qtbot, dialog)
    with qtbot.waitSignal(dialog.copied) as copied:
        dialog.copy.click()
    assert copied.args is not None
    assert "[versions]" in copied.args[0]
    assert dialog.report_view.toPlainText() == copied.args[0]


def test_licences_can_be_read(qtbot: QtBot, dialog: OfflineDialog) -> None:
    dialog.tabs.setCurrentIndex(2)
    page = dialog.tabs.currentWidget()
    names, text = page.findChild(QListWidget), page.findChild(QPlainTextEdit)
    assert isinstance(names, QListWidget)
    assert isinstance(text, QPlainTextEdit)
    row = next(row for row in range(names.count()) if names.item(row).text().startswith("onnxruntime"))
    names.setCurrentRow(row)
    assert "MIT" in text.toPlainText()


def test_a_pack_without_sentences(qtbot: QtBot, dialog: OfflineDialog, packs_home: Path, tiny_pack: Pack) -> None:
    shutil.copytree(tiny_pack.folder, packs_home / tiny_pack.pack_id)
    checked(qtbot, dialog)
    assert "no sentences" in dialog.sentences.words.text()
    assert dialog.sentences.state == "wait"
