"""Form rows that are bound to a setting: what the user changes is stored at once, what changes elsewhere is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QFontDatabase, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from translator_app.gui import theme
from translator_app.gui.store import SettingsStore
from translator_app.settings import Settings


class Form(QScrollArea):
    """One page of settings. Every control has its label as accessible name and its help as description."""

    def __init__(self, store: SettingsStore, parent: QWidget) -> None:
        super().__init__(parent)
        self._store = store
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its controls have it, and come into view with it
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inner = QWidget(self)
        self._box = QVBoxLayout(inner)
        self._box.setContentsMargins(20, 12, 20, 16)
        self._box.setSpacing(4)
        self._box.addStretch(1)
        self.setWidget(inner)
        self._refresh: list[Callable[[Settings], None]] = []
        store.changed.connect(self._on_changed)

    def heading(self, text: str) -> None:
        """Start a group."""
        label = QLabel(text, self)
        theme.role(label, "heading")
        if self._box.count() > 1:
            self._box.insertSpacing(self._box.count() - 1, 14)
        self.put(label)

    def note(self, text: str) -> QLabel:
        """Small print."""
        label = QLabel(text, self, wordWrap=True)
        theme.role(label, "muted")
        self.put(label)
        return label

    def put(self, widget: QWidget) -> None:
        """Any widget, as wide as the page."""
        self._box.insertWidget(self._box.count() - 1, widget)

    def check(self, name: str, text: str, hint: str = "") -> QCheckBox:
        """A box for a yes-or-no setting."""
        box = QCheckBox(text, self)
        box.setAccessibleDescription(hint)
        self._bind(name, box.setChecked)
        box.clicked.connect(lambda on: self._store.change(**{name: on}))
        self._box.insertSpacing(self._box.count() - 1, 4)
        self.put(box)
        if hint:
            self._hint(hint, indent=26)
        return box

    def choice(self, name: str, text: str, options: Mapping[str, str], hint: str = "") -> QComboBox:
        """One of several; `options` maps values to words."""
        box = QComboBox(self)
        for value, words in options.items():
            box.addItem(words, value)
        self._bind(name, lambda value: box.setCurrentIndex(max(0, box.findData(value))))
        box.activated.connect(lambda _index: self._store.change(**{name: box.currentData()}))
        self._row(text, box, hint)
        return box

    def number(self, name: str, text: str, *, low: int, high: int, suffix: str = "", zero: str = "", hint: str = "") -> QSpinBox:
        """A whole number; `zero` is shown instead of the lowest value."""
        box = QSpinBox(self)
        box.setRange(low, high)
        box.setSuffix(suffix)
        box.setSpecialValueText(zero)
        box.setKeyboardTracking(False)  # "20000" is not 20 first: a history of 20 entries would be cut at once
        box.lineEdit().setTextMargins(6, 0, 0, 0)  # the style sheet's padding does not reach it
        self._bind(name, box.setValue)
        box.valueChanged.connect(lambda value: self._store.change(**{name: value}))
        self._row(text, box, hint)
        return box

    def line(self, name: str, text: str, placeholder: str = "", hint: str = "", *, secret: bool = False) -> QLineEdit:
        """A line of text, stored when it is left."""
        field = QLineEdit(self, placeholderText=placeholder)
        if secret:
            field.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)
        self._bind(name, lambda value: field.setText(str(value)))
        field.editingFinished.connect(lambda: self._store.change(**{name: field.text().strip()}))
        self._row(text, field, hint)
        if secret:
            self.beside(field, self.tr("Copy"), lambda: QGuiApplication.clipboard().setText(field.text()))
        return field

    def font_family(self, name: str, text: str) -> QComboBox:
        """A font family; first: the best for Chinese."""
        families = {family: family for family in QFontDatabase.families() if not QFontDatabase.isPrivateFamily(family)}
        return self.choice(name, text, {"": self.tr("Automatic"), **families})

    def keys(self, name: str, text: str, taken: Callable[[str, str], str]) -> QKeySequenceEdit:
        """A shortcut; `taken(name, keys)` says what has it already, "" when free."""
        edit = QKeySequenceEdit(self, maximumSequenceLength=1, clearButtonEnabled=True)
        problem = QLabel(self, wordWrap=True)
        theme.role(problem, "warning")
        problem.hide()
        self._bind(name, lambda value: edit.setKeySequence(QKeySequence(str(value))))

        def on_finished() -> None:
            keys = edit.keySequence().toString(QKeySequence.SequenceFormat.PortableText)
            owner = taken(name, keys) if keys else ""
            problem.setText(self.tr("Taken by “{}”.").format(owner))
            problem.setVisible(bool(owner))
            if owner:
                edit.setKeySequence(QKeySequence(str(getattr(self._store.value, name))))
            else:
                self._store.change(**{name: keys})

        edit.editingFinished.connect(on_finished)
        self._row(text, edit)
        self.put(problem)
        return edit

    def file(self, name: str, text: str, files: str, hint: str = "") -> QLineEdit:
        """A file, chosen with a dialog or typed."""
        field = self.line(name, text, hint=hint)

        def on_clicked() -> None:
            chosen, _filter = QFileDialog.getOpenFileName(self, text, str(Path(field.text()).parent), files)
            if chosen:
                self._store.change(**{name: chosen})

        self.beside(field, self.tr("Choose…"), on_clicked)
        return field

    def button(self, text: str, action: QAction) -> None:
        """A button that triggers a command of the app."""
        button = QPushButton(text, self)
        button.clicked.connect(lambda _checked: action.trigger())
        row = QWidget(self)
        box = QHBoxLayout(row)
        box.setContentsMargins(0, 4, 0, 0)
        box.addWidget(button)
        box.addStretch(1)
        self.put(row)

    def beside(self, field: QWidget, text: str, slot: Callable[[], object]) -> None:
        """A button in the row of a field."""
        button = QPushButton(text, self)
        button.clicked.connect(lambda _checked: slot())
        holder = field.parentWidget()
        layout = holder.layout() if holder else None
        row = layout.findChild(QHBoxLayout) if layout else None
        if isinstance(row, QHBoxLayout):
            row.addWidget(button)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """The wheel scrolls the page; it changes a value only where the keyboard is."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QComboBox | QSpinBox) and not watched.hasFocus():
            event.ignore()  # it goes on to the page
            return True
        return super().eventFilter(watched, event)

    def _row(self, text: str, control: QWidget, hint: str = "") -> None:
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        label = QLabel(text, holder, wordWrap=True)
        label.setBuddy(control)
        control.setParent(holder)
        control.setAccessibleName(text)
        control.setAccessibleDescription(hint)
        control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # not by the wheel
        control.installEventFilter(self)
        row.addWidget(label, 3)
        right = QHBoxLayout()  # with the buttons beside, so that all controls of a page begin at the same place
        right.addWidget(control, 1)
        row.addLayout(right, 4)
        self._box.insertSpacing(self._box.count() - 1, 4)
        self.put(holder)
        if hint:
            self._hint(hint)

    def _hint(self, text: str, indent: int = 0) -> None:
        label = self.note(text)
        label.setIndent(indent)
        label.setMargin(0)

    def _bind(self, name: str, show: Callable[..., object]) -> None:
        """Show the value now and whenever it changes; showing is no user's change."""

        def refresh(settings: Settings) -> None:
            show(getattr(settings, name))

        refresh(self._store.value)
        self._refresh.append(refresh)

    def _on_changed(self, settings: Settings, _names: frozenset[str]) -> None:
        for refresh in self._refresh:
            refresh(settings)
