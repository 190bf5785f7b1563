"""The desktop app's windows: the only package, with app.py, that imports PySide6."""

import ctypes
import sys

import PySide6

if sys.version_info < (3, 12) and PySide6.__version_info__ >= (6, 12):
    # PySide6 6.12.0 gives away a reference to True that it does not own at every Signal.emit. Python 3.12 made True
    # immortal; before, the interpreter aborts after some 500 emits (bool_dealloc). Lend it more than a session can lose.
    ctypes.c_ssize_t.from_address(id(True)).value += 1 << 40
