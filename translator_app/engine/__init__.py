"""The engine: numpy, ONNX Runtime and SentencePiece. No Qt, no network, no settings."""

import os

os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # before the first import of onnxruntime, whichever module makes it
