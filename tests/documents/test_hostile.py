"""Text that is made to take quadratic time or more tags than there are marks is read all the same, and comes back as it was."""

import pytest

from tests.documents.fakes import Runner

SIZE = 30_000
HEADS = {
    "vtt": "WEBVTT\n\n00:01.000 --> 00:02.000\n",
    "ass": "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,",
    "po": 'msgid "a"\nmsgstr ""\n',
}
ATOMS = {
    "txt": ["a\n", "\t", "- ", "\n"],
    "md": ["*a", "[", "`a <", "$a", "<!--", "**a", "\\[", "|a"],
    "rst": [":a", "*a* *", "`", "``", "*", "x_ ", "::\n", ".. "],
    "tex": ["\t", "\\footnote{", "{", "$a", "\\begin{equation}", "%\n", "\\["],
    "html": ['<a "', "<!--", "<code>", "<b>x", "<a b='", "&", "<br>"],
    "vtt": ["<b>x", "<", "a\n", "{\\"],
    "ass": ["{\\", "{", "\\N"],
    "strings": ["a", "/*", '"', '"a" = "'],
    "properties": ["\\\n", "a=", "\\"],
    "csv": ['"', '"a,', ",", "a;b\n"],
    "po": ['msgid "a"\n', '"', "#, fuzzy\n"],
}


@pytest.mark.parametrize(("suffix", "atom"), [(suffix, atom) for suffix, atoms in ATOMS.items() for atom in atoms])
@pytest.mark.timeout(20)
def test_hostile_text(run: Runner, suffix: str, atom: str) -> None:
    text = HEADS.get(suffix, "") + (atom * SIZE)[:SIZE]
    out = run.text(f"a.{suffix}", text + ('";\n"k" = "v";' if suffix == "strings" else ""))
    assert suffix == "po" or text in out  # the header of a .po file becomes Chinese
