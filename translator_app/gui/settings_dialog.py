"""All settings, in pages. Everything takes effect at once; there is nothing to confirm."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QListWidgetItem, QStackedWidget, QWidget

from translator_app.gui import clipboard_support, theme
from translator_app.gui.actions import Actions, words
from translator_app.gui.hotkeys import Hotkeys
from translator_app.gui.icons import icon
from translator_app.gui.rows import Form
from translator_app.gui.store import SettingsStore

HOTKEYS = ("hotkey_translate", "hotkey_show")


class SettingsDialog(QDialog):
    """A list of pages at the left, the page at the right."""

    def __init__(self, store: SettingsStore, actions: Actions, parent: QWidget, hotkeys: Hotkeys | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._actions = actions
        self._hotkeys = hotkeys
        self.setWindowTitle(self.tr("Settings"))
        line = self.fontMetrics().height()
        self.resize(QSize(48 * line, 32 * line).boundedTo(self.screen().availableSize()))
        self.list = QListWidget(self)
        theme.role(self.list, "sidebar")
        self.list.setAccessibleName(self.tr("Pages"))
        self.list.setIconSize(QSize(18, 18))
        self.stack = QStackedWidget(self)
        theme.role(self.stack, "card")
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 12, 12, 12)
        row.setSpacing(8)
        row.addWidget(self.list)
        row.addWidget(self.stack, 1)
        pages: tuple[tuple[str, str, Callable[[Form], None]], ...] = (
            ("options", self.tr("General"), self._general),
            ("text", self.tr("Translation"), self._translation),
            ("palette", self.tr("Appearance"), self._appearance),
            ("chip", self.tr("Engine"), self._engine),
            ("clipboard", self.tr("Clipboard"), self._clipboard),
            ("history", self.tr("History"), self._history),
            ("server", self.tr("Local API"), self._server),
            ("download", self.tr("Downloads"), self._downloads),
        )
        for icon_name, title, fill in pages:
            item = QListWidgetItem(icon(icon_name, self.palette().color(QPalette.ColorRole.PlaceholderText)), title, self.list)
            item.setData(Qt.ItemDataRole.UserRole, icon_name)
            form = Form(store, self.stack)
            fill(form)
            self.stack.addWidget(form)
        self.list.setFixedWidth(self.list.sizeHintForColumn(0) + 36)
        self.list.currentRowChanged.connect(self.stack.setCurrentIndex)
        self.list.setCurrentRow(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter in a field stores it, and presses no button of the page."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def taken(self, name: str, keys: str) -> str:
        """What has a shortcut already; "" when it is free."""
        wanted = QKeySequence(keys)
        for other, title in zip(HOTKEYS, (self.tr("Translate the clipboard"), self.tr("Show the window")), strict=True):
            if other != name and QKeySequence(str(getattr(self._store.value, other))) == wanted:
                return title
        names = [name for group in self._actions.groups() for name in group.names] + list(self._actions.tail())
        actions = [self._actions.named(name) for name in names if name != "-"]
        return next((words(action) for action in actions if wanted in action.shortcuts()), "")

    def _general(self, form: Form) -> None:
        form.heading(self.tr("Interface"))
        languages = {"": self.tr("As the system"), "en": "English", "zh_CN": "简体中文"}
        form.choice("language", self.tr("Language"), languages, self.tr("Takes effect at the next start."))
        form.heading(self.tr("Start and end"))
        form.check("start_at_login", self.tr("Start when I log in"), self.tr("Stays in the tray until you need it."))
        closing = {"ask": self.tr("Ask once"), "tray": self.tr("Keep running in the tray"), "quit": self.tr("Quit")}
        form.choice("close_action", self.tr("When the window is closed"), closing)

    def _translation(self, form: Form) -> None:
        form.heading(self.tr("While typing"))
        form.check("live", self.tr("Translate while I type"), self.tr("Off: translate with Ctrl+Enter."))
        form.number("debounce_ms", self.tr("Wait after the last key"), low=50, high=2000, suffix=self.tr(" ms"))
        form.check("unwrap", self.tr("Join broken lines of pasted text"), self.tr("For text copied from PDFs; one click undoes it."))
        form.heading(self.tr("Chinese"))
        scripts = {
            "hans": self.tr("Simplified"),
            "hant-tw": self.tr("Traditional (Taiwan)"),
            "hant-hk": self.tr("Traditional (Hong Kong)"),
        }
        form.choice("script", self.tr("Characters"), scripts)
        form.check("spacing", self.tr("Put a space between Chinese and Latin letters"))
        form.heading(self.tr("Your own words"))
        files = self.tr("Term files (*.csv *.tsv *.txt);;All files (*)")
        form.file("terms_file", self.tr("Term file"), files, self.tr("Two columns: term, translation. Terms are always translated so."))
        form.line(
            "keep_english",
            self.tr("Leave untranslated"),
            r"[A-Z]{2,}-\d+",
            self.tr("A regular expression; what matches stays as it is."),
        )

    def _appearance(self, form: Form) -> None:
        form.heading(self.tr("Theme"))
        themes = {"system": self.tr("As the system"), "light": self.tr("Light"), "dark": self.tr("Dark")}
        form.choice("theme", self.tr("Colours"), themes)
        form.heading(self.tr("Text"))
        form.font_family("source_font", self.tr("Font of the source text"))
        form.font_family("target_font", self.tr("Font of the translation"))
        form.number("font_size", self.tr("Size"), low=8, high=40, suffix=self.tr(" pt"))
        form.number("zoom", self.tr("Zoom"), low=60, high=300, suffix=" %")
        form.note(self.tr("The automatic font draws Chinese in Chinese glyph forms on every system."))
        form.heading(self.tr("Window"))
        form.check("always_on_top", self.tr("Keep the window above others"))

    def _engine(self, form: Form) -> None:
        form.heading(self.tr("Language pack"))
        form.button(self.tr("Manage Language Packs…"), self._actions.packs)
        form.heading(self.tr("Speed and silence"))
        modes = {"auto": self.tr("Quiet on battery"), "fast": self.tr("Always fast"), "quiet": self.tr("Always quiet")}
        form.choice("mode", self.tr("Mode"), modes, self.tr("Quiet uses one or two threads: slower, but cool and silent."))
        form.number("threads", self.tr("Threads"), low=0, high=64, zero=self.tr("Automatic"))
        form.number(
            "beam_size",
            self.tr("Beam size"),
            low=0,
            high=12,
            zero=self.tr("As the pack says"),
            hint=self.tr("More is slower and at times better. 1 is fastest."),
        )
        form.number(
            "idle_minutes",
            self.tr("Free the memory after"),
            low=0,
            high=600,
            suffix=self.tr(" min"),
            zero=self.tr("Never"),
            hint=self.tr("The pack is loaded again when you type."),
        )

    def _clipboard(self, form: Form) -> None:
        form.heading(self.tr("Translate the clipboard"))
        form.check("hotkeys", self.tr("Use these shortcuts while I work in other programs"))
        form.keys("hotkey_translate", self.tr("Shortcut, anywhere"), self.taken)
        form.keys("hotkey_show", self.tr("Show the window, anywhere"), self.taken)
        self._hotkey_problems(form)
        form.check("double_copy", self.tr("Press Ctrl+C twice to translate"), self.tr("Where the system allows it."))
        form.check("popup", self.tr("Show the result in a small window near the pointer"))
        form.number("popup_timeout_s", self.tr("Close it after"), low=0, high=600, suffix=self.tr(" s"), zero=self.tr("Never"))
        form.heading(self.tr("Listening"))
        hint = self.tr("Never passwords that a manager marks, nothing that looks like a secret, and not what was copied before.")
        form.check("listen", self.tr("Translate whatever I copy"), hint)
        form.number("clipboard_limit_chars", self.tr("Ignore texts longer than"), low=20, high=100_000, suffix=self.tr(" characters"))

        form.heading(self.tr("What works here"))
        form.note(clipboard_support.words(self._hotkeys.kind if self._hotkeys else "none"))

    def _hotkey_problems(self, form: Form) -> None:
        """Which shortcuts the system did not give us, as soon as it is known."""
        hotkeys = self._hotkeys
        if hotkeys is None:
            return
        label = form.note("")
        theme.role(label, "warning")
        titles = dict(zip(("translate", "show"), (self.tr("Translate the clipboard"), self.tr("Show the window")), strict=True))

        def show() -> None:
            lines = [f"{titles.get(name, name)}: {clipboard_support.problem_words(code)}" for name, code in hotkeys.problems.items()]
            label.setText("\n".join(lines))
            label.setVisible(bool(lines))

        show()
        hotkeys.problems_changed.connect(show)
        self.finished.connect(lambda _result: hotkeys.problems_changed.disconnect(show))

    def _history(self, form: Form) -> None:
        form.heading(self.tr("History"))
        form.check("history", self.tr("Keep a history of translations"), self.tr("On this computer only."))
        form.check("history_clipboard", self.tr("Keep clipboard translations too"))
        form.number("history_limit", self.tr("Keep at most"), low=10, high=1_000_000, suffix=self.tr(" entries"))
        form.check(
            "private_mode", self.tr("Private mode: write nothing down"), self.tr("No history and no draft, until you switch it off.")
        )

    def _server(self, form: Form) -> None:
        form.heading(self.tr("Local API"))
        hint = self.tr("For browser extensions and scripts on this computer. Nobody else can reach it.")
        form.check("server", self.tr("Let other programs translate through this app"), hint)
        form.number("server_port", self.tr("Port"), low=1024, high=65535)
        token = form.line("server_token", self.tr("Token"), self.tr("made when first needed"), secret=True)
        form.beside(token, self.tr("Renew"), lambda: self._store.change(server_token=secrets.token_urlsafe(24)))
        form.note(self.tr("Programs that know the token may translate. After a renewal give them the new one."))
        form.line(
            "server_origins",
            self.tr("Web pages and extensions"),
            "https://example.org",
            self.tr("Origins that browsers may let call the API, with spaces between; * allows all. Programs need only the token."),
        )
        address = form.note("")

        def show(_settings: object = None, _names: object = None) -> None:
            address.setText(
                self.tr("Address for LibreTranslate and DeepL clients: {}").format(f"http://127.0.0.1:{self._store.value.server_port}")
            )

        show()
        self._store.changed.connect(show)
        self.finished.connect(lambda _result: self._store.changed.disconnect(show))

    def _downloads(self, form: Form) -> None:
        form.heading(self.tr("Getting language packs"))
        form.note(self.tr("The app goes online only when you press a download button."))
        form.line("mirror", self.tr("Mirror"), "https://hf-mirror.com", self.tr("Address to use instead of the hub's own."))
        form.line("proxy", self.tr("Proxy"), "http://127.0.0.1:7890")
