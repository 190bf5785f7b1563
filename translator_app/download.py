"""Gets a published ONNX model from a hub or a mirror and makes a pack of it: standard library only, nothing until asked.

A download is kept in the cache folder until it is a pack, so a cut or cancelled one goes on where it stopped. Sizes and
hashes are those of the hub's own listing (https://huggingface.co/docs/hub/api): SHA-256 of large files, git's of small ones.
"""

import hashlib
import http.client
import json
import logging
import os
import re
import shutil
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from translator_app import __version__, importer, packs, paths
from translator_app.errors import Cancelled, DownloadError, Message, reason_of
from translator_app.packs import BytesProgress, Pack, ShouldStop

_LOG = logging.getLogger(__name__)

DEFAULT_REPO = "Xenova/opus-mt-en-zh"
DEFAULT_ENDPOINT = "https://huggingface.co"
REQUIRED_FILES = ("config.json", "source.spm", "target.spm", "vocab.json")
GRAPHS = ("onnx/encoder_model", "onnx/decoder_model_merged")
SUFFIXES = {"int8": "_quantized", "fp32": "", "fp16": "_fp16", "int4": "_q4"}  # as the hub's converters name precisions
OPTIONAL_FILES = ("generation_config.json", "tokenizer_config.json", "README.md")

CERTIFICATES = (
    Path("/etc/ssl/certs/ca-certificates.crt"),  # Debian, Ubuntu, Arch
    Path("/etc/pki/tls/certs/ca-bundle.crt"),  # Fedora
    Path("/etc/ssl/ca-bundle.pem"),  # openSUSE
    Path("/etc/ssl/cert.pem"),  # macOS, Alpine
)
BLOCK_BYTES = 1 << 18
MAX_LISTING_BYTES = 16 << 20
TIMEOUT_S = 30
TRIES = 5  # in a row without a single byte


@dataclass(frozen=True, slots=True)
class Source:
    """Where from, and how."""

    repo: str = DEFAULT_REPO
    endpoint: str | None = None  # None: HF_ENDPOINT, else the hub itself
    revision: str = "main"
    precision: str = "int8"  # a key of SUFFIXES
    proxy: str | None = None  # None: what the environment or the system says
    pause_s: float = 1.0  # before the second try; doubled each time

    @property
    def required(self) -> tuple[str, ...]:
        """Names of the files without which there is no pack."""
        return (*REQUIRED_FILES, *(f"{graph}{SUFFIXES[self.precision]}.onnx" for graph in GRAPHS))

    @property
    def address(self) -> str:
        """The endpoint in use."""
        return (self.endpoint or os.environ.get("HF_ENDPOINT") or DEFAULT_ENDPOINT).rstrip("/")


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file as the hub lists it."""

    path: str
    size_bytes: int
    sha256: str | None  # of large files
    git_sha1: str | None  # of small ones


def get_pack(
    source: Source = Source(),
    options: importer.Options | None = None,
    *,
    progress: BytesProgress | None = None,
    should_stop: ShouldStop | None = None,
) -> Pack:
    """Download a published model, check it and install it as a pack. Raises DownloadError, PackError or Cancelled."""
    folder, revision = fetch(source, progress=progress, should_stop=should_stop)
    options = options or importer.Options()
    named = replace(options, precision=source.precision, source_model=options.source_model or source.repo, source_revision=revision)
    pack = importer.import_path(folder, named, should_stop=should_stop)
    shutil.rmtree(folder, ignore_errors=True)
    return pack


def fetch(source: Source, *, progress: BytesProgress | None = None, should_stop: ShouldStop | None = None) -> tuple[Path, str]:
    """The folder with the checked files, and the commit that they are of. Raises DownloadError or Cancelled."""
    _check(source)
    hub = _Hub(source, should_stop or (lambda: False))
    revision, files = hub.listing()
    folder = paths.cache_dir() / "downloads" / f"{source.repo.replace('/', '--')}@{revision[:12]}"
    total = sum(file.size_bytes for file in files)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(folder).free < 2 * total:  # the download and the pack made from it
            raise DownloadError("{size} MiB of free disk space are needed for {repo}", size=2 * total >> 20, repo=source.repo)
        count = packs.counter(total, progress, should_stop)
        for file in files:
            _fetch_file(hub, revision, file, folder / file.path, count)
    except OSError as error:
        if isinstance(error, DownloadError):
            raise
        raise DownloadError("{folder} can't be written ({reason})", folder=folder, reason=reason_of(error)) from error
    return folder, revision


def _check(source: Source) -> None:
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", source.repo):
        raise DownloadError("{repo!r} is no repository; write OWNER/NAME such as {example}", repo=source.repo, example=DEFAULT_REPO)
    for what, address in ((Message("endpoint"), source.address), (Message("proxy"), source.proxy)):
        if address and not re.match(r"https?://[^/\s]", address):
            raise DownloadError("{what} {address!r} is no address; it starts with http:// or https://", what=what, address=address)


def _fetch_file(hub: "_Hub", revision: str, file: RemoteFile, target: Path, count: Callable[[int], None]) -> None:
    """Get one file, on from what is there. `count` gets all its bytes, those of an earlier run at once."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    if target.exists() and _is_whole(file, target):
        count(file.size_bytes)
        return
    counted = 0

    def report() -> None:
        """Tell what is new; after a start from zero nothing, until it is caught up."""
        nonlocal counted
        fresh = max(0, min(_size(part), file.size_bytes) - counted)
        counted += fresh
        count(fresh)

    report()
    hub.download(revision, file, part, report)
    if not _is_whole(file, part):
        part.unlink()
        raise DownloadError(
            "{name} arrived damaged (its hash is not the one that {address} lists); try again or another mirror",
            name=file.path,
            address=hub.address,
        )
    paths.replace(part, target)


def _is_whole(file: RemoteFile, path: Path) -> bool:
    if path.stat().st_size != file.size_bytes:
        return False
    if file.sha256:
        return packs.hash_file(path) == file.sha256
    data = path.read_bytes()
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest() == file.git_sha1


def trust() -> ssl.SSLContext:
    """The system's certificates. OpenSSL in a frozen app looks where it was built, so other systems' places are tried too."""
    context = ssl.create_default_context()  # honours SSL_CERT_FILE
    if not context.get_ca_certs():
        for path in CERTIFICATES:
            if path.is_file():
                context.load_verify_locations(path)
                break
    return context


class _Hub:
    """The requests."""

    def __init__(self, source: Source, should_stop: ShouldStop) -> None:
        self._source, self._should_stop = source, should_stop
        self.address = source.address
        proxies = None if source.proxy is None else {scheme: source.proxy for scheme in ("http", "https") if source.proxy}
        handlers = (urllib.request.ProxyHandler(proxies), urllib.request.HTTPSHandler(context=trust()))
        self._opener = urllib.request.build_opener(*handlers)
        self._opener.addheaders = [("User-Agent", f"translator-app/{__version__}")]

    def listing(self) -> tuple[str, list[RemoteFile]]:
        """The commit and the wanted files. Raises DownloadError."""
        base = f"{self.address}/api/models/{self._source.repo}"
        info = self._json(f"{base}/revision/{urllib.parse.quote(self._source.revision, safe='')}")
        revision = info.get("sha") if isinstance(info, dict) else None
        if not isinstance(revision, str) or not re.fullmatch(r"[0-9a-f]{7,64}", revision):
            raise DownloadError("{address} does not answer like a model hub; check the address", address=self.address)
        entries = self._json(f"{base}/tree/{revision}?recursive=true")
        files = {file.path: file for file in map(_remote_file, entries if isinstance(entries, list) else []) if file}
        required = self._source.required
        if missing := [name for name in required if name not in files]:
            raise DownloadError(
                "{repo} at {address} has no {missing}; it is not published in the form needed",
                repo=self._source.repo,
                address=self.address,
                missing=", ".join(missing),
            )
        return revision, [files[name] for name in (*required, *OPTIONAL_FILES) if name in files]

    def download(self, revision: str, file: RemoteFile, part: Path, report: Callable[[], None]) -> None:
        """Append to `part` until it has all bytes; after a cut on from there. Raises DownloadError or Cancelled."""
        url = f"{self.address}/{self._source.repo}/resolve/{revision}/{urllib.parse.quote(file.path)}"
        failures = 0
        while (have := _size(part)) != file.size_bytes:
            if have > file.size_bytes:
                part.unlink()
                continue
            problem: Exception = http.client.IncompleteRead(b"")  # unless it is something else
            try:
                self._append(url, file, max(have, 0), part, report)
            except DownloadError:
                raise
            except _PASSING as error:
                problem = _closed(error)
            now = _size(part)
            if now > file.size_bytes:
                part.unlink()
                raise DownloadError(
                    "{name} is longer than {address} lists; try again or another mirror", name=file.path, address=self.address
                )
            failures = 0 if now > max(have, 0) else failures + 1
            if failures >= TRIES or _is_final(problem):
                raise DownloadError(
                    "{name} can't be got from {address}: {reason}", name=file.path, address=self.address, reason=_explain(problem)
                ) from problem
            if now != file.size_bytes:
                _LOG.info("download of %s cut at %s of %s bytes: %s", file.path, now, file.size_bytes, type(problem).__name__)
                self._pause(failures)

    def _append(self, url: str, file: RemoteFile, have: int, part: Path, report: Callable[[], None]) -> None:
        request = urllib.request.Request(url, headers={"Range": f"bytes={have}-"} if have else {})
        with self._opener.open(request, timeout=TIMEOUT_S) as answer:
            have = have if answer.status == http.client.PARTIAL_CONTENT else 0  # else the server sends all from the start
            with _writable(part, "ab" if have else "wb") as write:
                while have <= file.size_bytes and (block := answer.read(BLOCK_BYTES)):
                    write(block)
                    have += len(block)
                    report()

    def _pause(self, failures: int) -> None:
        end = time.monotonic() + self._source.pause_s * 2**failures
        while not self._should_stop():
            if (left := end - time.monotonic()) <= 0:
                return
            time.sleep(min(left, 0.1))
        raise Cancelled

    def _json(self, url: str) -> Any:
        for failures in range(TRIES):
            try:
                with self._opener.open(urllib.request.Request(url), timeout=TIMEOUT_S) as answer:
                    return json.loads(answer.read(MAX_LISTING_BYTES))
            except (ValueError, RecursionError) as error:
                raise DownloadError("{address} does not answer like a model hub; check the address", address=self.address) from error
            except _PASSING as error:
                _closed(error)
                if _is_final(error) or failures == TRIES - 1:
                    raise DownloadError(
                        "{repo} can't be got from {address}: {reason}", repo=self._source.repo, address=self.address, reason=_explain(error)
                    ) from error
                self._pause(failures)
        raise AssertionError("unreachable")


@contextmanager
def _writable(path: Path, mode: str) -> Iterator[Callable[[bytes], None]]:
    """A function that writes at once; a full disk is told apart from a cut connection."""
    with path.open(mode) as out:

        def write(block: bytes) -> None:
            try:
                out.write(block)
                out.flush()
            except OSError as error:
                raise DownloadError("{path} can't be written ({reason})", path=path, reason=reason_of(error)) from error

        yield write


_PASSING = (OSError, http.client.HTTPException)  # urllib's errors, resets and time-outs are OSErrors


def _remote_file(entry: Any) -> RemoteFile | None:
    """A file of the tree API: {"type": "file", "path", "size", "oid", "lfs": {"oid", "size"}}."""
    if not isinstance(entry, dict) or entry.get("type") != "file" or not isinstance(entry.get("path"), str):
        return None
    large = entry.get("lfs")
    size = (large or entry).get("size") if isinstance(large, dict | None) else None
    oid = (large or entry).get("oid") if isinstance(large, dict | None) else None
    if type(size) is not int or size < 0 or not isinstance(oid, str):
        return None
    return RemoteFile(entry["path"], size, oid.removeprefix("sha256:") if large else None, None if large else oid)


def _size(path: Path) -> int:
    """Bytes of a file; -1: it is not there."""
    return path.stat().st_size if path.exists() else -1


def _closed(error: Exception) -> Exception:
    if isinstance(error, urllib.error.HTTPError):
        error.close()  # it holds the connection
    return error


def _is_final(error: Exception) -> bool:
    """No second try: the server said no, the address is wrong, or there is no network."""
    if isinstance(error, urllib.error.HTTPError):
        return error.code < 500 and error.code not in (408, 416, 429)
    return isinstance(error, urllib.error.URLError) and not isinstance(error.reason, TimeoutError | ConnectionResetError)


def _explain(error: Exception) -> Message:
    if isinstance(error, urllib.error.HTTPError):
        known = {
            401: Message("it does not exist there or needs an account"),
            403: Message("access is denied"),
            404: Message("it is not there"),
            429: Message("too many requests"),
        }
        return Message("{what} (HTTP {code})", what=known.get(error.code, Message("the server failed")), code=error.code)
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, ssl.SSLCertVerificationError):
        return Message("its certificate is not trusted; set SSL_CERT_FILE when a company proxy signs connections")
    if isinstance(reason, http.client.IncompleteRead):
        return Message("the connection was cut again and again")
    why = reason if str(reason) else type(reason).__name__
    return Message("no connection ({reason}); check the network, the address or the proxy", reason=why)
