"""The two text panes: plain text only, good line spacing, sentence highlights, and a text that changes without jumping."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMimeData, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from translator_app.gui import theme
from translator_app.gui.pairing import units

LINE_HEIGHT_EMS = 1.55  # whatever the font brings along: Chinese ones differ a lot
BASELINE_EMS = 1.16  # of the first line, below its top: what the tallest Chinese fonts have
MARGIN = 14
LONG_CHARS = 50_000
WHEEL_STEP = 120  # eighths of a degree


class Pane(QTextEdit):
    """Plain text with line spacing; knows what is under the mouse and how to mark ranges."""

    hovered = Signal(int)  # position under the mouse; -1: none
    focus_changed = Signal(bool)
    zoom_wanted = Signal(int)  # steps: Ctrl and the wheel

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.role(self, "pane")
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setMouseTracking(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(MARGIN)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._pane_font = self.font()
        self._line_percent = 0
        self._turned = 0  # of the wheel: less than a step so far
        self.extra_actions: list[QAction] = []  # in the context menu, for the word or sentence that was clicked
        self._text = ""
        self._marks: dict[str, list[QTextEdit.ExtraSelection]] = {}

    def set_pane_font(self, font: QFont) -> None:
        """The font of the text; the first line has its baseline at the same height with every font."""
        self._pane_font = font
        self._wear_font()
        metrics, pixels = QFontMetricsF(font), max(1.0, QFontInfo(font).pixelSize())
        self.setViewportMargins(0, max(0, round(BASELINE_EMS * pixels - metrics.ascent())), 0, 0)
        percent = max(100, round(100 * LINE_HEIGHT_EMS * pixels / metrics.lineSpacing()))
        if percent != self._line_percent:
            self._line_percent = percent
            self._space_lines()

    def _wear_font(self) -> None:
        self.setFont(self._pane_font)
        self.document().setDefaultFont(self._pane_font)

    def _space_lines(self) -> None:
        """Set the line height of the whole text; lines that are typed or inserted later inherit it."""
        spacing = QTextBlockFormat()
        spacing.setLineHeight(self._line_percent, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        if self.document().isUndoAvailable():
            cursor.joinPreviousEditBlock()  # nobody wants to undo this by itself, nor to lose what can be undone
            cursor.mergeBlockFormat(spacing)
            cursor.endEditBlock()
        else:
            undo = self.isUndoRedoEnabled()
            self.setUndoRedoEnabled(False)
            cursor.mergeBlockFormat(spacing)
            self.setUndoRedoEnabled(undo)

    def show_text(self, text: str) -> None:
        """Show a text; only what differs is replaced, so the view and a selection before it stay."""
        old = self._text
        if text == old:
            return
        head = _common(old, text)
        limit = min(len(old), len(text)) - head
        tail = min(limit, _common(old[::-1], text[::-1]))
        cursor = QTextCursor(self.document())
        cursor.setPosition(units(old[:head]))
        cursor.setPosition(units(old[: len(old) - tail]), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text[head : len(text) - tail])
        self._text = text

    def mark(self, kind: str, ranges: Sequence[tuple[int, int]]) -> None:
        """Mark ranges as "pair" (the counterpart), "doubt" (a warning), "find" or "found"; replaces earlier ones of the kind."""
        old = self._marks.get(kind, [])
        limit = min(len(old), len(ranges))
        kept = next((i for i in range(limit) if _range(old[i]) != ranges[i]), limit)  # a long text has many
        self._marks[kind] = old[:kept] + [self._selection(kind, start, end) for start, end in ranges[kept:]]
        order = ("pair", "doubt", "find", "found")
        self.setExtraSelections([selection for name in order for selection in self._marks.get(name, [])])

    def marked(self, kind: str) -> list[tuple[int, int]]:
        """The ranges of a kind where they are now: they move with the text."""
        return [_range(selection) for selection in self._marks.get(kind, [])]

    def select(self, start: int, end: int) -> None:
        """Select a range; the caret stands at its end."""
        cursor = self.textCursor()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def scroll_to(self, start: int) -> None:
        """Bring a position into view without moving the caret or taking the focus."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(start, self.document().characterCount() - 1))
        top = self.cursorRect(cursor)
        bar = self.verticalScrollBar()
        if top.top() < 0 or top.bottom() > self.viewport().height():
            bar.setValue(bar.value() + top.top() - self.viewport().height() // 3)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Tell what is hovered."""
        super().mouseMoveEvent(event)
        self.hovered.emit(self.cursorForPosition(event.position().toPoint()).position())

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Nothing is hovered any more."""
        super().leaveEvent(event)
        self.hovered.emit(-1)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Ctrl and the wheel zoom; Qt's own way would enlarge a read-only pane alone."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
            return
        event.accept()
        steps = int((self._turned + event.angleDelta().y()) / WHEEL_STEP)
        self._turned += event.angleDelta().y() - steps * WHEEL_STEP
        if steps:
            self.zoom_wanted.emit(steps)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """The standard menu, and what there is to do with the sentence under the mouse."""
        place = self.cursorForPosition(event.pos())
        chosen = self.textCursor()
        if event.reason() == QContextMenuEvent.Reason.Mouse and not chosen.selectionStart() <= place.position() <= chosen.selectionEnd():
            self.setTextCursor(place)
        menu = self.createStandardContextMenu(event.pos())
        menu.addSeparator()
        menu.addActions(self.extra_actions)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """The card around shows the focus."""
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """The card around shows it no longer."""
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Marks are painted in the colours of the theme."""
        super().changeEvent(event)
        if not hasattr(self, "_marks"):  # the base class' constructor sends events
            return
        if event.type() == QEvent.Type.StyleChange and self.font() != self._pane_font:
            self._wear_font()  # a new style sheet forgets it
        if event.type() == QEvent.Type.PaletteChange:
            for kind, selections in list(self._marks.items()):
                self._marks[kind] = []  # painted anew
                self.mark(kind, [_range(selection) for selection in selections])

    def _selection(self, kind: str, start: int, end: int) -> QTextEdit.ExtraSelection:
        colors = theme.colors_of(self.palette())
        last = self.document().characterCount() - 1
        selection = QTextEdit.ExtraSelection()
        selection.cursor = QTextCursor(self.document())
        selection.cursor.setPosition(min(start, last))
        selection.cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        style = QTextCharFormat()
        if kind == "doubt":
            style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            style.setUnderlineColor(QColor(colors.warning))
        elif kind == "found":
            style.setBackground(QColor(colors.accent))
            style.setForeground(QColor(colors.on_accent))
        else:
            style.setBackground(QColor(colors.warning_soft if kind == "find" else colors.accent_soft))
        selection.format = style
        return selection


class SourcePane(Pane):
    """What is to be translated. Pre-edit text of an input method never counts as an edit."""

    edited = Signal(str)  # the whole text, after it really changed
    pasted = Signal(str, int)  # a text, and the position it was put at
    files_dropped = Signal(list)  # list[Path-like str]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setUndoRedoEnabled(True)
        self.textChanged.connect(self._on_text_changed)

    @property
    def text(self) -> str:
        """The text as it is."""
        return self._text

    def show_text(self, text: str) -> None:
        """Replace the whole text, seen from its top; Ctrl+Z brings the old one back."""
        self.replace(0, self.document().characterCount() - 1, text)
        self.verticalScrollBar().setValue(0)

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace a range, as one step of undo; the caret stays in view if it was."""
        seen = len(text) <= LONG_CHARS and self.viewport().rect().intersects(self.cursorRect())
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self._put(cursor, text)
        if seen:
            self.ensureCursorVisible()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802
        """Text and files."""
        return source.hasText() or source.hasUrls()

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802
        """Paste or drop: files are opened, all else comes in as plain text."""
        paths = [url.toLocalFile() for url in source.urls() if url.isLocalFile()]
        if paths:
            self.files_dropped.emit(paths)
            return
        cursor = self.textCursor()
        start = cursor.selectionStart()
        text = _as_shown(source.text())
        self._put(cursor, text)
        if len(text) <= LONG_CHARS:
            self.ensureCursorVisible()  # to the end of a long text it would have to be laid out now
        self.pasted.emit(text, start)

    def _put(self, cursor: QTextCursor, text: str) -> None:
        """Put a text in the place of a selection; a caret in there stands behind it then.

        A long one is not laid out at once down to its end: anew in its own time, Qt does that in steps from the top.
        """
        long = len(text) > LONG_CHARS
        self.document().setLayoutEnabled(not long)
        cursor.insertText(text)
        if long:
            self.document().setLayoutEnabled(True)
            self.document().setPageSize(self.document().pageSize())  # anew

    def _on_text_changed(self) -> None:
        text = self.toPlainText()
        if text != self._text:  # an input method's pre-edit and a change of format are no edits
            self._text = text
            self.edited.emit(text)


class TargetPane(Pane):
    """The translation: read only, but selectable with mouse and keyboard."""

    tooltip_wanted = Signal(int, object)  # position, where to show it (global QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Copying nothing is left to whoever is around."""
        if event.matches(QKeySequence.StandardKey.Copy) and not self.textCursor().hasSelection():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Tooltips say why a sentence is marked."""
        if event.type() == QEvent.Type.ToolTip:
            local = self.viewport().mapFromGlobal(event.globalPos())  # type: ignore[attr-defined]  # a QHelpEvent
            self.tooltip_wanted.emit(self.cursorForPosition(local).position(), event.globalPos())  # type: ignore[attr-defined]
            return True
        return super().event(event)


def _range(selection: QTextEdit.ExtraSelection) -> tuple[int, int]:
    return selection.cursor.selectionStart(), selection.cursor.selectionEnd()


def local_files(data: QMimeData) -> list[str]:
    """Paths of the files that are dragged."""
    return [url.toLocalFile() for url in data.urls() if QUrl.isLocalFile(url)]


def _as_shown(text: str) -> str:
    """A text as a pane gives it back, so that it can be found there: one kind of line end, plain spaces."""
    for old, new in (("\r\n", "\n"), ("\r", "\n"), ("\u2028", "\n"), ("\u2029", "\n"), ("\xa0", " ")):
        text = text.replace(old, new)
    return text


def _common(a: str, b: str) -> int:
    """Length of the common beginning, found by halves: comparing slices is fast."""
    low, high = 0, min(len(a), len(b))
    if a[:high] == b[:high]:
        return high
    while low < high:
        middle = (low + high + 1) // 2
        if a[:middle] == b[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
