"""A manifest is read whole and right, or refused with a message that names it: never another exception."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator_app.errors import BrokenPack, UnsupportedPack
from translator_app.manifest import LAYOUTS, Manifest, is_pack_id, is_safe_path
from translator_app.packs import load_pack

HASH = "0" * 64
RAW: dict[str, Any] = {
    "format_version": 1,
    "pack_id": "en-zh-tiny",
    "name": "小",
    "pair": {"source": "en", "target": "zh"},
    "layout": "fused",
    "graphs": {"encoder": "encoder.onnx", "decoder": "decoder.onnx"},
    "precision": {"encoder": "int8"},
    "architecture": {
        "d_model": 8,
        "encoder_layers": 1,
        "decoder_layers": 1,
        "heads": 2,
        "ffn": 16,
        "vocab_size": 50,
        "max_positions": 64,
    },
    "tokens": {"pad": 49, "eos": 0, "unk": 1, "decoder_start": 49, "forced_bos": None, "forced_eos": 0, "banned": [49]},
    "search": {"beam_size": 4, "length_penalty": 1, "early_stopping": False},
    "producible_ids": 30,
    "source_prefix": "",
    "placeholder": "<{}>",
    "source_model": "tests",
    "source_revision": "",
    "licence": "Apache-2.0",
    "created_by": "tests",
    "opset": 18,
    "onnxruntime": "1.28.0",
    "files": [
        {"path": name, "size_bytes": 1, "sha256": HASH}
        for name in ("encoder.onnx", "decoder.onnx", "source.spm", "target.spm", "vocab.json")
    ],
    "verification": {"bleu": 30.5, "notes": ["x"]},
}


def changed(path: str, value: Any) -> str:
    raw = json.loads(json.dumps(RAW))
    at = raw
    *way, last = path.split(".")
    for key in way:
        at = at[key]
    at[last] = value
    return json.dumps(raw)


def test_round_trip() -> None:
    manifest = Manifest.from_json(json.dumps(RAW))
    assert manifest.tokens.banned == (49,)
    assert manifest.search.length_penalty == 1.0
    assert isinstance(manifest.search.length_penalty, float)
    assert Manifest.from_json(manifest.to_json()) == manifest


LISTED: dict[str, Any] = RAW | {
    "graphs": RAW["graphs"] | {"projection": "vocab.json"},
    "shortlist": {"path": "source.spm", "per_source": 50, "frequent": 500},
}


def test_a_shortlist() -> None:
    manifest = Manifest.from_json(json.dumps(LISTED))
    assert manifest.shortlist
    assert (manifest.shortlist.per_source, manifest.shortlist.frequent) == (50, 500)
    assert Manifest.from_json(manifest.to_json()) == manifest
    assert "shortlist" not in json.loads(Manifest.from_json(json.dumps(RAW)).to_json())


@pytest.mark.parametrize(
    "change",
    [
        {"shortlist": LISTED["shortlist"] | {"path": "none.bin"}},
        {"shortlist": LISTED["shortlist"] | {"frequent": -1}},
        {"graphs": LISTED["graphs"] | {"decoder_batch": "vocab.json"}},
        {"layout": "split"},
    ],
)
def test_a_wrong_shortlist_is_damage(change: dict[str, Any]) -> None:
    with pytest.raises(BrokenPack, match="here is damaged"):
        Manifest.from_json(json.dumps(LISTED | change), "here")


@pytest.mark.parametrize("key", sorted(RAW.keys() - {"verification"}))
def test_a_missing_entry_is_named(key: str) -> None:
    raw = {k: v for k, v in RAW.items() if k != key}
    with pytest.raises(BrokenPack, match=rf"here is damaged.*{key}.*missing"):
        Manifest.from_json(json.dumps(raw), "here")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("pack_id", "../evil"),
        ("pack_id", "Upper"),
        ("pack_id", ""),
        ("pack_id", "con"),
        ("pack_id", "x" * 65),
        ("pair", "en-zh"),
        ("pair", {"source": "en"}),
        ("graphs", {"encoder": "encoder.onnx"}),
        ("graphs", {"encoder": "encoder.onnx", "decoder": "/etc/passwd"}),
        ("graphs", {"encoder": "encoder.onnx", "decoder": 7}),
        ("architecture.vocab_size", 10**30),
        ("architecture.vocab_size", 0),
        ("architecture.vocab_size", 50.0),
        ("architecture.heads", 3),
        ("architecture.heads", True),
        ("tokens.pad", 50),
        ("tokens.pad", -1),
        ("tokens.banned", [1, 99]),
        ("tokens.banned", 5),
        ("tokens.forced_bos", "0"),
        ("search.beam_size", 0),
        ("search.beam_size", 10**9),
        ("search.max_length", -5),
        ("search.length_penalty", 10**400),
        ("search.length_penalty", "1"),
        ("search.early_stopping", 1),
        ("search.repetition_penalty", 0.0),
        ("search.new_option", 1),
        ("producible_ids", 51),
        ("producible_ids", 0),
        ("placeholder", "<>"),
        ("files", [{"path": "a", "size_bytes": 1, "sha256": HASH}]),
        ("files", [*RAW["files"], {"path": "../up", "size_bytes": 1, "sha256": HASH}]),
        ("files", [*RAW["files"], {"path": "manifest.json", "size_bytes": 1, "sha256": HASH}]),
        ("files", [*RAW["files"], {"path": "VOCAB.JSON", "size_bytes": 1, "sha256": HASH}]),
        ("files", [*RAW["files"], {"path": "x", "size_bytes": -1, "sha256": HASH}]),
        ("files", [*RAW["files"], {"path": "x", "size_bytes": 1, "sha256": "zz"}]),
        ("files", {"path": "x"}),
        ("shortlist", {"path": "encoder.onnx", "per_source": 1}),
        ("shortlist", {"path": "encoder.onnx", "per_source": 1, "frequent": 1}),  # no graph projection
        ("shortlist", "vocab.json"),
        ("opset", None),
        ("surprise", 1),
    ],
)
def test_a_wrong_entry_is_damage(path: str, value: Any) -> None:
    with pytest.raises(BrokenPack, match="here is damaged"):
        Manifest.from_json(changed(path, value), "here")


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "7", "{}", "[" * 100_000, '{"format_version": 1, "x": NaN}', '{"format_version": ' + "9" * 5000 + "}"]
)
def test_what_is_no_manifest_is_damage(text: str) -> None:
    with pytest.raises(BrokenPack, match="here is damaged"):
        Manifest.from_json(text, "here")


@pytest.mark.parametrize("version", [0, 2, "1", None, 1e300, [1], 10**4000])
def test_another_format_version_asks_for_an_update(version: Any) -> None:
    with pytest.raises(UnsupportedPack, match="update the program"):
        Manifest.from_json(changed("format_version", version))


def test_an_unknown_layout_asks_for_an_update() -> None:
    assert "fused" in LAYOUTS
    with pytest.raises(UnsupportedPack, match="layout"):
        Manifest.from_json(changed("layout", "new"))


def test_random_damage_is_always_a_pack_error(tmp_path: Path) -> None:
    data = json.dumps(RAW, ensure_ascii=False).encode()
    dice = random.Random(0)
    for _ in range(800):
        damaged = bytearray(data)
        for _ in range(dice.choice((1, 1, 1, 4))):
            at = dice.randrange(len(damaged))
            damaged[at : at + dice.choice((1, 1, 8))] = dice.choice(
                (b"", b"\xff", b'"', b"9" * 30, b"[", b"{}", b"null", bytes([dice.randrange(256)]))
            )
        (tmp_path / "manifest.json").write_bytes(damaged)
        with pytest.raises((BrokenPack, UnsupportedPack), match=r"manifest\.json|\.onnx|\.spm|vocab"):  # the files are missing at best
            load_pack(tmp_path)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(sorted(RAW)), json_values)
def test_any_value_anywhere_is_read_or_refused(key: str, value: Any) -> None:
    text = json.dumps({**RAW, key: value})
    try:
        manifest = Manifest.from_json(text)
    except (BrokenPack, UnsupportedPack):
        return
    assert Manifest.from_json(manifest.to_json()) == manifest


def test_safe_names() -> None:
    for name in ("encoder.onnx", "onnx/decoder_model.onnx_data", "LICENSE", "a-b+c.md", "模型卡.md"):
        assert is_safe_path(name)
    for name in ("", "/a", "a/", "a//b", "..", ".", "a/..", "a b", "a:b", "a\\b", "nul.txt", "x.", ".hidden", "a\n", "x" * 201):
        assert not is_safe_path(name)
    assert is_pack_id("opus-mt-en-zh")
    assert not is_pack_id("a/b")
