from pathlib import Path

import pytest

from tests.documents.fakes import Runner
from translator_app.documents import is_supported
from translator_app.errors import UnreadableDocument

QT = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="{language}">
<context>
    <name>MainWindow</name>
    <message>
        <location filename="../a.cpp" line="3"/>
        <source>&amp;Open &quot;file&quot;...</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>New one</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Gone</source>
        <translation type="vanished">没了</translation>
    </message>
</context>
</TS>
"""
XLIFF = """<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file original="a.html" source-language="en" target-language="zh-CN" datatype="html">
    <body>
      <trans-unit id="1">
        <source>Press <g id="1">here</g> &amp; <x id="2"/>wait</source>
        <note>Some note</note>
      </trans-unit>
      <trans-unit id="2">
        <source><bpt id="1">&lt;b></bpt>Bold<ept id="1">&lt;/b></ept> word</source>
        <target state="new"></target>
      </trans-unit>
      <trans-unit id="3" translate="no"><source>Brand</source></trans-unit>
      <trans-unit id="4"><source>Done</source><target state="final">完成</target></trans-unit>
    </body>
  </file>
</xliff>
"""
XLIFF2 = """<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en">
 <file id="f"><unit id="1"><segment>
  <source>One <pc id="1">two</pc></source>
 </segment></unit></file></xliff>"""


@pytest.mark.parametrize(("name", "text"), [("a.ts", QT.format(language="zh_CN")), ("a.xlf", XLIFF), ("a.ts", "<TS/>")])
def test_identity_is_byte_for_byte(run: Runner, name: str, text: str) -> None:
    expected = text.replace("<TS/>", '<TS language="zh_CN"/>')
    assert run.text(name, text) == expected


def test_qt_translations_are_filled_and_unfinished(run: Runner) -> None:
    out = run.text("a.ts", QT.format(language="zh_CN"), str.upper)
    assert run.translator.texts == ['Open "file"...', "%n file(s)", "New one"]
    assert '<translation type="unfinished">OPEN &quot;FILE&quot;(&amp;O)...</translation>' in out
    gap = "\n            "
    assert f'<translation type="unfinished">{gap}<numerusform>%N FILE(S)</numerusform>\n        </translation>' in out
    assert '<translation type="unfinished">NEW ONE</translation>' in out
    assert "<translation>完成</translation>" in out
    assert '<translation type="vanished">没了</translation>' in out


def test_qt_file_of_another_language_is_filled_anew(run: Runner) -> None:
    out = run.text("a.ts", QT.format(language="de").replace("完成", "Fertig"), str.upper)
    assert '<TS version="2.1" language="zh_CN">' in out
    assert '<translation type="unfinished">FINISHED</translation>' in out


def test_xliff_targets_are_made_or_filled(run: Runner) -> None:
    out = run.text("a.xlf", XLIFF, str.upper)
    assert run.blocks("a.xlf") == ["Press \ue000here\ue001 & \ue002wait", "Bold\ue002 word"]
    review = '<target state="needs-review-translation">'
    source = 'Press <g id="1">here</g> &amp; <x id="2"/>wait</source>'
    assert f'{source}\n        {review}PRESS <g id="1">HERE</g> &amp; <x id="2"/>WAIT</target>\n        <note>' in out
    assert f'{review}<bpt id="1">&lt;b></bpt>BOLD<ept id="1">&lt;/b></ept> WORD</target>' in out
    assert out.count("<target") == 3


def test_xliff_2(run: Runner) -> None:
    out = run.text("a.xliff", XLIFF2, str.upper)
    assert 'srcLang="en" trgLang="zh-CN">' in out
    assert '<source>One <pc id="1">two</pc></source>\n  <target>ONE <pc id="1">TWO</pc></target>' in out


@pytest.mark.parametrize("name", ["a.ts", "a.xlf"])
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("const x = 1;", "not a translation file"),
        ("<TS><xliff>", "damaged or was cut short"),
        ('<!DOCTYPE TS [<!ENTITY a "b">]><TS><xliff/></TS>', "entities"),
    ],
)
def test_other_and_hostile_files_are_refused(run: Runner, name: str, text: str, reason: str) -> None:
    with pytest.raises(UnreadableDocument, match=reason):
        run(name, text)


def test_typescript_in_a_folder_is_passed_over(tmp_path: Path) -> None:
    for name, text in (("a.ts", "export const x = 1"), ("b.ts", QT)):
        (tmp_path / name).write_text(text)
    assert [is_supported(tmp_path / name) for name in ("a.ts", "b.ts")] == [False, True]
