"""The desktop app: wires settings, engine thread, window and what the system asks of a program."""

from __future__ import annotations

import logging
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

if sys.platform == "win32":
    import onnxruntime  # noqa: F401 - before Qt, whose own C++ runtime may be an older one

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog

from translator_app import __version__, packs, paths
from translator_app.autostart import APP_ID, HIDDEN
from translator_app.errors import TermsError
from translator_app.gui import fonts, input_method, language, screen, theme
from translator_app.gui.companions import Companions
from translator_app.gui.engine_thread import Channel, Engine, EngineConfig, EngineThread
from translator_app.gui.icons import app_icon
from translator_app.gui.instance import Instance
from translator_app.gui.local_api import LocalApi, Server
from translator_app.gui.machine import Machine, ThisMachine, quiet_threads
from translator_app.gui.main_window import MainWindow
from translator_app.gui.session import Session
from translator_app.gui.settings_dialog import SettingsDialog
from translator_app.gui.shortcut_sheet import ShortcutSheet
from translator_app.gui.store import SettingsStore
from translator_app.gui.welcome import Welcome
from translator_app.settings import Problem, Settings

if TYPE_CHECKING:
    from translator_app.engine.dictionary import Dictionary, Sense
    from translator_app.server.http import ApiServer
    from translator_app.server.requests import RequestQueue

log = logging.getLogger(__name__)

POWER_EVERY_MS = 20_000
QUIET_IDLE_S = 180.0
TRANSLATE_CLIPBOARD = "--translate-clipboard"  # for a shortcut of the desktop environment
OPTIONS = (HIDDEN, TRANSLATE_CLIPBOARD)


def main(argv: Sequence[str]) -> int:
    """Run the desktop app with command-line arguments: files to open, --hidden, --translate-clipboard."""
    input_method.prepare(os.environ)
    app = _application()
    arguments = [argument if argument.startswith("-") else str(Path(argument).absolute()) for argument in argv]
    instance = Instance()
    if not instance.claim(arguments):
        return 0
    _start_log()
    store = SettingsStore()
    desktop = DesktopApp(app, store, ThisMachine())
    sys.excepthook = desktop.on_exception
    instance.messaged.connect(desktop.on_arguments)
    desktop.start(arguments)
    code = app.exec()
    desktop.shut_down()
    instance.release()
    return code


class DesktopApp(QObject):
    """Owns what lives as long as the app does."""

    terms_told = Signal(str)  # from the engine's thread: what is wrong with the term file

    def __init__(self, app: QApplication, store: SettingsStore, machine: Machine) -> None:
        super().__init__()
        self._app = app
        self.store = store
        self._machine = machine
        self._found: tuple[list[packs.Pack], str | None] | None = None  # the packs there are, and the id of the one in use
        self._pair = packs.LanguagePair("en", "zh")  # what the pack in use translates
        self._scan = 0
        self._packs_changed = False
        self._edition = 0  # of the packs on the disk
        language.install(app, store.value.language)
        theme.apply(app, store.value.theme)
        self.thread_ = EngineThread(self._load, self._config(), _import_engine)
        self.session = Session()
        self.window = MainWindow(store, self.thread_, self.session, LazyDictionary(), machine)
        self.window.reading.language = language.of_warnings(store.value.language)
        self.companions = Companions(self.window, store, self.thread_, machine, self)
        self.local_api = LocalApi(self._start_server, self.thread_, store, self)
        self.local_api.failed.connect(lambda message: self.window.notice.say("api", message, alert=True))
        self._power = QTimer(self, interval=POWER_EVERY_MS)
        self._power.timeout.connect(self.apply_config)
        self._connect()

    def start(self, arguments: Sequence[str]) -> None:
        """Show the window and begin to work."""
        hidden = bool({HIDDEN, TRANSLATE_CLIPBOARD} & set(arguments))
        if not hidden:
            self.window.show()
        self._tell_problems(self.store.problems)
        self.apply_config()
        self.thread_.start()
        self.scan_packs()
        self.local_api.apply()
        self.companions.start()
        self._power.start()
        self.window.restore_draft()
        self._open([argument for argument in arguments if not argument.startswith("-")])
        if TRANSLATE_CLIPBOARD in arguments:
            self.window.actions_.translate_clipboard.trigger()
        elif not self.store.value.welcomed and not hidden:
            self.store.change(welcomed=True)
            self.show_welcome()

    def shut_down(self) -> None:
        """Stop the engine, write what is not written yet."""
        self._power.stop()
        self.companions.shut_down()
        self.local_api.stop()
        self.thread_.stop()
        self.store.flush()

    def on_arguments(self, arguments: list[str]) -> None:
        """A second start handed these over."""
        if TRANSLATE_CLIPBOARD in arguments:
            self.window.actions_.translate_clipboard.trigger()
            return
        self.window.raise_window()
        self._open([argument for argument in arguments if not argument.startswith("-")])

    def scan_packs(self) -> None:
        """Look again which language packs there are."""
        self._scan = self.thread_.compute(Channel.APP, lambda: (packs.find_packs(), packs.default_id(packs.scan())))

    def on_packs_changed(self) -> None:
        """Something was installed, removed or chosen: load it anew, and translate with it."""
        self._packs_changed = True
        self.scan_packs()

    def show_welcome(self) -> None:
        """Show the welcome."""
        welcome = Welcome(self.thread_, self.window)
        welcome.finished.connect(welcome.deleteLater)
        welcome.open()

    def show_settings(self) -> None:
        """Show the settings."""
        self._show_once(SettingsDialog, lambda: SettingsDialog(self.store, self.window.actions_, self.window, self.companions.hotkeys))

    def show_shortcuts(self) -> None:
        """Show the shortcut sheet."""
        hotkeys = [
            (self.tr("Translate the clipboard"), self.store.value.hotkey_translate),
            (self.tr("Show the window"), self.store.value.hotkey_show),
        ]
        self._show_once(ShortcutSheet, lambda: ShortcutSheet(self.window.actions_, hotkeys, self.window))

    def apply_config(self) -> None:
        """Tell the engine thread what settings and battery say now."""
        self.window.status.show_quiet(self._quiet())
        self.thread_.configure(self._config())

    def on_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """The last line of defence: log where it happened (never with what text), tell the user, go on."""
        log.critical("%s\n%s", kind.__name__, "".join(traceback.format_tb(trace)))
        if issubclass(kind, KeyboardInterrupt):
            self._app.quit()
            return
        message = self.tr("Something went wrong ({}). Your text is safe; the log has the details.").format(kind.__name__)
        self.window.notice.say("crash", message, alert=True)

    def _connect(self) -> None:
        actions = self.window.actions_
        actions.settings.triggered.connect(self.show_settings)
        actions.shortcuts.triggered.connect(self.show_shortcuts)
        actions.welcome.triggered.connect(self.show_welcome)
        actions.quit.triggered.connect(self._on_quit)
        actions.show_window.triggered.connect(self.window.raise_window)
        self.companions.packs_changed.connect(self.on_packs_changed)
        self.window.closing.connect(self._app.quit)
        self.terms_told.connect(self._on_terms_told)
        self.store.changed.connect(self._on_settings_changed)
        self.thread_.answered.connect(self._on_answered)
        self._app.applicationStateChanged.connect(self._on_application_state)
        QGuiApplication.styleHints().colorSchemeChanged.connect(lambda _scheme: self._on_scheme_changed())

    def _show_once(self, kind: type[QDialog], make: Callable[[], QDialog]) -> None:
        """Show a dialog; one that is open already comes to the front instead."""
        dialog = next((found for found in self.window.findChildren(kind) if found.isVisible()), None)
        if dialog is None:
            dialog = make()
            dialog.finished.connect(dialog.deleteLater)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def _quiet(self) -> bool:
        mode = self.store.value.mode
        return mode == "quiet" or (mode == "auto" and self._machine.on_battery())

    def _config(self) -> EngineConfig:
        s = self.store.value
        idle_s = s.idle_minutes * 60.0
        if not self._quiet():
            return EngineConfig(s.threads, s.terms_file, idle_s, self._edition)
        threads, quiet_idle_s = quiet_threads(s.threads, os.cpu_count() or 2), min(idle_s, QUIET_IDLE_S) or QUIET_IDLE_S
        return EngineConfig(threads, s.terms_file, quiet_idle_s, self._edition)

    def _load(self, pack_id: str, config: EngineConfig) -> Engine:
        return load_engine(pack_id, config, self.terms_told.emit)

    def _start_server(self, token: str, port: int) -> Server:
        from translator_app.server.api import Api
        from translator_app.server.http import ApiServer, ServerConfig
        from translator_app.server.requests import RequestQueue

        queue = RequestQueue(self.thread_.start_job)
        server = ApiServer(
            Api(queue, lambda: self._pair), ServerConfig(token, port, origins=tuple(self.store.value.server_origins.split()))
        )
        server.start()
        return _Serving(server, queue)

    def _open(self, files: Sequence[str]) -> None:
        if files:
            self.window.text.open_files(files)

    def _on_settings_changed(self, settings: Settings, names: frozenset[str]) -> None:
        if "theme" in names:
            theme.apply(self._app, settings.theme)
        if names & {"threads", "terms_file", "idle_minutes", "mode"}:
            self.apply_config()
        if "terms_file" in names:
            self.window.live.now()  # after apply_config, or the old terms would be used once more

    def _on_application_state(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive and self._found is not None:
            self.scan_packs()

    def _on_scheme_changed(self) -> None:
        if self.store.value.theme == "system":
            theme.apply(self._app, "system")

    def _on_answered(self, revision: int, answer: object) -> None:
        if revision != self._scan or not isinstance(answer, tuple) or (answer == self._found and not self._packs_changed):
            return
        anew = self._packs_changed or self._found is not None  # then by another program, such as the command line
        self._found, self._packs_changed = answer, False
        self._show_packs(*answer)
        if anew:
            self._edition += 1
            self.apply_config()
            self.window.live.now()
        if self.window.isVisible() and answer[0]:
            self.thread_.ask(Channel.APP, lambda engine, _stop: engine.identity)  # loads the pack while the user looks around

    def _show_packs(self, found: Sequence[packs.Pack], used: str | None) -> None:
        current = next((pack for pack in found if pack.pack_id == used), next(iter(found), None))
        self.window.set_packs(found, current)
        if current is None:
            text = self.tr("There is no language pack yet.")
            self.window.notice.say("packs", text, self.tr("Get one…"), self.window.actions_.packs.trigger, alert=True)
            return
        self._pair = current.manifest.pair
        self.window.notice.drop("packs")
        if "zh" in self._pair.languages and not self.store.problems and not fonts.can_draw_chinese():
            # said in ASCII: there is nothing to draw Chinese with
            self.window.notice.say("fonts", "No font for Chinese is installed, such as fonts-noto-cjk or fonts-wqy-zenhei.", alert=True)

    def _on_terms_told(self, message: str) -> None:
        self.window.notice.say("terms", self.tr("Term file: {}").format(message), alert=True)

    def _on_quit(self) -> None:
        self.window.may_close = lambda: True  # quitting closes the window: that is no reason to ask
        self.window.session.forget_draft()
        self._app.quit()

    def _tell_problems(self, problems: Sequence[Problem]) -> None:
        words = {
            "restored": self.tr("The settings were damaged; the last good copy is in use."),
            "defaults": self.tr("The settings were damaged; the defaults are in use."),
            "value": self.tr("A setting was out of range; its default is in use: {}"),
        }
        if problems:
            self.window.notice.say("settings", words[problems[0].code].format(problems[0].detail), alert=True)


class _Serving:
    """The local API with the queue in front of the engine."""

    def __init__(self, server: ApiServer, queue: RequestQueue) -> None:
        self._server = server
        self._queue = queue

    @property
    def url(self) -> str:
        return self._server.url

    def stop(self) -> None:
        self._queue.close()  # first: who waits is refused, so that the server's threads end
        self._server.stop()


class LazyDictionary:
    """The dictionary that comes with the app, opened on the first look-up, in the thread that looks up."""

    def __init__(self) -> None:
        self._dictionary: Dictionary | None = None
        self._opened = False

    def __call__(self, word: str) -> Sequence[Sense]:
        """Entries for a word; nothing without a dictionary."""
        from translator_app.engine.dictionary import default_dictionary

        if not self._opened:
            self._opened = True
            self._dictionary = default_dictionary()
        return self._dictionary.lookup(word) if self._dictionary else []


def load_engine(pack_id: str, config: EngineConfig, tell: Callable[[str], object] = lambda _message: None) -> Engine:
    """An engine for a pack, the chosen one by default. Raises TranslatorError.

    A bad term file is no reason not to translate: `tell` gets what is wrong with it.
    """
    from translator_app.engine.terms import TermBase
    from translator_app.engine.translator import Translator

    pack = packs.find_pack(pack_id or None)
    terms = None
    if config.terms_file:
        try:
            terms = TermBase.load(Path(config.terms_file), *pack.manifest.languages)
        except TermsError as error:
            tell(language.words(error))
        else:
            if terms.errors:
                tell(f"{Path(config.terms_file).name}: {'; '.join(map(language.words, terms.errors[:3]))}")
    return Translator(pack, threads=config.threads, terms=terms)


def _import_engine() -> None:
    import translator_app.engine.translator  # noqa: F401 - slow, so in the engine's thread while the window comes up


def _application() -> QApplication:
    QApplication.setDesktopFileName(APP_ID)
    with screen.needed():
        app = QApplication(sys.argv[:1])
    app.setApplicationName("translator-app")
    app.setApplicationVersion(__version__)
    app.setStyle("Fusion")
    app.setFont(fonts.interface_font(app.font()))
    app.setWindowIcon(app_icon())
    app.setQuitOnLastWindowClosed(False)  # the tray may outlive the window
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return app


def _start_log() -> None:
    """A rotating file; it never holds text of the user."""
    folder = paths.log_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(folder / "app.log", maxBytes=500_000, backupCount=2, encoding="utf-8")
    except OSError:
        return  # a read-only home is no reason not to start
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.INFO)
