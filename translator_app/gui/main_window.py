"""The main window: two panes side by side, or one above the other when narrow, and what belongs to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QVBoxLayout, QWidget

from translator_app.gui import fonts
from translator_app.gui.actions import Actions
from translator_app.gui.announce import announce
from translator_app.gui.cards import SourceCard, TargetCard
from translator_app.gui.closer import CloserLook
from translator_app.gui.drawer import Drawer
from translator_app.gui.engine_thread import EngineThread
from translator_app.gui.files_page import FilesPage
from translator_app.gui.find_bar import FindBar
from translator_app.gui.header import Header
from translator_app.gui.live import LiveTranslation
from translator_app.gui.machine import Machine, ThisMachine
from translator_app.gui.notice import NoticeBar
from translator_app.gui.panes import Pane, local_files
from translator_app.gui.reading import SideBySide
from translator_app.gui.session import Session
from translator_app.gui.status_line import StatusLine
from translator_app.gui.store import SettingsStore
from translator_app.gui.text_commands import TextCommands
from translator_app.packs import LanguagePair, Pack
from translator_app.settings import Settings

if TYPE_CHECKING:
    from translator_app.engine.dictionary import Sense
    from translator_app.engine.translator import TranslateOptions, Translation

NARROW_LINES = 44  # a window narrower than so many line heights has its panes one above the other
ZOOM_STEP = 10
SIDE = 14  # margin left and right


class MainWindow(QMainWindow):
    """Composes the parts; everything slow happens in the engine thread."""

    finished = Signal(str, object)  # source, Translation: after a pause, for the history
    copied = Signal(str)  # what this app put on the clipboard itself
    closing = Signal()
    turned = Signal()  # the languages differ

    def __init__(
        self,
        store: SettingsStore,
        thread: EngineThread,
        session: Session,
        dictionary: Callable[[str], Sequence[Sense]] = lambda _word: (),
        machine: Machine | None = None,
    ) -> None:
        """`dictionary` looks a word up; it is called in the engine's thread."""
        super().__init__()
        self.setWindowTitle(self.tr("Offline Translator"))
        self.setAcceptDrops(True)
        self.store = store
        self.session = session
        self.may_close: Callable[[], bool | None] = lambda: True  # the tray may keep the app alive; None: the user is being asked
        self._reverse: Pack | None = None
        self.actions_ = Actions(self)
        self.live = LiveTranslation(thread, self.options, self)
        self.header = Header(self.actions_, self)
        self.notice = NoticeBar(self)
        self.find_bar = FindBar(self)
        self.source = SourceCard(self.actions_, self)
        self.target = TargetCard(self.actions_, self)
        self.drawer = Drawer(self)
        self.files = FilesPage(thread, self.options, self.direction, self.drawer)
        self.drawer.add_page(self.files)
        self.status = StatusLine(machine or ThisMachine(), self)
        self.reading = SideBySide(self.source.pane, self.target.pane, self.live, self)
        self.closer = CloserLook(
            self.drawer, thread, self.live, self.reading, self.options, lambda word: dictionary(word) if self._knows_words() else (), self
        )
        self.text = TextCommands(self, thread)
        self._lay_out()
        self._connect_parts(thread)
        self._connect_actions()
        self._show_pair(self.header.pair)
        self._apply(store.value)
        self._restore_window()
        self.source.pane.setFocus()

    # -- for the rest of the app

    def options(self) -> TranslateOptions:
        """What the settings say about translating."""
        from translator_app.engine.translator import TranslateOptions  # loads onnxruntime: not before the window is up

        s = self.store.value
        return TranslateOptions(beam_size=s.beam_size or None, script=s.script, spacing=s.spacing, keep_english=s.keep_english or None)

    def direction(self) -> tuple[LanguagePair, str]:
        """The languages that the header shows, and the pack that translates so; "" for the one in use."""
        return self.header.pair, self.live.pack_id

    def turn_to(self, pair: str) -> None:
        """Translate in that direction, such as zh-en, if it is the other one of the two that there are."""
        shown = self.header.pair
        if self._reverse is not None and pair == f"{shown.target}-{shown.source}":
            self.live.pack_id = "" if self.live.pack_id else self._reverse.pack_id
            self._show_pair(LanguagePair(shown.target, shown.source))

    def set_text(self, text: str) -> None:
        """Put a text into the source pane and translate it now."""
        self.source.pane.show_text(text)
        self.live.now()

    def raise_window(self) -> None:
        """Bring the window to the front, whatever state it is in."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        self.source.pane.setFocus()

    def set_packs(self, packs: Sequence[Pack], current: Pack | None) -> None:
        """Tell which packs there are: the other direction makes swap and back-translation possible."""
        pair = LanguagePair(*current.manifest.languages) if current else LanguagePair("en", "zh")
        other = (pair.target, pair.source)
        self._reverse = next((pack for pack in packs if pack.manifest.languages == other), None)
        self.closer.reverse_pack_id = self._reverse.pack_id if self._reverse else ""
        for action in (self.actions_.swap, self.actions_.back_translation):
            action.setEnabled(self._reverse is not None)
            action.setStatusTip("" if self._reverse else self.tr("Needs a language pack for the other direction."))
        self.live.pack_id = ""
        self._show_pair(pair)

    def restore_draft(self) -> None:
        """Bring back what was being typed before a crash."""
        if draft := self.session.draft():
            self.set_text(draft)
            self.notice.say("draft", self.tr("Restored the text from before the last exit."), self.tr("Clear"), self.text.clear)

    # -- building

    def _lay_out(self) -> None:
        self.panes = QSplitter(Qt.Orientation.Horizontal, self)
        self.panes.setChildrenCollapsible(False)
        self.panes.setHandleWidth(2)  # the style sheet adds 8
        self.panes.addWidget(self.source)
        self.panes.addWidget(self.target)
        self.panes.setSizes([1000, 1000])
        self.split = QSplitter(Qt.Orientation.Vertical, self)
        self.split.setChildrenCollapsible(False)
        self.split.setHandleWidth(2)
        self.split.addWidget(self.panes)
        self.split.addWidget(self.drawer)
        self.split.setStretchFactor(0, 1)
        middle = QWidget(self)
        box = QVBoxLayout(middle)
        box.setContentsMargins(SIDE, 10, SIDE, 6)
        box.setSpacing(8)
        for widget in (self.header, self.notice, self.find_bar):
            box.addWidget(widget)
        box.addWidget(self.split, 1)
        outer = QWidget(self)
        rows = QVBoxLayout(outer)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(middle, 1)
        rows.addWidget(self.status)
        self.setCentralWidget(outer)
        QWidget.setTabOrder(self.source.pane, self.target.pane)
        self.resize(QSize(1040, 640).boundedTo(self.screen().availableSize()))

    def _connect_parts(self, thread: EngineThread) -> None:
        pane, live = self.source.pane, self.live
        pane.edited.connect(self._on_edited)
        pane.pasted.connect(self.text.repair_paste)
        pane.files_dropped.connect(self.text.open_files)
        live.updated.connect(self._on_updated)
        live.finished.connect(self._on_finished)
        live.settled.connect(self.finished)
        live.failed.connect(lambda message: self.notice.say("error", message, alert=True))
        live.busy_changed.connect(self._on_busy)
        live.progressed.connect(self.target.show_progress)
        self.target.warnings_wanted.connect(self.closer.sentences_to_check)
        self.files.ended.connect(self._on_files_ended)
        self.closer.nothing_there.connect(lambda message: self.notice.say("closer", message))
        self.drawer.closed.connect(pane.setFocus)
        self.header.script_chosen.connect(lambda script: self.store.change(script=script))
        self.status.offline_wanted.connect(self.actions_.offline.trigger)
        self.store.changed.connect(self._on_settings_changed)
        self.store.save_failed.connect(lambda message: self.notice.say("settings", message, alert=True))
        thread.state_changed.connect(self.status.show_state)

    def _connect_actions(self) -> None:
        a = self.actions_
        a.paste.triggered.connect(self.text.paste)
        a.open_file.triggered.connect(self.text.choose_files)
        a.save_as.triggered.connect(self.text.save_as)
        a.translate_now.triggered.connect(self.live.now)
        a.stop.triggered.connect(self.live.stop)
        a.copy.triggered.connect(self.text.copy)
        a.clear.triggered.connect(self.text.clear)
        a.swap.triggered.connect(self._on_swap)
        a.find.triggered.connect(lambda: self.find_bar.open_for(self._focused_pane()))
        a.lookup.triggered.connect(lambda: self.closer.look_up_at(self._focused_pane()))
        a.alternatives.triggered.connect(self.closer.other_translations)
        a.back_translation.triggered.connect(self.closer.translate_back)
        a.warnings.triggered.connect(self.closer.sentences_to_check)
        a.files.triggered.connect(lambda: self.drawer.open_page(self.files))
        a.compact.toggled.connect(lambda on: self.store.change(compact=on))
        a.on_top.toggled.connect(lambda on: self.store.change(always_on_top=on))
        a.private_mode.toggled.connect(lambda on: self.store.change(private_mode=on))
        a.zoom_in.triggered.connect(lambda: self._zoom(self.store.value.zoom + ZOOM_STEP))
        a.zoom_out.triggered.connect(lambda: self._zoom(self.store.value.zoom - ZOOM_STEP))
        a.zoom_reset.triggered.connect(lambda: self._zoom(100))
        for pane in (self.source.pane, self.target.pane):
            pane.zoom_wanted.connect(lambda steps: self._zoom(self.store.value.zoom + steps * ZOOM_STEP))
            pane.extra_actions = [a.lookup, a.alternatives, a.back_translation]
        for action in (a.stop, a.copy, a.save_as, a.swap, a.back_translation):
            action.setEnabled(False)

    # -- the text

    def _on_edited(self, text: str) -> None:
        self.source.show_size(text)
        if not self.store.value.private_mode:
            self.session.note_draft(text)
        if not text.strip():
            for topic in ("unwrap", "chinese", "error", "file", "draft"):
                self.notice.drop(topic)
        else:
            self.notice.drop("cleared")  # its undo would overwrite what is typed now
        self.live.edit(text)

    def _on_swap(self) -> None:
        if self._reverse is not None:
            self.turn_to(f"{self.header.pair.target}-{self.header.pair.source}")
            self.set_text(self.live.shown)

    def _show_pair(self, pair: LanguagePair) -> None:
        self.header.show_pair(pair)
        self.source.show_language(pair.source)
        self.actions_.lookup.setEnabled(self._knows_words())
        self._apply_fonts(self.store.value)
        self._limit_size()
        self.turned.emit()

    def _limit_size(self) -> None:
        """Nothing in the header may be cut off; what is below it gives way, and scrolls."""
        header = 0 if self.header.isHidden() else self.header.minimumSizeHint().width() + 2 * SIDE
        self.setMinimumSize(QSize(max(340, header), 300).boundedTo(self.screen().availableSize()))

    def _knows_words(self) -> bool:
        """Whether the dictionary is one for the languages in use."""
        return {self.header.pair.source, self.header.pair.target} == {"en", "zh"}

    def _on_updated(self) -> None:
        has_text = bool(self.live.shown)
        self.actions_.copy.setEnabled(has_text)
        self.actions_.save_as.setEnabled(has_text)
        if not self.live.busy:
            self._show_coverage()

    def _on_busy(self, busy: bool) -> None:
        self.target.show_busy(busy)
        self.actions_.stop.setEnabled(busy)
        if not busy:
            self._show_coverage()

    def _on_finished(self, translation: Translation) -> None:
        self.status.show_speed(translation)
        self.notice.drop("error")
        if translation.notice == "already-chinese":
            self.notice.say("chinese", self.tr("This text is Chinese already; it was left as it is."))
        else:
            self.notice.drop("chinese")
        announce(self.target.pane, self.tr("Translation finished"))

    def _on_files_ended(self, words: str) -> None:
        if not self.drawer.shows(self.files):
            self.notice.say("files", words, self.tr("Show"), self.actions_.files.trigger)

    def _show_coverage(self) -> None:
        done, total = self.live.pairs.coverage()
        terms = sum(piece.term_hits for piece in self.live.pairs.segments)
        self.target.show_coverage(done, total, len(self.live.pairs.doubtful()), terms)

    # -- looks

    def _on_settings_changed(self, settings: Settings, names: frozenset[str]) -> None:
        self._apply(settings)
        if names & {"script", "spacing", "keep_english", "beam_size"}:
            self.live.now()

    def _apply(self, settings: Settings) -> None:
        self.live.live = settings.live
        self.target.show_live(settings.live)
        self.live.set_debounce(settings.debounce_ms)
        self.header.show_script(settings.script)
        for action, on in (
            (self.actions_.compact, settings.compact),
            (self.actions_.on_top, settings.always_on_top),
            (self.actions_.private_mode, settings.private_mode),
        ):
            action.setChecked(on)
        self.status.show_private(settings.private_mode)
        if settings.private_mode:
            self.session.forget_draft()
        self._apply_fonts(settings)
        for widget in (self.header, self.status):
            widget.setVisible(not settings.compact)
        self._limit_size()
        self.target.show_compact(settings.compact)
        on_top = settings.always_on_top or settings.compact
        if bool(self.windowFlags() & Qt.WindowType.WindowStaysOnTopHint) != on_top:
            self.overrideWindowFlags(self.windowFlags() ^ Qt.WindowType.WindowStaysOnTopHint)
            if window := self.windowHandle():  # setWindowFlag would hide the window, and the keyboard would go elsewhere
                window.setFlag(Qt.WindowType.WindowStaysOnTopHint, on_top)

    def _apply_fonts(self, settings: Settings) -> None:
        points = settings.font_size * settings.zoom / 100
        for pane, family, tag in (
            (self.source.pane, settings.source_font, self.header.pair.source),
            (self.target.pane, settings.target_font, self.header.pair.target),
        ):
            pane.set_pane_font(fonts.pane_font(family, points, script=settings.script if tag == "zh" else None))

    def _zoom(self, percent: int) -> None:
        self.store.change(zoom=max(60, min(300, percent)))

    def _focused_pane(self) -> Pane:
        if self.find_bar.pane is not None and self.find_bar.field.hasFocus():
            return self.find_bar.pane
        return self.target.pane if self.target.pane.hasFocus() else self.source.pane

    def _restore_window(self) -> None:
        states = self.session.window()
        if "geometry" in states:
            self.restoreGeometry(states["geometry"])
        if "split" in states:
            self.split.restoreState(states["split"])

    def _escape(self) -> None:
        if self.live.busy:
            self.live.stop()
        elif not self.find_bar.isHidden():
            self.find_bar.close_bar()
        elif not self.drawer.isHidden():
            self.drawer.close_drawer()
        elif not self.notice.isHidden():
            self.notice.hide()
        elif self.store.value.compact:
            self.store.change(compact=False)

    # -- events

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Side by side, or one above the other."""
        super().resizeEvent(event)
        narrow = self.width() < NARROW_LINES * self.fontMetrics().height()
        wanted = Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal
        if self.panes.orientation() != wanted:
            self.panes.setOrientation(wanted)
            self.panes.setSizes([1000, 1000])

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """F10 opens the menu; Esc stops or closes one thing, at last the compact window."""
        if event.key() == Qt.Key.Key_F10:
            self.header.open_menu()
        elif event.key() == Qt.Key.Key_Escape:
            self._escape()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Files and text are welcome anywhere."""
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Open what was dropped."""
        if files := local_files(event.mimeData()):
            self.text.open_files(files)
        else:
            self.set_text(event.mimeData().text())
        event.acceptProposedAction()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Close, unless the tray keeps the app alive."""
        self.session.save_window(geometry=self.saveGeometry(), split=self.split.saveState())
        may = self.may_close()
        if may:
            self.session.forget_draft()
            self.closing.emit()
            event.accept()
            return
        event.ignore()
        if may is False:
            self.hide()
