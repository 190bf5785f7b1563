"""Reading both sides together: the counterpart of a sentence lights up, doubtful ones are marked, the panes scroll together."""

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QScrollBar, QToolTip

from translator_app.gui.live import LiveTranslation
from translator_app.gui.panes import SourcePane, TargetPane


class SideBySide(QObject):
    """Links the two panes with the pairs of the live translation."""

    def __init__(self, source: SourcePane, target: TargetPane, live: LiveTranslation, parent: QObject) -> None:
        super().__init__(parent)
        self._source = source
        self._target = target
        self._live = live
        self._current: int | None = None
        self._fresh = False  # do the pairs fit the text of the source?
        self._scrolling = False
        self.language = "en"  # of warnings
        source.edited.connect(self._on_edited)
        source.hovered.connect(self._on_source_hovered)
        target.hovered.connect(self._on_target_hovered)
        source.cursorPositionChanged.connect(self._on_source_caret)
        target.cursorPositionChanged.connect(self._on_target_caret)
        target.tooltip_wanted.connect(self._on_tooltip)
        live.updated.connect(self._on_updated)
        self._bars = (source.verticalScrollBar(), target.verticalScrollBar())
        for one, other in (self._bars, self._bars[::-1]):
            one.valueChanged.connect(lambda _value, a=one, b=other: self._follow(a, b))

    @property
    def current(self) -> int | None:
        """The sentence that is lit, if any."""
        return self._current

    def sentence_at_caret(self) -> int | None:
        """The sentence that the user works on: at the caret of the pane that has the focus, else of the source."""
        if not self._fresh:
            return None
        if self._target.hasFocus():
            return self._live.pairs.at_target(self._target.textCursor().position())
        return self._live.pairs.at_source(self._source.textCursor().position())

    def show_sentence(self, index: int) -> None:
        """Light a sentence up and bring both sides into view."""
        self._light(index)
        if self._current is not None:
            self._scrolling = True
            self._source.scroll_to(self._live.pairs.source_range(index)[0])
            self._target.scroll_to(self._live.pairs.target_range(index)[0])
            self._scrolling = False

    def _on_edited(self, _text: str) -> None:
        self._fresh = False
        self._light(None)

    def _on_updated(self) -> None:
        self._target.show_text(self._live.shown)
        self._fresh = True
        pairs = self._live.pairs
        self._target.mark("doubt", [pairs.target_range(index) for index in pairs.doubtful()])
        self._light(None)

    def _on_source_hovered(self, position: int) -> None:
        self._light(self._live.pairs.at_source(position) if position >= 0 else None)

    def _on_target_hovered(self, position: int) -> None:
        self._light(self._live.pairs.at_target(position) if position >= 0 else None)

    def _on_source_caret(self) -> None:
        if self._source.hasFocus() and self._fresh:
            self._light(self._live.pairs.at_source(self._source.textCursor().position()))

    def _on_target_caret(self) -> None:
        if self._target.hasFocus() and self._fresh:
            self._light(self._live.pairs.at_target(self._target.textCursor().position()))

    def _light(self, index: int | None) -> None:
        pairs = self._live.pairs
        if not self._fresh or len([s for s in pairs.segments[:8] if s.source.strip()]) < 2:
            index = None  # nothing to tell apart
        if index == self._current and index is not None:
            return
        self._current = index
        self._source.mark("pair", [pairs.source_range(index)] if index is not None else [])
        self._target.mark("pair", [pairs.target_range(index)] if index is not None else [])

    def _on_tooltip(self, position: int, place: QPoint) -> None:
        index = self._live.pairs.at_target(position) if self._fresh else None
        warnings = self._live.pairs.segments[index].warnings if index is not None else ()
        if warnings:
            reasons = dict.fromkeys(warning.message(self.language) for warning in warnings)
            QToolTip.showText(place, "\n".join(reasons), self._target)
        else:
            QToolTip.hideText()

    def _follow(self, moved: QScrollBar, other: QScrollBar) -> None:
        """The other pane shows the same part of its text."""
        if self._scrolling or moved.maximum() <= 0:
            return
        self._scrolling = True
        other.setValue(round(moved.value() / moved.maximum() * other.maximum()))
        self._scrolling = False
