"""PDFs made by hand: lines at places, in a few of the fonts that every reader knows."""

FONTS = {"body": "Helvetica", "bold": "Helvetica-Bold", "mono": "Courier"}
Placed = tuple[float, float, str, float, str]  # x, y, font, size, text


def pdf(*pages: list[Placed]) -> bytes:
    fonts = list(FONTS)
    first = 3 + len(fonts)
    objects = ["<</Type/Catalog/Pages 2 0 R>>"]
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(pages)))
    objects.append(f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>")
    objects += [f"<</Type/Font/Subtype/Type1/BaseFont/{FONTS[name]}/Encoding/WinAnsiEncoding>>" for name in fonts]
    resources = "<</Font<<" + "".join(f"/{name} {3 + number} 0 R" for number, name in enumerate(fonts)) + ">>>>"
    for number, page in enumerate(pages):
        content = "\n".join(f"BT /{font} {size} Tf {x} {y} Td ({_escaped(text)}) Tj ET" for x, y, font, size, text in page)
        objects.append(f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources{resources}/Contents {first + 2 * number + 1} 0 R>>")
        objects.append(f"<</Length {len(content.encode('cp1252'))}>>stream\n{content}\nendstream")
    out = b"%PDF-1.4\n"
    offsets = []
    for number, text in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n".encode("cp1252")
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    return out + f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer<</Size {size}/Root 1 0 R>>\nstartxref\n{len(out)}\n%%EOF\n".encode()


def lines(*texts: str, x: float = 72, y: float = 740, font: str = "body", size: float = 11) -> list[Placed]:
    """Lines below each other."""
    return [(x, y - number * 1.25 * size, font, size, text) for number, text in enumerate(texts)]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
