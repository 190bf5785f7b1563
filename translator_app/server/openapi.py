"""The API's own description (OpenAPI 3.1), served at /openapi.json and tested against the server."""

from typing import Any

from translator_app import __version__
from translator_app.server.languages import Languages

_TEXTS = {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 200}]}
_ERROR = {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}, "message": {"type": "string"}}}
_DETECTION = {
    "type": "object",
    "required": ["language", "confidence"],
    "properties": {"language": {"type": "string"}, "confidence": {"type": "number", "minimum": 0, "maximum": 100}},
}
_REFUSALS = {"400": "the request is wrong", "403": "no token, a foreign origin or Host", "413": "too long", "429": "too many requests"}


def openapi_document(languages: Languages) -> dict[str, Any]:
    """The document as a JSON value, for the languages of the pack in use."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "translator-app local API",
            "version": __version__,
            "description": "Compatible with LibreTranslate and DeepL clients.",
        },
        "security": [{"bearer": []}],
        "components": {"securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}, "schemas": {"Error": _ERROR}},
        "paths": {
            "/translate": {"post": _operation("Translate (LibreTranslate)", _libre_request(languages), _libre_answer())},
            "/translate/stream": {
                "post": _operation(
                    "Translate one text; server-sent events", _libre_request(languages, stream=True), None, "text/event-stream"
                )
            },
            "/detect": {
                "post": _operation(
                    "Detect the language (LibreTranslate)",
                    {"type": "object", "required": ["q"], "properties": {"q": {"type": "string"}}},
                    {"type": "array", "items": _DETECTION},
                )
            },
            "/languages": {"get": _operation("Languages (LibreTranslate)", None, {"type": "array", "items": {"type": "object"}})},
            "/frontend/settings": {"get": _operation("Settings (LibreTranslate)", None, {"type": "object"})},
            "/v2/translate": {"post": _operation("Translate (DeepL)", _deepl_request(languages), _deepl_answer())},
            "/v2/languages": {"get": _operation("Languages (DeepL)", None, {"type": "array", "items": {"type": "object"}})},
            "/v2/usage": {"get": _operation("Usage (DeepL); nothing is counted", None, {"type": "object"})},
            "/health": {"get": _operation("Is it running?", None, {"type": "object"}) | {"security": []}},
            "/metrics": {"get": _operation("Counts and times, Prometheus", None, {"type": "string"}, "text/plain")},
        },
    }


def _operation(
    summary: str, request: dict[str, Any] | None, answer: dict[str, Any] | None, kind: str = "application/json"
) -> dict[str, Any]:
    responses: dict[str, Any] = {"200": {"description": "done", "content": {kind: {"schema": answer} if answer else {}}}}
    for status, text in _REFUSALS.items():
        responses[status] = {"description": text, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}
    operation: dict[str, Any] = {"summary": summary, "responses": responses}
    if request:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": request}}}
    return operation


def _libre_request(languages: Languages, *, stream: bool = False) -> dict[str, Any]:
    properties: dict[str, Any] = {
        "q": {"type": "string"} if stream else _TEXTS,
        "source": {"type": "string", "enum": [languages.source_code, "auto"], "default": "auto"},
        "target": {"type": "string", "enum": languages.targets},
    }
    if not stream:
        properties["format"] = {"type": "string", "enum": ["text", "html"], "default": "text"}
        properties["alternatives"] = {"type": "integer", "minimum": 0, "maximum": 8, "default": 0}
    return {"type": "object", "required": ["q", "target"], "properties": properties}


def _libre_answer() -> dict[str, Any]:
    return {"type": "object", "required": ["translatedText"], "properties": {"translatedText": _TEXTS}}


def _deepl_request(languages: Languages) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["text", "target_lang"],
        "properties": {
            "text": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 200},
            "target_lang": {"type": "string", "enum": list(languages.deepl_targets)},
            "source_lang": {"type": "string", "enum": [languages.source.upper()]},
            "tag_handling": {"type": "string", "enum": ["html", "xml"]},
        },
    }


def _deepl_answer() -> dict[str, Any]:
    item = {
        "type": "object",
        "required": ["detected_source_language", "text"],
        "properties": {"detected_source_language": {"type": "string"}, "text": {"type": "string"}},
    }
    return {"type": "object", "required": ["translations"], "properties": {"translations": {"type": "array", "items": item}}}
