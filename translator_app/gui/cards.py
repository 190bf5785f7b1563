"""The two cards of the main window: a text pane each, with what one does with it at its foot."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QToolButton, QVBoxLayout, QWidget

from translator_app.gui import language, theme
from translator_app.gui.actions import Actions
from translator_app.gui.icons import IconButton
from translator_app.gui.panes import Pane, SourcePane, TargetPane
from translator_app.gui.status_line import ElidedLabel
from translator_app.languages import UNSPACED

LINE = 2  # height of the progress above the translation: the source begins as far down
STOP_AFTER_MS = 400  # work that takes longer shows the button to stop it; it would flash at every pause in typing
COPIED_MS = 1400  # how long the copy button shows its tick


class _Card(QFrame):
    """A frame around a pane that shows where the keyboard is."""

    def __init__(self, pane: Pane, parent: QWidget) -> None:
        super().__init__(parent)
        theme.role(self, "card")
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(1, 1, 1, 1)
        self.box.setSpacing(0)
        pane.setParent(self)
        pane.focus_changed.connect(self._on_focus)
        self.foot = QHBoxLayout()
        self.foot.setContentsMargins(8, 4, 8, 8)
        self.foot.setSpacing(4)

    def _on_focus(self, focused: bool) -> None:
        self.setProperty("focused", focused)
        self.style().unpolish(self)
        self.style().polish(self)


class SourceCard(_Card):
    """The text to translate, with its size."""

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        self.pane = SourcePane()
        super().__init__(self.pane, parent)
        self.pane.setAccessibleName(self.tr("Text to translate"))
        self._has_words = True  # with spaces between them, to be counted
        self.size_label = QLabel(self)
        theme.role(self.size_label, "muted")
        for name, action in (("paste", actions.paste), ("open", actions.open_file), ("clear", actions.clear)):
            self.foot.addWidget(IconButton(name, parent=self, action=action))
        self.foot.addStretch(1)
        self.foot.addWidget(self.size_label)
        self.box.addSpacing(LINE)
        self.box.addWidget(self.pane, 1)
        self.box.addLayout(self.foot)
        self.show_size("")

    def show_language(self, tag: str) -> None:
        """What the text is to be in."""
        self.pane.setPlaceholderText(self.tr("Type or paste text in {}, or drop a file").format(language.name(tag)))
        self._has_words = tag not in UNSPACED
        self.show_size(self.pane.text)

    def show_size(self, text: str) -> None:
        """Words and characters of the text."""
        words = self.tr("%n word(s)", "", len(text.split()))
        characters = self.tr("%n character(s)", "", len(text))
        self.size_label.setText(" · ".join([words] * self._has_words + [characters]) if text else "")


class TargetCard(_Card):
    """The translation, how complete it is, and what there is to check."""

    warnings_wanted = Signal()

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        self.pane = TargetPane()
        super().__init__(self.pane, parent)
        self.pane.setAccessibleName(self.tr("Translation"))
        self.line = QProgressBar(self, textVisible=False, maximum=1000)
        theme.role(self.line, "line")
        self.line.setAccessibleName(self.tr("Progress of the translation"))
        self.state = ElidedLabel(self)
        theme.role(self.state, "muted")
        self.doubts = QToolButton(self)
        theme.role(self.doubts, "warnlink")
        self.doubts.setCursor(Qt.CursorShape.PointingHandCursor)
        self.doubts.clicked.connect(self.warnings_wanted)
        self.stop_button = IconButton("stop", parent=self, action=actions.stop)
        self._slow = QTimer(self, singleShot=True, interval=STOP_AFTER_MS)
        self._slow.timeout.connect(self.stop_button.show)
        self.copy_button = IconButton("copy", parent=self, action=actions.copy)
        self._tick = QTimer(self, singleShot=True, interval=COPIED_MS)
        self._tick.timeout.connect(lambda: self.copy_button.set_icon_name("copy"))
        for widget in (self.state, self.doubts):
            self.foot.addWidget(widget)
        self.foot.addStretch(1)
        self.foot.addWidget(self.stop_button)
        closer = (("alternatives", actions.alternatives), ("back", actions.back_translation), ("book", actions.lookup))
        self._closer = [IconButton(name, parent=self, action=action) for name, action in closer]
        for button in self._closer:
            self.foot.addWidget(button)
        self.leave_compact = IconButton("external", parent=self, action=actions.compact)
        self.leave_compact.hide()
        self.foot.addWidget(self.copy_button)
        self.foot.addWidget(self.leave_compact)
        self.box.addWidget(self.line)
        self.box.addWidget(self.pane, 1)
        self.box.addLayout(self.foot)
        self.show_busy(False)
        self.show_coverage(0, 0, 0)
        self.show_live(True)

    def show_live(self, live: bool) -> None:
        """Does the translation come by itself?"""
        self.pane.setPlaceholderText(self.tr("The translation appears here") if live else self.tr("Press Ctrl+Enter to translate"))

    def show_busy(self, busy: bool) -> None:
        """The engine is at work."""
        self.line.setValue(0)
        if busy:
            self._slow.start()
        else:
            self._slow.stop()
            self.stop_button.hide()

    def show_progress(self, done: float, seconds_left: float | None) -> None:
        """Part done 0-1; the time left is shown when it is worth waiting for."""
        self.line.setValue(round(done * 1000))
        if seconds_left is not None and seconds_left >= 3:
            self.doubts.hide()
            self.state.setText(self.tr("About {} left").format(self._duration(seconds_left)))

    def show_coverage(self, done: int, total: int, doubts: int, terms: int = 0) -> None:
        """Sentences translated, sentences in all, sentences with warnings, uses of the term file."""
        parts = [self.tr("{done} of %n sentence(s)", "", total).format(done=done)] if total else []
        if terms:
            parts.append(self.tr("%n term(s)", "", terms))
        self.state.setText(" · ".join(parts))
        self.doubts.setText(self.tr("%n to check", "", doubts))
        self.doubts.setVisible(doubts > 0)

    def show_compact(self, compact: bool) -> None:
        """In the compact window only what fits."""
        for button in self._closer:
            button.setVisible(not compact)
        self.leave_compact.setVisible(compact)

    def show_copied(self) -> None:
        """A tick on the copy button for a moment."""
        self.copy_button.set_icon_name("check")
        self._tick.start()

    def _duration(self, seconds: float) -> str:
        if seconds < 90:
            return self.tr("%n second(s)", "", round(seconds))
        return self.tr("%n minute(s)", "", round(seconds / 60))
