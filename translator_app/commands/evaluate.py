"""`translator-app evaluate`: the quality gate. Scores of a pack beside other systems and beside an earlier report."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from translator_app.commands import MAX_BEAM, MAX_THREADS, whole_number
from translator_app.errors import TranslatorError

if TYPE_CHECKING:
    from translator_app.evaluation.measure import Attempt
    from translator_app.packs import Pack

_TOGETHER = 256  # sentences given to the translator at a time with --batch


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser("evaluate", help="score a pack on a test set, beside other systems or an earlier report")
    parser.set_defaults(run=run)
    parser.add_argument("--source", type=Path, required=True, metavar="FILE", help="sentences, one a line")
    parser.add_argument("--reference", type=Path, required=True, metavar="FILE", help="their translations")
    parser.add_argument("--system", type=Path, action="append", default=[], metavar="FILE", help="another system's output; may be repeated")
    parser.add_argument("--pack", metavar="ID", help="pack to evaluate, its id or folder (default: the one in use)")
    parser.add_argument("--beam", type=whole_number(1, MAX_BEAM), metavar="N", help="beam size (default: the pack's)")
    parser.add_argument("--search", default="", metavar="K=V,...", help="other search settings to try, as for convert")
    parser.add_argument("--batch", action="store_true", help="translate many sentences together: faster, without the time of each")
    parser.add_argument(
        "--threads", type=whole_number(0, MAX_THREADS), default=0, metavar="N", help="threads (default: what suits the machine)"
    )
    parser.add_argument("--limit", type=whole_number(1), metavar="N", help="only the first N sentences")
    parser.add_argument("--report", type=Path, metavar="DIR", help="write report.json and report.html there")
    parser.add_argument("--against", type=Path, metavar="REPORT", help="an earlier report.json, or its folder, to compare with")
    parser.add_argument("--max-drop", type=float, default=0.3, metavar="BLEU", help="drop since that report that is still accepted (0.3)")


def run(args: argparse.Namespace) -> int:
    """Evaluate; 1 when the score has dropped by more than --max-drop since --against, and that is no noise."""
    from translator_app import quality
    from translator_app.evaluation import html, measure

    quality.bleu_statistics((), ())  # what is missing for it is said now, not after an hour of translating
    before = measure.read_report(args.against) if args.against else None
    sources, references = (measure.read_lines(path)[: args.limit] for path in (args.source, args.reference))
    if len(sources) != len(references):
        raise TranslatorError(f"{args.source} has {len(sources)} lines, {args.reference} has {len(references)}")
    others = [measure.read_system(path, args.reference, len(references)) for path in args.system]
    pack = _pack(args.pack, args.search)
    system = measure.translate_all(sources, _translate(pack, args), pack.pack_id, _show_progress, together=_TOGETHER if args.batch else 1)
    report = measure.build_report(sources, references, [system, *others], pack.manifest.pair.target)
    report |= {"source_file": args.source.name, "reference_file": args.reference.name, "pack_revision": pack.manifest.source_revision}
    failed = before is not None and measure.compare_with(report, before, args.max_drop, str(args.against))
    if args.report:
        args.report.mkdir(parents=True, exist_ok=True)
        text = json.dumps(report, ensure_ascii=False, indent=1) + "\n"
        (args.report / "report.json").write_text(text, encoding="utf-8", newline="\n")
        (args.report / "report.html").write_text(html.render(report), encoding="utf-8", newline="\n")
    for line in measure.summary(report):
        print(line)
    return 1 if failed else 0


def _pack(name: str | None, search: str) -> "Pack":
    """An installed pack or one in a folder, with its search defaults changed."""
    from translator_app.commands.convert import search_settings
    from translator_app.manifest import check_search
    from translator_app.packs import MANIFEST, find_pack, load_pack

    pack = load_pack(Path(name)) if name and (Path(name) / MANIFEST).exists() else find_pack(name)
    changes = search_settings(search)
    try:
        check_search(changes)
    except ValueError as error:
        raise TranslatorError(f"--{error}") from error
    defaults = replace(pack.manifest.search, **changes)
    return replace(pack, manifest=replace(pack.manifest, search=defaults))


def _translate(pack: "Pack", args: argparse.Namespace) -> "Callable[[Sequence[str]], list[Attempt]]":
    """A function that translates sentences: one, and times it, or many together."""
    from translator_app.engine.translator import TranslateOptions, Translator
    from translator_app.evaluation.measure import Attempt

    translator = Translator(pack, threads=args.threads, cache_size=0)
    options = TranslateOptions(beam_size=args.beam, kernel="batch" if args.batch else "interactive")

    def translate(texts: Sequence[str]) -> list[Attempt]:
        found = translator.translate_many(texts, options) if args.batch else [translator.translate(text, options) for text in texts]
        return [
            Attempt(
                translation.target.replace("\n", " "),
                None if args.batch else 1000 * translation.elapsed_s,
                tuple(tuple(w.code for w in s.warnings) for s in translation.segments if s.translated),
            )
            for translation in found
        ]

    translate(["A first sentence, so that the time of loading counts for none."])
    return translate


def _show_progress(done: int, total: int) -> None:
    if sys.stderr.isatty() and (done == total or done % 10 == 0):
        print(f"\r{done}/{total}", end="\n" if done == total else "", file=sys.stderr, flush=True)
