"""Word-by-word Chinese from the dictionary: what is shown, and said, when the model gives nothing usable."""

import re
from typing import Protocol

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[\d.,]*\d|\s+|.", re.DOTALL)
_PHRASE = re.compile(r"[^\W\d_]+(?:['’ ][^\W\d_]+)+")  # words alone: a quotation mark or a full stop among them is no part of a phrase
# words without a counterpart of their own in Chinese
_SILENT = frozenset("a an the of to do does did am is are was were be been being has have had".split())
_SMALL = dict(
    pair.split("=")
    for pair in (
        "i=我 you=你 he=他 she=她 it=它 we=我们 they=他们 me=我 him=他 her=她 us=我们 them=他们 "
        "my=我的 your=你的 his=他的 its=它的 our=我们的 their=他们的 this=这 that=那 these=这些 "
        "those=那些 and=和 or=或 but=但 not=不 no=不 in=在 on=在 at=在 for=为 with=与 by=由 "
        "from=从 as=作为 if=如果 when=当 than=比 then=然后 so=所以 will=将 can=可以 may=可能 must=必须 "
        "should=应该 would=会 could=能 who=谁 what=什么 where=哪里 which=哪个 how=怎么 why=为什么 "
        "there=那里 here=这里 all=所有 any=任何 some=一些 one=一 two=二 three=三 up=上 out=出 "
        "until=直到 before=之前 after=之后 more=更多 don't=不 yes=是 "
        "don't=不 doesn't=不 didn't=没有 won't=不会 wouldn't=不会 can't=不能 cannot=不能 couldn't=不能 isn't=不是 "
        "aren't=不是 wasn't=不是 weren't=不是 haven't=没有 hasn't=没有 hadn't=没有 shouldn't=不应该 mustn't=不得 "
        "let's=让我们 let=让 there's=有 that's=那是 it's=它是 what's=什么是 who's=谁是 where's=在哪里 how's=怎么样 here's=这是"
    ).split()
)
_TWO_WORDS = re.compile(r"\b(do|does|did|will|would|can|could|is|are|was|were|has|have|had|should|must) not\b", re.IGNORECASE)
_SHORT_FORM = re.compile(r"(?<=[^\W\d_])['’](?:m|re|ve|ll|d)\b", re.IGNORECASE)
_LONG_FORMS = {"m": " am", "re": " are", "ve": " have", "ll": " will", "d": " would"}
_OWNER = re.compile(r"(?<=[^\W\d_])['’]s?(?=\s[^\W\d_])", re.IGNORECASE)
_BEING = frozenset("is are was were am".split())
# after these a form of "to be" says what something is (是), else how it is (nothing)
_WHAT_FOLLOWS = frozenset("a an the my your his her its our their this that these those one who what where".split())


class Dictionary(Protocol):
    """What is needed of a dictionary."""

    def best(self, word: str) -> str | None:
        """The likeliest single translation of a word or short phrase."""

    def characters(self, word: str) -> str:
        """The characters of the usual translations."""


def gloss(text: str, dictionary: Dictionary) -> str:
    """Chinese for each word or set phrase of the text, in the order of the source; unknown words stay as they are."""
    tokens = _TOKEN.findall(_plain(text))
    out = ""
    at = 0
    while at < len(tokens):
        if tokens[at].isspace():
            at += 1
            continue
        apart = at > 0 and tokens[at - 1].isspace()
        length, target = _longest(tokens, at, dictionary) if tokens[at][0].isalpha() else (1, tokens[at])
        if target and apart and out and _of_latin(out[-1]) and _of_latin(target[0]):
            out += " "
        out += target
        at += length
    return out


def _plain(text: str) -> str:
    """Without the short forms of English: I'm, we'll, Tom's, did not."""
    text = _TWO_WORDS.sub(lambda m: "cannot" if m[1].lower() == "can" else ("won't" if m[1].lower() == "will" else m[1] + "n't"), text)
    text = _SHORT_FORM.sub(lambda m: _LONG_FORMS[m[0][1:].lower()], text)
    return _OWNER.sub(lambda m: m[0] if _is_short_form(text, m.start()) else " 的", text)


def _is_short_form(text: str, apostrophe: int) -> bool:
    """It's, that's and the like are words of their own."""
    word = re.search(r"[^\W\d_]+$", text[max(0, apostrophe - 12) : apostrophe])
    return word is not None and f"{word[0].lower()}'s" in _SMALL


def _of_latin(char: str) -> bool:
    """Whether a space beside it is not to be lost: Latin text keeps its own."""
    return char.isascii() or not char.isalpha()


def _longest(tokens: list[str], at: int, dictionary: Dictionary) -> tuple[int, str]:
    """How many tokens the longest known phrase at `at` takes, and its Chinese."""
    for words in (3, 2):
        end = at + 2 * words - 1
        phrase = "".join(tokens[at:end])
        if end <= len(tokens) and _PHRASE.fullmatch(phrase) and (found := dictionary.best(phrase)):
            return end - at, found
    if len(tokens[at]) == 1 and tokens[at] not in "aI" and not (tokens[at] == "A" and tokens[at + 1 : at + 2] == [" "]):
        return 1, tokens[at]  # A, B, C
    word = tokens[at].lower().replace("’", "'")
    if word in _BEING and tokens[at + 2 : at + 3] and tokens[at + 2].lower() in _WHAT_FOLLOWS:
        return 1, "是"
    if word in _SILENT:
        return 1, ""
    return 1, _SMALL.get(word) or dictionary.best(tokens[at]) or tokens[at]
