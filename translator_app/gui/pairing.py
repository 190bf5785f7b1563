"""Which sentence of the translation belongs to which of the source: pure arithmetic, no widgets.

Positions are in UTF-16 code units, as Qt's text documents count; an emoji is two.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from translator_app.engine.translator import SegmentResult


def units(text: str) -> int:
    """Length of a text as Qt counts it."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


class Pairs:
    """The pieces of a translation, found by position on either side."""

    def __init__(self, segments: Iterable[SegmentResult] = ()) -> None:
        self.segments: list[SegmentResult] = []
        self._source_starts = [0]  # one more than segments: the last is the end
        self._target_starts = [0]
        self._doubtful: list[int] = []
        for segment in segments:
            self.append(segment)

    def __len__(self) -> int:
        return len(self.segments)

    def append(self, segment: SegmentResult) -> None:
        """Add the next piece."""
        if segment.warnings:
            self._doubtful.append(len(self.segments))
        self.segments.append(segment)
        self._source_starts.append(self._source_starts[-1] + units(segment.source))
        self._target_starts.append(self._target_starts[-1] + units(segment.target))

    def replace_target(self, index: int, target: str) -> None:
        """Put another translation in place of one piece's, whose outer white space stays."""
        old = self.segments[index].target
        head, tail = old[: len(old) - len(old.lstrip())], old[len(old.rstrip()) :]
        new = replace(self.segments[index], target=head + target.strip() + tail, warnings=())
        self.segments[index] = new
        self._doubtful = [doubtful for doubtful in self._doubtful if doubtful != index]
        shift = units(new.target) - units(old)
        for later in range(index + 1, len(self._target_starts)):
            self._target_starts[later] += shift

    @property
    def target(self) -> str:
        """The whole translation so far."""
        return "".join(segment.target for segment in self.segments)

    def at_source(self, position: int) -> int | None:
        """Index of the sentence at a position of the source; None between sentences and outside."""
        return self._at(self._source_starts, position)

    def at_target(self, position: int) -> int | None:
        """Index of the sentence at a position of the translation."""
        return self._at(self._target_starts, position)

    def source_range(self, index: int) -> tuple[int, int]:
        """Start and end of a sentence in the source, without outer white space."""
        return _trimmed(self.segments[index].source, self._source_starts[index])

    def target_range(self, index: int) -> tuple[int, int]:
        """Start and end of a sentence in the translation, without outer white space."""
        return _trimmed(self.segments[index].target, self._target_starts[index])

    def doubtful(self) -> list[int]:
        """Indices of the sentences that have warnings."""
        return list(self._doubtful)

    def coverage(self) -> tuple[int, int]:
        """Sentences that have a translation, and sentences in all."""
        sentences = [segment for segment in self.segments if segment.translated]
        return sum(bool(segment.target.strip()) for segment in sentences), len(sentences)

    def _at(self, starts: list[int], position: int) -> int | None:
        index = bisect_right(starts, position) - 1
        if index == len(self.segments) and position == starts[-1]:
            index -= 1  # the caret behind the last character
        if 0 <= index < len(self.segments) and self.segments[index].source.strip():
            return index
        return None


def _trimmed(text: str, start: int) -> tuple[int, int]:
    head = units(text[: len(text) - len(text.lstrip())])
    return start + head, start + head + units(text.strip())
