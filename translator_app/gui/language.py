"""Language of the interface: the user's choice, else the system's; English where there is no translation."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from translator_app import paths


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


def of_warnings(setting: str) -> str:
    """The language that engine.checks.Warning.message speaks: "en" or "zh"."""
    return "zh" if chosen(setting) == "zh_CN" else "en"
