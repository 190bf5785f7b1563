"""The socket side: loopback only, a token, Host and Origin checked, limits on size, number, rate and time.

Host is checked against DNS rebinding (a page's own name that resolves to 127.0.0.1), Origin against pages that the user
did not allow. Nothing that a client sends is ever logged.
"""

import contextlib
import hmac
import ipaddress
import json
import logging
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from socketserver import TCPServer, ThreadingMixIn
from typing import Any
from urllib.parse import parse_qs, urlsplit

from translator_app import __version__
from translator_app.errors import ServerError, TranslatorError, reason_of
from translator_app.server.api import Api, ApiError
from translator_app.server.metrics import Metrics, Rate
from translator_app.server.openapi import openapi_document

log = logging.getLogger(__name__)

DEFAULT_PORT = 8989
MAX_BODY_BYTES = 1_000_000
MAX_CONNECTIONS = 256
READ_TIMEOUT_S = 30.0

_OPEN = frozenset({("GET", "/health"), ("GET", "/openapi.json")})  # no token needed: they say nothing about texts


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """Where to listen, and whom to answer."""

    token: str
    port: int = DEFAULT_PORT  # 0: any free one
    host: str = "127.0.0.1"
    allow_network: bool = False  # listen on other than loopback addresses
    origins: tuple[str, ...] = ()  # web pages and extensions that may call, such as https://example.org or *

    def __post_init__(self) -> None:
        """Refuse a configuration that is not safe. Raises ServerError."""
        if not self.token:
            raise ServerError("the local API needs a token")
        if not self.allow_network and not _is_loopback(self.host):
            raise ServerError(
                "{host} is not a loopback address: everyone on the network could send texts to this computer and read the answers. "
                "Use 127.0.0.1, or say --i-know-that-everyone-on-the-network-can-use-it",
                host=self.host,
            )


class ApiServer:
    """The local API, running in threads of its own from `start` to `stop`."""

    def __init__(self, api: Api, config: ServerConfig) -> None:
        """Bind the port. Raises ServerError when it is taken."""
        self.config = config
        self.metrics = Metrics()
        try:
            self._server = _Server((config.host, config.port), _Handler)
        except OSError as error:
            raise ServerError(
                "the local API can't listen on {host}:{port}: {reason}", host=config.host, port=config.port, reason=reason_of(error)
            ) from error
        self._server.api, self._server.config, self._server.metrics = api, config, self.metrics
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.2}, name="api")

    @property
    def port(self) -> int:
        """The port in use."""
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        """Address for clients."""
        host = f"[{self.config.host}]" if ":" in self.config.host else self.config.host
        return f"http://{host}:{self.port}"

    def start(self) -> None:
        """Answer requests."""
        self._thread.start()
        log.info("local API on port %s", self.port)

    def stop(self) -> None:
        """Take no more requests, finish those that run, and free the port."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        self._server.hang_up()


class _Server(ThreadingMixIn, TCPServer):  # an HTTPServer asks the network for this computer's name when no file knows it
    allow_reuse_address = sys.platform != "win32"  # there it would let two programs have one port
    daemon_threads = True  # an idle keep-alive connection must not hold up the program's end
    block_on_close = False
    request_queue_size = 256
    api: Api
    config: ServerConfig
    metrics: Metrics

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        self.rate = Rate()
        self.connections = threading.BoundedSemaphore(MAX_CONNECTIONS)
        self.open: set[Any] = set()  # sockets of clients
        super().__init__(address, handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        if not self.connections.acquire(blocking=False):
            request.sendall(b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            self.shutdown_request(request)
            return
        self.open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self.open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """Hear nobody out any more: who is answered gets the answer, and the port is free once all have gone."""
        for connection in tuple(self.open):
            with contextlib.suppress(OSError):  # gone already
                connection.shutdown(socket.SHUT_RD)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.connections.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        log.info("a connection of the local API broke off")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = f"translator-app/{__version__}"
    sys_version = ""
    timeout = READ_TIMEOUT_S
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: request lines may hold text."""

    def __getattr__(self, name: str) -> Any:
        """Every method has an answer: the base class looks for do_GET, do_POST and so on."""
        if name.startswith("do_"):
            return partial(self._answer, name.removeprefix("do_"))
        raise AttributeError(name)

    def do_OPTIONS(self) -> None:
        """A browser asks before it lets a page call."""
        if self._host_is_ours() and self._origin_allowed():
            self._send(HTTPStatus.NO_CONTENT, b"")
        else:
            self._send_error(ApiError(HTTPStatus.FORBIDDEN, "this origin may not use the local API"))

    # -- one request

    def _answer(self, method: str) -> None:
        started = time.perf_counter()
        status = HTTPStatus.OK
        route = urlsplit(self.path)
        try:
            self._check()
            fields = self._fields(route.query)
            self._check_token(method, route.path, fields)
            self._route(method, route.path, fields)
        except ApiError as error:
            status = error.status
            self._send_error(error)
        except ServerError as error:
            status = HTTPStatus.SERVICE_UNAVAILABLE
            self._send_error(ApiError(status, str(error)))
        except TranslatorError as error:
            status = HTTPStatus.BAD_REQUEST
            self._send_error(ApiError(status, str(error)))
        except (ConnectionError, TimeoutError):
            self.close_connection = True
            return
        except Exception as error:  # one request's failure must not look like a dead server
            log.error("a request failed: %s", type(error).__name__)  # not its words: they may quote the text
            status = HTTPStatus.INTERNAL_SERVER_ERROR
            self._send_error(ApiError(status, "the translation failed; the program's log says where"))
        is_translation = route.path in ("/translate", "/v2/translate") and status is HTTPStatus.OK
        self.server.metrics.count(status, time.perf_counter() - started if is_translation else None)

    def _route(self, method: str, path: str, fields: Mapping[str, Any]) -> None:
        api = self.server.api
        routes: dict[tuple[str, str], Callable[[], Any]] = {
            ("POST", "/translate"): lambda: api.translate(fields),
            ("POST", "/detect"): lambda: api.detect(fields),
            ("GET", "/languages"): api.libre_languages,
            ("GET", "/frontend/settings"): api.frontend_settings,
            ("POST", "/v2/translate"): lambda: api.deepl_translate(fields),
            ("GET", "/v2/languages"): lambda: api.deepl_languages(fields),
            ("POST", "/v2/languages"): lambda: api.deepl_languages(fields),
            ("GET", "/v2/usage"): api.deepl_usage,
            ("POST", "/v2/usage"): api.deepl_usage,
            ("GET", "/health"): lambda: {"status": "ok"},
            ("GET", "/openapi.json"): lambda: openapi_document(api.languages),
        }
        if (method, path) in routes:
            self._send_json(HTTPStatus.OK, routes[method, path]())
        elif (method, path) == ("GET", "/metrics"):
            self._send(HTTPStatus.OK, self.server.metrics.text().encode(), "text/plain; version=0.0.4")
        elif (method, path) == ("POST", "/translate/stream"):
            self._stream(fields)
        elif any(known == path for _, known in routes) or path in ("/metrics", "/translate/stream"):
            raise ApiError(HTTPStatus.METHOD_NOT_ALLOWED, f"{path} does not take {method}")
        else:
            raise ApiError(HTTPStatus.NOT_FOUND, f"there is no {path[:100]}")

    # -- checks

    def _check(self) -> None:
        if not self._host_is_ours():
            raise ApiError(HTTPStatus.FORBIDDEN, "the Host header does not name this computer")
        if not self._origin_allowed():
            raise ApiError(HTTPStatus.FORBIDDEN, "this origin may not use the local API; allow it in the settings or with --allow-origin")
        if not self.server.rate.take():
            raise ApiError(HTTPStatus.TOO_MANY_REQUESTS, "too many requests; try again in a second")

    def _host_is_ours(self) -> bool:
        host = self.headers.get("Host", "")
        config = self.server.config
        names = {"localhost", "127.0.0.1", "[::1]"} | ({config.host} if config.allow_network else set())
        port = self.server.server_address[1]
        return host in names | {f"{name}:{port}" for name in names}

    def _origin_allowed(self) -> bool:
        origin = self.headers.get("Origin")
        allowed = self.server.config.origins
        return origin is None or origin in allowed or "*" in allowed

    def _check_token(self, method: str, path: str, fields: Mapping[str, Any]) -> None:
        if (method, path) in _OPEN:
            return
        kind, _, given = self.headers.get("Authorization", "").partition(" ")
        candidates = [given.strip() if kind.lower() in ("bearer", "deepl-auth-key") else "", fields.get("api_key"), fields.get("auth_key")]
        token = self.server.config.token.encode()
        if not any(isinstance(c, str) and hmac.compare_digest(c.encode("utf-8", "replace"), token) for c in candidates):
            raise ApiError(HTTPStatus.FORBIDDEN, "the token is missing or wrong; it stands in the settings of the app")

    # -- reading

    def _fields(self, query: str) -> dict[str, Any]:
        """The request's fields: query, form or JSON. Raises ApiError."""
        fields = _form(query, ())
        body = self._body()
        if not body:
            return fields
        kind = self.headers.get_content_type()
        try:
            text = body.decode("utf-8")
            if kind == "multipart/form-data":
                raise ApiError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "send JSON or a URL-encoded form")
            found = _form(text, ("text",)) if kind == "application/x-www-form-urlencoded" else json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ApiError(HTTPStatus.BAD_REQUEST, "the body is neither UTF-8 JSON nor a form") from error
        if not isinstance(found, dict):
            raise ApiError(HTTPStatus.BAD_REQUEST, "the body must be an object")
        return fields | found

    def _body(self) -> bytes:
        if "Transfer-Encoding" in self.headers:
            self.close_connection = True
            raise ApiError(HTTPStatus.LENGTH_REQUIRED, "send a Content-Length")
        length = self.headers.get("Content-Length", "0")
        if not length.isascii() or not length.isdecimal():
            self.close_connection = True
            raise ApiError(HTTPStatus.BAD_REQUEST, "Content-Length is not a number")
        if len(length) > 12 or int(length) > MAX_BODY_BYTES:
            self.close_connection = True
            raise ApiError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a request may be {MAX_BODY_BYTES} bytes long")
        return self.rfile.read(int(length))

    # -- writing

    def _send_error(self, error: ApiError) -> None:
        body = {"error": str(error), "message": str(error)}  # LibreTranslate's and DeepL's names for it
        unread = error.status in (HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS)
        if unread and self.headers.get("Content-Length", "0") not in ("", "0"):
            self.close_connection = True
        self._send_json(error.status, body)

    def _send_json(self, status: HTTPStatus, value: object) -> None:
        self._send(status, json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))

    def _send(self, status: HTTPStatus, body: bytes, kind: str = "application/json; charset=utf-8") -> None:
        self.send_response(status)
        if status is not HTTPStatus.NO_CONTENT:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
        self._send_shared_headers()
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _send_shared_headers(self) -> None:
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        if self.close_connection:
            self.send_header("Connection", "close")
        if (origin := self.headers.get("Origin")) and self._origin_allowed():
            self.send_header("Access-Control-Allow-Origin", origin)
            self.send_header("Vary", "Origin")
            self.send_header("Access-Control-Allow-Headers", "Authorization, Content-Type")
            self.send_header("Access-Control-Allow-Methods", "GET, POST, OPTIONS")
            self.send_header("Access-Control-Allow-Private-Network", "true")
            self.send_header("Access-Control-Max-Age", "600")

    def _stream(self, fields: Mapping[str, Any]) -> None:
        """Server-sent events; the connection ends with the stream."""
        started = False

        def emit(event: str, data: Mapping[str, Any]) -> None:
            nonlocal started
            if not started:
                started = True
                self.close_connection = True
                self.send_response(HTTPStatus.OK)
                self.send_header("Content-Type", "text/event-stream; charset=utf-8")
                self._send_shared_headers()
                self.end_headers()
            line = json.dumps(data, ensure_ascii=False)
            self.wfile.write(f"event: {event}\ndata: {line}\n\n".encode("utf-8", "replace"))
            self.wfile.flush()

        try:
            self.server.api.stream(fields, emit)
        except (ApiError, TranslatorError) as error:
            if not started:
                raise
            emit("error", {"error": str(error)})


def _form(text: str, lists: Sequence[str]) -> dict[str, Any]:
    """Fields of a URL-encoded form; those named in `lists`, and repeated ones, become lists."""
    found = parse_qs(text, keep_blank_values=True, max_num_fields=1000, encoding="utf-8", errors="strict")
    return {name: values if len(values) > 1 or name in lists else values[0] for name, values in found.items()}


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
