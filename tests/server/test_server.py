"""The local API over a real socket, with an engine that only marks what it was given."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from translator_app import cli
from translator_app.engine.translator import SegmentResult, TranslateOptions, Translation
from translator_app.errors import Cancelled, ServerError
from translator_app.manifest import LanguagePair
from translator_app.packs import Pack
from translator_app.server.api import MAX_CHARS, Api, ApiError
from translator_app.server.http import MAX_BODY_BYTES, ApiServer, ServerConfig
from translator_app.server.languages import Languages
from translator_app.server.openapi import openapi_document
from translator_app.server.requests import EngineWorker, RequestQueue

TOKEN = "s3cret-token"
PLAIN = TranslateOptions()
PAGE = "https://reader.example.org"
CHINESE = LanguagePair("en", "zh")


class Marker:
    """An engine that puts a sign before each text; it can be held up."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.gate = threading.Event()
        self.gate.set()
        self.entered = threading.Event()

    def translate(
        self,
        text: str,
        options: TranslateOptions = PLAIN,
        *,
        on_segment: Callable[[SegmentResult], None] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Translation:
        pieces: list[SegmentResult] = []
        at = 0
        for part in re.findall(r"[^.]+\.?", text):
            pieces.append(SegmentResult(part, f"译{part}", at, at + len(pieces), translated=True))
            at += len(part)
        for piece in pieces if on_segment else ():
            on_segment(piece)  # type: ignore[misc]
        return Translation(text, "".join(p.target for p in pieces), tuple(pieces))

    def translate_many(
        self, texts: Sequence[str], options: TranslateOptions = PLAIN, *, should_stop: Callable[[], bool] | None = None
    ) -> list[Translation]:
        self.entered.set()
        self.gate.wait(30)
        if should_stop and should_stop():
            raise Cancelled
        self.batches.append(list(texts))
        if "boom" in texts:
            raise ValueError("boom")
        return [Translation(text, f"{options.script}:{text}", ()) for text in texts]

    def alternatives(
        self,
        sentence: str,
        count: int = 4,
        options: TranslateOptions = PLAIN,
        *,
        should_stop: Callable[[], bool] | None = None,
    ) -> list[str]:
        return [f"{sentence}{i}" for i in range(count)]


@pytest.fixture(scope="module")
def engine() -> Marker:
    return Marker()


@pytest.fixture(scope="module")
def server(engine: Marker) -> Iterator[ApiServer]:
    worker = EngineWorker(engine)
    queue = RequestQueue(worker.start_job)
    server = ApiServer(Api(queue, lambda: CHINESE), ServerConfig(TOKEN, port=0, origins=(PAGE,)))
    server.start()
    yield server
    queue.close()
    server.stop()
    worker.stop()
    assert not [t for t in threading.enumerate() if t.name in ("api", "engine")]


def call(
    server: ApiServer, path: str, body: object = None, *, method: str = "", token: str | None = TOKEN, **headers: str
) -> tuple[int, Any, dict[str, str]]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if token:
        sent.setdefault("Authorization", f"Bearer {token}")
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    if data is not None:
        sent.setdefault("Content-Type", "application/json")
    try:
        connection.request(method or ("GET" if data is None else "POST"), path, data, sent)
        answer = connection.getresponse()
        text = answer.read()
        is_json = (answer.getheader("Content-Type") or "").startswith("application/json")
        return answer.status, json.loads(text) if is_json and text else text.decode(), {k.lower(): v for k, v in answer.getheaders()}
    finally:
        connection.close()


def test_libretranslate_text_list_and_form(server: ApiServer) -> None:
    assert call(server, "/translate", {"q": "Hi", "source": "en", "target": "zh"})[:2] == (200, {"translatedText": "hans:Hi"})
    many = call(server, "/translate", {"q": ["a", "b"], "source": "en", "target": "zh-Hant"})[1]
    assert many == {"translatedText": ["hant-tw:a", "hant-tw:b"]}
    form = urlencode({"q": "Hi & bye", "source": "en", "target": "zh", "api_key": TOKEN}).encode()
    answer = call(server, "/translate", form, token=None, Content_Type="application/x-www-form-urlencoded")
    assert answer[:2] == (200, {"translatedText": "hans:Hi & bye"})


def test_detection_and_alternatives(server: ApiServer) -> None:
    answer = call(server, "/translate", {"q": "Where is the door?", "source": "auto", "target": "zh", "alternatives": 2})[1]
    assert answer["detectedLanguage"]["language"] == "en"
    assert answer["alternatives"] == ["Where is the door?1", "Where is the door?2"]
    assert call(server, "/detect", {"q": "今天天气很好。"})[1][0]["language"] == "zh-Hans"
    assert call(server, "/detect", {"q": "12345"})[1][0]["confidence"] == 0


def test_html_keeps_its_tags(server: ApiServer, engine: Marker) -> None:
    page = '<p class="x">One <b>two</b>.</p><script>var a = 1;</script><p>Three.</p>'
    text = call(server, "/translate", {"q": page, "source": "en", "target": "zh", "format": "html"})[1]["translatedText"]
    assert '<p class="x">' in text
    assert "<b>two</b>" in text
    assert "<script>var a = 1;</script>" in text
    assert not any("script" in t or "<" in t for t in engine.batches[-1])


def test_deepl(server: ApiServer) -> None:
    body = {"text": ["Hi", "Bye"], "target_lang": "ZH", "source_lang": "EN"}
    answer = call(server, "/v2/translate", body, token=None, Authorization=f"DeepL-Auth-Key {TOKEN}")
    wanted = [{"detected_source_language": "EN", "text": f"hans:{text}", "billed_characters": 0} for text in body["text"]]
    assert answer[:2] == (200, {"translations": wanted})
    form = urlencode([("text", "Hi"), ("text", "Bye"), ("target_lang", "ZH-HANT"), ("auth_key", TOKEN)]).encode()
    answer = call(server, "/v2/translate", form, token=None, Content_Type="application/x-www-form-urlencoded")
    assert [t["text"] for t in answer[1]["translations"]] == ["hant-tw:Hi", "hant-tw:Bye"]
    assert {"language": "EN", "name": "English"} in call(server, "/v2/languages")[1]
    assert call(server, "/v2/usage")[0] == 200


def test_sentences_stream(server: ApiServer) -> None:
    status, text, headers = call(server, "/translate/stream", {"q": "One. Two.", "source": "en", "target": "zh"})
    assert status == 200
    assert headers["content-type"].startswith("text/event-stream")
    events = re.findall(r"event: (\w+)\ndata: (.*)\n\n", text)
    assert [name for name, _ in events] == ["segment", "segment", "done"]
    assert json.loads(events[-1][1])["translatedText"] == "译One.译 Two."


def test_requests_that_wait_share_a_batch(server: ApiServer, engine: Marker) -> None:
    engine.gate.clear()
    engine.entered.clear()
    queue = server._server.api._queue
    answers: list[Any] = []

    def ask(number: int) -> None:
        answers.append(call(server, "/translate", {"q": f"t{number}", "target": "zh"})[1])

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(20)]
    threads[0].start()
    assert engine.entered.wait(30)  # the first request holds the engine up
    for thread in threads[1:]:
        thread.start()
    while len(queue) < 19:
        threading.Event().wait(0.01)
    before = len(engine.batches)
    engine.gate.set()
    for thread in threads:
        thread.join()
    assert sorted(a["translatedText"] for a in answers) == sorted(f"hans:t{i}" for i in range(20))
    assert len(engine.batches) - before == 2


def test_health_and_metrics_say_no_text(server: ApiServer) -> None:
    call(server, "/translate", {"q": "Very private words", "target": "zh"})
    assert call(server, "/health", token=None)[:2] == (200, {"status": "ok"})
    status, text, _ = call(server, "/metrics")
    assert status == 200
    assert "translator_app_requests_total" in text
    assert "private" not in text


@pytest.mark.parametrize(
    ("token", "headers"), [(None, {}), ("wrong", {}), (None, {"Authorization": f"Basic {TOKEN}"}), (None, {"Authorization": "Bearer "})]
)
def test_no_token_no_answer(server: ApiServer, token: str | None, headers: dict[str, str]) -> None:
    for path, body in (("/translate", {"q": "Hi", "target": "zh"}), ("/languages", None), ("/metrics", None), ("/nothing", None)):
        assert call(server, path, body, token=token, **headers)[0] == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8989", "127.0.0.1.evil.example", "localhost:1", "", "0.0.0.0"])
def test_a_foreign_host_is_refused(server: ApiServer, host: str) -> None:
    assert call(server, "/translate", {"q": "Hi", "target": "zh"}, Host=host)[0] == 403
    assert call(server, "/health", Host=host)[0] == 403


@pytest.mark.parametrize("origin", ["https://evil.example", "null", PAGE + ".evil.example", "http://reader.example.org"])
def test_a_foreign_origin_is_refused(server: ApiServer, origin: str) -> None:
    status, _, headers = call(server, "/translate", {"q": "Hi", "target": "zh"}, Origin=origin)
    assert status == 403
    assert "access-control-allow-origin" not in headers
    assert call(server, "/translate", method="OPTIONS", token=None, Origin=origin)[0] == 403


def test_an_allowed_origin_is_answered(server: ApiServer) -> None:
    status, _, headers = call(server, "/translate", method="OPTIONS", token=None, Origin=PAGE)
    assert (status, headers["access-control-allow-origin"]) == (204, PAGE)
    status, _, headers = call(server, "/translate", {"q": "Hi", "target": "zh"}, Origin=PAGE)
    assert (status, headers["access-control-allow-origin"]) == (200, PAGE)


def test_a_large_body_is_refused_unread(server: ApiServer) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        head = ("POST /translate HTTP/1.1", f"Host: localhost:{server.port}", f"Authorization: Bearer {TOKEN}", "Content-Length: 10000000")
        connection.sendall("\r\n".join((*head, "", "")).encode())
        answer = connection.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"Connection: close" in answer
    assert MAX_BODY_BYTES < 10_000_000


@pytest.mark.parametrize(
    "body",
    [
        b"{", b"[]", b"\xff", b"5", {}, {"q": 5, "target": "zh"}, {"q": [], "target": "zh"}, {"q": "Hi"}, {"q": "Hi", "target": "fr"},
        {"q": "Hi", "source": "fr", "target": "zh"}, {"q": "Hi", "target": "zh", "format": "rtf"},
        {"q": "Hi", "target": "zh", "alternatives": -1},
        {"q": "Hi", "target": 5}, {"q": ["a", 5], "target": "zh"}, {"q": "x" * (MAX_CHARS + 1), "target": "zh"}, b"[" * 100_000,
    ],
)  # fmt: skip
def test_wrong_requests_get_words(server: ApiServer, body: object) -> None:
    status, answer, _ = call(server, "/translate", body)
    assert status == 400
    assert answer["error"]


def test_paths_and_methods(server: ApiServer) -> None:
    assert call(server, "/translate")[0] == 405
    assert call(server, "/nothing")[0] == 404
    for method in ("PUT", "DELETE", "PATCH", "TRACE", "HEAD", "ODD"):
        assert call(server, "/translate", method=method)[0] == 405


def test_an_error_in_the_engine_is_not_the_end(server: ApiServer) -> None:
    assert call(server, "/translate", {"q": "boom", "target": "zh"})[0] == 500
    assert call(server, "/translate", {"q": "Hi", "target": "zh"})[0] == 200


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda v: st.lists(v) | st.dictionaries(st.text(), v),
    max_leaves=5,
)


@settings(max_examples=60, deadline=None)
@given(
    path=st.sampled_from([p for p, v in openapi_document(Languages(CHINESE))["paths"].items() if "post" in v]),
    body=st.fixed_dictionaries(
        {}, optional={name: JSON for name in ("q", "text", "source", "target", "target_lang", "format", "alternatives", "tag_handling")}
    ),
    target=st.sampled_from(["zh", "ZH-HANT", None]),
)
def test_no_body_makes_a_server_error(server: ApiServer, path: str, body: dict[str, Any], target: str | None) -> None:
    if target:
        body = {**body, "target": target, "target_lang": target}
    assert call(server, path, body)[0] < 500


@pytest.fixture
def api_of() -> Iterator[Callable[[str, str], Api]]:
    """Makes an API for a pack of other languages."""
    worker = EngineWorker(Marker())
    queue = RequestQueue(worker.start_job)
    yield lambda source, target: Api(queue, lambda: LanguagePair(source, target))
    queue.close()
    worker.stop()


def test_english_to_chinese_is_described_as_ever(server: ApiServer) -> None:
    assert call(server, "/languages")[1] == [
        {"code": "en", "name": "English", "targets": ["en", "zh-Hans", "zh-Hant"]},
        {"code": "zh-Hans", "name": "Chinese", "targets": ["zh-Hans", "zh-Hant"]},
        {"code": "zh-Hant", "name": "Chinese (traditional)", "targets": ["zh-Hant"]},
    ]
    chosen = call(server, "/frontend/settings")[1]["language"]
    assert chosen == {"source": {"code": "en", "name": "English"}, "target": {"code": "zh-Hans", "name": "Chinese"}}
    assert call(server, "/v2/languages")[1] == [{"language": "EN", "name": "English"}, {"language": "ZH", "name": "Chinese"}]
    targets = call(server, "/v2/languages?type=target")[1]
    assert [target["language"] for target in targets] == ["ZH", "ZH-HANS", "ZH-HANT"]
    for source in ("en", "EN_us", "en-GB", "auto", "", "zh", "zh-Hant"):
        assert call(server, "/translate", {"q": "Hi", "source": source, "target": "zh"})[0] == 200


def test_the_languages_are_those_of_the_pack(api_of: Callable[[str, str], Api]) -> None:
    api = api_of("deu", "en")
    assert api.libre_languages() == [
        {"code": "de", "name": "German", "targets": ["de", "en"]},
        {"code": "en", "name": "English", "targets": ["en"]},
    ]
    assert api.frontend_settings()["language"]["target"] == {"code": "en", "name": "English"}
    assert api.deepl_languages({}) == [{"language": "DE", "name": "German"}]
    assert [row["language"] for row in api.deepl_languages({"type": "target"})] == ["EN-GB", "EN-US"]
    assert api.translate({"q": "Guten Tag", "source": "de", "target": "en"}) == {"translatedText": "hans:Guten Tag"}
    answer = api.deepl_translate({"text": ["Guten Tag"], "target_lang": "EN-US", "source_lang": "DE"})
    assert answer["translations"][0]["detected_source_language"] == "DE"
    for wrong in ({"source": "de", "target": "zh"}, {"source": "en", "target": "en"}, {"source": "de"}):
        with pytest.raises(ApiError, match="not supported"):
            api.translate({"q": "Guten Tag", **wrong})
    described = openapi_document(api.languages)["paths"]["/translate"]["post"]["requestBody"]["content"]["application/json"]
    assert described["schema"]["properties"]["target"]["enum"] == ["en"]


def test_from_chinese(api_of: Callable[[str, str], Api]) -> None:
    api = api_of("zh", "en")
    assert [row["code"] for row in api.libre_languages()] == ["zh-Hans", "en"]
    answer = api.translate({"q": "今天天气很好。", "source": "auto", "target": "en", "alternatives": 1})
    assert answer["detectedLanguage"]["language"] == "zh-Hans"
    assert answer["alternatives"] == ["今天天气很好。1"]
    page = api.translate({"q": '<html lang="zh"><p>你好</p></html>', "source": "zh-CN", "target": "en", "format": "html"})
    assert '<html lang="en">' in page["translatedText"]


@pytest.mark.parametrize(
    ("pair", "text", "language"),
    [
        (("de", "en"), "Das Wetter ist heute schön, und die Katze schläft in der Küche.", "de"),
        (("de", "en"), "The weather is nice today, and the cat sleeps in the kitchen.", "en"),
        (("ru", "en"), "Сегодня хорошая погода.", "ru"),
        (("ru", "fr"), "Il fait beau aujourd'hui.", "fr"),
        (("en", "ja"), "今日は天気がいい。", "ja"),
        (("mul", "en"), "Il fait beau aujourd'hui.", "mul"),
        (("zh", "en"), "Where is the door?", "en"),
    ],
)
def test_detection_knows_the_pair(pair: tuple[str, str], text: str, language: str) -> None:
    found = Languages(LanguagePair(*pair)).detect(text)
    assert found["language"] == language
    assert found["confidence"] > 50


def test_only_loopback_without_the_flag() -> None:
    with pytest.raises(ServerError, match="everyone on the network"):
        ServerConfig(TOKEN, host="0.0.0.0")
    with pytest.raises(ServerError, match="token"):
        ServerConfig("")
    assert ServerConfig(TOKEN, host="0.0.0.0", allow_network=True).allow_network
    assert ServerConfig(TOKEN, host="::1").host == "::1"


def test_serve_refuses_the_network_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["serve", "--host", "0.0.0.0", "--token", "x"]) == 1
    assert "everyone on the network" in capsys.readouterr().err


def test_the_name_of_this_computer_is_asked_nowhere(server: ApiServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(name: str = "") -> str:
        raise AssertionError(f"{name} was looked up")

    monkeypatch.setattr(socket, "getfqdn", ask)
    other = ApiServer(server._server.api, ServerConfig(TOKEN, port=0))
    other.start()
    assert call(other, "/health")[0] == 200
    other.stop()


def test_a_connection_that_is_kept_open_ends_with_the_server(server: ApiServer) -> None:
    other = ApiServer(server._server.api, ServerConfig(TOKEN, port=0))
    other.start()
    connection = http.client.HTTPConnection("127.0.0.1", other.port, timeout=20)  # shorter than READ_TIMEOUT_S
    connection.request("GET", "/health")
    assert connection.getresponse().read()
    assert connection.sock is not None
    other.stop()
    assert connection.sock.recv(1) == b""
    connection.close()


@pytest.mark.skipif(sys.platform == "win32", reason="a test can't press Ctrl+C there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve_ends_when_it_is_told_to(packs_home: Path, tiny_pack: Pack, number: signal.Signals) -> None:
    shutil.copytree(tiny_pack.folder, packs_home / "tiny")
    command = [sys.executable, "-m", "translator_app", "serve", "--port", "0", "--token", TOKEN]
    environ = {**os.environ, "TRANSLATOR_APP_HOME": str(packs_home.parent)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ, cwd=Path(__file__).resolve().parents[2]) as process:
        assert process.stdout
        assert process.stdout.readline().startswith("listening on http://127.0.0.1:")
        process.send_signal(number)
        assert process.wait(60) == 0


def test_a_taken_port_is_said(server: ApiServer) -> None:
    with pytest.raises(ServerError, match="can't listen"):
        ApiServer(server._server.api, ServerConfig(TOKEN, port=server.port))
