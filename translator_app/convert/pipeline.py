"""A checkpoint becomes a verified language pack: check, build, quantise, check again, compare, write. All of it or nothing."""

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from translator_app import paths
from translator_app.convert import calibrate, card, lexicon, probe, sensitivity
from translator_app.convert.build import FP32, Builder, Recipe, Say, Steps, check_recipe, fingerprint, graph_options, write_manifest
from translator_app.convert.checkpoint import read_checkpoint
from translator_app.convert.graphs import quantisable_nodes
from translator_app.convert.linear import GraphOptions
from translator_app.convert.shortlist import apply_shortlist
from translator_app.convert.staging import put_in_place, staging
from translator_app.convert.support import check_model
from translator_app.convert.verify import TestSet, Verifier, read_test_set
from translator_app.errors import ConversionError, OutputExists, QualityGateError
from translator_app.packs import LanguagePair, Pack, load_pack

__all__ = ["Recipe", "convert"]


def convert(folder: Path, out: Path, recipe: Recipe, say: Say = lambda _line: None) -> Pack:
    """Make the pack `out` from a HuggingFace folder.

    Raises OutputExists, ConversionError, UnsupportedModel (with all reasons) or QualityGateError (with the report); then, and
    when it is interrupted, `out` is what it was before.
    """
    if out.exists() and not recipe.force:
        raise OutputExists(f"{out} exists; use --force to replace it")
    check_recipe(recipe)
    tests = read_test_set(recipe.test or _own_test_set(recipe.pair))
    step = Steps(say)
    with step("reading the checkpoint"):
        checkpoint = read_checkpoint(folder)
    with step("checking the config"):
        model = check_model(checkpoint, recipe.pair.target, recipe.source_prefix)
        options = graph_options(checkpoint.config, recipe)
    with staging(out) as stage:
        if recipe.shortlist:
            with step(f"renumbering the vocabulary (shortlist {recipe.shortlist})"):
                name, revision = recipe.source_model or folder.resolve().name, recipe.source_revision or fingerprint(folder)
                recipe = replace(recipe, source_model=name, source_revision=revision)
                checkpoint = apply_shortlist(checkpoint, recipe.shortlist, stage / "shortlist")
                model = check_model(checkpoint, recipe.pair.target, recipe.source_prefix)
        work = _Work(Builder(checkpoint, model, recipe), tests, stage, step)
        pack, report, options = work.fp32_pack() if recipe.precision == "fp32" else work.int8_pack(options)
        if recipe.lexical and (report["gate"]["passed"] or recipe.accept):
            pack, report = work.with_shortlist(pack, report, options, recipe.lexical)
        if not report["gate"]["passed"] and not recipe.accept:
            raise QualityGateError("the result is not good enough: " + "; ".join(report["gate"]["reasons"]), report)
        with step("translating the self-test, trying placeholders"):
            pack = _finish(pack, recipe, report)
        put_in_place(pack.folder, out)
    return load_pack(out)


def _own_test_set(pair: LanguagePair) -> Path:
    path = paths.assets_dir() / "quality" / f"{'-'.join(pair.languages)}.tsv"
    if not path.exists():
        raise ConversionError(f"there is no test set of our own for {pair.source} to {pair.target}; give one with --test FILE")
    return path


@dataclass(frozen=True, slots=True)
class _Work:
    """The steps between a checked config and a pack that is ready to be finished."""

    builder: Builder
    tests: TestSet
    stage: Path
    step: Steps

    def fp32_pack(self) -> "_Made":
        """Our graphs in fp32, compared with PyTorch."""
        pack = self._build("fp32", FP32)
        verifier = self._verifier(pack)
        with self.step("comparing with PyTorch"):
            verifier.against_pytorch(pack)
        return pack, self._table(verifier.finish()), FP32

    def int8_pack(self, options: GraphOptions) -> "_Made":
        """Quantised graphs, compared with fp32 and that with PyTorch; layers that hurt are left out if the recipe says so."""
        fp32 = self._build("fp32", FP32)
        options = self._with_static_scales(options)
        pack = self._build("int8", options)
        verifier = self._verifier(pack)
        with self.step("comparing with PyTorch and fp32"):
            verifier.against_pytorch(fp32)
            verifier.against_fp32(fp32, pack)
        report = self._table(verifier.finish())
        recipe, worse = self.builder.recipe, any(drop["worse"] for drop in report["drop"].values())
        if not recipe.sensitivity and not (recipe.auto_exclude and worse):
            return pack, report, options
        with self.step("finding the layers that int8 hurts"):
            damage = sensitivity.rank_layers(self.builder, options, fp32, self.tests.sources, self.stage)
        for line in sensitivity.table(damage):
            self.step.say(line)
        report["sensitivity"] = [[layer.name, layer.divergence] for layer in damage]
        return self._leave_layers_out(options, fp32, verifier, damage) if recipe.auto_exclude and worse else (pack, report, options)

    def _leave_layers_out(
        self, options: GraphOptions, fp32: Pack, verifier: Verifier, damage: Sequence[sensitivity.LayerDamage]
    ) -> "_Made":
        """Leave the layers that hurt most in fp32: 1, 2, 4 ... of them until the gate is passed."""
        count = 1
        while True:
            chosen = [layer.name for layer in damage[:count]]
            with self.step(f"trying with {len(chosen)} layers in fp32"):
                fewer = sensitivity.leave_out(options, chosen)
                pack = self.builder.build(fewer, self.stage / f"without-{count}")
                verifier.against_fp32(fp32, pack)
                report = verifier.finish()
            for name, drop in report["drop"].items():
                self.step.detail(f"{name} against fp32: {drop['difference']:+.2f} {drop['metric']}")
            if report["gate"]["passed"] or count >= len(damage):
                report["left_out"] = chosen
                return pack, self._table(report), fewer
            count *= 2

    def with_shortlist(self, full: Pack, report: dict[str, Any], options: GraphOptions, sentences: Path) -> tuple[Pack, dict[str, Any]]:
        """The same pack with a table of likely translations, whose outputs must stay what they are."""
        recipe = self.builder.recipe
        with self.step("translating sentences for the shortlist"):
            size = lexicon.Size(*recipe.lexical_size) if recipe.lexical_size else None
            choice = lexicon.choose_table(full, self.builder.checkpoint.vocabulary, lexicon.read_sentences(sentences), size)
        pack = self.builder.build(options, self.stage / "listed", choice)
        with self.step("comparing with the pack without a shortlist"):
            report = self._verifier(pack).against_all_ids(full, pack, choice, report)
        for line in card.shortlist_table(report):
            self.step.say(line)
        return pack, report

    def _with_static_scales(self, options: GraphOptions) -> GraphOptions:
        path = self.builder.recipe.calibration
        if path is None:
            return options
        observed = self._build("observed", replace(FP32, observe=True))
        with self.step("calibrating static activation scales"):
            scales = calibrate.activation_scales(observed, calibrate.read_sentences(path))
        nodes = set(quantisable_nodes(self.builder.checkpoint.config))
        return replace(options, activation_scales={name: scale for name, scale in scales.items() if name in nodes})

    def _build(self, name: str, options: GraphOptions) -> Pack:
        with self.step(f"building the {name} graphs"):
            return self.builder.build(options, self.stage / name)

    def _verifier(self, pack: Pack) -> Verifier:
        return Verifier(self.builder.checkpoint.folder, pack, self.tests, self.step.detail)

    def _table(self, report: dict[str, Any]) -> dict[str, Any]:
        for line in card.table(report):
            self.step.say(line)
        return report


_Made = tuple[Pack, dict[str, Any], GraphOptions]


def _finish(pack: Pack, recipe: Recipe, report: Mapping[str, Any]) -> Pack:
    """Add what is measured on the pack itself: placeholder and self-test; then card, licence and verification."""
    survival = probe.placeholder_survival(pack)
    report = {**report, "placeholder_survival": survival}
    manifest = replace(pack.manifest, placeholder=probe.choose_placeholder(survival), verification=report)
    pack = write_manifest(pack.folder, manifest)
    selftest = json.dumps({"sentences": probe.self_test(pack)}, ensure_ascii=False, indent=1)
    (pack.folder / "selftest.json").write_text(selftest + "\n", encoding="utf-8", newline="\n")
    for path in recipe.licence_files:
        shutil.copyfile(path, pack.folder / path.name)
    own_card = recipe.card.read_text(encoding="utf-8") if recipe.card else card.model_card(manifest)
    (pack.folder / "MODEL_CARD.md").write_text(own_card, encoding="utf-8", newline="\n")
    return write_manifest(pack.folder, manifest)
