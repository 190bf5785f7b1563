"""Find in the pane that has the focus: all hits marked, next and previous, Esc closes."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QWidget

from translator_app.gui import theme
from translator_app.gui.icons import IconButton
from translator_app.gui.panes import Pane

MAX_MARKED = 1000


class FindBar(QFrame):
    """A row under the header; `open_for` a pane, then type."""

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._pane: Pane | None = None
        self._hits: list[tuple[int, int]] = []
        self._current = -1
        self.field = QLineEdit(self, placeholderText=self.tr("Find in the text"), clearButtonEnabled=True)
        self.field.setAccessibleName(self.tr("Find"))
        self.field.textChanged.connect(self._on_text_changed)
        self.field.installEventFilter(self)
        self.count = QLabel(self)
        theme.role(self.count, "muted")
        box = QHBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(4)
        box.addStretch(1)
        box.addWidget(self.count)
        box.addWidget(self.field)
        for icon, text, slot in (
            ("up", self.tr("Previous"), self.previous),
            ("down", self.tr("Next"), self.next),
            ("close", self.tr("Close"), self.close_bar),
        ):
            button = IconButton(icon, text, self)
            button.clicked.connect(slot)
            box.addWidget(button)
        self.hide()

    def open_for(self, pane: Pane) -> None:
        """Search in this pane; its selected text is taken as what to find."""
        if self._pane is not None and self._pane is not pane:
            self._clear_marks()
        self._pane = pane
        chosen = pane.textCursor().selectedText()
        self.show()
        if chosen and "\u2029" not in chosen:
            self.field.setText(chosen)
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._on_text_changed(self.field.text())

    def next(self) -> None:
        """Go to the next hit, round to the first."""
        self._go(self._current + 1)

    def previous(self) -> None:
        """Go to the hit before, round to the last."""
        self._go(self._current - 1)

    def close_bar(self) -> None:
        """Hide the row and give the focus back."""
        self._clear_marks()
        self.hide()
        if self._pane is not None:
            self._pane.setFocus()
        self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Enter, Shift+Enter and Esc in the field."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape:
                self.close_bar()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.previous() if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else self.next()
                return True
        return super().eventFilter(watched, event)

    def _on_text_changed(self, wanted: str) -> None:
        self._hits = []
        self._current = -1
        if self._pane is None:
            return
        cursor = QTextCursor(self._pane.document())
        while wanted and len(self._hits) < MAX_MARKED:
            cursor = self._pane.document().find(wanted, cursor, QTextDocument.FindFlag(0))
            if cursor.isNull():
                break
            self._hits.append((cursor.selectionStart(), cursor.selectionEnd()))
        self._pane.mark("find", self._hits)
        if self._hits:
            caret = self._pane.textCursor().selectionStart()
            self._go(next((i for i, hit in enumerate(self._hits) if hit[0] >= caret), 0))
        else:
            self._pane.mark("found", [])
            self.count.setText(self.tr("Nothing found") if wanted else "")

    def _go(self, index: int) -> None:
        if self._pane is None or not self._hits:
            return
        self._current = index % len(self._hits)
        self._pane.mark("found", [self._hits[self._current]])
        self._pane.scroll_to(self._hits[self._current][0])
        self.count.setText(self.tr("{index} of {total}").format(index=self._current + 1, total=len(self._hits)))

    def _clear_marks(self) -> None:
        if self._pane is not None:
            self._pane.mark("find", [])
            self._pane.mark("found", [])
