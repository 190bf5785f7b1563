"""How many requests there are, how long they take, and whether there are too many."""

import threading
import time
from dataclasses import dataclass, field

RATE_PER_S = 1000.0  # requests, of all clients together: far above what an engine can do, a stop for runaway pages
BURST = 2000


@dataclass(slots=True)
class Metrics:
    """Counts and times of requests; no text."""

    requests: int = 0
    refused: int = 0
    errors: int = 0
    seconds: list[float] = field(default_factory=list)  # of the newest translations
    lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, status: int, elapsed_s: float | None) -> None:
        """Add one answered request; elapsed_s when it was a translation."""
        with self.lock:
            self.requests += 1
            self.refused += 400 <= status < 500
            self.errors += status >= 500
            if elapsed_s is not None:
                self.seconds = [*self.seconds[-999:], elapsed_s]

    def text(self) -> str:
        """Prometheus' text format."""
        with self.lock:
            times = sorted(self.seconds)
            lines = [f"requests_total {self.requests}", f"refused_total {self.refused}", f"errors_total {self.errors}"]
        for share in (0.5, 0.95, 0.99):
            value = times[min(len(times) - 1, int(share * len(times)))] if times else 0.0
            lines.append(f'translation_seconds{{quantile="{share}"}} {value:.4f}')
        return "".join(f"translator_app_{line}\n" for line in lines)


class Rate:
    """A bucket of tokens: BURST at once, RATE_PER_S in the long run."""

    def __init__(self) -> None:
        self._left = float(BURST)
        self._at = time.monotonic()
        self._lock = threading.Lock()

    def take(self) -> bool:
        """Whether one more request may be answered now."""
        with self._lock:
            now = time.monotonic()
            self._left = min(BURST, self._left + (now - self._at) * RATE_PER_S)
            self._at = now
            if self._left < 1:
                return False
            self._left -= 1
            return True
