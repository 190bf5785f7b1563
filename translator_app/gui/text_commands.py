"""What one does with the text: paste and repair, copy, clear, open, save."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from translator_app.gui import language
from translator_app.gui.engine_thread import Channel, EngineThread
from translator_app.gui.pairing import units

if TYPE_CHECKING:
    from translator_app.engine.segment import Unwrapped
    from translator_app.gui.main_window import MainWindow

LONG_PASTE_CHARS = 20_000  # lines of a longer text are joined off the window's thread: 1 MB takes a third of a second
TEXT_FILE_CHARS = 200_000  # a text file up to this size is opened in the pane


class TextCommands(QObject):
    """The commands on the main window's text."""

    def __init__(self, window: MainWindow, thread: EngineThread) -> None:
        super().__init__(window)
        self._window = window
        self._pasted = ("", 0)  # a long text whose lines are being joined, and the revision of that
        self._thread = thread
        thread.answered.connect(self._on_answered)

    def open_files(self, names: Sequence[str]) -> None:
        """Open a small text file in the pane, translate anything else as files."""
        files = [Path(name) for name in names]
        if len(files) == 1 and (text := _small_text(files[0])) is not None:
            self._window.set_text(text)
            self._window.notice.say(
                "file", self.tr("Opened {}.").format(files[0].name), self.tr("Translate as a file"), lambda: self._translate_files(files)
            )
        elif files:
            self._translate_files(files)

    def repair_paste(self, pasted: str, start: int) -> None:
        """Join hard-wrapped lines of what was pasted, and offer to undo that."""
        self._pasted = ("", 0)
        if not self._window.store.value.unwrap or "\n" not in pasted:
            self._window.live.now()
        elif len(pasted) > LONG_PASTE_CHARS:
            self._pasted = (pasted, self._thread.compute(Channel.PASTE, partial(_unwrap, pasted)))
        else:
            self._join(start, pasted, _unwrap(pasted))

    def _on_answered(self, revision: int, answer: object) -> None:
        pasted, waiting = self._pasted
        if revision == waiting:
            self._pasted = ("", 0)
            text = self._window.source.pane.text
            at = text.find(pasted)  # typing before it may have moved it, typing in it makes it the user's own
            self._join(units(text[:at]), pasted, cast("Unwrapped", answer)) if at >= 0 else self._window.live.now()

    def _join(self, start: int, pasted: str, unwrapped: Unwrapped) -> None:
        if unwrapped.joined_lines:
            pane = self._window.source.pane
            pane.replace(start, start + units(pasted), unwrapped.text)
            message = self.tr("Joined %n line(s) of the pasted text.", "", unwrapped.joined_lines)
            self._window.notice.say("unwrap", message, self.tr("Undo"), lambda: self._undo_repair(unwrapped.text, pasted))
        self._window.live.now()

    def _undo_repair(self, joined: str, pasted: str) -> None:
        pane = self._window.source.pane
        at = pane.text.find(joined)  # typing before it may have moved it
        if at >= 0:
            start = units(pane.text[:at])
            pane.replace(start, start + units(joined), pasted)
            self._window.live.now()

    def paste(self) -> None:
        """Replace the text by the clipboard's, and translate."""
        data = QGuiApplication.clipboard().mimeData()
        if data is None or not (data.text().strip() or data.hasUrls()):
            self._window.notice.say("paste", self.tr("There is no text on the clipboard."))
            return
        self._window.notice.drop("paste")
        self._window.source.pane.selectAll()
        self._window.source.pane.insertFromMimeData(data)
        self._window.source.pane.verticalScrollBar().setValue(0)  # as for any text that comes in whole
        self._window.source.pane.setFocus()

    def clear(self) -> None:
        """Empty the pane, with undo."""
        had = self._window.source.pane.text
        self._window.source.pane.show_text("")
        self._window.source.pane.setFocus()
        if had.strip():
            self._window.notice.say("cleared", self.tr("Text cleared."), self.tr("Undo"), lambda: self._window.set_text(had))

    def copy(self) -> None:
        """Copy the selected part of the translation, else all of it."""
        chosen = self._window.target.pane.textCursor().selectedText().replace("\u2029", "\n")
        text = chosen or self._window.live.shown
        if text:
            self._window.copied.emit(text)  # first, so that the clipboard guard knows it when it arrives
            QGuiApplication.clipboard().setText(text)
            self._window.target.show_copied()

    def _translate_files(self, files: Sequence[Path]) -> None:
        self._window.drawer.open_page(self._window.files)
        self._window.files.translate(files)

    def choose_files(self) -> None:
        """Ask which files to open."""
        names, _filter = QFileDialog.getOpenFileNames(self._window, self.tr("Open Files to Translate"))
        self.open_files(names)

    def save_as(self) -> None:
        """Write the translation to a text file."""
        name, _filter = QFileDialog.getSaveFileName(self._window, self.tr("Save Translation"), self.tr("translation.txt"))
        if not name:
            return
        try:
            Path(name).write_text(self._window.live.shown, encoding="utf-8", errors="replace")  # half characters
        except OSError as error:
            self._window.notice.say("save", self.tr("Not saved: {}").format(language.words(error)), alert=True)


def _unwrap(text: str) -> Unwrapped:
    from translator_app.engine import segment  # many patterns: not before something is pasted

    return segment.unwrap(text)


def _small_text(path: Path) -> str | None:
    """Text of a small plain-text file; None for everything else."""
    try:
        if path.suffix.lower() not in (".txt", "") or not path.is_file() or path.stat().st_size > TEXT_FILE_CHARS:
            return None
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None
