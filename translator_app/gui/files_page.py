"""Files being translated: progress, time left, cancel, and where the results are. Typing goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QListWidget, QListWidgetItem, QProgressBar, QPushButton, QVBoxLayout, QWidget

from translator_app.errors import OutputExists
from translator_app.gui import language, theme
from translator_app.gui.drawer import Page
from translator_app.gui.engine_thread import Engine, EngineThread
from translator_app.packs import LanguagePair

if TYPE_CHECKING:
    from translator_app.documents.jobs import Job, JobProgress, JobReport
    from translator_app.engine.translator import TranslateOptions


class FilesPage(Page):
    """One job at a time; more files queue up behind it."""

    ended = Signal(str)  # what came of the files, in words

    def __init__(
        self,
        thread: EngineThread,
        options: Callable[[], TranslateOptions],
        direction: Callable[[], tuple[LanguagePair, str]],
        parent: QWidget,
    ) -> None:
        """`direction`: languages, and the pack for them ("": the one in use)."""
        super().__init__(parent)
        self._thread = thread
        self._options = options
        self._direction = direction
        self._rows: dict[Path, QListWidgetItem] = {}
        self._reports: dict[int, Callable[[], JobReport | None]] = {}
        self._results: list[Path] = []
        self.state = QLabel(self, wordWrap=True)
        self.bar = QProgressBar(self, textVisible=False, maximum=1000)
        self.bar.setAccessibleName(self.tr("Progress of the files"))
        self.bilingual = QCheckBox(self.tr("Keep the source beside the translation"), self)
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self.cancel.clicked.connect(self._on_cancel)
        self.folder = QPushButton(self.tr("Show in Folder"), self)
        self.folder.clicked.connect(self._on_folder)
        self._existing: list[Path] = []  # sources whose results were there already
        self.replace_button = QPushButton(self.tr("Replace Existing"), self)
        self.replace_button.clicked.connect(lambda: self.translate(self._existing, overwrite=True))
        self.list = QListWidget(self)
        theme.role(self.list, "plain")
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Files"))
        row = QHBoxLayout()
        row.addWidget(self.state, 1)
        for widget in (self.bilingual, self.replace_button, self.folder, self.cancel):
            row.addWidget(widget)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 6, 0)
        box.addLayout(row)
        box.addWidget(self.bar)
        box.addWidget(self.list, 1)
        thread.job_advanced.connect(self._on_advanced)
        thread.job_finished.connect(self._on_finished)
        thread.job_cancelled.connect(self._on_cancelled)
        thread.failed.connect(self._on_failed)
        self._show_idle(self.tr("Drop files or folders anywhere on the window."))

    def title(self) -> str:
        """The heading."""
        return self.tr("Files")

    def translate(self, sources: Sequence[Path], *, overwrite: bool = False) -> None:
        """Translate files and folders; each result is written beside its source. A file that is there is asked about afterwards."""
        mode = "bilingual" if self.bilingual.isChecked() else "replace"
        chosen = self._options()
        made: list[Job] = []
        thread = self._thread

        def job(engine: Engine, should_stop: Callable[[], bool]) -> Iterator[object]:
            from translator_app.documents import DocumentOptions  # readers of formats are slow to load
            from translator_app.documents.jobs import Job, plan
            from translator_app.documents.journal import Journal

            kernel = DocumentOptions().translation.kernel
            options = DocumentOptions(mode=mode, languages=engine.pack.manifest.languages, translation=replace(chosen, kernel=kernel))
            tasks = plan(sources, options)  # looks at folders, so not on the window's thread
            made.append(Job(tasks, engine, options, engine=engine.identity, overwrite=overwrite, journal=Journal()))
            try:
                yield from made[0].run(should_stop, thread.text_waits)
            finally:
                engine.drop_batch_kernel()  # its memory is wanted only while files are translated

        revision = thread.start_job(job, self._direction()[1])
        self._reports[revision] = lambda: made[0].report if made else None
        self.state.setText(self.tr("Looking at the files…"))
        self.bar.setRange(0, 0)
        self.bar.show()
        self.cancel.show()
        self.folder.hide()
        self.replace_button.hide()

    def _on_advanced(self, revision: int, step: object) -> None:
        if revision not in self._reports:
            return
        progress = cast("JobProgress", step)
        if progress.source is not None:
            self._row(progress.source).setText(f"{progress.source.name}  —  {self._state_name(progress)}")
        total = progress.total
        self.bar.setRange(0, 1000 if total.words_total else 0)
        if total.words_total:
            self.bar.setValue(round(1000 * total.words_done / total.words_total))
        parts = [self.tr("File {index} of {total}").format(index=progress.index + 1, total=progress.files)]
        if progress.words_per_s:
            parts.append(self.tr("{} words/s").format(round(progress.words_per_s)))
        if progress.seconds_left is not None:
            parts.append(self.tr("about {} min left").format(max(1, round(progress.seconds_left / 60))))
        self.state.setText(" · ".join(parts))

    def _on_finished(self, revision: int) -> None:
        report = self._take(revision)
        if report is None:
            return
        self._results = [file.target for file in report.reports] + [task.target for task in report.skipped]
        self._existing = [failure.source for failure in report.failures if isinstance(failure.error, OutputExists)]
        for failure in report.failures:
            name, reason = failure.source.name, language.words(failure.error)
            self._row(failure.source).setText(reason if reason.startswith(name) else f"{name}  —  {reason}")
        for file in report.reports:
            words = [f"{file.source.name}  →  {file.target.name}", *map(language.words, file.notes)]
            if file.warning_count:
                words.append(self.tr("%n sentence(s) to check", "", file.warning_count))
            self._row(file.source).setText("  —  ".join(words))
        done = self.tr("%n file(s) translated", "", len(self._results))
        failed = self.tr("%n failed", "", len(report.failures)) if report.failures else ""
        if not self._results and not report.failures:
            self._end(self.tr("No file that can be translated was found."))
        else:
            self._end(self.tr("{done}, {failed}").format(done=done, failed=failed) if failed else done)

    def _on_cancelled(self, revision: int) -> None:
        if revision in self._reports:
            self._take(revision)
            self._show_idle(self.tr("Cancelled. Finished files stay; start again to go on."))

    def _on_failed(self, revision: int, message: str) -> None:
        if revision in self._reports:
            self._take(revision)
            self._end(message)

    def _take(self, revision: int) -> JobReport | None:
        return self._reports.pop(revision, lambda: None)()

    def _end(self, words: str) -> None:
        self._show_idle(words)
        self.ended.emit(words)

    def _show_idle(self, text: str) -> None:
        self.state.setText(text)
        if not self._reports:
            self.bar.hide()
            self.cancel.hide()
        self.folder.setVisible(bool(self._results))
        self.replace_button.setVisible(bool(self._existing) and not self._reports)

    def _on_cancel(self) -> None:
        for revision in self._reports:
            self._thread.cancel_job(revision)

    def _on_folder(self) -> None:
        if self._results:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._results[0].parent)))

    def _row(self, source: Path) -> QListWidgetItem:
        if source not in self._rows:
            item = QListWidgetItem(source.name, self.list)
            item.setToolTip(str(source))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            self._rows[source] = item
        return self._rows[source]

    def _state_name(self, progress: JobProgress) -> str:
        return {
            "counting": self.tr("counting"),
            "translating": self.tr("translating"),
            "finished": self.tr("finished"),
            "skipped": self.tr("finished before"),
            "failed": self.tr("failed"),
        }[progress.state]
