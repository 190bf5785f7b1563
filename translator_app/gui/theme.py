"""Colours, shapes and fonts of the whole interface. Text on every background keeps a contrast of 4.5:1 or more.

Widgets say what they are with `role(widget, "...")`, and the one style sheet (assets/style.qss) decides how that looks. Colours that
are painted by hand are read from the palette, so that a change of theme reaches them as a PaletteChange event.
"""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from translator_app import paths


@dataclass(frozen=True, slots=True)
class Colors:
    """One theme."""

    window: str  # behind the cards
    surface: str  # cards, menus, fields
    hover: str
    border: str
    text: str
    muted: str  # secondary text and icons
    accent: str  # buttons, focus, selection
    on_accent: str
    accent_soft: str  # the paired sentence
    warning: str
    warning_soft: str


LIGHT = Colors("#F3F5F6", "#FFFFFF", "#E9EDEF", "#D7DDE1", "#182026", "#56636D", "#0B7285", "#FFFFFF", "#D6EEF2", "#8F5200", "#FDF1DC")
DARK = Colors("#14191D", "#1C2328", "#28323A", "#313C45", "#E6ECF0", "#A9B7C0", "#4FC3D4", "#08252B", "#1D4750", "#F0B860", "#3A2F1C")


def is_dark(theme: str) -> bool:
    """Does "system", "light" or "dark" come out dark now?"""
    if theme == "system":
        return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return theme == "dark"


def apply(app: QApplication, theme: str) -> Colors:
    """Dress the application in a theme; call again when the setting or the system's scheme changes."""
    wanted = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}.get(theme, Qt.ColorScheme.Unknown)
    QGuiApplication.styleHints().setColorScheme(wanted)  # title bars and native dialogs
    colors = DARK if is_dark(theme) else LIGHT
    app.setPalette(_palette(colors))
    app.setStyleSheet(_style_sheet(colors))
    return colors


def colors_of(palette: QPalette) -> Colors:
    """The theme that a widget wears."""
    return DARK if palette.color(QPalette.ColorRole.Text).lightness() > 128 else LIGHT  # backgrounds may be transparent


def role(widget: QWidget, name: str) -> None:
    """Say what a widget is: card, heading, muted, title, primary, notice, warning, chip ..., as assets/style.qss knows it."""
    widget.setProperty("role", name)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def _palette(c: Colors) -> QPalette:
    palette = QPalette()
    roles = QPalette.ColorRole
    for color_role, color in {
        roles.Window: c.window,
        roles.WindowText: c.text,
        roles.Base: c.surface,
        roles.AlternateBase: c.hover,
        roles.Text: c.text,
        roles.Button: c.surface,
        roles.ButtonText: c.text,
        roles.BrightText: c.on_accent,
        roles.ToolTipBase: c.surface,
        roles.ToolTipText: c.text,
        roles.PlaceholderText: c.muted,
        roles.Highlight: c.accent,
        roles.HighlightedText: c.on_accent,
        roles.Link: c.accent,
        roles.LinkVisited: c.accent,
        roles.Accent: c.accent,
        roles.Light: c.hover,
        roles.Midlight: c.hover,
        roles.Mid: c.border,
        roles.Dark: c.border,
        roles.Shadow: c.border,
    }.items():
        palette.setColor(color_role, QColor(color))
    for color_role in (roles.Text, roles.WindowText, roles.ButtonText):
        faded = QColor(c.muted)
        faded.setAlpha(140)
        palette.setColor(QPalette.ColorGroup.Disabled, color_role, faded)
    return palette


def _style_sheet(c: Colors) -> str:
    sheet = (paths.assets_dir() / "style.qss").read_text(encoding="utf-8")
    icons = (paths.assets_dir() / "icons").as_posix()
    sheet = sheet.replace("@icons", icons).replace("@tick", f"{icons}/tick-{'dark' if c is DARK else 'light'}.svg")
    for name in Colors.__slots__:
        sheet = sheet.replace(f"@{name};", f"{getattr(c, name)};").replace(f"@{name} ", f"{getattr(c, name)} ")
    return sheet
