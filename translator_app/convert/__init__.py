"""HuggingFace Marian checkpoint to a verified INT8 language pack. Optional (extra "convert"); nothing imports it at run time."""
