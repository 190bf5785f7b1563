"""The settings in use: everyone reads `value`, listens to `changed`, and changes through `change`."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from translator_app import settings as files
from translator_app.errors import SettingsError
from translator_app.gui import language
from translator_app.settings import Problem, Settings

SAVE_DELAY_MS = 400  # several changes in a row are written once


class SettingsStore(QObject):
    """Holds the Settings and writes them a moment after a change."""

    changed = Signal(object, object)  # the new Settings, frozenset of the names that differ
    save_failed = Signal(str)

    def __init__(self, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._value, self.problems = files.load(path)
        self._timer = QTimer(self, singleShot=True, interval=SAVE_DELAY_MS)
        self._timer.timeout.connect(self._on_save_due)

    problems: list[Problem]

    @property
    def value(self) -> Settings:
        """The settings as they are now."""
        return self._value

    def change(self, **values: Any) -> None:
        """Change some; `changed` is emitted when anything differs. Raises SettingsError, and changes nothing, on a bad value."""
        new = self._value.changed(**values)
        names = frozenset(name for name in values if getattr(new, name) != getattr(self._value, name))
        if names:
            self._value = new
            self._timer.start()
            self.changed.emit(new, names)

    def flush(self) -> None:
        """Write now what is not written yet; called when the app closes."""
        if self._timer.isActive():
            self._timer.stop()
            self._on_save_due()

    def _on_save_due(self) -> None:
        try:
            files.save(self._value, self._path)
        except SettingsError as error:
            self.save_failed.emit(language.words(error))
