import re

import pytest
from hypothesis import HealthCheck, given, settings

from tests.documents.fakes import Runner
from tests.documents.test_markup import PIECES
from translator_app.documents import DocumentOptions

PAGE = """<!DOCTYPE html>
<html lang="zh-CN">
<head><meta charset="utf-8"><title>My page &amp; more</title>
<meta name="description" content="What it is about"><style>p { color: red }</style></head>
<body class="x">
<!-- a comment -->
<h1 id="top">Big <em>news</em> today</h1>
<p>Press <kbd>Ctrl</kbd> and run <code>ls -l</code>, then see <a href="x.html" title="The manual">the manual</a>.
  Second line&nbsp;here.</p>
<ul><li>One<li>Two <b>bold</b></ul>
<pre>do not touch</pre>
<p translate="no">Brand Name</p><p class="a notranslate">Other Name</p><p lang="fr">Bonjour</p>
<img src="a.png" alt="A picture"><input type="submit" value="Send now" placeholder="Your name">
<script>var a = "<p>text</p>";</script>
<table><tr><td>Cell<td>1.5</table>
</body></html>
"""


def upper(text: str) -> str:
    return text.upper()


def test_identity(run: Runner) -> None:
    assert run.text("a.html", PAGE) == PAGE


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(PIECES)
def test_identity_of_tag_soup(run: Runner, text: str) -> None:
    out = run.text("a.html", "<!-- x -->" + text)
    assert out == "<!-- x -->" + text


def test_blocks(run: Runner) -> None:
    run("a.html", PAGE)
    assert run.blocks("a.html") == [
        "My page & more",
        "What it is about",
        "Big \ue000news\ue001 today",
        "The manual",
        "Press \ue000 and run \ue002, then see \ue004the manual\ue005. Second line\xa0here.",
        "One",
        "Two \ue000bold\ue001",
        "A picture",
        "Send now",
        "Your name",
        "Cell",
    ]


def test_only_text_changes(run: Runner) -> None:
    out = run.text("a.html", PAGE, upper)
    squeeze = re.compile(r"\s+")
    assert squeeze.sub(" ", out).lower() == squeeze.sub(" ", PAGE.replace("&nbsp;", " ")).lower()
    for kept in (
        "<kbd>Ctrl</kbd>",
        "<code>ls -l</code>",
        "do not touch",
        "Brand Name",
        "Other Name",
        "Bonjour",
        'var a = "<p>text</p>"',
        'href="x.html"',
    ):
        assert kept in out
    for changed in (
        "MY PAGE &amp; MORE",
        "BIG <em>NEWS</em> TODAY",
        'title="THE MANUAL"',
        'alt="A PICTURE"',
        'value="SEND NOW"',
        'content="WHAT IT IS ABOUT"',
    ):
        assert changed in out


def test_language_is_set(run: Runner) -> None:
    page = '<html lang="en-US"><body><p lang="en">x</p></body></html>'
    assert run.text("a.html", page) == '<html lang="zh-CN"><body><p lang="zh-CN">x</p></body></html>'
    assert run.text("a.html", "<html><p>x") == '<html lang="zh-CN"><p>x'


def test_declared_encoding_is_read_and_corrected(run: Runner) -> None:
    page = '<html lang="zh-CN"><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><p>caf\xe9</p>'
    out = run("a.html", page.encode("latin-1"), lambda t: "咖啡馆").decode()
    assert out == '<html lang="zh-CN"><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><p>咖啡馆</p>'
    page = '<meta charset="GBK"><p>你好 hello</p>'
    assert run("a.html", page.encode("gbk")) == page.encode("gbk")
    page = '<meta charset="koi8-r"><p>Привет hello</p>'
    assert run("a.html", page.encode("koi8-r")).decode() == '<meta charset="utf-8"><p>Привет hello</p>'
    page = '<?xml version="1.0" encoding="iso-8859-1"?><p>caf\xe9</p>'
    assert run("a.html", page.encode("latin-1")).decode() == '<?xml version="1.0" encoding="utf-8"?><p>café</p>'


def test_translation_is_escaped(run: Runner) -> None:
    assert (
        run.text("a.html", "<p title='q'>a &lt;b&gt;</p>", lambda t: t + "<x>&'")
        == "<p title='q&lt;x&gt;&amp;&#39;'>a &lt;b&gt;&lt;x&gt;&amp;'</p>"
    )


@pytest.mark.parametrize(
    ("page", "mode", "expected"),
    [
        (
            '<p id="i">one <b id="k">two</b></p>',
            "bilingual",
            '<p id="i">one <b id="k">two</b><br /><span lang="zh-CN">ONE <b>TWO</b></span></p>',
        ),
        ("<title>one</title><p>42</p>", "bilingual", "<title>one / ONE</title><p>42</p>"),
        ("<title>one</title><option>two", "bilingual", "<title>one / ONE</title><option>two / TWO"),
        ('<img alt="one">', "bilingual", '<img alt="one / ONE">'),
    ],
)
def test_bilingual(run: Runner, page: str, mode: str, expected: str) -> None:
    assert run.text("a.html", page, upper, DocumentOptions(mode=mode)) == expected


def test_two_columns(run: Runner) -> None:
    out = run.text("a.html", "<p>one</p>", upper, DocumentOptions(mode="columns"))
    assert re.sub(r' style="[^"]*"', "", out) == '<p><span>one</span><span lang="zh-CN">ONE</span></p>'


def test_tag_that_opens_outside_the_text_stays_balanced(run: Runner) -> None:
    out = run.text("a.html", "<p> <b>Note:</b> text</p><p><i>all</i></p>", upper, DocumentOptions(mode="bilingual"))
    assert (
        out
        == '<p> <b>Note:</b> text<br /><span lang="zh-CN"><b>NOTE:</b> TEXT</span></p><p><i>all<br /><span lang="zh-CN">ALL</span></i></p>'
    )


def test_unclosed_elements_do_not_slow_down(run: Runner) -> None:
    page = "<code>" * 20_000 + "<p>x"
    assert run.text("a.html", page) == page


@pytest.mark.parametrize(
    "sign",
    ['<a epub:type="noteref" href="#fn1">1</a>', "<sup>2</sup>", '<sup><a href="c.html#n">[3]</a></sup>', '<a href="#x"><sup>*</sup></a>'],
)
def test_signs_of_notes_are_not_translated_with_the_word_before_them(run: Runner, sign: str) -> None:
    chinese = {"A strong wind, then rain.": "大风，随后有雨。"}
    assert run.text("a.html", f"<p>A strong wind{sign}, then rain.</p>", chinese.__getitem__) == f"<p>大风{sign}，随后有雨。</p>"


@pytest.mark.parametrize(
    "page",
    [
        '<h1>Words<a href="#words">¶</a></h1>',
        '<p>Words <a href="#ref1">↩︎</a></p>',
        '<p>Words <span class="math inline"><em>E</em> = <em>mc</em></span></p>',
        '<p>Words <span class="katex">x is y</span></p>',
    ],
)
def test_signs_that_lead_back_and_formulas_are_no_text(run: Runner, page: str) -> None:
    assert run.text("a.html", page, upper) == page.replace("Words", "WORDS")


@pytest.mark.parametrize("text", ['See <a href="#p">page one</a>.', "The 1<sup>st</sup> of May.", 'The year <a href="/2024">2024</a>.'])
def test_words_and_other_links_are_translated(run: Runner, text: str) -> None:
    run("a.html", f"<p>{text}</p>")
    assert "\ue001" in run.blocks("a.html")[0]
