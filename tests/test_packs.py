"""Finding packs: the user's before the bundled ones, the chosen one by default, broken ones told apart from missing ones."""

import random
import shutil
from pathlib import Path

import pytest

from translator_app import packs, paths
from translator_app.engine.network import load_network
from translator_app.engine.tokenizer import Tokenizer
from translator_app.errors import BrokenPack, Cancelled, PackNotFound

FILES = ("model.onnx", "source.spm", "target.spm", "vocab.json")


@pytest.fixture
def roots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    monkeypatch.setenv("TRANSLATOR_APP_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(paths, "bundled_packs_dir", lambda: tmp_path / "bundled")
    return tmp_path / "home" / "packs", tmp_path / "bundled"


@pytest.fixture
def installed(roots: tuple[Path, Path]) -> packs.Pack:
    """A pack among the user's whose files are mere bytes: nothing here opens them."""
    folder = roots[0] / "en-zh-tiny"
    folder.mkdir(parents=True)
    for i, name in enumerate(FILES):
        (folder / name).write_bytes(bytes(range(256)) * (i + 1))
    manifest = packs.Manifest(
        format_version=1,
        pack_id="en-zh-tiny",
        name="Tiny",
        pair=packs.LanguagePair("en", "zh"),
        layout="single",
        graphs={"model": "model.onnx"},
        precision={},
        architecture=packs.Architecture(8, 1, 1, 2, 16, 50, 64),
        tokens=packs.TokenIds(pad=49, eos=0, unk=1, decoder_start=49),
        search=packs.SearchDefaults(),
        producible_ids=None,
        source_prefix="",
        placeholder=None,
        source_model="tests",
        source_revision="",
        licence="Apache-2.0",
        created_by="tests",
        opset=18,
        onnxruntime="1.28.0",
        files=tuple(packs.describe_file(folder, name) for name in FILES),
    )
    (folder / "manifest.json").write_text(manifest.to_json(), encoding="utf-8")
    return packs.load_pack(folder)


def test_nothing_installed(roots: tuple[Path, Path]) -> None:
    assert packs.find_packs() == []
    with pytest.raises(PackNotFound, match="installed: none"):
        packs.find_pack()


def test_the_users_pack_comes_first(roots: tuple[Path, Path], installed: packs.Pack) -> None:
    shutil.copytree(installed.folder, roots[1] / installed.pack_id)
    assert [p.folder for p in packs.find_packs()] == [installed.folder]
    assert packs.find_pack(installed.pack_id).folder == installed.folder
    with pytest.raises(PackNotFound, match=installed.pack_id):
        packs.find_pack("another")


def test_a_users_pack_for_the_same_languages_is_used_however_they_are_spelt(roots: tuple[Path, Path], installed: packs.Pack) -> None:
    shutil.copytree(installed.folder, roots[1] / "en-zh-tiny")
    text = (installed.folder / "manifest.json").read_text(encoding="utf-8")
    shutil.move(installed.folder, roots[0] / "big")
    spelt = text.replace("en-zh-tiny", "big").replace('"source": "en"', '"source": "eng"').replace('"target": "zh"', '"target": "cmn_Hans"')
    (roots[0] / "big" / "manifest.json").write_text(spelt, encoding="utf-8")
    shutil.copytree(roots[1] / "en-zh-tiny", roots[0] / "a-back")
    back = text.replace("en-zh-tiny", "a-back").replace('"source": "en"', '"source": "zh"').replace('"target": "zh"', '"target": "en"')
    (roots[0] / "a-back" / "manifest.json").write_text(back, encoding="utf-8")
    assert packs.find_pack().pack_id == "big"


def test_a_pack_for_the_other_direction_does_not_take_over(roots: tuple[Path, Path], installed: packs.Pack) -> None:
    shutil.copytree(installed.folder, roots[1] / "en-zh-tiny")
    text = (installed.folder / "manifest.json").read_text(encoding="utf-8")
    back = text.replace("en-zh-tiny", "a-back").replace('"source": "en"', '"source": "zh"').replace('"target": "zh"', '"target": "en"')
    shutil.move(installed.folder, roots[0] / "a-back")
    (roots[0] / "a-back" / "manifest.json").write_text(back, encoding="utf-8")
    assert [p.pack_id for p in packs.find_packs()] == ["a-back", "en-zh-tiny"]
    assert packs.find_pack().pack_id == "en-zh-tiny"
    assert packs.find_pack("a-back").manifest.pair == packs.LanguagePair("zh", "en")


def test_a_broken_pack_is_listed_and_says_why(installed: packs.Pack) -> None:
    (installed.folder / "target.spm").unlink()
    (entry,) = packs.scan()
    assert entry.pack is None
    assert "target.spm" in str(entry.problem)
    with pytest.raises(BrokenPack, match=r"target\.spm"):
        packs.find_pack(installed.pack_id)


def test_other_folders_are_left_alone(roots: tuple[Path, Path], installed: packs.Pack) -> None:
    (roots[0] / ".trash" / "old").mkdir(parents=True)
    (roots[0] / "state.json").write_text("{}")
    assert [entry.pack_id for entry in packs.scan()] == [installed.pack_id]


def test_verify_reports_progress_and_stops(installed: packs.Pack) -> None:
    seen: list[tuple[int, int]] = []
    packs.verify(installed, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (installed.manifest.total_bytes,) * 2
    with pytest.raises(Cancelled):
        packs.verify(installed, should_stop=lambda: True)


def test_any_flip_or_cut_in_any_file_is_found_and_named(installed: packs.Pack) -> None:
    for file in installed.manifest.files:
        path = installed.folder / file.path
        good = path.read_bytes()
        step = max(1, len(good) // 12)
        for at in range(0, len(good), step):
            path.write_bytes(good[:at] + bytes([good[at] ^ 0x10]) + good[at + 1 :])
            with pytest.raises(BrokenPack, match=file.path):
                packs.verify(installed)
            with pytest.raises(BrokenPack, match=file.path):
                installed.read(file.path)
            path.write_bytes(good[:at])
            with pytest.raises(BrokenPack, match=file.path):
                packs.load_pack(installed.folder)
        path.write_bytes(good)
    packs.verify(installed)


def load_everything(folder: Path) -> None:
    pack = packs.load_pack(folder)
    Tokenizer.from_pack(pack)
    for kernel in ("interactive", "batch"):
        load_network(pack, threads=1, kernel=kernel).close()
    for role in pack.manifest.graphs:  # those for other processors too
        pack.graph(role)


def test_damage_is_found_when_a_pack_is_loaded(tiny_pack: packs.Pack, tmp_path: Path) -> None:
    """Whatever byte is wrong in graphs and tokenizer: an error that names the file, never onnxruntime's or a crash."""
    folder = tmp_path / "tiny"
    shutil.copytree(tiny_pack.folder, folder)
    dice = random.Random(3)
    for file in tiny_pack.manifest.files:
        if file.path == "weights.bin":  # numbers only: `verify` finds them
            continue
        good = (folder / file.path).read_bytes()
        for at in (0, len(good) - 1, *(dice.randrange(len(good)) for _ in range(20))):
            (folder / file.path).write_bytes(good[:at] + bytes([good[at] ^ dice.randrange(1, 256)]) + good[at + 1 :])
            with pytest.raises(BrokenPack, match=file.path):
                load_everything(folder)
        (folder / file.path).write_bytes(good)
    load_everything(folder)
