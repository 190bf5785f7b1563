"""Which kernels this machine's processor computes exactly, and which one is the faster for many sentences."""

import base64
import functools
import json
import logging
import os
import platform
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnxruntime

from translator_app.engine.search import Network

_LOG = logging.getLogger(__name__)
_ROWS, _TOKENS, _STEPS, _TRIES = 16, 12, 4, 3  # of a measurement: some tens of milliseconds
_CLEARLY = 0.95  # the other kernel must take less than this share of the time to be chosen

# 1 x 64 of ones times 64 x 16 of 127s by DynamicQuantizeMatMul with signed weights; see tests/data/make_probe.py.
_PROBE = base64.b64decode(
    "CAk6uwEKLgoBcxIBYiIPQ29uc3RhbnRPZlNoYXBlKhUKBXZhbHVlKgkIARADKgF/QgCgAQQKMgoBeAoBYgoBYxIBeSIVRHluYW1pY1F1YW50aXplTWF0TXVsOg"
    "1jb20ubWljcm9zb2Z0EgFnKhkIAhAHQgFzShBAAAAAAAAAABAAAAAAAAAAKgsQAUIBY0oEAACAP1oUCgF4Eg8KDQgBEgkKAxIBbQoCCEBiFAoBeRIPCg0IARIJ"
    "CgMSAW0KAggQQgQKABASQhEKDWNvbS5taWNyb3NvZnQQAQ=="
)
_EXACT = 64 * 127


@functools.cache
def signed_weights_overflow() -> bool:
    """True on x86 processors without VNNI: there products of signed weights are added in 16 bits and saturate.

    Measured with our starter model: 170 times the divergence from fp32. onnxruntime's session.x64quantprecision makes the weights
    unsigned, which is exact; but it does so with VNNI, too, where it only costs time. Hence this probe.
    https://onnxruntime.ai/docs/performance/model-optimizations/quantization.html (U8S8 on AVX2)
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(_PROBE, options, providers=["CPUExecutionProvider"])
    found = session.run(["y"], {"x": np.ones((4, 64), np.float32)})[0]
    return bool(np.abs(found - _EXACT).max() > 0.01 * _EXACT)


def calibrated_kernel(shape: str, load: Callable[[str], Network], choices: tuple[str, str], cache: Path) -> str:
    """The kernel of the two that decodes a batch faster here: measured once a machine and model shape, then read from `cache`.

    `load` gives a network for a kernel; the first choice is kept unless the other is clearly faster.
    """
    key = f"{platform.machine()} {platform.processor()} {os.cpu_count()} onnxruntime {onnxruntime.__version__} {shape}"
    known = _read(cache)
    if known.get(key) not in choices:
        seconds = [step_time_s(load(kernel)) for kernel in choices]
        known[key] = choices[1] if seconds[1] < _CLEARLY * seconds[0] else choices[0]
        _LOG.info("batches: %s of %s, %s ms a step", known[key], choices, [round(1000 * s, 2) for s in seconds])
        _write(cache, known)
    return known[key]


def step_time_s(network: Network) -> float:
    """Shortest time of a decoding step of a batch; the network stays usable."""
    eos = network.tokens.eos
    state = network.start([[network.tokens.unk] * _TOKENS + [eos]] * _ROWS)
    rows, best = np.arange(_ROWS), float("inf")
    for _ in range(_TRIES):
        start = time.perf_counter()
        for _ in range(_STEPS):
            network.step(state, np.full(_ROWS, eos), rows)
        best = min(best, (time.perf_counter() - start) / _STEPS)
    return best


def _read(path: Path) -> dict[str, str]:
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def _write(path: Path, known: dict[str, str]) -> None:
    """Without it the next start measures again: no reason to fail."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(json.dumps(known, indent=1), encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        _LOG.warning("%s can't be written (%s)", path, error.strerror)
