"""One backend in one process: a request a line on standard input, an answer a line on standard output, both JSON.

Run by path in the environment of the backend: `python -P worker.py SPEC`. Imports nothing of our package, except to run
our own engine. SPEC: {"kind": own | torch | ctranslate2 | optimum | no-cache, "model": folder, "threads": n, "first": request, ...}

Requests: {"sources": [[ids], ...], "beam": k, "length": n} decodes to exactly n tokens; without "length", to the end token.
{"texts": [...], "beam": k} goes from text to text. "clients": n lets n threads share the sentences, one at a time each.
{"memory": true} asks for the peak.
"""

import time

STARTED = time.perf_counter()

import json  # noqa: E402 - the clock first
import os  # noqa: E402
import sys  # noqa: E402
from collections.abc import Callable, Iterator, Sequence  # noqa: E402
from concurrent.futures import ThreadPoolExecutor  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any, Protocol  # noqa: E402

TOGETHER = 32  # sentences in one batch of a document
LENGTH_RATIO, LEAST = 2.5, 16  # longest translation of a free-running sentence: tokens a source token, and at least

Ids = list[int]


class Backend(Protocol):
    """What each kind can do."""

    def decode(self, sources: Sequence[Ids], beam: int, length: int | None) -> list[Ids]:
        """Target ids without the end token."""

    def translate(self, texts: Sequence[str], beam: int) -> list[str]:
        """From text to text, as a user of the backend would."""


def most_tokens(sources: Sequence[Ids]) -> int:
    """The longest translation allowed for a batch, in tokens."""
    return max(LEAST, round(LENGTH_RATIO * max(map(len, sources))))


class Pieces:
    """A Marian tokenizer for backends that have none of their own."""

    def __init__(self, model: Path, prefix: str) -> None:
        import sentencepiece

        self.ids: dict[str, int] = json.loads((model / "vocab.json").read_text(encoding="utf-8"))
        self.pieces = {i: piece for piece, i in self.ids.items()}
        self._prefix = [prefix] if prefix else []
        if (model / "source.spm").stat().st_size:  # random weights have no text
            self._source = sentencepiece.SentencePieceProcessor(model_file=str(model / "source.spm"))
            self._target = sentencepiece.SentencePieceProcessor(model_file=str(model / "target.spm"))

    def split(self, text: str) -> list[str]:
        """Pieces of a text, with the end token."""
        return [*self._prefix, *self._source.encode(text, out_type=str), "</s>"]

    def encode(self, text: str) -> Ids:
        """Ids of a text, with the end token."""
        return [self.ids.get(piece, self.ids["<unk>"]) for piece in self.split(text)]

    def join(self, pieces: Sequence[str]) -> str:
        """The text that pieces stand for."""
        text: str = self._target.decode([p for p in pieces if p not in ("</s>", "<unk>", "<pad>")])
        return text

    def decode(self, ids: Ids) -> str:
        """The text that ids stand for."""
        return self.join([self.pieces[i] for i in ids])


class Own:
    """Our engine. spec: kernel interactive | batch; streams: threads that share the sentences of a batch."""

    def __init__(self, spec: dict[str, Any]) -> None:
        from translator_app.engine.network import load_network
        from translator_app.packs import load_pack

        self._spec = spec
        self._pack = load_pack(Path(spec["model"]))
        self._translator: Any = None
        self.network: Any = None
        if "texts" not in spec["first"]:
            self.network = load_network(self._pack, threads=spec["threads"], kernel=spec["kernel"])
        self._pool = ThreadPoolExecutor(spec.get("streams", 1))

    def decode(self, sources: Sequence[Ids], beam: int, length: int | None) -> list[Ids]:
        from translator_app.engine.search import DecodingOptions, batches, search

        if self.network is None:  # one that started with text
            from translator_app.engine.network import load_network

            self.network = load_network(self._pack, threads=self._spec["threads"], kernel=self._spec["kernel"])
        most = length or most_tokens(sources)
        options = DecodingOptions(beam_size=beam, max_length=most, min_length=length or 0, scores=False)
        streams = self._spec.get("streams", 1)
        together = TOGETHER if streams == 1 else max(1, min(TOGETHER, len(sources) // streams))
        rows = list(batches([len(source) for source in sources], max_rows=together))
        parts = self._pool.map(lambda share: search(self.network, [sources[i] for i in share], options), rows)
        found = {i: best for share, part in zip(rows, parts, strict=True) for i, [best, *_] in zip(share, part, strict=True)}
        return [list(found[i].ids) for i in range(len(sources))]

    def translate(self, texts: Sequence[str], beam: int) -> list[str]:
        from translator_app.engine.translator import TranslateOptions, Translator

        if self._translator is None:
            self._translator = Translator(self._pack, threads=self._spec["threads"], cache_size=0)
        options = TranslateOptions(beam_size=beam, kernel=self._spec["kernel"])
        if len(texts) == 1:
            return [self._translator.translate(texts[0], options).target]
        return [t.target for t in self._translator.translate_many(texts, options)]


class CTranslate2:
    """CTranslate2. spec: inter: translations side by side; map: use the vocabulary map beside the model."""

    def __init__(self, spec: dict[str, Any]) -> None:
        import ctranslate2

        self._inter = spec.get("inter", 1)
        threads = max(1, spec["threads"] // self._inter)
        self._translator = ctranslate2.Translator(spec["model"], device="cpu", inter_threads=self._inter, intra_threads=threads)
        self._map = bool(spec.get("map"))
        self._pieces = Pieces(Path(spec["model"]), spec.get("prefix", ""))

    def decode(self, sources: Sequence[Ids], beam: int, length: int | None) -> list[Ids]:
        most = length or most_tokens(sources)
        found = self._run([[self._pieces.pieces[i] for i in source] for source in sources], beam, length or 1, most)
        return [[self._pieces.ids[piece] for piece in pieces] for pieces in found]

    def translate(self, texts: Sequence[str], beam: int) -> list[str]:
        sources = [self._pieces.split(text) for text in texts]
        longest = round(LENGTH_RATIO * max(map(len, sources)))
        return [self._pieces.join(pieces) for pieces in self._run(sources, beam, 1, max(LEAST, longest))]

    def _run(self, sources: Sequence[Sequence[str]], beam: int, least: int, most: int) -> list[list[str]]:
        together = TOGETHER if self._inter == 1 else max(1, min(TOGETHER, len(sources) // self._inter))
        found = self._translator.translate_batch(
            sources, beam_size=beam, min_decoding_length=least, max_decoding_length=most, max_batch_size=together, use_vmap=self._map
        )
        return [result.hypotheses[0] for result in found]


class Generating:
    """PyTorch, or ONNX Runtime through optimum: both generate as transformers does."""

    def __init__(self, spec: dict[str, Any]) -> None:
        import torch
        from transformers.utils import logging

        logging.set_verbosity_error()
        logging.disable_progress_bar()
        torch.set_num_threads(spec["threads"])
        torch.set_grad_enabled(False)
        self._torch = torch
        self._model = self._load(spec)
        self._model.generation_config.max_length = None
        self._pieces = Pieces(Path(spec["model"]), spec.get("prefix", ""))

    def _load(self, spec: dict[str, Any]) -> Any:
        from transformers import MarianMTModel

        return MarianMTModel.from_pretrained(spec["model"], dtype=self._torch.float32).eval()

    def decode(self, sources: Sequence[Ids], beam: int, length: int | None) -> list[Ids]:
        return by_length(sources, lambda batch: self._generate(batch, beam, length))

    def _generate(self, sources: Sequence[Ids], beam: int, length: int | None) -> list[Ids]:
        ids, mask = padded(sources, self._pieces.ids["<pad>"])
        most = length or most_tokens(sources)
        out = self._model.generate(
            input_ids=self._torch.from_numpy(ids),
            attention_mask=self._torch.from_numpy(mask),
            num_beams=beam,
            do_sample=False,
            min_new_tokens=length or 0,
            max_new_tokens=most,
        )
        return [cut(row, self._pieces.ids["</s>"]) for row in out[:, 1:].tolist()]

    def translate(self, texts: Sequence[str], beam: int) -> list[str]:
        return [self._pieces.decode(ids) for ids in self.decode([self._pieces.encode(text) for text in texts], beam, None)]


class Optimum(Generating):
    """optimum's ONNX files. spec: files: names of the graphs, merged or not."""

    def _load(self, spec: dict[str, Any]) -> Any:
        import onnxruntime
        from optimum.onnxruntime import ORTModelForSeq2SeqLM

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = spec["threads"]
        options.log_severity_level = 3
        return ORTModelForSeq2SeqLM.from_pretrained(spec["model"], session_options=options, **spec["files"])


class WithoutCache:
    """The loop that many programs have: an encoder, a decoder that reads the whole prefix at each step. Greedy only."""

    def __init__(self, spec: dict[str, Any]) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = spec["threads"]
        options.log_severity_level = 3
        self._pieces = Pieces(Path(spec["model"]), spec.get("prefix", ""))
        self._encoder, self._decoder = (
            onnxruntime.InferenceSession(str(Path(spec["model"], f"{name}.onnx")), options, providers=["CPUExecutionProvider"])
            for name in ("encoder", "decoder")
        )

    def decode(self, sources: Sequence[Ids], beam: int, length: int | None) -> list[Ids]:
        return by_length(sources, lambda batch: self._greedy(batch, length))

    def _greedy(self, sources: Sequence[Ids], length: int | None) -> list[Ids]:
        import numpy as np

        pad, eos = self._pieces.ids["<pad>"], self._pieces.ids["</s>"]
        ids, mask = padded(sources, pad)
        hidden = self._encoder.run(None, {"input_ids": ids, "attention_mask": mask})[0]
        target = np.full((len(ids), 1), pad, np.int64)
        for step in range(length or most_tokens(sources)):
            feed = {"decoder_input_ids": target, "encoder_hidden_states": hidden, "attention_mask": mask}
            logits = self._decoder.run(None, feed)[0][:, -1]
            logits[:, pad] = -np.inf
            if length and step < length:
                logits[:, eos] = -np.inf
            target = np.concatenate([target, logits.argmax(-1)[:, None]], 1)
            if (target == eos).any(1).all():
                break
        return [cut(row, eos) for row in target[:, 1:].tolist()]

    def translate(self, texts: Sequence[str], beam: int) -> list[str]:
        return [self._pieces.decode(ids) for ids in self.decode([self._pieces.encode(text) for text in texts], beam, None)]


def padded(sources: Sequence[Ids], pad: int) -> tuple[Any, Any]:
    """Ids and mask, (batch, longest) int64 each."""
    import numpy as np

    ids = np.full((len(sources), max(map(len, sources))), pad, np.int64)
    mask = np.zeros_like(ids)
    for row, source in enumerate(sources):
        ids[row, : len(source)] = source
        mask[row, : len(source)] = 1
    return ids, mask


def cut(ids: Ids, eos: int) -> Ids:
    """What comes before the end token."""
    return ids[: ids.index(eos)] if eos in ids else ids


def by_length(sources: Sequence[Ids], decode: Callable[[Sequence[Ids]], list[Ids]]) -> list[Ids]:
    """Sentences of like length together, as CTranslate2 and we do it ourselves."""
    order = sorted(range(len(sources)), key=lambda i: -len(sources[i]))
    found: list[Ids] = [[] for _ in sources]
    for start in range(0, len(order), TOGETHER):
        rows = order[start : start + TOGETHER]
        for row, ids in zip(rows, decode([sources[i] for i in rows]), strict=True):
            found[row] = ids
    return found


KINDS: dict[str, type[Any]] = {
    "own": Own,
    "torch": Generating,
    "ctranslate2": CTranslate2,
    "optimum": Optimum,
    "no-cache": WithoutCache,
}


def answer(backend: Backend, request: dict[str, Any]) -> dict[str, Any]:
    """Do what is asked; "s": seconds, "cpu": processor seconds, "size": tokens or characters that came out."""
    if "memory" in request:
        return {"peak_mb": peak_mb()}
    if "clients" in request:
        return concurrently(backend, request)
    started, cpu = time.perf_counter(), time.process_time()
    if "texts" in request:
        targets = backend.translate(request["texts"], request["beam"])
        size, shown = sum(map(len, targets)), targets[:1]
    else:
        found = backend.decode(request["sources"], request["beam"], request.get("length"))
        size, shown = sum(map(len, found)), [str(found[0][:8])]
    return {"s": time.perf_counter() - started, "cpu": time.process_time() - cpu, "size": size, "shown": shown}


def concurrently(backend: Backend, request: dict[str, Any]) -> dict[str, Any]:
    """Clients at once, each with one sentence at a time; "latencies": seconds of each sentence."""

    def timed(source: Ids) -> float:
        started = time.perf_counter()
        backend.decode([source], request["beam"], request.get("length"))
        return time.perf_counter() - started

    started = time.perf_counter()
    with ThreadPoolExecutor(request["clients"]) as pool:
        latencies = list(pool.map(timed, request["sources"]))
    return {"s": time.perf_counter() - started, "latencies": latencies, "peak_mb": peak_mb()}


def peak_mb() -> float | None:
    """Most memory that this process held; None where the system does not say.

    Not getrusage: on Linux its figure starts with that of the process that started this one.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return None
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM"))


def requests() -> Iterator[dict[str, Any]]:
    """Standard input, line by line."""
    for line in sys.stdin:
        yield json.loads(line)


def main(spec: dict[str, Any]) -> None:
    """Load the backend, answer the first request, say what that took, then serve."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = str(spec["threads"])
    os.environ |= {"HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false", "ORT_DISABLE_TELEMETRY": "1"}
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is no answer
    backend = KINDS[spec["kind"]](spec)
    first = answer(backend, spec["first"])
    cold = {"ready_s": time.perf_counter() - STARTED, "peak_mb": peak_mb(), "first": first}
    out.write(json.dumps(cold) + "\n")
    out.flush()
    for request in requests():
        out.write(json.dumps(answer(backend, request)) + "\n")
        out.flush()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
