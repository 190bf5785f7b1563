from pathlib import Path

import pytest

from translator_app.engine.coverage import Coverage, default_coverage

TABLE = "\n".join(
    [
        "he\t他\t95\t100\t10\t0",
        "closed\t关闭\t92\t30\t15\t5",
        "the\t-\t0\t0\t5\t1",
        "door\t门\t95\t20\t12\t0",
        "and\t和并\t60\t140\t8\t2",
        "drank\t喝\t92\t10\t12\t0",
        "cold\t冷凉冰\t94\t20\t12\t0",
        "tea\t茶\t96\t10\t11\t0",
        "timeout\t超时\t80\t70\t19\t368",
    ]
)


@pytest.fixture
def coverage(tmp_path: Path) -> Coverage:
    path = tmp_path / "coverage.tsv"
    path.write_text(TABLE, encoding="utf-8")
    return Coverage(path)


def test_nothing_is_dropped_from_a_full_translation(coverage: Coverage) -> None:
    assert coverage.judge("He closed the door and drank cold tea.", "他关上门，喝了凉茶。").dropped == ""


def test_the_dropped_part_is_named_as_it_stands_in_the_source(coverage: Coverage) -> None:
    assert coverage.judge("He closed the door and Drank cold tea.", "他关上了门。").dropped == "and Drank cold tea"


def test_a_translation_of_another_sentence_is_unrelated(coverage: Coverage) -> None:
    assert coverage.judge("He closed the door and drank cold tea.", "明天会下雨。").unrelated
    assert not coverage.judge("He closed the door and drank cold tea.", "他关上门，喝了凉茶。").unrelated


def test_words_that_stay_english_are_not_missing(coverage: Coverage) -> None:
    assert coverage.judge("He closed the door and drank cold tea.", "他关上门，然后 drank cold tea。").dropped == ""


def test_base_forms_stand_for_the_others(coverage: Coverage) -> None:
    assert coverage.trace("doors") == coverage.trace("door")
    assert coverage.trace("zebra") is None


def test_terms_that_may_stay_english_are_known(coverage: Coverage) -> None:
    assert coverage.is_translated("tea")
    assert not coverage.is_translated("timeout")
    assert not coverage.is_translated("ncfa")


def test_numbers_that_became_digits_are_not_missing() -> None:
    table = default_coverage()
    assert table is not None
    assert table.judge("Seven hundred and fifty thousand tons of wheat", "75万吨小麦").dropped == ""
    assert table.judge("The rent is between one and a half and two thousand dollars.", "租金在1500到2000美元之间。").dropped == ""
    assert not table.judge("one hundred and one dogs", "101只狗").unrelated
    assert table.judge("He met seven hundred and fifty old friends.", "他见了老朋友。").dropped != ""


@pytest.mark.timeout(30)
def test_a_text_without_end_is_not_searched(coverage: Coverage) -> None:
    assert coverage.judge("drank cold tea " * 20_000, "他").dropped == ""


def test_the_table_that_is_shipped_finds_a_dropped_clause() -> None:
    table = default_coverage()
    assert table is not None
    source = "She fed the cat, watered the flowers and locked the front door."
    assert table.judge(source, "她喂了猫，浇了花，锁上了前门。").dropped == ""
    assert "flowers" in table.judge(source, "她喂了猫，锁上了前门。").dropped
