"""Labels that documents are full of and that a model, without a sentence around them, misreads: "Page 3 of 12", "Figure 2: Sales".

From English into Chinese only. Numbers may be marks: those of pages and captions are fields in most documents.
"""

import re
from dataclasses import dataclass

from translator_app.documents import marks

_CHINESE = {
    **dict.fromkeys(("figure", "fig."), "图 {}"),
    "table": "表 {}",
    "chart": "图表 {}",
    "equation": "公式 {}",
    "appendix": "附录 {}",
    "page": "第 {} 页",
    "slide": "幻灯片 {}",
    "chapter": "第 {} 章",
    "section": "第 {} 节",
    "part": "第 {} 部分",
    "lesson": "第 {} 课",
    "unit": "第 {} 单元",
    "step": "步骤 {}",
    "example": "示例 {}",
}
_WORDS = dict(zip("one two three four five six seven eight nine ten eleven twelve".split(), "一二三四五六七八九十", strict=False))
_WORDS |= {"eleven": "十一", "twelve": "十二"}
_PLAIN = r"[\ue000-\uf8ff]|\d{1,4}[A-Za-z]?|[A-Z]\d{0,3}|[IVX]{1,5}"
_NUMBER = rf"(?:{_PLAIN})(?:[.–-](?:{_PLAIN}))*(?!\w)"
_PAGE_OF = re.compile(rf"Page\s+({_NUMBER})\s*(?:of|/)\s*({_NUMBER})")
_LABEL = re.compile(
    rf"(?P<word>(?i:{'|'.join(map(re.escape, _CHINESE))}))\s+(?P<number>{_NUMBER}|(?i:{'|'.join(_WORDS)})\b)"
    r"(?:(?P<sign>\s*[:.–—-]\s+|\s+(?=[A-Z][a-z]|[A-Z]{2}))(?P<rest>\S.*)|[:.]?)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Label:
    """A label at the start of a text."""

    word: str  # as it stands in the text
    target: str  # the label in Chinese
    rest: str  # of the text, to be translated; "" when there is none


def find(text: str) -> Label | None:
    """The label that a text starts with, if that is all or a title follows; None for a sentence (Table 1 shows ...)."""
    if match := _PAGE_OF.fullmatch(text):
        return Label("Page", f"第 {match[1]} 页，共 {match[2]} 页", "")
    match = _LABEL.fullmatch(text)
    if not match or any(chr(ord(mark) ^ 1) in text for mark in marks.MARK.findall(match["number"])):
        return None
    template = _CHINESE[match["word"].lower()]
    number = _WORDS.get(match["number"].lower())
    target = template.replace(" ", "").format(number) if number else template.format(match["number"])
    ending = " " if match["sign"] and match["sign"].isspace() else "：" if match["sign"] else ""
    return Label(match["word"], target + ending, match["rest"] or "")
