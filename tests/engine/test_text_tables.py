"""Tables of sentences by kind: what is a thing, what never reaches the model."""

import re
from pathlib import Path

import pytest

from translator_app.engine.segment import Kind, split
from translator_app.engine.shield import find_things

_DATA = Path(__file__).parent.parent / "data" / "text"


def lines(name: str) -> list[str]:
    return [line for line in (_DATA / name).read_text("utf-8").split("\n") if line and not line.startswith("# ")]


@pytest.mark.parametrize("marked", lines("things.txt"))
def test_things(marked: str) -> None:
    sentence = re.sub("[⟦⟧]", "", marked)
    found = [thing.text for thing in find_things(sentence)]
    assert found == re.findall("⟦(.*?)⟧", marked)
    assert [segment.text for segment in split(sentence) if segment.kind is Kind.SENTENCE] == [sentence]


@pytest.mark.parametrize("line", lines("kept.txt"))
def test_kept(line: str) -> None:
    assert [segment.text for segment in split(line) if segment.kind is Kind.SENTENCE] == []
