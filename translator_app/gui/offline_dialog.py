"""The page "Works offline": looked up and measured while one watches, with a report that one can hand on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import cast

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from translator_app import connections, diagnostics, packs
from translator_app.connections import Connection
from translator_app.diagnostics import Findings
from translator_app.errors import PackError
from translator_app.gui import language, theme
from translator_app.gui.announce import announce
from translator_app.gui.engine_thread import Engine, EngineThread
from translator_app.gui.icons import icon
from translator_app.gui.licences_page import LicencesPage
from translator_app.gui.machine import Machine
from translator_app.gui.progress_words import megabytes
from translator_app.gui.store import SettingsStore
from translator_app.gui.worker import Task, Worker
from translator_app.packs import Installed
from translator_app.selftest import SentenceCheck, cases, check_sentence, component_versions, has_cases, sound

MARK, LARGE = 20, 40


class Finding(QWidget):
    """A line of the page: a mark, what it is about, and what was found."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.state = "wait"  # wait | good | bad
        self.mark = QLabel(self)
        self.mark.setFixedSize(MARK, MARK)
        self.title = QLabel(title, self)
        theme.role(self.title, "heading")
        self.words = QLabel(self, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bar = QProgressBar(self, textVisible=False, maximum=1000)
        self.bar.setAccessibleName(title)
        self.bar.hide()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        grid.addWidget(self.mark, 0, 0)
        grid.addWidget(self.title, 0, 1)
        grid.addWidget(self.words, 1, 1)
        grid.addWidget(self.bar, 2, 1)
        grid.setColumnStretch(1, 1)

    def show_found(self, state: str, words: str) -> None:
        """What is known now."""
        self.state = state
        self.words.setText(words)
        colors = theme.colors_of(self.palette())
        name, color = {"good": ("check", colors.accent), "bad": ("warning", colors.warning), "wait": ("more", colors.muted)}[state]
        self.mark.setPixmap(icon(name, QColor(color), MARK).pixmap(MARK, MARK))
        self.setAccessibleName(f"{self.title.text()}: {words}")


class OfflineDialog(QDialog):
    """Checks run when it opens; all of them off the window's thread."""

    copied = Signal(str)

    def __init__(self, store: SettingsStore, thread: EngineThread, machine: Machine, parent: QWidget) -> None:
        super().__init__(parent)
        self._store = store
        self._thread = thread
        self._machine = machine
        self.findings = Findings()
        self._waiting = 0  # checks that are not done
        self._job = 0
        self.worker = Worker(self)
        self.setWindowTitle(self.tr("Works Offline"))
        self.resize(QSize(820, 640).boundedTo(self.screen().availableSize()))
        self.tabs = QTabWidget(self)
        self.tabs.addTab(self._checks_page(), self.tr("Checks"))
        self.tabs.addTab(self._report_page(), self.tr("Report"))
        self.tabs.addTab(LicencesPage(self), self.tr("Licences"))
        box = QVBoxLayout(self)
        box.setContentsMargins(12, 8, 12, 12)
        box.addWidget(self.tabs)
        thread.job_advanced.connect(self._on_sentence)
        thread.job_finished.connect(self._on_job_end)
        thread.job_cancelled.connect(self._on_job_end)
        thread.failed.connect(self._on_job_failed)

    @property
    def busy(self) -> bool:
        """Is a check going on?"""
        return self._waiting > 0

    def open_fresh(self) -> None:
        """Show it and check."""
        self.show()
        self.raise_()
        self.activateWindow()
        self.run_all()

    def shut_down(self) -> None:
        """Stop what goes on and join."""
        self.worker.finish(cancel=True)

    def run_all(self) -> None:
        """Check everything anew."""
        if self.busy:
            return
        self.findings = Findings()
        self._waiting = 3
        self.table.setRowCount(0)
        self.again.setEnabled(False)
        self._show_verdict()
        for finding in (self.network, self.files, self.sentences):
            finding.show_found("wait", self.tr("Looking…"))
        self.worker.submit(
            lambda _task: connections.own_connections(),
            lambda found: self._on_connections(cast("list[Connection]", found)),
            failed=lambda _words: self._on_connections(None),
        )
        self.files.bar.setRange(0, 0)
        self.files.bar.show()
        self.worker.submit(
            verify_all,
            lambda found: self._on_verified(*found),
            failed=lambda words: self._end(self.files, "bad", words),
            progress=self._on_bytes,
        )
        self._job = self._thread.start_job(_selftest)

    # -- pages

    def _checks_page(self) -> QWidget:
        page = QWidget(self)
        self.shield = QLabel(page)
        self.verdict = QLabel(page, wordWrap=True)
        theme.role(self.verdict, "title")
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(self.shield)
        head.addWidget(self.verdict, 1)
        self.network = Finding(self.tr("Network"), page)
        self.files = Finding(self.tr("Language packs"), page)
        self.sentences = Finding(self.tr("Self-test"), page)
        self.table = QTableWidget(0, 3, page)
        self.table.setHorizontalHeaderLabels([self.tr("Sentence"), self.tr("Translation"), self.tr("Time")])
        self.table.setAccessibleName(self.tr("Sentences of the self-test"))
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.setShowGrid(False)
        self.table.setWordWrap(True)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        for column, mode in enumerate(
            (QHeaderView.ResizeMode.Stretch, QHeaderView.ResizeMode.Stretch, QHeaderView.ResizeMode.ResizeToContents)
        ):
            self.table.horizontalHeader().setSectionResizeMode(column, mode)
        self.again = QPushButton(self.tr("Check Again"), page)
        self.again.clicked.connect(self.run_all)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.again)
        box = QVBoxLayout(page)
        box.setContentsMargins(20, 18, 20, 16)
        box.setSpacing(14)
        box.addLayout(head)
        for widget in (self.network, self.files, self.sentences):
            box.addWidget(widget)
        box.addWidget(self.table, 1)
        box.addLayout(foot)
        return page

    def _report_page(self) -> QWidget:
        page = QWidget(self)
        note = QLabel(self.tr("For whoever helps you. It holds no text of yours and no names of folders of yours."), page, wordWrap=True)
        theme.role(note, "muted")
        self.report_view = QPlainTextEdit(page, readOnly=True)
        self.report_view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        theme.role(self.report_view, "pane")
        self.report_view.setAccessibleName(self.tr("Report"))
        self.copy = QPushButton(self.tr("Copy Report"), page)
        theme.role(self.copy, "primary")
        self.copy.clicked.connect(lambda: self.copied.emit(self.report()))
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.copy)
        box = QVBoxLayout(page)
        box.setContentsMargins(20, 18, 20, 16)
        box.setSpacing(12)
        box.addWidget(note)
        box.addWidget(self.report_view, 1)
        box.addLayout(foot)
        return page

    def report(self) -> str:
        """The diagnostic report as text."""
        screen = QGuiApplication.primaryScreen()
        size = screen.size()
        machine = {
            "screen": f"{QGuiApplication.platformName()}, {size.width()}x{size.height()} at {screen.devicePixelRatio():g}",
            "memory": megabytes(self._machine.memory_bytes()),
            "battery": self._machine.on_battery(),
        }
        return diagnostics.report(self.findings, component_versions(), asdict(self._store.value), machine)

    # -- what comes back

    def _on_connections(self, found: list[Connection] | None) -> None:
        self.findings.connections = found
        if found is None:
            self._end(self.network, "wait", self.tr("This system does not tell."))
            return
        open_ = [c for c in found if not c.listening]
        waiting = [c for c in found if c.listening]
        words = self.tr("%n open connection(s).", "", len(open_))
        if open_:
            words += " " + ", ".join(f"{c.protocol} → {c.remote or c.local}" for c in open_)
        if waiting:
            words += " " + self.tr("The local API waits at {}.").format(", ".join(c.local for c in waiting))
        away = [c for c in found if not c.stays_here]
        self._end(self.network, "bad" if away else "good", words)

    def _on_bytes(self, done: int, total: int) -> None:
        self.files.bar.setRange(0, 1000)
        self.files.bar.setValue(1000 * done // max(total, 1))

    def _on_verified(self, entries: list[Installed], broken: dict[str, str]) -> None:
        self.findings.packs, self.findings.broken = entries, broken
        good = [entry for entry in entries if entry.pack_id not in broken and entry.pack]
        self.findings.verified = [entry.pack_id for entry in good]
        files = sum(len(entry.pack.manifest.files) for entry in good if entry.pack)
        words = [self.tr("%n file(s) are as they were made.", "", files)] if files else []
        words += [language.words(why) for why in broken.values()] or ([] if entries else [self.tr("There is no language pack yet.")])
        self._end(self.files, "bad" if broken or not entries else "good", "\n".join(words))

    def _on_sentence(self, revision: int, check: object) -> None:
        if revision != self._job or not isinstance(check, SentenceCheck):
            return
        self.findings.sentences.append(check)
        row = self.table.rowCount()
        self.table.insertRow(row)
        time_ = self.tr("{} ms").format(round(check.elapsed_ms)) if check.elapsed_ms >= 1 else self.tr("kept from before")
        mark = "" if check.passed else self.tr("different: ")
        for column, words in enumerate((check.source, mark + check.target, time_)):
            item = QTableWidgetItem(words)
            item.setTextAlignment(
                Qt.AlignmentFlag.AlignVCenter | (Qt.AlignmentFlag.AlignRight if column == 2 else Qt.AlignmentFlag.AlignLeft)
            )
            self.table.setItem(row, column, item)
        self.table.resizeRowToContents(row)
        self.sentences.show_found("wait", self.tr("%n sentence(s)…", "", row + 1))

    def _on_job_end(self, revision: int) -> None:
        if revision != self._job or not self._job:
            return
        checks = self.findings.sentences
        if not checks:
            self._job = 0
            self._end(self.sentences, "wait", self.tr("This pack has no sentences to test it with."))
            return
        same = sum(check.passed for check in checks)
        words = self.tr("{same} of %n sentence(s) came out as when the pack was made.", "", len(checks)).format(same=same)
        self._job = 0
        self._end(self.sentences, "good" if sound([check.chrf for check in checks]) else "bad", words)

    def _on_job_failed(self, revision: int, message: str) -> None:
        if revision == self._job and self._job:
            self._job = 0
            self.findings.selftest_problem = message
            self._end(self.sentences, "bad", message)

    def _end(self, finding: Finding, state: str, words: str) -> None:
        finding.bar.hide()
        finding.show_found(state, words)
        self._waiting -= 1
        self.report_view.setPlainText(self.report())
        self._show_verdict()
        if not self.busy:
            self.again.setEnabled(True)
            announce(self.verdict, self.verdict.text())

    def _show_verdict(self) -> None:
        states = [finding.state for finding in (self.network, self.files, self.sentences)]
        if self.busy:
            words = self.tr("Looking…")
        elif "bad" in states:
            words = self.tr("Something needs a look.")
        else:
            words = self.tr("Everything works, and nothing leaves this computer.")
        self.verdict.setText(words)
        colors = theme.colors_of(self.palette())
        name, color = ("shield", colors.accent) if "wait" not in states else ("shield", colors.muted)
        if "bad" in states:
            name, color = "warning", colors.warning
        self.shield.setPixmap(icon(name, QColor(color), LARGE).pixmap(LARGE, LARGE))


def verify_all(task: Task) -> tuple[list[Installed], dict[str, str]]:
    """Every installed pack, and why some are broken."""
    entries = packs.scan()
    broken: dict[str, str] = {entry.pack_id: entry.problem.message for entry in entries if entry.problem}
    good = [entry.pack for entry in entries if entry.pack]
    total, before = sum(pack.manifest.total_bytes for pack in good), 0
    for pack in good:

        def report(done: int, _size: int, before: int = before) -> None:
            task.report(before + done, total)

        try:
            packs.verify(pack, report, task.should_stop)
        except PackError as error:
            broken[pack.pack_id] = error.message
        before += pack.manifest.total_bytes
    return entries, broken


def _selftest(engine: Engine, should_stop: Callable[[], bool]) -> Iterator[object]:
    """A job of the engine's thread: a sentence a step, so that typing goes first."""
    for source, expected in cases(engine.pack) if has_cases(engine.pack) else ():
        if should_stop():
            return
        yield check_sentence(engine, source, expected)
