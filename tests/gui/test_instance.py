import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from translator_app.gui.instance import Instance


@pytest.fixture
def first(qtbot: QtBot, tmp_path: Path) -> Iterator[Instance]:
    instance = Instance(tmp_path / "data")
    assert instance.claim([])
    yield instance
    instance.release()


SECOND = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from translator_app.gui.instance import Instance
app = QCoreApplication([])
sys.exit(10 + Instance(Path(sys.argv[1])).claim(sys.argv[2:]))
"""


@pytest.mark.parametrize("arguments", [[], ["--translate-clipboard"], ["/tmp/报告 1.docx", os.fsdecode(b"/tmp/\xff.txt")]])
def test_a_second_start_hands_over_and_ends(qtbot: QtBot, first: Instance, tmp_path: Path, arguments: list[str]) -> None:
    with qtbot.waitSignal(first.messaged, timeout=20_000) as message:
        second = subprocess.Popen([sys.executable, "-c", SECOND, str(tmp_path / "data"), *arguments])
    qtbot.waitUntil(lambda: second.poll() is not None, timeout=20_000)
    assert message.args == [arguments]
    assert second.returncode == 10


def test_another_data_folder_is_another_app(qtbot: QtBot, first: Instance, tmp_path: Path) -> None:
    other = Instance(tmp_path / "portable")
    assert other.claim([])
    other.release()


def test_after_the_end_the_next_start_takes_over(qtbot: QtBot, tmp_path: Path) -> None:
    one = Instance(tmp_path / "data")
    assert one.claim([])
    one.release()
    two = Instance(tmp_path / "data")
    assert two.claim([])
    two.release()
