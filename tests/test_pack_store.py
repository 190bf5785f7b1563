"""Import, export, remove, use and roll back: whatever goes wrong, the packs that worked still work."""

import io
import json
import os
import shutil
import stat
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sentencepiece

from translator_app import pack_store, packs, paths
from translator_app.errors import BrokenPack, Cancelled, PackError, PackNotFound, TranslatorError, UnsupportedPack
from translator_app.manifest import Architecture, LanguagePair, Manifest, SearchDefaults, TokenIds
from translator_app.packs import Pack

Maker = Callable[..., Path]


def _train(text: str, pieces: int) -> bytes:
    model = io.BytesIO()
    lines = iter(text.splitlines())
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=lines, model_writer=model, vocab_size=pieces, bos_id=-1, minloglevel=2, hard_vocab_limit=False
    )
    return model.getvalue()


@pytest.fixture(scope="session")
def tokenizer_files() -> dict[str, bytes]:
    source = _train("the weather is nice today\nthe cat sat on the mat\nwhere is the station\n", 40)
    target = _train("今天天气很好\n猫坐在垫子上\n车站在哪里\n", 30)
    pieces = {"</s>": 0, "<unk>": 1, ">>cmn_Hans<<": 2}
    for data in (target, source):
        model = sentencepiece.SentencePieceProcessor()
        model.LoadFromSerializedProto(data)
        for i in range(model.GetPieceSize()):
            pieces.setdefault(model.IdToPiece(i), len(pieces))
    pieces["<pad>"] = len(pieces)
    return {"source.spm": source, "target.spm": target, "vocab.json": json.dumps(pieces, ensure_ascii=False).encode()}


@pytest.fixture
def make_pack(tmp_path: Path, tokenizer_files: dict[str, bytes]) -> Maker:
    """Writes a pack folder whose graphs are mere bytes: the store never opens them."""

    def make(pack_id: str = "en-zh-tiny", weights: bytes = b"weights" * 1000, where: str = "made", **changes: Any) -> Path:
        folder = tmp_path / where / pack_id
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        contents = {"encoder.onnx": b"graph e", "decoder.onnx": b"graph d", "weights.bin": weights, **tokenizer_files}
        for name, data in contents.items():
            (folder / name).write_bytes(data)
        size = len(json.loads(tokenizer_files["vocab.json"]))
        manifest = Manifest(
            format_version=1,
            pack_id=pack_id,
            name="Tiny",
            pair=LanguagePair("en", "zh"),
            layout="fused",
            graphs={"encoder": "encoder.onnx", "decoder": "decoder.onnx"},
            precision={"encoder": "int8", "decoder": "int8"},
            architecture=Architecture(8, 1, 1, 2, 16, size, 64),
            tokens=TokenIds(pad=size - 1, eos=0, unk=1, decoder_start=size - 1, forced_eos=0, banned=(size - 1,)),
            search=SearchDefaults(),
            producible_ids=None,
            source_prefix=">>cmn_Hans<<",
            placeholder=None,
            source_model="tests",
            source_revision="",
            licence="Apache-2.0",
            created_by="tests",
            opset=18,
            onnxruntime="1.28.0",
            files=tuple(packs.describe_file(folder, name) for name in sorted(contents)),
        )
        (folder / "manifest.json").write_text(replace(manifest, **changes).to_json(), encoding="utf-8")
        return folder

    return make


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRANSLATOR_APP_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(paths, "bundled_packs_dir", lambda: tmp_path / "bundled")
    return tmp_path / "home" / "packs"


@pytest.fixture(autouse=True)
def nothing_left_over(home: Path) -> Iterator[None]:
    yield
    assert not list(home.glob(".incoming-*"))
    assert not list(home.glob(".state-*"))
    assert not list((home / ".ready").glob("*"))


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def weights(pack: Pack) -> bytes:
    return (pack.folder / "weights.bin").read_bytes()


def zip_of(folder: Path, target: Path, prefix: str = "") -> Path:
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in sorted(contents(folder).items()):
            archive.writestr(prefix + name, data)
    return target


# import


@pytest.mark.parametrize("form", ["folder", "zip", "zip with a folder on top"])
def test_imports_every_file_unchanged(make_pack: Maker, tmp_path: Path, home: Path, form: str) -> None:
    folder = make_pack()
    prefix = "en-zh-tiny/" if form.endswith("top") else ""
    source = folder if form == "folder" else zip_of(folder, tmp_path / "p.zip", prefix)
    pack = pack_store.import_pack(source)
    assert pack.folder == home / "en-zh-tiny"
    assert contents(pack.folder) == contents(folder)
    packs.verify(pack)
    assert packs.find_pack().pack_id == "en-zh-tiny"


def test_reports_bytes_and_stops_when_asked(make_pack: Maker) -> None:
    folder = make_pack()
    seen: list[tuple[int, int]] = []
    pack = pack_store.import_pack(folder, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (pack.manifest.total_bytes, pack.manifest.total_bytes)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    with pytest.raises(Cancelled):
        pack_store.import_pack(make_pack("other-pack"), should_stop=lambda: True)
    assert [p.pack_id for p in packs.find_packs()] == ["en-zh-tiny"]


def _cut(folder: Path) -> None:
    (folder / "weights.bin").write_bytes(b"weights")


def _flip(folder: Path) -> None:
    data = bytearray((folder / "weights.bin").read_bytes())
    data[1234] ^= 1
    (folder / "weights.bin").write_bytes(data)


def _lose(folder: Path) -> None:
    (folder / "weights.bin").unlink()


def _link(folder: Path) -> None:
    (folder / "weights.bin").unlink()
    (folder / "weights.bin").symlink_to("/etc/hostname")


def _add(folder: Path) -> None:
    (folder / "run_me.py").write_text("print('hello')")


@pytest.mark.parametrize(
    ("damage", "named"),
    [(_cut, "weights.bin has 7 bytes"), (_flip, "weights.bin"), (_lose, "weights.bin"), (_link, "weights.bin"), (_add, "run_me.py")],
)
@pytest.mark.parametrize("zipped", [False, True])
def test_a_damaged_pack_is_named_and_never_replaces_a_good_one(
    make_pack: Maker, tmp_path: Path, home: Path, damage: Callable[[Path], None], named: str, zipped: bool
) -> None:
    good = pack_store.import_pack(make_pack())
    before = contents(home)
    bad = make_pack(weights=b"changed" * 1000)
    damage(bad)
    if zipped and damage is _link:
        entry = zipfile.ZipInfo("weights.bin")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        (bad / "weights.bin").unlink()
        path = zip_of(bad, tmp_path / "bad.zip")
        with zipfile.ZipFile(path, "a") as archive:
            archive.writestr(entry, "/etc/hostname")
    else:
        path = zip_of(bad, tmp_path / "bad.zip") if zipped else bad
    with pytest.raises(BrokenPack, match=named):
        pack_store.import_pack(path)
    assert contents(home) == before
    packs.verify(good)


@pytest.mark.parametrize(
    "name", ["../evil.bin", "/etc/evil", "a/../../evil", "C:/evil", "..\\evil", "con", "a\x00b", "sub/./x", "x ", "trailing."]
)
def test_paths_that_leave_the_pack_are_refused(make_pack: Maker, tmp_path: Path, name: str) -> None:
    folder = make_pack()
    path = zip_of(folder, tmp_path / "bad.zip")
    with zipfile.ZipFile(path, "a") as archive:
        entry = zipfile.ZipInfo("placeholder")
        entry.filename = name
        archive.writestr(entry, b"x")
    with pytest.raises(BrokenPack):
        pack_store.import_pack(path)
    raw = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    raw["files"][0]["path"] = raw["graphs"]["decoder"] = name
    (folder / "manifest.json").write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(BrokenPack, match=r"manifest\.json"):
        pack_store.import_pack(folder)


def test_a_zip_bomb_is_not_unpacked(make_pack: Maker, tmp_path: Path) -> None:
    path = zip_of(make_pack(), tmp_path / "bomb.zip")
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros.bin", bytes(60_000_000))
    with pytest.raises(BrokenPack, match="far more"):
        pack_store.import_pack(path)


def test_a_pack_larger_than_the_disk_is_refused(make_pack: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack_store, "MAX_PACK_BYTES", 100)
    with pytest.raises(PackError, match="more than is free"):
        pack_store.import_pack(make_pack())


def test_what_file_managers_leave_behind_is_ignored(make_pack: Maker) -> None:
    folder = make_pack()
    (folder / ".DS_Store").write_bytes(b"x")
    (folder / "Thumbs.db").write_bytes(b"x")
    assert ".DS_Store" not in contents(pack_store.import_pack(folder).folder)


def test_other_versions_and_layouts_are_told_apart_from_damage(make_pack: Maker) -> None:
    with pytest.raises(UnsupportedPack, match="format version 2"):
        pack_store.import_pack(make_pack(format_version=2))
    with pytest.raises(UnsupportedPack, match="layout 'novel'"):
        pack_store.import_pack(make_pack(layout="novel"))


def test_not_a_pack_at_all(tmp_path: Path) -> None:
    with pytest.raises(PackNotFound):
        pack_store.import_pack(tmp_path / "nowhere")
    (tmp_path / "text.zip").write_text("no zip")
    with pytest.raises(BrokenPack, match=r"text\.zip"):
        pack_store.import_pack(tmp_path / "text.zip")
    (tmp_path / "empty").mkdir()
    with pytest.raises(BrokenPack, match=r"manifest\.json"):
        pack_store.import_pack(tmp_path / "empty")


def test_every_flipped_byte_of_a_zip_is_harmless(make_pack: Maker, tmp_path: Path) -> None:
    data = zip_of(make_pack(weights=b"w" * 50), tmp_path / "p.zip").read_bytes()
    path = tmp_path / "flipped.zip"
    refused = 0
    for at in [*range(0, len(data), len(data) // 60), *range(len(data) - 700, len(data), 11)]:
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x41]) + data[at + 1 :])
        try:
            packs.verify(pack_store.import_pack(path))
        except TranslatorError:
            refused += 1
    assert refused > 50  # flips in dates and the like are harmless
    for size in range(0, len(data), len(data) // 20):
        path.write_bytes(data[:size])
        with pytest.raises(BrokenPack):
            pack_store.import_pack(path)


def test_a_check_of_the_caller_can_refuse(make_pack: Maker, home: Path) -> None:
    def refuse(pack: Pack) -> None:
        assert weights(pack) == b"weights" * 1000
        raise BrokenPack("the graphs do not load")

    with pytest.raises(BrokenPack, match="do not load"):
        pack_store.import_pack(make_pack(), check=refuse)
    assert not (home / "en-zh-tiny").exists()


# tokenizer


def _vocab(change: Callable[[dict[str, int]], object]) -> Callable[[dict[str, bytes]], None]:
    def apply(files: dict[str, bytes]) -> None:
        vocab = json.loads(files["vocab.json"])
        change(vocab)
        files["vocab.json"] = json.dumps(vocab).encode()

    return apply


def _swap_models(files: dict[str, bytes]) -> None:
    files["source.spm"] = _train("zebra quiz jumbo\nquick brown fox jumps\nvexing lazy dogs\n", 40)


def _swap_special(vocab: dict[str, int]) -> None:
    vocab["</s>"], vocab["<unk>"] = vocab["<unk>"], vocab["</s>"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (_vocab(lambda v: v.popitem()), r"vocab\.json.*<pad> has id None"),
        (_vocab(lambda v: v.update({f"x{i}": len(v) for i in range(200)})), r"vocab\.json.*the model's embedding"),
        (_vocab(lambda v: v.update({"</s>": 1})), r"vocab\.json.*ids are not"),
        (_vocab(_swap_special), r"vocab\.json.*</s> has id 1, the model's eos is 0"),
        (_vocab(lambda v: v.update({">>zho<<": v.pop(">>cmn_Hans<<")})), r"vocab\.json.*>>cmn_Hans<<"),
        (lambda files: files.update({"vocab.json": b'{"x": "1"}'}), r"vocab\.json is no table"),
        (lambda files: files.update({"vocab.json": b"[" * 100_000}), r"vocab\.json is damaged"),
        (lambda files: files.update({"target.spm": b"no model"}), r"target\.spm is no SentencePiece model"),
        (_swap_models, r"source\.spm does not belong"),
    ],
)
def test_a_tokenizer_of_another_model_is_refused(
    make_pack: Maker, tokenizer_files: dict[str, bytes], change: Callable[[dict[str, bytes]], None], named: str
) -> None:
    folder = make_pack()
    files = dict(tokenizer_files)
    change(files)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    manifest = packs.Manifest.from_json((folder / "manifest.json").read_text(encoding="utf-8"))
    entries = tuple(packs.describe_file(folder, file.path) for file in manifest.files)
    (folder / "manifest.json").write_text(replace(manifest, files=entries).to_json(), encoding="utf-8")
    with pytest.raises(BrokenPack, match=named):
        pack_store.import_pack(folder)


def test_target_pieces_must_be_producible(make_pack: Maker) -> None:
    with pytest.raises(BrokenPack, match=r"target\.spm does not belong"):
        pack_store.import_pack(make_pack(producible_ids=4))


# export


def test_export_then_import_gives_identical_files(make_pack: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = pack_store.import_pack(make_pack())
    first, second = tmp_path / "a.zip", tmp_path / "b.zip"
    pack_store.export_pack(pack, first)
    os.utime(pack.folder / "weights.bin", (1, 1))
    pack_store.export_pack(pack, second)
    assert first.read_bytes() == second.read_bytes()
    monkeypatch.setenv("TRANSLATOR_APP_HOME", str(tmp_path / "elsewhere"))
    again = pack_store.import_pack(first)
    assert again.folder != pack.folder
    assert contents(again.folder) == contents(pack.folder)


def test_export_keeps_what_is_there(make_pack: Maker, tmp_path: Path) -> None:
    pack = pack_store.import_pack(make_pack())
    target = tmp_path / "p.zip"
    target.write_text("precious")
    with pytest.raises(PackError, match="exists"):
        pack_store.export_pack(pack, target)
    with pytest.raises(Cancelled):
        pack_store.export_pack(pack, target, force=True, should_stop=lambda: True)
    _flip(pack.folder)
    with pytest.raises(BrokenPack, match=r"weights\.bin"):
        pack_store.export_pack(pack, target, force=True)
    assert target.read_text() == "precious"
    assert not list(tmp_path.glob("*.part"))


# use, versions, rollback


def test_use_and_rollback(make_pack: Maker) -> None:
    for pack_id in ("a-pack", "b-pack", "c-pack"):
        pack_store.import_pack(make_pack(pack_id))
    assert packs.find_pack().pack_id == "a-pack"
    pack_store.use("b-pack")
    pack_store.use("c-pack")
    pack_store.use("c-pack")
    assert packs.find_pack().pack_id == "c-pack"
    assert pack_store.rollback().pack_id == "b-pack"
    assert packs.find_pack().pack_id == "b-pack"
    assert pack_store.rollback().pack_id == "a-pack"
    with pytest.raises(PackError, match="nothing to roll back"):
        pack_store.rollback()
    with pytest.raises(PackNotFound):
        pack_store.use("z-pack")


def test_the_version_before_an_import_comes_back(make_pack: Maker) -> None:
    pack_store.import_pack(make_pack(weights=b"one"))
    pack_store.import_pack(make_pack(weights=b"two"))
    assert weights(pack_store.import_pack(make_pack(weights=b"three"))) == b"three"
    assert weights(pack_store.rollback()) == b"two"
    assert weights(packs.find_pack("en-zh-tiny")) == b"two"
    with pytest.raises(PackError):
        pack_store.rollback()


def test_the_same_import_again_keeps_the_version_before(make_pack: Maker) -> None:
    pack_store.import_pack(make_pack(weights=b"one"))
    folder = make_pack(weights=b"two")
    pack = pack_store.import_pack(folder)
    (pack.folder / "weights.bin").write_bytes(b"TWO")
    assert weights(pack_store.import_pack(folder)) == b"two"  # mended
    assert weights(pack_store.rollback()) == b"one"


def test_a_broken_version_is_no_version_to_go_back_to(make_pack: Maker) -> None:
    _cut(pack_store.import_pack(make_pack(weights=b"broken later")).folder)
    pack_store.import_pack(make_pack(weights=b"two"))
    with pytest.raises(PackError, match="nothing to roll back"):
        pack_store.rollback()
    assert weights(packs.find_pack("en-zh-tiny")) == b"two"


def test_a_kept_version_that_rotted_does_not_replace_the_good_one(make_pack: Maker, home: Path) -> None:
    pack_store.import_pack(make_pack(weights=b"one"))
    pack_store.import_pack(make_pack(weights=b"two"))
    (home / ".previous/en-zh-tiny/weights.bin").unlink()
    with pytest.raises(BrokenPack, match=r"weights\.bin"):
        pack_store.rollback()
    assert weights(packs.find_pack()) == b"two"


def test_rollback_uncovers_the_bundled_pack(make_pack: Maker, tmp_path: Path) -> None:
    make_pack(weights=b"bundled", where="bundled")
    pack_store.import_pack(make_pack(weights=b"newer"))
    assert weights(packs.find_pack()) == b"newer"
    assert weights(pack_store.rollback()) == b"bundled"
    pack_store.import_pack(make_pack(weights=b"newest"))
    assert weights(pack_store.rollback()) == b"bundled"


def test_a_users_broken_pack_does_not_hide_the_bundled_one(make_pack: Maker) -> None:
    make_pack(weights=b"bundled", where="bundled")
    _cut(pack_store.import_pack(make_pack(weights=b"newer version")).folder)
    assert weights(packs.find_pack("en-zh-tiny")) == b"bundled"


def test_an_import_cut_off_between_the_two_renames_is_finished(make_pack: Maker, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack_store.import_pack(make_pack(weights=b"one"))
    real = Path.replace

    def dies(self: Path, target: Path) -> Path:
        if self.parent.name == ".ready":
            raise KeyboardInterrupt
        return real(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", dies)
        with pytest.raises(KeyboardInterrupt):
            pack_store.import_pack(make_pack(weights=b"two"))
    assert not (home / "en-zh-tiny").exists()
    assert weights(packs.find_pack("en-zh-tiny")) == b"two"
    assert weights(packs.load_pack(home / ".previous/en-zh-tiny")) == b"one"


def test_an_import_killed_before_the_first_rename_leaves_nothing_that_comes_back(
    make_pack: Maker, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack_store.import_pack(make_pack(weights=b"one"))

    def dies(pack_id: str, old: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(pack_store, "_put_in_place", dies)
        with pytest.raises(KeyboardInterrupt):
            pack_store.import_pack(make_pack(weights=b"two"))
    assert weights(packs.find_pack("en-zh-tiny")) == b"one"
    pack_store.remove("en-zh-tiny")
    assert packs.find_packs() == []


def test_what_a_killed_import_left_is_swept_up_after_a_day(make_pack: Maker, home: Path) -> None:
    for name in (".incoming-old", ".incoming-new"):
        (home / name).mkdir(parents=True)
    os.utime(home / ".incoming-old", (0, 0))
    pack_store.import_pack(make_pack())
    assert not (home / ".incoming-old").exists()
    (home / ".incoming-new").rmdir()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        '{"undo": 3}',
        '{"undo": [{"kind": "use"}]}',
        '{"chosen": 7, "undo": [{"kind": "version", "pack_id": "../x"}]}',
        "[" * 10**5,
    ],
)
def test_a_damaged_state_file_counts_as_none(make_pack: Maker, home: Path, text: str) -> None:
    pack_store.import_pack(make_pack())
    (home / "state.json").write_text(text)
    assert packs.find_pack().pack_id == "en-zh-tiny"
    with pytest.raises(PackError, match="nothing to roll back"):
        pack_store.rollback()
    pack_store.use("en-zh-tiny")
    assert packs.chosen_id() == "en-zh-tiny"


# remove


def test_remove_and_restore(make_pack: Maker, home: Path) -> None:
    pack_store.import_pack(make_pack("a-pack", b"one"))
    pack_store.import_pack(make_pack("a-pack", b"two"))
    pack_store.import_pack(make_pack("b-pack"))
    pack_store.use("a-pack")
    pack_store.remove("a-pack")
    assert packs.find_pack().pack_id == "b-pack"
    assert pack_store.trashed() == ["a-pack"]
    assert pack_store.restore("a-pack").pack_id == "a-pack"
    assert packs.find_pack().pack_id == "a-pack"
    pack_store.rollback()  # the use
    assert weights(pack_store.rollback()) == b"one"
    pack_store.remove("b-pack")
    assert pack_store.empty_trash() > 1000
    with pytest.raises(PackNotFound):
        pack_store.restore("b-pack")


def test_bundled_and_unknown_packs_cannot_be_removed(make_pack: Maker) -> None:
    make_pack("bundled-pack", where="bundled")
    with pytest.raises(PackError, match="came with the app"):
        pack_store.remove("bundled-pack")
    for name in ("nothing", "../home", "", ".trash"):
        with pytest.raises(PackNotFound):
            pack_store.remove(name)


def test_a_full_disk_is_an_error_and_leaves_nothing(make_pack: Maker, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    def full(*args: Any) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pack_store, "_copy_hashed", full)
    with pytest.raises(PackError, match="No space left"):
        pack_store.import_pack(make_pack())
    assert packs.find_packs() == []
