from pathlib import Path

import pytest

from tests.documents.fakes import FakeSegment, FakeTranslation, FakeTranslator, Runner
from translator_app.documents import DocumentOptions, labels, translate_file
from translator_app.engine.translator import TranslateOptions

A, B, C = "\ue000", "\ue001", "\ue002"


@pytest.mark.parametrize(
    ("text", "target", "rest"),
    [
        (f"Page {A} of {C}", f"第 {A} 页，共 {C} 页", ""),
        ("Page 3/12", "第 3 页，共 12 页", ""),
        (f"Page {A}", f"第 {A} 页", ""),
        (f"Figure {A}: Sales by year", f"图 {A}：", "Sales by year"),
        (f"Table {A}.{C} Sales by year", f"表 {A}.{C} ", "Sales by year"),
        ("Fig. 2-1 – Overview", "图 2-1：", "Overview"),
        ("CHAPTER ONE: The Storm", "第一章：", "The Storm"),
        ("Chapter IV", "第 IV 章", ""),
        ("Table 1.", "表 1", ""),
        ("Step one", "步骤一", ""),
    ],
)
def test_labels(text: str, target: str, rest: str) -> None:
    found = labels.find(text)
    assert found is not None
    assert (found.target, found.rest) == (target, rest)


@pytest.mark.parametrize(
    "text",
    [
        "Table 1 shows the results.",
        "Figure out this: now",
        "Page 5 is missing.",
        "A Figure 1",
        "Part of the problem",
        "Section 5-year plan",
        "Step I need",
        f"Figure {A}: bold{B} words",  # the mark is no number but opens a pair
    ],
)
def test_sentences_are_no_labels(text: str) -> None:
    assert labels.find(text) is None


def test_labels_are_written_with_the_translation_of_the_rest(run: Runner) -> None:
    text = "Figure 1: Sales\n\nFigure 1: Sales\n\nFigure 2\n\nFigure it out\n"
    assert run.text("a.txt", text, lambda words: f"汉{words}") == "图 1：汉Sales\n\n图 1：汉Sales\n\n图 2\n\n汉Figure it out\n"
    taiwan = DocumentOptions(translation=TranslateOptions(script="hant-tw"))
    assert run.text("a.txt", "Page 1 of 2", lambda words: f"汉{words}", taiwan) == "第 1 頁，共 2 頁"
    french = DocumentOptions(languages=("en", "fr"))
    assert run.text("a.txt", "Page 1 of 2", lambda words: f"汉{words}", french) == "汉Page 1 of 2"


def test_terms_of_the_user_come_first(tmp_path: Path) -> None:
    class WithTerm(FakeTranslator):
        def _one(self, text: str) -> FakeTranslation:
            return FakeTranslation(f"插图{text}", (FakeSegment(text, text, term_hits="Figure" in text),))

    source, target = tmp_path / "a.txt", tmp_path / "b.txt"
    source.write_text("Figure 1\n\nTable 1\n", encoding="utf-8")
    for _ in translate_file(source, target, WithTerm()):
        pass
    assert target.read_text(encoding="utf-8") == "插图Figure 1\n\n表 1\n"
