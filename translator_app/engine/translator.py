"""Text in, text out: what the window, the command line, documents and the local API call."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TranslateOptions:
    """What a user can choose for one translation."""

    beam_size: int | None = None  # None: the pack's default
    script: str = "hans"  # hans | hant-tw | hant-hk
    spacing: bool = False  # space between Han and Latin
    unwrap: bool = False  # join hard-wrapped lines first
    keep_english: str | None = None  # regular expression of text to leave as it is
    kernel: str = "interactive"  # interactive | batch
