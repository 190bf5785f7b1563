"""Throw odd text at the translator: `python -m tests.engine.fuzz_translator PACK_FOLDER [ROUNDS]` (default 100,000 strings).

The network is a fake that says one of a few things whatever it is asked: nothing, a loop, English, something fair. What
must hold is said in `check`. The command also tries very long inputs and prints times and memory.
"""

import random
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest.mock import patch

import numpy as np

from translator_app.engine import translator as translator_module
from translator_app.engine.search import Floats, Ints
from translator_app.engine.translator import TranslateOptions, Translation, Translator
from translator_app.packs import Pack, load_pack

LINE_ENDS = ("\n", "\r\n", "\r", "\u2028", "\u2029", "\x85", "\v", "\f")
PARTS = (
    *LINE_ENDS,
    "\n\n\n",
    " ",
    "  ",
    "\t",
    "\u00a0",
    "\u3000",
    "\x00",
    "\x07",
    "\x1b[31m",
    "\u200b",
    "\ufeff",
    "\u202e",
    "\u2066",
    "\ud800",
    "\udfff",
    "\ue000",
    "\ue001",
    "Hello world. ",
    "Dr. Smith paid $3.5 million. ",
    "DID YOU KNOW? ",
    "https://example.org/a?b=c ",
    "jane@example.com",
    "`x = 1`",
    "{name}",
    "%s",
    "<b>bold</b>",
    "👍🏽",
    "👨‍👩‍👧",
    "🇨🇳",
    "- item",
    "1. first",
    "> quoted",
    "# title",
    "|",
    "a" * 300,
    "word " * 40,
    "...",
    "……",
    "今天天气很好。",
    "请点 OK。",
    "مرحبا",
    "שלום",
    "Привет",
    "日本語",
    "e\u0301",
    "ﬁ",
    "½",
    "١٢٣",
    '"quoted." ',
    "“Curly.” ",
    "(aside) ",
    "3.14",
    "1,000",
    "v1.2.3",
    "C:\\x\\y.txt",
    "don't ",
    "U.S. ",
    "e.g. this ",
    "No. 5 ",
    "(((((",
    "]]]]",
    "\\",
    "''''",
    "?!?! ",
    "— dash — ",
    "e-mail",
    "\x7f",
    "\U0001f600" * 5,
    "x" * 5 + "\u0300" * 20,
)


class Babbler:
    """A network whose answers are as bad as they get, chosen by the source's length."""

    threads = 1
    providers = ("none",)

    def __init__(self, pack: Pack, answers: Sequence[Sequence[int]]) -> None:
        self.tokens = pack.manifest.tokens
        self.max_positions = pack.manifest.architecture.max_positions
        self.width = pack.manifest.producible_ids or pack.manifest.architecture.vocab_size
        self._answers = answers

    def start(self, sources: Sequence[Sequence[int]]) -> list[list[int]]:
        assert max(map(len, sources)) <= self.max_positions
        return [list(self._answers[len(source) % len(self._answers)]) for source in sources]

    def listed(self, state: list[list[int]]) -> None:
        return None

    def step(self, state: list[list[int]], tokens: Ints, parents: Ints) -> Floats:
        state[:] = [list(state[parent]) for parent in parents]
        logits = np.full((len(state), self.width), -20, np.float32)
        for row, rest in zip(logits, state, strict=True):
            row[rest.pop(0) if rest else self.tokens.eos] = 0
        return logits

    def close(self) -> None:
        """Nothing to free."""


def fuzzed_translator(pack: Pack) -> Translator:
    """A translator whose network babbles."""
    answers = [[], [300, 301, 302], [270, 271] * 8, [5], list(range(260, 272)), [320] * 9]
    with patch.object(translator_module, "load_network", lambda pack, **_: Babbler(pack, answers)):
        return Translator(pack, threads=1)


def strings(rounds: int, seed: int) -> Iterator[str]:
    """Odd strings, the same for a seed."""
    rng = random.Random(seed)
    for _ in range(rounds):
        yield "".join(rng.choice(PARTS) for _ in range(rng.randint(1, 12)))


def check(text: str, result: Translation) -> None:
    """What holds for every text: nothing of the source is lost, lines stay, pieces join to the whole."""
    assert "".join(piece.source for piece in result.segments) == text
    assert "".join(piece.target for piece in result.segments) == result.target
    for mark in ("\n", "\r", "\u2028", "\u2029"):
        assert result.target.count(mark) == text.count(mark), repr(text)
    assert not set("▁⁇\ufffd") & set(result.target) - set(text), repr(text)
    assert result.coverage[0] <= result.coverage[1]


def main(folder: str, rounds: int = 100_000) -> None:
    """Fuzz, then try long inputs."""
    pack = load_pack(Path(folder))
    translator = fuzzed_translator(pack)
    started = time.perf_counter()
    slowest = ("", 0.0)
    for number, text in enumerate(strings(rounds, seed=1)):
        before = time.perf_counter()
        check(text, translator.translate(text, TranslateOptions(unwrap=number % 7 == 0) if number % 7 else TranslateOptions()))
        slowest = max(slowest, (text, time.perf_counter() - before), key=lambda pair: pair[1])
    print(f"{rounds} strings in {time.perf_counter() - started:.0f} s, slowest {slowest[1]:.2f} s")  # noqa: T201
    real = Translator(pack, threads=1)
    for name, text in (
        ("1 MB line without a space", "x" * 1_000_000),
        ("1 MB line of words", "water " * 170_000),
        ("200,000 sentences", "I like tea. Good morning. Thank you. How are you?\n" * 50_000),
    ):
        before = time.perf_counter()
        check(text, real.translate(text))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{name}: {time.perf_counter() - before:.1f} s, peak memory so far {memory:.0f} MB")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
