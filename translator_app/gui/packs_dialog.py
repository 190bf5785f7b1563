"""Language packs: what is installed, whether it is sound, and every way to get another one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from translator_app.gui import language, theme
from translator_app.gui.announce import announce
from translator_app.gui.drawer import LinesDelegate
from translator_app.gui.get_pack_page import GetPackPage
from translator_app.gui.icons import icon
from translator_app.gui.pack_details import PackDetails
from translator_app.gui.panes import local_files
from translator_app.gui.progress_words import ProgressWords, megabytes
from translator_app.gui.store import SettingsStore
from translator_app.gui.worker import Task, Worker
from translator_app.packs import Installed, Pack

GET = "\0get"  # the last line of the list


class PacksDialog(QDialog):
    """A list at the left, the pack that is chosen at the right; a line at the foot tells what is going on."""

    changing = Signal()  # folders of packs are about to move: on Windows they can't while the engine has them open
    changed = Signal()  # what is installed or in use differs
    copied = Signal(str)

    def __init__(self, store: SettingsStore, parent: QWidget) -> None:
        super().__init__(parent)
        self._store = store
        self._entries: list[Installed] = []
        self._used = ""
        self._running = 0  # number of the errand
        self._words = ProgressWords()
        self._undo: Callable[[], None] | None = None
        self.worker = Worker(self)
        self.setWindowTitle(self.tr("Language Packs"))
        self.setAcceptDrops(True)
        self.resize(QSize(820, 560).boundedTo(self.screen().availableSize()))
        self.list = QListWidget(self)
        self.list.setItemDelegate(LinesDelegate(self.list))
        theme.role(self.list, "sidebar")
        self.list.setAccessibleName(self.tr("Language packs"))
        self.list.setIconSize(QSize(18, 18))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # long names are cut, and in the tooltip
        self.list.setFixedWidth(self.fontMetrics().averageCharWidth() * 27)
        self.list.currentItemChanged.connect(lambda _new, _old: self._show_current())
        self.details = PackDetails(self)
        self.get = GetPackPage(store, self)
        self.stack = QStackedWidget(self)
        theme.role(self.stack, "card")
        self.stack.addWidget(self.details)
        self.stack.addWidget(self.get)
        self._add_foot()
        self._lay_out()
        self._connect()
        self._show_idle(self.tr("Drop a pack here, a folder or a zip, to install it."))

    def _add_foot(self) -> None:
        self.install_button = QPushButton(self.tr("Install…"), self)
        menu = QMenu(self.install_button)
        self.import_zip = menu.addAction(self.tr("From a Zip File…"))
        self.import_folder = menu.addAction(self.tr("From a Folder…"))
        self.install_button.setMenu(menu)
        self.install_button.setProperty("hasMenu", True)  # the style sheet leaves room for an arrow
        self.rollback = QPushButton(self.tr("Go Back"), self)
        self.rollback.setToolTip(self.tr("Use the pack, or the version of it, that was used before"))
        self.state = QLabel(self, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.state.setAccessibleName(self.tr("What is going on"))
        self.undo = QToolButton(self)
        self.undo.setText(self.tr("Undo"))
        theme.role(self.undo, "link")
        self.bar = QProgressBar(self, textVisible=False, maximum=1000)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.cancel = QPushButton(self.tr("Cancel"), self)

    def _lay_out(self) -> None:
        middle = QHBoxLayout()
        middle.setSpacing(8)
        middle.addWidget(self.list)
        middle.addWidget(self.stack, 1)
        told = QHBoxLayout()
        told.setContentsMargins(6, 0, 0, 0)
        told.addWidget(self.state, 1)
        told.addWidget(self.undo)
        told.addWidget(self.bar, 1)
        told.addWidget(self.cancel)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(6, 0, 0, 0)
        for button in (self.install_button, self.rollback):
            buttons.addWidget(button)
        buttons.addStretch(1)
        close = QPushButton(self.tr("Close"), self)
        close.clicked.connect(self.close)
        buttons.addWidget(close)
        box = QVBoxLayout(self)
        box.setContentsMargins(8, 12, 12, 12)
        box.setSpacing(10)
        box.addLayout(middle, 1)
        box.addLayout(told)
        box.addLayout(buttons)

    def _connect(self) -> None:
        self.import_zip.triggered.connect(self._on_import_zip)
        self.import_folder.triggered.connect(self._on_import_folder)
        self.rollback.clicked.connect(self._on_rollback)
        self.undo.clicked.connect(self._on_undo)
        self.cancel.clicked.connect(lambda: self.worker.cancel(self._running))
        self.details.use.clicked.connect(self._on_use)
        self.details.verify.clicked.connect(self._on_verify)
        self.details.export.clicked.connect(self._on_export)
        self.details.remove.clicked.connect(self._on_remove)
        self.get.get.clicked.connect(self._on_get)
        self.get.copied.connect(self.copied)
        self.worker.failed.connect(self._on_failed)

    def open_fresh(self) -> None:
        """Show it with what is installed now."""
        self.show()
        self.raise_()
        self.activateWindow()
        self.refresh()

    def shut_down(self) -> None:
        """Stop what goes on and join."""
        self.worker.finish(cancel=True)

    def refresh(self) -> None:
        """Look at the disk again."""

        def look(_task: Task) -> tuple[list[Installed], str]:
            from translator_app import packs

            entries = packs.scan()
            return entries, packs.default_id(entries) or ""

        self.worker.submit(look, lambda found: self._show_entries(*found))

    # -- the list

    def _show_entries(self, entries: list[Installed], used: str) -> None:
        self._entries, self._used = entries, used
        before = self.list.currentItem().data(Qt.ItemDataRole.UserRole) if self.list.currentItem() else used
        self.list.clear()
        muted = self.palette().color(QPalette.ColorRole.PlaceholderText)
        for entry in entries:
            name = language.pack_name(entry.pack.manifest) if entry.pack else entry.pack_id
            item = QListWidgetItem(icon("package" if entry.pack else "warning", muted), f"{name}\n{self._summary(entry)}", self.list)
            item.setData(Qt.ItemDataRole.UserRole, entry.pack_id)
            item.setToolTip(name)
        item = QListWidgetItem(icon("download", muted), self.tr("Get opus-mt-en-zh"), self.list)
        item.setData(Qt.ItemDataRole.UserRole, GET)
        self.list.setFixedWidth(min(self.list.sizeHintForColumn(0) + 24, self.width() // 3))
        rows = [self.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(self.list.count())]
        self.list.setCurrentRow(rows.index(before) if before in rows else 0)

    def _summary(self, entry: Installed) -> str:
        if entry.pack is None:
            return self.tr("damaged")
        words = megabytes(entry.pack.manifest.total_bytes)
        if entry.pack_id == self._used:
            words = self.tr("in use") + " · " + words
        if entry.bundled:
            words += "\n" + self.tr("came with the app")
        return words

    def _current(self) -> Installed | None:
        item = self.list.currentItem()
        chosen = item.data(Qt.ItemDataRole.UserRole) if item else None
        return next((entry for entry in self._entries if entry.pack_id == chosen), None)

    def _show_current(self) -> None:
        if entry := self._current():
            self.details.show_entry(entry, used=entry.pack_id == self._used)
            self.stack.setCurrentWidget(self.details)
        elif self.list.currentItem():
            self.stack.setCurrentWidget(self.get)
        self._show_enabled()

    def _show_enabled(self) -> None:
        busy = bool(self._running)
        for button in (self.install_button, self.rollback, self.get.get):
            button.setEnabled(not busy)
        self.details.show_busy(busy)

    # -- what one can do

    def install(self, path: Path) -> None:
        """Install a pack, or a folder of ONNX graphs that others published."""

        def work(task: Task) -> Pack:
            from translator_app import importer

            return importer.import_path(path, progress=task.report, should_stop=task.should_stop)

        self.changing.emit()
        self._start(self.tr("Installing {}…").format(path.name), work, self._on_installed)

    def _on_get(self) -> None:
        settings = self._store.value

        def work(task: Task) -> Pack:
            from translator_app import download

            source = download.Source(endpoint=settings.mirror or None, proxy=settings.proxy or None)
            return download.get_pack(source, progress=task.report, should_stop=task.should_stop)

        kept = self.tr("Cancelled. What was downloaded is kept; press “Get” to go on.")
        self.changing.emit()
        self._start(self.tr("Downloading opus-mt-en-zh…"), work, self._on_installed, kept)

    def _on_installed(self, result: object) -> None:
        pack = cast(Pack, result)
        item = self.list.currentItem()
        if item:
            item.setData(Qt.ItemDataRole.UserRole, pack.pack_id)  # the refresh goes there
        self._show_idle(self.tr("{} is installed.").format(language.pack_name(pack.manifest)))
        self._tell_changed()

    def _on_verify(self) -> None:
        if (entry := self._current()) is None or (pack := entry.pack) is None:
            return

        def work(task: Task) -> int:
            from translator_app import packs
            from translator_app.tokenizer_check import check_tokenizer

            packs.verify(pack, task.report, task.should_stop)
            check_tokenizer(pack)
            return len(pack.manifest.files)

        def on_done(number: object) -> None:
            self._show_idle(self.tr("%n file(s) checked: all are as they were made.", "", cast(int, number)))

        self._start(self.tr("Checking {}…").format(language.pack_name(pack.manifest)), work, on_done)

    def _on_use(self) -> None:
        if entry := self._current():
            self._change(lambda store, pack_id=entry.pack_id: store.use(pack_id), self.tr("{} is in use now."))

    def _on_rollback(self) -> None:
        self._change(lambda store: store.rollback(), self.tr("Back to {}."))

    def _change(self, action: Callable[..., Pack], words: str) -> None:
        def work(_task: Task) -> Pack:
            from translator_app import pack_store

            return action(pack_store)

        def on_done(pack: object) -> None:
            self._show_idle(words.format(language.pack_name(cast(Pack, pack).manifest)))
            self._tell_changed()

        self.changing.emit()
        self._start("", work, on_done)

    def _on_remove(self) -> None:
        if (entry := self._current()) is None:
            return
        pack_id = entry.pack_id

        def work(_task: Task) -> None:
            from translator_app import pack_store

            pack_store.remove(pack_id)

        def on_done(_none: object) -> None:
            self._show_idle(self.tr("{} was removed.").format(pack_id), lambda: self._restore(pack_id))
            self._tell_changed()

        self.changing.emit()
        self._start("", work, on_done)

    def _restore(self, pack_id: str) -> None:
        def work(_task: Task) -> None:
            from translator_app import pack_store

            pack_store.restore(pack_id)

        def on_done(_none: object) -> None:
            self._show_idle(self.tr("{} is back.").format(pack_id))
            self._tell_changed()

        self.changing.emit()
        self._start("", work, on_done)

    def _on_export(self) -> None:
        if (entry := self._current()) is None or (pack := entry.pack) is None:
            return
        name, _filter = QFileDialog.getSaveFileName(self, self.tr("Save the Pack, for a USB Stick"), f"{pack.pack_id}.zip")
        if not name:
            return

        def work(task: Task) -> Path:
            from translator_app import pack_store

            # the dialog asked already whether to overwrite
            return pack_store.export_pack(pack, Path(name), force=True, progress=task.report, should_stop=task.should_stop)

        self._start(self.tr("Writing {}…").format(Path(name).name), work, lambda path: self._show_idle(self.tr("Written: {}").format(path)))

    def _on_import_zip(self) -> None:
        name, _filter = QFileDialog.getOpenFileName(
            self, self.tr("Install a Language Pack"), "", self.tr("Zip files (*.zip);;All files (*)")
        )
        if name:
            self.install(Path(name))

    def _on_import_folder(self) -> None:
        if name := QFileDialog.getExistingDirectory(self, self.tr("Install a Language Pack")):
            self.install(Path(name))

    def _on_undo(self) -> None:
        if self._undo:
            self._undo()

    # -- what is going on

    def _start(self, words: str, work: Callable[[Task], object], done: Callable[[object], None], cancelled: str = "") -> None:
        def on_end(then: Callable[[], None]) -> None:
            self._running = 0
            then()

        self._words = ProgressWords()
        self._running = self.worker.submit(
            work,
            lambda result: on_end(lambda: done(result)),
            failed=lambda message: on_end(lambda: self._on_failed(message)),
            cancelled=lambda: on_end(lambda: self._show_idle(cancelled or self.tr("Cancelled. Nothing was changed."))),
            progress=lambda done_, total: self._on_progress(words, done_, total),
        )
        self.state.setText(words)
        self.undo.hide()
        self.bar.setRange(0, 0)
        self.bar.setVisible(bool(words))
        self.cancel.setVisible(bool(words))
        self._show_enabled()

    def _on_progress(self, words: str, done: int, total: int) -> None:
        if total:
            self.bar.setRange(0, 1000)
            self.bar.setValue(1000 * done // total)
            self.state.setText(f"{words} {self._words.of(done, total)}")

    def _show_idle(self, words: str, undo: Callable[[], None] | None = None) -> None:
        self._undo = undo
        theme.role(self.state, "muted")
        self.state.setText(words)
        announce(self.state, words)
        self.undo.setVisible(undo is not None)
        self.bar.hide()
        self.cancel.hide()
        self._show_enabled()

    def _on_failed(self, message: str) -> None:
        self._show_idle(message)
        theme.role(self.state, "warning")

    def _tell_changed(self) -> None:
        self.refresh()
        self.changed.emit()

    # -- drag and drop

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """A folder or a zip."""
        if local_files(event.mimeData()) and not self._running:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Install the first one."""
        if files := local_files(event.mimeData()):
            event.acceptProposedAction()
            self.install(Path(files[0]))
