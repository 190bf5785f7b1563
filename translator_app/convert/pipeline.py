"""A checkpoint becomes a verified language pack: check, build, quantise, check again, compare, write. All of it or nothing."""

import fnmatch
import json
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import onnx
import onnxruntime

from translator_app import __version__, paths
from translator_app.convert import card, probe
from translator_app.convert.checkpoint import TOKENIZER_FILES, WEIGHT_FILES, Checkpoint, read_checkpoint
from translator_app.convert.graphs import OPSET, GraphOptions, build_graphs, quantisable_nodes
from translator_app.convert.staging import put_in_place, staging
from translator_app.convert.support import Model, check_model
from translator_app.convert.verify import Say, Verifier, read_test_set
from translator_app.errors import ConversionError, OutputExists, QualityGateError
from translator_app.packs import FORMAT_VERSION, MANIFEST, LanguagePair, Manifest, Pack, describe_file, hash_file, load_pack

PARTS = ("encoder", "decoder", "embedding")


@dataclass(frozen=True, slots=True)
class Recipe:
    """What the user chose; everything else comes from the model."""

    pack_id: str
    name: str = ""  # shown to users; "": the id
    pair: LanguagePair = field(default_factory=lambda: LanguagePair("en", "zh"))
    precision: str = "int8"  # fp32 | int8
    quantize: frozenset[str] = frozenset(PARTS)  # parts that int8 applies to
    exclude: tuple[str, ...] = ()  # layers left in fp32: names or patterns such as decoder.*.fc2
    unsigned: bool = False
    source_prefix: str | None = None  # None: chosen from the vocabulary
    search: Mapping[str, Any] = field(default_factory=dict)  # what to change of the model's own defaults
    source_model: str = ""  # "": the folder's name
    source_revision: str = ""  # "": the SHA-256 of the weights
    licence: str = ""
    licence_files: tuple[Path, ...] = ()
    card: Path | None = None  # None: one is written
    test: Path | None = None  # None: the set that comes with the program
    accept: bool = False  # write the pack although the gate says no
    force: bool = False  # replace an existing folder


def convert(folder: Path, out: Path, recipe: Recipe, say: Say = lambda _line: None) -> Pack:
    """Make the pack `out` from a HuggingFace folder.

    Raises OutputExists, ConversionError, UnsupportedModel (with all reasons) or QualityGateError (with the report); then, and
    when it is interrupted, `out` is what it was before.
    """
    if out.exists() and not recipe.force:
        raise OutputExists(f"{out} exists; use --force to replace it")
    test_path = recipe.test or paths.assets_dir() / "quality" / f"{recipe.pair.source}-{recipe.pair.target}.tsv"
    tests = read_test_set(test_path)
    step = _Steps(say)
    with step("reading the checkpoint"):
        checkpoint = read_checkpoint(folder)
    with step("checking the config"):
        model = check_model(checkpoint, recipe.pair.target, recipe.source_prefix)
        options = graph_options(checkpoint.config, recipe)
        replace(model.search, **recipe.search)
    with staging(out) as stage:
        pack = _build(checkpoint, model, recipe, options, stage / "pack", step)
        verifier = Verifier(folder, pack, tests, step.detail)
        with step("comparing with PyTorch and fp32"):
            fp32 = pack if recipe.precision == "fp32" else _build(checkpoint, model, recipe, _FP32, stage / "fp32", step)
            verifier.against_pytorch(fp32)
            if pack is not fp32:
                verifier.against_fp32(fp32, pack)
            report = verifier.finish()
        for line in card.table(report):
            say(line)
        if not report["gate"]["passed"] and not recipe.accept:
            raise QualityGateError("the result is not good enough: " + "; ".join(report["gate"]["reasons"]), report)
        with step("translating the self-test, trying placeholders"):
            pack = _finish(pack, recipe, report)
        put_in_place(pack.folder, out)
    return load_pack(out)


_FP32 = GraphOptions(encoder="fp32", decoder="fp32", embedding="fp32")


def graph_options(config: Mapping[str, Any], recipe: Recipe) -> GraphOptions:
    """Options of the graph builder. Raises ConversionError for parts and layers that don't exist."""
    if unknown := sorted(recipe.quantize - set(PARTS)):
        raise ConversionError(f"--quantize: {', '.join(unknown)} is none of {', '.join(PARTS)}")
    nodes = quantisable_nodes(config)
    excluded = {pattern: fnmatch.filter(nodes, pattern) for pattern in recipe.exclude}
    if unused := [pattern for pattern, found in excluded.items() if not found]:
        raise ConversionError(f"--exclude: no layer is called {', '.join(unused)}; layers: {', '.join(nodes)}")
    encoder, decoder, embedding = ("int8" if recipe.precision == "int8" and part in recipe.quantize else "fp32" for part in PARTS)
    left_out = frozenset(name for found in excluded.values() for name in found)
    return GraphOptions(encoder, decoder, embedding, exclude=left_out, unsigned=recipe.unsigned)


class _Steps:
    """Numbered progress lines with the time that each step took."""

    def __init__(self, say: Say) -> None:
        self._say = say

    @contextmanager
    def __call__(self, what: str) -> Iterator[None]:
        start = time.perf_counter()
        self._say(f"{what} ...")
        yield
        self._say(f"{what}: {time.perf_counter() - start:.1f} s")

    def detail(self, what: str) -> None:
        self._say(f"  {what}")


def _build(checkpoint: Checkpoint, model: Model, recipe: Recipe, options: GraphOptions, folder: Path, step: _Steps) -> Pack:
    """Graphs and tokenizer with a manifest that is complete but for the verification."""
    precision = {part: getattr(options, part) for part in PARTS}
    with step(f"building the graphs ({', '.join(f'{part} {kind}' for part, kind in precision.items())})"):
        folder.mkdir()
        graphs = build_graphs(checkpoint.config, checkpoint.weights, options)
        files = graphs.write(folder)
        for name in TOKENIZER_FILES:
            shutil.copyfile(checkpoint.folder / name, folder / name)
    with step("onnx.checker"):
        for name in files.values():
            try:
                onnx.checker.check_model(str(folder / name))
            except onnx.checker.ValidationError as error:
                raise ConversionError(f"{name} is not valid: {error}") from error
    manifest = Manifest(
        format_version=FORMAT_VERSION,
        pack_id=recipe.pack_id,
        name=recipe.name or recipe.pack_id,
        pair=recipe.pair,
        layout="fused",
        graphs=files,
        precision=precision,
        architecture=model.architecture,
        tokens=model.tokens,
        search=replace(model.search, **recipe.search),
        producible_ids=model.producible_ids,
        source_prefix=model.source_prefix,
        placeholder=None,
        source_model=recipe.source_model or checkpoint.folder.resolve().name,
        source_revision=recipe.source_revision or _fingerprint(checkpoint.folder),
        licence=recipe.licence,
        created_by=f"translator-app {__version__}",
        opset=OPSET,
        onnxruntime=onnxruntime.__version__,
        files=(),
    )
    return _write_manifest(folder, manifest)


def _finish(pack: Pack, recipe: Recipe, report: Mapping[str, Any]) -> Pack:
    """Add what is measured on the pack itself: placeholder and self-test; then card, licence and verification."""
    survival = probe.placeholder_survival(pack)
    report = {**report, "placeholder_survival": survival}
    manifest = replace(pack.manifest, placeholder=probe.choose_placeholder(survival), verification=report)
    pack = _write_manifest(pack.folder, manifest)
    selftest = json.dumps({"sentences": probe.self_test(pack)}, ensure_ascii=False, indent=1)
    (pack.folder / "selftest.json").write_text(selftest + "\n", encoding="utf-8", newline="\n")
    for path in recipe.licence_files:
        shutil.copyfile(path, pack.folder / path.name)
    own_card = recipe.card.read_text(encoding="utf-8") if recipe.card else card.model_card(manifest)
    (pack.folder / "MODEL_CARD.md").write_text(own_card, encoding="utf-8", newline="\n")
    return _write_manifest(pack.folder, manifest)


def _write_manifest(folder: Path, manifest: Manifest) -> Pack:
    names = sorted(path.name for path in folder.iterdir() if path.name != MANIFEST)
    files = tuple(describe_file(folder, name) for name in names)
    (folder / MANIFEST).write_text(replace(manifest, files=files).to_json(), encoding="utf-8", newline="\n")
    return load_pack(folder)


def _fingerprint(folder: Path) -> str:
    """Which weights these are, for a folder that no hub gave a revision."""
    names: Sequence[str] = [name for name in WEIGHT_FILES if (folder / name).is_file()]
    return f"sha256:{hash_file(folder / names[0])[:16]}"
