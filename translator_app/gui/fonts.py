"""Fonts that draw Chinese with Chinese glyph forms, whatever the system's language is.

A font list that names only a Latin family leaves the choice of the Chinese one to the system, which on a Japanese or
English one may draw 直 骨 角 in their Japanese forms. So a Chinese family is always named.
"""

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QGuiApplication

SIMPLIFIED = (
    "PingFang SC",
    "Microsoft YaHei UI",
    "Microsoft YaHei",
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "Noto Sans SC",
    "HarmonyOS Sans SC",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
)
TRADITIONAL = {
    "hant-tw": ("PingFang TC", "Microsoft JhengHei UI", "Microsoft JhengHei", "Noto Sans CJK TC", "Source Han Sans TC", "Noto Sans TC"),
    "hant-hk": ("PingFang HK", "Microsoft JhengHei UI", "Noto Sans CJK HK", "Source Han Sans HC", "Noto Sans HK"),
}


def chinese_family(script: str = "hans") -> str:
    """The best family here for Simplified (hans) or Traditional (hant-tw, hant-hk) Chinese; "" when there is none."""
    wanted = (*TRADITIONAL.get(script, ()), *SIMPLIFIED)
    return next((name for name in wanted if QFontDatabase.hasFamily(name)), "")


def can_draw_chinese() -> bool:
    """Is there any font for Chinese on this system?"""
    return bool(chinese_family()) or bool(QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese))


def interface_font(chosen: QFont) -> QFont:
    """The system's own font, with a Chinese family named behind it.

    A generic name, such as "Sans Serif", is no family to Qt once there is a list: without the real one the Chinese family would
    draw all, and “ ” ’ … in English as wide as in Chinese.
    """
    font = QFont(chosen)
    families = [family for family in (*chosen.families(), QFontInfo(chosen).family(), chinese_family()) if family]
    font.setFamilies(list(dict.fromkeys(families)))
    return font


def pane_font(family: str, points: float, *, script: str | None = None) -> QFont:
    """Font of a text pane; `script` names the Chinese that it shows mostly, None for English.

    Chinese text puts the Chinese family first, so that “ ” — … come out in their Chinese widths.
    """
    system = QGuiApplication.font().families()
    chinese = chinese_family(script or "hans")
    order = [family, chinese, *system] if script else [family, *system, chinese]
    font = QFont(QGuiApplication.font())
    font.setFamilies(list(dict.fromkeys(name for name in order if name)))
    font.setPointSizeF(points)
    return font
