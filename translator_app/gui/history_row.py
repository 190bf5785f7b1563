"""How an entry of the history is drawn: the source, the translation below it, when, and a star."""

from datetime import datetime

from PySide6.QtCore import QDate, QLocale, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, QTime
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from translator_app.gui import fonts, theme
from translator_app.gui.icons import icon
from translator_app.history import Entry

ENTRY = Qt.ItemDataRole.UserRole
PADDING, GAP, STAR = 8, 3, 14


class HistoryRow(QStyledItemDelegate):
    """Two lines an entry, each cut with an ellipsis."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._chinese = fonts.pane_font("", parent.font().pointSizeF(), script="hans")

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """Two lines."""
        lines = QFontMetrics(option.font).height() + QFontMetrics(self._chinese).height()
        return QSize(120, lines + GAP + 2 * PADDING)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Background as the style sheet says, then the words."""
        entry: Entry = index.data(ENTRY)
        self.initStyleOption(option, index)
        option.text = ""
        widget: QWidget = option.widget
        widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        colors = theme.colors_of(widget.palette())
        area: QRect = option.rect.adjusted(PADDING + 2, PADDING, -PADDING - 2, -PADDING)
        font: QFont = option.font
        painter.save()
        when = _when(entry.created_s)
        metrics = QFontMetrics(font)
        right = metrics.horizontalAdvance(when)
        painter.setFont(font)
        painter.setPen(QColor(colors.muted))
        top = QRect(area.left(), area.top(), area.width(), metrics.height())
        painter.drawText(top, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, when)
        if entry.favourite:
            mark = icon("star-filled", QColor(colors.accent), STAR)
            mark.paint(painter, QRect(area.right() - right - STAR - 8, top.top() + (top.height() - STAR) // 2, STAR, STAR))
        source = top.adjusted(0, 0, -right - STAR - 20, 0)
        painter.drawText(
            source, Qt.AlignmentFlag.AlignVCenter, metrics.elidedText(_line(entry.source), Qt.TextElideMode.ElideRight, source.width())
        )
        painter.setPen(QColor(colors.text))
        painter.setFont(self._chinese if entry.pair.endswith("-zh") else font)
        target = QFontMetrics(painter.font())
        below = QRect(area.left(), top.bottom() + 1 + GAP, area.width(), target.height())
        painter.drawText(
            below, Qt.AlignmentFlag.AlignVCenter, target.elidedText(_line(entry.target), Qt.TextElideMode.ElideRight, below.width())
        )
        painter.restore()


def _line(text: str) -> str:
    return " ".join(text[:400].split())


def _when(created_s: float) -> str:
    """The time today, else the date."""
    moment = datetime.fromtimestamp(created_s)
    locale = QLocale()
    if moment.date() == datetime.now().date():
        return locale.toString(QTime(moment.hour, moment.minute), QLocale.FormatType.ShortFormat)
    return locale.toString(QDate(moment.year, moment.month, moment.day), QLocale.FormatType.ShortFormat)
