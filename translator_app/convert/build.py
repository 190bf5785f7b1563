"""From a checkpoint's arrays to a pack folder, in whatever precision is asked for; not yet verified."""

import fnmatch
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import onnx
import onnxruntime

from translator_app import __version__
from translator_app.convert.checkpoint import TOKENIZER_FILES, WEIGHT_FILES, Checkpoint
from translator_app.convert.graphs import build_graphs, quantisable_nodes
from translator_app.convert.lexicon import Choice
from translator_app.convert.linear import GraphOptions
from translator_app.convert.onnx_writer import OPSET
from translator_app.convert.support import Model
from translator_app.engine.shortlist import FILE as SHORTLIST
from translator_app.errors import ConversionError
from translator_app.manifest import check_search, is_pack_id
from translator_app.packs import (
    FORMAT_VERSION,
    MANIFEST,
    LanguagePair,
    Manifest,
    Pack,
    SearchDefaults,
    ShortlistInfo,
    describe_file,
    hash_file,
    load_pack,
)

PARTS = ("encoder", "decoder", "embedding")
FP32 = GraphOptions(encoder="fp32", decoder="fp32", embedding="fp32")

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Recipe:
    """What the user chose; everything else comes from the model."""

    pack_id: str
    name: str = ""  # shown to users; "": the id
    pair: LanguagePair = field(default_factory=lambda: LanguagePair("en", "zh"))
    precision: str = "int8"  # fp32 | int8
    quantize: frozenset[str] = frozenset(PARTS)  # parts that int8 applies to
    exclude: tuple[str, ...] = ()  # layers left in fp32: names or patterns such as decoder.*.fc2
    sensitivity: bool = False  # rank the layers by what int8 does to them, whatever the gate says
    auto_exclude: bool = False  # when the gate says no: leave out the layers that hurt most, as few as needed
    unsigned: bool = False
    shortlist: str = ""  # "target" or a number: pieces that can be produced, see shortlist.py; "": all
    lexical: Path | None = None  # sentences to make a table from that chooses the target ids of each sentence, see lexicon.py
    lexical_size: tuple[int, int] | None = None  # likeliest ids of a source id, most frequent ids of all; None: chosen
    calibration: Path | None = None  # sentences for static activation scales; None: dynamic
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


def check_recipe(recipe: Recipe) -> None:
    """What would otherwise only be noticed at the end of a long run. Raises ConversionError."""
    if not is_pack_id(recipe.pack_id):
        raise ConversionError(f"--id {recipe.pack_id!r} is no id: lower-case letters, digits, dots and hyphens, such as en-zh-mine")
    for path in (*recipe.licence_files, *filter(None, (recipe.card, recipe.calibration, recipe.lexical))):
        if not path.is_file():
            raise ConversionError(f"{path} is no file")
    try:
        check_search(recipe.search)
    except ValueError as error:
        raise ConversionError(f"--{error}") from error


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


class Steps:
    """Progress lines with the time that each step took."""

    def __init__(self, say: Say) -> None:
        self.say = say

    @contextmanager
    def __call__(self, what: str) -> Iterator[None]:
        start = time.perf_counter()
        self.say(f"{what} ...")
        yield
        self.say(f"{what}: {time.perf_counter() - start:.1f} s")

    def detail(self, what: str) -> None:
        self.say(f"  {what}")


@dataclass(frozen=True, slots=True)
class Builder:
    """Builds packs of one checkpoint."""

    checkpoint: Checkpoint
    model: Model
    recipe: Recipe

    def build(self, options: GraphOptions, folder: Path, shortlist: Choice | None = None) -> Pack:
        """A new folder with graphs and tokenizer. Raises ConversionError when onnx.checker finds a fault."""
        if shortlist:
            options = replace(options, chosen_rows=True)
        folder.mkdir()
        graphs = build_graphs(self.checkpoint.config, self.checkpoint.weights, options)
        files = graphs.write(folder)
        for name in TOKENIZER_FILES:
            shutil.copyfile(self.checkpoint.folder / name, folder / name)
        for name in files.values():
            try:
                onnx.checker.check_model(str(folder / name))
            except onnx.checker.ValidationError as error:
                raise ConversionError(f"{name} is not valid: {error}") from error
        manifest = self._manifest(files, {part: getattr(options, part) for part in PARTS})
        if shortlist:
            shortlist.table.write(folder / SHORTLIST)
            info = ShortlistInfo(SHORTLIST, shortlist.size.per_source, shortlist.size.frequent)
            manifest = replace(manifest, shortlist=info)
        return write_manifest(folder, manifest)

    def _search(self) -> SearchDefaults:
        search = replace(self.model.search, **self.recipe.search)
        return replace(search, max_length=min(search.max_length, self.model.architecture.max_positions))

    def _manifest(self, graphs: Mapping[str, str], precision: Mapping[str, str]) -> Manifest:
        recipe, model, folder = self.recipe, self.model, self.checkpoint.folder
        return Manifest(
            format_version=FORMAT_VERSION,
            pack_id=recipe.pack_id,
            name=recipe.name or recipe.pack_id,
            pair=recipe.pair,
            layout="fused",
            graphs=graphs,
            precision=precision,
            architecture=model.architecture,
            tokens=model.tokens,
            search=self._search(),
            producible_ids=model.producible_ids,
            source_prefix=model.source_prefix,
            placeholder=None,
            source_model=recipe.source_model or folder.resolve().name,
            source_revision=recipe.source_revision or fingerprint(folder),
            licence=recipe.licence,
            created_by=f"translator-app {__version__}",
            opset=OPSET,
            onnxruntime=onnxruntime.__version__,
            files=(),
        )


def write_manifest(folder: Path, manifest: Manifest) -> Pack:
    """Write manifest.json with the size and hash of every file that is there now."""
    names = sorted(path.name for path in folder.iterdir() if path.name != MANIFEST)
    files = tuple(describe_file(folder, name) for name in names)
    (folder / MANIFEST).write_text(replace(manifest, files=files).to_json(), encoding="utf-8", newline="\n")
    return load_pack(folder)


def fingerprint(folder: Path) -> str:
    """Which weights these are, for a folder that no hub gave a revision."""
    names: Sequence[str] = [name for name in WEIGHT_FILES if (folder / name).is_file()]
    return f"sha256:{hash_file(folder / names[0])[:16]}"
