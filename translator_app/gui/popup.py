"""The small window near the pointer that shows the translation of what was copied, and goes away by itself."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCursor,
    QEnterEvent,
    QFontInfo,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QShortcut,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from translator_app.gui import fonts, theme
from translator_app.gui.announce import announce
from translator_app.gui.icons import IconButton
from translator_app.gui.panes import LINE_HEIGHT_EMS, TargetPane
from translator_app.gui.status_line import ElidedLabel
from translator_app.settings import Settings

if TYPE_CHECKING:
    from translator_app.engine.dictionary import Sense

AWAY = QPoint(14, 18)  # from the pointer, so that it doesn't cover what is read
WIDTH_EMS, MAX_LINES = 24, 12
SOURCE_CHARS = 160
SENSES, GLOSS_CHARS = 4, 60


def place(pointer: QPoint, size: QSize, area: QRect) -> QPoint:
    """Where the window goes: below and right of the pointer, above or left of it where there is no room, always inside the screen."""
    x, y = pointer.x() + AWAY.x(), pointer.y() + AWAY.y()
    if x + size.width() > area.right():
        x = pointer.x() - AWAY.x() - size.width()
    if y + size.height() > area.bottom():
        y = pointer.y() - AWAY.y() - size.height()
    return QPoint(
        max(area.left(), min(x, area.right() - size.width() + 1)),
        max(area.top(), min(y, area.bottom() - size.height() + 1)),
    )


class Popup(QWidget):
    """Closes on Esc, on loss of focus and after a while, unless it is pinned or the pointer is on it."""

    copy_wanted = Signal(str)
    open_wanted = Signal()
    closed = Signal()
    activated = Signal()  # it has the keyboard now

    def __init__(self) -> None:
        flags = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
        super().__init__(None, flags)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setWindowTitle(self.tr("Translation of the clipboard"))
        self.text = ""  # the translation shown
        self._drag: QPoint | None = None
        self._had_focus = False
        self._expire = QTimer(self, singleShot=True)
        self._expire.timeout.connect(self.close)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.source = ElidedLabel(self)
        theme.role(self.source, "muted")
        self.pane = TargetPane(self)
        self.pane.document().setDocumentMargin(2)
        self.pane.setMinimumHeight(1)  # else that of scroll areas, three lines
        self.pane.setAccessibleName(self.tr("Translation"))
        self.pane.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.senses = QLabel(self, wordWrap=True, textFormat=Qt.TextFormat.RichText)
        self.senses.setAccessibleName(self.tr("Dictionary"))
        self.senses.setFont(fonts.pane_font("", self.font().pointSizeF(), script="hans"))
        self.senses.hide()
        self.copy = IconButton("copy", self.tr("Copy translation"), self)
        self.copy.clicked.connect(self._on_copy)
        self.open = IconButton("external", self.tr("Open in the main window"), self)
        self.open.clicked.connect(self._on_open)
        self.pin = IconButton("pin", self.tr("Keep open"), self)
        self.pin.setCheckable(True)
        self.pin.toggled.connect(self._on_pinned)
        self.dismiss = IconButton("close", self.tr("Close (Esc)"), self)
        self.dismiss.clicked.connect(self.close)
        self._lay_out()
        QShortcut(QKeySequence(QKeySequence.StandardKey.Cancel), self, self.close)

    def _lay_out(self) -> None:
        card = QFrame(self)
        theme.role(card, "popup")
        head = QHBoxLayout()
        head.setSpacing(2)
        head.addWidget(self.source, 1)
        for button in (self.copy, self.open, self.pin, self.dismiss):
            head.addWidget(button)
        inner = QVBoxLayout(card)
        inner.setContentsMargins(12, 6, 8, 10)
        inner.setSpacing(4)
        inner.addLayout(head)
        inner.addWidget(self.pane, 1)
        inner.addWidget(self.senses)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 1, 1, 1)
        outer.addWidget(card)

    def show_waiting(self, source: str, settings: Settings, *, take_focus: bool, language: str = "zh") -> None:
        """Appear at the pointer with the text that is being translated into `language`."""
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, not take_focus)
        self._had_focus = False
        self._expire.setInterval(settings.popup_timeout_s * 1000)
        self.ensurePolished()  # the style sheet sets fonts, too: that must be over
        self.pane.ensurePolished()
        points = settings.font_size * settings.zoom / 100
        self.pane.set_pane_font(fonts.pane_font(settings.target_font, points, script=settings.script if language == "zh" else None))
        self.source.setText(" ".join(source[:SOURCE_CHARS].split()))
        self.senses.hide()
        self.pane.setPlaceholderText(self.tr("Translating…"))
        self.show_text("")
        if not self.isVisible() or not self.pin.isChecked():
            self._place(QCursor.pos())
        corner = self.pos()
        self.show()
        self.move(corner)  # some window managers choose a place of their own first
        if take_focus:
            self.raise_()
            self.activateWindow()
            self.setFocus()
        self._restart()

    def show_text(self, text: str, *, finished: bool = False) -> None:
        """The translation so far."""
        self.text = text
        self.pane.show_text(text)
        self.copy.setEnabled(bool(text))
        self._fit()
        if finished:
            self.resize(self._size())
            announce(self.pane, self.tr("Translation finished"))
            self._restart()

    def show_senses(self, senses: Sequence[Sense], script: str) -> None:
        """What the dictionary has for a single word."""
        muted = theme.colors_of(self.palette()).muted
        rows = []
        for sense in senses[:SENSES]:
            word = sense.simplified if script == "hans" else sense.traditional
            about = html.escape(textwrap.shorten(f"{sense.pinyin}  {sense.gloss}", GLOSS_CHARS, placeholder=" …"))
            rows.append(f"{html.escape(word)} &nbsp;<span style='color:{muted}'>{about}</span>")
        self.senses.setText("<br>".join(rows))
        self.senses.setVisible(bool(rows))
        self.resize(self._size())
        self.move(self._inside(self.pos()))

    def show_message(self, message: str) -> None:
        """Say why there is no translation."""
        self.show_text(message)  # not as a placeholder: Qt shows one line of that
        self.text = ""
        self.copy.setEnabled(False)
        announce(self.pane, message)

    # -- size and place

    def _size(self) -> QSize:
        em = QFontInfo(self.pane.font()).pixelSize()
        width = WIDTH_EMS * em
        document = self.pane.document().clone(self)
        document.setTextWidth(width - 24)
        lines = min(max(document.size().height(), 1.6 * em), MAX_LINES * em * LINE_HEIGHT_EMS)
        document.deleteLater()
        head = self.dismiss.sizeHint().height()
        below = self.senses.heightForWidth(width - 24) + 4 if not self.senses.isHidden() else 0
        return QSize(width, round(lines) + self.pane.viewportMargins().top() + head + below + 28)

    def _fit(self) -> None:
        size = self._size()
        if size.height() > self.height() or not self.isVisible():
            self.resize(size)
            self.move(self._inside(self.pos()))

    def _place(self, pointer: QPoint) -> None:
        screen = QGuiApplication.screenAt(pointer) or QGuiApplication.primaryScreen()
        size = self._size()
        self.resize(size)
        self.move(place(pointer, size, screen.availableGeometry()))

    def _inside(self, corner: QPoint) -> QPoint:
        screen = QGuiApplication.screenAt(corner) or QGuiApplication.primaryScreen()
        area = screen.availableGeometry()
        return QPoint(
            max(area.left(), min(corner.x(), area.right() - self.width() + 1)),
            max(area.top(), min(corner.y(), area.bottom() - self.height() + 1)),
        )

    # -- going away

    def _restart(self) -> None:
        if self._expire.interval() and not self.pin.isChecked() and not self.underMouse():
            self._expire.start()
        else:
            self._expire.stop()

    def _on_pinned(self, _on: bool) -> None:
        self._restart()

    def _on_copy(self) -> None:
        self.copy_wanted.emit(self.text)
        self.copy.set_icon_name("check")
        QTimer.singleShot(1400, self.copy, lambda: self.copy.set_icon_name("copy"))

    def _on_open(self) -> None:
        self.open_wanted.emit()
        self.close()

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802
        """It stays while the pointer is on it."""
        super().enterEvent(event)
        self._expire.stop()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """The time begins anew."""
        super().leaveEvent(event)
        if self.isVisible() and self._expire.interval() and not self.pin.isChecked():
            self._expire.start()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Another window was clicked: go, unless pinned or never looked at."""
        super().changeEvent(event)
        if event.type() != QEvent.Type.ActivationChange:
            return
        if self.isActiveWindow():
            self._had_focus = True
            self.activated.emit()
        elif self._had_focus and not self.pin.isChecked():
            self.close()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """It is gone."""
        super().hideEvent(event)
        self._expire.stop()
        self.pin.setChecked(False)
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Ctrl+C without a selection copies all."""
        if event.matches(QKeySequence.StandardKey.Copy) and self.text:
            self._on_copy()
        else:
            super().keyPressEvent(event)

    # -- a frameless window is moved by hand

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Take hold of it."""
        if event.button() == Qt.MouseButton.LeftButton and not (self.windowHandle() and self.windowHandle().startSystemMove()):
            self._drag = event.globalPosition().toPoint() - self.pos()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Move it, where the system does not."""
        if self._drag is not None:
            self.move(event.globalPosition().toPoint() - self._drag)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Let go."""
        self._drag = None
