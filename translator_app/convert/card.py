"""The verification report for people: a table for the terminal, and the model card that goes into the pack."""

from collections.abc import Iterator, Mapping
from typing import Any

from translator_app.packs import Manifest


def table(report: Mapping[str, Any]) -> Iterator[str]:
    """Lines of the report."""
    yield f"Verification on {report['test']}: {report['sentences']} sentences" + (
        f", {report['too_long']} left out (too long)" if report["too_long"] else ""
    )
    if "pytorch" in report:
        yield f"  PyTorch: {report['pytorch'].upper()}"
    yield f"  {'':12}{'BLEU':>8}{'chrF':>8}{'ms/sent.':>10}{'MB':>8}"
    for name, row in report["systems"].items():
        bleu = f"{row['bleu']:.2f}" if row["bleu"] is not None else "skipped"
        yield f"  {name:12}{bleu:>8}{row['chrf']:8.2f}{row['ms_per_sentence']:10.1f}{row['size_bytes'] / 1e6:8.1f}"
    for name in ("fp32_vs_pytorch", "int8_vs_fp32"):
        if row := report.get(name):
            yield f"  {name.replace('_', ' ')}: {row['equal_outputs']:.1%} of the greedy outputs equal token for token"
            for part in ("encoder", "decoder"):
                cosines = f"cosine {row[f'{part}_cosine_mean']:.7f}, smallest {row[f'{part}_cosine_min']:.7f}"
                yield f"    {part}: {cosines}, largest difference {row[f'{part}_largest_difference']:.2g}"
    for name, drop in report.get("drop", {}).items():
        interval = f"95 % interval {drop['low']:+.2f} to {drop['high']:+.2f}"
        yield f"  {name} against fp32: {drop['difference']:+.2f} {drop['metric']} ({interval})"
    if "tokenizer_equal" in report:
        yield f"  tokenized as transformers does: {report['tokenizer_equal']:.1%}"
    yield from shortlist_table(report) if "shortlist" in report else _gate(report)


def shortlist_table(report: Mapping[str, Any]) -> Iterator[str]:
    """Lines of the comparison with the pack without a shortlist, and the gate after it."""
    row = report["shortlist"]
    size = f"{row['per_source']} likeliest of a source id, {row['frequent']} most frequent, counted in {row['counted']} sentences"
    yield f"Shortlist: {size}; {row['mean_ids']:.0f} of {row['of']} ids for a sentence"
    yield f"  held-out outputs with an id that is not in the list: {row['held_out_changed']:.2%}"
    for kernel, found in row["kernels"].items():
        times = f"{found['ms_per_sentence']:.2f} instead of {found['ms_per_sentence_all']:.2f} ms a sentence"
        where = "in batches, where a change reaches the neighbours" if kernel == "batch" else "one by one"
        yield f"  {where}: {found['changed']:.2%} of {row['sentences']} outputs of {report['test']} changed; {times}"
    yield from _gate(report)


def _gate(report: Mapping[str, Any]) -> Iterator[str]:
    gate = report["gate"]
    yield "  Gate: passed" if gate["passed"] else "  Gate: NOT passed: " + "; ".join(gate["reasons"])


def model_card(manifest: Manifest) -> str:
    """MODEL_CARD.md for a model whose maker gave none."""
    shape, precision = manifest.architecture, ", ".join(f"{part} {kind}" for part, kind in manifest.precision.items())
    report = "\n".join(table(manifest.verification))
    return f"""# {manifest.name}

Language pack for translator-app: {manifest.pair.source} to {manifest.pair.target}, MarianMT on ONNX Runtime.

- Made from: {manifest.source_model}, revision {manifest.source_revision}
- Licence of the weights: {manifest.licence or "not stated; ask whoever gave you the model"}
- Made by: {manifest.created_by} with ONNX opset {manifest.opset}, checked with ONNX Runtime {manifest.onnxruntime}
- Shape: {shape.encoder_layers} + {shape.decoder_layers} layers, {shape.d_model} wide, {shape.heads} heads, vocabulary {shape.vocab_size}
- Precision: {precision}

The sentences that were used to compare it say little about other kinds of text. Read important translations again.

```text
{report}
```
"""
