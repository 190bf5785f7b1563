"""The translator over the tiny pack, which knows sixty sentences by heart."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from translator_app.engine.terms import TermBase
from translator_app.engine.translator import SegmentResult, TranslateOptions, Translator
from translator_app.errors import Cancelled, TranslatorError
from translator_app.packs import Pack

TEXT = "Dr. Smith went home. He was tired!\n\n- one thing\n- another thing\n\nSee https://example.org/x for more. 42\n"


@pytest.fixture
def translator(tiny_pack: Pack) -> Iterator[Translator]:
    translator = Translator(tiny_pack, threads=1)
    yield translator
    translator.close()


def test_pieces_join_to_the_whole_on_both_sides(translator: Translator) -> None:
    result = translator.translate(TEXT)
    assert "".join(s.source for s in result.segments) == result.source == TEXT
    assert "".join(s.target for s in result.segments) == result.target
    for piece in result.segments:
        assert result.source[piece.source_start :].startswith(piece.source)
        assert result.target[piece.target_start :].startswith(piece.target)
    assert result.target.count("\n") == TEXT.count("\n")
    assert "https://example.org/x" in result.target
    assert result.coverage[1] == 5


def test_pieces_stream_in_order(translator: Translator) -> None:
    seen: list[SegmentResult] = []
    result = translator.translate(TEXT, on_segment=seen.append)
    assert tuple(seen) == result.segments


def test_known_sentences_come_out_right(translator: Translator) -> None:
    result = translator.translate("Good morning. I like tea.\n\nHow are you? 42")
    assert result.target == "早上好。我喜欢茶。\n\n你好吗？ 42"
    assert result.warnings == ()
    assert result.coverage == (3, 3)


def test_only_what_changed_is_translated_again(translator: Translator) -> None:
    translator.translate("Good morning. I like tea. Thank you.")
    again = translator.translate("Good morning. It is raining. Thank you.")
    assert [(s.source, s.cached) for s in again.segments if s.translated] == [
        ("Good morning.", True),
        ("It is raining.", False),
        ("Thank you.", True),
    ]


def test_nothing_with_a_warning_is_cached(translator: Translator) -> None:
    odd = "Qwxz vrblk zzyt plmk 73 grmpf 51."
    assert translator.translate(odd).warnings
    assert not any(s.cached for s in translator.translate(odd).segments)


def test_many_texts_give_what_each_gives_alone(translator: Translator) -> None:
    options = TranslateOptions(kernel="interactive")
    texts = ["One dog.", "今天天气很好。", "", TEXT]
    together = [t.target for t in translator.translate_many(texts, options)]
    translator_alone = [translator.translate(text, options).target for text in texts]
    assert together == translator_alone


def test_chinese_comes_back_with_a_notice(translator: Translator) -> None:
    result = translator.translate("今天天气很好。")
    assert (result.target, result.notice) == ("今天天气很好。", "already-chinese")
    assert translator.translate("软件", TranslateOptions(script="hant-tw")).target == "軟體"


def test_lines_are_joined_only_when_asked(translator: Translator) -> None:
    lines = (
        "The committee said on Friday that the bridge would stay closed",
        "until engineers had inspected every cable and replaced the ones",
    )
    text = "\n".join((*lines, "that were damaged."))
    assert translator.translate(text).joined_lines == 0
    joined = translator.translate(text, TranslateOptions(unwrap=True))
    assert joined.joined_lines == 2
    assert "\n" not in joined.target


def test_stopping_raises_cancelled(translator: Translator) -> None:
    with pytest.raises(Cancelled):
        translator.translate(TEXT, should_stop=lambda: True)
    assert translator.translate("42").target == "42"


def test_a_bad_pattern_is_an_error_in_words(translator: Translator) -> None:
    with pytest.raises(TranslatorError, match="not a regular expression"):
        translator.translate("One dog.", TranslateOptions(keep_english="("))


def test_threads_change_without_losing_the_cache(translator: Translator) -> None:
    translator.translate("I like tea.")
    translator.set_threads(2)
    assert translator.threads == 2
    assert translator.translate("I like tea.").segments[0].cached
    assert translator.translate("Good night.").target == "晚安。"


def test_alternatives_are_different_and_best_first(translator: Translator) -> None:
    found = translator.alternatives("I like tea.", 3)
    assert found[0] == "我喜欢茶。"
    assert len(found) == len(set(found)) > 1


def test_the_identity_changes_with_the_terms(tiny_pack: Pack, translator: Translator, tmp_path: Path) -> None:
    (tmp_path / "terms.csv").write_text("tea,茗\n", encoding="utf-8")
    with_terms = Translator(tiny_pack, threads=1, terms=TermBase.load(tmp_path / "terms.csv"))
    assert with_terms.translate("I like tea.").target.count("茗") == 1
    assert with_terms.identity != translator.identity
    with_terms.close()


def test_the_batch_kernel_can_be_dropped(translator: Translator) -> None:
    assert translator.translate_many(["I like tea.", "Good night."])[1].target == "晚安。"
    translator.drop_batch_kernel()
    assert translator.translate_many(["Thank you."])[0].target == "谢谢。"


@pytest.mark.parametrize("verification", [{"systems": 3}, {"systems": {"int8": 7}}, {"systems": {"int8": {"chrf": None}}}])
def test_a_pack_may_say_anything_of_its_verification(tiny_pack: Pack, verification: dict[str, object]) -> None:
    translator = Translator(replace(tiny_pack, manifest=replace(tiny_pack.manifest, verification=verification)), threads=1)
    assert translator.translate("I like tea.").target == "我喜欢茶。"
    translator.close()
