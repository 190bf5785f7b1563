"""Which kernels this machine's processor computes exactly."""

import base64
import functools
import os

os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # before the first import

import numpy as np
import onnxruntime

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

    Measured with our starter model: 170 times the divergence from fp32. Unsigned weights take another, exact path.
    https://onnxruntime.ai/docs/performance/model-optimizations/quantization.html (U8S8 on AVX2)
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(_PROBE, options, providers=["CPUExecutionProvider"])
    found = session.run(["y"], {"x": np.ones((4, 64), np.float32)})[0]
    return bool(np.abs(found - _EXACT).max() > 0.01 * _EXACT)
