"""Offline desktop translator: MarianMT on ONNX Runtime, English to Chinese first."""

__version__ = "0.1.0"
