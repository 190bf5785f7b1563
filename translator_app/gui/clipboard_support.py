"""What of the clipboard functions works on this system, said exactly."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

COMMAND = "translator-app --translate-clipboard"


def words(kind: str) -> str:
    """For a kind of hotkeys.backend_kind."""
    tr = QCoreApplication.translate
    known = {
        "x11": tr("ClipboardSupport", "On this system (X11) all of this works."),
        "portal": tr(
            "ClipboardSupport",
            "This desktop uses Wayland. Shortcuts go through the desktop, which asks you once and may offer other keys. A program sees "
            "the clipboard only while it has the keyboard: listening and pressing Ctrl+C twice work only then, and translating the "
            "clipboard shows its window first. Instead of a shortcut from here you can set one in the settings of your desktop, for: {}",
        ),
        "windows": tr(
            "ClipboardSupport", "Made for Windows from its documentation, but not tried there yet. Please tell us what does not work."
        ),
        "macos": tr(
            "ClipboardSupport",
            "Made for macOS from its documentation, but not tried there yet. macOS tells of copies in other programs only when this one "
            "comes to the front, so listening and pressing Ctrl+C twice come late.",
        ),
    }
    text = known.get(kind) or tr(
        "ClipboardSupport",
        "This system offers no shortcuts to programs in the background. Set one in the settings of your desktop, for: {}",
    )
    return text.format(COMMAND)


def problem_words(code: str) -> str:
    """Why a shortcut does not work."""
    tr = QCoreApplication.translate
    known = {
        "taken": tr("ClipboardSupport", "another program has it already"),
        "no-key": tr("ClipboardSupport", "this keyboard has no such key"),
        "not-one": tr("ClipboardSupport", "it is not one combination of keys"),
        "no-modifier": tr("ClipboardSupport", "it needs Ctrl, Alt or the system's key"),
        "no-library": tr("ClipboardSupport", "a library of the system is missing"),
        "no-way": tr("ClipboardSupport", "this system has no way to do it"),
        "no-portal": tr("ClipboardSupport", "this desktop does not offer shortcuts to programs"),
        "refused": tr("ClipboardSupport", "the desktop, or you in its dialog, said no"),
    }
    return known.get(code, code)
