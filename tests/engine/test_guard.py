"""What is done for a pair of languages, and not done for others."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.engine.test_sentence import Glossary, Speech, codes, manifest
from translator_app.engine.guard import Guard
from translator_app.engine.sentence import Outcome, SentenceTranslator
from translator_app.engine.translator import TranslateOptions, Translator
from translator_app.packs import LanguagePair, Pack, load_pack


class Letters(Speech):
    """Speech with room for the letters of an alphabet."""

    max_positions = 400

    def encode(self, text: str) -> list[int]:
        return super().encode(text)[:1] * (2 * len(text) + 8) + [1]


GERMAN = {
    "Do you have a table for two?": "Haben Sie einen Tisch für zwei?",
    "The meeting starts at 10:30.": "Die Besprechung beginnt um 10.30 Uhr.",
    'She said: "No, not at all."': "Sie sagte: „Nein, überhaupt nicht.“",
    "He paid 1,250.50 for it (too much).": "Er hat 1.250,50 dafür bezahlt (zu viel) ...",
    "test": "Prüfung",
    "Please keep this old address in mind.": "Bitte behalten Sie diese alte Adresse im Kopf.",
}


def translated(answer: Callable[[str], str], *sentences: str, pair: tuple[str, str], chrf: float = 30.0) -> tuple[list[Outcome], Speech]:
    speech = Letters(answer)
    pack = replace(manifest(), pair=LanguagePair(*pair), verification={"systems": {"int8": {"chrf": chrf}}})
    return SentenceTranslator(pack, speech, None, Glossary()).translate(speech, sentences), speech  # type: ignore[arg-type]


@pytest.mark.parametrize("chrf", [4.0, 18.0, 60.0])
def test_good_german_is_taken_as_it_is(chrf: float) -> None:
    outcomes, speech = translated(lambda s: GERMAN[s], *GERMAN, pair=("en", "de"), chrf=chrf)
    assert [outcome.target for outcome in outcomes] == list(GERMAN.values())
    assert [outcome.warnings for outcome in outcomes] == [()] * len(GERMAN)
    assert len(speech.asked) == len(GERMAN)


@pytest.mark.parametrize(
    ("source", "answer", "code"),
    [
        ("The red house stands near the river.", "", "empty"),
        ("The red house stands near the river.", "... !", "punctuation"),
        ("The red house stands near the river.", "das Haus das Haus das Haus das Haus", "loop"),
        ("The red house stands near the river.", "The red house stands near the river.", "untranslated"),
        ("The red house stands near the river.", "Rot.", "too-short"),
        ("The red house has 250 rooms and 1,200 windows.", "Das rote Haus hat 250 Zimmer und 1.300 Fenster.", "number"),
        ("The red house stands near the river.", "Das rote Haus steht in der Nähe von {name}.", "added"),
    ],
)
def test_what_is_wrong_in_any_language_is_named_and_no_chinese_is_put_for_it(source: str, answer: str, code: str) -> None:
    assert [warning.code for warning in Guard(("en", "de")).check(source, answer, ())] == [code]
    (outcome,), speech = translated(lambda s: answer, source, pair=("en", "de"))
    assert len(speech.asked) > 1
    assert not any("\u4e00" <= char <= "\u9fff" for char in outcome.target)


def test_things_survive_with_their_spaces() -> None:
    def answer(text: str) -> str:
        return text.replace("See", "Siehe").replace("for more", "für mehr")

    (outcome,), _ = translated(answer, "See https://example.org/x for more.", pair=("en", "de"))
    assert outcome.target == "Siehe https://example.org/x für mehr."
    assert not outcome.warnings


ENGLISH = {
    "会议在10:30开始。": "The meeting starts at 10:30.",
    "红房子在河边。": "The red house is by the river.",
    "他花了3万块买这辆车。": "He paid 30,000 for this car.",
    "请写信到": "Please write to",
}


@pytest.mark.parametrize("source", ["zh", "zh-Hans", "cmn_Hans", "zho", "zh_CN"])
def test_from_chinese_nothing_is_taken_for_translated_already(source: str) -> None:
    guard = Guard(replace(manifest(), pair=LanguagePair(source, "en")).languages)
    assert not guard.is_done("红房子在河边。")
    outcomes, _ = translated(lambda s: ENGLISH[s], *list(ENGLISH)[:3], pair=(source, "en"))
    assert [(outcome.target, outcome.warnings) for outcome in outcomes] == [(text, ()) for text in list(ENGLISH.values())[:3]]


def test_chinese_that_stays_in_english_is_named() -> None:
    (outcome,), _ = translated(lambda s: "The 房子 is by the river.", "红房子在河边。", pair=("zh", "en"))
    assert codes(outcome) == {"untranslated"}


def test_an_address_within_chinese_survives() -> None:
    (outcome,), _ = translated(lambda s: ENGLISH.get(s, ""), "请写信到info@example.org。", pair=("zh", "en"))
    assert "info@example.org" in outcome.target


def test_into_chinese_from_elsewhere_there_is_typography_but_no_english() -> None:
    answers = {
        "Haben Sie einen Tisch für zwei?": "有两个人的桌子吗?",
        "Die Besprechung dauert anderthalb Stunden.": "会议要开一个半小时.",
        "Das ist ein Test.": "这是一个测试 , 对.",
    }
    outcomes, speech = translated(lambda s: answers[s], *answers, pair=("deu", "zho"), chrf=4.0)
    assert [outcome.target for outcome in outcomes] == ["有两个人的桌子吗？", "会议要开一个半小时。", "这是一个测试，对。"]
    assert [outcome.warnings for outcome in outcomes] == [(), (), ()]
    assert len(speech.asked) == 3
    (failed,), _ = translated(lambda s: "Haben Sie", "Haben Sie einen Tisch für zwei?", pair=("de", "zh"))
    assert "no-han" in codes(failed)


@pytest.mark.parametrize("pair", [("en", "zh"), ("eng", "cmn_Hans"), ("en-US", "zh-Hant"), ("en_GB", "zho"), ("en", "zh_CN")])
def test_every_spelling_of_english_and_chinese_has_the_whole_net(pair: tuple[str, str]) -> None:
    (outcome,), _ = translated(lambda s: "", "The red house stands near the river.", pair=pair)
    assert codes(outcome) == {"word-by-word"}


def test_the_prefix_of_a_model_of_many_languages_says_which_is_meant() -> None:
    many = replace(manifest(), pair=LanguagePair("en", "mul"))
    assert replace(many, source_prefix=">>cmn_Hans<< ").languages == ("en", "zh")
    assert replace(many, source_prefix=">>deu<<").languages == ("en", "de")
    assert many.languages == ("en", "mul")


@pytest.fixture
def of_pair(tiny_pack: Pack, tmp_path: Path) -> Callable[[str, str], Translator]:
    """The tiny pack, said to be of other languages."""

    def make(source: str, target: str) -> Translator:
        folder = tmp_path / f"{source}-{target}"
        shutil.copytree(tiny_pack.folder, folder)
        path = folder / "manifest.json"
        entries = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps(entries | {"pair": {"source": source, "target": target}}), encoding="utf-8")
        return Translator(load_pack(folder), threads=1)

    return make


def test_a_pack_of_other_languages_has_no_chinese_habits(of_pair: Callable[[str, str], Translator]) -> None:
    translator = of_pair("en", "de")
    assert translator.translate("今天天气很好。").notice == ""
    assert translator.lookup("dog") == []
    sentences = translator.translate("Good morning. I like tea.", TranslateOptions(script="hant-tw", spacing=True))
    assert [piece.target for piece in sentences.segments][1] == " "  # between two sentences
    assert translator.translate("软件 2.0", TranslateOptions(script="hant-tw")).target == "软件 2.0"
    translator.close()


def test_sentences_without_a_space_between_get_one(of_pair: Callable[[str, str], Translator]) -> None:
    guard = Guard(("zh", "en"))
    assert guard.gap("Good morning.", "I like tea.") == " "
    assert guard.gap("Good morning. ", "I like tea.") == guard.gap("", "Yes.") == Guard(("en", "zh")).gap("好。", "我") == ""
    translator = of_pair("zh-Hans", "en")
    result = translator.translate("早上好。我喜欢茶。")
    assert [piece.translated for piece in result.segments] == [True, True]
    assert result.notice == ""
    assert "".join(piece.target for piece in result.segments) == result.target
    translator.close()


def test_an_ordinal_ends_no_german_sentence(of_pair: Callable[[str, str], Translator]) -> None:
    translator = of_pair("de", "zh")
    text = "Am 3. Oktober war frei. Heute nicht."
    assert [p.source for p in translator.translate(text).segments if p.translated] == ["Am 3. Oktober war frei.", "Heute nicht."]
    translator.close()
