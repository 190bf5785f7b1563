"""Can this checkpoint become a pack, and with which numbers? Every reason against it is found, not only the first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from translator_app.convert.checkpoint import Checkpoint
from translator_app.convert.graphs import ACTIVATIONS, producible_ids
from translator_app.errors import UnsupportedModel
from translator_app.manifest import language
from translator_app.packs import Architecture, SearchDefaults, TokenIds

LATER = ("m2m_100", "mbart", "t5", "mt5", "nllb-moe")
CHINESE_PREFIX = ">>cmn_Hans<<"  # of multi-target models: their Traditional branch drops clauses, so always Simplified

# Fixed in Marian as HuggingFace has it: (name, the value it must have)
_FIXED = (
    *(("normalize_before", False), ("normalize_embedding", False), ("add_final_layer_norm", False)),
    *(("static_position_embeddings", True), ("share_encoder_decoder_embeddings", True), ("tie_word_embeddings", True)),
    *(("is_encoder_decoder", True), ("add_bias_logits", False), ("extra_pos_embeddings", 0)),
)
_COUNTS = (
    *("d_model", "encoder_layers", "decoder_layers", "encoder_attention_heads", "decoder_attention_heads"),
    *("encoder_ffn_dim", "decoder_ffn_dim", "vocab_size", "max_position_embeddings"),
)


@dataclass(frozen=True, slots=True)
class Model:
    """What the graphs and the manifest need to know of a supported checkpoint."""

    architecture: Architecture
    tokens: TokenIds
    search: SearchDefaults
    producible_ids: int | None
    source_prefix: str


def check_model(checkpoint: Checkpoint, target: str = "zh", source_prefix: str | None = None) -> Model:
    """The model's numbers. source_prefix None: `>>cmn_Hans<<` when the vocabulary has it and the target is Chinese.

    Raises UnsupportedModel with ALL reasons.
    """
    settings = {**checkpoint.config, **checkpoint.generation}  # generation_config.json wins, as in transformers
    if source_prefix is None:
        source_prefix = CHINESE_PREFIX if language(target) == "zh" and CHINESE_PREFIX in checkpoint.vocabulary else ""
    reasons = list(_kind(checkpoint.config))
    if not reasons:  # another kind of model has other names for everything below
        reasons = [*_shape(checkpoint.config), *_ids(checkpoint, settings, source_prefix), *_generation(settings)]
        reasons += _weights(checkpoint) if all(_count(checkpoint.config, name) for name in _COUNTS) else ()
    if reasons:
        raise UnsupportedModel(str(checkpoint.folder), reasons)
    return _model(checkpoint, settings, source_prefix)


def _kind(config: Mapping[str, Any]) -> Iterator[str]:
    kind = config.get("model_type")
    if kind != "marian":
        later = ", which is planned for later" if kind in LATER else ""
        yield f"model_type is {kind!r}{later}; only 'marian' is supported"
    if (names := config.get("architectures") or ["MarianMTModel"]) != ["MarianMTModel"]:
        yield f"architectures is {names}; only MarianMTModel translates"


def _count(config: Mapping[str, Any], name: str) -> int:
    """A positive integer of the config, else 0."""
    value = config.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _shape(config: Mapping[str, Any]) -> Iterator[str]:
    for name in _COUNTS:
        if not _count(config, name):
            yield f"{name} is {config.get(name)!r}, not a positive number"
    for name, value in _FIXED:
        if config.get(name, value) != value:
            yield f"{name} is {config[name]!r}; only {value!r} is supported"
    if config.get("quantization_config"):
        yield "its weights are quantised already; convert the original"
    if (activation := config.get("activation_function")) not in ACTIVATIONS:
        yield f"activation_function is {activation!r}; supported: {', '.join(ACTIVATIONS)}"
    for one, other in (("encoder_attention_heads", "decoder_attention_heads"), ("encoder_ffn_dim", "decoder_ffn_dim")):
        if config.get(one) != config.get(other):
            yield f"{one} {config.get(one)} and {other} {config.get(other)} differ"
    d_model, heads, vocab = (_count(config, name) for name in ("d_model", "encoder_attention_heads", "vocab_size"))
    if heads and d_model % (8 * heads):
        yield f"d_model {d_model} over {heads} heads is {d_model / heads:g} a head; it must be a multiple of 8"
    if config.get("decoder_vocab_size") not in (None, vocab):
        yield f"decoder_vocab_size {config['decoder_vocab_size']} differs from vocab_size {vocab}"


def _ids(checkpoint: Checkpoint, settings: Mapping[str, Any], source_prefix: str) -> Iterator[str]:
    vocab_size, vocabulary = _count(checkpoint.config, "vocab_size"), checkpoint.vocabulary
    for name in ("pad_token_id", "eos_token_id", "decoder_start_token_id"):
        value = settings.get(name)
        if not isinstance(value, int) or not 0 <= value < vocab_size:
            yield f"{name} is {value!r}, no id of the vocabulary"
    for name in ("forced_bos_token_id", "forced_eos_token_id"):
        value = settings.get(name)
        if value is not None and (not isinstance(value, int) or not 0 <= value < vocab_size):
            yield f"{name} is {value!r}, no id of the vocabulary"
    if (top := max(vocabulary.values())) >= vocab_size:
        yield f"vocab.json has ids up to {top}, the embedding only {vocab_size} rows"
    special = {"</s>": settings.get("eos_token_id"), "<pad>": settings.get("pad_token_id"), "<unk>": vocabulary.get("<unk>")}
    for piece, value in special.items():
        if piece not in vocabulary:
            yield f"vocab.json lacks {piece}"
        elif vocabulary[piece] != value:
            yield f"vocab.json says {piece} is {vocabulary[piece]}, the config says {value}: the tokenizer belongs to another model"
    for name, pieces in (("source.spm", checkpoint.source_pieces), ("target.spm", checkpoint.target_pieces)):
        if (known := len(pieces & vocabulary.keys())) < len(pieces) / 2:
            yield f"only {known} of {len(pieces)} pieces of {name} are in vocab.json: the tokenizer belongs to another model"
    if source_prefix and source_prefix not in vocabulary:
        yield f"vocab.json lacks the source prefix {source_prefix}"


def _generation(settings: Mapping[str, Any]) -> Iterator[str]:
    if any(len(words) != 1 for words in settings.get("bad_words_ids") or ()):
        yield "bad_words_ids bans sequences of tokens; only single tokens are supported"
    for name, harmless in (("num_beam_groups", (None, 1)), ("do_sample", (None, False)), ("diversity_penalty", (None, 0.0, 0))):
        if settings.get(name) not in harmless:
            yield f"{name} is {settings[name]!r}; sampling and diverse beams aren't supported"


def _expected(config: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    """Names and shapes of all weights of a Marian model."""
    d, ffn, vocab = config["d_model"], config["encoder_ffn_dim"], config["vocab_size"]
    shapes: dict[str, tuple[int, ...]] = {"shared.weight": (vocab, d), "final_logits_bias": (vocab,)}
    for side, attentions in (("encoder", ("self_attn",)), ("decoder", ("self_attn", "encoder_attn"))):
        for i in range(config[f"{side}_layers"]):
            layer = f"{side}.layers.{i}."
            linears = {f"{a}.{n}_proj": (d, d) for a in attentions for n in ("q", "k", "v", "out")} | {"fc1": (ffn, d), "fc2": (d, ffn)}
            for name, shape in linears.items():
                shapes |= {f"{layer}{name}.weight": shape, f"{layer}{name}.bias": shape[:1]}
            for name in (*(f"{a}_layer_norm" for a in attentions), "final_layer_norm"):
                shapes |= {f"{layer}{name}.weight": (d,), f"{layer}{name}.bias": (d,)}
    return shapes


def _weights(checkpoint: Checkpoint) -> Iterator[str]:
    weights, expected = checkpoint.weights, _expected(checkpoint.config)
    for what, names in (("lack", sorted(expected.keys() - weights.keys())), ("have unknown", sorted(weights.keys() - expected.keys()))):
        if names:
            yield f"the weights {what} {', '.join(names[:5])}" + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    for name in sorted(expected.keys() & weights.keys()):
        if weights[name].shape != expected[name]:
            yield f"{name} has shape {weights[name].shape}, the config says {expected[name]}"
        elif not np.isfinite(weights[name]).all():
            yield f"{name} holds values that are not finite"
    if checkpoint.untied:
        yield f"{', '.join(checkpoint.untied)} differ from the shared embedding; only one embedding for both sides is supported"


def _model(checkpoint: Checkpoint, settings: Mapping[str, Any], source_prefix: str) -> Model:
    config = checkpoint.config
    names = (
        "d_model",
        "encoder_layers",
        "decoder_layers",
        "encoder_attention_heads",
        "encoder_ffn_dim",
        "vocab_size",
        "max_position_embeddings",
    )
    tokens = TokenIds(
        pad=settings["pad_token_id"],
        eos=settings["eos_token_id"],
        unk=checkpoint.vocabulary["<unk>"],
        decoder_start=settings["decoder_start_token_id"],
        forced_bos=settings.get("forced_bos_token_id"),
        forced_eos=settings.get("forced_eos_token_id"),
        banned=tuple(sorted({words[0] for words in settings.get("bad_words_ids") or ()})),
    )
    return Model(
        architecture=Architecture(*(config[name] for name in names)),
        tokens=tokens,
        search=_search(settings),
        producible_ids=producible_ids(checkpoint.weights),
        source_prefix=source_prefix,
    )


def _search(settings: Mapping[str, Any]) -> SearchDefaults:
    defaults = SearchDefaults()
    found = {
        "beam_size": settings.get("num_beams"),
        "length_penalty": settings.get("length_penalty"),
        "early_stopping": settings.get("early_stopping") is True,  # "never" is a third value of transformers
        "no_repeat_ngram_size": settings.get("no_repeat_ngram_size"),
        "repetition_penalty": settings.get("repetition_penalty"),
        "max_length": settings.get("max_length"),
    }
    cast = {name: type(getattr(defaults, name))(value) for name, value in found.items() if value is not None}
    positions = settings["max_position_embeddings"]
    return replace(defaults, **{**cast, "max_length": min(cast.get("max_length", positions), positions)})
