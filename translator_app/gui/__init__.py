"""The desktop app's windows: the only package, with app.py, that imports PySide6."""

import ctypes
import sys

import PySide6

if sys.version_info < (3, 12) and PySide6.__version_info__ >= (6, 12):
    # PySide6 6.12.0 gives away references that it does not own: to True at every Signal.emit, to None at calls such as
    # QTextEdit.setExtraSelections. Python 3.12 made these immortal; before, the interpreter aborts after some thousand
    # (bool_dealloc, none_dealloc). pyproject.toml asks for an older PySide6 there; if it is used all the same, lend them
    # more than a session can lose.
    for constant in (None, True, False):
        ctypes.c_ssize_t.from_address(id(constant)).value += 1 << 40
