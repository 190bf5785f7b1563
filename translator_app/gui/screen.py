"""Where no window can be shown Qt aborts the process; this ends it in words instead."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

EXIT_NO_SCREEN = 1
ADVICE = "Without a screen, use the command line: translator-app --help"
XCB_CURSOR = "libxcb-cursor.so.0"


@contextmanager
def needed() -> Iterator[None]:
    """While the QApplication is made: end with a line on stderr and exit code 1 when there is no screen.

    What Qt said before is printed as its reason, and dropped when all goes well.
    """
    said: list[str] = []

    def on_message(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if kind != QtMsgType.QtFatalMsg:
            said.append(message)
            return
        print(f"translator-app: no window can be shown: {_reason(said)}. {ADVICE}", file=sys.stderr, flush=True)  # noqa: T201 - no window
        os._exit(EXIT_NO_SCREEN)  # Qt aborts when this returns

    qInstallMessageHandler(on_message)
    try:
        yield
    finally:
        qInstallMessageHandler(None)


def _reason(said: list[str]) -> str:
    """What Qt said first; and that a library is missing, which Qt says even when it is there."""
    reasons = [line.strip().rstrip(".") for line in said if "cursor0" not in line][:1] or ["Qt does not start"]
    try:
        ctypes.CDLL(XCB_CURSOR)
    except OSError:
        if any("cursor0" in line for line in said):
            reasons.append(f"{XCB_CURSOR} is missing (Debian: libxcb-cursor0)")
    return "; ".join(reasons)
