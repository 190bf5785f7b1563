"""The command line, and the way to the window. With a sub-command no Qt is imported."""

import argparse
import importlib
import io
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from translator_app import __version__
from translator_app.errors import Cancelled, TranslatorError

COMMANDS = ("translate", "lookup", "packs", "convert", "evaluate", "selftest", "serve", "bench")
# How onnxruntime, threads and the system's loader say that there is no memory.
NO_MEMORY = ("bad_alloc", "can't start new thread", "failed to map segment", "Cannot allocate memory")
EXIT_ERROR, EXIT_USAGE, EXIT_CANCELLED = 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code: 0 good, 1 error, 2 wrong usage, 3 warnings with --strict, 130 cancelled.

    Without a sub-command (no arguments, window options or files to open) the window is shown.
    """
    argv = list(sys.argv[1:] if argv is None else argv)
    if not argv or (argv[0] not in COMMANDS and argv[0] not in ("-h", "--help", "--version", "--debug")):
        return _window(argv)
    _speak_utf8()
    args = _parser().parse_args(argv)
    if not hasattr(args, "run"):
        return _window([])
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except TranslatorError as error:
        return _fail(str(error), debug=args.debug)
    except (KeyboardInterrupt, Cancelled):
        print("cancelled", file=sys.stderr)  # noqa: T201 - the command line talks
        return EXIT_CANCELLED
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # the last line of defence: never a bare traceback
        return _fail(_describe(error), debug=args.debug)
    return code


def _speak_utf8() -> None:
    """Output is UTF-8 whatever the locale: on Windows a pipe has a code page that lacks Chinese, or half of it.

    Bytes that were not UTF-8 go out as they came in, and so do line ends, which Windows would make CR CR LF of CR LF.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="")


def _describe(error: Exception) -> str:
    """One line about an error that nobody foresaw; a lack of memory shows in many ways."""
    words = " ".join(str(error).split())
    if isinstance(error, MemoryError) or any(sign in words for sign in NO_MEMORY):
        return "not enough memory; close other programs, or translate less at once"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return f"unexpected error: {type(error).__name__}: {words[:300]} (for details: translator-app --debug COMMAND ...)"


def _parser() -> argparse.ArgumentParser:
    words = "Translate offline, from English to Chinese or as the language pack in use does. Without a command the window opens."
    window = "The window: translator-app [--hidden] [--translate-clipboard] [FILE ...]"
    parser = argparse.ArgumentParser(prog="translator-app", description=words, epilog=window)
    parser.add_argument("--version", action="version", version=f"translator-app {__version__}")
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name in COMMANDS:
        importlib.import_module(f"translator_app.commands.{name}").add_parser(subparsers)
    return parser


def _fail(message: str, *, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    print(f"translator-app: {message}", file=sys.stderr)  # noqa: T201
    return EXIT_ERROR


def _wrong_usage(message: str) -> int:
    _fail(message, debug=False)
    return EXIT_USAGE


def _window(argv: list[str]) -> int:
    words = [a for a in argv if not a.startswith("-") and not Path(a).exists()]
    if words and words[0] in COMMANDS:
        return _wrong_usage(f"the options of {words[0]} stand behind it: translator-app {words[0]} {argv[0]} ...")
    if words:
        return _wrong_usage(f"no command or file {words[0]!r}; commands: {', '.join(COMMANDS)}")
    app = importlib.import_module("translator_app.app")  # Qt only when a window is wanted
    if unknown := [a for a in argv if a.startswith("-") and a not in app.OPTIONS]:
        return _wrong_usage(f"unknown option {unknown[0]}; `translator-app --help` lists what there is")
    code: int = app.main(argv)
    return code
