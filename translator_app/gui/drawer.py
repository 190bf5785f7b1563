"""The drawer under the panes: dictionary, other translations, sentences to check, back-translation. One page at a time."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from translator_app.gui import theme
from translator_app.gui.icons import IconButton
from translator_app.gui.pairing import Pairs

if TYPE_CHECKING:
    from translator_app.engine.dictionary import Sense


class Page(QWidget):
    """One content of the drawer."""

    lines = 15  # height of the drawer, in lines, when it opens with this page

    def title(self) -> str:
        """The heading above it."""
        raise NotImplementedError


class DictionaryPage(Page):
    """A word, and what it means."""

    wanted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = QLineEdit(self, placeholderText=self.tr("A word"), clearButtonEnabled=True)
        self.field.setAccessibleName(self.tr("Word to look up"))
        self.field.returnPressed.connect(lambda: self.wanted.emit(self.field.text().strip()))
        self.view = QTextBrowser(self, openLinks=False)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        theme.role(self.view, "pane")
        self.view.setAccessibleName(self.tr("Meanings"))
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.field)
        box.addWidget(self.view, 1)

    def title(self) -> str:
        """The heading."""
        return self.tr("Dictionary")

    def show_senses(self, word: str, senses: Sequence[Sense], script: str) -> None:
        """The entries found for a word."""
        self.field.setText(word)
        if not senses:
            nothing = self.tr("The dictionary has no entry for “{}”.").format(word)
            self.view.setPlainText(nothing)
            return
        muted = theme.colors_of(self.palette()).muted
        rows = []
        for sense in senses:
            headword = sense.simplified if script == "hans" else sense.traditional
            rows.append(
                f"<p style='margin:0 0 10px 0'><span style='font-size:x-large'>{html.escape(headword)}</span>"
                f"&nbsp;&nbsp;<span style='color:{muted}'>{html.escape(sense.pinyin)}</span><br>{html.escape(sense.gloss)}</p>"
            )
        self.view.setHtml("".join(rows))


class AlternativesPage(Page):
    """Other translations of one sentence; Enter or a click takes one."""

    chosen = Signal(int, str)  # index of the sentence, its new translation

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._index = -1
        self.sentence = QLabel(self, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        theme.role(self.sentence, "muted")
        self.list = QListWidget(self)
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme.role(self.list, "plain")
        self.list.setAccessibleName(self.tr("Other translations"))
        self.list.itemClicked.connect(self._on_chosen)
        self.list.itemActivated.connect(self._on_chosen)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.sentence)
        box.addWidget(self.list, 1)

    def title(self) -> str:
        """The heading."""
        return self.tr("Other translations of the sentence")

    def wait_for(self, index: int, sentence: str) -> None:
        """The engine was asked about a sentence."""
        self._index = index
        self.sentence.setText(sentence)
        self.list.clear()
        self._add_note(self.tr("Thinking…"))

    def show_alternatives(self, current: str, found: Sequence[str]) -> None:
        """What the engine proposes; the one in use is marked."""
        self.list.clear()
        for text in dict.fromkeys([current, *found]):
            item = QListWidgetItem(self.tr("{}  (in use)").format(text) if text == current else text, self.list)
            item.setData(Qt.ItemDataRole.UserRole, text)
        if self.list.count() < 2:
            self._add_note(self.tr("The engine has no other proposal."))
        self.list.setCurrentRow(0)
        self.list.setFocus()

    def _add_note(self, text: str) -> None:
        item = QListWidgetItem(text, self.list)
        item.setFlags(Qt.ItemFlag.NoItemFlags)

    def _on_chosen(self, item: QListWidgetItem) -> None:
        if text := item.data(Qt.ItemDataRole.UserRole):
            self.chosen.emit(self._index, text)


class LinesDelegate(QStyledItemDelegate):
    """For items of several lines. Where one falls back to a taller font, Qt asks for too few pixels, and then leaves the last line out."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """A third of a line more than Qt says."""
        return super().sizeHint(option, index) + QSize(0, option.fontMetrics.height() // 3)


class WarningsPage(Page):
    """Sentences that the safety net is not sure of, with the reasons."""

    picked = Signal(int)  # index of a sentence

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.list = QListWidget(self)
        self.list.setItemDelegate(LinesDelegate(self.list))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme.role(self.list, "plain")
        self.list.setAccessibleName(self.tr("Sentences to check"))
        self.list.itemClicked.connect(self._on_picked)
        self.list.itemActivated.connect(self._on_picked)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.list)

    def title(self) -> str:
        """The heading."""
        return self.tr("Sentences to check")

    def show_pairs(self, pairs: Pairs, language: str) -> None:
        """List the sentences of a translation that have warnings."""
        self.list.clear()
        for index in pairs.doubtful():
            segment = pairs.segments[index]
            reasons = "; ".join(dict.fromkeys(warning.message(language) for warning in segment.warnings))
            item = QListWidgetItem(f"{reasons}\n{segment.source.strip()}", self.list)
            item.setData(Qt.ItemDataRole.UserRole, index)
        if not self.list.count():
            item = QListWidgetItem(self.tr("Nothing to check: every sentence passed."), self.list)
            item.setFlags(Qt.ItemFlag.NoItemFlags)

    def _on_picked(self, item: QListWidgetItem) -> None:
        index = item.data(Qt.ItemDataRole.UserRole)
        if index is not None:
            self.picked.emit(index)


class BackPage(Page):
    """The translation translated back, to see what it says."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.view = QPlainTextEdit(self, readOnly=True)
        theme.role(self.view, "pane")
        self.view.setAccessibleName(self.tr("Back-translation"))
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.view)

    def title(self) -> str:
        """The heading."""
        return self.tr("Translated back")


class Drawer(QFrame):
    """A card with a heading, a close button and the page that was opened last."""

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        theme.role(self, "card")
        self.heading = QLabel(self)
        theme.role(self.heading, "heading")
        close = IconButton("close", self.tr("Close"), self)
        close.clicked.connect(self.close_drawer)
        close.installEventFilter(self)
        self.stack = QStackedWidget(self)
        self.dictionary = DictionaryPage(self.stack)
        self.alternatives = AlternativesPage(self.stack)
        self.warnings = WarningsPage(self.stack)
        self.back = BackPage(self.stack)
        head = QHBoxLayout()
        head.addWidget(self.heading, 1)
        head.addWidget(close)
        box = QVBoxLayout(self)
        box.setContentsMargins(14, 8, 8, 10)
        box.setSpacing(6)
        box.addLayout(head)
        box.addWidget(self.stack, 1)
        for page in (self.dictionary, self.alternatives, self.warnings, self.back):
            self.add_page(page)
        self.hide()

    def add_page(self, page: Page) -> None:
        """One more content."""
        self.stack.addWidget(page)
        page.installEventFilter(self)
        for child in page.findChildren(QWidget):
            child.installEventFilter(self)

    def open_page(self, page: Page) -> None:
        """Show a page."""
        self.stack.setCurrentWidget(page)
        self.heading.setText(page.title())
        self.setAccessibleName(page.title())
        first = self.isHidden()
        self.show()
        if first and isinstance(splitter := self.parentWidget(), QSplitter):
            total = sum(splitter.sizes())
            lines = self.fontMetrics().height() * page.lines
            splitter.setSizes([total - min(lines, total * 3 // 5), min(lines, total * 3 // 5)])

    def shows(self, page: Page) -> bool:
        """Is this page to be seen?"""
        return not self.isHidden() and self.stack.currentWidget() is page

    def close_drawer(self) -> None:
        """Hide, and let the window give the focus back."""
        self.hide()
        self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Esc closes from anywhere inside."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            self.close_drawer()
            return True
        return super().eventFilter(watched, event)
