"""Sub-commands of the command line, one module each; heavy imports happen inside `run`."""

import argparse
import unicodedata
from collections.abc import Callable

MAX_THREADS = 1024
MAX_BEAM = 64  # as in manifests


def whole_number(low: int, high: int = 1_000_000_000) -> Callable[[str], int]:
    """A type for options: what the user wrote as a number in these limits; anything else is wrong usage."""

    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(high)) else -1
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {low} to {high}")
        return number

    return read


def columns(text: str) -> int:
    """Columns in a terminal: Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
