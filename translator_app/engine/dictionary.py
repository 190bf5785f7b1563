"""English words and short phrases in Chinese, from CC-CEDICT (CC-BY-SA 4.0), ranked, with pinyin.

The database (made by packaging/build_dictionary.py) is opened read-only and immutable: nothing is ever written beside it.
"""

import re
import sqlite3
import threading
import unicodedata
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from translator_app import paths
from translator_app.errors import DictionaryError


@dataclass(frozen=True, slots=True)
class Sense:
    """One Chinese word for what was looked up; `pinyin` with tone marks, `gloss` what the Chinese word means in English."""

    simplified: str
    traditional: str
    pinyin: str
    gloss: str


# form -> base forms that no rule finds
_IRREGULAR = dict(
    pair.split(":")
    for pair in (
        "am:be are:be is:be was:be were:be been:be began:begin begun:begin bent:bend bit:bite bitten:bite blew:blow blown:blow "
        "bought:buy broke:break broken:break brought:bring built:build came:come caught:catch chose:choose chosen:choose "
        "children:child did:do done:do does:do drank:drink drawn:draw drew:draw driven:drive drove:drive drunk:drink dug:dig "
        "eaten:eat ate:eat fallen:fall fed:feed feet:foot fell:fall felt:feel fled:flee flew:fly flown:fly forgot:forget "
        "forgotten:forget fought:fight found:find froze:freeze frozen:freeze gave:give geese:goose given:give gone:go got:get "
        "gotten:get grew:grow ground:grind grown:grow had:have has:have heard:hear held:hold hid:hide hidden:hide kept:keep "
        "knew:know known:know laid:lay led:lead left:leave lent:lend lice:louse lit:light lost:lose made:make meant:mean "
        "men:man met:meet mice:mouse oxen:ox paid:pay people:person ran:run rang:ring ridden:ride risen:rise rode:ride "
        "rose:rise rung:ring said:say sang:sing sank:sink sat:sit saw:see seen:see sent:send shaken:shake shook:shake "
        "shone:shine shot:shoot slept:sleep slid:slide sold:sell spent:spend spoke:speak spoken:speak spun:spin stole:steal "
        "stolen:steal stood:stand struck:strike stuck:stick sung:sing sunk:sink swam:swim swore:swear sworn:swear swum:swim "
        "taken:take taught:teach teeth:tooth thought:think threw:throw thrown:throw told:tell took:take tore:tear torn:tear "
        "understood:understand went:go woke:wake woken:wake women:woman won:win wore:wear worn:wear wound:wind written:write "
        "metre:meter metres:meter litre:liter litres:liter centre:center centres:center theatre:theater theatres:theater "
        "mum:mom mums:mom thx:thanks pls:please plz:please hooray:hurray greetings:greeting caution:careful yep:yes nope:no "
        "wrote:write better:good best:good worse:bad worst:bad less:little least:little further:far wives:wife lives:life "
        "knives:knife leaves:leaf wolves:wolf halves:half shelves:shelf thieves:thief data:datum criteria:criterion "
    ).split()
)
# ending>what stands for it in the base form
_RULES = "ies>y s> es> ied>y ed>e ed> ing>e ing> er> er>e est> est>e ier>y iest>y ly> our>or ise>ize isation>ization".split()
_SPELLED = {"login": "log in", "logout": "log out", "signup": "sign up", "signin": "sign in", "signout": "sign out", "bye bye": "goodbye"}
_LONGEST_WORD = 80  # characters; what is longer is no word


class Dictionary:
    """A dictionary file. Raises DictionaryError when it can't be read; may be used from several threads."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        try:
            uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"  # as_uri quotes blanks, # and letters beyond ASCII
            self._connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
            self._connection.execute("SELECT key, entries FROM word LIMIT 1").fetchone()
        except sqlite3.Error as error:
            raise DictionaryError(
                "The dictionary {name} can't be read ({reason}). Install the app again.", name=path.name, reason=error
            ) from error
        weakref.finalize(self, self._connection.close)  # sqlite3 connections are in a cycle: the file would stay open until a collection

    def lookup(self, word: str, limit: int = 20) -> list[Sense]:
        """Chinese words for an English word or phrase, the usual one first; those of its base form (dogs -> dog) after its own."""
        found: dict[tuple[str, str], Sense] = {}
        for key in _forms(word):
            for sense in self._senses(key):
                found.setdefault((sense.simplified, sense.pinyin), sense)
            if len(found) >= limit:
                break
        return list(found.values())[:limit]

    def best(self, word: str) -> str | None:
        """The one Chinese word to put for a lone English word or short phrase, None where the dictionary has nothing."""
        senses = self.lookup(word, 1)
        return senses[0].simplified if senses else None

    def characters(self, word: str) -> str:
        """The characters of the usual translations; empty where the dictionary has none."""
        return "".join(sense.simplified for sense in self.lookup(word, 16))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def _senses(self, key: str) -> list[Sense]:
        if any("\ud800" <= char <= "\udfff" for char in key):  # SQLite takes no half characters
            return []
        with self._lock:
            row = self._connection.execute("SELECT entries FROM word WHERE key = ?", (key,)).fetchone()
            if row is None:
                return []
            numbers = [int(number) for number in row[0].split()]
            marks = ",".join("?" * len(numbers))
            rows = self._connection.execute(
                f"SELECT id, simplified, traditional, pinyin, gloss FROM entry WHERE id IN ({marks})", numbers
            ).fetchall()
        by_number = {
            number: Sense(simplified, traditional or simplified, marked(pinyin), gloss)
            for number, simplified, traditional, pinyin, gloss in rows
        }
        return [by_number[number] for number in numbers if number in by_number]


def _forms(word: str) -> Iterator[str]:
    """The keys under which a word may stand, each once: as typed, without hyphens, base forms."""
    plain = re.sub(r"\s+", " ", word.replace("’", "'").replace("_", " ")).strip(" \t\r\n.,!?;:\"'()[]…。，！？").lower()
    if not plain or len(plain) > _LONGEST_WORD:
        return
    seen = set()
    head, _, last = plain.rpartition(" ")
    first, _, rest = plain.partition(" ")
    spelled = _SPELLED.get(plain)  # login -> log in
    forms = [
        plain,
        *([spelled] if spelled else []),
        _without_accents(plain),
        plain.replace("-", " "),
        plain.replace("-", ""),
        *(f"{head} {base}".strip() for base in base_forms(last)),
    ]
    if rest:
        forms += [f"{base} {rest}" for base in base_forms(first)]  # gave up -> give up
    for form in (*forms, *_without_leading(plain)):
        if form not in seen:
            seen.add(form)
            yield form


def _without_accents(plain: str) -> str:
    return plain if plain.isascii() else "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))


def _without_leading(plain: str) -> Iterator[str]:
    for leading in ("to ", "a ", "an ", "the "):
        if plain.startswith(leading):
            yield from _forms(plain.removeprefix(leading))


def base_forms(word: str) -> Iterator[str]:
    """Base forms of an English word, likely ones first; they need not be words."""
    if base := _IRREGULAR.get(word):
        yield base
    word = word.removesuffix("'s")
    yield word
    for rule in _RULES:
        suffix, _, ending = rule.partition(">")
        stem = word.removesuffix(suffix)
        if stem != word and len(stem) > 1:
            yield stem + ending
            if not ending and suffix in ("ed", "ing", "er", "est") and len(stem) > 2 and stem[-1] == stem[-2]:
                yield stem[:-1]  # running -> run


_TONES = {"a": "āáǎà", "e": "ēéěè", "i": "īíǐì", "o": "ōóǒò", "u": "ūúǔù", "ü": "ǖǘǚǜ"}
_SYLLABLE = re.compile(r"([A-Za-zü:]+)([1-5])")


def marked(pinyin: str) -> str:
    """Pinyin with tone marks: "lu:4 se4" -> "lǜ sè". The mark stands on a or e, on the o of ou, else on the last vowel."""
    return _SYLLABLE.sub(lambda match: _mark(match[1].replace("u:", "ü").replace("U:", "Ü"), int(match[2])), pinyin)


def _mark(syllable: str, tone: int) -> str:
    lower = syllable.lower()
    vowels = [position for position, letter in enumerate(lower) if letter in _TONES]
    if tone == 5 or not vowels:
        return syllable
    at = next((p for p in vowels if lower[p] in "ae"), lower.find("ou") if "ou" in lower else vowels[-1])
    letter = _TONES[lower[at]][tone - 1]
    return syllable[:at] + (letter.upper() if syllable[at].isupper() else letter) + syllable[at + 1 :]


def default_dictionary() -> Dictionary | None:
    """The dictionary that comes with the app; None where it was left out."""
    path = paths.assets_dir() / "dictionary" / "en-zh.sqlite"
    return Dictionary(path) if path.is_file() else None
