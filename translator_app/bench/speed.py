"""How fast we are beside other programs: every backend in its own process, asked in turn, ratios of pairs."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from translator_app.bench import machine, models
from translator_app.bench.figures import paired_ratios, percentile, quartiles
from translator_app.bench.peers import OWN, PEERS, Backend, Kitchen, PeerMissing, Process, size_mb
from translator_app.packs import Pack

SOURCE_TOKENS, TARGET_TOKENS = 20, 30
REST_S = 0.15  # threads of the backend asked before may spin for a while

Request = dict[str, Any]


class Asker(Protocol):
    """A backend to put requests to."""

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The answer. Raises PeerMissing."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to measure."""

    threads: Sequence[int] = (1, 2)
    batches: Sequence[int] = (1, 8, 32)
    beams: Sequence[int] = (1, 4)
    rounds: int = 7
    peers: Sequence[str] = tuple(peer.key for peer in PEERS)
    clients: int = 0  # > 0: that many at once instead of the grid
    clients_sentences: int = 64


@dataclass(frozen=True, slots=True)
class Material:
    """What is translated, and by which models."""

    name: str
    note: str
    own: Mapping[str, Path]  # pack of each backend of ours; those not named are left out
    checkpoint: Path
    shortlist: int  # ids of the vocabulary map that is the same for all sentences
    map: Path | None  # one with likely translations of each source token; None: those backends are left out
    prefix: str
    document: int  # sentences of the document that is translated as a whole, 0: none
    request: Callable[[int, int, int], Request]  # of batch, beam, round


def random_material(name: str, root: Path) -> Material:
    """Random weights of a known shape, made here; ids in, exactly so many ids out."""
    shape = models.SHAPES[name]
    checkpoint = models.random_checkpoint(shape, root / name)
    int8, fp32, short = (
        models.pack_of(checkpoint, root / f"{name}-own-{label}", precision, most)
        for label, precision, most in (("int8", "int8", None), ("fp32", "fp32", None), ("short", "int8", shape.shortlist))
    )
    table = models.random_shortlist(shape)
    listed = models.pack_of(checkpoint, root / f"{name}-own-listed", "int8", shortlist=table)
    own = {"interactive": int8, "documents": int8, "documents-2": int8, "fp32": fp32, "interactive-short": short, "documents-short": short}
    own |= {"interactive-listed": listed, "documents-listed": listed}

    def request(batch: int, beam: int, turn: int) -> Request:
        random = np.random.default_rng(turn)
        ids = random.integers(2, shape.vocab_size - 1, (batch, SOURCE_TOKENS))
        ids[:, -1] = 0
        return {"sources": ids.tolist(), "beam": beam, "length": TARGET_TOKENS}

    note = f"random weights of the shape of {name}, {SOURCE_TOKENS} source tokens, exactly {TARGET_TOKENS} target tokens"
    likely = models.write_map(table, checkpoint, root / f"{name}-map.txt")
    return Material("random", note, own, checkpoint, shape.shortlist, likely, "", 0, request)


def text_material(pack: Pack, lines: Sequence[str], root: Path, *, tokens: bool) -> Material:
    """A pack's own weights and real sentences: from text to text, or tokens: from the same ids to ids (search alone)."""
    revision = next((file.sha256 for file in pack.manifest.files if file.path == "weights.bin"), pack.manifest.source_revision)
    checkpoint = models.checkpoint_of(pack, root / f"{pack.pack_id}-{revision[:12]}")
    encoded: list[list[int]] = []
    if tokens:
        from translator_app.engine.tokenizer import Tokenizer

        tokenizer = Tokenizer.from_pack(pack)
        encoded = [tokenizer.encode(line) for line in lines]

    def request(batch: int, beam: int, turn: int) -> Request:
        at = [(turn * batch + i) % len(lines) for i in range(batch)]
        return {"sources": [encoded[i] for i in at], "beam": beam} if tokens else {"texts": [lines[i] for i in at], "beam": beam}

    own = dict.fromkeys(("interactive", "documents", *(["documents-2"] if tokens else [])), pack.folder)
    most = pack.manifest.producible_ids or pack.manifest.architecture.vocab_size
    what = "the same ids to all, search alone" if tokens else "from text to text: ours with all checks and second attempts"
    note = f"{pack.pack_id}, {len(lines)} sentences of real text, {what}"
    return Material("tokens" if tokens else "text", note, own, checkpoint, most, None, pack.manifest.source_prefix, len(lines), request)


def compare(materials: Iterable[Material], plan: Plan, kitchen: Kitchen) -> dict[str, Any]:
    """The whole run as a report; see `report`."""
    out: dict[str, Any] = {"format": 1, "machine": machine.describe(), "load_before": machine.load(), "rounds": plan.rounds}
    out |= {"notes": {}, "starts": [], "cells": [], "clients": [], "missing": {}}
    for material in materials:
        out["notes"][material.name] = material.note
        for threads in plan.threads:
            with ExitStack() as stack:
                running = _start(material, plan, threads, kitchen, out, stack)
                run = _clients if plan.clients else _grid
                run(material, plan, threads, running, kitchen, out)
    out["load_after"] = machine.load()
    return out


def _start(
    material: Material, plan: Plan, threads: int, kitchen: Kitchen, out: dict[str, Any], stack: ExitStack
) -> dict[str, tuple[Backend, Process]]:
    """Start every backend, one after the other, and note how long each takes to its first sentence."""
    import sys

    running: dict[str, tuple[Backend, Process]] = {}
    chosen = [b for b in OWN if b.key in material.own] + [b for b in PEERS if b.key in plan.peers]
    for backend in chosen:
        ids = material.map if backend.against == "listed" else material.shortlist
        if ids is None or (backend.threads and threads not in backend.threads):
            continue
        try:
            if backend.kind == "own":
                python, model = Path(sys.executable), material.own[backend.key]
            else:
                python, model = kitchen.python(backend.environment), kitchen.model(backend, material.checkpoint, ids)
            spec = {"kind": backend.kind, "model": str(model), "threads": threads, "prefix": material.prefix, **backend.options}
            spec["first"] = material.request(1, 1, 0)
            begun = time.perf_counter()
            process = Process(python, spec, kitchen.root / "logs" / f"{backend.key}.log", own=backend.kind == "own")
            stack.enter_context(closing(process))
            ready = process.answer()
        except PeerMissing as error:
            out["missing"][backend.name] = str(error)
            kitchen.say(f"missing: {backend.name}: {error}")
            continue
        running[backend.key] = (backend, process)
        start = {"data": material.name, "threads": threads, "backend": backend.key, "name": backend.name}
        start |= {
            "cold_s": time.perf_counter() - begun,
            "first_mb": ready["peak_mb"],
            "file_mb": size_mb(model),
            "shown": ready["first"]["shown"],
        }
        out["starts"].append(start)
        kitchen.say(f"{material.name}, {threads} threads, {backend.name}: first sentence after {start['cold_s']:.2f} s")
    return running


def _grid(
    material: Material, plan: Plan, threads: int, running: dict[str, tuple[Backend, Process]], kitchen: Kitchen, out: dict[str, Any]
) -> None:
    document = [material.document] if material.document else []
    for beam in plan.beams:
        for batch in [*plan.batches, *(document if beam == 1 else [])]:
            asked = {
                key: process
                for key, (backend, process) in running.items()
                if backend.batches[0] <= batch <= backend.batches[1] and (beam == 1 or not backend.greedy_only)
            }
            requests = [material.request(batch, beam, turn) for turn in range(plan.rounds + 1)]
            samples, others = round_robin(asked, requests)
            for key in [key for key in running if key in asked and key not in samples]:
                backend, _ = running.pop(key)
                out["missing"][backend.name] = f"stopped at batch {batch}, beam {beam}"
            cells = summarise(samples, {key: running[key][0] for key in samples}, batch)
            place = {"data": material.name, "threads": threads, "batch": batch, "beam": beam}
            place |= {"document": batch == material.document, "other_cores": others}
            out["cells"] += [place | cell for cell in cells]
            for cell in cells:
                kitchen.say(f"{material.name} {threads} threads, batch {batch}, beam {beam}: {cell['name']:34} {_words(cell)}")
    for start in out["starts"]:
        if start["data"] == material.name and start["threads"] == threads and start["backend"] in running:
            start["peak_mb"] = running[start["backend"]][1].ask({"memory": True})["peak_mb"]


def _words(cell: Mapping[str, Any]) -> str:
    ratio = cell["ratio"]
    return f"{cell['ms_per_sentence']:9.1f} ms" + (f"  {ratio['median']:.2f}x ({ratio['q1']:.2f}-{ratio['q3']:.2f})" if ratio else "")


def round_robin(
    askers: Mapping[str, Asker], requests: Sequence[Request], rest: Callable[[], None] = lambda: time.sleep(REST_S)
) -> tuple[dict[str, list[dict[str, Any]]], float | None]:
    """Put every request to each in turn; the first one warms up. Answers by key, those that died left out.

    Also the cores that other programs took meanwhile (median), None where the system does not say.
    """
    keys = list(askers)
    answers: dict[str, list[dict[str, Any]]] = {key: [] for key in keys}
    others = []
    for turn, request in enumerate(requests):
        for key in [*keys[turn % len(keys) :], *keys[: turn % len(keys)]]:  # nobody always follows the same one
            if key not in answers:
                continue
            rest()
            busy, begun = machine.busy_s(), time.perf_counter()
            try:
                answer = askers[key].ask(request)
            except PeerMissing:
                del answers[key]
                continue
            after, elapsed = machine.busy_s(), time.perf_counter() - begun
            if turn:
                answers[key].append(answer)
                if busy is not None and after is not None and elapsed > 0.05:  # the system counts in hundredths
                    others.append(max(0.0, after - busy - answer.get("cpu", 0.0)) / elapsed)
    return answers, round(quartiles(others).median, 2) if others else None


def summarise(answers: Mapping[str, Sequence[Mapping[str, Any]]], backends: Mapping[str, Backend], batch: int) -> list[dict[str, Any]]:
    """A cell for each backend: its times, and how many times as long as ours it takes, round by round."""
    cells = []
    for key, found in answers.items():
        backend, seconds = backends[key], [answer["s"] for answer in found]
        base = baseline(backend, batch, answers)
        ratio = paired_ratios(seconds, [answer["s"] for answer in answers[base]]) if base and base != key else None
        cpu = paired_ratios([a["cpu"] for a in found], [a["cpu"] or 1e-3 for a in answers[base]]) if base and base != key else None
        time_s = quartiles(seconds)
        cells.append(
            {
                "backend": key,
                "name": backend.name,
                "seconds": [round(s, 5) for s in seconds],
                "ms_per_sentence": 1000 * time_s.median / batch,
                "quartiles_ms": [1000 * time_s.q1 / batch, 1000 * time_s.q3 / batch],
                "cpu_ms_per_sentence": 1000 * quartiles([answer["cpu"] for answer in found]).median / batch,
                "size": sum(answer["size"] for answer in found) / len(found),
                "against": base if ratio else None,
                "ratio": asdict(ratio) if ratio else None,
                "cpu_ratio": asdict(cpu) if cpu else None,  # where other programs take cores, this one is steadier
            }
        )
    return cells


def baseline(backend: Backend, batch: int, there: Iterable[str]) -> str | None:
    """Which of ours a backend is compared with: what the product uses for so many sentences, like with like."""
    kernel, known = "interactive" if batch == 1 else "documents", set(there)
    special = f"{kernel}-{backend.against}"
    return next((key for key in (special, kernel) if key in known), None)


def _clients(
    material: Material, plan: Plan, threads: int, running: dict[str, tuple[Backend, Process]], kitchen: Kitchen, out: dict[str, Any]
) -> None:
    """Many clients at once, a sentence at a time each, one model in memory."""
    request = material.request(plan.clients_sentences, 1, 1) | {"clients": plan.clients}
    if "texts" in request:
        return
    asked = {key: process for key, (backend, process) in running.items() if backend.batches[0] == 1 and not backend.greedy_only}
    answers, _ = round_robin(asked, [request] * (1 + plan.rounds))
    base = [answer["s"] for answer in answers["interactive"]]
    for key, found in answers.items():
        latencies = [1000 * s for answer in found for s in answer["latencies"]]
        cell = {"data": material.name, "threads": threads, "clients": plan.clients, "backend": key, "name": running[key][0].name}
        cell |= {f"p{share}_ms": percentile(latencies, share) for share in (50, 95, 99)}
        cell["sentences_per_s"] = quartiles([len(answer["latencies"]) / answer["s"] for answer in found]).median
        cell["peak_mb"] = found[-1]["peak_mb"]
        cell["ratio"] = asdict(paired_ratios([answer["s"] for answer in found], base)) if key != "interactive" else None
        out["clients"].append(cell)
        kitchen.say(f"{plan.clients} clients, {threads} threads: {cell['name']}: {cell['sentences_per_s']:.1f} sentences/s")
