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
