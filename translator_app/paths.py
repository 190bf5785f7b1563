"""Where things are: read-only assets, and the user's config, data, cache and log folders.

The one module that knows about platforms and freezing. A file `portable.txt` beside the executable keeps
everything in a folder `data` next to it. TRANSLATOR_APP_HOME, when set, does the same with any folder.
"""

import os
import sys
import time
from pathlib import Path

import platformdirs

APP_NAME = "translator-app"
_PAUSE_S = 0.1


def is_frozen() -> bool:
    """True inside a PyInstaller bundle."""
    return bool(getattr(sys, "frozen", False))


def executable_dir() -> Path:
    """The folder of the program's executable (frozen), else of the checkout."""
    return Path(sys.executable).resolve().parent if is_frozen() else Path(__file__).resolve().parents[1]


def assets_dir() -> Path:
    """Read-only files shipped with the app: icons, translations, packs, licences."""
    bundle = getattr(sys, "_MEIPASS", None)
    if bundle:
        return Path(bundle) / "assets"
    inside = Path(__file__).resolve().parent / "assets"  # an installed wheel
    return inside if inside.is_dir() else Path(__file__).resolve().parents[1] / "assets"


def portable_dir() -> Path | None:
    """The folder that holds all user files in portable mode, else None."""
    if home := os.environ.get("TRANSLATOR_APP_HOME"):
        return Path(home)
    if is_frozen() and (executable_dir() / "portable.txt").exists():
        return executable_dir() / "data"
    return None


def config_dir() -> Path:
    """Settings. Not created here."""
    return portable_dir() or Path(platformdirs.user_config_dir(APP_NAME, appauthor=False))


def data_dir() -> Path:
    """Packs and history. Not created here."""
    return portable_dir() or Path(platformdirs.user_data_dir(APP_NAME, appauthor=False))


def cache_dir() -> Path:
    """What can be made again. Not created here."""
    home = portable_dir()
    return home / "cache" if home else Path(platformdirs.user_cache_dir(APP_NAME, appauthor=False))


def log_dir() -> Path:
    """Rotating log files; they never hold user text. Not created here."""
    home = portable_dir()
    return home / "logs" if home else Path(platformdirs.user_log_dir(APP_NAME, appauthor=False))


def bundled_packs_dir() -> Path:
    """Language packs that come with the app (read-only)."""
    return assets_dir() / "packs"


def user_packs_dir() -> Path:
    """Language packs that the user added."""
    return data_dir() / "packs"


def replace(source: Path, target: Path, *, patience_s: float = 0.5) -> None:
    """Rename a file or folder over what is there. Raises OSError.

    On Windows it is tried for so long: virus scanners and indexers hold what is new open for a moment.
    """
    for _ in range(round(patience_s / _PAUSE_S) if sys.platform == "win32" else 0):
        try:
            source.replace(target)
        except PermissionError:
            time.sleep(_PAUSE_S)
        else:
            return
    source.replace(target)
