"""Puts assets/ into wheels, as translator_app/assets; all else is in pyproject.toml."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent


class BuildWithAssets(build_py):
    """Copies the package, then the files that it reads."""

    def run(self) -> None:
        """Called by setuptools."""
        super().run()
        if not self.editable_mode:
            shutil.copytree(HERE / "assets", Path(self.build_lib) / "translator_app" / "assets", dirs_exist_ok=True)


setup(cmdclass={"build_py": BuildWithAssets})
