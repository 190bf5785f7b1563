"""Which layers does int8 hurt? Each is quantised alone, and the change of the model's predictions is measured."""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from translator_app.convert.build import Builder
from translator_app.convert.graphs import quantisable_nodes
from translator_app.convert.linear import GraphOptions
from translator_app.engine.network import load_network
from translator_app.engine.search import DecodingOptions, Network, search
from translator_app.engine.tokenizer import Tokenizer
from translator_app.packs import Pack

EMBEDDING = "embedding"  # ranked like a layer
SENTENCES = 32
MAX_TOKENS = 24
SHOWN = 12

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LayerDamage:
    """Mean Kullback-Leibler divergence of the predictions, in nats a token, when only this layer is int8."""

    name: str
    divergence: float


def rank_layers(builder: Builder, options: GraphOptions, fp32: Pack, sentences: Sequence[str], stage: Path) -> list[LayerDamage]:
    """The quantised layers, the one that hurts most first. Builds a small variant of the model for each in `stage`."""
    probe = _Probe(fp32, sentences)
    nodes = frozenset(quantisable_nodes(builder.checkpoint.config))
    damage = []
    for name in sorted(_quantised(options, nodes)):
        alone = replace(options, embedding="int8" if name == EMBEDDING else "fp32", exclude=nodes - {name})
        pack = builder.build(alone, stage / "alone")
        damage.append(LayerDamage(name, probe.divergence(pack)))
        shutil.rmtree(pack.folder)
    return sorted(damage, key=lambda layer: -layer.divergence)


def _quantised(options: GraphOptions, nodes: Iterable[str]) -> Iterator[str]:
    for name in nodes:
        part = options.encoder if name.startswith("encoder.") else options.decoder
        if part == "int8" and name not in options.exclude:
            yield name
    if options.embedding == "int8":
        yield EMBEDDING


def leave_out(options: GraphOptions, names: Iterable[str]) -> GraphOptions:
    """The options with these layers in fp32."""
    chosen = set(names)
    embedding = "fp32" if EMBEDDING in chosen else options.embedding
    return replace(options, embedding=embedding, exclude=options.exclude | chosen - {EMBEDDING})


def table(damage: Sequence[LayerDamage]) -> Iterator[str]:
    """Lines that show the worst layers."""
    yield "Layers by the change of the predictions when only they are int8 (nats a token):"
    for layer in damage[:SHOWN]:
        yield f"  {layer.divergence:10.6f}  {layer.name}"
    if len(damage) > SHOWN:
        yield f"  {damage[SHOWN].divergence:10.6f}  and less: {len(damage) - SHOWN} others"


class _Probe:
    """Predictions of fp32 on its own greedy translations, to compare others with.

    With the documents' kernel: one activation scale for a batch is what outlier channels hurt most.
    """

    def __init__(self, fp32: Pack, sentences: Sequence[str]) -> None:
        tokenizer, positions = Tokenizer.from_pack(fp32), fp32.manifest.architecture.max_positions
        encoded = (tokenizer.encode(sentence) for sentence in sentences)
        self._sources = [ids for ids in encoded if len(ids) <= positions][:SENTENCES]
        network = load_network(fp32)
        found = search(network, self._sources, DecodingOptions(max_length=min(MAX_TOKENS, positions), scores=False))
        targets = [hypotheses[0].ids for hypotheses in found]
        steps = max(map(len, targets)) + 1
        self._fed = np.full((len(targets), steps), network.tokens.decoder_start, np.int64)  # (sentences, steps)
        self._counts = np.zeros((len(targets), steps), bool)
        for i, ids in enumerate(targets):
            self._fed[i, 1 : len(ids) + 1] = ids
            self._counts[i, : len(ids) + 1] = True
        self._expected = [step.copy() for step in self._log_probs(network)]
        network.close()

    def divergence(self, pack: Pack) -> float:
        """Mean over all tokens of KL(fp32 || pack)."""
        network = load_network(pack, kernel="batch")
        total = 0.0
        for t, (expected, found) in enumerate(zip(self._expected, self._log_probs(network), strict=True)):
            rows = (np.exp(expected) * (expected - found)).sum(1)
            total += float(rows[self._counts[:, t]].sum())
        network.close()
        return total / int(self._counts.sum())

    def _log_probs(self, network: Network) -> Iterator[Floats]:
        """(sentences, vocabulary) for each step, when fed the greedy translations."""
        state, same = network.start(self._sources), np.arange(len(self._sources))
        for t in range(self._fed.shape[1]):
            logits = network.step(state, self._fed[:, t], same)
            shifted = logits - logits.max(1, keepdims=True)
            yield shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
