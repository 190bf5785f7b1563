"""What is found out by asking the finished pack itself: how it copies placeholders, and the translations of its self-test."""

import re
from collections.abc import Sequence

from translator_app.engine.network import load_network
from translator_app.engine.search import DecodingOptions, search
from translator_app.engine.shield import Thing, mask, unmask
from translator_app.engine.tokenizer import Tokenizer
from translator_app.engine.translator import Translator
from translator_app.packs import Pack

# "{}" stands for the number. A model copies what its pieces hold and its training text had: which, only a trial tells.
PLACEHOLDERS = ("X{}", "<{}>", "[{}]", "({})", "#{}", "@{}", "__{}__", "⟦{}⟧", "“{}”", "%{}", "${}")
MIN_SURVIVAL = 0.9  # below: sentences are translated around things

_SENTENCES = (
    *("Open § in your browser.", "Please send the file to § before Friday.", "The error message contains §.", "I downloaded § yesterday."),
    *("§ is not available in your country.", "Set the value of § to zero.", "Press the button to start §.", "We moved from § to §."),
    *("You can find more information at §.", "She wrote about § on her page.", "Copy § into the folder and restart the program."),
    *(
        "Have you ever heard of §?",
        "The program § cannot be found.",
        "He asked me whether § was still working.",
        "Update § to the newest version.",
    ),
    *("Do not share § with anyone.", "My address is §.", "Use § instead of § if you can.", "The new name of the project is §."),
    *(
        "If § fails, try again tomorrow.",
        "There is a problem with § today.",
        "Thank you for using §!",
        "Click on § and wait a few seconds.",
    ),
    *("The price depends on §.", "After the meeting, § was changed again.", "§ and § are both open on Sunday."),
)

SELF_TEST = (
    *("Hello!", "How are you?", "The weather is nice today.", "I would like a cup of coffee, please."),
    *("Where is the nearest train station?", "She has lived in this city for ten years."),
    *("The meeting has been moved to Thursday afternoon.", "Please turn off the lights before you leave the room."),
    *("He bought two books and a map at the airport.", "If it rains tomorrow, we will stay at home."),
    "The file could not be opened because it is being used by another program.",
    "Many people think that learning a language is easier for children than for adults.",
)


def placeholder_survival(pack: Pack) -> dict[str, float]:
    """For each form, the share of sentences in which every placeholder comes back exactly once."""
    survival = {}
    for form in PLACEHOLDERS:
        things = [[Thing("§", m.start(), "code", "§") for m in re.finditer("§", sentence)] for sentence in _SENTENCES]
        masked = [mask(sentence, found, form) for sentence, found in zip(_SENTENCES, things, strict=True)]
        outputs = _translate(pack, masked, DecodingOptions(max_length=64, scores=False))
        whole = [not unmask(output, found, form)[1] for output, found in zip(outputs, things, strict=True)]
        survival[form] = sum(whole) / len(whole)
    return survival


def choose_placeholder(survival: dict[str, float]) -> str | None:
    """The form that survives best, the first of equals; None when none does well enough."""
    best = max(survival, key=lambda form: survival[form])
    return best if survival[best] >= MIN_SURVIVAL else None


def self_test(pack: Pack) -> list[dict[str, str]]:
    """The fixed sentences with this very pack's translations, as the program makes them with the pack's own defaults."""
    translator = Translator(pack)
    try:
        return [{"source": source, "target": translator.translate(source).target} for source in SELF_TEST]
    finally:
        translator.close()


def _translate(pack: Pack, sentences: Sequence[str], options: DecodingOptions) -> list[str]:
    tokenizer, network = Tokenizer.from_pack(pack), load_network(pack)
    try:
        found = search(network, [tokenizer.encode(sentence) for sentence in sentences], options)
    finally:
        network.close()
    return [tokenizer.decode(hypotheses[0].ids) for hypotheses in found]
