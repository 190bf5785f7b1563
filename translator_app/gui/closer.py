"""Looking closer at a translation: the drawer's dictionary, other translations, sentences to check, back-translation."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextCursor

from translator_app.gui.drawer import Drawer
from translator_app.gui.engine_thread import Channel, EngineThread
from translator_app.gui.live import LiveTranslation
from translator_app.gui.panes import Pane
from translator_app.gui.reading import SideBySide

if TYPE_CHECKING:
    from translator_app.engine.dictionary import Sense
    from translator_app.engine.translator import TranslateOptions, Translation

ONE_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", re.UNICODE)
ALTERNATIVES = 4
WORD_PAUSE_MS = 900  # a lone word is looked up when it seems to stay alone


class CloserLook(QObject):
    """Answers the drawer's questions through the engine thread."""

    nothing_there = Signal(str)  # words for the user: why the drawer stays closed

    def __init__(
        self,
        drawer: Drawer,
        thread: EngineThread,
        live: LiveTranslation,
        reading: SideBySide,
        options: Callable[[], TranslateOptions],
        dictionary: Callable[[str], Sequence[Sense]],
        parent: QObject,
    ) -> None:
        """`dictionary` is called in the engine's thread."""
        super().__init__(parent)
        self._drawer = drawer
        self._thread = thread
        self._live = live
        self._reading = reading
        self._options = options
        self.dictionary = dictionary
        self._word = ""
        self._sentence = -1
        self._lookup = self._alternatives = self._back = 0  # revisions
        self._by_itself = False  # was the dictionary opened by the app?
        self._pause = QTimer(self, singleShot=True, interval=WORD_PAUSE_MS)
        self._pause.timeout.connect(self._on_word_stays)
        self.reverse_pack_id = ""
        drawer.dictionary.wanted.connect(self.look_up)
        drawer.alternatives.chosen.connect(self._on_chosen)
        drawer.warnings.picked.connect(reading.show_sentence)
        thread.answered.connect(self._on_answered)
        thread.translated.connect(self._on_translated)
        thread.failed.connect(self._on_failed)
        live.updated.connect(self._on_updated)
        live.finished.connect(self._on_finished)

    def look_up_at(self, pane: Pane) -> None:
        """Look up the selected word of a pane, else the one at its caret."""
        cursor = pane.textCursor()
        if not cursor.hasSelection():
            cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        self.look_up(cursor.selectedText().strip())

    def look_up(self, word: str) -> None:
        """Open the dictionary at a word."""
        self._word = word
        self._by_itself = False
        self._drawer.open_page(self._drawer.dictionary)
        if word:
            self._lookup = self._thread.compute(Channel.LOOKUP, lambda: self.dictionary(word))
        else:
            self._drawer.dictionary.field.setFocus()

    def other_translations(self) -> None:
        """Ask for other translations of the sentence at the caret."""
        index = self._reading.sentence_at_caret()
        if index is None and len(self._live.pairs.segments) == 1:
            index = 0
        if index is None or not self._live.pairs.segments[index].translated:
            self.nothing_there.emit(self.tr("Put the caret into a translated sentence first."))
            return
        self._sentence = index
        sentence = self._live.pairs.segments[index].source.strip()
        self._drawer.alternatives.wait_for(index, sentence)
        self._drawer.open_page(self._drawer.alternatives)
        options = self._options()
        self._alternatives = self._thread.ask(
            Channel.ALTERNATIVES,
            lambda engine, stop: engine.alternatives(sentence, ALTERNATIVES, options, should_stop=stop),
            self._live.pack_id,
        )

    def sentences_to_check(self) -> None:
        """List what the safety net found."""
        self._drawer.warnings.show_pairs(self._live.pairs, self._reading.language)
        self._drawer.open_page(self._drawer.warnings)

    def translate_back(self) -> None:
        """Translate the translation back, with the pack of the other direction."""
        if not self.reverse_pack_id:
            self.nothing_there.emit(self.tr("No language pack for the other direction is installed."))
            return
        self._drawer.back.view.setPlainText("")
        self._drawer.open_page(self._drawer.back)
        self._back = self._thread.translate(
            Channel.BACK, self._live.pairs.target, self._options(), "" if self._live.pack_id else self.reverse_pack_id
        )

    def _on_word_stays(self) -> None:
        """A lone word has been there for a moment: show what it means, if anything."""
        self._word = self._live.text.strip()
        self._by_itself = True
        self._lookup = self._thread.compute(Channel.LOOKUP, partial(self.dictionary, self._word))

    def _on_answered(self, revision: int, answer: object) -> None:
        if revision == self._lookup:
            if self._by_itself and not answer:
                return
            if self._by_itself:
                self._drawer.open_page(self._drawer.dictionary)
            self._drawer.dictionary.show_senses(self._word, answer, self._options().script)  # type: ignore[arg-type]
        elif revision == self._alternatives and self._sentence < len(self._live.pairs.segments):
            current = self._live.pairs.segments[self._sentence].target.strip()
            self._drawer.alternatives.show_alternatives(current, answer)  # type: ignore[arg-type]

    def _on_translated(self, revision: int, translation: Translation) -> None:
        if revision == self._back:
            self._drawer.back.view.setPlainText(translation.target)

    def _on_failed(self, revision: int, message: str) -> None:
        if revision in (self._lookup, self._alternatives, self._back):
            self._drawer.close_drawer()
            self.nothing_there.emit(message)

    def _on_chosen(self, index: int, target: str) -> None:
        if index < len(self._live.pairs.segments):
            self._live.choose(index, target)
            self._reading.show_sentence(index)
        self._drawer.close_drawer()

    def _on_updated(self) -> None:
        """What was asked about the older text no longer fits."""
        self._pause.stop()
        if self._drawer.shows(self._drawer.alternatives) and self._live.busy:
            self._drawer.close_drawer()

    def _on_finished(self, _translation: Translation) -> None:
        if self._drawer.shows(self._drawer.warnings):
            self._drawer.warnings.show_pairs(self._live.pairs, self._reading.language)
        if self._drawer.shows(self._drawer.back):
            self.translate_back()
        if ONE_WORD.fullmatch(self._live.text.strip()) and not self._live.pack_id and self._drawer.isHidden():
            self._pause.start()
        elif self._by_itself and self._drawer.shows(self._drawer.dictionary) and self._word != self._live.text.strip():
            self._drawer.hide()
