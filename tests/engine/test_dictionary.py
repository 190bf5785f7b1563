import os
import sqlite3
import threading
from pathlib import Path

import pytest

from translator_app.engine.dictionary import Dictionary, Sense, default_dictionary, marked
from translator_app.errors import DictionaryError

EVERYDAY_WORDS = Path(__file__).parent.parent / "data" / "everyday-words.txt"


@pytest.fixture(scope="module")
def dictionary() -> Dictionary:
    found = default_dictionary()
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("dog", "狗"), ("cat", "猫"), ("run", "跑"), ("go", "去"), ("book", "书"), ("light", "光"), ("bank", "银行"),
        ("man", "男人"), ("woman", "女人"), ("test", "测试"), ("hi", "嗨"), ("hello", "你好"), ("no", "不"),
        ("yes", "是"), ("come on", "加油"),
        ("right", "对"), ("apple", "苹果"), ("water", "水"), ("computer", "电脑"), ("house", "房子"), ("time", "时间"), ("day", "天"),
        ("good", "好"), ("happy", "高兴"), ("school", "学校"), ("friend", "朋友"), ("give", "给"), ("find", "找到"), ("know", "知道"),
        ("think", "想"), ("work", "工作"), ("call", "打电话"), ("leave", "离开"), ("important", "重要"), ("beautiful", "美丽"),
        ("good morning", "早上好"), ("ice cream", "冰淇淋"), ("thank you", "谢谢"), ("changelog", "更新日志"), ("china", "中国"),
        ("inspection", "检查"), ("photosynthesis", "光合作用"), ("broom", "扫帚"), ("password", "密码"), ("because", "因为"),
    ],
)  # fmt: skip
def test_common_words_have_their_usual_translation_first(dictionary: Dictionary, word: str, expected: str) -> None:
    assert expected in [sense.simplified for sense in dictionary.lookup(word, 2)]


def test_everyday_words_have_their_everyday_sense_first(dictionary: Dictionary) -> None:
    lines = EVERYDAY_WORDS.read_text(encoding="utf-8").splitlines()[1:]
    assert len(lines) > 400
    wrong = [(word, found) for word, *good in map(str.split, lines) if (found := dictionary.best(word)) not in good]
    assert wrong == []


@pytest.mark.parametrize(
    ("word", "technical"),
    [
        ("library", "库"), ("mouse", "鼠标"), ("field", "字段"), ("table", "表格"), ("key", "键"), ("string", "字符串"),
        ("thread", "线程"), ("port", "端口"), ("frame", "帧"), ("page", "页面"), ("cell", "单元格"), ("file", "文件"),
        ("client", "客户端"), ("editor", "编辑器"), ("function", "函数"), ("object", "对象"), ("variable", "变量"),
    ],
)  # fmt: skip
def test_the_sense_of_programs_follows(dictionary: Dictionary, word: str, technical: str) -> None:
    assert technical in [sense.simplified for sense in dictionary.lookup(word, 5)]


def test_a_gloss_that_holds_sb_or_sth_within_a_word_is_a_key(dictionary: Dictionary) -> None:
    assert dictionary.best("husband") == "丈夫"
    assert dictionary.best("asbestos") == "石棉"


@pytest.mark.parametrize(
    ("form", "base"),
    [
        ("dogs", "dog"), ("Dog", "dog"), ("dog.", "dog"), ("the dog", "dog"), ("ran", "run"), ("stopped", "stop"), ("gave up", "give up"),
        ("ice creams", "ice cream"), ("colour", "color"), ("cities", "city"), ("the dog’s", "dog"), ("Good-morning", "good morning"),
        ("metres", "meter"), ("naïve", "naive"), ("login", "log in"), ("mum", "mom"), ("bye bye", "goodbye"),
    ],
)  # fmt: skip
def test_other_forms_are_found_under_their_base(dictionary: Dictionary, form: str, base: str) -> None:
    assert dictionary.best(base) in [sense.simplified for sense in dictionary.lookup(form, 3)]


def test_best_is_one_han_word_or_none(dictionary: Dictionary) -> None:
    assert dictionary.best("Test") == "测试"
    assert dictionary.best("Come on") == "加油"
    assert dictionary.best("xyzzy") is None
    assert dictionary.best("") is None
    assert dictionary.best("word " * 1000) is None


def test_a_sense_is_complete(dictionary: Dictionary) -> None:
    assert dictionary.lookup("computer", 1) == [Sense("电脑", "電腦", "diàn nǎo", "computer")]


def test_no_word_comes_twice_and_the_limit_holds(dictionary: Dictionary) -> None:
    senses = dictionary.lookup("running", 5)
    assert len(senses) == 5
    assert len({(sense.simplified, sense.pinyin) for sense in senses}) == 5


@pytest.mark.parametrize(
    ("numbered", "expected"),
    [
        ("gou3", "gǒu"),
        ("lu:4 se4", "lǜ sè"),
        ("xiong2", "xióng"),
        ("Liu2", "Liú"),
        ("dui4", "duì"),
        ("ma5", "ma"),
        ("A1 lin2", "Ā lín"),
        ("r5", "r"),
    ],
)
def test_pinyin_has_its_tone_mark_on_the_right_letter(numbered: str, expected: str) -> None:
    assert marked(numbered) == expected


def small_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, simplified TEXT, traditional TEXT, pinyin TEXT, gloss TEXT)")
    connection.execute("CREATE TABLE word (key TEXT PRIMARY KEY, entries TEXT) WITHOUT ROWID")
    connection.execute("INSERT INTO entry VALUES (0, '狗', '', 'gou3', 'dog')")
    connection.execute("INSERT INTO word VALUES ('dog', '0')")
    connection.commit()
    connection.close()


def test_read_only_in_a_folder_with_odd_letters_and_nothing_written_beside(tmp_path: Path) -> None:
    folder = tmp_path / "词 典#1?%41"
    folder.mkdir()
    path = folder / "en-zh.sqlite"
    small_database(path)
    path.chmod(0o444)
    folder.chmod(0o555)
    try:
        dictionary = Dictionary(path)
        assert dictionary.best("dogs") == "狗"
        dictionary.close()
        assert os.listdir(folder) == ["en-zh.sqlite"]  # noqa: PTH208 - names are what matters
    finally:
        folder.chmod(0o755)


def test_threads_share_one_dictionary(dictionary: Dictionary) -> None:
    found: list[str | None] = []
    threads = [threading.Thread(target=lambda: found.append(dictionary.best("dog"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["狗"] * 8


@pytest.mark.parametrize("content", [b"", b"not a database" * 100])
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "en-zh.sqlite"
    path.write_bytes(content)
    with pytest.raises(DictionaryError, match=r"en-zh\.sqlite"):
        Dictionary(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DictionaryError, match=r"none\.sqlite"):
        Dictionary(tmp_path / "none.sqlite")
