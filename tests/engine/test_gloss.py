"""Word-by-word Chinese."""

from typing import ClassVar

import pytest

from translator_app.engine.gloss import gloss


class Words:
    """A dictionary that, as the real one, does not mind marks around a word."""

    known: ClassVar = {"river": "河", "committee": "委员会", "add": "添加", "sugar": "糖", "the": "这", "come on": "加油"}

    def best(self, word: str) -> str | None:
        return self.known.get(word.strip(' "().').lower())

    def characters(self, word: str) -> str:
        return self.best(word) or ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('The "river committee"', '"河委员会"'),
        ("the river (committee)", "河(委员会)"),
        ("add sugar ... come on", "添加糖...加油"),
        ("a lot of foos bars", "lot foos bars"),
        ("2 litres sugar", "2 litres糖"),
        ("5 ft. 10 in. river", "5 ft. 10在.河"),
        ("", ""),
    ],
)
def test_gloss(text: str, expected: str) -> None:
    assert gloss(text, Words()) == expected
