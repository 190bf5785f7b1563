"""How far a download or a copy is, in words."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject

SETTLED_S = 2.0  # before a speed means anything


def megabytes(size_bytes: int) -> str:
    """Such as "13.9 MB", as file managers count."""
    return f"{size_bytes / 1e6:.1f} MB" if size_bytes < 1e8 else f"{size_bytes / 1e6:.0f} MB"


class ProgressWords(QObject):
    """Bytes done and left, speed and time; what was there at the first call (an earlier, cut download) counts for no speed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._first: tuple[float, int] | None = None

    def of(self, done: int, total: int) -> str:
        """Words for this moment."""
        now = self._clock()
        if self._first is None:
            self._first = (now, done)
        words = self.tr("{done} of {total} MB").format(done=f"{done / 1e6:.1f}", total=f"{total / 1e6:.1f}")
        began, before = self._first
        if now - began < SETTLED_S or done <= before:
            return words
        speed = (done - before) / (now - began)
        left_s = (total - done) / speed
        left = self.tr("{} s left").format(round(left_s)) if left_s < 90 else self.tr("{} min left").format(round(left_s / 60))
        return f"{words} · {speed / 1e6:.1f} MB/s · {left}"
