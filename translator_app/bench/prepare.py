"""Turn a HuggingFace Marian folder into a peer's format: `python -P prepare.py KIND CHECKPOINT OUT NUMBER|FILE`.

Run by path in the peer's environment; imports nothing of our package. NUMBER: ids below it make up the vocabulary map; FILE: the map.
"""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

TOKENIZER = ("vocab.json", "source.spm", "target.spm")


def ctranslate2(checkpoint: Path, out: Path, quantization: str | None, ids: str) -> None:
    """CTranslate2's own loader, with a tokenizer that knows no more than the vocabulary (random weights have no text)."""
    import torch
    from ctranslate2.converters import transformers as converters
    from transformers import MarianMTModel

    vocabulary = json.loads((checkpoint / "vocab.json").read_text(encoding="utf-8"))
    tokens = {i: token for token, i in vocabulary.items()}

    class Tokenizer:
        unk_token, bos_token, eos_token, pad_token = "<unk>", "<s>", "</s>", "<pad>"

        def get_vocab(self) -> dict[str, int]:
            return dict(vocabulary)

        def convert_ids_to_tokens(self, i: int) -> str:
            return str(tokens[i])

    model = MarianMTModel.from_pretrained(checkpoint, dtype=torch.float32)
    loader, tokenizer = converters.MarianMTLoader(), Tokenizer()
    spec = loader.get_model_spec(model)
    loader.set_config(spec.config, model, tokenizer)
    loader.set_vocabulary(spec, loader.get_vocabulary(model, tokenizer))
    spec.validate()
    spec.optimize(quantization=quantization)
    spec.save(str(out))
    if ids.isdecimal():  # those that may always be produced: an empty source n-gram
        (out / "vmap.txt").write_text("\t" + " ".join(tokens[i] for i in range(int(ids))) + "\n", encoding="utf-8")
    else:
        shutil.copy(ids, out / "vmap.txt")


def optimum(checkpoint: Path, out: Path, *, quantize: bool) -> None:
    """Export by optimum: one merged decoder in fp32; two decoders, dynamic int8, a scale a channel."""
    from optimum.onnxruntime import ORTModelForSeq2SeqLM, ORTQuantizer
    from optimum.onnxruntime.configuration import AutoQuantizationConfig

    weights = out / "weights"  # without the tokenizer: optimum would load it, and random weights have none
    weights.mkdir()
    for name in ("config.json", "generation_config.json", "model.safetensors"):
        shutil.copy(checkpoint / name, weights)
    exported = out / "exported" if quantize else out
    model = ORTModelForSeq2SeqLM.from_pretrained(weights, export=True, use_cache=True, use_merged=not quantize)
    model.save_pretrained(exported)
    shutil.rmtree(weights)
    if not quantize:
        return
    settings = AutoQuantizationConfig.avx512_vnni(is_static=False, per_channel=True)
    for name in ("encoder_model.onnx", "decoder_model.onnx", "decoder_with_past_model.onnx"):
        ORTQuantizer.from_pretrained(exported, file_name=name).quantize(save_dir=out, quantization_config=settings)
    for path in exported.glob("*.json"):
        shutil.copy(path, out)
    shutil.rmtree(exported)


def no_cache(checkpoint: Path, out: Path) -> None:
    """Encoder and decoder as torch.onnx exports them, the decoder without a cache."""
    import torch
    from transformers import MarianMTModel

    model = MarianMTModel.from_pretrained(checkpoint, dtype=torch.float32, attn_implementation="eager").eval()

    class Encoder(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.encoder = model.model.encoder

        def forward(self, input_ids: Any, attention_mask: Any) -> Any:
            return self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state

    class Decoder(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.whole = model

        def forward(self, decoder_input_ids: Any, encoder_hidden_states: Any, attention_mask: Any) -> Any:
            out = self.whole.model.decoder(
                input_ids=decoder_input_ids,
                encoder_hidden_states=encoder_hidden_states,
                encoder_attention_mask=attention_mask,
                use_cache=False,
            )
            return self.whole.lm_head(out.last_hidden_state) + self.whole.final_logits_bias

    ids, mask = torch.randint(2, 100, (2, 7)), torch.ones(2, 7, dtype=torch.int64)
    target, hidden = torch.randint(2, 100, (2, 5)), torch.zeros(2, 7, model.config.d_model)
    parts = {"encoder": (Encoder(), (ids, mask), ("input_ids", "attention_mask"))}
    parts["decoder"] = (Decoder(), (target, hidden, mask), ("decoder_input_ids", "encoder_hidden_states", "attention_mask"))  # type: ignore[assignment]
    for name, (module, inputs, names) in parts.items():
        axes = {n: {0: "batch", 1: "target" if n.startswith("decoder") else "source"} for n in names}
        axes["out"] = {0: "batch", 1: "length"}
        torch.onnx.export(
            module,
            inputs,
            str(out / f"{name}.onnx"),
            input_names=list(names),
            output_names=["out"],
            dynamo=False,
            dynamic_axes=axes,
            opset_version=17,
        )


def main(kind: str, checkpoint: Path, out: Path, ids: str) -> None:
    """Write the peer's model and the tokenizer's files into the new folder `out`."""
    out.mkdir(parents=True, exist_ok=True)
    if kind.startswith("ctranslate2"):
        ctranslate2(checkpoint, out, "int8" if kind.endswith("int8") else None, ids)
    elif kind.startswith("optimum"):
        optimum(checkpoint, out, quantize=kind.endswith("int8"))
    else:
        no_cache(checkpoint, out)
    for name in TOKENIZER:
        if not (out / name).exists():
            shutil.copy(checkpoint / name, out / name)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4])
