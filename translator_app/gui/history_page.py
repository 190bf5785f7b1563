"""The history in the drawer: found as one types, opened again, copied, starred, deleted with undo, exported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from translator_app.gui import theme
from translator_app.gui.drawer import Page
from translator_app.gui.history_keeper import HistoryKeeper
from translator_app.gui.history_row import ENTRY, HistoryRow
from translator_app.gui.icons import IconButton
from translator_app.history import Entry

PAGE_ENTRIES = 100
SEARCH_MS = 120  # after the last key


class HistoryModel(QAbstractListModel):
    """The entries that were found so far; asks for more when the end is reached."""

    more_wanted = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.entries: list[Entry] = []
        self._complete = True

    def show_page(self, entries: list[Entry], *, first: bool) -> None:
        """The first page, or the next one."""
        if first:
            self.beginResetModel()
            self.entries = list(entries)
            self._complete = len(entries) < PAGE_ENTRIES
            self.endResetModel()
        elif entries:
            self.beginInsertRows(QModelIndex(), len(self.entries), len(self.entries) + len(entries) - 1)
            self.entries += entries
            self._complete = len(entries) < PAGE_ENTRIES
            self.endInsertRows()
        else:
            self._complete = True

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008, N802
        """Entries so far."""
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The entry, or words for tooltips and screen readers."""
        entry = self.entries[index.row()]
        if role == ENTRY:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{entry.source}\n{entry.target}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            star = self.tr("Favourite. ") if entry.favourite else ""
            return f"{star}{entry.source}. {entry.target}"
        return None

    def canFetchMore(self, parent: QModelIndex | QPersistentModelIndex) -> bool:  # noqa: N802
        """Is there a next page?"""
        return not parent.isValid() and not self._complete

    def fetchMore(self, parent: QModelIndex | QPersistentModelIndex) -> None:  # noqa: N802
        """Ask for it."""
        self._complete = True  # until the answer says otherwise: not twice for the same page
        self.more_wanted.emit()


class HistoryPage(Page):
    """Search field and commands at the top, entries below."""

    lines = 20

    opened = Signal(object)  # Entry
    copied = Signal(str)
    said = Signal(str, str, object)  # words, what the button says, what it does

    def __init__(self, keeper: HistoryKeeper, parent: QWidget) -> None:
        super().__init__(parent)
        self._keeper = keeper
        self._wanted = 0  # number of the answer that counts
        self.private = False
        self.field = QLineEdit(self, placeholderText=self.tr("Search in both languages"), clearButtonEnabled=True)
        self.field.setAccessibleName(self.tr("Search the history"))
        self._pause = QTimer(self, singleShot=True, interval=SEARCH_MS)
        self._pause.timeout.connect(self.refresh)
        self.field.textChanged.connect(lambda _text: self._pause.start())
        self.field.installEventFilter(self)
        self.model = HistoryModel(self)
        self.model.more_wanted.connect(self._on_more_wanted)
        self.list = QListView(self)
        self.list.setModel(self.model)
        self.list.setItemDelegate(HistoryRow(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        theme.role(self.list, "plain")
        self.list.setAccessibleName(self.tr("Translations, newest first"))
        self.list.doubleClicked.connect(lambda _index: self.open.trigger())
        self.list.customContextMenuRequested.connect(self._on_menu)
        self.list.selectionModel().selectionChanged.connect(lambda _new, _old: self._show_state())
        self.empty = QLabel(self, wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        theme.role(self.empty, "muted")
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.list)
        self.stack.addWidget(self.empty)
        self._add_actions()
        self._lay_out()
        keeper.changed.connect(self._on_changed)
        self._show_state()

    def title(self) -> str:
        """The heading."""
        return self.tr("History")

    def _add_actions(self) -> None:
        def add(text: str, act: Callable[[], None], keys: QKeySequence | None = None) -> QAction:
            action = QAction(text, self)
            action.triggered.connect(act)
            if keys is not None:
                action.setShortcut(keys)
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                self.list.addAction(action)
            return action

        self.open = add(self.tr("Open Again"), self._on_open, QKeySequence("Return"))
        self.copy = add(self.tr("Copy Translation"), self._on_copy, QKeySequence(QKeySequence.StandardKey.Copy))
        self.star = add(self.tr("Favourite"), self._on_star, QKeySequence("Space"))
        self.delete = add(self.tr("Delete"), self._on_delete, QKeySequence(QKeySequence.StandardKey.Delete))
        self.clear = add(self.tr("Delete All but Favourites"), self._on_clear)
        self.exports = [
            add(self.tr("Export for Excel (CSV)…"), lambda: self._on_export("csv")),
            add(self.tr("Export with Tabs (TSV)…"), lambda: self._on_export("tsv")),
            add(self.tr("Export as Cards for Anki…"), lambda: self._on_export("anki")),
        ]
        self.only_starred = QAction(self.tr("Only Favourites"), self, checkable=True)
        self.only_starred.toggled.connect(lambda _on: self.refresh())

    def _lay_out(self) -> None:
        self.more_menu = QMenu(self)
        self.more_menu.addActions(self.exports)
        self.more_menu.addSeparator()
        self.more_menu.addAction(self.clear)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.field, 1)
        row.addWidget(IconButton("star", parent=self, action=self.only_starred))
        row.addSpacing(12)
        for name, action in (("open", self.open), ("copy", self.copy), ("star-filled", self.star), ("trash", self.delete)):
            row.addWidget(IconButton(name, parent=self, action=action))
        row.addSpacing(12)
        self.more_button = IconButton("more", self.tr("Export, delete all"), self)
        self.more_button.clicked.connect(lambda: self.more_menu.popup(self.more_button.mapToGlobal(QPoint(0, self.more_button.height()))))
        row.addWidget(self.more_button)
        self.setTabOrder(self.more_button, self.list)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 6, 0)
        box.setSpacing(6)
        box.addLayout(row)
        box.addWidget(self.stack, 1)

    def refresh(self) -> None:
        """Search again, from the newest."""
        self._pause.stop()
        self._ask(before_id=None)

    def chosen(self) -> list[Entry]:
        """The selected entries, in the order of the list."""
        return [self.model.entries[row] for row in sorted(index.row() for index in self.list.selectionModel().selectedIndexes())]

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Show what is there now."""
        super().showEvent(event)
        self.refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Down leaves the field for the list."""
        if (
            watched is self.field
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Down
        ):
            self.list.setFocus()
            if not self.list.currentIndex().isValid():
                self.list.setCurrentIndex(self.model.index(0))
            return True
        return super().eventFilter(watched, event)

    def _ask(self, before_id: int | None) -> None:
        def on_found(entries: list[Entry]) -> None:
            if self._wanted != number:
                return  # the search was changed meanwhile
            kept = {entry.id for entry in self.chosen()} if before_id is None else set()
            self.model.show_page(entries, first=before_id is None)
            self._select(kept)
            self._show_state()

        number = self._keeper.search(
            self.field.text(), on_found, favourites=self.only_starred.isChecked(), before_id=before_id, limit=PAGE_ENTRIES
        )
        self._wanted = number

    def _select(self, ids: set[int]) -> None:
        selection = self.list.selectionModel()
        for row, entry in enumerate(self.model.entries) if ids else ():
            if entry.id in ids:
                selection.setCurrentIndex(self.model.index(row), selection.SelectionFlag.Select)

    def _show_state(self) -> None:
        chosen, found = self.chosen(), bool(self.model.entries)
        for action in (self.star, self.delete, self.copy):
            action.setEnabled(bool(chosen))
        self.open.setEnabled(len(chosen) == 1)
        everything = found or bool(self.field.text()) or self.only_starred.isChecked()
        self.clear.setEnabled(everything)
        for action in self.exports:
            action.setEnabled(everything)
        self.star.setText(self.tr("No Favourite") if chosen and all(entry.favourite for entry in chosen) else self.tr("Favourite"))
        self.stack.setCurrentWidget(self.list if found else self.empty)
        if self.field.text() or self.only_starred.isChecked():
            self.empty.setText(self.tr("Nothing found."))
        elif self.private:
            self.empty.setText(self.tr("Private mode is on: nothing is written down."))
        else:
            self.empty.setText(self.tr("Translations appear here after a short pause. They stay on this computer."))

    def _on_changed(self) -> None:
        if self.isVisible():
            self._pause.start()

    def _on_more_wanted(self) -> None:
        if self.model.entries:
            self._ask(before_id=self.model.entries[-1].id)

    def _on_open(self) -> None:
        if entries := self.chosen():
            self.opened.emit(entries[0])

    def _on_copy(self) -> None:
        if entries := self.chosen():
            self.copied.emit("\n".join(entry.target for entry in entries))

    def _on_star(self) -> None:
        entries = self.chosen()
        favourite = not all(entry.favourite for entry in entries)
        for entry in entries:
            self._keeper.set_favourite(entry.id, favourite)

    def _on_delete(self) -> None:
        self._keeper.delete([entry.id for entry in self.chosen()], self._offer_undo)

    def _on_clear(self) -> None:
        self._keeper.clear(self._offer_undo, favourites=False)

    def _offer_undo(self, gone: list[Entry]) -> None:
        if gone:
            words = self.tr("%n translation(s) deleted.", "", len(gone))
            self.said.emit(words, self.tr("Undo"), lambda: self._keeper.put_back(gone))

    def _on_export(self, form: str) -> None:
        suffix = "txt" if form == "anki" else form
        name, _filter = QFileDialog.getSaveFileName(self, self.tr("Export the History"), self.tr("translations") + f".{suffix}")
        if name:
            told = lambda number: self.said.emit(self.tr("%n translation(s) exported.", "", number), "", None)  # noqa: E731
            self._keeper.export(Path(name), form, told)

    def _on_menu(self, position: QPoint) -> None:
        menu = QMenu(self)
        menu.addActions([self.open, self.copy, self.star])
        menu.addSeparator()
        menu.addAction(self.delete)
        menu.addSeparator()
        menu.addActions(self.more_menu.actions())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.list.viewport().mapToGlobal(position))
