"""What the core says in English, the window says in the language of the interface."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

import translations
from translator_app import paths
from translator_app.engine.terms import TermBase
from translator_app.engine.translator import TranslateOptions
from translator_app.errors import BrokenPack, Message, UnreadableDocument
from translator_app.gui import language
from translator_app.gui.engine_thread import EngineThread
from translator_app.gui.files_page import FilesPage
from translator_app.gui.packs_dialog import PacksDialog
from translator_app.gui.store import SettingsStore
from translator_app.packs import Installed, LanguagePair, Pack


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    """The Chinese interface."""
    before, translator = QLocale(), QTranslator()
    assert translator.load(str(paths.assets_dir() / "i18n" / "translator_app_zh_CN.qm"))
    QLocale.setDefault(QLocale("zh_CN"))
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)
    QLocale.setDefault(before)


@pytest.fixture
def dialog(qtbot: QtBot, packs_home: Path, store: SettingsStore, chinese: None) -> Iterator[PacksDialog]:
    made = PacksDialog(store, None)  # type: ignore[arg-type]  # no parent: qtbot closes it
    qtbot.addWidget(made)
    yield made
    made.shut_down()


DAMAGED = BrokenPack("{path} is damaged ({reason}); import the pack again", path=Path("a.onnx"), reason=Message("it is cut off"))


def test_an_error_with_a_reason_in_it(chinese: None) -> None:
    assert language.words(DAMAGED) == "a.onnx 已损坏（文件不完整），请重新导入语言包。"
    denied = PermissionError(13, "Permission denied", "a.txt")
    assert language.words(denied) == "没有权限"
    assert language.words(UnreadableDocument("{path} can't be read: {reason}", path="a.txt", reason=denied)) == "无法读取 a.txt：没有权限。"


def test_what_has_no_translation_stays_as_it_is(chinese: None) -> None:
    assert language.words("Permission denied") == "Permission denied"  # the name of a file, for all we know
    assert language.words(BrokenPack("the moon is full of {what}", what="{cheese}")) == "the moon is full of {cheese}"
    assert language.words(BrokenPack("{braces}")) == "{braces}"
    assert language.words(ValueError("nobody knows")) == "nobody knows"


def test_in_english_it_is_what_the_command_line_says(qapp: QApplication) -> None:
    assert language.words(DAMAGED) == str(DAMAGED)


def test_every_translation_takes_the_values_of_its_message(chinese: None) -> None:
    for template in translations.messages():
        values = {name: "x" for name, _count in translations.PLACEHOLDER.findall(template)}
        message = Message(template, **({} if "usepackage" in template else values))
        assert language.words(message) != message, template


def test_errors_in_a_term_file(chinese: None, tmp_path: Path) -> None:
    (tmp_path / "terms.csv").write_text("gear,\ncog,齿轮\ncog,轮齿\n", encoding="utf-8")
    found = [language.words(error) for error in TermBase.load(tmp_path / "terms.csv", "en", "zh").errors]
    assert found[0].startswith("第 1 行：缺少译文")
    assert found[1] == "第 3 行：此术语已见于第 2 行，以前者为准"


def test_a_damaged_document(qtbot: QtBot, thread: EngineThread, tmp_path: Path, chinese: None) -> None:
    page = FilesPage(thread, TranslateOptions, lambda: (LanguagePair("en", "zh"), ""), None)  # type: ignore[arg-type]
    qtbot.addWidget(page)
    (tmp_path / "report.docx").write_bytes(b"PK\x03\x04 and no more")
    (tmp_path / "letter.doc").write_bytes(b"")
    (tmp_path / "words.json").write_text('{"a": }', encoding="utf-8")
    with qtbot.waitSignal(page.ended):
        page.translate([tmp_path / "report.docx", tmp_path / "letter.doc", tmp_path / "words.json"])
    rows = [page.list.item(row).text() for row in range(page.list.count())]
    assert rows == [
        "report.docx 已损坏或不完整（不是 Zip 文件）。",
        "letter.doc：无法读取 .doc 文件，请另存为 .docx 后再试。",
        "words.json 不是正确的 JSON：第 1 行，缺少值",
    ]
    assert page.state.text() == "已翻译 0 个文件，3 个失败"


def test_a_broken_pack(qtbot: QtBot, dialog: PacksDialog, tmp_path: Path, tiny_pack: Pack) -> None:
    folder = tmp_path / "broken"
    shutil.copytree(tiny_pack.folder, folder)
    (folder / "source.spm").unlink()
    dialog.install(folder)
    qtbot.waitUntil(lambda: dialog.state.text() == f"{folder}：缺少 source.spm。")
    (tmp_path / "no.zip").write_bytes(b"no")
    dialog.install(tmp_path / "no.zip")
    qtbot.waitUntil(lambda: dialog.state.text() == f"无法读取 Zip 文件 {tmp_path / 'no.zip'}（不是 Zip 文件），请重新获取。")


def test_a_pack_tells_what_was_measured(dialog: PacksDialog, tiny_pack: Pack) -> None:
    figures = {"bleu": 31.44, "chrf": 28.0, "ms_per_sentence": 12.3}
    measured = {name: figures for name in ("pytorch", "int8_batch", "int4_later")}
    manifest = replace(tiny_pack.manifest, precision={"encoder": "int8", "joint": "fp32"}, licence="", verification={"systems": measured})
    entry = Installed("tiny", Path("tiny"), bundled=False, pack=replace(tiny_pack, manifest=manifest), problem=None)
    dialog.details.show_entry(entry, used=False)
    names = [label.accessibleName() for label in dialog.details.findChildren(QLabel)]
    assert "精度: 编码器 int8、joint fp32" in names
    assert "许可: 未注明，请询问模型的提供者" in names
    assert [name for name in names if "BLEU" in name] == [
        "原模型: BLEU 31.4 · chrF 28.0 · 12 毫秒/句",
        "此语言包，用于文件 (int8): BLEU 31.4 · chrF 28.0 · 12 毫秒/句",
        "int4_later: BLEU 31.4 · chrF 28.0 · 12 毫秒/句",
    ]


def test_an_address_that_nobody_is_at(qtbot: QtBot, dialog: PacksDialog, store: SettingsStore) -> None:
    store.change(mirror="http://127.0.0.1:9")
    dialog.get.get.click()
    qtbot.waitUntil(lambda: "无法从 http://127.0.0.1:9 获取 Xenova/opus-mt-en-zh：无法连接（" in dialog.state.text())
