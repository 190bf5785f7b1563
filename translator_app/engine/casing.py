"""Capitals: a sentence in capitals as a sentence, because models leave capitals in English."""

import re

from translator_app.engine.coverage import default_coverage
from translator_app.engine.english import ACRONYMS, IT_BEFORE, PROPER, STRESSED, US_BEFORE
from translator_app.engine.shield import find_things
from translator_app.engine.terms import TermBase

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_VOWEL = re.compile("[AEIOUYÀ-ÖØ-Ý]")
_ROMAN = re.compile(r"(?=[IVX]{2,})X{0,3}(?:IX|IV|V?I{0,3})")
_LEADING = re.compile(r"\W*(?:[A-Z][A-Z'’]+[ -]?){1,4}(?=[:!]|\s[-–—]\s)")


def sentence_case(text: str, terms: TermBase | None = None, keep: re.Pattern[str] | None = None) -> str:
    """A sentence in capitals in sentence case, with acronyms, names and things that must survive as they are.

    Of a sentence in ordinary case only a leading warning ("ATTENTION: ...") and words in capitals for stress are lowered; all other
    text comes back as it is.
    """
    if not any(char.isupper() for char in text):
        return text
    words = [match for match in _WORD.finditer(text) if len(match[0]) > 1 or match[0] in "AI"]
    if not any(match[0].isupper() and len(match[0]) > 1 for match in words):
        return text
    safe = [(thing.start, thing.end) for thing in find_things(text, terms, keep)]
    words = [match for match in words if not any(start < match.end() and match.start() < end for start, end in safe)]
    if all(match[0].isupper() for match in words):
        return _recased(text, words)
    leading = _LEADING.match(text)
    head = [match for match in words if match.end() <= (leading.end() if leading else 0)]
    if len(head) == 1 and len(head[0][0]) <= 4 and not _is_plain(head[0][0]):
        head = []
    stressed = [match for match in words if match[0].isupper() and (match in head or match[0].replace("’", "'") in STRESSED)]
    return _recased(text, stressed)


def _is_plain(word: str) -> bool:
    """Whether a short word in capitals is known as a word that gets translated, and so is no acronym."""
    table = default_coverage()
    return table is not None and table.is_translated(word.lower())


def _recased(text: str, words: list[re.Match[str]]) -> str:
    parts, at = [], 0
    for number, match in enumerate(words):
        before = words[number - 1][0] if number else ""
        after = words[number + 1][0] if number + 1 < len(words) else ""
        word = _lowered(
            match[0],
            before,
            after,
            glued=text[match.start() - 1 : match.start()].isdigit() or text[match.end() : match.end() + 1].isdigit(),
        )
        if _starts_sentence(text, match.start()) and word.islower():
            word = word[0].upper() + word[1:]
        parts += [text[at : match.start()], word]
        at = match.end()
    return "".join(parts) + text[at:]


def _starts_sentence(text: str, at: int) -> bool:
    before = text[max(0, at - 12) : at].rstrip("\"'“‘([ \t")
    return (not before and at <= 12) or before.endswith((".", "!", "?"))


def _lowered(word: str, before: str, after: str, *, glued: bool) -> str:
    stem = word.removesuffix("'S").removesuffix("’S")
    tail = word[len(stem) :].lower()
    if word == "I" or word.startswith(("I'", "I’")):
        return "I" + word[1:].lower()
    if glued and len(word) <= 4:
        return word  # MP3, B2B, 3D
    if stem == "IT":
        return word if after in IT_BEFORE else word.lower()
    if stem == "US":
        return word if before == "THE" or after in US_BEFORE else word.lower()
    if stem in ACRONYMS or _ROMAN.fullmatch(stem) or (1 < len(stem) <= 5 and not _VOWEL.search(stem)):
        return stem + tail
    if stem in PROPER:
        return stem.capitalize() + tail
    return word.lower()
