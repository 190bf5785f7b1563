"""Plain ONNX as optimum names it, for other programs: encoder, first decoder step, decoder step with a cache.

Written by torch.onnx (the exporter on torch.export) and cleaned by onnxslim. Our own program runs the fused layout, which is
faster; it can import this one too.
"""

import io
import logging
import shutil
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
import onnxruntime

from translator_app.convert.build import Say
from translator_app.convert.checkpoint import TOKENIZER_FILES, read_checkpoint
from translator_app.convert.reference import missing_packages
from translator_app.convert.staging import put_in_place, staging
from translator_app.convert.support import check_model
from translator_app.errors import ConversionError, OutputExists

if TYPE_CHECKING:
    from translator_app.convert.layout_graphs import GraphSpec

MIN_OPSET = 18  # of torch's exporter
MAX_DIFFERENCE = 1e-3  # to PyTorch
_JSON_FILES = ("config.json", "generation_config.json", "tokenizer_config.json")


@dataclass(frozen=True, slots=True)
class LayoutOptions:
    """How to export."""

    opset: int = MIN_OPSET
    fold_constants: bool = True
    precision: str = "fp32"  # int8: also ..._quantized.onnx, dynamic and per channel
    exclude: tuple[str, ...] = ()  # names of ONNX nodes left in fp32
    unsigned: bool = False
    force: bool = False


def export_optimum_layout(folder: Path, out: Path, options: LayoutOptions, say: Say = lambda _line: None) -> None:
    """Write the graphs with the model's tokenizer and config files to `out`, each compared with PyTorch.

    Raises OutputExists, UnsupportedModel, ConversionError (a package is missing, an old opset, a difference to PyTorch).
    """
    if out.exists() and not options.force:
        raise OutputExists(f"{out} exists; use --force to replace it")
    if missing := missing_packages("torch", "transformers", "onnxscript", "onnxslim"):
        raise ConversionError(f"--exporter optimum-layout needs {', '.join(missing)}: pip install 'translator-app[convert]'")
    if options.opset < MIN_OPSET:
        raise ConversionError(f"--opset {options.opset} is too old for torch's exporter; the lowest is {MIN_OPSET}")
    check_model(read_checkpoint(folder))
    with staging(out) as stage:
        made = stage / "layout"
        made.mkdir()
        _write_graphs(folder, made, options, say)
        for name in (*TOKENIZER_FILES, *_JSON_FILES):
            if (folder / name).exists():
                shutil.copyfile(folder / name, made / name)
        put_in_place(made, out)


def _write_graphs(folder: Path, made: Path, options: LayoutOptions, say: Say) -> None:
    from translator_app.convert.layout_graphs import graphs
    from translator_app.convert.reference import load_model

    for name, spec in graphs(load_model(folder, attn_implementation="eager")).items():
        say(f"exporting {name}.onnx ...")
        path = made / f"{name}.onnx"
        _export(spec, path, options)
        difference = _difference(spec, path)
        if not difference <= MAX_DIFFERENCE:
            raise ConversionError(f"{name}.onnx differs from PyTorch by {difference:.2g}")
        nodes = len(onnx.load(path, load_external_data=False).graph.node)
        say(f"  {nodes} nodes, {path.stat().st_size / 1e6:.1f} MB, largest difference to PyTorch {difference:.1g}")
        if options.precision == "int8":
            _quantise(path, made / f"{name}_quantized.onnx", options)


def _export(spec: "GraphSpec", path: Path, options: LayoutOptions) -> None:
    import onnxslim
    import torch

    axes: Sequence[Any] = [dict(varying) for varying in spec.inputs.values()]
    plain = len(spec.example) - 1 if isinstance(spec.example[-1], tuple) else len(spec.example)
    shapes = (*axes[:plain], *([tuple(axes[plain:])] if plain < len(spec.example) else []))
    with _quiet(), torch.inference_mode():
        torch.onnx.export(
            spec.module,
            spec.example,
            str(path),
            input_names=list(spec.inputs),
            output_names=list(spec.outputs),
            dynamic_shapes=shapes,
            opset_version=options.opset,
            dynamo=True,
            external_data=False,
            optimize=options.fold_constants,
        )
        slim = onnxslim.slim(str(path), skip_optimizations=None if options.fold_constants else ["constant_folding"])
    onnx.save(slim, path)
    onnx.checker.check_model(str(path))


@contextmanager
def _quiet() -> Iterator[None]:
    """The exporter, onnxslim and the quantiser print and warn about their own internals."""
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        level = logging.root.manager.disable
        logging.disable(logging.ERROR)
        try:
            yield
        finally:
            logging.disable(level)


def _difference(spec: "GraphSpec", path: Path) -> float:
    """Largest difference to PyTorch on inputs of another shape than the exporter saw; relative where values are large."""
    import torch

    with _quiet(), torch.inference_mode():
        expected = spec.module(*spec.other_example)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    *plain, last = spec.other_example
    tensors = [*plain, *(last if isinstance(last, tuple) else (last,))]
    feed = {name: tensor.numpy() for name, tensor in zip(spec.inputs, tensors, strict=True)}
    wanted = {i.name for i in session.get_inputs()}
    found = session.run(list(spec.outputs), {name: array for name, array in feed.items() if name in wanted})
    pairs = zip(found, expected if isinstance(expected, tuple) else (expected,), strict=True)
    return max(float((np.abs(ours - theirs.numpy()) / (1 + np.abs(ours))).max()) for ours, theirs in pairs)


def _quantise(path: Path, to: Path, options: LayoutOptions) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    with _quiet():
        quantize_dynamic(
            path,
            to,
            per_channel=True,
            weight_type=QuantType.QUInt8 if options.unsigned else QuantType.QInt8,
            nodes_to_exclude=list(options.exclude),
            extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
        )
