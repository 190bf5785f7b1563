"""`translator-app convert`: a HuggingFace Marian model becomes a language pack."""

import argparse
import json
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from translator_app.errors import ConversionError, QualityGateError

if TYPE_CHECKING:
    from translator_app.convert.pipeline import Recipe

_DESCRIPTION = """Make a verified language pack of a MarianMT model.

MODEL is a folder in HuggingFace format, or the name of a model on the hub such as Helsinki-NLP/opus-mt-en-zh
(HF_ENDPOINT chooses a mirror). The pack is written only when it translates as well as the original."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser(
        "convert",
        help="make a language pack of a HuggingFace model",
        description=_DESCRIPTION,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("model", metavar="MODEL", help="folder, or name on the hub")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER", help="the pack to write")
    parser.add_argument("--revision", help="branch, tag or commit on the hub")
    parser.add_argument("--force", action="store_true", help="replace FOLDER if it is there")
    _add_what(parser.add_argument_group("what the pack says"))
    _add_how(parser.add_argument_group("precision"))
    check = parser.add_argument_group("verification")
    check.add_argument("--test", type=Path, metavar="FILE", help="lines of sentence, tab, translation (default: a small set of our own)")
    check.add_argument("--accept", action="store_true", help="write the pack even though the verification says no")
    check.add_argument("--report", type=Path, metavar="FILE", help="write the verification as JSON, whatever its result")
    layout = parser.add_argument_group("for other programs")
    layout.add_argument(
        "--exporter", choices=("fused", "optimum-layout"), default="fused", help="optimum-layout: plain ONNX as optimum names it"
    )
    layout.add_argument("--opset", type=int, default=18, help="of optimum-layout (18)")
    layout.add_argument("--no-constant-folding", action="store_true", help="optimum-layout: leave constants as they are")


def _add_what(group: "argparse._ArgumentGroup") -> None:
    group.add_argument("--id", metavar="ID", help="id of the pack (default: the name of FOLDER)")
    group.add_argument("--name", default="", help="name shown to users (default: the id)")
    group.add_argument("--source", default="en", metavar="LANG", help="source language (en)")
    group.add_argument("--target", default="zh", metavar="LANG", help="target language (zh)")
    group.add_argument(
        "--source-prefix", metavar="TOKEN", help="token before each sentence, such as '>>cmn_Hans<<' (default: that, if known)"
    )
    group.add_argument(
        "--search",
        default="",
        metavar="K=V,...",
        help="search defaults to change, such as beam=1,length_penalty=0.8,no_repeat=3,max_length=200",
    )
    group.add_argument("--license", default="", metavar="ID", help="licence of the weights (default: what the hub says)")
    group.add_argument(
        "--license-file", type=Path, action="append", default=[], metavar="FILE", help="text to put into the pack; may be repeated"
    )
    group.add_argument("--card", type=Path, metavar="FILE", help="model card to put into the pack (default: one is written)")
    group.add_argument("--source-model", default="", metavar="NAME", help="where the weights come from (default: the name of MODEL)")


def _add_how(group: "argparse._ArgumentGroup") -> None:
    group.add_argument("--precision", choices=("int8", "fp32"), default="int8")
    group.add_argument("--quantize", default="encoder,decoder,embedding", metavar="PARTS", help="parts that int8 applies to (all)")
    group.add_argument("--exclude", nargs="+", default=[], metavar="NODE", help="layers left in fp32, such as lm_head or 'decoder.*.fc2'")
    group.add_argument("--sensitivity", action="store_true", help="show which layers int8 hurts most")
    group.add_argument("--auto-exclude", action="store_true", help="if the verification says no: leave layers that int8 hurts in fp32")
    group.add_argument("--static", action="store_true", help="measure activation scales beforehand instead of at each step")
    group.add_argument("--calibration", type=Path, metavar="FILE", help="sentences for --static, one a line")
    group.add_argument(
        "--shortlist", default="", metavar="target|N", help="produce only pieces of target.spm, or its N likeliest: a faster last layer"
    )
    group.add_argument(
        "--lexical-shortlist",
        type=Path,
        metavar="FILE",
        help="compute only the target pieces that a sentence is likely to need: for large vocabularies. FILE: sentences of the\n"
        "source language, one a line (what follows a tab is ignored); at least some 10,000; of more than 50,000 a sample. The model\n"
        "translates them to learn what its words become. Refused when more than 0.5 %% of the outputs of --test change",
    )
    group.add_argument(
        "--lexical-size",
        metavar="K,F",
        help="K likeliest pieces of each source piece, F most frequent ones (default: the smallest list that changes next to nothing)",
    )
    group.add_argument("--weight-type", choices=("QInt8", "QUInt8"), default="QInt8", help="QUInt8 is slower on most machines")


_SEARCH_NAMES = {"beam": "beam_size", "no_repeat": "no_repeat_ngram_size"}


def search_settings(text: str) -> dict[str, Any]:
    """The changes that --search asks for. Raises ConversionError."""
    from dataclasses import asdict

    from translator_app.packs import SearchDefaults

    known = asdict(SearchDefaults())
    found: dict[str, Any] = {}
    for pair in filter(None, text.split(",")):
        name, _, value = pair.partition("=")
        name = _SEARCH_NAMES.get(name.strip(), name.strip())
        if name not in known:
            raise ConversionError(f"--search: {name} is none of {', '.join([*_SEARCH_NAMES, *known])}")
        kind = type(known[name])
        try:
            found[name] = value.strip().lower() in ("1", "true", "yes") if kind is bool else kind(value)
        except ValueError as error:
            raise ConversionError(f"--search: {name}={value} is no {kind.__name__}") from error
    return found


def run(args: argparse.Namespace) -> int:
    """Convert; 1 when the verification fails (nothing is written then)."""
    from translator_app.convert.pipeline import convert

    if args.lexical_size and not args.lexical_shortlist:
        raise ConversionError("--lexical-size needs --lexical-shortlist FILE")
    if args.static != (args.calibration is not None):
        raise ConversionError("--static needs --calibration FILE, and the other way round")
    folder, origin = _model_folder(args)
    if args.exporter == "optimum-layout":
        return _export_layout(folder, args)
    recipe = _recipe(args, origin)
    report: object = None
    previous = signal.signal(signal.SIGTERM, _interrupt)  # so that a stopped run cleans up, too
    try:
        pack = convert(folder, args.output, recipe, _say)
        report = pack.manifest.verification
    except QualityGateError as error:
        report = error.report
        raise
    finally:
        signal.signal(signal.SIGTERM, previous)
        if args.report and report:
            args.report.write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    size = sum(file.size_bytes for file in pack.manifest.files)
    _say(f"{args.output}: pack {pack.pack_id}, {size / 1e6:.1f} MB, placeholder {pack.manifest.placeholder or 'none'}")
    return 0


def _export_layout(folder: Path, args: argparse.Namespace) -> int:
    from translator_app.convert.layout import LayoutOptions, export_optimum_layout

    unsigned = args.weight_type == "QUInt8"
    options = LayoutOptions(args.opset, not args.no_constant_folding, args.precision, tuple(args.exclude), unsigned, args.force)
    export_optimum_layout(folder, args.output, options, _say)
    return 0


def _recipe(args: argparse.Namespace, origin: Mapping[str, str]) -> "Recipe":
    from translator_app.convert.pipeline import Recipe
    from translator_app.packs import LanguagePair

    return Recipe(
        pack_id=args.id or args.output.resolve().name,
        name=args.name,
        pair=LanguagePair(args.source, args.target),
        precision=args.precision,
        quantize=frozenset(filter(None, args.quantize.split(","))),
        exclude=tuple(args.exclude),
        sensitivity=args.sensitivity,
        auto_exclude=args.auto_exclude,
        unsigned=args.weight_type == "QUInt8",
        shortlist=args.shortlist,
        lexical=args.lexical_shortlist,
        lexical_size=_lexical_size(args.lexical_size),
        calibration=args.calibration,
        source_prefix=args.source_prefix,
        search=search_settings(args.search),
        source_model=args.source_model or origin.get("source_model", ""),
        source_revision=origin.get("source_revision", ""),
        licence=args.license or origin.get("licence", ""),
        licence_files=tuple(args.license_file),
        card=args.card,
        test=args.test,
        accept=args.accept,
        force=args.force,
    )


def _lexical_size(text: str | None) -> tuple[int, int] | None:
    """K,F of --lexical-size. Raises ConversionError."""
    if text is None:
        return None
    numbers = text.split(",")
    if len(numbers) != 2 or not all(number.strip().isdecimal() for number in numbers):
        raise ConversionError(f"--lexical-size {text}: two numbers are needed, such as 100,1000")
    return int(numbers[0]), int(numbers[1])


def _model_folder(args: argparse.Namespace) -> tuple[Path, dict[str, str]]:
    """MODEL as a folder, fetched from the hub if it is not one, and what the hub says of it."""
    folder = Path(args.model)
    if folder.exists() or args.model.count("/") != 1 or args.model.startswith((".", "/", "~")):
        return folder, {}
    from translator_app.convert.hub import fetch_model

    _say(f"fetching {args.model} ...")
    model = fetch_model(args.model, args.revision, report=_say)
    return model.folder, {"source_model": model.repo_id, "source_revision": model.revision, "licence": model.licence}


def _interrupt(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


def _say(line: str) -> None:
    print(line, flush=True)
