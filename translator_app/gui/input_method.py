"""Chinese input on Linux: the wheel of PySide6 has no fcitx plugin, but fcitx answers on ibus' interface too.

Qt's ibus plugin is silent where no ibus-daemon is installed (QIBusPlatformInputContextPrivate looks for the program),
unless it is told to talk to the portal's interface, which fcitx 5 offers as well.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import MutableMapping
from pathlib import Path


def prepare(environ: MutableMapping[str, str], platform: str = sys.platform, run: Path | None = None) -> None:
    """Set QT_IM_MODULES (and IBUS_USE_PORTAL without ibus) so that an input method is found. To be called before QApplication is made.

    Only where there is a session bus: without one the ibus plugin makes libdbus abort the whole process.
    A choice of the user's that names other plugins stays.
    """
    if platform != "linux" or environ.get("QT_QPA_PLATFORM", "") in ("offscreen", "minimal"):
        return
    bus = (run or Path(f"/run/user/{os.getuid()}")) / "bus"
    if not environ.get("DBUS_SESSION_BUS_ADDRESS") and not bus.exists():
        return
    modules = [name for name in environ.get("QT_IM_MODULES", "").split(";") if name]
    if not modules and environ.get("QT_IM_MODULE", "") in ("", "fcitx", "fcitx5", "ibus", "wayland"):
        modules = ["wayland", "fcitx", "ibus"]
    if "fcitx" in modules and "ibus" not in modules:
        modules.append("ibus")
    if modules:
        environ["QT_IM_MODULES"] = ";".join(modules)
    if "ibus" in modules and not shutil.which("ibus-daemon", path=environ.get("PATH")):
        environ.setdefault("IBUS_USE_PORTAL", "1")
