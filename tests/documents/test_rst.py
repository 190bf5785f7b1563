import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.documents.fakes import Runner
from translator_app.documents import DocumentOptions

PAGE = """=====
Title
=====

Section *one*
-------------

A paragraph with ``code``, :func:`open`, a `link <http://x.y>`_ and
a :ref:`second line <label>`. See name_ and [1]_::

   literal block stays

* an item that
  goes on
* another

1. numbered

.. note:: Take care.
   Second line of it.

.. code-block:: python
   :linenos:

   do not touch

.. versionadded:: 3.2
   A change.

.. image:: a.png
   :alt: stays

.. _label:

.. A comment
   that stays.

term
   Its definition.

:param x: The value
:returns: nothing much

>>> 1 + 1
2

====  ====
head  two
====  ====
a     b
====  ====

.. function:: name(a)
              other_(b)

.. [1] A footnote
       over two lines
       + more.
"""


@pytest.mark.parametrize("text", [PAGE, PAGE.replace("\n", "\r\n"), "", "a::\n\n  b", "===\n", "* \n", ".. \n", "+---+\n| a |\n+---+"])
def test_identity_is_byte_for_byte(run: Runner, text: str) -> None:
    assert run("a.rst", text) == text.encode()


SOUP = [
    "word",
    " ",
    "\n",
    "\n\n",
    "   ",
    "* ",
    "1. ",
    "::",
    ".. ",
    ".. note:: ",
    ".. code::",
    "====",
    "----",
    "``",
    "`",
    "*",
    "**",
    "|",
    ":a:",
    "_",
    "\\",
]


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.sampled_from([*SOUP, ">>>", "+--+", "é", "\r\n", "\t", "<x>"])).map("".join))
def test_identity_of_anything(run: Runner, text: str) -> None:
    assert run("a.rst", text) == text.encode()


def test_blocks(run: Runner) -> None:
    run("a.rst", PAGE)
    assert run.blocks("a.rst") == [
        "Title",
        "Section \ue000one\ue001",
        "A paragraph with \ue000, \ue002, a \ue004link\ue005 and a \ue006second line\ue007. See \ue008 and \ue00a",
        "an item that goes on",
        "another",
        "numbered",
        "Take care. Second line of it.",
        "A change.",
        "term",
        "Its definition.",
        "The value",
        "nothing much",
        "A footnote over two lines + more.",
    ]


def test_only_text_changes(run: Runner) -> None:
    out = run.text("a.rst", PAGE, str.upper)
    assert " ".join(out.lower().split()) == " ".join(PAGE.lower().split())
    kept = [
        "``code``",
        ":func:`open`",
        " <http://x.y>`_",
        " <label>`",
        "name_",
        "literal block stays",
        "do not touch",
        ":alt: stays",
        "that stays.",
    ]
    for text in [*kept, "head  two", ".. [1] ", ":param x: ", ".. versionadded:: 3.2", ".. _label:"]:
        assert text in out


def test_rules_of_titles_grow_with_chinese(run: Runner) -> None:
    assert (
        run.text("a.rst", "===\nOne\n===\n\nTwo\n---\n", lambda t: "很长的标题")
        == "==========\n很长的标题\n==========\n\n很长的标题\n----------\n"
    )


def test_markup_beside_han_is_set_apart(run: Runner) -> None:
    out = run.text("a.rst", "Use ``open`` or *this* now\n", lambda t: "这个" if t == "this" else "用\ue000或这个吧")
    assert out == "用\\ ``open``\\ 或\\ *这个*\\ 吧\n"
    assert run.text("a.rst", "Use ``open`` now\n", lambda t: "（\ue000）。") == "（``open``）。\n"


def test_bilingual(run: Runner) -> None:
    out = run.text("a.rst", "One\n===\n\n* item\n  goes on\n", str.upper, DocumentOptions(mode="bilingual"))
    assert out == "One / ONE\n=========\n\n* item\n  goes on\n\n  ITEM GOES ON\n"


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("The MADV_* constants and names(*a*.*b*), IPv(4|6)(A|B)\n", ["The MADV_* constants and names(\ue000a\ue001.*b*), IPv(4|6)(A|B)"]),
        ("* term\n    its definition\n* two\n  lines\n", ["term", "its definition", "two lines"]),
        (":x: one\n       two\n", ["one two"]),
        (".. rubric:: One\n.. list-table::\n   :widths: 1 2\n", ["One"]),
        (".. [1] One\n.. [2] Two\n", ["One", "Two"]),
        ("| One\n|\n| Two\n  more\n", ["One", "Two more"]),
        ("gc\n--\n\nA title\n", ["gc", "A title"]),
        ("1. - one\n     two\n", ["one two"]),
    ],
)
def test_blocks_end_where_docutils_ends_them(run: Runner, text: str, blocks: list[str]) -> None:
    assert run("a.rst", text) == text.encode()
    assert run.blocks("a.rst") == blocks


def test_paragraph_that_starts_like_an_item_does_not_become_one(run: Runner) -> None:
    """As one line "Q. Is it?" would be an item of a list; over several lines it is none."""
    assert run.text("a.rst", "Q. Is it\nso?\n", str.upper) == "\\Q. IS IT SO?\n"
    assert run.text("a.rst", "Q. Is it so?\n", str.upper) == "Q. IS IT SO?\n"


def test_links_by_name_go_on_working(run: Runner) -> None:
    text = "First part\n==========\n\nSee `First part`_, `here <http://a>`_ and `there <http://b>`_, again here_.\n"
    out = run.text("a.rst", text, lambda t: {"First part": "第一", "there": "那里"}.get(t, "见 \ue000、\ue002和那里，\ue006"))
    assert out == ".. _`first part`:\n\n第一\n==========\n\n见 `First part`_、`here <http://a>`_\\ 和\\ `那里 <http://b>`_，here_\n"


def test_links_whose_texts_became_equal_lose_their_names(run: Runner) -> None:
    out = run.text("a.rst", "`One <http://a>`_\n\n`Two <http://b>`_\n\n`Again <http://a>`_\n", lambda t: "此处")
    assert out == "`此处 <http://a>`_\n\n`此处 <http://b>`__\n\n`此处 <http://a>`_\n"


def test_emphasis_is_never_empty_or_around_other_markup(run: Runner) -> None:
    assert run.text("a.rst", "A *b c* ``d``\n", lambda t: "x" if t == "b c" else "\ue000") == "``d``\n"
