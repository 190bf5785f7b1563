"""How good the safety net is: share of human pairs flagged, share of injected faults caught, time a sentence.

    python packaging/measure_checks.py PAIRS.tsv [--show KIND]

PAIRS.tsv holds English<TAB>Chinese, one human pair a line. Faults are put into the human Chinese at random (fixed seed).
"""

import argparse
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from translator_app.engine.checks import check
from translator_app.engine.shield import Thing, find_things

URLS = ("https://example.org/docs/a_b?x=1&y=2#top", "www.example.com/help", "http://192.168.0.1:8080/admin", "jane.doe@example.com")
Fault = Callable[[str, str, random.Random], tuple[str, str] | None]


def dropped_clause(source: str, target: str, rng: random.Random) -> tuple[str, str] | None:
    """One clause of several is gone; one that says something (4 Han characters or more, and a fifth of the text)."""
    clauses = [part for part in re.split(r"(?<=[，；。！？：])(?![”’」』）])", target) if part]
    long_ones = [i for i, clause in enumerate(clauses) if len(re.findall(r"[一-鿿]", clause)) >= max(4, len(target) / 5)]
    if len(clauses) < 2 or not long_ones:
        return None
    gone = rng.choice(long_ones)
    return source, "".join(clause for i, clause in enumerate(clauses) if i != gone)


def changed_digit(source: str, target: str, rng: random.Random) -> tuple[str, str] | None:
    """One digit of the translation is another one."""
    digits = [match.start() for match in re.finditer("[0-9]", target)]
    if not digits:
        return None
    at = rng.choice(digits)
    return source, target[:at] + rng.choice("0123456789".replace(target[at], "")) + target[at + 1 :]


def changed_numeral(source: str, target: str, rng: random.Random) -> tuple[str, str] | None:
    """One numeral that counts something is another one: 三个 -> 五个."""
    numerals = [match.start() for match in re.finditer("[三四五六七八九](?=[十百千个只名位条张本年月天岁])", target)]
    if not numerals:
        return None
    at = rng.choice(numerals)
    return source, target[:at] + rng.choice("三四五六七八九".replace(target[at], "")) + target[at + 1 :]


def loop(source: str, target: str, rng: random.Random) -> tuple[str, str] | None:
    """A stretch of 2 to 8 characters stands 3 to 12 times, or the tail of the sentence comes again and again."""
    length = rng.randint(2, min(8, max(2, len(target) // 2)))
    at = rng.randrange(max(1, len(target) - length))
    unit = target[at : at + length]
    if not re.search("[一-鿿]", unit):
        return None
    return source, target[: at + length] + unit * rng.randint(2, 11) + target[at + length :]


def told_twice(source: str, target: str, rng: random.Random) -> tuple[str, str] | None:
    """The whole sentence stands there twice."""
    return (source, target + target) if len(re.findall("[一-鿿]", target)) > 1 else None


def lost_url(source: str, target: str, rng: random.Random) -> tuple[str, str] | None:
    """A URL or address of the source is gone from the translation, or one character of it is."""
    url = rng.choice(URLS)
    broken = "" if rng.random() < 0.5 else url.replace(url[5], "", 1)
    return f"{source} See {url} now.", f"{target}请立即查看{broken}。"


def untranslated_half(source: str, target: str, rng: random.Random) -> tuple[str, str] | None:
    """Half of the translation is the English of the source."""
    words = source.split()
    if len(words) < 4:
        return None
    if rng.random() < 0.5:
        return source, target[: len(target) // 2] + " ".join(words[len(words) // 2 :])
    return source, " ".join(words[: len(words) // 2]) + target[len(target) // 2 :]


def foreign_sentence(source: str, target: str, rng: random.Random) -> tuple[str, str] | None:
    """The translation of another sentence."""
    return source, OTHERS[rng.randrange(len(OTHERS))]


OTHERS = (
    "明天会下雨。",
    "冰箱里有一只猫。",
    "他昨天在银行工作到很晚，所以没有来参加会议。",
    "请用这个按钮保存文件。",
    "我妈妈喜欢在花园里种花。",
)

FAULTS: tuple[Fault, ...] = (
    dropped_clause,
    changed_digit,
    changed_numeral,
    loop,
    told_twice,
    lost_url,
    untranslated_half,
    foreign_sentence,
)


def false_alarms(pairs: list[tuple[str, str]], show: bool) -> list[tuple[str, str]]:
    """Print the share of pairs flagged, by code; return the clean pairs."""
    codes: Counter[str] = Counter()
    clean = []
    for source, target in pairs:
        warnings = check(source, target, things=find_things(source))
        codes.update({warning.code for warning in warnings})
        if not warnings:
            clean.append((source, target))
        elif show:
            print("   ", [(w.code, w.detail) for w in warnings], source, "|", target)
    flagged = len(pairs) - len(clean)
    print(f"human pairs flagged: {flagged} of {len(pairs)} = {100 * flagged / len(pairs):.2f} %  {dict(codes)}")
    return clean


def caught(pairs: list[tuple[str, str]], fault: Fault, rng: random.Random, show: bool) -> tuple[int, int]:
    """How many injected faults of one kind are flagged, and how many there were."""
    hits = total = 0
    for source, target in pairs:
        pair = fault(source, target, rng)
        if pair is None:
            continue
        total += 1
        if check(*pair, things=find_things(pair[0])):
            hits += 1
        elif show:
            print("   ", pair[0], "|", pair[1])
    print(f"{fault.__name__:18} caught {hits:5} of {total:5} = {100 * hits / max(1, total):.1f} %")
    return hits, total


def main() -> None:
    """Run the measurement on the command line's file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--show", default="", help="print what was flagged (alarms) or missed (name of a fault)")
    arguments = parser.parse_args()
    lines = arguments.pairs.read_text(encoding="utf-8").splitlines()
    pairs = [(fields[0], fields[1]) for line in lines if len(fields := line.split("\t")) >= 2]
    clean = false_alarms(pairs, arguments.show == "alarms")
    rng = random.Random(20)
    totals = [caught(clean, fault, rng, arguments.show == fault.__name__) for fault in FAULTS]
    hits, total = (sum(column) for column in zip(*totals, strict=True))
    print(f"{'all kinds':18} caught {hits:5} of {total:5} = {100 * hits / total:.1f} %")
    things = [find_things(source) for source, _ in pairs]
    best = min(seconds(pairs, things) for _ in range(5))
    print(f"time: {best / len(pairs) * 1e6:.0f} us a sentence")


def seconds(pairs: list[tuple[str, str]], things: list[list[Thing]]) -> float:
    """CPU time to check all pairs once."""
    start = time.process_time()
    for (source, target), found in zip(pairs, things, strict=True):
        check(source, target, things=found)
    return time.process_time() - start


if __name__ == "__main__":
    main()
