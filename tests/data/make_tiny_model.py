"""Make tests/data/tiny-marian: a Marian checkpoint small enough for the repository, and golden.json from transformers.

    python tests/data/make_tiny_model.py        (needs the "convert" extra; a minute)

d_model 32, 2 + 2 layers. It learns the sentences below by heart, so that its choices are clear-cut and equal on every machine.
Everything is ours: the sentences were written for this file.
"""

import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import sentencepiece
import torch
import transformers

FOLDER = Path(__file__).resolve().parent / "tiny-marian"
PREFIXES = [">>cmn_Hans<<", ">>cmn_Hant<<"]
PAIRS = [
    line.split("|")
    for line in """Hello.|你好。
Hello, world!|你好，世界！
Good morning.|早上好。
Good night.|晚安。
Thank you.|谢谢。
Thank you very much.|非常感谢。
Yes.|是。
No.|不是。
How are you?|你好吗？
I am fine.|我很好。
What is your name?|你叫什么名字？
My name is Tom.|我叫汤姆。
Where are you?|你在哪里？
I am at home.|我在家。
The weather is nice today.|今天天气很好。
It is raining.|正在下雨。
It is cold today.|今天很冷。
I like tea.|我喜欢茶。
I like green tea.|我喜欢绿茶。
I do not like coffee.|我不喜欢咖啡。
She reads a book.|她在看书。
He writes a letter.|他在写信。
They are playing football.|他们在踢足球。
We went to the park.|我们去了公园。
The cat is on the table.|猫在桌子上。
The dog is under the chair.|狗在椅子下面。
This is a test.|这是一个测试。
This book is new.|这本书是新的。
That house is big.|那座房子很大。
I have two brothers.|我有两个兄弟。
She has three cats.|她有三只猫。
The train leaves at 8.|火车八点开。
The meeting starts at 10.|会议十点开始。
Please open the window.|请打开窗户。
Please close the door.|请关门。
Do not worry.|别担心。
I do not know.|我不知道。
I understand.|我明白。
See you tomorrow.|明天见。
See you next week.|下周见。
Happy birthday!|生日快乐！
Can you help me?|你能帮我吗？
How much is this?|这个多少钱？
It is too expensive.|太贵了。
I want to drink water.|我想喝水。
I want to eat rice.|我想吃米饭。
He is a teacher.|他是老师。
She is a doctor.|她是医生。
My father works in a bank.|我父亲在银行工作。
My mother is at work.|我母亲在上班。
The children are at school.|孩子们在学校。
The river is long.|这条河很长。
The mountain is high.|这座山很高。
The sky is blue.|天空是蓝色的。
The flower is red.|这朵花是红色的。
I will go to Beijing tomorrow.|我明天去北京。
She lives in Shanghai.|她住在上海。
We are friends.|我们是朋友。
Be careful!|小心！
Congratulations!|恭喜！""".splitlines()
]
UNSEEN = [
    "The dog is on the table.",
    "I like my house.",
    "She has two books and three friends in Beijing, and he has a big red house near the long river.",
    "Are you a teacher?",
    "Tom works at home today, but tomorrow he will go to the park.",
    "…",
    "ｆｕｌｌ ｗｉｄｔｈ １２３",
    "naïve café — “quoted”",
    "你好",
    "🙂👍🏽 emoji",
    "x = y + 1; // code",
    "a\tb  c\u00a0d",
    ">>> x << 2",
    "",
]
SEARCHES: dict[str, dict[str, Any]] = {
    "greedy": {"num_beams": 1},
    "beam4": {"num_beams": 4},
    "beam4_long": {"num_beams": 4, "length_penalty": 2.0},
    "beam4_short": {"num_beams": 4, "length_penalty": 0.2},
    "beam3_early": {"num_beams": 3, "early_stopping": True, "num_return_sequences": 3},
    "beam2_min": {"num_beams": 2, "min_new_tokens": 12},
    "greedy_min": {"num_beams": 1, "min_new_tokens": 12},
    "greedy_no_repeat": {"num_beams": 1, "no_repeat_ngram_size": 2, "min_new_tokens": 15},
    "greedy_penalty": {"num_beams": 1, "repetition_penalty": 1.7, "min_new_tokens": 10},
    "beam4_rules": {"num_beams": 4, "no_repeat_ngram_size": 3, "repetition_penalty": 1.3, "renormalize_logits": True, "min_new_tokens": 10},
}
MAX_NEW_TOKENS = 24


def train_sentencepiece(lines: list[str], pieces: int, normalization: str) -> bytes:
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=model,
        vocab_size=pieces,
        byte_fallback=True,
        character_coverage=1.0,
        normalization_rule_name=normalization,
        hard_vocab_limit=False,
        bos_id=-1,
        minloglevel=2,
    )
    return model.getvalue()


def make_tokenizer() -> dict[str, int]:
    """Write source.spm, target.spm and vocab.json; ids: </s>, <unk>, target pieces, then those of the source, codes, <pad>."""
    target = train_sentencepiece([t for _, t in PAIRS], 460, "identity")
    source = train_sentencepiece([s for s, _ in PAIRS], 470, "nmt_nfkc")
    names = {"</s>": 0, "<unk>": 1}
    for data in (target, source):
        processor = sentencepiece.SentencePieceProcessor(model_proto=data)
        for i in range(processor.get_piece_size()):
            if not processor.is_control(i) and not processor.is_unknown(i):
                names.setdefault(processor.id_to_piece(i), len(names))
        if data is target:
            producible = len(names)
    for piece in [*PREFIXES, "<pad>"]:
        names[piece] = len(names)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "source.spm").write_bytes(source)
    (FOLDER / "target.spm").write_bytes(target)
    (FOLDER / "vocab.json").write_text(json.dumps(names, ensure_ascii=False, indent=0), encoding="utf-8")
    (FOLDER / "tokenizer_config.json").write_text(json.dumps({"source_lang": "en", "target_lang": "zh", "model_max_length": 64}))
    return {"size": len(names), "producible": producible, "pad": names["<pad>"]}


def make_model(vocab: dict[str, int]) -> Any:
    torch.manual_seed(1)
    config = transformers.MarianConfig(
        vocab_size=vocab["size"],
        decoder_vocab_size=vocab["size"],
        d_model=32,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=64,
        decoder_ffn_dim=64,
        activation_function="swish",
        max_position_embeddings=64,
        scale_embedding=True,
        pad_token_id=vocab["pad"],
        decoder_start_token_id=vocab["pad"],
        eos_token_id=0,
        forced_eos_token_id=0,
        dropout=0.0,
        init_std=0.1,
    )
    model = transformers.MarianMTModel(config)
    model.final_logits_bias[0, vocab["producible"] :] = -1e4
    model.final_logits_bias[0, 2:20] = torch.linspace(-0.1, 0.1, 18)
    return model


def batch(tokenizer: Any, texts: list[str], pad: int, *, target: bool) -> torch.Tensor:
    ids = [tokenizer(text_target=t).input_ids if target else tokenizer(t).input_ids for t in texts]
    width = max(map(len, ids))
    return torch.tensor([row + [pad] * (width - len(row)) for row in ids])


def train(model: Any, tokenizer: Any, pad: int) -> None:
    source = batch(tokenizer, [s for s, _ in PAIRS], pad, target=False)
    labels = batch(tokenizer, [t for _, t in PAIRS], pad, target=True)
    decoder_input = torch.cat([torch.full((len(labels), 1), pad), labels[:, :-1]], 1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=4e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=900)
    for step in range(900):
        logits = model(input_ids=source, attention_mask=(source != pad).long(), decoder_input_ids=decoder_input).logits
        loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad, label_smoothing=0.05)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        if step % 100 == 99:
            print(step + 1, round(float(loss.detach()), 3))  # noqa: T201 - a script


def golden(model: Any, tokenizer: Any, pad: int) -> dict[str, Any]:
    """What transformers makes of all sentences: source ids, and hypotheses (ids, score) of each search."""
    texts = [s for s, _ in PAIRS] + UNSEEN
    ids = batch(tokenizer, texts, pad, target=False)
    results: dict[str, list[Any]] = {}
    for name, settings in SEARCHES.items():
        out = model.generate(
            input_ids=ids,
            attention_mask=(ids != pad).long(),
            max_new_tokens=MAX_NEW_TOKENS,
            do_sample=False,
            return_dict_in_generate=True,
            output_scores=True,
            **settings,
        )
        n = settings.get("num_return_sequences", 1)
        rows = [[t for t in row[1:] if t != pad] for row in out.sequences.tolist()]
        scores = out.sequences_scores.tolist() if settings["num_beams"] > 1 else [None] * len(rows)
        results[name] = [
            [[row, None if s is None else round(s, 5)] for row, s in zip(rows[i : i + n], scores[i : i + n], strict=True)]
            for i in range(0, len(rows), n)
        ]
    hidden = model(input_ids=ids[:4], attention_mask=(ids[:4] != pad).long(), decoder_input_ids=ids[:4]).logits
    greedy = [[t for t in rows[0][0] if t] for rows in results["greedy"]]
    return {
        "max_new_tokens": MAX_NEW_TOKENS,
        "settings": SEARCHES,
        "texts": texts,
        "ids": [tokenizer(t).input_ids for t in texts],
        "searches": results,
        "greedy_texts": [tokenizer.decode(row, skip_special_tokens=True) for row in greedy],
        "forced_logits": np.round(hidden[:, :, :40].detach().numpy().astype(float), 4).tolist(),
    }


def main() -> None:
    vocab = make_tokenizer()
    model = make_model(vocab)
    tokenizer = transformers.MarianTokenizer.from_pretrained(FOLDER)
    train(model, tokenizer, vocab["pad"])
    model = model.half().eval()  # stored in 16 bits: half the size, and a reader must widen it
    model.generation_config = transformers.GenerationConfig(
        bad_words_ids=[[vocab["pad"]]],
        decoder_start_token_id=vocab["pad"],
        pad_token_id=vocab["pad"],
        eos_token_id=0,
        forced_eos_token_id=0,
        max_length=64,
        num_beams=4,
    )
    model.save_pretrained(FOLDER)
    write_golden(vocab["pad"])


def write_golden(pad: int) -> None:
    model = transformers.MarianMTModel.from_pretrained(FOLDER, dtype=torch.float32).eval()
    model.generation_config.max_length = None
    text = json.dumps(golden(model, transformers.MarianTokenizer.from_pretrained(FOLDER), pad), ensure_ascii=False)
    (FOLDER / "golden.json").write_text(re.sub(r'(\], )(\[\[)|(, )(")', r"\1\3\n\2\4", text), encoding="utf-8")


if __name__ == "__main__":
    main()
