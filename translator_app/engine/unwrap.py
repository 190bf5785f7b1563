"""Paste repair: text copied from a PDF or a mail, one sentence over several lines, gets its lines back together."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """The text and how many line ends were taken out."""

    text: str
    joined_lines: int


def unwrap(text: str) -> Unwrapped:
    """The text with hard-wrapped lines joined."""
    return Unwrapped(text, 0)
