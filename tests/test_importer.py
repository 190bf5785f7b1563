"""A folder of foreign ONNX becomes a pack: layouts, names as hubs publish them, ids and prefix from the model's own files."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import onnx
import pytest
from onnxruntime.quantization import QuantType, quantize_dynamic

from translator_app import importer, packs
from translator_app.engine.network import load_network
from translator_app.engine.search import DecodingOptions, search
from translator_app.engine.tokenizer import Tokenizer
from translator_app.errors import BrokenPack, Cancelled, PackNotFound, UnsupportedPack
from translator_app.importer import Options, import_path
from translator_app.packs import LanguagePair, Pack

pytestmark = pytest.mark.usefixtures("packs_home")
Foreign = Callable[..., Path]


def translate(pack: Pack, text: str) -> str:
    tokenizer, network = Tokenizer.from_pack(pack), load_network(pack, threads=1)
    (hypothesis,) = search(network, [tokenizer.encode(text)], DecodingOptions(max_length=24))[0]
    network.close()
    return tokenizer.decode(hypothesis.ids)


def edit(path: Path, **changes: Any) -> None:
    table = {**json.loads(path.read_text(encoding="utf-8")), **changes}
    path.write_text(json.dumps({k: v for k, v in table.items() if v is not None}), encoding="utf-8")


@pytest.mark.parametrize("layout", ["optimum", "optimum-merged", "split", "single"])
def test_every_layout_becomes_a_pack_that_translates(make_foreign: Foreign, layout: str) -> None:
    pack = import_path(make_foreign(layout), Options(source_prefix=""))
    assert pack.manifest.layout == layout
    assert pack.manifest.opset == 17
    assert pack.manifest.precision.keys() == pack.manifest.graphs.keys()
    packs.verify(packs.find_pack("tiny-en-zh"))
    assert translate(pack, "The weather is nice today.") == "今天天气很好。"


def test_graphs_under_onnx_with_a_suffix_as_hubs_publish_them(make_foreign: Foreign) -> None:
    folder = make_foreign(graphs="onnx", suffix="_quantized")
    (folder / "README.md").write_text("---\nlicense: cc-by-4.0\ntags:\n- translation\n---\n# Tiny\n")
    pack = import_path(folder, Options(source_model="someone/tiny-en-zh", source_revision="abc"))
    manifest = pack.manifest
    assert manifest.graphs == {"encoder": "encoder_model_quantized.onnx", "decoder": "decoder_model_merged_quantized.onnx"}
    assert manifest.precision == {"encoder": "int8", "decoder": "int8"}
    assert (manifest.licence, manifest.source_model, manifest.source_revision) == ("cc-by-4.0", "someone/tiny-en-zh", "abc")
    assert "README.md" in {file.path for file in manifest.files}


@pytest.mark.parametrize(("wanted", "suffix"), [("int8", "_quantized"), ("fp32", ""), ("fp16", "_fp16"), ("int4", "_quantized")])
def test_the_wanted_precision_is_taken_else_int8(make_foreign: Foreign, wanted: str, suffix: str) -> None:
    folder = make_foreign(graphs="onnx")
    for path in list((folder / "onnx").iterdir()):
        for other in ("_fp16", "_int8", "_quantized", "_uint8"):
            shutil.copyfile(path, path.with_name(f"{path.stem}{other}.onnx"))
    pack = import_path(folder, Options(precision=wanted))
    assert pack.manifest.graphs == {"encoder": f"encoder_model{suffix}.onnx", "decoder": f"decoder_model_merged{suffix}.onnx"}


def test_the_merged_decoder_is_preferred_to_the_two(make_foreign: Foreign) -> None:
    folder = make_foreign("optimum")
    shutil.copyfile(Path(__file__).parent / "data/tiny-onnx/optimum/decoder_model_merged.onnx", folder / "decoder_model_merged.onnx")
    assert import_path(folder).manifest.layout == "optimum-merged"


def test_one_of_our_packs(tiny_pack: Pack) -> None:
    assert import_path(tiny_pack.folder).manifest == tiny_pack.manifest


def test_a_pack_whose_graphs_do_not_run_replaces_nothing(tiny_pack: Pack, tmp_path: Path) -> None:
    good = import_path(tiny_pack.folder)
    folder = tmp_path / "bad"
    shutil.copytree(tiny_pack.folder, folder)
    (folder / "decoder.onnx").write_bytes(b"nonsense")
    raw = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    raw["files"] = [dict(zip(("path", "size_bytes", "sha256"), (f.path, f.size_bytes, f.sha256), strict=True)) for f in (
        packs.describe_file(folder, entry["path"]) for entry in raw["files"])]  # fmt: skip
    (folder / "manifest.json").write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(BrokenPack, match=r"decoder\.onnx"):
        import_path(folder)
    packs.verify(good)


def test_weights_in_files_of_their_own_come_along(make_foreign: Foreign) -> None:
    folder = make_foreign(graphs="onnx")
    path = folder / "onnx" / "encoder_model.onnx"
    model = onnx.load(path)
    onnx.save(model, path, save_as_external_data=True, location="encoder_model.onnx_data", size_threshold=256)
    pack = import_path(folder)
    assert "encoder_model.onnx_data" in {file.path for file in pack.manifest.files}
    (folder / "onnx" / "encoder_model.onnx_data").unlink()
    with pytest.raises(BrokenPack, match=r"encoder_model\.onnx needs the file 'encoder_model\.onnx_data'"):
        import_path(folder)


def test_weights_outside_the_folder_are_refused(make_foreign: Foreign) -> None:
    folder = make_foreign()
    path = folder / "encoder_model.onnx"
    model = onnx.load(path)
    tensor = max(model.graph.initializer, key=lambda t: len(t.raw_data))
    tensor.ClearField("raw_data")
    tensor.data_location = onnx.TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="../../secret.bin")
    path.write_bytes(model.SerializeToString())
    with pytest.raises(BrokenPack, match=r"needs the file '\.\./\.\./secret\.bin'"):
        import_path(folder)


def test_cancel_and_progress(make_foreign: Foreign, packs_home: Path) -> None:
    folder = make_foreign()
    with pytest.raises(Cancelled):
        import_path(folder, should_stop=lambda: True)
    assert not list(packs_home.glob("*"))
    seen: list[tuple[int, int]] = []
    pack = import_path(folder, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (pack.manifest.total_bytes,) * 2


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("layout", ["optimum", "optimum-merged"])
def test_quantised_graphs(make_foreign: Foreign, golden: dict[str, Any], layout: str) -> None:
    """As published: dynamic, unsigned, a graph in an If as well."""
    folder = make_foreign(layout, graphs="onnx")
    for path in list((folder / "onnx").iterdir()):
        quantized = path.with_name(f"{path.stem}_quantized.onnx")
        quantize_dynamic(path, quantized, weight_type=QuantType.QUInt8, extra_options={"EnableSubgraph": layout == "optimum-merged"})
        assert quantized.stat().st_size < path.stat().st_size
    pack = import_path(folder)
    assert set(pack.manifest.precision.values()) == {"int8"}
    network = load_network(pack, threads=1)
    found = search(network, golden["ids"][:60], DecodingOptions(max_length=24))
    expected = [ids[:-1] for [[ids, _]] in golden["searches"]["greedy"][:60]]
    assert sum(list(h[0].ids) == ids for h, ids in zip(found, expected, strict=True)) >= 54


# what is not there, or does not fit


def test_missing_files_are_all_named(make_foreign: Foreign) -> None:
    folder = make_foreign()
    (folder / "source.spm").unlink()
    (folder / "config.json").unlink()
    with pytest.raises(PackNotFound, match=r"lacks config\.json, source\.spm"):
        import_path(folder)


def test_an_incomplete_set_of_graphs_lists_what_is_there(make_foreign: Foreign) -> None:
    folder = make_foreign("optimum")
    (folder / "encoder_model.onnx").unlink()
    with pytest.raises(UnsupportedPack, match=r"decoder_model\.onnx \(decoder\), decoder_with_past_model\.onnx \(decoder_with_past\)"):
        import_path(folder)


def test_a_decoder_without_its_second_half_runs_without_a_cache(make_foreign: Foreign) -> None:
    folder = make_foreign("optimum")
    (folder / "decoder_with_past_model.onnx").unlink()
    pack = import_path(folder, Options(source_prefix=""))
    assert pack.manifest.layout == "split"
    assert translate(pack, "Thank you.") == "谢谢。"


@pytest.mark.parametrize("name", ["config.json", "generation_config.json", "vocab.json", "encoder_model.onnx", "source.spm"])
def test_damaged_files_are_named(make_foreign: Foreign, name: str) -> None:
    folder = make_foreign()
    data = (folder / name).read_bytes()
    for bad in (b"", b"[]", b"\xff" * 40, data[: len(data) // 2]):
        (folder / name).write_bytes(bad)
        with pytest.raises((BrokenPack, UnsupportedPack), match=name.replace(".", r"\.")):
            import_path(folder)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"model_type": "m2m_100"}, "only marian"),
        ({"decoder_layers": 3}, "a cache of 3 layers is expected, found past_key_values"),
        ({"decoder_attention_heads": 8}, "does not fit 8 heads of 4"),
        ({"decoder_attention_heads": 0}, "no model's"),
        ({"d_model": None}, "lacks the number d_model"),
        ({"d_model": 64}, "hidden states|does not fit"),
        ({"decoder_vocab_size": 5000, "vocab_size": 5000}, "logits|embedding"),
        ({"decoder_vocab_size": 5000}, "vocabularies of their own"),
        ({"eos_token_id": 7}, "</s> has id 0, the model's eos is 7"),
        ({"pad_token_id": 0, "decoder_start_token_id": 0}, "<pad>"),
    ],
)
def test_a_config_of_another_model_is_refused(make_foreign: Foreign, changes: dict[str, Any], reason: str) -> None:
    folder = make_foreign()
    edit(folder / "config.json", **changes)
    (folder / "generation_config.json").unlink()
    with pytest.raises((BrokenPack, UnsupportedPack), match=reason):
        import_path(folder)


# ids, search and prefix come from the model's own files


def test_generation_config_wins_over_config(make_foreign: Foreign) -> None:
    folder = make_foreign()
    edit(folder / "config.json", num_beams=6, max_length=512, bad_words_ids=None)
    edit(folder / "generation_config.json", num_beams=3, length_penalty=1, early_stopping=True, max_length=512, no_repeat_ngram_size=3)
    manifest = import_path(folder).manifest
    assert manifest.search == packs.SearchDefaults(3, 1.0, True, 3, 1.0, 64)  # never more than the positions
    pad = json.loads((folder / "vocab.json").read_text(encoding="utf-8"))["<pad>"]
    assert (manifest.tokens.decoder_start, manifest.tokens.forced_eos, manifest.tokens.banned) == (pad, 0, (pad,))


def test_start_and_forced_first_token_come_from_the_config(make_foreign: Foreign) -> None:
    folder = make_foreign()
    vocab = json.loads((folder / "vocab.json").read_text(encoding="utf-8"))
    edit(folder / "config.json", forced_bos_token_id=vocab[">>cmn_Hant<<"])
    edit(folder / "generation_config.json", decoder_start_token_id=0)
    pack = import_path(folder)
    assert (pack.manifest.tokens.decoder_start, pack.manifest.tokens.forced_bos) == (0, vocab[">>cmn_Hant<<"])
    network = load_network(pack, threads=1)
    (hypothesis,) = search(network, [Tokenizer.from_pack(pack).encode("Hello.")], DecodingOptions(max_length=8))[0]
    assert hypothesis.ids[0] == vocab[">>cmn_Hant<<"]


def test_the_pad_stays_banned_when_the_config_lost_the_ban(make_foreign: Foreign) -> None:
    folder = make_foreign()
    edit(folder / "generation_config.json", bad_words_ids=None)
    tokens = import_path(folder).manifest.tokens
    assert tokens.banned == (tokens.pad,)


def test_banned_sequences_are_refused(make_foreign: Foreign) -> None:
    folder = make_foreign()
    edit(folder / "generation_config.json", bad_words_ids=[[5, 6]])
    with pytest.raises(UnsupportedPack, match="bad_words_ids"):
        import_path(folder)


def test_chinese_of_a_multi_target_model_gets_its_prefix(make_foreign: Foreign) -> None:
    pack = import_path(make_foreign())
    assert pack.manifest.source_prefix == ">>cmn_Hans<<"
    ids = Tokenizer.from_pack(pack).encode("Hello.")
    vocab = json.loads(pack.read("vocab.json"))
    assert (ids[0], ids[-1]) == (vocab[">>cmn_Hans<<"], 0)  # language first, </s> last


def test_other_languages_of_a_multi_target_model_must_be_chosen(make_foreign: Foreign) -> None:
    folder = make_foreign()
    edit(folder / "tokenizer_config.json", target_lang="fr")
    with pytest.raises(UnsupportedPack, match="--prefix: >>cmn_Hans<<, >>cmn_Hant<<"):
        import_path(folder)
    assert import_path(folder, Options(source_prefix=">>cmn_Hant<<")).manifest.source_prefix == ">>cmn_Hant<<"
    with pytest.raises(UnsupportedPack, match="does not know"):
        import_path(folder, Options(source_prefix=">>fra<<"))


@pytest.mark.parametrize(
    ("languages", "pair"),
    [(("eng", "zho"), ("en", "zh")), (("en", "zh"), ("en", "zh")), ((None, None), ("en", "zh")), (("en", "zh-Hant"), ("en", "zh-Hant"))],
)
def test_languages_from_the_tokenizer_or_the_name(make_foreign: Foreign, languages: tuple[Any, Any], pair: tuple[str, str]) -> None:
    folder = make_foreign(name="opus-mt-en-zh")
    edit(folder / "tokenizer_config.json", source_lang=languages[0], target_lang=languages[1])
    assert import_path(folder).manifest.pair == LanguagePair(*pair)


def test_languages_that_nothing_tells_must_be_named(make_foreign: Foreign) -> None:
    folder = make_foreign(name="mine")
    edit(folder / "tokenizer_config.json", source_lang=None, target_lang=None)
    with pytest.raises(UnsupportedPack, match="--pair"):
        import_path(folder)
    pack = import_path(folder, Options(pair=LanguagePair("en", "zh"), pack_id="my-pack", name="Mine"))
    assert (pack.pack_id, pack.manifest.name) == ("my-pack", "Mine")


def test_precision_from_names() -> None:
    names = {"encoder_model": "fp32", "decoder_model_merged_quantized": "int8", "model-uint8": "int8", "a_fp16": "fp16", "m.int8": "int8"}
    for name, precision in {**names, "x_q4f16": "int4", "x_bnb4": "int4"}.items():
        assert importer.precision_of(f"{name}.onnx") == precision
