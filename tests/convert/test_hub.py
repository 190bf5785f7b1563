"""A stand-in for the hub: a server on the loopback device that can cut connections and lie about hashes."""

import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from translator_app.convert.hub import fetch_model
from translator_app.errors import Cancelled, DownloadError

pytest.importorskip("huggingface_hub")

COMMIT = "0123456789abcdef0123456789abcdef01234567"


class Hub(ThreadingHTTPServer):
    """Serves one model repository from memory."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = {
            "config.json": b'{"model_type": "marian"}',
            "source.spm": b"source" * 100,
            "target.spm": b"target" * 100,
            "vocab.json": b"{}",
            "README.md": b"---\nlicense: cc-by-4.0\n---\n",
            "pytorch_model.bin": bytes(range(256)) * 4000,
            "tf_model.h5": b"never fetched",
        }
        self.large = {"pytorch_model.bin", "source.spm", "target.spm"}
        self.cut_after: dict[str, list[int]] = {}  # bytes to send before the connection breaks, for each request in turn
        self.ignore_range = False
        self.requests: list[tuple[str, str | None]] = []

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def model_info(self) -> dict[str, Any]:
        siblings = []
        for name, data in self.files.items():
            sibling: dict[str, Any] = {"rfilename": name, "size": len(data)}
            sibling["blobId"] = hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
            if name in self.large:
                sibling["lfs"] = {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data), "pointerSize": 134}
            siblings.append(sibling)
        return {"id": "org/model", "modelId": "org/model", "sha": COMMIT, "siblings": siblings, "cardData": {"license": "cc-by-4.0"}}


class Handler(BaseHTTPRequestHandler):
    server: Hub

    def do_GET(self) -> None:
        name = self.path.rpartition("/")[2]
        if self.path.startswith("/api/models/org/model"):
            wanted = self.path.partition("/revision/")[2].partition("?")[0]
            known = wanted in ("", "main", COMMIT)
            self._answer(200 if known else 404, json.dumps(self.server.model_info()).encode() if known else b"{}")
        elif self.path.startswith(f"/org/model/resolve/{COMMIT}/") and name in self.server.files:
            self._send_file(name, self.server.files[name])
        else:
            self._answer(404, b"{}")

    def _send_file(self, name: str, data: bytes) -> None:
        wanted = self.headers["Range"]
        self.server.requests.append((name, wanted))
        start = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted and not self.server.ignore_range else 0
        cuts = self.server.cut_after.get(name)
        cut = cuts.pop(0) if cuts else None
        self._answer(206 if start else 200, data[start:], cut)

    def _answer(self, status: int, body: bytes, cut: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body if cut is None else body[:cut])
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    with Hub() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        monkeypatch.setenv("HF_ENDPOINT", server.endpoint)
        monkeypatch.setenv("HF_HUB_DISABLE_IMPLICIT_TOKEN", "1")
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        yield server
        server.shutdown()
        thread.join()


def test_fetches_what_is_needed_and_no_more(hub: Hub, tmp_path: Path) -> None:
    lines: list[str] = []
    model = fetch_model("org/model", cache=tmp_path, report=lines.append)
    assert (model.revision, model.licence) == (COMMIT, "cc-by-4.0")
    assert {p.name: p.read_bytes() for p in model.folder.iterdir()} == {n: d for n, d in hub.files.items() if n != "tf_model.h5"}
    assert any("pytorch_model.bin (1.0 MB)" in line for line in lines)


def test_a_second_call_fetches_nothing(hub: Hub, tmp_path: Path) -> None:
    fetch_model("org/model", cache=tmp_path)
    hub.requests.clear()
    fetch_model("org/model", "main", cache=tmp_path)
    assert hub.requests == []


def test_a_cut_connection_goes_on_where_it_stopped(hub: Hub, tmp_path: Path) -> None:
    hub.cut_after["pytorch_model.bin"] = [300_000, 500_000]
    model = fetch_model("org/model", cache=tmp_path)
    assert (model.folder / "pytorch_model.bin").read_bytes() == hub.files["pytorch_model.bin"]
    ranges = [wanted for name, wanted in hub.requests if name == "pytorch_model.bin"]
    assert ranges == [None, "bytes=300000-", "bytes=800000-"]


def test_a_server_without_ranges_starts_over(hub: Hub, tmp_path: Path) -> None:
    hub.cut_after["pytorch_model.bin"], hub.ignore_range = [300_000], True
    model = fetch_model("org/model", cache=tmp_path)
    assert (model.folder / "pytorch_model.bin").read_bytes() == hub.files["pytorch_model.bin"]


def test_a_stopped_download_goes_on_in_the_next_run(hub: Hub, tmp_path: Path) -> None:
    hub.cut_after["pytorch_model.bin"] = [300_000]
    with pytest.raises(Cancelled):
        fetch_model("org/model", cache=tmp_path, should_stop=lambda: ("pytorch_model.bin", None) in hub.requests)
    part = tmp_path / "org--model" / COMMIT / "pytorch_model.bin.part"
    have = part.stat().st_size
    assert have > 0
    fetch_model("org/model", cache=tmp_path)
    assert hub.requests[-1] == ("pytorch_model.bin", f"bytes={have}-")
    assert not part.exists()


def test_no_progress_at_all_gives_up(hub: Hub, tmp_path: Path) -> None:
    hub.cut_after["pytorch_model.bin"] = [0] * 20
    with pytest.raises(DownloadError, match=r"pytorch_model.bin can't be fetched .*run the command again"):
        fetch_model("org/model", cache=tmp_path)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "vocab.json"])
def test_damage_on_the_way_is_noticed(hub: Hub, tmp_path: Path, name: str) -> None:
    fetch_model("org/model", cache=tmp_path)
    path = tmp_path / "org--model" / COMMIT / name
    good = hub.files[name]
    path.write_bytes(b"\xff" + good[1:])  # same size: found by its hash, fetched again
    fetch_model("org/model", cache=tmp_path)
    assert path.read_bytes() == good
    path.with_name(name + ".part").write_bytes(b"\xff" + good[1:])
    path.unlink()
    with pytest.raises(DownloadError, match=f"{name} came damaged"):
        fetch_model("org/model", cache=tmp_path)
    fetch_model("org/model", cache=tmp_path)


def test_missing_files_are_named_before_anything_is_fetched(hub: Hub, tmp_path: Path) -> None:
    for name in ("source.spm", "vocab.json", "pytorch_model.bin"):
        del hub.files[name]
    with pytest.raises(DownloadError, match=r"missing: source.spm, vocab.json, the weights"):
        fetch_model("org/model", cache=tmp_path)
    assert hub.requests == []


def test_parts_of_sharded_weights_are_fetched(hub: Hub, tmp_path: Path) -> None:
    del hub.files["pytorch_model.bin"]
    hub.files["model.safetensors.index.json"] = json.dumps(
        {"weight_map": {"a": "model-1.safetensors", "b": "model-2.safetensors"}}
    ).encode()
    hub.files |= {"model-1.safetensors": b"one", "model-2.safetensors": b"two"}
    folder = fetch_model("org/model", cache=tmp_path).folder
    assert (folder / "model-2.safetensors").read_bytes() == b"two"


@pytest.mark.parametrize(
    ("repo", "revision", "message"),
    [("org/none", None, "has no org/none"), ("org/model", "v9", "at v9"), ("a b/c", None, "neither a folder")],
)
def test_unknown_models_and_revisions(hub: Hub, tmp_path: Path, repo: str, revision: str | None, message: str) -> None:
    with pytest.raises(DownloadError, match=message):
        fetch_model(repo, revision, cache=tmp_path)


def test_no_connection_names_the_way_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(DownloadError, match="HF_ENDPOINT"):
        fetch_model("org/model", cache=tmp_path)


def test_a_hub_name_becomes_a_pack(hub: Hub, tiny_checkpoint: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from translator_app.cli import main
    from translator_app.packs import load_pack

    monkeypatch.setenv("TRANSLATOR_APP_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("translator_app.convert.verify.missing_packages", lambda *names: list(names))
    hub.files = {path.name: path.read_bytes() for path in tiny_checkpoint.iterdir() if path.name != "golden.json"}
    hub.large = {"model.safetensors"}
    hub.cut_after["model.safetensors"] = [50_000]
    (tmp_path / "tests.tsv").write_text("Hello.\t你好。\n", encoding="utf-8")
    assert main(["convert", "org/model", "-o", str(tmp_path / "tiny"), "--test", str(tmp_path / "tests.tsv"), "--accept"]) == 0
    manifest = load_pack(tmp_path / "tiny").manifest
    assert (manifest.source_model, manifest.source_revision, manifest.licence) == ("org/model", COMMIT, "cc-by-4.0")
    assert ("model.safetensors", "bytes=50000-") in hub.requests
