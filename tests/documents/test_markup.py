import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator_app.documents import markup

SOUP = ["<", ">", "</", "/>", "<p>", "</p>", "<a href='x'>", '<b title="1 > 0">', "<!--", "-->", "<![CDATA[", "]]>", "<?xml?>", "<script>"]
SOUP += ["</SCRIPT>", "<!DOCTYPE x [", "]>", "=", '"', "'", " ", "text", "&amp;", "\n", "é", "<br/>", "<title>"]
PIECES = st.lists(st.sampled_from(SOUP)).map("".join)


@given(PIECES | st.text(), st.booleans())
def test_tokens_lose_nothing(text: str, xml: bool) -> None:
    found = list(markup.tokens(text, xml=xml))
    assert "".join(token.raw for token in found) == text
    assert all(token.raw for token in found)


def test_kinds() -> None:
    text = '<!DOCTYPE html><P Class=x>a &lt; b<br/><!-- <p> --></P><script>if (a<b) "</p>"</script>'
    assert [(t.kind, t.name) for t in markup.tokens(text)] == [
        ("other", ""),
        ("start", "p"),
        ("text", ""),
        ("empty", "br"),
        ("other", ""),
        ("end", "p"),
        ("start", "script"),
        ("text", ""),
        ("end", "script"),
    ]


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ('<a title="x">', '<a title="n &amp; &quot;m&quot;">'),
        ("<a title='x' b>", "<a title='n &amp; \"m\"' b>"),
        ("<a title=x>", '<a title="n &amp; &quot;m&quot;">'),
        ("<a>", '<a title="n &amp; &quot;m&quot;">'),
        ("<a />", '<a title="n &amp; &quot;m&quot;" />'),
    ],
)
def test_with_value(tag: str, expected: str) -> None:
    (token,) = markup.tokens(tag)
    assert token.with_value("title", 'n & "m"').raw == expected


def test_attributes_resolve_entities() -> None:
    (token,) = markup.tokens("""<a b = 'x&amp;y' C=z d e="&lt;'">""")
    assert [(a.name, a.value) for a in token.attributes()] == [("b", "x&y"), ("C", "z"), ("e", "<'")]
    assert token.get("d") is None


def test_hostile_input_takes_linear_time() -> None:
    for text in ("<a b=" * 20_000, "<!--" * 50_000, '<a "' * 20_000, "<" * 100_000, "<a b='" * 20_000, "<!DOCTYPE [" * 20_000):
        assert "".join(t.raw for t in markup.tokens(text)) == text
