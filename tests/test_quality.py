import sys

import numpy as np
import pytest
import sacrebleu

from translator_app import quality
from translator_app.errors import TranslatorError

REFERENCES = ["我室友不打招呼就拿我的衣服穿。", "他们 在 2024 年 见面", "好", "", "The API returns 404.", "天气很好，我们去公园吧！"]
OUTPUTS = ["我的室友没打招呼就穿我衣服。", "他们在2024年见面了", "好好", "多余", "API 返回 404。", ""]


def test_chrf_equals_sacrebleu() -> None:
    theirs = sacrebleu.corpus_chrf(OUTPUTS, [REFERENCES]).score
    assert quality.chrf(OUTPUTS, REFERENCES) == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize(("output", "reference"), list(zip(OUTPUTS, REFERENCES, strict=True)))
def test_chrf_of_one_sentence_equals_sacrebleu(output: str, reference: str) -> None:
    assert quality.chrf([output], [reference]) == pytest.approx(sacrebleu.corpus_chrf([output], [[reference]]).score, abs=1e-9)


def test_bleu_from_sentence_statistics_equals_sacrebleu() -> None:
    score = quality.score(OUTPUTS, REFERENCES)
    theirs = sacrebleu.corpus_bleu(OUTPUTS, [REFERENCES], tokenize="zh")
    assert score.bleu == pytest.approx(theirs.score, abs=1e-9)
    assert score.length_ratio == pytest.approx(theirs.sys_len / theirs.ref_len)
    assert score.sentences == 6


def test_identical_systems_do_not_differ() -> None:
    statistics = quality.bleu_statistics(OUTPUTS, REFERENCES)
    comparison = quality.paired_bootstrap(statistics, statistics, samples=50)
    assert comparison.difference == comparison.low == comparison.high == 0
    assert not comparison.significant
    assert not comparison.worse_by_more_than(0.0)


def test_a_clear_drop_is_no_noise_and_one_bad_sentence_is() -> None:
    references = [f"今天第{i}位客人来参加我们的会议" for i in range(200)]
    baseline = quality.bleu_statistics(references, references)
    half = quality.bleu_statistics([r if i % 2 else "坏" for i, r in enumerate(references)], references)
    assert quality.paired_bootstrap(half, baseline, samples=200).worse_by_more_than(0.3)
    one_against_another = (
        quality.bleu_statistics(["坏", *references[1:]], references),
        quality.bleu_statistics([*references[:-1], "坏"], references),
    )
    assert not quality.paired_bootstrap(*one_against_another, samples=200).worse_by_more_than(0.0)


def test_bootstrap_refuses_other_sentences() -> None:
    with pytest.raises(ValueError, match="can't be paired"):
        quality.paired_bootstrap(np.zeros((2, 10), np.int64), np.zeros((3, 10), np.int64))


def test_missing_sacrebleu_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    quality._sacrebleu.cache_clear()
    with pytest.raises(TranslatorError, match="translator-app\\[convert\\]"):
        quality.score(["a"], ["a"])
    quality._sacrebleu.cache_clear()
