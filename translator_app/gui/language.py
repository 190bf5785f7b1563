"""Language of the interface: the user's choice, else the system's; English where there is no translation."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from translator_app import paths
from translator_app.errors import Message, reason_of
from translator_app.languages import language_name
from translator_app.manifest import Manifest


def chosen(setting: str) -> str:
    """The interface language for a setting: "en" or "zh_CN"."""
    if setting:
        return setting
    return "zh_CN" if QLocale.system().language() == QLocale.Language.Chinese else "en"


def install(app: QCoreApplication, setting: str) -> str:
    """Load the translations of the interface and of Qt's own words; what is used comes back."""
    language = chosen(setting)
    QLocale.setDefault(QLocale(language) if setting else QLocale.system())
    own = QTranslator(app)
    if own.load(str(paths.assets_dir() / "i18n" / f"translator_app_{language}.qm")):  # English has one for its plurals
        app.installTranslator(own)
    qt = QTranslator(app)
    if language != "en" and qt.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(qt)
    return language


def name(tag: str) -> str:
    """What a language is called in the interface; Qt's English name for one that we have no Chinese name for, at last the tag."""
    known = language_name(tag, chinese=_in_chinese())
    other = QLocale.codeToLanguage(tag)
    return QLocale.languageToString(other) if known == tag and other != QLocale.Language.AnyLanguage else known


def pack_name(manifest: Manifest) -> str:
    """The name of a pack; where it is called after its languages, as ours are, with those in the language of the interface."""
    source, target = manifest.languages
    own = f"{language_name(source)} to {language_name(target)}"
    if not manifest.name.startswith(own):
        return manifest.name
    words = QCoreApplication.translate("language", "{source} to {target}").format(source=name(source), target=name(target))
    return words + manifest.name.removeprefix(own)


def words(message: str | Exception) -> str:
    """A message for the user in the language of the interface; as it is where there is no translation. Safe in any thread."""
    if isinstance(message, Exception):
        message = reason_of(message)
    if not isinstance(message, Message):
        return message  # no words but a name
    template = QCoreApplication.translate("errors", message.template)
    values = {name: words(value) if isinstance(value, str | Exception) else value for name, value in message.values.items()}
    return template.format(**values) if values else template


def listed(parts: Iterable[str]) -> str:
    """Words with commas between."""
    return QCoreApplication.translate("language", ", ").join(parts)


def _in_chinese() -> bool:
    return QLocale().language() == QLocale.Language.Chinese


def of_warnings(setting: str) -> str:
    """The language that engine.checks.Warning.message speaks: "en" or "zh"."""
    return "zh" if chosen(setting) == "zh_CN" else "en"
