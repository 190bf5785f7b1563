"""What the system says about this machine and this process. Where it says nothing, the figure is None."""

import os
import platform
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Usage:
    """What this process holds now."""

    memory_mb: float
    handles: int
    threads: int


def usage() -> Usage | None:
    """Resident memory, open handles and threads of this process; None but on Linux."""
    own = _PROC / "self"
    try:
        pages = int((own / "statm").read_text(encoding="ascii").split()[1])
        return Usage(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, len(os.listdir(own / "fd")), len(os.listdir(own / "task")))  # noqa: PTH208 - no paths needed
    except (OSError, ValueError):
        return None


def describe() -> dict[str, object]:
    """The machine in words, for a report."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_gb": _memory_gb(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def load() -> float | None:
    """Processes that wanted to run during the last minute."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def busy_s() -> float | None:
    """Processor seconds that all programs together have used since the start of the machine."""
    try:
        fields = [int(f) for f in (_PROC / "stat").read_text(encoding="ascii").splitlines()[0].split()[1:]]
    except (OSError, ValueError):
        return None
    return float(sum(fields[:8]) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")


def _processor() -> str:
    try:
        lines = (_PROC / "cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    name = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    flags = next((line for line in lines if line.startswith("flags")), "").split()
    return name + "".join(f", {label}" for flag, label in (("avx512f", "AVX-512"), ("avx512_vnni", "VNNI")) if flag in flags)


def _memory_gb() -> float | None:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1)
    except (AttributeError, ValueError, OSError):
        return None
