"""Make tests/data/tokenizer-golden.jsonl: [text, ids] of transformers' MarianTokenizer (without sacremoses) on odd lines.

python tests/data/make_tokenizer_golden.py        (needs the "convert" extra)
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent
GOLDEN = DATA / "tokenizer-golden.jsonl"
WORDS = """the cat Hello, world! HELLO i'm don't naïve café Übergröße résumé https://example.org/a?b=1&c=%20 me@example.org C:\\Temp\\x.txt
/usr/bin/env foo_bar() x=y+1; {0} {{name}} %s $HOME #tag @user 3.14 1,000,000 12:30
2024-01-31 50% £9.99 №5 10km ½ ² ™ © … — – “quoted” ‘x’ «y»
你好 世界，今天天气很好。 ２０２４ ＡＢＣ ｶﾀｶﾅ カタカナ 한국어 Привет мир مرحبا שלום हिन्दी ไทย 👍🏽 👩‍👩‍👧 🇨🇳 🙂 ﬁ ﬂ Ⅷ ℃ Å é
e\u0301 \u200b\u200d\ufeff
\u00a0 \u3000 \u2028 \u2029 \x00 \x07 \x7f \x85 \ufffd \U0001f4a9 𝒳 𠮷 <unk> <s> ▁ ▁▁x ⁇ >>xx<< >>> <<""".replace("\n", " ").split(" ")
SPACES = [" ", " ", " ", " ", "  ", "\t", "\n", "\r\n", "", "", "\u00a0", "\u3000"]


def odd_lines(count: int, seed: int = 1) -> Iterator[str]:
    """Lines of words, symbols and random characters of many scripts; no lone surrogates, which transformers can't take."""
    choose = random.Random(seed)
    ranges = [
        (0x20, 0x7F),
        (0xA0, 0x250),
        (0x370, 0x600),
        (0x2000, 0x2300),
        (0x3000, 0x3100),
        (0x4E00, 0x9FFF),
        (0xE000, 0xE010),
        (0xFF00, 0xFFF0),
    ]
    ranges += [(0x1F300, 0x1F700), (0, 0xD800), (0x10000, 0x110000)]
    for _ in range(count):
        parts: list[str] = []
        for _ in range(choose.randint(0, 9)):
            if choose.random() < 0.75:
                parts.append(choose.choice(WORDS))
            else:
                parts += [chr(choose.randrange(*choose.choice(ranges))) for _ in range(choose.randint(1, 6))]
            parts.append(choose.choice(SPACES))
        yield "".join(parts)


def is_exempt(text: str) -> bool:
    """Where our tokenizer differs on purpose, see engine/tokenizer.py."""
    return any(token in text for token in ("</s>", "<pad>", "<unk>")) or (text.startswith(">>") and "<<" in text)


def main() -> None:
    import transformers

    tokenizer: Any = transformers.MarianTokenizer.from_pretrained(DATA / "tiny-marian")
    lines = [line for line in odd_lines(900) if not is_exempt(line)]
    rows = [json.dumps([line, tokenizer(line).input_ids], ensure_ascii=True, separators=(",", ":")) for line in lines]
    GOLDEN.write_text("\n".join(rows) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
