"""The bottom line: what translates, how fast, with how much memory, and that nothing leaves the computer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from translator_app.gui import language, theme
from translator_app.gui.engine_thread import EngineState
from translator_app.gui.icons import icon
from translator_app.gui.machine import Machine
from translator_app.packs import Pack

if TYPE_CHECKING:
    from translator_app.engine.translator import Translation

MEMORY_EVERY_MS = 3000


class ElidedLabel(QLabel):
    """A label that gives way: it shows as much as fits, and an ellipsis."""

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As narrow as one likes."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Cut at the right; then the tooltip says all."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        self.setToolTip(self.text() if text != self.text() else "")
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


class StatusLine(QWidget):
    """Facts in small print; the left end opens the "Works offline" page."""

    offline_wanted = Signal()

    def __init__(self, machine: Machine, parent: QWidget) -> None:
        super().__init__(parent)
        self._machine = machine
        self._quiet = self._private = False
        self._state = EngineState("asleep")
        self.offline = QToolButton(self)
        self.offline.setText(self.tr("Offline"))
        self.offline.setToolTip(self.tr("Everything is translated on this computer. Nothing is sent anywhere."))
        self.offline.setIconSize(QSize(15, 15))
        self.offline.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.offline.clicked.connect(self.offline_wanted)
        self.engine = ElidedLabel(self)
        self.speed = QLabel(self)
        self.memory = QLabel(self)
        box = QHBoxLayout(self)
        box.setContentsMargins(8, 0, 12, 4)
        box.setSpacing(14)
        box.addWidget(self.offline)
        box.addWidget(self.engine, 1)
        box.addWidget(self.speed)
        box.addWidget(self.memory)
        for label, name in ((self.engine, self.tr("Engine")), (self.speed, self.tr("Speed")), (self.memory, self.tr("Memory"))):
            theme.role(label, "muted")
            label.setAccessibleName(name)
        self._timer = QTimer(self, interval=MEMORY_EVERY_MS)
        self._timer.timeout.connect(self._show_memory)
        self._show_icon()
        self.show_state(self._state)

    def show_state(self, state: EngineState) -> None:
        """What the engine is doing and what with."""
        self._state = state
        what = {
            "asleep": self.tr("Ready when you type"),
            "loading": self.tr("Loading the language pack…"),
            "failed": self.tr("No language pack in use"),
        }.get(state.phase, "")
        if state.pack is not None and state.phase in ("ready", "working"):
            facts = [language.pack_name(state.pack.manifest), precision(state.pack), self.tr("%n thread(s)", "", state.threads)]
            facts += [self.tr("quiet mode")] if self._quiet else []
            what = " · ".join(facts)
        if self._private:
            what = self.tr("private mode") + " · " + what  # first, so that it is never cut off
        self.engine.setText(what)
        self._show_memory()

    def show_quiet(self, quiet: bool) -> None:
        """Quiet mode is on or off."""
        self._quiet = quiet
        self.show_state(self._state)

    def show_private(self, private: bool) -> None:
        """Nothing is written down, or it is again."""
        self._private = private
        self.show_state(self._state)

    def show_speed(self, translation: Translation) -> None:
        """How fast the last text was."""
        elapsed = translation.elapsed_s
        if elapsed <= 0:
            self.speed.setText("")
            return
        fresh = sum(len(s.source.split()) for s in translation.segments if not s.cached)
        time = self.tr("{} s").format(f"{elapsed:.1f}") if elapsed >= 1 else self.tr("{} ms").format(round(elapsed * 1000))
        speed = self.tr("{} words/s").format(round(fresh / elapsed))
        self.speed.setText(f"{speed} · {time}" if fresh else time)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """The icon follows the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "offline"):
            self._show_icon()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Memory is looked at only while someone can see it."""
        super().showEvent(event)
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Nobody looks."""
        super().hideEvent(event)
        self._timer.stop()

    def _show_icon(self) -> None:
        self.offline.setIcon(icon("shield", self.palette().color(QPalette.ColorRole.Accent), 15))

    def _show_memory(self) -> None:
        used = self._machine.memory_bytes()
        self.memory.setText(self.tr("{} MB").format(round(used / 1e6)) if used else "")


def precision(pack: Pack) -> str:
    """Precision of a pack in two words at most: INT8, FP32 or INT8/FP32."""
    return "/".join(sorted({value.upper() for value in pack.manifest.precision.values()}, reverse=True))
