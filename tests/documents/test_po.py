from pathlib import Path

import pytest

from tests.documents.fakes import Runner
from translator_app.documents.model import DocumentOptions
from translator_app.errors import UnreadableDocument

HEADER = """# Some title
#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: x\\n"
"Language: {language}\\n"
"Content-Type: text/plain; charset={charset}\\n"
"Plural-Forms: {plural}\\n"

"""
BODY = """#: src/main.c:10
msgid "Hello"
msgstr ""

#. a comment
#: src/main.c:20
#, c-format
msgctxt "menu"
msgid ""
"%d files\\n"
"and \\"more\\"\\n"
msgstr ""

#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""

msgid "_Open..."
msgstr ""

msgid "done"
msgstr "好了"

#, fuzzy
#| msgid "old"
msgid "maybe"
msgstr "也许吧"

msgid "MAX_SIZE"
msgstr ""

#~ msgid "gone"
#~ msgstr ""
"""
CHINESE = HEADER.format(language="zh_CN", charset="UTF-8", plural="nplurals=1; plural=0;") + BODY
TEMPLATE = HEADER.format(language="", charset="CHARSET", plural="nplurals=INTEGER; plural=EXPRESSION;") + BODY


@pytest.mark.parametrize("text", [CHINESE, CHINESE.rstrip("\n"), CHINESE.replace("\n", "\r\n"), "", "# only a comment\n", BODY])
def test_identity_is_byte_for_byte(run: Runner, text: str) -> None:
    assert run("a.po", text) == text.encode()


def test_identity_of_a_template_changes_the_header_only(run: Runner) -> None:
    assert run.text("a.pot", TEMPLATE) == HEADER.format(language="zh_CN", charset="UTF-8", plural="nplurals=1; plural=0;") + BODY


def test_translations_are_filled_and_fuzzy(run: Runner) -> None:
    out = run.text("a.po", CHINESE, str.upper)
    assert run.translator.texts == ["Hello", '%d files\nand "more"', "%d files", "Open...", "maybe"]
    body = out[out.index("#: src/main.c:10") :]
    assert body == (
        '#: src/main.c:10\n#, fuzzy\nmsgid "Hello"\nmsgstr "HELLO"\n\n'
        "#. a comment\n#: src/main.c:20\n#, fuzzy, c-format\n"
        'msgctxt "menu"\nmsgid ""\n"%d files\\n"\n"and \\"more\\"\\n"\nmsgstr ""\n"%D FILES\\n"\n"AND \\"MORE\\"\\n"\n\n'
        '#, fuzzy, c-format\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%D FILES"\n\n'
        '#, fuzzy\nmsgid "_Open..."\nmsgstr "OPEN(_O)..."\n\n'
        'msgid "done"\nmsgstr "好了"\n\n'
        '#, fuzzy\n#| msgid "old"\nmsgid "maybe"\nmsgstr "MAYBE"\n\n'
        'msgid "MAX_SIZE"\nmsgstr ""\n\n#~ msgid "gone"\n#~ msgstr ""\n'
    )


def test_file_in_another_language_is_filled_anew(run: Runner) -> None:
    text = (
        HEADER.format(language="de", charset="ISO-8859-1", plural="nplurals=2; plural=n!=1;") + 'msgid "yes"\nmsgstr "ja, nat\xfcrlich"\n'
    )
    out = run("a.po", text.encode("latin-1"), str.upper).decode()
    assert '"Language: zh_CN\\n"' in out
    assert "charset=UTF-8" in out
    assert out.endswith('#, fuzzy\nmsgid "yes"\nmsgstr "YES"\n')


def test_a_language_with_plurals_gets_every_form(run: Runner) -> None:
    entry = 'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    text = 'msgid ""\nmsgstr ""\n"Language: zh_CN\\n"\n"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n\n' + entry
    out = run.text("a.po", text, str.upper, DocumentOptions(languages=("en", "de")))
    assert '"Language: de\\n"' in out
    assert "nplurals=2" in out
    assert out.count('"%D FILES"') == 2


def test_plural_forms_over_two_lines(run: Runner) -> None:
    text = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=3; plural=(n%10==1 ? 0 :"\n" n>1 ? 1 : 2);\\n"\n"X: y\\n"\n'
    assert run.text("a.po", text) == 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=1; plural=0;\\n"\n"X: y\\n"\n'


def test_what_is_no_po_file_is_refused(run: Runner, tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match="no msgid"):
        run("a.po", "hello\n")
