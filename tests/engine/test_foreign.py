"""Graphs that others made give what transformers gives, whatever the recipe; what can't be right is refused with a list."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from translator_app import importer
from translator_app.engine.foreign import ForeignNetwork, Port, Slot, cache_slot, read_wiring
from translator_app.engine.network import LoadedNetwork, load_network
from translator_app.engine.search import DecodingOptions, search
from translator_app.errors import UnsupportedPack
from translator_app.packs import MANIFEST, Pack, load_pack

LAYOUTS = ("optimum", "optimum-merged", "split", "single")
SETTINGS = {"num_beams": "beam_size", "num_return_sequences": "n_best", "min_new_tokens": "min_length", "renormalize_logits": "renormalize"}
Foreign = Callable[..., Path]


@pytest.fixture
def pack(request: pytest.FixtureRequest, make_foreign: Foreign, packs_home: Path) -> Pack:
    return importer.import_path(make_foreign(request.param))


@pytest.fixture
def network(pack: Pack) -> Iterator[LoadedNetwork]:
    network = load_network(pack, threads=1)
    yield network
    network.close()


def run(network: LoadedNetwork, golden: dict[str, Any], name: str) -> list[list[list[int]]]:
    settings = {SETTINGS.get(key, key): value for key, value in golden["settings"][name].items()}
    found = search(network, golden["ids"], DecodingOptions(max_length=golden["max_new_tokens"], **settings))
    return [[list(h.ids) for h in hypotheses] for hypotheses in found]


def expected(golden: dict[str, Any], name: str) -> list[list[list[int]]]:
    return [[[token for token in ids if token] for ids, _ in hypotheses] for hypotheses in golden["searches"][name]]


@pytest.mark.parametrize("pack", LAYOUTS, indirect=True)
@pytest.mark.parametrize("name", ["greedy", "beam4", "beam3_early", "beam4_rules"])
def test_every_layout_translates_as_transformers_does(network: LoadedNetwork, golden: dict[str, Any], name: str) -> None:
    assert isinstance(network, ForeignNetwork)
    assert network.providers == ("CPUExecutionProvider",)
    assert run(network, golden, name) == expected(golden, name)


@pytest.mark.parametrize("pack", LAYOUTS, indirect=True)
def test_a_sentence_alone_and_in_a_batch(network: LoadedNetwork, golden: dict[str, Any]) -> None:
    options = DecodingOptions(beam_size=2, max_length=24)
    sources = golden["ids"][:8] + golden["ids"][:2]
    together = search(network, sources, options)
    assert [[h.ids for h in row] for row in together] == [[h.ids for h in search(network, [source], options)[0]] for source in sources]


@pytest.mark.parametrize("pack", ["optimum-merged"], indirect=True)
def test_too_long_a_source_is_an_error_not_nonsense(network: LoadedNetwork) -> None:
    with pytest.raises(ValueError, match="64"):
        network.start([[5] * 65])


def edited(pack: Pack, role: str, change: Callable[[onnx.ModelProto], None]) -> Pack:
    """The pack with one graph changed and its manifest brought up to date."""
    folder = pack.folder.with_name("edited-" + pack.folder.name)
    shutil.copytree(pack.folder, folder)
    model = onnx.load(pack.graph(role))
    change(model)
    onnx.save(model, folder / pack.manifest.graphs[role])
    from translator_app.packs import describe_file

    files = tuple(describe_file(folder, file.path) for file in pack.manifest.files)
    (folder / MANIFEST).write_text(replace(pack.manifest, files=files).to_json(), encoding="utf-8")
    return load_pack(folder)


def halve(model: onnx.ModelProto) -> None:
    """Inputs and outputs of activations in 16 bits, as fp16 exports have them."""
    for port in [*model.graph.input, *model.graph.output]:
        if port.type.tensor_type.elem_type != TensorProto.FLOAT:
            continue
        port.type.tensor_type.elem_type = TensorProto.FLOAT16
        wide = f"wide_{port.name}"
        given = port in model.graph.input
        for node in model.graph.node:
            names = node.input if given else node.output
            names[:] = [wide if n == port.name else n for n in names]
            if not given:  # it may be read inside the graph as well
                node.input[:] = [wide if n == port.name else n for n in node.input]
        ends = (port.name, wide) if given else (wide, port.name)
        cast = helper.make_node("Cast", [ends[0]], [ends[1]], to=TensorProto.FLOAT if given else TensorProto.FLOAT16)
        model.graph.node.insert(0, cast) if given else model.graph.node.append(cast)


@pytest.mark.parametrize("pack", ["optimum"], indirect=True)
def test_half_precision_inputs_and_outputs(pack: Pack, golden: dict[str, Any]) -> None:
    for role in ("encoder", "decoder", "decoder_with_past"):
        pack = edited(pack, role, halve)
    network = load_network(pack, threads=1)
    greedy = run(network, golden, "greedy")
    same = sum(a == b for a, b in zip(greedy, expected(golden, "greedy"), strict=True))
    assert same >= 60  # the sentences that the model knows by heart
    state = network.start(golden["ids"][:2])
    assert network.step(state, np.array([1, 1]), np.arange(2)).dtype == np.float32


@pytest.mark.parametrize("pack", ["optimum", "optimum-merged"], indirect=True)
def test_caches_in_any_order(pack: Pack, golden: dict[str, Any]) -> None:
    def shuffle(model: onnx.ModelProto) -> None:
        for ports in (model.graph.input, model.graph.output):
            turned = list(ports)[::-1]
            del ports[:]
            ports.extend(turned)

    for role in set(pack.manifest.graphs) - {"encoder"}:
        pack = edited(pack, role, shuffle)
    network = load_network(pack, threads=1)
    assert run(network, golden, "beam4") == expected(golden, "beam4")


@pytest.mark.parametrize(("name", "slot"), [
    ("past_key_values.0.decoder.key", Slot(0, "self", "key")),
    ("past_key_values.11.encoder.value", Slot(11, "cross", "value")),
    ("present.3.decoder.value", Slot(3, "self", "value")),
    ("present.3.key", Slot(3, "self", "key")),
    ("past_value_cross_2", Slot(2, "cross", "value")),
    ("past.value.cross.2", Slot(2, "cross", "value")),
    ("present_key_values.1.self.values", Slot(1, "self", "value")),
    ("past_key_values.0.decoder.key.extra", None),
    ("past_0", None),
    ("input_ids", None),
    ("pastry.0.key", None),
])  # fmt: skip
def test_cache_names(name: str, slot: Slot | None) -> None:
    assert cache_slot(name) == slot


IDS = Port("input_ids", "int64", ("batch", "n"))
MASK = Port("attention_mask", "int64", ("batch", "n"))
TARGET = Port("decoder_input_ids", "int64", ("batch", "t"))
STATES = Port("encoder_hidden_states", "float", ("batch", "n", 32))
LOGITS = Port("logits", "float", ("batch", "t", 900))
HIDDEN = Port("last_hidden_state", "float", ("batch", "n", 32))


@pytest.mark.parametrize(("inputs", "outputs", "role"), [
    ([IDS, MASK], [HIDDEN], "encoder"),
    ([IDS], [HIDDEN], "encoder"),
    ([MASK, IDS, TARGET], [LOGITS], "model"),
    ([TARGET, STATES], [LOGITS], "decoder"),
    ([TARGET, STATES, Port("decoder_attention_mask", "int64", ("batch", "t"))], [LOGITS], "decoder"),
])  # fmt: skip
def test_roles_are_read_from_inputs_and_outputs(inputs: list[Port], outputs: list[Port], role: str) -> None:
    assert read_wiring(inputs, outputs, Path("x.onnx")).role == role


def test_a_plain_mask_of_a_decoder_is_the_sources_unless_it_has_the_targets_axis() -> None:
    wiring = read_wiring([TARGET, STATES, MASK], [LOGITS], Path("x.onnx"))
    assert (wiring.source_mask, wiring.target_mask) == (MASK, None)
    own = Port("attention_mask", "int64", ("batch", "t"))
    wiring = read_wiring([TARGET, STATES, own], [LOGITS], Path("x.onnx"))
    assert (wiring.source_mask, wiring.target_mask) == (None, own)


@pytest.mark.parametrize(("inputs", "outputs", "reason"), [
    ([IDS, MASK, Port("position_ids", "int64", ("n",))], [HIDDEN], r"position_ids int64\[n\], of unknown meaning"),
    ([MASK], [HIDDEN], "token ids"),
    ([IDS, MASK], [LOGITS], "encoder's hidden states"),
    ([TARGET, STATES], [Port("loss", "float", ())], "no logits"),
    ([TARGET, STATES, Port("past_key_values.0.decoder.key", "float", (1, 2, 3, 4))], [LOGITS], "does not give the next one"),
    ([IDS, Port("labels", "int64", ("b", "t"))], [LOGITS], "neither"),
    ([TARGET, STATES, Port("use_cache_branch", "bool", (1,))], [LOGITS], "lacks the cache"),
])  # fmt: skip
def test_what_is_missing_or_too_much_is_listed(inputs: list[Port], outputs: list[Port], reason: str) -> None:
    with pytest.raises(UnsupportedPack, match=reason) as caught:
        read_wiring(inputs, outputs, Path("some/x.onnx"))
    for port in [*inputs, *outputs]:
        assert str(port) in str(caught.value)
    assert "x.onnx" in str(caught.value)


def drop_the_last_layer(model: onnx.ModelProto) -> None:
    """An lm_head replaced by Identity: the graph still says logits, but gives hidden states (and no bias)."""
    last = next(node for node in model.graph.node if "logits" in node.output)
    product = next(node for node in model.graph.node if last.input[0] in node.output)
    last.op_type, last.input[:] = "Identity", [product.input[0]]
    del last.attribute[:]


@pytest.mark.parametrize("fixed", [True, False])
@pytest.mark.parametrize("pack", ["split"], indirect=True)
def test_logits_that_are_no_logits_are_refused(pack: Pack, fixed: bool) -> None:
    def change(model: onnx.ModelProto) -> None:
        drop_the_last_layer(model)
        last = model.graph.output[0].type.tensor_type.shape.dim[2]
        last.dim_value = 32
        if not fixed:
            last.dim_param = "width"

    broken = edited(pack, "decoder", change)
    with pytest.raises(UnsupportedPack, match=r"logits.*last layer"):
        importer.try_out(broken)


@pytest.mark.parametrize("pack", ["optimum"], indirect=True)
def test_a_graph_in_the_wrong_role_is_refused(pack: Pack) -> None:
    graphs = {**pack.manifest.graphs, "encoder": pack.manifest.graphs["decoder"]}
    (pack.folder / MANIFEST).write_text(replace(pack.manifest, graphs=graphs).to_json(), encoding="utf-8")
    with pytest.raises(UnsupportedPack, match="looks like decoder, the manifest says encoder"):
        load_network(load_pack(pack.folder), threads=1)


# traps of the models


@pytest.mark.parametrize("pack", ["optimum-merged"], indirect=True)
def test_the_banned_pad_is_never_produced(network: LoadedNetwork, pack: Pack, golden: dict[str, Any]) -> None:
    assert pack.manifest.tokens.pad in pack.manifest.tokens.banned
    for hypotheses in search(network, golden["ids"], DecodingOptions(beam_size=4, n_best=4, max_length=24)):
        assert all(pack.manifest.tokens.pad not in h.ids for h in hypotheses)


@pytest.mark.parametrize("pack", ["optimum-merged"], indirect=True)
def test_padding_is_masked_away_in_the_decoder_too(network: LoadedNetwork, golden: dict[str, Any]) -> None:
    short, long = min(golden["ids"], key=len), max(golden["ids"], key=len)
    state = network.start([short, long])
    together = network.step(state, np.array([network.tokens.decoder_start] * 2), np.arange(2))[0].copy()
    alone = network.step(network.start([short]), np.array([network.tokens.decoder_start]), np.arange(1))[0]
    np.testing.assert_allclose(together, alone, atol=1e-4)


@pytest.mark.parametrize("pack", ["split"], indirect=True)
def test_without_a_mask_only_equal_lengths_share_a_batch(network: LoadedNetwork, golden: dict[str, Any]) -> None:
    state = network.start(golden["ids"])
    assert len(state.parts) == len({len(ids) for ids in golden["ids"]}) > 3
