from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator_app.engine.shield import find_things
from translator_app.engine.terms import Term, TermBase
from translator_app.errors import TermsError

TABLE = "source,target,case,whole word\npump,泵,,\nheat pump,热泵,no,yes\nIT,信息技术,yes,\nKubernetes,Kubernetes\n"


def load(tmp_path: Path, text: str | bytes, name: str = "terms.csv", encoding: str = "utf-8") -> TermBase:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
    return TermBase.load(path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030"])
def test_every_encoding_gives_the_same_terms(tmp_path: Path, encoding: str) -> None:
    terms = load(tmp_path, TABLE, encoding=encoding)
    assert terms.errors == []
    assert len(terms) == 4
    assert terms.find("The heat pump is on.") == [(4, 13, "热泵")]
    assert terms.digest == load(tmp_path, TABLE).digest


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.tsv", "pump\t泵\nheat pump\t热泵\n"),
        ("a.csv", "pump;泵\nheat pump;热泵\n"),
        ("a.csv", "中文,英文\n泵,pump\n热泵,heat pump\n"),
        ("a.txt", '"pump","泵"\r\n"heat pump","热泵"\r\n'),
        ("a.csv", "# our terms\n\nid,target,source\n1,泵,pump\n2,热泵,heat pump\n"),
    ],
)
def test_tables_of_all_kinds(tmp_path: Path, name: str, text: str) -> None:
    terms = load(tmp_path, text, name)
    assert terms.errors == []
    assert [target for _, _, target in terms.find("A pump, two heat pumps.")] == ["泵", "热泵"]


def test_bad_rows_are_named_and_the_rest_loads(tmp_path: Path) -> None:
    terms = load(tmp_path, 'pump,泵\nvalve\n,阀\n"open quote,x\nPUMP,水泵\nflow,流,perhaps\nnut,螺母\n')
    assert len(terms) == 2
    assert [error.partition(":")[0] for error in terms.errors] == ["line 2", "line 3", "line 4", "line 5", "line 6"]
    assert "line 1" in terms.errors[3]


@pytest.mark.parametrize(
    ("sentence", "hits"),
    [
        ("PUMP it", ["泵"]),
        ("The pumps and the pump's valve", ["泵", "泵"]),
        ("pumping pumpkin", []),
        ("the heat\u00a0 pump", ["热泵"]),
        ("it is IT", ["信息技术"]),
        ("kubernetes and Kubernetes", ["kubernetes", "Kubernetes"]),
        ("", []),
    ],
)
def test_find(tmp_path: Path, sentence: str, hits: list[str]) -> None:
    assert [target for _, _, target in load(tmp_path, TABLE).find(sentence)] == hits


def test_terms_within_words_and_plurals() -> None:
    terms = TermBase(
        [Term("nano", "纳米", whole_word=False), Term("battery", "电池"), Term("Box", "盒", match_case=True), Term("gas", "气体")]
    )
    assert terms.find("Nanotube batteries gases Boxes") == [(0, 4, "纳米"), (9, 18, "电池")]


def test_terms_are_things_and_the_longest_wins(tmp_path: Path) -> None:
    terms = load(tmp_path, "pump,泵\nexample,例子\n")
    things = find_things("The pump at https://example.org/pump is old.", terms)
    assert [(thing.kind, thing.text, thing.target) for thing in things] == [
        ("term", "pump", "泵"),
        ("url", "https://example.org/pump", "https://example.org/pump"),
    ]


TBX2 = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">
<martif type="TBX" xml:lang="en"><text><body>
<termEntry id="1"><langSet xml:lang="en-US"><tig><term>heat  pump</term></tig><tig><term>HP</term></tig></langSet>
<langSet xml:lang="zh-CN"><ntig><termGrp><term>热泵</term></termGrp></ntig></langSet></termEntry>
<termEntry id="2"><langSet xml:lang="de"><tig><term>Pumpe</term></tig></langSet></termEntry>
</body></text></martif>"""
TBX3 = """<tbx xmlns="urn:iso:std:iso:30042:ed-2" style="dca"><text><body><conceptEntry id="1">
<langSec xml:lang="en"><termSec><term>pump</term></termSec></langSec>
<langSec xml:lang="zh"><termSec><term>泵 &amp; 机</term></termSec></langSec></conceptEntry></body></text></tbx>"""


def test_tbx(tmp_path: Path) -> None:
    terms = load(tmp_path, TBX2, "a.tbx")
    assert [target for _, _, target in terms.find("A heat pump (HP)")] == ["热泵", "热泵"]
    assert terms.errors == ["line 6: no term in en"]
    assert load(tmp_path, TBX3, "b.tbx").find("pump") == [(0, 4, "泵 & 机")]
    assert load(tmp_path, TBX3.encode("utf-16"), "c.tbx").find("pump") == [(0, 4, "泵 & 机")]


def test_a_broken_tbx_keeps_what_came_before(tmp_path: Path) -> None:
    terms = load(tmp_path, TBX3.replace("</body>", "<oops"), "a.tbx")
    assert len(terms) == 1
    assert "read up to here" in terms.errors[0]


def test_hostile_and_unreadable_files(tmp_path: Path) -> None:
    bomb = '<?xml version="1.0"?><!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><tbx>&b;</tbx>'
    with pytest.raises(TermsError, match="entities"):
        load(tmp_path, bomb, "a.tbx")
    with pytest.raises(TermsError, match="no TBX"):
        load(tmp_path, "pump,泵", "b.tbx")
    with pytest.raises(TermsError, match="neither"):
        load(tmp_path, b"pump,\x81\xff\xff\n")
    with pytest.raises(TermsError, match="can't be read"):
        TermBase.load(tmp_path / "missing.csv")
    assert len(load(tmp_path, "")) == 0


def test_an_external_entity_is_not_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    hostile = f'<?xml version="1.0"?><!DOCTYPE t [<!ENTITY x SYSTEM "{secret.as_uri()}">]><tbx><term>&x;</term></tbx>'
    with pytest.raises(TermsError, match="entities"):
        load(tmp_path, hostile, "a.tbx")


@given(st.lists(st.tuples(st.text(max_size=8), st.text(max_size=8), st.booleans(), st.booleans())), st.text(st.characters(), max_size=80))
def test_hits_are_in_order_and_apart(rows: list[tuple[str, str, bool, bool]], sentence: str) -> None:
    terms = TermBase(Term(s.strip(), t, case, whole) for s, t, case, whole in rows if s.strip())
    at = 0
    for start, end, _ in terms.find(sentence):
        assert at <= start < end <= len(sentence)
        at = end


def test_fifty_thousand_terms(tmp_path: Path) -> None:
    rows = "".join(f"word{i} part{i % 7},词{i},,{'no' if i % 2 else 'yes'}\n" for i in range(50_000))
    terms = load(tmp_path, rows)
    assert len(terms) == 50_000
    assert terms.find("A word49999 part5 here and word12 part5.") == [(2, 17, "词49999"), (27, 39, "词12")]
