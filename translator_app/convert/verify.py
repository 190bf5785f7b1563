"""Is the converted model as good as the original? Vectors, greedy outputs and scores, compared step by step.

Three systems: PyTorch, our fp32 graphs, and the pack that is being made. The result is a plain dictionary: it goes into
the manifest as it is.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from translator_app import quality
from translator_app.convert.build import Say
from translator_app.convert.lexicon import MOST_OF_ALL, Choice
from translator_app.convert.reference import Reference, missing_packages, tokenizer_ids
from translator_app.engine.network import load_network, make_session, physical_threads
from translator_app.engine.search import DecodingOptions, Network, batches, search
from translator_app.engine.tokenizer import Tokenizer
from translator_app.errors import ConversionError, TranslatorError
from translator_app.packs import Pack

MIN_COSINE = 0.9999
MIN_EQUAL_OUTPUTS = 0.99
MAX_CHANGED = 0.005  # share of the outputs that a shortlist may change
MAX_DROP = 0.3  # BLEU, or chrF where sacrebleu is missing
MAX_TOKENS = 128  # of an output, so that a model that loops ends
VECTOR_SENTENCES = 48  # states and logits are compared on these only: they are large
_BATCH = 16

Floats = NDArray[np.float32]
Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TestSet:
    """Sentences and their reference translations."""

    name: str
    sources: tuple[str, ...]
    references: tuple[str, ...]


def read_test_set(path: Path) -> TestSet:
    """A file with a sentence, a tab and its translation in each line. Raises ConversionError."""
    try:
        rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise ConversionError(f"the test set {path} can't be read ({error})") from error
    if not rows or any(len(row) != 2 for row in rows):
        bad = next((i for i, row in enumerate(rows, 1) if len(row) != 2), 1)
        raise ConversionError(f"{path}, line {bad}: not a sentence, a tab and its translation")
    sources, references = zip(*rows, strict=True)
    return TestSet(path.name, tuple(sources), tuple(references))


@dataclass(frozen=True, slots=True)
class Outputs:
    """What one system made of the test set."""

    ids: list[Ids]
    seconds: float
    size_bytes: int


class Verifier:
    """Compares systems on one test set; sentences longer than the model's positions are left out."""

    def __init__(self, folder: Path, pack: Pack, tests: TestSet, say: Say) -> None:
        self._folder, self._say = folder, say
        self._tokenizer = Tokenizer.from_pack(pack)
        self._search, self._language = pack.manifest.search, pack.manifest.pair.target
        self._prefix = pack.manifest.source_prefix
        encoded = [self._tokenizer.encode(source) for source in tests.sources]
        positions = pack.manifest.architecture.max_positions
        kept = [i for i, ids in enumerate(encoded) if len(ids) <= positions]
        if not kept:
            raise ConversionError(f"{tests.name} has no sentence of at most {positions} tokens")
        self._texts, self._sources = [tests.sources[i] for i in kept], [encoded[i] for i in kept]
        self._references = [tests.references[i] for i in kept]
        self._max_length = min(MAX_TOKENS, positions, self._search.max_length)
        self.systems: dict[str, Outputs] = {}
        self.report: dict[str, Any] = {"test": tests.name, "sentences": len(kept), "too_long": len(encoded) - len(kept)}

    def against_pytorch(self, fp32: Pack) -> None:
        """Compare our fp32 graphs with transformers; says so when it isn't installed."""
        if missing := missing_packages("torch", "transformers"):
            self.report["pytorch"] = f"skipped: {' and '.join(missing)} not installed (the extra 'convert')"
            return
        reference = Reference(self._folder, physical_threads())
        self._say("PyTorch translates the test set")
        self._run("pytorch", lambda batch: reference.greedy(batch, self._max_length), reference.size_bytes())
        self.report["tokenizer_equal"] = self._equal_tokens()
        self._say("fp32 graphs translate the test set")
        self._run_pack("fp32", fp32)
        vectors = self._vectors(_ReferenceVectors(reference), "pytorch"), self._vectors(_PackVectors(fp32), "pytorch")
        self.report["fp32_vs_pytorch"] = {**_compare_vectors(*vectors), **self._equal_outputs("fp32", "pytorch")}

    def against_fp32(self, fp32: Pack, pack: Pack) -> None:
        """Compare the pack that is being made with our fp32 graphs."""
        if "fp32" not in self.systems:
            self._say("fp32 graphs translate the test set")
            self._run_pack("fp32", fp32)
        self._say("int8 graphs translate the test set")
        self._run_pack("int8", pack)
        if "decoder_batch" in pack.manifest.graphs:
            self._run_pack("int8_batch", pack, kernel="batch")
        vectors = self._vectors(_PackVectors(fp32), "fp32"), self._vectors(_PackVectors(pack), "fp32")
        self.report["int8_vs_fp32"] = {**_compare_vectors(*vectors), **self._equal_outputs("int8", "fp32")}

    def against_all_ids(self, full: Pack, pack: Pack, choice: Choice, report: dict[str, Any]) -> dict[str, Any]:
        """The report with report["shortlist"]: what the list of likely ids changes, and saves. Applies the gate to it, too.

        The gate looks at sentences one by one. In batches a list is longer still, but there each change reaches the neighbours,
        whose activations have one scale with it: that says more of the kernel than of the list.
        """
        kernels: dict[str, dict[str, float]] = {}
        for kernel in ("interactive", *(["batch"] if "decoder_batch" in pack.manifest.graphs else [])):
            for name, made in (("all", full), ("listed", pack)):
                self._run_pack(name, made, kernel, together=1 if kernel == "interactive" else _BATCH)
            times = [1000 * self.systems[name].seconds / len(self._sources) for name in ("listed", "all")]
            changed = 1 - self._equal_outputs("listed", "all")["equal_outputs"]
            kernels[kernel] = {"changed": changed, "ms_per_sentence": times[0], "ms_per_sentence_all": times[1]}
        figures: dict[str, float] = {"per_source": choice.size.per_source, "frequent": choice.size.frequent, "counted": choice.sentences}
        figures |= {"mean_ids": choice.mean_ids, "of": choice.table.width, "held_out_changed": choice.changed}
        reasons, changed = list(report["gate"]["reasons"]), kernels["interactive"]["changed"]
        if changed > MAX_CHANGED:
            reasons.append(
                f"the shortlist changes {changed:.2%} of the outputs, more than {MAX_CHANGED:.1%}; give it more sentences, or a larger "
                f"--lexical-size than {choice.size.per_source},{choice.size.frequent}, or leave it out"
            )
        if choice.mean_ids > MOST_OF_ALL * choice.table.width:
            reasons.append(
                f"the shortlist has {choice.mean_ids:.0f} of {choice.table.width} ids for a sentence, too many to be faster; leave it out"
            )
        gate = {"passed": not reasons, "reasons": reasons}
        return {**report, "shortlist": {**figures, "sentences": len(self._sources), "kernels": kernels}, "gate": gate}

    def finish(self) -> dict[str, Any]:
        """Score all systems and apply the gate: report["gate"]["passed"] and ["reasons"]."""
        texts = {name: [self._tokenizer.decode(ids) for ids in system.ids] for name, system in self.systems.items()}
        self.report["systems"] = {name: self._score(name, outputs) for name, outputs in texts.items()}
        for name in ("int8", "int8_batch"):
            if name in texts:
                self.report.setdefault("drop", {})[name] = self._drop(texts[name], texts["fp32"])
        reasons = gate(self.report)
        self.report["gate"] = {"passed": not reasons, "reasons": reasons}
        return self.report

    def _run_pack(self, name: str, pack: Pack, kernel: str = "interactive", together: int = _BATCH) -> None:
        network = load_network(pack, kernel=kernel)
        options = DecodingOptions(
            max_length=self._max_length,
            no_repeat_ngram_size=self._search.no_repeat_ngram_size,
            repetition_penalty=self._search.repetition_penalty,
            scores=False,
        )
        size = sum(path.stat().st_size for path in pack.folder.iterdir() if path.suffix in (".onnx", ".bin"))
        self._run(name, lambda batch: [found[0].ids for found in search(network, batch, options)], size, together)
        network.close()

    def _run(self, name: str, translate: Callable[[list[list[int]]], Sequence[Ids]], size_bytes: int, together: int = _BATCH) -> None:
        outputs: list[Ids] = [()] * len(self._sources)
        start = time.perf_counter()
        for batch in batches([len(ids) for ids in self._sources], max_rows=together):
            for i, ids in zip(batch, translate([self._sources[i] for i in batch]), strict=True):
                outputs[i] = tuple(ids)
        self.systems[name] = Outputs(outputs, time.perf_counter() - start, size_bytes)

    def _vectors(self, source: "_ReferenceVectors | _PackVectors", targets_of: str) -> Iterator[tuple[Floats, Floats]]:
        """Encoder states and logits of the first sentences, fed the outputs of one of the systems."""
        for i in range(0, min(VECTOR_SENTENCES, len(self._sources)), 8):
            end = min(i + 8, VECTOR_SENTENCES)
            sources, targets = self._sources[i:end], self.systems[targets_of].ids[i:end]
            yield from zip(source.hidden(sources), source.logits(sources, targets), strict=True)

    def _equal_tokens(self) -> float:
        theirs = tokenizer_ids(self._folder, self._texts, self._prefix)
        return float(np.mean([a == b for a, b in zip(self._sources, theirs, strict=True)]))

    def _equal_outputs(self, one: str, other: str) -> dict[str, float]:
        return {"equal_outputs": float(np.mean([a == b for a, b in zip(self.systems[one].ids, self.systems[other].ids, strict=True)]))}

    def _score(self, name: str, outputs: Sequence[str]) -> dict[str, float | None]:
        system = self.systems[name]
        figures = {"chrf": quality.chrf(outputs, self._references), "bleu": self._bleu(outputs)}
        return {**figures, "ms_per_sentence": 1000 * system.seconds / len(outputs), "size_bytes": system.size_bytes}

    def _bleu(self, outputs: Sequence[str]) -> float | None:
        try:
            return quality.score(outputs, self._references, self._language).bleu
        except TranslatorError:
            return None  # sacrebleu is missing: chrF decides

    def _drop(self, outputs: Sequence[str], baseline: Sequence[str]) -> dict[str, Any]:
        """How much worse than fp32, and whether that is noise."""
        try:
            metric, statistics = "bleu", [quality.bleu_statistics(texts, self._references, self._language) for texts in (outputs, baseline)]
        except TranslatorError:
            metric, statistics = "chrf", [quality.chrf_statistics(texts, self._references) for texts in (outputs, baseline)]
        found = quality.paired_bootstrap(*statistics, metric=metric)
        worse = found.worse_by_more_than(MAX_DROP)
        return {
            "metric": metric,
            "difference": found.difference,
            "low": found.low,
            "high": found.high,
            "p_drop": found.p_drop,
            "worse": worse,
        }


def gate(report: dict[str, Any]) -> list[str]:
    """Why the conversion is not good enough; empty: it is."""
    reasons: list[str] = []
    if fp32 := report.get("fp32_vs_pytorch"):
        cosines = {part: fp32[f"{part}_cosine_min"] for part in ("encoder", "decoder")}
        reasons += [
            f"{part}: cosine of fp32 and PyTorch is {cosine:.6f}, below {MIN_COSINE}"
            for part, cosine in cosines.items()
            if not cosine >= MIN_COSINE  # NaN is not enough either
        ]
        if fp32["equal_outputs"] < MIN_EQUAL_OUTPUTS:
            reasons.append(f"only {fp32['equal_outputs']:.1%} of the fp32 outputs equal PyTorch's, below {MIN_EQUAL_OUTPUTS:.0%}")
        if report["tokenizer_equal"] < MIN_EQUAL_OUTPUTS:
            reasons.append(f"only {report['tokenizer_equal']:.1%} of the sentences are tokenized as transformers does it")
    for name, drop in report.get("drop", {}).items():
        if drop["worse"]:
            reasons.append(
                f"{name} is {-drop['difference']:.2f} {drop['metric']} worse than fp32, more than {MAX_DROP} and no noise "
                f"(95 % interval {drop['low']:+.2f} to {drop['high']:+.2f}); see --auto-exclude"
            )
    return reasons


class _ReferenceVectors:
    def __init__(self, reference: Reference) -> None:
        self.hidden, self.logits = reference.hidden, reference.logits


class _PackVectors:
    """Encoder states and teacher-forced logits of a pack, a sentence at a time: as int8 packs run interactively."""

    def __init__(self, pack: Pack) -> None:
        self._encoder = make_session(pack.graph("encoder"), physical_threads())
        self._network: Network = load_network(pack)

    def hidden(self, sources: Sequence[Sequence[int]]) -> list[Floats]:
        feeds = ({"input_ids": np.array([ids], np.int64), "attention_mask": np.ones((1, len(ids)), np.int32)} for ids in sources)
        return [self._encoder.run(["encoder_hidden_states"], feed)[0][0] for feed in feeds]

    def logits(self, sources: Sequence[Sequence[int]], targets: Sequence[Ids]) -> list[Floats]:
        return [self._logits(source, target) for source, target in zip(sources, targets, strict=True)]

    def _logits(self, source: Sequence[int], target: Ids) -> Floats:
        state, same = self._network.start([source]), np.zeros(1, np.int64)
        fed = [self._network.tokens.decoder_start, *target]
        return np.concatenate([self._network.step(state, np.array([token]), same).copy() for token in fed])


def _compare_vectors(expected: Iterable[tuple[Floats, Floats]], found: Iterable[tuple[Floats, Floats]]) -> dict[str, float]:
    """Smallest and mean cosine over all positions, and the largest difference, of encoder states and of logits."""
    cosines: dict[str, list[Floats]] = {"encoder": [], "decoder": []}
    largest = {"encoder": 0.0, "decoder": 0.0}
    for pair in zip(expected, found, strict=True):
        for part, a, b in zip(cosines, *pair, strict=True):
            a = a[:, : b.shape[1]]  # PyTorch also has the logits that the bias forbids
            lengths = np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)
            cosines[part].append((a * b).sum(1) / np.maximum(lengths, 1e-30))
            largest[part] = max(largest[part], float(np.abs(a - b).max()))
    figures: dict[str, float] = {}
    for part, rows in cosines.items():
        values = np.concatenate(rows)
        figures |= {f"{part}_cosine_min": float(values.min()), f"{part}_cosine_mean": float(values.mean())}
        figures[f"{part}_largest_difference"] = largest[part]
    return figures
