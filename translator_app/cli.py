"""The command line (no Qt is imported here)."""

import argparse
import sys
from collections.abc import Sequence

from translator_app import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run a sub-command and return its exit code."""
    parser = argparse.ArgumentParser(prog="translator-app", description="Translate English to Chinese, offline.")
    parser.add_argument("--version", action="version", version=__version__)
    parser.parse_args(sys.argv[1:] if argv is None else argv)
    parser.print_help()
    return 0
