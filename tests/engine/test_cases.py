"""Inputs that failed for users of other translators, with the bundled pack: the rules must hold whatever the model can do."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from translator_app import paths
from translator_app.engine import segment
from translator_app.engine.translator import TranslateOptions, Translator
from translator_app.packs import load_pack

DATA = Path(__file__).resolve().parents[1] / "data"
HAN = re.compile(r"[㐀-䶿一-鿿]")
LINE_ENDS = re.compile(r"\r\n|\r|\n|\u2028|\u2029|\x85")
LOOP = re.compile(r"(.{2,40}?)\1{2,}", re.DOTALL)


def read_cases() -> list[dict[str, object]]:
    return [
        json.loads(line)
        for name in ("cases.jsonl", "own_cases.jsonl", "more_cases.jsonl")
        for line in (DATA / name).read_text("utf-8").splitlines()
    ]


@pytest.fixture(scope="module")
def translator() -> Iterator[Translator]:
    translator = Translator(load_pack(paths.bundled_packs_dir() / "en-zh-starter"), threads=1)
    yield translator
    translator.close()


@pytest.mark.parametrize("case", read_cases(), ids=lambda case: str(case["id"]))
def test_case(case: dict[str, object], translator: Translator) -> None:
    source = str(case["input"])
    target = translator.translate(source, TranslateOptions(unwrap=bool(case.get("unwrap")))).target
    broken = [rule for rule in case["must"] if not holds(rule, source, target)]  # type: ignore[attr-defined]
    assert not broken, target


def holds(rule: str, source: str, target: str) -> bool:
    """Whether a rule of the cases' README holds."""
    name, _, value = rule.partition(":")
    if name == "covers":
        return len(HAN.findall(target)) >= 0.7 * len(source.split())
    if name == "one_sentence":
        return sum(s.kind is segment.Kind.SENTENCE for s in segment.split(source)) == 1
    if name == "no_loop":
        return not any(m[1].strip() and len(m[0]) // len(m[1]) > _source_repeats(source) for m in LOOP.finditer(target))
    if name == "lines":
        return [m[0] for m in LINE_ENDS.finditer(source)] == [m[0] for m in LINE_ENDS.finditer(target)] and _filled(source) == _filled(
            target
        )
    checks = {
        "han": lambda: HAN.search(target) is not None,
        "nonempty": lambda: bool(target.strip()),
        "same": lambda: target == source,
        "keeps": lambda: value in target,
        "any": lambda: any(v in target for v in value.split("||")),
        "no": lambda: value not in target,
        "max_chars": lambda: len(target) <= int(value),
    }
    return bool(checks[name]())


def _source_repeats(source: str) -> int:
    """How often in a row the source itself says something (at least 2: said twice is no loop)."""
    words = re.compile(r"\b(\w+(?:\W+\w+){0,5}?)(?:\W+\1\b)+|(.{2,40}?)\2+", re.IGNORECASE | re.DOTALL)
    runs = (len(m[0]) // max(1, len(m[1] or m[2])) for m in words.finditer(source))
    return max(2, *runs) if (runs := list(runs)) else 2  # type: ignore[assignment]


def _filled(text: str) -> list[bool]:
    return [bool(line.strip()) for line in LINE_ENDS.split(text)]
