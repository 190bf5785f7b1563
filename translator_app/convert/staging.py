"""A result appears whole or not at all: it is made in a folder beside its place and then renamed."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from translator_app import paths
from translator_app.errors import ConversionError


@contextmanager
def staging(out: Path) -> Iterator[Path]:
    """A folder beside `out`, on the same file system, gone in any case afterwards. Raises ConversionError."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        stage = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    except OSError as error:
        raise ConversionError(f"{out.parent} can't be written to ({error.strerror})") from error
    try:
        yield stage
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def put_in_place(made: Path, out: Path) -> None:
    """Rename a folder of the stage to `out`; what was there goes with the stage."""
    old = made.parent / "old"
    if out.exists():
        paths.replace(out, old)
    try:
        paths.replace(made, out)
    except OSError:
        if old.exists():
            paths.replace(old, out)
        raise
