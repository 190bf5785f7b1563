"""What files of keys and values share: which values are text, menu mnemonics, edges that stay, two languages in one value."""

import re
from collections.abc import Callable

from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import Slot

_LETTER = re.compile(r"[^\W\d_]")
_CODE = re.compile(
    r"(?:[a-z][a-z0-9+.-]*:[^\s]*"  # scheme:something
    r"|[^\s@]+@[^\s@]+\.[^\s@]+"
    r"|[.~]{0,2}[/\\][^\s]*|[A-Za-z]:\\.*"  # paths
    r"|[^\s]*[\w-][/\\][\w-][^\s]*"
    r"|\#[0-9A-Fa-f]{3,8}"
    r"|[A-Za-z][A-Za-z0-9]*(?:[_.:-][A-Za-z0-9]+)+"  # snake_case, dotted.name, en-US, file.txt
    r"|[a-z]+[A-Z]\w*"  # camelCase
    r"|(?=[^\s]*[\d_])[A-Z0-9_]+"  # MAX_SIZE, A4
    r"|(?=[^\s]*\d)[0-9A-Za-z+/=_-]{12,}"  # hashes, keys
    r"|\$?\{[^{}]*\}|%[\w()]+)",
    re.ASCII,
)
_HYPHENED = re.compile(r"[A-Za-z]+(?:-[a-z]+)+")


def is_text(value: str) -> bool:
    """True for words a person reads; False for URLs, paths, names of files and variables, colours, hashes, numbers."""
    value = value.strip()
    if not _LETTER.search(value):
        return False
    if _HYPHENED.fullmatch(value) and len(value) > 5:
        return True
    return not _CODE.fullmatch(value)


def slot(
    value: str,
    raw: str,
    render: Callable[[str], str],
    place: str,
    options: DocumentOptions,
    *,
    mnemonic: str = "",
    both: bool = True,
    always: bool = False,
) -> Slot:
    """A slot for a value: white space at its edges stays, and so does a menu mnemonic ("&Open" -> "打开(&O)").

    `both` False: the format keeps source and translation apart by itself, so the bilingual mode changes nothing.
    """
    text = value.strip()
    lead = value[: len(value) - len(value.lstrip())]
    tail = value[len(value.rstrip()) :]
    text, key = _take_mnemonic(text, mnemonic)

    def filled(target: str) -> str:
        if key:
            ending = re.search(r"(?:\.\.\.|…+|[:：])?$", target)
            at = ending.start() if ending else len(target)
            if target != text:
                target = f"{target[:at]}({mnemonic}{key.upper()}){target[at:]}"
        whole = lead + target + tail
        return render(f"{value.rstrip()} / {target}{tail}" if options.bilingual and both and target != text else whole)

    return Slot(text, raw, filled, place, always)


def _take_mnemonic(text: str, sign: str) -> tuple[str, str]:
    """The text without the sign of its mnemonic, and the mnemonic's letter ("" when there is none)."""
    if not sign or text.count(sign) - 2 * text.count(sign * 2) != 1 or len(text) > 60:
        return text, ""
    match = re.search(rf"(\w*)(?<!{sign}){sign}([A-Za-z0-9])(?!\w+;)", text)
    if not match or (match[1] and (match[2].isupper() or not match[1][0].isupper() or (sign == "_" and len(text.split()) > 4))):
        return text, ""  # R&D, &nbsp;, snake_case
    at = match.start(2)
    return text[: at - 1] + text[at:], match[2]
