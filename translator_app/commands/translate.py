"""translator-app translate: text, standard input or files."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from translator_app import paths
from translator_app.commands import MAX_BEAM, MAX_THREADS, whole_number
from translator_app.commands.files import EXIT_WARNINGS, add_arguments
from translator_app.errors import DocumentError, OutputExists, TranslatorError

if TYPE_CHECKING:
    from translator_app.engine.translator import TranslateOptions, Translation, Translator


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the sub-command."""
    parser = subparsers.add_parser("translate", help="translate text, standard input or files")
    parser.add_argument("text", nargs="*", help="text to translate; standard input when there is none")
    parser.add_argument("--pack", metavar="ID", help="language pack to use")
    parser.add_argument("--beam", type=whole_number(1, MAX_BEAM), metavar="N", help="beam size (1: greedy, fastest)")
    parser.add_argument(
        "--threads", type=whole_number(0, MAX_THREADS), default=0, metavar="N", help="threads (0: as many as suit the machine)"
    )
    parser.add_argument("--kernel", choices=("interactive", "batch", "auto"), help="force a kernel (default: what suits text or files)")
    parser.add_argument(
        "--script", choices=("hans", "hant-tw", "hant-hk"), default="hans", help="Simplified, Taiwan or Hong Kong Traditional"
    )
    parser.add_argument("--terms", type=Path, metavar="FILE", help="term base (CSV, TSV or TBX)")
    parser.add_argument("--keep-english", metavar="PATTERN", help="regular expression of text to leave as it is")
    parser.add_argument("--unwrap", action="store_true", help="join lines that were broken by a PDF or mail program")
    parser.add_argument("--spacing", action="store_true", help="put a space between Chinese and Latin text")
    parser.add_argument("--json", action="store_true", help="print one JSON object with segments, warnings and timings")
    parser.add_argument("--strict", action="store_true", help=f"exit with {EXIT_WARNINGS} when a warning remains")
    add_arguments(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Translate and print; 0, or 3 with --strict when a warning remains."""
    if args.file and args.text:
        raise DocumentError(f"--file takes one path; for another one write --file {args.text[0]}")
    if args.file and args.json:
        raise DocumentError("--json is for text; for files --report FILE writes what was done as JSON")
    translator = _open(args)
    try:
        if args.file:
            return _files(args, translator)
        warned = False
        for translation in _print_text(args, translator):
            warned |= bool(translation.warnings)
            if not args.json:
                _print_warnings(translation)
    finally:
        translator.close()
    return EXIT_WARNINGS if args.strict and warned else 0


def _open(args: argparse.Namespace) -> "Translator":
    from translator_app.engine.terms import TermBase
    from translator_app.engine.translator import Translator
    from translator_app.packs import find_pack

    pack = find_pack(args.pack)
    terms = TermBase.load(args.terms, *pack.manifest.languages) if args.terms else None
    for error in terms.errors if terms else []:
        print(f"{args.terms}: {error}", file=sys.stderr)
    return Translator(pack, threads=args.threads, terms=terms, scores=args.json)


def _options(args: argparse.Namespace) -> "TranslateOptions":
    from translator_app.engine.translator import TranslateOptions

    return TranslateOptions(
        beam_size=args.beam,
        script=args.script,
        spacing=args.spacing,
        unwrap=args.unwrap,
        keep_english=args.keep_english,
        kernel=args.kernel or "interactive",
    )


def _files(args: argparse.Namespace, translator: "Translator") -> int:
    from translator_app.commands.files import run_files
    from translator_app.documents.model import DocumentOptions

    options = DocumentOptions(
        mode="columns" if args.side_by_side else "bilingual" if args.bilingual else "replace",
        encoding=args.encoding,
        columns=tuple(filter(None, args.columns.split(","))),
        pdf_output=args.pdf_output,
        languages=translator.pack.manifest.languages,
        translation=replace(_options(args), kernel=args.kernel or "auto"),
    )
    return run_files(
        args.file,
        translator,
        options,
        output=args.output,
        engine=translator.identity,
        overwrite=args.overwrite,
        restart=args.restart,
        strict=args.strict,
        report=args.report,
    )


def _print_text(args: argparse.Namespace, translator: "Translator") -> "Iterator[Translation]":
    """Translate the argument as a whole, standard input line by line as it comes; print and yield each result."""
    options = _options(args)
    whole = args.json or args.unwrap
    if not args.text and sys.stdin.isatty():
        print("Type or paste text; Ctrl+D ends, on Windows Ctrl+Z and Enter.", file=sys.stderr)
    texts = [" ".join(args.text)] if args.text else [sys.stdin.buffer.read()] if whole else sys.stdin.buffer
    with _sink(args.output, overwrite=args.overwrite) as write:
        for text in texts:
            text = text if isinstance(text, str) else text.decode("utf-8", "surrogateescape")
            translation = translator.translate(text, options)
            if args.json:
                write(
                    json.dumps(_as_json(translation, translator), ensure_ascii=False, indent=1).encode("utf-8", "replace").decode() + "\n"
                )
            else:
                write(translation.target + ("\n" if args.text else ""))
            sys.stdout.flush()
            yield translation


@contextmanager
def _sink(path: Path | None, *, overwrite: bool) -> Iterator[Callable[[str], object]]:
    """Where text goes: standard output, or a file that appears only when all of it is there."""
    if path is None:
        yield sys.stdout.write
        return
    if path.exists() and not overwrite:
        raise OutputExists(f"{path} is there already; choose another name or add --overwrite")
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            yield file.write
        paths.replace(part, path)
    except OSError as error:
        if isinstance(error, TranslatorError):
            raise
        raise DocumentError(f"{path} can't be written ({error.strerror or error})") from error
    finally:
        part.unlink(missing_ok=True)


def _as_json(translation: "Translation", translator: "Translator") -> dict[str, object]:
    segments = [asdict(s) | {"warnings": [_warning(w) for w in s.warnings]} for s in translation.segments]
    done, total = translation.coverage
    return {
        "source": translation.source,
        "target": translation.target,
        "pack": translator.pack.pack_id,
        "notice": translation.notice,
        "joined_lines": translation.joined_lines,
        "coverage": {"translated": done, "sentences": total},
        "segments": segments,
        "timings": {"elapsed_s": round(translation.elapsed_s, 4), "words": translation.words, "threads": translator.threads},
    }


def _warning(warning: object) -> dict[str, str]:
    from translator_app.engine.checks import Warning

    assert isinstance(warning, Warning)
    return {"code": warning.code, "detail": warning.detail, "en": warning.message("en"), "zh": warning.message("zh")}


def _print_warnings(translation: "Translation") -> None:
    if translation.notice == "already-chinese":
        print("note: already Chinese, returned as it is", file=sys.stderr)
    for segment in translation.segments:
        for warning in segment.warnings:
            print(f"warning: {warning.message('en')} [{warning.code}] in: {segment.source.strip()[:60]}", file=sys.stderr)
