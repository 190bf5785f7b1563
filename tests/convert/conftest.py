"""A tiny Marian checkpoint in HuggingFace format: random weights, real SentencePiece models trained on the CC0 test set."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sentencepiece
from numpy.typing import NDArray

PAIRS = Path(__file__).resolve().parents[2] / "assets" / "quality" / "en-zh.tsv"
MakeCheckpoint = Callable[..., Path]


def train_pieces(texts: list[str], size: int, **options: Any) -> tuple[bytes, list[str]]:
    stream = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(texts), model_writer=stream, vocab_size=size, minloglevel=2, num_threads=1, **options
    )
    model = sentencepiece.SentencePieceProcessor(model_proto=stream.getvalue())
    return stream.getvalue(), [model.id_to_piece(i) for i in range(model.get_piece_size())]


def random_weights(config: dict[str, Any], seed: int = 1) -> dict[str, NDArray[np.float32]]:
    """Weights with enough gain that tokens are chosen clearly, not by rounding."""
    random = np.random.default_rng(seed)
    d, ffn, vocab = config["d_model"], config["encoder_ffn_dim"], config["vocab_size"]
    weights: dict[str, NDArray[np.float32]] = {}

    def linear(name: str, n: int, k: int, gain: float) -> None:
        weights[f"model.{name}.weight"] = (random.standard_normal((n, k)) * gain * k**-0.5).astype(np.float32)
        weights[f"model.{name}.bias"] = (0.05 * random.standard_normal(n)).astype(np.float32)

    def norm(name: str) -> None:
        weights[f"model.{name}.weight"] = (1 + 0.1 * random.standard_normal(d)).astype(np.float32)
        weights[f"model.{name}.bias"] = (0.05 * random.standard_normal(d)).astype(np.float32)

    for side, attentions in (("encoder", ("self_attn",)), ("decoder", ("self_attn", "encoder_attn"))):
        for i in range(config[f"{side}_layers"]):
            layer = f"{side}.layers.{i}."
            for attention in attentions:
                for n, gain in (("q", 2.0), ("k", 2.0), ("v", 1.5), ("out", 1.5)):
                    linear(f"{layer}{attention}.{n}_proj", d, d, gain)
                norm(f"{layer}{attention}_layer_norm")
            linear(f"{layer}fc1", ffn, d, 1.5)
            linear(f"{layer}fc2", d, ffn, 1.5)
            norm(f"{layer}final_layer_norm")
    weights["model.shared.weight"] = (random.standard_normal((vocab, d)) * d**-0.5).astype(np.float32)
    weights["final_logits_bias"] = (0.1 * random.standard_normal((1, vocab))).astype(np.float32)
    return weights


@pytest.fixture(scope="session")
def pieces() -> dict[str, tuple[bytes, list[str]]]:
    pairs = [line.split("\t") for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    english, chinese = ([pair[i] for pair in pairs] for i in (0, 1))
    return {
        "source": train_pieces(english, 300),
        "target": train_pieces(chinese, 1600, normalization_rule_name="identity", character_coverage=0.98, byte_fallback=True),
    }


@pytest.fixture
def make_checkpoint(pieces: dict[str, tuple[bytes, list[str]]]) -> MakeCheckpoint:
    """Write a checkpoint to a folder; keywords override config.json (None removes)."""

    def make(folder: Path, *, layers: int = 2, extra_pieces: tuple[str, ...] = (), **changes: Any) -> Path:
        from safetensors.numpy import save_file

        folder.mkdir(parents=True, exist_ok=True)
        special = ("<s>", "</s>", "<unk>")
        known = dict.fromkeys(p for _, side in (pieces["target"], pieces["source"]) for p in side if p not in special)
        names = ["</s>", "<unk>", *extra_pieces, *known, "<pad>"]
        pad = len(names) - 1
        config: dict[str, Any] = {
            **{
                "model_type": "marian",
                "architectures": ["MarianMTModel"],
                "d_model": 32,
                "encoder_layers": layers,
                "decoder_layers": layers,
            },
            **{"encoder_attention_heads": 4, "decoder_attention_heads": 4, "encoder_ffn_dim": 64, "decoder_ffn_dim": 64},
            **{"vocab_size": len(names), "decoder_vocab_size": len(names), "max_position_embeddings": 64, "scale_embedding": True},
            **{"activation_function": "swish", "eos_token_id": 0, "bos_token_id": 0, "pad_token_id": pad, "decoder_start_token_id": pad},
            **{"forced_eos_token_id": 0, "static_position_embeddings": True, "share_encoder_decoder_embeddings": True},
            **{"normalize_before": False, "tie_word_embeddings": True, "is_encoder_decoder": True, "dropout": 0.0},
        }
        weights = random_weights(config)
        save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
        config = {name: value for name, value in {**config, **changes}.items() if value is not None}
        generation = {"bad_words_ids": [[pad]], "num_beams": 4, "max_length": 40, "eos_token_id": 0, "pad_token_id": pad}
        generation |= {"decoder_start_token_id": pad, "forced_eos_token_id": 0}
        for name, table in (("config", config), ("generation_config", generation), ("vocab", {p: i for i, p in enumerate(names)})):
            (folder / f"{name}.json").write_text(json.dumps(table, ensure_ascii=False), encoding="utf-8")
        tokenizer = {"tokenizer_class": "MarianTokenizer", "source_lang": "en", "target_lang": "zh", "model_max_length": 64}
        (folder / "tokenizer_config.json").write_text(json.dumps(tokenizer), encoding="utf-8")
        for name, (model, _) in pieces.items():
            (folder / f"{name}.spm").write_bytes(model)
        return folder

    return make
