import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.documents.fakes import Runner
from translator_app.documents import DocumentOptions, tex

PAGE = r"""\documentclass{article}
\usepackage{graphicx} % a comment
\title{My \emph{fine} paper}
\begin{document}
\maketitle
\section{First part}\label{sec:one}
A paragraph with \emph{emphasis}, a formula $a_1 + b$, 50\% and
a citation~\cite{knuth}. % comment
It goes on.\footnote{A note.}

\begin{itemize}
  \item One item
  \item[x] Two {\bf bold} items
\end{itemize}
\[ E = mc^2 \]
\begin{equation}
  text stays
\end{equation}
\begin{figure}
  \includegraphics[width=3cm]{a.png}
  \caption{The picture}
\end{figure}
``Quoted'' text --- \verb|as it is| and \unknown{arg} here.
\end{document}
after the end
"""


@pytest.mark.parametrize(
    "text", [PAGE, PAGE.replace("\n", "\r\n"), "", "no document", "{", "}", "\\begin{verbatim} x", "$", "a % b", "\\section{open"]
)
def test_identity_is_byte_for_byte(run: Runner, text: str) -> None:
    assert run("a.tex", text) == text.encode()


SOUP = [
    "word",
    " ",
    "\n",
    "\n\n",
    "{",
    "}",
    "\\emph{",
    "\\section{",
    "\\begin{x}",
    "\\end{x}",
    "$",
    "$$",
    "\\[",
    "\\]",
    "%",
    "\\%",
    "\\\\",
    "~",
    "``",
    "''",
]


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(st.sampled_from([*SOUP, "\\item ", "\\cite{a}", "[", "]", "\\ ", "---", "é", "\u00a0", "\\verb|", "\\begin{document}"])).map(
        "".join
    )
)
def test_identity_of_anything(run: Runner, text: str) -> None:
    assert run("a.tex", text) == text.encode()


def test_blocks(run: Runner) -> None:
    run("a.tex", PAGE)
    assert run.blocks("a.tex") == [
        "My \ue000fine\ue001 paper",
        "First part",
        "A paragraph with \ue000emphasis\ue001, a formula \ue002, 50% and a citation\xa0\ue004.",
        "A note.",
        "It goes on.",
        "One item",
        "Two \ue000bold\ue001 items",
        "The picture",
        "“Quoted” text — \ue000 and \ue002 here.",
    ]


def test_only_text_changes(run: Runner) -> None:
    out = run.text("a.tex", PAGE, str.upper)
    plain = PAGE.replace("``", "“").replace("''", "”").replace("---", "—")
    assert " ".join(out.lower().split()) == " ".join(plain.lower().split())
    for kept in (
        "$a_1 + b$",
        r"\cite{knuth}",
        "% comment",
        "text stays",
        "E = mc^2",
        r"\verb|as it is|",
        r"\unknown{arg}",
        "after the end",
        "50\\%",
    ):
        assert kept in out
    assert run.report is not None
    assert run.report.notes == (tex.NOTE,)


def test_signs_are_escaped(run: Runner) -> None:
    assert run.text("a.tex", "hello\n", lambda t: "50% {a}_b & #1 $") == "50\\% \\{a\\}\\_b \\& \\#1 \\$\n"


def test_bilingual(run: Runner) -> None:
    out = run.text("a.tex", "\\begin{document}\n\\section{A}\nOne\ntwo\n\\end{document}", str.upper, DocumentOptions(mode="bilingual"))
    assert out == "\\begin{document}\n\\section{A}\nOne\ntwo\n\nONE TWO\n\\end{document}"
