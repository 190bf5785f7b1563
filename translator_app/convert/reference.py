"""The same checkpoint in PyTorch, as transformers runs it: what our graphs are compared with. Needs the "convert" extra."""

import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Batch = Sequence[Sequence[int]]


def missing_packages(*names: str) -> list[str]:
    """Those of the packages that are not installed."""
    return [name for name in names if importlib.util.find_spec(name) is None]


def load_model(folder: Path, **options: Any) -> Any:
    """The checkpoint as a MarianMTModel in float32."""
    import torch
    from transformers import MarianMTModel
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    return MarianMTModel.from_pretrained(folder, dtype=torch.float32, **options).eval()


class Reference:
    """A MarianMTModel in float32."""

    def __init__(self, folder: Path, threads: int) -> None:
        import torch

        torch.set_num_threads(threads)
        self._torch = torch
        self._model = load_model(folder)
        self._pad = self._model.config.pad_token_id
        self._model.generation_config.max_length = None  # given with each call

    def greedy(self, sources: Batch, max_length: int) -> list[tuple[int, ...]]:
        """Greedy translations, ids without start and end token. max_length: tokens with the end token."""
        ids, mask = self._padded(sources)
        with self._torch.inference_mode():
            rows = self._model.generate(input_ids=ids, attention_mask=mask, num_beams=1, do_sample=False, max_new_tokens=max_length)
        return [_until(row[1:], self._model.config.eos_token_id) for row in rows.tolist()]

    def hidden(self, sources: Batch) -> list[Floats]:
        """Encoder states, (source, d) for each source."""
        ids, mask = self._padded(sources)
        with self._torch.inference_mode():
            states = self._model.model.encoder(input_ids=ids, attention_mask=mask).last_hidden_state.numpy()
        return [states[i, : len(source)] for i, source in enumerate(sources)]

    def logits(self, sources: Batch, targets: Batch) -> list[Floats]:
        """Logits when fed the start token and the target, (1 + target, vocabulary) for each pair."""
        ids, mask = self._padded(sources)
        fed, _ = self._padded([[self._model.config.decoder_start_token_id, *target] for target in targets])
        with self._torch.inference_mode():
            logits = self._model(input_ids=ids, attention_mask=mask, decoder_input_ids=fed).logits.numpy()
        return [logits[i, : 1 + len(target)] for i, target in enumerate(targets)]

    def size_bytes(self) -> int:
        """Bytes of the parameters, each counted once."""
        return sum(p.numel() * p.element_size() for p in self._model.parameters())

    def _padded(self, rows: Batch) -> tuple[Any, Any]:
        width = max(map(len, rows))
        ids = self._torch.tensor([[*row, *[self._pad] * (width - len(row))] for row in rows])
        mask = self._torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in rows])
        return ids, mask


def tokenizer_ids(folder: Path, texts: Sequence[str], prefix: str) -> Iterator[list[int]]:
    """Ids that transformers' MarianTokenizer gives for each text, with the source prefix before it."""
    import warnings

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*sacremoses.*")  # without it is the behaviour that we chose
        from transformers import MarianTokenizer

        tokenizer = MarianTokenizer(*(str(folder / name) for name in ("source.spm", "target.spm", "vocab.json")), separate_vocabs=False)
    for text in texts:
        yield list(tokenizer(f"{prefix} {text}" if prefix else text)["input_ids"])


def _until(ids: Sequence[int], end: int) -> tuple[int, ...]:
    return tuple(ids[: ids.index(end)]) if end in ids else tuple(ids)
