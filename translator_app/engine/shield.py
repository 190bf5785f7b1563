"""Things in a sentence that must come through a translation exactly: addresses, code, placeholders, tags, emoji, terms ...

A thing is found (`find_things`), replaced by a placeholder (`mask`), looked for in the translation (`unmask`), and when the model
lost it, the text around it is translated piece by piece (`around`). Patterns are written so that no input takes more than
linear time: what repeats is possessive or bounded.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from translator_app.engine.terms import TermBase


@dataclass(frozen=True, slots=True)
class Thing:
    """A stretch of the sentence (`start` in characters) and what stands for it in the translation (`target`)."""

    text: str
    start: int
    kind: str
    target: str

    @property
    def end(self) -> int:
        """Offset of the first character after it."""
        return self.start + len(self.text)


HAN = "\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WIDE = f"{HAN}\u3000-\u303f\uff00-\uff0f\uff1a-\uff1e“”‘’«»"  # never part of an address or a path
_EMOJI = (
    r"(?:[\U0001F1E6-\U0001F1FF]{2}"  # flags
    r"|[0-9#*]\ufe0f?\u20e3"  # keycaps
    r"|[\U0001F000-\U0001F1E5\U0001F200-\U0001FAFF\u2600-\u27bf\u2b00-\u2bff\u231a-\u23ff\u2934\u2935\u3030\u303d\u3297\u3299]"
    r"[\ufe0e\ufe0f\U0001F3FB-\U0001F3FF\u20e3]*+[\U000E0020-\U000E007F]*+"
    r"(?:\u200d[\u2190-\u2bff\U0001F000-\U0001FAFF][\ufe0e\ufe0f\U0001F3FB-\U0001F3FF]*+)*"
    r"|[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u25a0-\u25ff]\ufe0f|[\U0001F1E6-\U0001F1FF])"
)
_EXTENSIONS = (
    "txt|pdf|docx?|xlsx?|pptx?|odt|ods|csv|tsv|json|xml|ya?ml|py|js|ts|jsx|tsx|html?|css|scss|png|jpe?g|gif|svg"
    "|webp|bmp|ico|zip|tar|gz|bz2|xz|7z|rar|exe|msi|dmg|deb|rpm|apk|dll|so|md|rst|tex|log|ini|cfg|conf|toml|sh|bat|ps1|cpp|hpp|java|rs|go|rb|php|sql|db|sqlite"
    "|mp3|mp4|wav|flac|ogg|avi|mkv|mov"
    "|onnx|pt|bin|iso|img|epub|srt|vtt|po|whl|jar|ipynb|lock|bak|tmp|env"
)
_DOMAINS = "com|org|net|edu|gov|mil|io|dev|app|info|biz|cn|uk|de|fr|jp|ru|eu|us|ca|au|ch|nl|se|es|br|kr|tw|hk|sg|tv|ai|xyz|test|example"

_MODIFIERS = "Ctrl|Control|Cmd|Command|Alt|Option|Shift|Win|Windows|Super|Meta|Fn"
_FIELDS = (
    "name|e-?mail|address|date|time|amount|number|company|city|country|phone|title|link|url|id|product|price|signature"
    "|insert[^\\[\\]\\n]{1,40}"
)
_MEASURES = (
    r"[kcmµμn]?m[²³]?|[kmµμ]?g|lbs?|oz|ft|mph|km/h|m/s|m[lL]|[lL]|[kMGT]?Hz|[kKMGTP]i?[Bb](?:ps|/s)?|[kM]?Wh?|[kM]?[VA]|mAh|px|dpi|fps|rpm"
)
_PATH_CHAR = rf"[^\s\\/:*?\"<>|{_WIDE}]"
_ICU_BRANCH = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]{0,80}\}){0,80}+\}){0,200}+\}"  # one {{{count}} item}
_URL_REST = rf"[^\s<>\"{_WIDE}\ue000-\uf8ff]"
# kind -> pattern, in order of preference where two start at the same place; the longest of those that overlap wins in the end
_KINDS = {
    "private": (r"[\ue000-\uf8ff\U000f0000-\U0010ffff]+",),
    "code": (
        r"(?<!`)(?P<tick>`{1,3})(?![^`\s]{0,60}'(?:[\s.,;:!?)]|$))(?!`)[^\n]{1,500}?(?<!`)(?P=tick)(?!`)",
        r"<(?P<element>code|pre|samp|tt|var)>[^<>\n]{1,300}</(?P=element)>",
    ),
    "url": (
        rf"(?<![A-Za-z0-9])(?:(?:https?|ftps?|sftp|file|ssh|git|wss?|s3|ipfs):/{{2,3}}|www\.|HTTPS?://|WWW\.|magnet:|mailto:|tel:\+?){_URL_REST}+",
        rf"(?<![\w.+-])[\w.-]{{1,64}}+@[\w.-]{{1,200}}+:(?!\d)[\w~][\w~.-]{{0,80}}/{_URL_REST}+",  # git@host:x/y
    ),
    "email": (r"(?<![\w.+-])[\w.%+-]{1,64}+@(?:[\w-]{1,63}+\.)+[A-Za-z]{2,24}\b",),
    "domain": (
        rf"(?<![\w.@/-])(?:[A-Za-z0-9-]{{1,63}}+\.){{1,8}}(?:{_DOMAINS}|COM|ORG|NET)\b(?![\w-]|\.\w)(?:(?::\d{{2,5}})?/{_URL_REST}*)?",
    ),
    "path": (
        r"(?<=[\"“])(?:[A-Za-z]:|\\)\\[^\"”<>|*?\n]{1,260}(?=[\"”])",  # "C:\a b.txt"
        rf"(?<![\w\\])[A-Za-z]:[\\/](?:{_PATH_CHAR}+(?: {_PATH_CHAR}+){{0,3}}[\\/])*"  # C:\x y\z, C:\x y\Photo 2.jpg
        rf"(?:{_PATH_CHAR}+(?: [A-Z0-9(]{_PATH_CHAR}*?){{1,3}}?\.(?:{_EXTENSIONS})\b|{_PATH_CHAR}*)",
        rf"(?<![\w\\])\\\\{_PATH_CHAR}+(?:\\{_PATH_CHAR}+)+\\?",  # \\server\share
        r"(?<![\w\\.-])\w[\w.-]*+(?:\\[A-Z0-9][\w.-]+)+",  # Windows\System32
        rf"%[A-Za-z]\w{{1,40}}%(?:\\{_PATH_CHAR}+)*",  # %APPDATA%\x
        r"(?<![\w/.~])(?:~|\.{1,2}|\$\w{1,40}|\$\{\w{1,40}\})?(?:/(?:[\w.@%+=~-]++/)*+[\w.@%+=~-]*[\w~]|/(?:[\w.@%+=~-]++/)++)",
        rf"(?<![\w/.-])[\w-][\w.-]*+(?:/[\w.-]+)+\.(?:{_EXTENSIONS})\b",  # src/x.py
        rf"(?<![\w/.-])\.?[\w-]{{1,80}}+(?:\.[\w-]{{1,40}}+){{0,3}}\.(?:{_EXTENSIONS})\b(?!\.\w)",  # x.py
        r"(?<![\w/.-])[\w-]{2,80}\.(?:c|h|cc|cs|kt|swift)\b(?::\d+)?(?!\.?\w)",  # main.c:42
        r"(?<![\w/.-])[\w.-]++/[\w.-]++/(?:[\w.-]++/)*(?=\s|$)",  # x/y/
    ),
    "tag": (
        r"&lt;/?[A-Za-z][^&<>\n]{0,80}&gt;",
        r"</?[A-Za-z][\w:.-]{0,40}(?:\s++[\w:@.-]+(?:\s*+=\s*+(?:\"[^\"<>]{0,300}\"|'[^'<>]{0,300}'|[^\s\"'<>]{1,300}))?)*+\s*+/?>",
        r"</?[A-Za-z]{0,2}\d{1,6}/?>|<!--[^>]{0,300}-->|\[/?(?:b|i|u|s|url|img|quote|code)\]",
        r"!?\[(?=[^\[\]\n]{1,200}\]\()|\]\([^()\s]*+(?:\([^()\s]*+\)[^()\s]*+)*\)",
        r"\*\*\*?|~~|(?<![\w*])\*(?=\w)|(?<=\w)\*(?![\w*])",  # Markdown
        r"\[\^[\w-]{1,40}\]|[©®™†‡¶×÷±≈≠∀∃∈∉⊂⊆∪∩∞√∑∏∫∂∇⇒⇔]|&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[A-Za-z]\w{1,30});",
    ),
    "placeholder": (
        r"\{\{[^{}\n]{1,80}\}\}|\$\{[^{}\n]{1,80}\}|%\{\w{1,40}\}|#\{[^{}\n]{1,80}\}|\{%[^{}\n]{1,80}%\}",
        rf"\{{\w{{1,40}},\s*(?:plural|select|selectordinal|number|date|time|choice)\b(?:[^{{}}]|{_ICU_BRANCH}){{0,400}}+\}}",  # ICU
        r"(?<![!-~]):[a-z][a-z_]{1,40}(?![\w:])",  # Laravel's :name
        r"\{\s?[\w.$:,+<>^#%|!\[\]()'/-]{0,60}\s?\}|\[\[[^\[\]\n]{1,80}\]\]|<<\w{1,40}>>|(?<!\w)__[A-Za-z]\w{0,40}?__(?!\w)",
        rf"\[(?:[A-Z][A-Z0-9_]{{2,30}}|(?i:(?:(?:your|first|last|full|user|customer|company|product|order)[ _-])?(?:{_FIELDS})))\](?!\()",
        r"%\(\w{1,40}\)[-+#0]?\d*(?:\.\d+)?[a-zA-Z]|%%|%\d(?![\w$])|\$[A-Z_][A-Z0-9_]{1,40}\b|\\[nrt](?![a-z])",
        r"(?<![\d%])%(?:\d{1,2}\$)?[-+#0]*\d*(?:\.\d+)?(?:hh?|ll?|[Lzjt])?[diouxXeEfFgGcrsapn@](?![A-Za-z])",  # printf
        r"\$\$[^$\n]{1,300}\$\$|\$(?=[^$\n]{0,100}[\\^_=])[^$\s\d][^$\n]{0,100}\$",  # TeX
        r"(?<![A-Za-z$\\])\$[A-Za-z](?:[^$\n]{0,40}[^$\s])?\$(?![\w$])|\\\([^\n]{1,200}?\\\)|\\\[[^\n]{1,200}?\\\]",
        r"(?<!\S)[^\s\\]{0,40}\\[dwsbDWSB](?![A-Za-z])\S{0,60}(?<![.,;:!?])",  # a regular expression
        r"~?\\(?:[a-z]{0,4}cite[a-z]{0,6}|[a-z]{0,4}ref|label|begin|end|includegraphics|usepackage)\*?(?:\[[^\]\n]{0,80}\])?\{[^{}\n]{1,80}\}",
    ),
    "hash": (
        r"\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b|\b0x[0-9a-fA-F]+\b|\b(?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}\b",
        r"\b(?=[a-f]{0,63}+[0-9])(?=[0-9]{0,63}+[a-f])[0-9a-f]{7,128}\b|\bsha\d+[:-][0-9a-fA-F]{8,}",
    ),
    "version": (
        r"(?<![\w.])[vV]\d+(?:\.\d+)*(?:[-+][0-9A-Za-z.-]*[0-9A-Za-z])?\b",
        r"(?<![\w:.])(?=[0-9a-fA-F:]{0,39}::|(?:[0-9a-fA-F]{1,4}:){7})[0-9a-fA-F:]{3,39}(?:/\d{1,3})?(?![\w:])",  # IPv6
        r"(?<![\w.,])\d+(?:\.\d+){2,8}(?:[-+][0-9A-Za-z]+(?:\.[0-9A-Za-z]+)*)?(?::\d+|/\d+)?\b",
    ),
    "id": (
        r"(?<![\w.])[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)*(?:[A-Z][a-z0-9]+[A-Z][a-z0-9]+|Error|Exception)(?:\(\))?(?!\w|\.\w|::)",  # TypeError
        r"(?<![\w.=])[A-Za-z_][\w.-]{1,40}=[\w\"'./:-]*[\w\"']|(?<![\w.])\w+\^(?:\{[^{}\s]{1,20}\}|\([^()\s]{1,20}\)|-?\w+)",  # k=5, x^2
        r"(?<![\w.])[A-Za-z][a-z]+\d{3,}(?!\w|\.\w|::)|§§?\s?\d[\w.]*(?:\(\w{1,3}\))*",
        r"(?<![\w-])#?[A-Z]{1,8}(?:[-_][A-Z0-9]{1,12})*[-_]?\d{3,}(?:[-_]?[A-Z0-9]+)*(?![\w-])|(?<![\w.])#\d+\b",
        r"(?<![\w.])_{0,2}[A-Za-z][A-Za-z0-9]*+(?:_[A-Za-z0-9]+)+_{0,2}(?:\(\))?|(?<![\w.])[a-z]{2}[a-z0-9]*+(?:[A-Z][a-z0-9]+){1,8}(?:\(\))?(?!\w)",
        r"(?<![\w.])[A-Za-z_]\w*+(?:(?:\.|::|->)[A-Za-z_]\w*+)*\(\)|(?<![\w:])[A-Za-z_]\w*+(?:::[A-Za-z_]\w*+)+|(?<!\w)--?[a-zA-Z][\w-]{0,40}=\S+|(?<![\w-])--[a-z][\w-]+",
        r"(?<![\w.@/-])[A-Za-z_]\w++(?:(?:\.[a-z_]\w++)+(?:\.[A-Za-z_]\w++)*|(?:\.[A-Za-z_]\w++){2,})",  # os.path, x.y.Z
        rf"\b(?:{_MODIFIERS})(?: ?\+ ?(?:{_MODIFIERS}|[A-Z][a-z]{{2,8}}|F\d{{1,2}}|[A-Za-z0-9](?!\w)))+|\b(?:Ctrl|Cmd|Alt)-[A-Z0-9](?!\w)",
        r"\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?",
    ),
    "phone": (
        r"(?<![\w.])\+\d{1,3}[ .-]?\(?\d{1,4}\)?(?:[ .-]?\d{2,4}){2,4}\b",
        r"(?<![\w.,/])(?:0\d{1,4}|\(0\d{1,4}\)) ?\d{3,4}[ -]?\d{3,4}(?![.,]?\d)|(?<![\w.,/])0\d(?:[ .]\d\d){4}(?![.,]?\d)",
        r"(?<![\w.,/])1[3-9]\d[ -]\d{4}[ -]\d{4}(?![.,-]?\d)|(?<![\w.,/-])\d{4}(?:[ -]\d{4}){3}(?![.,-]?\d)",
        r"\b[A-Z]{2}\d\d(?: [A-Z0-9]{4}){3,7}(?: [A-Z0-9]{1,3})?(?!\w)",  # IBAN
        r"(?<![\w.-])(?:1[-. ])?(?:\(\d{3}\) ?|\d{3}[-.])\d{3,4}[-.]\d{4}\b(?!-)",
    ),
    "measure": (
        rf"(?<![\w.,:/$€£¥-])\d++(?:[.,]\d++)*(?:{_MEASURES})(?!\w)",  # 30cm
        r"(?<![\w.,:/$€£¥-])(?:\d{1,3} ?)?[¼½¾⅐-⅞]+(?!\w)|\d+[⁰¹²³⁴-⁹⁻]+(?!\w)",
        r"(?<![\w.,:/-])\d{1,3} \d{1,2}[/\u2044]\d{1,2}(?![\w/.]\w)",  # 2½, 2 1/2
    ),
    "hashtag": (r"(?<![\w&/#])#[^\W\d_]\w{0,100}",),
    "mention": (r"(?<![\w@./])@[A-Za-z_]\w{0,60}(?:[.-]\w+)*",),
    "emoji": (
        rf"{_EMOJI}+",
        r"(?<![\w()])(?:[:;][-^']?[)(DPp|\\*3]{1,3}|<3|\^_+\^|[xX]D)(?!\w)",
        r"(?<![\w:]):(?:[a-z][a-z0-9_+-]{1,30}|[+-]1):(?![\w:])",
    ),
    "leader": (r"[.…·]{4,}|_{3,}|…{2,}|(?:\. ){3,}\.|-{4,}|={3,}|\*{4,}|~{3,}",),
    "foreign": (  # scripts that the vocabulary of a model for English hardly knows
        rf"[{HAN}\u3040-\u30ff\uac00-\ud7af][{HAN}\u3040-\u30ff\uac00-\ud7af·]*|(?<![A-Za-z])[\u0370-\u03ff]+[A-Za-z]{{0,2}}(?!\w)|[\u0370-\u03ff]{{2,}}|[\u0400-\u052f]+|[\u0530-\u058f]+",
        r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]+|[\u0900-\u10ff\u1200-\u137f\u1780-\u17ff]+",
    ),
}
# No thing starts within an English word; to say so first saves most of the time.
_THING = re.compile(
    r"(?!(?<=[A-Za-z0-9_])[A-Za-z0-9_])(?:" + "|".join(f"(?P<{kind}>{'|'.join(patterns)})" for kind, patterns in _KINDS.items()) + ")"
)
# A sentence of plain words is the usual case; this finds fast that there is nothing to look for.
_SIGN = re.compile(
    r"[/@\\{}<>`_]|[A-Za-z#+(-]\d|\d[A-Za-z]|\d[.-]\d+[.-]\d|\w\.\w|:\S|;[-)(]|=[)(D=]|[a-z][A-Z]|--|\(\)|[xX]D|[#&]\w|%[^\s.,;:!?)]|\$[A-Za-z]"
    r"|[A-Za-z] ?\+ ?[A-Z]|(?:Ctrl|Cmd|Alt)-|[¼½¾§¶©®×÷±^=]|\d\)? \d"
    r"|\$[^$]+\^|[\[*]\S|\*$|\w\*|\^_|~~|[._…·]{4}|……|\. \. |[^\x00-\x7f\xa0-\u024f\u2010-\u201f\u2026\u20a0-\u20cf]|[0-9#*]\u20e3"
)
_LATIN_OR_FOREIGN = re.compile(rf"[A-Za-z]+(?:['’-][A-Za-z]+)*|[{HAN}\u3040-\u30ff\uac00-\ud7af\u0400-\u052f\u0590-\u08ff\u0900-\u137f]")


def find_things(sentence: str, terms: "TermBase | None" = None, keep: "re.Pattern[str] | None" = None) -> list[Thing]:
    """The things of a sentence, in order, none overlapping another; of those that would, the longest stays."""
    found: list[Thing] = []
    if _SIGN.search(sentence):
        found = [thing for match in _THING.finditer(sentence) if (thing := _thing_of(match)) is not None]
        if any(thing.kind == "foreign" for thing in found) and not _latin_prevails(sentence):
            found = [thing for thing in found if thing.kind != "foreign"]
    if terms is None and keep is None:
        return found
    if terms is not None:
        found += [Thing(sentence[start:end], start, "term", target) for start, end, target in terms.find(sentence)]
    if keep is not None:
        found += [Thing(m[0], m.start(), "keep", m[0]) for m in keep.finditer(sentence) if m[0]]
    return longest(found)


def _thing_of(match: re.Match[str]) -> Thing | None:
    kind = match.lastgroup if match.lastgroup not in ("tick", "element") else "code"
    text = match[0]
    if kind in ("url", "domain", "path"):
        text = _without_punctuation(text)
        kind = "url" if kind == "domain" else kind
    elif kind == "mention" or kind == "email":
        text = text.rstrip(".-")
    if len(text) < 2 and kind not in ("private", "emoji", "foreign", "tag", "measure"):
        return None
    return Thing(text, match.start(), str(kind), text)


def _without_punctuation(text: str) -> str:
    """An address without the punctuation of the sentence around it: a closing bracket belongs to it only if it was opened there."""
    end = len(text)
    opened = {")": text.count("(") - text.count(")"), "]": text.count("[") - text.count("]"), "}": text.count("{") - text.count("}")}
    while end and text[end - 1] in ".,;:!?'\"`*)]}|":
        last = text[end - 1]
        if last in opened:
            if opened[last] >= 0:
                break
            opened[last] += 1
        end -= 1
    return text[:end]


def _latin_prevails(sentence: str) -> bool:
    words = _LATIN_OR_FOREIGN.findall(sentence)
    latin: int = sum(word[0] < "\x80" for word in words)
    return latin * 2 > len(words) - latin


def longest(things: list[Thing]) -> list[Thing]:
    """Of things that overlap the longest, a term before others; in order."""
    taken: list[Thing] = []
    used = bytearray(max((thing.end for thing in things), default=0))
    for thing in sorted(things, key=lambda t: (-len(t.text), t.kind != "term", t.start)):
        if not any(used[thing.start : thing.end]):
            used[thing.start : thing.end] = b"\1" * len(thing.text)
            taken.append(thing)
    return sorted(taken, key=lambda t: t.start)


UNITS = (  # after a number
    r"%|‰|°\s?[CF]?|℃|℉|km/h|m/s|[kMGT]?Hz|[kKMGTP]i?[Bb](?:ps|/s)?|[kmcµμn]?m[²³]?\b|[kmµμ]?g\b|lbs?\b|oz\b|ft\b|mph\b"
    r"|[kM]?[WVAJ]h?\b|mAh|m?[lL]\b|px\b|dpi\b|fps\b|am\b|pm\b"
)


def mask(sentence: str, things: Sequence[Thing], placeholder: str) -> str:
    """The sentence with the n-th thing replaced by `placeholder.format(n)`, counted from 0."""
    parts, at = [], 0
    for number, thing in enumerate(things):
        parts += [sentence[at : thing.start], placeholder.format(number)]
        at = thing.end
    return "".join(parts) + sentence[at:]


def unmask(target: str, things: Sequence[Thing], placeholder: str) -> tuple[str, list[Thing]]:
    """The translation with things back in, and those that did not come back exactly once.

    Forgives what models do to placeholders: spaces inside, full-width signs and digits, another case, one lost bracket. A second
    copy, and a placeholder of no thing, are dropped.
    """
    pattern = _placeholder_pattern(placeholder)
    whole = {_number_of(match) for match in pattern.finditer(target) if match.lastindex == 1}
    seen = [0] * len(things)

    def put_back(match: re.Match[str]) -> str:
        number = _number_of(match)
        if match.lastindex != 1 and (number in whole or number >= len(things)):
            return match[0]  # half a placeholder counts only when nothing better came back
        if number >= len(things):
            return ""
        seen[number] += 1
        return things[number].target if seen[number] == 1 else ""

    text = pattern.sub(put_back, target)
    return text, [thing for thing, count in zip(things, seen, strict=True) if count != 1]


def _number_of(match: re.Match[str]) -> int:
    return int("".join(match[match.lastindex or 1].split()))


_VARIANTS = {"<": "<＜〈《‹", ">": ">＞〉》›", "[": r"\[［【〔", "]": r"\]］】〕", "(": "(（", ")": ")）", "{": "{｛", "}": "}｝"}


def _placeholder_pattern(placeholder: str) -> re.Pattern[str]:
    """Group 1 is the number of a whole placeholder, 2 and 3 of one that lost its end or its start."""

    def variants(text: str) -> str:
        classes = (_VARIANTS.get(char, re.escape(char) + (chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else "")) for char in text)
        return r"\s{0,3}".join(f"[{chars}]" for chars in classes)

    before, _, after = placeholder.partition("{}")
    digits = r"([0-9０-９]{1,4}(?:\s[0-9０-９])?)"
    pattern = rf"{variants(before)}\s{{0,3}}{digits}\s{{0,3}}{variants(after)}"
    if before and after:
        pattern += f"|{variants(before)}{digits}(?![0-9０-９])|(?<![0-9０-９.,]){digits}{variants(after)}"
    return re.compile(pattern, re.IGNORECASE)


def around(sentence: str, things: Sequence[Thing]) -> list[str | Thing]:
    """The things and the text between them, in order, nothing lost.

    Text is cut so that each part translates well by itself: punctuation that closes what is before the thing or opens what comes
    after it is a part of its own.
    """
    parts: list[str | Thing] = []
    at = 0
    for thing in things:
        parts += [*_trimmed(sentence[at : thing.start], after_thing=at > 0, before_thing=True), thing]
        at = thing.end
    return parts + _trimmed(sentence[at:], after_thing=at > 0, before_thing=False)


_BRACKET = re.compile(r"[()\[\]]")


def _trimmed(text: str, *, after_thing: bool, before_thing: bool) -> list[str]:
    """Text between two things, cut into what is not words at its edges, and the rest."""
    head = len(text) - len(text.lstrip(" \t,.;:!?)]}>”’\"'–—-，。；：！？、）」』》")) if after_thing else 0
    tail = len(text.rstrip(" \t([{<“‘\"'–—-（「『《")) if before_thing else len(text)
    if not any(char.isalnum() for char in text):
        head = len(text)
    tail = max(head, tail)
    return [part for part in (text[:head], *_at_brackets(text[head:tail]), text[tail:]) if part]


def _at_brackets(text: str) -> list[str]:
    """The text cut before and after each bracket whose other half is not in it: a model would lose it, or add that half."""
    opened: list[int] = []
    alone: list[int] = []
    for match in _BRACKET.finditer(text):
        if match[0] in "([":
            opened.append(match.start())
        elif opened:
            opened.pop()
        else:
            alone.append(match.start())
    cuts = [0, *(at for start in sorted(opened + alone) for at in (start, start + 1)), len(text)]
    return [text[start:end] for start, end in pairwise(cuts)]
