"""All shortcuts on one sheet (F1)."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from translator_app.gui import theme
from translator_app.gui.actions import Actions, words


class ShortcutSheet(QDialog):
    """Two columns of commands and their keys, by group."""

    def __init__(self, actions: Actions, hotkeys: list[tuple[str, str]], parent: QWidget) -> None:
        """`hotkeys`: words and keys of those that work in every program."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard Shortcuts"))
        sheet = QWidget(self)
        grid = QGridLayout(sheet)
        grid.setContentsMargins(20, 12, 20, 16)
        grid.setHorizontalSpacing(28)
        grid.setVerticalSpacing(6)
        groups = [(group.title, [name for name in group.names if name != "-"]) for group in actions.groups()]
        groups.append((self.tr("App"), [name for name in actions.tail() if name != "-"]))
        rows = []
        for title, names in groups:
            commands = [actions.named(name) for name in names]
            rows.append((title, [(words(action), _keys(action.shortcut())) for action in commands]))
        rows.append((self.tr("In every program"), [(text, _keys(QKeySequence(keys))) for text, keys in hotkeys]))
        rows.append((self.tr("In lists and panels"), [(self.tr("Close the panel"), "Esc"), (self.tr("Open the menu"), "F10")]))
        row = 0
        for title, entries in rows:
            with_keys = [(text, keys) for text, keys in entries if keys]
            if not with_keys:
                continue
            heading = QLabel(title, sheet)
            theme.role(heading, "heading")
            grid.addWidget(heading, row, 0, 1, 2)
            grid.setRowMinimumHeight(row, heading.sizeHint().height() + (10 if row else 0))
            row += 1
            for text, keys in with_keys:
                grid.addWidget(QLabel(text, sheet), row, 0)
                label = QLabel(keys, sheet)
                theme.role(label, "muted")
                grid.addWidget(label, row, 1)
                row += 1
        grid.setColumnStretch(0, 1)
        scroll = QScrollArea(self, widgetResizable=True)
        scroll.setWidget(sheet)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(scroll)
        line, width = self.fontMetrics().height(), sheet.sizeHint().width() + scroll.verticalScrollBar().sizeHint().width()
        self.resize(QSize(max(26 * line, width), 34 * line).boundedTo(self.screen().availableSize()))


def _keys(sequence: QKeySequence) -> str:
    return sequence.toString(QKeySequence.SequenceFormat.NativeText)
