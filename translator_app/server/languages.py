"""The languages of a pack as clients know them: what they may ask for, the lists they read, and which language a text is in."""

import re
from typing import Any

from translator_app.engine.segment import OTHER_SCRIPTS, is_chinese
from translator_app.languages import language_name
from translator_app.manifest import LanguagePair, language

# code for Chinese that a client may ask for -> the engine's script
_SCRIPTS = {
    "zh": "hans",
    "zh-Hans": "hans",
    "zh-CN": "hans",
    "zh-SG": "hans",
    "zh-Hant": "hant-tw",
    "zh-TW": "hant-tw",
    "zh-HK": "hant-hk",
}
# LibreTranslate's codes of a language, and DeepL's of a target (https://developers.deepl.com/docs/getting-started/supported-languages)
_LIBRE = {"zh": {"zh-Hans": "Chinese", "zh-Hant": "Chinese (traditional)"}}
_DEEPL = {
    "zh": {"ZH": "Chinese (simplified)", "ZH-HANS": "Chinese (simplified)", "ZH-HANT": "Chinese (traditional)"},
    "en": {"EN-GB": "English (British)", "EN-US": "English (American)"},
    "pt": {"PT-BR": "Portuguese (Brazilian)", "PT-PT": "Portuguese (European)"},
}
_LETTER = re.compile(r"[^\W\d_]")
_LATIN = re.compile(r"[A-Za-z]")
_KANA_HANGUL = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
_ENGLISH = frozenset(
    "the of and to in is you that it he was for on are as with his they at be this have from or had by but not what all "
    "were we when your can said there use an each which she do how their if will up about out many then them these so some "
    "her would make like him into has two my who its now long down been did get come made may i a me no yes hello hi".split()
)
_UNKNOWN_WORDS = 0.7  # how sure one is of a language of which only the letters are known; between odd English words and English


class Languages:
    """From one language into another, `pair.languages`."""

    def __init__(self, pair: LanguagePair) -> None:
        self.source, self.target = pair.languages

    def is_source(self, code: str) -> bool:
        """Whether texts of that language are taken: those of the source, and Chinese that is to become Chinese, which stays."""
        return language(code) == self.source or self.source == "mul" or language(code) == self.target == "zh"

    def script(self, code: str) -> str | None:
        """The engine's script for a target that a client asks for; None when it is not the pack's."""
        if self.target == "zh":
            return next((script for known, script in _SCRIPTS.items() if known.lower() == code.lower()), None)
        return "hans" if language(code) == self.target else None

    def is_done(self, text: str) -> bool:
        """Whether a text is in the target language already, as far as the engine looks."""
        return self.target == "zh" != self.source and is_chinese(text)

    @property
    def source_code(self) -> str:
        """LibreTranslate's code of the source."""
        return next(iter(_libre(self.source)))

    @property
    def targets(self) -> list[str]:
        """Every code that a client may ask for."""
        return list(_SCRIPTS) if self.target == "zh" else [self.target]

    @property
    def deepl_targets(self) -> dict[str, str]:
        """DeepL's codes of the target, with their names."""
        return _DEEPL.get(self.target, {self.target.upper(): language_name(self.target)})

    def libre(self) -> list[dict[str, Any]]:
        """LibreTranslate's list: every language has itself among its targets."""
        targets = _libre(self.target)
        rows = [{"code": self.source_code, "name": language_name(self.source), "targets": [self.source_code, *targets]}]
        return rows + [{"code": code, "name": name, "targets": list(targets)[i:]} for i, (code, name) in enumerate(targets.items())]

    def deepl_sources(self) -> list[dict[str, str]]:
        """DeepL's list of what can be translated from."""
        codes = [self.source, *(["zh"] if self.target == "zh" else [])]
        return [{"language": code.upper(), "name": language_name(code)} for code in codes]

    def detect(self, text: str) -> dict[str, Any]:
        """Which of the two languages a text is in, with a confidence in per cent."""
        if "zh" in (self.source, self.target) and is_chinese(text):
            return {"language": "zh-Hans", "confidence": 90.0 if not _KANA_HANGUL.search(text) else 30.0}
        plain = [code for code in (self.source, self.target) if code != "zh"] or ["zh"]
        sure = {code: _evidence(text, code) for code in plain}
        best = max(plain, key=sure.__getitem__)  # the source when nothing speaks for either
        return {"language": best, "confidence": round(100 * sure[best], 1)}


def _libre(code: str) -> dict[str, str]:
    return _LIBRE.get(code, {code: language_name(code)})


def _evidence(text: str, code: str) -> float:
    """What letters, and English words, say for a language: 0 to 1."""
    letters = len(_LETTER.findall(text))
    latin = len(_LATIN.findall(text)) / max(1, letters)
    if code != "en":
        share = 1.0 if code == "mul" else 1 - latin if code in OTHER_SCRIPTS else latin
        return _UNKNOWN_WORDS * share * bool(letters)
    words = re.findall(r"[a-z]+", text.lower())
    known = sum(word in _ENGLISH for word in words) / max(1, len(words))
    return latin * min(1.0, 0.5 + 1.5 * known)
