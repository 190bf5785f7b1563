"""`translator-app bench`: speed beside other programs, steadiness, the slowest sentences, growth with length."""

import argparse
import importlib.util
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from translator_app.commands import whole_number
from translator_app.errors import TranslatorError

if TYPE_CHECKING:
    from translator_app.packs import Pack


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser(
        "bench",
        help="measure speed beside other programs, and steadiness",
        description="Without an option: speed beside other programs, on random weights and on a pack with real text. "
        "The other programs are installed into environments of their own below the cache folder (several GB).",
    )
    parser.set_defaults(run=run)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--concurrent", type=whole_number(1), default=0, metavar="N", help="N clients at once, beside PyTorch")
    what.add_argument("--soak", type=float, metavar="MINUTES", help="mixed work for so long; 1 when memory, handles or threads grow")
    what.add_argument("--tail", action="store_true", help="slowest sentences of each length, and start-up")
    what.add_argument("--scaling", action="store_true", help="time and memory against the length of sentences and documents")
    parser.add_argument("--pack", metavar="ID", help="pack to measure, its id or folder (default: the one in use)")
    parser.add_argument("--second-pack", metavar="ID", help="with --soak: a pack to switch to and back (default: the same)")
    parser.add_argument("--text", type=Path, metavar="FILE", help="sentences, one a line, translations after a tab are left out")
    parser.add_argument("--limit", type=whole_number(1), metavar="N", help="only the first N sentences")
    parser.add_argument("--data", default="random,text", metavar="LIST", help="of random, text, tokens (the same ids to all): random,text")
    parser.add_argument("--shape", default="opus-mt-en-zh", metavar="NAME", help="of the random weights: opus-mt-en-zh or tiny")
    parser.add_argument("--threads", type=_numbers, default=(1, 2), metavar="LIST", help="1,2")
    parser.add_argument("--batch", type=_numbers, default=(1, 8, 32), metavar="LIST", help="sentences together: 1,8,32")
    parser.add_argument("--beam", type=_numbers, default=(1, 4), metavar="LIST", help="beam sizes: 1,4")
    parser.add_argument("--rounds", type=whole_number(1), default=7, metavar="N", help="repetitions, every program in turn (7)")
    parser.add_argument(
        "--words", type=whole_number(1), default=100_000, metavar="N", help="with --scaling: words of the longest document (100000)"
    )
    parser.add_argument(
        "--peers",
        metavar="LIST",
        help="of ct2-int8, ct2-int8-map, ct2-int8-listed, ct2-int8-2, ct2-fp32, optimum-int8, optimum-fp32, torch, no-cache; "
        "or none (default: all)",
    )
    parser.add_argument("--report", type=Path, metavar="DIR", help="write the table, report.json and pictures there")


def run(args: argparse.Namespace) -> int:
    """Measure and print; 1 when a soak found growth."""
    from translator_app.paths import is_frozen

    if is_frozen():
        raise TranslatorError("bench needs the Python package with its extra `build`; the app as installed has neither")
    if args.soak is not None:
        return _soak(args)
    if args.tail:
        return _tail(args)
    return _scaling(args) if args.scaling else _speed(args)


def _speed(args: argparse.Namespace) -> int:
    if missing := [name for name in ("onnx", "safetensors") if importlib.util.find_spec(name) is None]:
        raise TranslatorError(f"making models for other programs needs {', '.join(missing)}: pip install 'translator-app[build]'")
    from translator_app import paths
    from translator_app.bench import report, speed
    from translator_app.bench.models import SHAPES
    from translator_app.bench.peers import PEERS, Kitchen

    keys = [peer.key for peer in PEERS]
    peers = keys if args.peers is None else [] if args.peers == "none" else args.peers.split(",")
    _check("--peers", peers, keys)
    _check("--data", args.data.split(","), ["random", "text", "tokens"])
    _check("--shape", [args.shape], list(SHAPES))
    if args.concurrent and args.peers is None:
        peers = ["torch"]
    root = paths.cache_dir() / "bench"
    kitchen = Kitchen(root, _say)
    materials = []
    for name in args.data.split(","):
        if args.concurrent and name == "text":
            continue  # each client gives ids
        if name == "random":
            materials.append(speed.random_material(args.shape, root / "models"))
        else:
            materials.append(speed.text_material(_pack(args.pack), _lines(args), root / "models", tokens=name == "tokens"))
    plan = speed.Plan(args.threads, args.batch, args.beam, args.rounds, peers, args.concurrent)
    found = speed.compare(materials, plan, kitchen)
    pictures = {"speed.svg": report.bars(found)} if found["cells"] else {}
    _write(args.report, found, report.table(found), pictures)
    return 0


def _soak(args: argparse.Namespace) -> int:
    from translator_app.bench import soak

    pack = _pack(args.pack)
    packs = [pack, _pack(args.second_pack) if args.second_pack else pack]
    found = soak.soak(packs, _lines(args), minutes=args.soak, say=_say)
    _write(args.report, found, "\n".join(soak.summary(found)) + "\n", {})
    return 1 if found["grown"] else 0


def _tail(args: argparse.Namespace) -> int:
    from translator_app.bench import tail

    found = tail.tail(_pack(args.pack), _lines(args), beam=1, say=_say)
    _write(args.report, found, "\n".join(tail.summary(found)) + "\n", {})
    return 0


def _scaling(args: argparse.Namespace) -> int:
    from translator_app.bench import scaling

    found = scaling.scaling(_pack(args.pack), _lines(args), most_words=args.words, repeats=args.rounds, say=_say)
    _write(args.report, found, "\n".join(scaling.summary(found)) + "\n", scaling.pictures(found))
    return 0


def _pack(name: str | None) -> "Pack":
    """An installed pack or one in a folder."""
    from translator_app.packs import MANIFEST, find_pack, load_pack

    return load_pack(Path(name)) if name and (Path(name) / MANIFEST).exists() else find_pack(name)


def _lines(args: argparse.Namespace) -> list[str]:
    from translator_app.paths import assets_dir

    path = args.text or assets_dir() / "quality" / "en-zh.tsv"
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TranslatorError(f"{path} can't be read ({error})") from error
    lines = [line.split("\t")[0].strip() for line in text.split("\n")]
    lines = [line for line in lines if line][: args.limit]
    if not lines:
        raise TranslatorError(f"{path} has no text")
    return lines


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(whole_number(1)(part.strip()) for part in text.split(","))


def _check(option: str, given: Sequence[str], known: Sequence[str]) -> None:
    if unknown := [name for name in given if name not in known]:
        raise TranslatorError(f"{option}: {', '.join(unknown)} is none of {', '.join(known)}")


def _write(folder: Path | None, found: Mapping[str, Any], table: str, pictures: Mapping[str, str]) -> None:
    print(table, end="")
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        files = {"report.md": table, "report.json": json.dumps(found, ensure_ascii=False, indent=1) + "\n", **pictures}
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
