"""Changes what is installed: import, export, remove, use and roll back language packs.

All in the user's packs folder, laid out as
    ID/                the pack in use
    .previous/ID/      the version of it before the last import
    .trash/ID/         the pack that was removed last, with its previous version
    .incoming-XXXX/    an import that is being copied and checked
    .ready/ID/         a checked pack on its way to ID/ (see packs.finish_interrupted)
    state.json         {"chosen": id or null, "undo": [{"kind": "use" | "version", "pack_id": ...}, ...]}
A pack gets to ID/ only by renaming a folder that was checked in full, so a broken one never replaces a good one.
"""

import hashlib
import json
import os
import shutil
import stat
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

from translator_app import packs, paths
from translator_app.errors import BrokenPack, Message, PackError, PackNotFound, reason_of
from translator_app.manifest import MANIFEST, Manifest, is_pack_id, is_safe_path
from translator_app.packs import BytesProgress, Pack, ShouldStop
from translator_app.tokenizer_check import check_tokenizer

PREVIOUS, TRASH = ".previous", ".trash"
MAX_PACK_BYTES = 8 << 30
MAX_ZIP_RATIO = 50  # int8 weights shrink by a fifth, vocabularies fourfold; zeros a thousandfold
MAX_ENTRIES = 1000
STALE_S = 24 * 3600
UNDO_STEPS = 20
MOVE_S = 3.0  # that a folder may be in use, such as by an engine that is told to let go of it
OS_DROPPINGS = ("thumbs.db", "desktop.ini", ".ds_store")  # what file managers leave in folders; not copied, not complained about

Check = Callable[[Pack], None]  # raises PackError when a staged pack does not work


class Source(Protocol):
    """A folder or zip that holds a pack: names with sizes, and their bytes."""

    where: Path
    sizes: dict[str, int]

    def open(self, name: str) -> IO[bytes]:
        """The bytes of a file."""
        ...


class _FolderSource:
    def __init__(self, folder: Path) -> None:
        self.where = folder
        self.sizes: dict[str, int] = {}
        for root, folders, files in os.walk(folder):
            for name in [*folders, *files]:
                path = Path(root) / name
                mode = path.lstat().st_mode
                relative = path.relative_to(folder).as_posix()
                if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                    raise BrokenPack("{path} is a link or device; a pack holds plain files only", path=path)
                if stat.S_ISREG(mode) and not _is_dropping(name):
                    self.sizes[relative] = path.stat().st_size
            if len(self.sizes) > MAX_ENTRIES:
                raise BrokenPack("{path} holds too many files for a pack", path=folder)

    def open(self, name: str) -> IO[bytes]:
        return (self.where / name).open("rb")


class _ZipSource:
    def __init__(self, archive: zipfile.ZipFile, where: Path) -> None:
        self.where, self._archive = where, archive
        infos = [i for i in archive.infolist() if not i.is_dir() and not _is_dropping(i.filename)]
        if len(infos) > MAX_ENTRIES:
            raise BrokenPack("{path} holds too many files for a pack", path=where)
        for info in infos:
            if not is_safe_path(info.filename):
                raise BrokenPack("{path}: {name!r} is an unsafe path", path=where, name=info.filename[:80])
            if stat.S_ISLNK(info.external_attr >> 16):
                raise BrokenPack("{path}: {name} is a link; a pack holds plain files only", path=where, name=info.filename)
        # a zip made by hand usually has the pack's folder on top
        tops = {i.filename.split("/")[0] for i in infos}
        self._prefix = f"{tops.pop()}/" if len(tops) == 1 and all("/" in i.filename for i in infos) else ""
        self.sizes = {i.filename.removeprefix(self._prefix): i.file_size for i in infos}
        if len(self.sizes) != len(infos):
            raise BrokenPack("{path} names a file twice", path=where)
        if sum(self.sizes.values()) > MAX_ZIP_RATIO * where.stat().st_size + packs.MAX_MANIFEST_BYTES:
            raise BrokenPack("{path} claims to hold far more than its size allows; it was not unpacked", path=where)

    def open(self, name: str) -> IO[bytes]:
        return self._archive.open(self._prefix + name)


def _is_dropping(name: str) -> bool:
    base = name.rsplit("/", 1)[-1]
    return base.lower() in OS_DROPPINGS or base.startswith("._") or name.startswith("__MACOSX/")


@contextmanager
def _open_source(path: Path) -> Iterator[Source]:
    if path.is_dir():
        yield _FolderSource(path)
    elif path.is_file():
        try:
            with zipfile.ZipFile(path) as archive:
                yield _ZipSource(archive, path)
        # zipfile tells bad data, unknown methods and passwords apart by all of these
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, UnicodeDecodeError) as error:
            raise BrokenPack("{path} is no readable zip ({reason}); get it again", path=path, reason=error) from error
    else:
        raise PackNotFound("{path} does not exist", path=path)


def import_pack(
    path: Path, *, progress: BytesProgress | None = None, should_stop: ShouldStop | None = None, check: Check | None = None
) -> Pack:
    """Install a pack from a folder or zip and return it. `check` gets the complete copy before it takes the old one's place.

    Raises BrokenPack, UnsupportedPack (both name the file), PackError (disk) or Cancelled; then nothing has changed.
    """
    with packs.os_errors(Message("{path} can't be imported", path=path)), staging() as folder:
        with _open_source(path) as source:
            _copy_checked(source, folder, progress, should_stop)
        pack = packs.load_pack(folder)
        check_tokenizer(pack)
        if check:
            check(pack)
        return adopt(folder)


def _copy_checked(source: Source, folder: Path, progress: BytesProgress | None, should_stop: ShouldStop | None) -> None:
    if MANIFEST not in source.sizes:
        raise BrokenPack(
            "{path} has no manifest.json; it is no language pack (a model of another tool is imported as a folder)", path=source.where
        )
    with source.open(MANIFEST) as stream:
        data = stream.read(packs.MAX_MANIFEST_BYTES + 1)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise BrokenPack(
            "{path}: manifest.json is damaged ({reason}); get the pack again", path=source.where, reason=reason_of(error)
        ) from error
    manifest = Manifest.from_json(text, f"{source.where}: {MANIFEST}")
    _check_listing(source, manifest)
    if manifest.total_bytes > min(MAX_PACK_BYTES, shutil.disk_usage(folder).free):
        raise PackError(
            "{path} needs {size} MiB, more than is free (or than a pack may have)", path=source.where, size=manifest.total_bytes >> 20
        )
    count = packs.counter(manifest.total_bytes, progress, should_stop)
    for file in manifest.files:
        target = folder / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        with source.open(file.path) as stream, target.open("xb") as out:
            if _copy_hashed(stream, out, file.size_bytes, count) != file.sha256:
                raise BrokenPack(
                    "{path}: {name} is damaged (its SHA-256 is not the manifest's); get the pack again", path=source.where, name=file.path
                )
    (folder / MANIFEST).write_bytes(data)


def _check_listing(source: Source, manifest: Manifest) -> None:
    where, expected = source.where, {file.path: file.size_bytes for file in manifest.files}
    for name, size in expected.items():
        if (found := source.sizes.get(name)) is None:
            raise BrokenPack("{path}: {name} is missing", path=where, name=name)
        if found != size:
            raise BrokenPack(
                "{path}: {name} has {found} bytes instead of {size}; get the pack again", path=where, name=name, found=found, size=size
            )
    if extra := sorted(source.sizes.keys() - expected.keys() - {MANIFEST}):
        raise BrokenPack("{path}: {name!r} does not belong to the pack", path=where, name=extra[0][:80])


def _copy_hashed(stream: IO[bytes], out: IO[bytes], size: int, count: Callable[[int], None]) -> str:
    """Copy at most `size` + 1 bytes (a zip's headers may lie) and give the SHA-256."""
    digest, left = hashlib.sha256(), size + 1
    while left > 0 and (block := stream.read(min(packs.CHUNK_BYTES, left))):
        digest.update(block)
        out.write(block)
        left -= len(block)
        count(len(block))
    return digest.hexdigest()


@contextmanager
def staging() -> Iterator[Path]:
    """A new folder on the packs' file system to make a pack in; gone afterwards unless `adopt`ed."""
    root = paths.user_packs_dir()
    root.mkdir(parents=True, exist_ok=True)
    for old in (*root.glob(".incoming-*"), *(root / packs.READY).glob("*")):  # of a killed import; a younger one may still run
        if time.time() - old.stat().st_mtime > STALE_S:
            shutil.rmtree(old, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=".incoming-", dir=root))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def adopt(folder: Path) -> Pack:
    """Put a complete pack made in a `staging` folder in place; the version before it is kept for `rollback`."""
    pack_id = packs.load_pack(folder).pack_id
    root = paths.user_packs_dir()
    ready = root / packs.READY / pack_id
    replaced = _version(pack_id)
    same = replaced is not None and (replaced / MANIFEST).read_bytes() == (folder / MANIFEST).read_bytes()
    if replaced and not same:  # first: killed in between, a step that leads nowhere is passed over, a missing one would be missed
        _push_undo({"kind": "version", "pack_id": pack_id})
    folder.chmod(0o755)  # mkdtemp makes it private; packs may be shared by users of one machine
    _move(folder, ready)
    dead = root / TRASH / f"{pack_id}.replaced"  # broken, or the same again: nothing to go back to
    _put_in_place(pack_id, old=root / PREVIOUS / pack_id if replaced == root / pack_id and not same else dead)
    shutil.rmtree(dead, ignore_errors=True)
    if replaced not in (None, root / pack_id) and not same:  # a bundled pack is what a rollback must uncover, no older import
        shutil.rmtree(root / PREVIOUS / pack_id, ignore_errors=True)
    return packs.load_pack(root / pack_id)


def _put_in_place(pack_id: str, old: Path) -> None:
    """Move .ready/ID to ID/, and what was there to `old`. Cut off in between, packs.finish_interrupted ends it."""
    root = paths.user_packs_dir()
    current, ready = root / pack_id, root / packs.READY / pack_id
    if current.exists():
        _move(current, old)
    try:
        paths.replace(ready, current, patience_s=MOVE_S)
    except OSError:
        if ready.exists() or not current.exists():  # else another process's finish_interrupted was faster
            raise


def _version(pack_id: str) -> Path | None:
    """Folder of the installed (or bundled) pack of that id that can be read, else None."""
    return next((entry.folder for entry in packs.scan() if entry.pack_id == pack_id and entry.pack), None)


def export_pack(
    pack: Pack, target: Path, *, force: bool = False, progress: BytesProgress | None = None, should_stop: ShouldStop | None = None
) -> Path:
    """Write a pack to a zip, hashes checked on the way: the same pack gives the same bytes. Raises PackError, BrokenPack, Cancelled."""
    if target.exists() and not force:
        raise PackError("{path} exists; choose another name or --force", path=target)
    part = target.with_name(target.name + ".part")
    count = packs.counter(pack.manifest.total_bytes, progress, should_stop)
    with packs.os_errors(Message("{path} can't be written", path=target)):
        try:
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
                with archive.open(_zip_entry(pack, MANIFEST), "w") as out:
                    out.write((pack.folder / MANIFEST).read_bytes())
                for file in pack.manifest.files:
                    source = pack.folder / file.path
                    with source.open("rb") as stream, archive.open(_zip_entry(pack, file.path), "w", force_zip64=True) as out:
                        if _copy_hashed(stream, out, file.size_bytes, count) != file.sha256:
                            raise BrokenPack("{path} is damaged (its SHA-256 is not the manifest's); import the pack again", path=source)
            paths.replace(part, target)
        finally:
            part.unlink(missing_ok=True)
    return target


def _zip_entry(pack: Pack, name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(f"{pack.pack_id}/{name}", date_time=(1980, 1, 1, 0, 0, 0))
    entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o100644 << 16
    return entry


def use(pack_id: str) -> Pack:
    """Make a pack the one that is used when none is named. Raises PackNotFound or what is wrong with the pack."""
    pack = packs.find_pack(pack_id)
    before = packs.chosen_id()
    if before != pack_id:
        _push_undo({"kind": "use", "pack_id": before}, chosen=pack_id)
    return pack


def rollback() -> Pack:
    """Go back to the pack, or the version of it, that was used before; gives the pack now used. Raises PackError."""
    state = _read_state()
    while state["undo"]:
        step = state["undo"].pop()
        if step["kind"] == "version":
            try:
                done = _swap_version(step["pack_id"])
            except BrokenPack:
                _write_state(state)
                raise
        else:
            before = step["pack_id"]
            done = before is None or _version(before) is not None
            state["chosen"] = before if done else state["chosen"]
        if done:
            _write_state(state)
            return packs.find_pack(step["pack_id"])
    raise PackError("there is nothing to roll back to: no other pack or version was used before")


def _swap_version(pack_id: str) -> bool:
    """Exchange a pack with its kept version, or uncover the bundled one. False when there is neither."""
    root = paths.user_packs_dir()
    current, previous, ready = root / pack_id, root / PREVIOUS / pack_id, root / packs.READY / pack_id
    if previous.exists():
        packs.load_pack(previous)  # a kept version that has rotted must not replace the pack that works
        _move(previous, ready)
        _put_in_place(pack_id, old=previous)
        return True
    if current.exists() and (paths.bundled_packs_dir() / pack_id / MANIFEST).exists():
        _move(current, previous)
        return True
    return False


def remove(pack_id: str) -> None:
    """Remove a pack that the user added; `restore` brings it back until another one is removed. Raises PackNotFound, PackError."""
    root = paths.user_packs_dir()
    entry = next((entry for entry in packs.scan() if entry.pack_id == pack_id), None)
    if not entry or not is_pack_id(pack_id):
        raise PackNotFound("no language pack {pack_id} to remove. See `translator-app packs list`", pack_id=pack_id)
    if entry.bundled:
        raise PackError("{pack_id} came with the app and can't be removed", pack_id=pack_id)
    empty_trash()
    shutil.rmtree(root / packs.READY / pack_id, ignore_errors=True)  # of a killed import: it must not take the free place
    _move(entry.folder, root / TRASH / pack_id / "pack")
    if (root / PREVIOUS / pack_id).exists():
        _move(root / PREVIOUS / pack_id, root / TRASH / pack_id / "previous")


def restore(pack_id: str) -> Pack:
    """Undo the last `remove`. Raises PackNotFound, or PackError when a pack of that id is there again."""
    root = paths.user_packs_dir()
    trash = root / TRASH / pack_id
    if not is_pack_id(pack_id) or not (trash / "pack").is_dir():
        raise PackNotFound("{pack_id} is not in the trash", pack_id=pack_id)
    if (root / pack_id).exists():
        raise PackError("a pack {pack_id} is installed; remove it first", pack_id=pack_id)
    if (trash / "previous").exists():
        _move(trash / "previous", root / PREVIOUS / pack_id)
    _move(trash / "pack", root / pack_id)
    return packs.load_pack(root / pack_id)


def trashed() -> list[str]:
    """Ids of removed packs that can be restored."""
    return sorted(path.parent.name for path in (paths.user_packs_dir() / TRASH).glob("*/pack"))


def empty_trash() -> int:
    """Delete removed packs for good; gives the bytes freed."""
    trash = paths.user_packs_dir() / TRASH
    size = sum(path.stat().st_size for path in trash.rglob("*") if path.is_file())
    shutil.rmtree(trash, ignore_errors=True)
    return size


def _read_state() -> dict[str, Any]:
    """The state file; what can't be read counts as never written."""
    try:
        raw = json.loads((paths.user_packs_dir() / packs.STATE).read_text(encoding="utf-8"))
        steps = [(step["kind"], step["pack_id"]) for step in raw["undo"]]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        steps = []
    named = [(kind, id_) for kind, id_ in steps if kind in ("use", "version") and isinstance(id_, str) and is_pack_id(id_)]
    undo = [step for step in steps if step in named or step == ("use", None)]
    return {"chosen": packs.chosen_id(), "undo": [{"kind": kind, "pack_id": id_} for kind, id_ in undo]}


def _push_undo(step: dict[str, str | None], **changes: str) -> None:
    state = _read_state()
    older = [s for s in state["undo"] if s != step or step["kind"] == "use"]  # one version of a pack is kept, so one step leads to it
    _write_state({**state, **changes, "undo": [*older, step][-UNDO_STEPS:]})


def _write_state(state: dict[str, Any]) -> None:
    path = paths.user_packs_dir() / packs.STATE
    with packs.os_errors(Message("{path} can't be written", path=path)):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".state-", dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(state, stream, indent=1)
            stream.flush()
            os.fsync(stream.fileno())
        paths.replace(Path(name), path)


def _move(source: Path, target: Path) -> None:
    """Rename a folder; what is at the target goes. Raises PackError, with nothing moved, when a program has it open (Windows)."""
    with packs.os_errors(Message("{path} can't be moved; close the programs that use the pack", path=source)):
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            shutil.rmtree(target)
        paths.replace(source, target, patience_s=MOVE_S)
