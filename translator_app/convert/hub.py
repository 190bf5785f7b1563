"""A checkpoint from the HuggingFace hub or a mirror of it (HF_ENDPOINT), checked against the hub's own sizes and hashes.

The hub's metadata come through huggingface_hub. The files are fetched here, because a partial file is kept and taken up
again by the next run as well, which huggingface_hub stopped doing (its temporary files are unique to a call).
"""

import hashlib
import http.client
import json
import os
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from translator_app import paths
from translator_app.convert.checkpoint import TOKENIZER_FILES
from translator_app.errors import Cancelled, DownloadError

_ALSO = ("generation_config.json", "tokenizer_config.json", "README.md")
_INDEXES = ("model.safetensors.index.json", "pytorch_model.bin.index.json")
_CHUNK_BYTES = 1 << 18
_TRIES = 5  # without a byte of progress
_TIMEOUT_S = 30

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class HubModel:
    """Where a model from the hub lies now, and what the hub says about it."""

    folder: Path
    repo_id: str
    revision: str  # the commit
    licence: str  # "" when the hub names none


@dataclass(frozen=True, slots=True)
class _RemoteFile:
    name: str
    size_bytes: int
    sha256: str  # of large files; "" when the hub has only git's hash
    git_sha1: str


def fetch_model(
    repo_id: str,
    revision: str | None = None,
    *,
    cache: Path | None = None,
    report: Report = lambda _line: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> HubModel:
    """Download what a conversion needs, once; files that are there already are checked, not fetched again.

    Raises DownloadError: no connection, no such model or revision, files missing in the repository (all named before anything
    is fetched), damaged on the way. Raises Cancelled; a partial file stays and is taken up again next time.
    """
    endpoint = (os.environ.get("HF_ENDPOINT") or "https://huggingface.co").rstrip("/")
    info, headers = _model_info(repo_id, revision, endpoint)
    remote = {file.name: file for file in _remote_files(info)}
    commit = str(info.sha)
    folder = (cache or paths.cache_dir() / "hub") / repo_id.replace("/", "--") / commit
    folder.mkdir(parents=True, exist_ok=True)

    def fetch(names: Sequence[str]) -> None:
        for name in names:
            url = f"{endpoint}/{repo_id}/resolve/{commit}/{name}"
            if _fetch(url, headers, remote[name], folder / name, should_stop):
                report(f"fetched {name} ({remote[name].size_bytes / 1e6:.1f} MB)")

    small, weights = _needed(repo_id, remote)
    fetch(small)
    fetch(_parts(repo_id, remote, folder / weights) if weights in small else [weights])
    card = getattr(info, "card_data", None)
    return HubModel(folder, repo_id, commit, str((card.to_dict() if card else {}).get("license") or ""))


def _model_info(repo_id: str, revision: str | None, endpoint: str) -> tuple[Any, Mapping[str, str]]:
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    try:
        from huggingface_hub import HfApi
        from huggingface_hub.utils import HfHubHTTPError, HFValidationError, build_hf_headers
    except ImportError as error:
        raise DownloadError("models from the hub need the extra: pip install 'translator-app[convert]'") from error
    try:
        info = HfApi(endpoint=endpoint).model_info(repo_id, revision=revision, files_metadata=True, timeout=_TIMEOUT_S)
    except HFValidationError as error:
        raise DownloadError(f"{repo_id} is neither a folder nor a model of the hub ({error})") from error
    except HfHubHTTPError as error:
        where = f"{repo_id} at {revision}" if revision else repo_id
        raise DownloadError(f"{endpoint} has no {where}, or needs a login ({error.__class__.__name__})") from error
    except (OSError, *HfHubHTTPError.__bases__) as error:  # its base is the HTTP library's, which connection errors share
        raise DownloadError(f"{endpoint} can't be reached ({error}); set HF_ENDPOINT to a mirror, or give a folder") from error
    return info, build_hf_headers()


def _remote_files(info: Any) -> Iterator[_RemoteFile]:
    for sibling in info.siblings or ():
        lfs = sibling.lfs
        if sibling.size is not None:
            yield _RemoteFile(sibling.rfilename, int(sibling.size), str(lfs.sha256) if lfs else "", str(sibling.blob_id or ""))


def _needed(repo_id: str, remote: Mapping[str, _RemoteFile]) -> tuple[list[str], str]:
    """Small files to fetch first, and the weights: a file, or an index that is among the small ones."""
    missing = [name for name in ("config.json", *TOKENIZER_FILES) if name not in remote]
    weights = next((n for n in ("model.safetensors", _INDEXES[0], "pytorch_model.bin", _INDEXES[1]) if n in remote), None)
    if missing or weights is None:
        missing += [] if weights else ["the weights (model.safetensors or pytorch_model.bin)"]
        raise DownloadError(f"{repo_id} is no complete Marian model; missing: {', '.join(missing)}")
    small = ["config.json", *TOKENIZER_FILES, *(name for name in _ALSO if name in remote)]
    return ([*small, weights], weights) if weights in _INDEXES else (small, weights)


def _parts(repo_id: str, remote: Mapping[str, _RemoteFile], index: Path) -> list[str]:
    try:
        names = sorted(set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values()))
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise DownloadError(f"{repo_id}: {index.name} is damaged ({error})") from error
    if missing := [name for name in names if name not in remote or Path(name).name != name]:
        raise DownloadError(f"{repo_id}: {index.name} names parts that are missing: {', '.join(missing)}")
    return names


def _fetch(url: str, headers: Mapping[str, str], remote: _RemoteFile, path: Path, should_stop: Callable[[], bool]) -> bool:
    """Make `path` hold the remote file; False when it did already."""
    if path.exists() and path.stat().st_size == remote.size_bytes and _intact(path, remote):
        return False
    part = path.with_name(path.name + ".part")
    tries = _TRIES
    while (have := part.stat().st_size if part.exists() else 0) < remote.size_bytes or not part.exists():
        try:
            _stream(url, headers, part, have, should_stop)
            error: Exception = EOFError("the connection was cut")
        except (OSError, http.client.HTTPException) as caught:
            error = caught
            if isinstance(caught, urllib.error.HTTPError) and caught.code < 500 and caught.code not in (408, 416, 429):
                raise DownloadError(f"{url}: {caught}") from caught
        grown = part.exists() and part.stat().st_size > have
        tries = _TRIES if grown else tries - 1
        if not tries:
            raise DownloadError(f"{url} can't be fetched ({error}); run the command again to go on") from error
    if not _intact(part, remote):
        part.unlink()
        raise DownloadError(f"{remote.name} came damaged (its hash is not the hub's); run the command again")
    part.replace(path)
    return True


def _stream(url: str, headers: Mapping[str, str], part: Path, have: int, should_stop: Callable[[], bool]) -> None:
    request = urllib.request.Request(url, headers={"Range": f"bytes={have}-"} if have else {})
    for name, value in headers.items():
        request.add_unredirected_header(name, value)  # a token must not follow a redirection to another host
    with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as response, part.open("ab" if response.status == 206 else "wb") as file:
        while chunk := response.read1(_CHUNK_BYTES):
            file.write(chunk)
            if should_stop():
                raise Cancelled


def _intact(path: Path, remote: _RemoteFile) -> bool:
    if path.stat().st_size != remote.size_bytes:
        return False
    if not remote.sha256 and not remote.git_sha1:
        return True
    # git names a file by the SHA-1 of a header and its bytes
    digest = hashlib.sha256() if remote.sha256 else hashlib.sha1(b"blob %d\0" % remote.size_bytes, usedforsecurity=False)
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest() == (remote.sha256 or remote.git_sha1)
