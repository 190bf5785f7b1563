from xml.etree import ElementTree

import pytest

from translator_app.bench.scaling import distinct_text, pictures, scaling, summary
from translator_app.packs import Pack

LINES = ["The weather is nice today.", "Where is the station?", "I lost my key on the way home."]


@pytest.mark.parametrize("words", [1, 7, 100, 1000])
def test_documents_have_the_length_asked_for_and_no_sentence_twice(words: int) -> None:
    text = distinct_text(LINES, words, first=5)
    assert len(text.split()) == words
    numbers = [word for word in text.split() if word.rstrip(":").isdigit()]
    assert len(numbers) == len(set(numbers))


def test_a_run_on_a_real_pack(tiny_pack: Pack) -> None:
    found = scaling(tiny_pack, LINES, most_words=10, repeats=1, say=lambda _line: None)
    assert [words for words, _, _ in found["documents"]["points"]] == [1, 10]
    assert all(ms > 0 for _, ms in found["sentences"]["points"])
    assert "| 10 |" in "\n".join(summary(found))
    for picture in pictures(found).values():
        ElementTree.fromstring(picture)
