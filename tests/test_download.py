"""Downloading a published model, against a stand-in hub on this machine that cuts, lies and redirects."""

import hashlib
import json
import ssl
import threading
import urllib.parse
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from translator_app import cli, download, packs, paths
from translator_app.download import Source
from translator_app.errors import Cancelled, DownloadError
from translator_app.importer import Options

REPO = "someone/tiny-en-zh"
COMMIT = "a1b2c3d4e5f6" + "0" * 28
LARGE = (".onnx", ".spm")  # these have a SHA-256, as files in LFS do


class Hub:
    """The hub's answers; tests change what it does."""

    def __init__(self, folder: Path) -> None:
        self.files = {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
        self.listed = dict(self.files)  # what the metadata are made of
        self.requests: list[tuple[str, str | None]] = []  # (path, Range)
        self.cut_after: dict[str, list[int]] = {}  # bytes to send of a file before the connection is cut, a request each
        self.statuses: dict[str, list[int]] = {}  # errors to answer with first
        self.ranges = True
        self.redirect = ""
        self.api_body: bytes | None = None
        self.address = ""

    def tree(self) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = [{"type": "directory", "path": "onnx", "size": 0, "oid": "0" * 40}]
        for name, data in self.listed.items():
            git = hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
            entry: dict[str, Any] = {"type": "file", "path": name, "size": len(data), "oid": git}
            if name.endswith(LARGE):
                entry["lfs"] = {"oid": hashlib.sha256(data).hexdigest(), "size": len(data), "pointerSize": 130}
            entries.append(entry)
        return entries

    def ranges_of(self, name: str) -> list[str | None]:
        return [r for path, r in self.requests if path.endswith(name) and "/resolve/" in path]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    hub: Hub

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)  # of a proxy: the whole address
        self.hub.requests.append((self.path, self.headers.get("Range")))
        name = path.rsplit(f"{COMMIT}/", 1)[-1]
        if queue := self.hub.statuses.get(name if "/resolve/" in path or path.startswith("/cdn") else "api"):
            self.answer(queue.pop(0), b"")
        elif path == f"/api/models/{REPO}/revision/main":
            self.answer(200, self.hub.api_body or json.dumps({"id": REPO, "sha": COMMIT}).encode())
        elif path == f"/api/models/{REPO}/tree/{COMMIT}":
            self.answer(200, json.dumps(self.hub.tree()).encode())
        elif path.endswith(f"/{REPO}/resolve/{COMMIT}/{name}") and name in self.hub.files:
            if self.hub.redirect:
                self.answer(302, b"", Location=f"{self.hub.redirect}/{COMMIT}/{name}?signature=x")
            else:
                self.send_file(name)
        elif path == f"/cdn/{COMMIT}/{name}" and name in self.hub.files:
            self.send_file(name)
        else:
            self.answer(404, b"not found")

    def send_file(self, name: str) -> None:
        data, status, headers = self.hub.files[name], 200, {}
        wanted = self.headers.get("Range")
        if wanted and self.hub.ranges:
            start = int(wanted.removeprefix("bytes=").rstrip("-"))
            if start >= len(data):
                return self.answer(416, b"")
            headers["Content-Range"] = f"bytes {start}-{len(data) - 1}/{len(data)}"
            data, status = data[start:], 206
        cuts = self.hub.cut_after.get(name, [])
        return self.answer(status, data, cut=cuts.pop(0) if cuts else None, **headers)

    def answer(self, status: int, body: bytes, cut: int | None = None, **headers: str) -> None:
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body if cut is None else body[:cut])
        self.close_connection = True


@pytest.fixture
def hub(make_foreign: Callable[..., Path], packs_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    for name in ("HF_ENDPOINT", "http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    hub = Hub(make_foreign(name="published", graphs="onnx", suffix="_quantized"))
    hub.files["README.md"] = hub.listed["README.md"] = b"---\nlicense: cc-by-4.0\n---\n"
    hub.files["onnx/model_we_do_not_want.onnx"] = hub.listed["onnx/model_we_do_not_want.onnx"] = b"x" * 10_000
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("HubHandler", (Handler,), {"hub": hub}))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    hub.address = f"http://127.0.0.1:{server.server_port}"
    yield hub
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def source(hub: Hub) -> Source:
    return Source(REPO, hub.address, pause_s=0)


def parts() -> list[Path]:
    return sorted((paths.cache_dir() / "downloads").rglob("*.part"))


def test_a_published_model_becomes_a_pack(hub: Hub, source: Source) -> None:
    seen: list[tuple[int, int]] = []
    pack = download.get_pack(source, progress=lambda done, total: seen.append((done, total)))
    manifest = pack.manifest
    assert (pack.pack_id, manifest.layout, manifest.source_prefix) == ("tiny-en-zh", "optimum-merged", ">>cmn_Hans<<")
    assert (manifest.source_model, manifest.source_revision, manifest.licence) == (REPO, COMMIT, "cc-by-4.0")
    packs.verify(packs.find_pack("tiny-en-zh"))
    assert seen[-1][0] == seen[-1][1]
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert not any("do_not_want" in path for path, _ in hub.requests)
    assert not list((paths.cache_dir() / "downloads").iterdir())  # it is in the pack now


def test_a_cut_connection_goes_on_where_it_stopped(hub: Hub, source: Source) -> None:
    name = "onnx/decoder_model_merged_quantized.onnx"
    hub.cut_after[name] = [100_000, 50_000, 0]
    folder, _ = download.fetch(source)
    assert (folder / name).read_bytes() == hub.files[name]
    assert hub.ranges_of(name) == [None, "bytes=100000-", "bytes=150000-", "bytes=150000-"]
    assert not parts()


def test_a_server_without_ranges_starts_over(hub: Hub, source: Source) -> None:
    name = "source.spm"
    hub.ranges = False
    hub.cut_after[name] = [1000]
    seen: list[int] = []
    folder, _ = download.fetch(source, progress=lambda done, _: seen.append(done))
    assert (folder / name).read_bytes() == hub.files[name]
    assert hub.ranges_of(name) == [None, "bytes=1000-"]
    assert seen == sorted(seen)


def test_cancelled_and_taken_up_again_by_the_next_run(hub: Hub, source: Source) -> None:
    name = "onnx/encoder_model_quantized.onnx"
    hub.cut_after[name] = [70_000]
    with pytest.raises(Cancelled):
        download.fetch(source, should_stop=lambda: bool(parts()) and parts()[0].stat().st_size == 70_000)
    assert [p.stat().st_size for p in parts()] == [70_000]
    hub.requests.clear()
    seen: list[tuple[int, int]] = []
    folder, _ = download.fetch(source, progress=lambda done, total: seen.append((done, total)))
    assert (folder / name).read_bytes() == hub.files[name]
    assert hub.ranges_of(name) == ["bytes=70000-"]
    assert hub.ranges_of("/config.json") == []  # checked, not fetched again
    assert seen[-1][0] == seen[-1][1]


@pytest.mark.parametrize("name", ["onnx/encoder_model_quantized.onnx", "config.json"])
def test_wrong_bytes_are_thrown_away_and_named(hub: Hub, source: Source, name: str) -> None:
    good = hub.files[name]
    hub.files[name] = good[:-1] + b"!"
    with pytest.raises(DownloadError, match=rf"{name} arrived damaged"):
        download.get_pack(source)
    assert not parts()
    assert packs.find_packs() == []
    hub.files[name] = good
    assert download.get_pack(source).pack_id == "tiny-en-zh"


def test_more_bytes_than_announced_do_not_fill_the_disk(hub: Hub, source: Source) -> None:
    hub.listed["source.spm"] = hub.files["source.spm"][:1000]
    with pytest.raises(DownloadError, match=r"source\.spm is longer"):
        download.fetch(source)
    assert sum(p.stat().st_size for p in (paths.cache_dir() / "downloads").rglob("*.spm*")) < 300_000


def test_a_redirect_to_another_path_keeps_the_range(hub: Hub, source: Source) -> None:
    hub.redirect = "/cdn"
    name = "onnx/encoder_model_quantized.onnx"
    hub.cut_after[name] = [500]
    folder, _ = download.fetch(source)
    assert (folder / name).read_bytes() == hub.files[name]
    assert [r for path, r in hub.requests if path.startswith("/cdn") and name in path] == [None, "bytes=500-"]


def test_passing_failures_are_tried_again(hub: Hub, source: Source) -> None:
    hub.statuses = {"api": [503, 429], "vocab.json": [500, 502]}
    assert download.get_pack(source).pack_id == "tiny-en-zh"


@pytest.mark.parametrize(("status", "reason"), [(404, "not there"), (401, "needs an account"), (403, "denied")])
def test_a_no_is_final(hub: Hub, source: Source, status: int, reason: str) -> None:
    hub.statuses = {"target.spm": [status]}
    with pytest.raises(DownloadError, match=rf"target\.spm can't be got from http.*{reason}"):
        download.fetch(source)
    hub.statuses = {"api": [status]}
    with pytest.raises(DownloadError, match=rf"{REPO}.*{reason}"):
        download.fetch(source)


def test_it_gives_up_after_some_tries(hub: Hub, source: Source) -> None:
    hub.cut_after["source.spm"] = [0] * 50
    with pytest.raises(DownloadError, match="again and again"):
        download.fetch(source)
    assert len(hub.ranges_of("source.spm")) == download.TRIES
    hub.statuses = {"api": [500] * 50}
    with pytest.raises(DownloadError, match="server failed"):
        download.fetch(source)


def test_a_repository_without_the_graphs_says_what_is_missing(hub: Hub, source: Source) -> None:
    del hub.listed["onnx/decoder_model_merged_quantized.onnx"]
    with pytest.raises(DownloadError, match=r"has no onnx/decoder_model_merged_quantized\.onnx"):
        download.fetch(source)


def test_another_precision(hub: Hub, source: Source) -> None:
    for name in ("encoder_model", "decoder_model_merged"):
        data = hub.files.pop(f"onnx/{name}_quantized.onnx")
        hub.files[f"onnx/{name}_fp16.onnx"] = hub.listed[f"onnx/{name}_fp16.onnx"] = data
    pack = download.get_pack(replace(source, precision="fp16"))
    assert pack.manifest.precision == {"encoder": "fp16", "decoder": "fp16"}
    with pytest.raises(DownloadError, match=r"encoder_model\.onnx, onnx/decoder_model_merged\.onnx"):
        download.fetch(replace(source, precision="fp32"))


@pytest.mark.parametrize("body", [b"<html>Welcome to the hotel</html>", b"[]", b'{"sha": "../../x"}', b"[" * 100_000])
def test_what_is_no_hub_is_told(hub: Hub, source: Source, body: bytes) -> None:
    hub.api_body = body
    with pytest.raises(DownloadError, match="does not answer like a model hub"):
        download.fetch(source)


def test_a_server_that_is_off(packs_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        port = server.server_port
    with pytest.raises(DownloadError, match=r"can't be got from http://127.*no connection"):
        download.fetch(Source(REPO, f"http://127.0.0.1:{port}", pause_s=0))


@pytest.mark.parametrize(
    "source",
    [
        Source("no-owner"),
        Source("a/b/c"),
        Source("../x/y"),
        Source(endpoint="ftp://x"),
        Source(endpoint="file:///etc"),
        Source(proxy="localhost:80"),
    ],
)
def test_addresses_are_checked(source: Source) -> None:
    with pytest.raises(DownloadError, match=r"OWNER/NAME|starts with http"):
        download.fetch(source)


def test_the_environment_names_the_mirror_and_a_proxy_is_used(hub: Hub, source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", f"{source.address}/")
    assert download.fetch(Source(REPO, pause_s=0))[1] == COMMIT
    hub.requests.clear()
    download.fetch(Source(REPO, "http://mirror.invalid", proxy=source.address, pause_s=0))
    assert all(path.startswith("http://mirror.invalid/") for path, _ in hub.requests)


def test_a_full_disk_is_told_before_anything_is_fetched(hub: Hub, source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: type("Usage", (), {"free": 1000}))
    with pytest.raises(DownloadError, match="free disk space"):
        download.fetch(source)
    assert not any("/resolve/" in path for path, _ in hub.requests)


def test_certificates_are_looked_for_where_other_systems_have_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a frozen app whose OpenSSL was built for another system."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path / "none"))
    (tmp_path / "here.pem").write_text("no certificate")
    monkeypatch.setattr(download, "CERTIFICATES", (tmp_path / "nowhere.pem",))
    assert download.trust().get_ca_certs() == []
    monkeypatch.setattr(download, "CERTIFICATES", (tmp_path / "nowhere.pem", tmp_path / "here.pem"))
    with pytest.raises(ssl.SSLError):  # it was read
        download.trust()


def test_from_the_command_line(hub: Hub, source: Source, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["packs", "get", REPO, "--endpoint", source.address, "--id", "mine", "--use"]) == 0
    assert capsys.readouterr().out.startswith("installed mine (tiny-en-zh, ")
    assert packs.find_pack().pack_id == "mine"
    assert cli.main(["packs", "get", "someone/else", "--endpoint", source.address]) == 1
    assert "it is not there (HTTP 404)" in capsys.readouterr().err


def test_options_of_the_importer_are_passed_on(source: Source) -> None:
    assert download.get_pack(source, Options(name="My model")).manifest.name == "My model"
