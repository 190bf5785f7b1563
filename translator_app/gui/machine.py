"""What the computer tells us: battery or mains, memory of this process, whether motion is unwelcome. Each answer is quick."""

import ctypes
import sys
from pathlib import Path
from typing import Protocol

POWER_SUPPLY = Path("/sys/class/power_supply")


class Machine(Protocol):
    """The questions; tests answer them themselves."""

    def on_battery(self) -> bool: ...

    def memory_bytes(self) -> int: ...


class ThisMachine:
    """The computer that we run on."""

    def on_battery(self) -> bool:
        """True when running from a battery; False also when the system does not say."""
        try:
            if sys.platform == "win32":
                return _windows_on_battery()
            if sys.platform == "darwin":
                return _mac_on_battery()
            return linux_on_battery(POWER_SUPPLY)
        except (OSError, AttributeError):
            return False

    def memory_bytes(self) -> int:
        """Resident memory of this process; 0 when the system does not say."""
        try:
            if sys.platform == "win32":
                return _windows_memory()
            if sys.platform == "darwin":
                return _mac_memory()
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
            return pages * _page_size()
        except (OSError, AttributeError, ValueError):
            return 0


def linux_on_battery(folder: Path) -> bool:
    """No mains is online, and a battery of the machine itself (not of a mouse) is discharging."""
    discharging = False
    for supply in folder.iterdir() if folder.is_dir() else ():
        kind = _line(supply / "type")
        if kind in ("Mains", "USB") and _line(supply / "online") == "1":
            return False
        if kind == "Battery" and _line(supply / "scope") != "Device" and _line(supply / "status") == "Discharging":
            discharging = True
    return discharging


def _line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _page_size() -> int:
    import resource  # not on Windows

    return resource.getpagesize()


if sys.platform == "win32":

    class _PowerStatus(ctypes.Structure):
        """SYSTEM_POWER_STATUS of winbase.h."""

        _fields_ = (
            ("ac_line", ctypes.c_ubyte),
            ("battery_flag", ctypes.c_ubyte),
            ("percent", ctypes.c_ubyte),
            ("saver", ctypes.c_ubyte),
            ("life_s", ctypes.c_ulong),
            ("full_life_s", ctypes.c_ulong),
        )

    class _MemoryCounters(ctypes.Structure):
        """PROCESS_MEMORY_COUNTERS of psapi.h."""

        _fields_ = (
            ("size", ctypes.c_ulong),
            ("page_faults", ctypes.c_ulong),
            ("peak_working_set", ctypes.c_size_t),
            ("working_set", ctypes.c_size_t),
            *((f"pool{i}", ctypes.c_size_t) for i in range(6)),
        )

    def _windows_on_battery() -> bool:
        status = _PowerStatus()
        return bool(ctypes.windll.kernel32.GetSystemPowerStatus(ctypes.byref(status))) and status.ac_line == 0

    def _windows_memory() -> int:
        counters = _MemoryCounters(size=ctypes.sizeof(_MemoryCounters))
        kernel = ctypes.windll.kernel32
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        read = kernel.K32GetProcessMemoryInfo
        read.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ulong)
        return int(counters.working_set) if read(kernel.GetCurrentProcess(), ctypes.byref(counters), counters.size) else 0


if sys.platform == "darwin":

    def _mac_on_battery() -> bool:
        kit = ctypes.CDLL("/System/Library/Frameworks/IOKit.framework/IOKit")
        kit.IOPSGetTimeRemainingEstimate.restype = ctypes.c_double
        return float(kit.IOPSGetTimeRemainingEstimate()) != -2.0  # kIOPSTimeRemainingUnlimited: on mains

    def _mac_memory() -> int:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # the peak; the present one needs Mach calls


def quiet_threads(threads: int, cores: int) -> int:
    """Threads in quiet mode: half of what would be used otherwise, two at most."""
    usual = threads or max(1, cores - 1)
    return max(1, min(2, usual // 2))
