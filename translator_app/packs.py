"""Language packs on disk: a folder with manifest.json, ONNX graphs, one weights file and the tokenizer.

Packs are looked for in the user's folder first, then among those that came with the app. This module reads and
checks packs; `pack_store` changes what is installed. Everything read from a manifest is checked once, here:
whoever holds a `Pack` may trust types, ranges and paths, and that every file was there with the right size.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from translator_app import paths
from translator_app.errors import BrokenPack, Cancelled, Message, PackError, PackNotFound, UnsupportedPack, reason_of
from translator_app.manifest import (
    FORMAT_VERSION,
    LAYOUTS,
    MANIFEST,
    Architecture,
    LanguagePair,
    Manifest,
    PackFile,
    SearchDefaults,
    ShortlistInfo,
    TokenIds,
)

__all__ = [
    "FORMAT_VERSION",
    "LAYOUTS",
    "MANIFEST",
    "Architecture",
    "BytesProgress",
    "Installed",
    "LanguagePair",
    "Manifest",
    "Pack",
    "PackFile",
    "SearchDefaults",
    "ShortlistInfo",
    "ShouldStop",
    "TokenIds",
    "chosen_id",
    "counter",
    "default_id",
    "describe_file",
    "find_pack",
    "find_packs",
    "hash_file",
    "load_pack",
    "scan",
    "verify",
]

STATE = "state.json"  # in the user's packs folder: which pack is used, and how to go back
READY = ".ready"  # in the user's packs folder: complete packs on their way in
MAX_MANIFEST_BYTES = 4 << 20
CHUNK_BYTES = 1 << 20

BytesProgress = Callable[[int, int], None]  # (bytes done, bytes in all)
ShouldStop = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack found on disk."""

    folder: Path
    manifest: Manifest

    @property
    def pack_id(self) -> str:
        """Name of the pack, such as en-zh-starter."""
        return self.manifest.pack_id

    def graph(self, role: str) -> Path:
        """Path of the ONNX file for a role such as "encoder", hash checked: a damaged graph can make onnxruntime do anything.

        Weights in a file of their own are checked by `verify` only: damage there changes numbers, not the program.
        """
        path = self.folder / self.manifest.graphs[role]
        try:
            self._check(self.manifest.graphs[role], hash_file(path))
        except OSError as error:
            raise BrokenPack("{path} can't be read ({reason}); import the pack again", path=path, reason=reason_of(error)) from error
        return path

    def read(self, name: str) -> bytes:
        """Bytes of one of the pack's (small) files, hash checked. Raises BrokenPack that names the file."""
        path = self.folder / name
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BrokenPack("{path} can't be read ({reason}); import the pack again", path=path, reason=reason_of(error)) from error
        self._check(name, hashlib.sha256(data).hexdigest())
        return data

    def _check(self, name: str, sha256: str) -> None:
        if any(file.path == name and file.sha256 != sha256 for file in self.manifest.files):
            raise BrokenPack("{path} is damaged (its SHA-256 is not the manifest's); import the pack again", path=self.folder / name)


def load_pack(folder: Path) -> Pack:
    """Read the manifest of a pack folder and check that every file is there in full (hashes are checked by `verify`)."""
    path = folder / MANIFEST
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_MANIFEST_BYTES + 1)
        if len(data) > MAX_MANIFEST_BYTES:
            raise ValueError("too long")
        text = data.decode()
    except (OSError, ValueError) as error:
        raise BrokenPack("{path} can't be read ({reason}); import the pack again", path=path, reason=error) from error
    pack = Pack(folder, Manifest.from_json(text, str(path)))
    for file in pack.manifest.files:
        try:
            size = (folder / file.path).stat().st_size
        except OSError as error:
            raise BrokenPack(
                "{path} is missing ({reason}); import the pack again", path=folder / file.path, reason=reason_of(error)
            ) from error
        if size != file.size_bytes:
            raise BrokenPack(
                "{path} has {size} bytes instead of {expected}; import the pack again",
                path=folder / file.path,
                size=size,
                expected=file.size_bytes,
            )
    return pack


def hash_file(path: Path, on_bytes: Callable[[int], None] = lambda n: None) -> str:
    """SHA-256 of a file in hex; `on_bytes` gets the length of each block read. Raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(CHUNK_BYTES):
            digest.update(block)
            on_bytes(len(block))
    return digest.hexdigest()


def describe_file(folder: Path, name: str) -> PackFile:
    """The manifest's entry for a file of a pack that is being made."""
    return PackFile(name, (folder / name).stat().st_size, hash_file(folder / name))


def counter(total: int, progress: BytesProgress | None, should_stop: ShouldStop | None) -> Callable[[int], None]:
    """A function to call with the size of each block done: reports the sum, and raises Cancelled when asked to stop."""
    done = 0

    def count(size: int) -> None:
        nonlocal done
        done += size
        if should_stop and should_stop():
            raise Cancelled
        if progress:
            progress(done, total)

    return count


def verify(pack: Pack, progress: BytesProgress | None = None, should_stop: ShouldStop | None = None) -> None:
    """Check size and SHA-256 of every file. Raises BrokenPack that names the first bad one, or Cancelled."""
    load_pack(pack.folder)  # sizes first: a cut file is found at once
    count = counter(pack.manifest.total_bytes, progress, should_stop)
    for file in pack.manifest.files:
        path = pack.folder / file.path
        try:
            pack._check(file.path, hash_file(path, count))
        except OSError as error:
            raise BrokenPack("{path} can't be read ({reason}); import the pack again", path=path, reason=reason_of(error)) from error


@contextmanager
def os_errors(message: Message) -> Iterator[None]:
    """Turn an OSError into a PackError that starts with `message`."""
    try:
        yield
    except OSError as error:
        if isinstance(error, PackError):
            raise
        raise PackError("{what} ({reason})", what=message, reason=reason_of(error)) from error


@dataclass(frozen=True, slots=True)
class Installed:
    """A folder among the installed packs, readable or not."""

    pack_id: str
    folder: Path
    bundled: bool  # came with the app, read-only
    pack: Pack | None
    problem: BrokenPack | UnsupportedPack | None  # why pack is None


def scan() -> list[Installed]:
    """Every installed pack, one of an id: the user's first, then bundled ones. A user's broken pack does not hide a bundled good one."""
    finish_interrupted(paths.user_packs_dir())
    found: dict[str, Installed] = {}
    for root, bundled in ((paths.user_packs_dir(), False), (paths.bundled_packs_dir(), True)):
        folders = [f for f in sorted(root.iterdir()) if f.is_dir() and not f.name.startswith(".")] if root.is_dir() else []
        entries = [_inspect(folder, bundled) for folder in folders]
        for entry in sorted(entries, key=lambda e: e.folder.name != e.pack_id):  # those copied here by hand last
            if entry.pack_id not in found or (found[entry.pack_id].pack is None and entry.pack is not None):
                found[entry.pack_id] = entry
    return sorted(found.values(), key=lambda e: (e.bundled, e.pack_id))


def _inspect(folder: Path, bundled: bool) -> Installed:
    try:
        pack = load_pack(folder)
    except (BrokenPack, UnsupportedPack) as error:
        return Installed(folder.name, folder, bundled, None, error)
    return Installed(pack.pack_id, folder, bundled, pack, None)


def finish_interrupted(root: Path) -> None:
    """Put in place packs whose import was cut off (power, kill) between moving the old one away and the new one in."""
    for ready in (root / READY).glob("*"):
        if not (root / ready.name).exists():
            try:
                ready.replace(root / ready.name)
            except OSError:
                continue  # another process was faster, or the folder is read-only


def find_packs() -> list[Pack]:
    """All packs that can be read: the user's first, then bundled ones; one of an id."""
    return [entry.pack for entry in scan() if entry.pack]


def chosen_id() -> str | None:
    """Id of the pack that the user chose with `packs use`, else None."""
    try:
        state = json.loads((paths.user_packs_dir() / STATE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    chosen = state.get("chosen") if isinstance(state, dict) else None
    return chosen if isinstance(chosen, str) else None


def default_id(entries: Sequence[Installed]) -> str | None:
    """Id of the pack to use when none is named: the chosen one, else the user's first for the languages of the bundled pack.

    So a pack for the other direction, added for translating back, does not take over.
    """
    chosen = chosen_id()
    if any(entry.pack_id == chosen for entry in entries):
        return chosen
    good = [entry.pack for entry in entries if entry.pack]
    bundled = next((entry.pack.manifest.languages for entry in entries if entry.pack and entry.bundled), None)
    return next((pack.pack_id for pack in sorted(good, key=lambda pack: pack.manifest.languages != bundled)), None)


def find_pack(pack_id: str | None = None) -> Pack:
    """The pack of that id; None: see `default_id`. Raises PackNotFound, or what is wrong with the pack."""
    entries = scan()
    wanted = pack_id or default_id(entries)
    for entry in entries:
        if wanted == entry.pack_id:
            if entry.pack:
                return entry.pack
            raise entry.problem or BrokenPack("{folder} is broken", folder=entry.folder)
    if pack_id is None and (problem := next((entry.problem for entry in entries if entry.problem), None)):
        raise problem  # what is there does not work: more of a help than that nothing is there
    have = ", ".join(entry.pack_id for entry in entries) or Message("none")
    if pack_id:
        raise PackNotFound("no language pack {pack_id}; installed: {have}. See `translator-app packs list`", pack_id=pack_id, have=have)
    raise PackNotFound("no language pack; installed: {have}. See `translator-app packs list`", have=have)
