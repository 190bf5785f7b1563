"""What of the clipboard functions works on this system, said exactly."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

COMMAND = "translator-app --translate-clipboard"


def words(kind: str) -> str:
    """For a kind of hotkeys.backend_kind."""
    translate = QCoreApplication.translate
    known = {
        "x11": translate("ClipboardSupport", "On this system (X11) all of this works."),
        "portal": translate(
            "ClipboardSupport",
            "This desktop uses Wayland. Shortcuts go through the desktop, which asks you once and may offer other keys. A program sees "
            "the clipboard only while it has the keyboard: listening and pressing Ctrl+C twice work only then, and translating the "
            "clipboard shows its window first. Instead of a shortcut from here you can set one in the settings of your desktop, for: {}",
        ),
        "windows": translate(
            "ClipboardSupport", "Made for Windows from its documentation, but not tried there yet. Please tell us what does not work."
        ),
        "macos": translate(
            "ClipboardSupport",
            "Made for macOS from its documentation, but not tried there yet. macOS tells of copies in other programs only when this one "
            "comes to the front, so listening and pressing Ctrl+C twice come late.",
        ),
    }
    text = known.get(kind) or translate(
        "ClipboardSupport",
        "This system offers no shortcuts to programs in the background. Set one in the settings of your desktop, for: {}",
    )
    return text.format(COMMAND)


def problem_words(code: str) -> str:
    """Why a shortcut does not work."""
    translate = QCoreApplication.translate
    known = {
        "taken": translate("ClipboardSupport", "another program has it already"),
        "no-key": translate("ClipboardSupport", "this keyboard has no such key"),
        "not-one": translate("ClipboardSupport", "it is not one combination of keys"),
        "no-modifier": translate("ClipboardSupport", "it needs Ctrl, Alt or the system's key"),
        "no-library": translate("ClipboardSupport", "a library of the system is missing"),
        "no-way": translate("ClipboardSupport", "this system has no way to do it"),
        "no-portal": translate("ClipboardSupport", "this desktop does not offer shortcuts to programs"),
        "refused": translate("ClipboardSupport", "the desktop, or you in its dialog, said no"),
    }
    return known.get(code, code)
