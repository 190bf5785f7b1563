"""What the API says: LibreTranslate's and DeepL's requests in, their answers out. No sockets here.

Formats as documented by LibreTranslate (/translate, /languages, /detect, /frontend/settings) and DeepL (/v2/translate,
/v2/languages, /v2/usage), so that their clients work unchanged.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from translator_app.documents.html import pieces
from translator_app.documents.model import DocumentOptions
from translator_app.documents.plain import fill
from translator_app.engine.translator import SegmentResult, TranslateOptions, Translation
from translator_app.manifest import LanguagePair
from translator_app.server.languages import Languages
from translator_app.server.requests import RequestQueue

MAX_CHARS = 50_000  # of all texts of one request
MAX_TEXTS = 200
MAX_ALTERNATIVES = 8

_LETTER = re.compile(r"[^\W\d_]")


class ApiError(Exception):
    """An answer other than 200: a status and words for the client."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        self.status = status
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class TranslateRequest:
    """A checked request of either kind."""

    texts: tuple[str, ...]
    single: bool  # answered with one text, not a list
    options: TranslateOptions
    source: str
    html: bool = False
    alternatives: int = 0


Fields = Mapping[str, Any]


class Api:
    """Answers requests with the engine behind a queue."""

    def __init__(self, queue: RequestQueue, pair: Callable[[], LanguagePair]) -> None:
        """`pair`: what the pack in use translates; asked at each request, in its thread."""
        self._queue = queue
        self._pair = pair

    @property
    def languages(self) -> Languages:
        """Those of the pack in use."""
        return Languages(self._pair())

    # -- LibreTranslate

    def translate(self, fields: Fields) -> dict[str, Any]:
        """POST /translate."""
        languages = self.languages
        request = read_libre(fields, languages)
        targets = self._translate(request)
        answer: dict[str, Any] = {"translatedText": targets[0] if request.single else targets}
        if request.source in ("auto", ""):
            found = [languages.detect(text) for text in request.texts]
            answer["detectedLanguage"] = found[0] if request.single else found
        if request.alternatives:
            others = [self._alternatives(text, request) for text in request.texts]
            answer["alternatives"] = others[0] if request.single else others
        return answer

    def stream(self, fields: Fields, emit: Callable[[str, dict[str, Any]], None]) -> None:
        """POST /translate/stream: `segment` events as sentences are done, then `done` with the whole."""
        request = read_libre(fields, self.languages)
        if not request.single or request.html:
            raise ApiError(HTTPStatus.BAD_REQUEST, "a stream takes one plain text")

        def piece(result: SegmentResult) -> None:
            emit("segment", {"source": result.source, "target": result.target, "start": result.source_start})

        translation = self._queue.run(
            lambda engine, stop: engine.translate(request.texts[0], request.options, on_segment=piece, should_stop=stop)
        )
        assert isinstance(translation, Translation)
        done, total = translation.coverage
        emit("done", {"translatedText": translation.target, "sentences": total, "translated": done})

    def detect(self, fields: Fields) -> list[dict[str, Any]]:
        """POST /detect."""
        text = fields.get("q")
        if not isinstance(text, str):
            raise ApiError(HTTPStatus.BAD_REQUEST, "q must be a text")
        _check_size((text,))
        return [self.languages.detect(text)]

    def libre_languages(self) -> list[dict[str, Any]]:
        """GET /languages."""
        return self.languages.libre()

    def frontend_settings(self) -> dict[str, Any]:
        """GET /frontend/settings."""
        source, target = ({"code": row["code"], "name": row["name"]} for row in self.languages.libre()[:2])
        return {
            "apiKeys": True,
            "charLimit": MAX_CHARS,
            "filesTranslation": False,
            "frontendTimeout": 200,
            "keyRequired": True,
            "language": {"source": source, "target": target},
            "suggestions": False,
            "supportedFilesFormat": [],
        }

    # -- DeepL

    def deepl_translate(self, fields: Fields) -> dict[str, Any]:
        """POST /v2/translate."""
        languages = self.languages
        request = read_deepl(fields, languages)
        targets = self._translate(request)
        sources = [languages.detect(text)["language"].partition("-")[0].upper() for text in request.texts]
        if request.source not in ("auto", ""):
            sources = [request.source.partition("-")[0].upper()] * len(targets)
        return {
            "translations": [
                {"detected_source_language": source, "text": target, "billed_characters": 0}
                for source, target in zip(sources, targets, strict=True)
            ]
        }

    def deepl_languages(self, fields: Fields) -> list[dict[str, Any]]:
        """GET or POST /v2/languages."""
        if fields.get("type", "source") == "source":
            return self.languages.deepl_sources()
        return [{"language": code, "name": name, "supports_formality": False} for code, name in self.languages.deepl_targets.items()]

    def deepl_usage(self) -> dict[str, int]:
        """GET /v2/usage: nothing is counted."""
        return {"character_count": 0, "character_limit": 1_000_000_000_000}

    # -- the engine

    def _translate(self, request: TranslateRequest) -> list[str]:
        if request.html:
            return [self._html(text, request.options) for text in request.texts]
        return [translation.target for translation in self._queue.translate(request.texts, request.options)]

    def _html(self, text: str, options: TranslateOptions) -> str:
        rewrite = fill(pieces(text, DocumentOptions(languages=self._pair().languages, translation=options)))
        try:
            blocks = next(rewrite)
            rewrite.send([t.target for t in self._queue.translate([block.text for block in blocks], options)])
        except StopIteration as end:
            return str(end.value)
        raise AssertionError("a page is filled in one step")

    def _alternatives(self, text: str, request: TranslateRequest) -> list[str]:
        if request.html or not _LETTER.search(text) or self.languages.is_done(text):
            return []
        found = self._queue.run(lambda engine, stop: engine.alternatives(text, request.alternatives + 1, request.options, should_stop=stop))
        assert isinstance(found, list)
        return [str(target) for target in found[1 : request.alternatives + 1]]


def read_libre(fields: Fields, languages: Languages) -> TranslateRequest:
    """Check the fields of a LibreTranslate request. Raises ApiError."""
    texts = fields.get("q")
    single = isinstance(texts, str)
    checked = _texts([texts] if single else texts, "q")
    source = _source(fields, "source", "auto", languages)
    kind = fields.get("format", "text")
    if kind not in ("text", "html"):
        raise ApiError(HTTPStatus.BAD_REQUEST, "format must be text or html")
    options = _options(_language(fields, "target", ""), languages)
    return TranslateRequest(checked, single, options, source, kind == "html", _count(fields.get("alternatives", 0)))


def read_deepl(fields: Fields, languages: Languages) -> TranslateRequest:
    """Check the fields of a DeepL request. Raises ApiError."""
    texts = fields.get("text")
    checked = _texts([texts] if isinstance(texts, str) else texts, "text")
    source = _source(fields, "source_lang", "", languages)
    tags = fields.get("tag_handling", "")
    if tags not in ("", "html", "xml", None):
        raise ApiError(HTTPStatus.BAD_REQUEST, "tag_handling must be html or xml")
    return TranslateRequest(checked, False, _options(_language(fields, "target_lang", ""), languages), source, bool(tags))


def _texts(value: object, name: str) -> tuple[str, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str) or not value or not all(isinstance(text, str) for text in value):
        raise ApiError(HTTPStatus.BAD_REQUEST, f"{name} must be a text or a list of texts")
    if len(value) > MAX_TEXTS:
        raise ApiError(HTTPStatus.BAD_REQUEST, f"{name} may hold {MAX_TEXTS} texts")
    texts = tuple(str(text) for text in value)
    _check_size(texts)
    return texts


def _check_size(texts: Sequence[str]) -> None:
    if sum(map(len, texts)) > MAX_CHARS:
        raise ApiError(HTTPStatus.BAD_REQUEST, f"a request may hold {MAX_CHARS} characters")


def _language(fields: Fields, name: str, default: str) -> str:
    value = fields.get(name, default)
    if not isinstance(value, str | None):
        raise ApiError(HTTPStatus.BAD_REQUEST, f"{name} must be a language code")
    return (value or "").lower().replace("_", "-")


def _source(fields: Fields, name: str, default: str, languages: Languages) -> str:
    source = _language(fields, name, default)
    if source not in ("auto", "") and not languages.is_source(source):
        raise ApiError(HTTPStatus.BAD_REQUEST, f"{name} {source} is not supported; use {languages.source_code}")
    return source


def _options(target: str, languages: Languages) -> TranslateOptions:
    script = languages.script(target)
    if script is None:
        raise ApiError(HTTPStatus.BAD_REQUEST, f"target {target or 'missing'} is not supported; use {', '.join(languages.targets)}")
    return TranslateOptions(script=script)


def _count(value: object) -> int:
    if isinstance(value, str) and value.isdecimal() and len(value) < 4:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_ALTERNATIVES:
        raise ApiError(HTTPStatus.BAD_REQUEST, f"alternatives must be a number from 0 to {MAX_ALTERNATIVES}")
    return value
