"""Find in the pane that has the focus: all hits marked, next and previous, Esc closes and leaves the hit selected."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QWidget

from translator_app.gui import theme
from translator_app.gui.icons import IconButton
from translator_app.gui.panes import Pane

MAX_MARKED = 1000
AGAIN_MS = 200  # after the text changed: a translation streams in


class FindBar(QFrame):
    """A row under the header; `open_for` a pane, then type."""

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.pane: Pane | None = None  # where it searches
        self._hits: list[tuple[int, int]] = []
        self._current = -1
        self._again = QTimer(self, singleShot=True, interval=AGAIN_MS)
        self._again.timeout.connect(self._on_again)
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
        if self.pane is not pane:
            if self.pane is not None:
                self._clear_marks()
                self.pane.textChanged.disconnect(self._again.start)
            pane.textChanged.connect(self._again.start)
        self.pane = pane
        chosen = pane.textCursor().selectedText()
        self.show()
        if chosen and "\u2029" not in chosen:
            self.field.setText(chosen)
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._on_text_changed(self.field.text())

    def next(self) -> None:
        """Go to the next hit, round to the first."""
        self._go(1)

    def previous(self) -> None:
        """Go to the hit before, round to the last."""
        self._go(-1)

    def close_bar(self) -> None:
        """Hide the row and give the focus back, to where the search went."""
        if self._again.isActive():
            self._on_again()
        self._clear_marks()
        self.hide()
        if self.pane is not None:
            if self._hits:
                self.pane.select(*self._hits[self._current])
            self.pane.setFocus()
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

    def _on_text_changed(self, _wanted: str) -> None:
        if self.pane is not None:
            self._search(self.pane, self.pane.textCursor().selectionStart())
            if self._hits:
                self.pane.scroll_to(self._hits[self._current][0])

    def _on_again(self) -> None:
        """The text is another: so are the hits, but the view stays."""
        self._again.stop()
        if self.pane is not None and not self.isHidden():
            self._search(self.pane, next((start for start, _end in self.pane.marked("found")), 0))

    def _search(self, pane: Pane, start: int) -> None:
        """Mark all hits; the current one is the first from a position on."""
        wanted = self.field.text()
        self._hits = []
        self._current = -1
        cursor = QTextCursor(pane.document())
        while wanted and len(self._hits) < MAX_MARKED:
            cursor = pane.document().find(wanted, cursor, QTextDocument.FindFlag(0))
            if cursor.isNull():
                break
            self._hits.append((cursor.selectionStart(), cursor.selectionEnd()))
        pane.mark("find", self._hits)
        if self._hits:
            self._show(pane, next((i for i, hit in enumerate(self._hits) if hit[0] >= start), 0))
        else:
            pane.mark("found", [])
            self.count.setText(self.tr("Nothing found") if wanted else "")

    def _go(self, step: int) -> None:
        if self._again.isActive():
            self._on_again()
        if self.pane is not None and self._hits:
            self._show(self.pane, (self._current + step) % len(self._hits))
            self.pane.scroll_to(self._hits[self._current][0])

    def _show(self, pane: Pane, index: int) -> None:
        self._current = index
        pane.mark("found", [self._hits[index]])
        self.count.setText(self.tr("{index} of {total}").format(index=self._current + 1, total=len(self._hits)))

    def _clear_marks(self) -> None:
        if self.pane is not None:
            self.pane.mark("find", [])
            self.pane.mark("found", [])
