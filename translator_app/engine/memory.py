"""Memory that an unloaded engine gives back to the system: with glibc only when asked, elsewhere by itself."""

import ctypes
import functools
import gc
import sys

_M_ARENA_MAX = -8  # malloc.h


def use_one_heap() -> None:
    """No heap for each thread that loads a graph: they stay in pieces, 80 MB more after 60 pack switches."""
    _ask_glibc("mallopt", _M_ARENA_MAX, 1)


def give_back() -> None:
    """Return what is freed, Python's own lists of freed tuples too, which fill up to 5 MB.

    Only a full collection empties them: one that has nothing to look through, since with a window it would take a tenth of a second.
    """
    gc.freeze()
    gc.collect()
    gc.unfreeze()
    _ask_glibc("malloc_trim", 0)


def _ask_glibc(name: str, *arguments: int) -> None:
    if sys.platform == "linux" and (function := getattr(_c_library(), name, None)):  # musl has none of them
        function(*arguments)


@functools.cache
def _c_library() -> ctypes.CDLL:
    return ctypes.CDLL(None)  # once: each new one leaves garbage
