import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from translator_app.convert.checkpoint import Checkpoint, read_checkpoint
from translator_app.convert.support import check_model
from translator_app.errors import UnsupportedModel

MakeCheckpoint = Callable[..., Path]


@pytest.fixture
def checkpoint(make_checkpoint: MakeCheckpoint, tmp_path: Path) -> Checkpoint:
    return read_checkpoint(make_checkpoint(tmp_path / "m"))


def reasons(checkpoint: Checkpoint, **changes: object) -> tuple[str, ...]:
    with pytest.raises(UnsupportedModel) as caught:
        check_model(replace(checkpoint, config={**checkpoint.config, **changes}))
    return caught.value.reasons


def test_numbers_come_from_the_models_own_config(checkpoint: Checkpoint) -> None:
    model = check_model(checkpoint)
    pad = checkpoint.config["vocab_size"] - 1
    assert (model.tokens.pad, model.tokens.decoder_start, model.tokens.eos, model.tokens.unk) == (pad, pad, 0, 1)
    assert model.tokens.banned == (pad,)
    assert model.tokens.forced_eos == 0
    assert (model.search.beam_size, model.search.max_length) == (4, 40)
    assert model.architecture.d_model == 32
    assert model.producible_ids is None
    assert model.source_prefix == ""


def test_a_length_beyond_the_positions_is_cut_down(checkpoint: Checkpoint) -> None:
    generation = {**checkpoint.generation, "max_length": 512, "early_stopping": "never"}
    search = check_model(replace(checkpoint, generation=generation)).search
    assert (search.max_length, search.early_stopping) == (64, False)


def test_ids_that_the_bias_forbids_are_left_out(checkpoint: Checkpoint) -> None:
    bias = checkpoint.weights["final_logits_bias"].copy()
    bias[500:] = -10000
    model = check_model(replace(checkpoint, weights={**checkpoint.weights, "final_logits_bias": bias}))
    assert model.producible_ids == 500


def test_a_multi_target_model_gets_its_prefix(make_checkpoint: MakeCheckpoint, tmp_path: Path) -> None:
    checkpoint = read_checkpoint(make_checkpoint(tmp_path / "m", extra_pieces=(">>cmn_Hans<<", ">>yue<<")))
    assert check_model(checkpoint).source_prefix == ">>cmn_Hans<<"
    assert check_model(checkpoint, target="ja").source_prefix == ""
    assert check_model(checkpoint, source_prefix=">>yue<<").source_prefix == ">>yue<<"
    assert check_model(checkpoint, source_prefix="").source_prefix == ""
    with pytest.raises(UnsupportedModel, match=">>nan<<"):
        check_model(checkpoint, source_prefix=">>nan<<")


@pytest.mark.parametrize("kind", ["m2m_100", "mbart", "t5"])
def test_other_kinds_are_for_later(checkpoint: Checkpoint, kind: str) -> None:
    assert reasons(checkpoint, model_type=kind) == (f"model_type is '{kind}', which is planned for later; only 'marian' is supported",)


def test_all_reasons_are_given_at_once(checkpoint: Checkpoint) -> None:
    broken = replace(checkpoint, vocabulary={**checkpoint.vocabulary, "</s>": 5, "more": 10**6}, untied=("lm_head.weight",))
    weights = dict(checkpoint.weights)
    del weights["decoder.layers.0.fc1.bias"]
    weights["encoder.layers.0.fc1.weight"] = np.full((64, 32), np.nan, np.float32)
    weights["encoder.layers.7.fc1.weight"] = np.zeros((64, 32), np.float32)
    found = reasons(
        replace(broken, weights=weights, generation={**checkpoint.generation, "bad_words_ids": [[1, 2]], "do_sample": True}),
        **{"activation_function": "tanh", "normalize_before": True, "decoder_ffn_dim": 32, "encoder_attention_heads": 5},
        **{"share_encoder_decoder_embeddings": False, "decoder_vocab_size": 7, "quantization_config": {"bits": 8}},
    )
    for part in (
        *("activation_function is 'tanh'", "normalize_before", "encoder_ffn_dim 64 and decoder_ffn_dim 32", "6.4 a head"),
        *("share_encoder_decoder_embeddings", "decoder_vocab_size 7", "quantised already", "</s> is 5", "ids up to 1000000"),
        *("bad_words_ids", "do_sample", "lack decoder.layers.0.fc1.bias", "unknown encoder.layers.7.fc1.weight", "not finite"),
        "lm_head.weight differ",
    ):
        assert any(part in reason for reason in found), (part, found)


@pytest.mark.parametrize("name", ["d_model", "vocab_size", "max_position_embeddings", "decoder_layers"])
def test_a_missing_number_is_a_reason(checkpoint: Checkpoint, name: str) -> None:
    assert any(f"{name} is None" in reason for reason in reasons(checkpoint, **{name: None}))


@pytest.mark.parametrize("name", ["pad_token_id", "eos_token_id", "decoder_start_token_id"])
def test_ids_outside_the_vocabulary_are_a_reason(checkpoint: Checkpoint, name: str) -> None:
    without = {key: value for key, value in checkpoint.generation.items() if key != name}
    assert any(f"{name} is 99999" in reason for reason in reasons(replace(checkpoint, generation=without), **{name: 99999}))


def test_a_tokenizer_of_another_model_is_a_reason(checkpoint: Checkpoint) -> None:
    other = {"</s>": 0, "<unk>": 1, "<pad>": checkpoint.config["vocab_size"] - 1, "x": 2}
    assert sum("belongs to another model" in reason for reason in reasons(replace(checkpoint, vocabulary=other))) == 2


def test_a_wrong_shape_is_a_reason(make_checkpoint: MakeCheckpoint, tmp_path: Path) -> None:
    folder = make_checkpoint(tmp_path / "m")
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "d_model": 64}))
    with pytest.raises(UnsupportedModel, match=r"shared.weight has shape \(\d+, 32\), the config says \(\d+, 64\)"):
        check_model(read_checkpoint(folder))
