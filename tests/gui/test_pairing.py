from hypothesis import given
from hypothesis import strategies as st

from translator_app.engine.checks import Warning
from translator_app.engine.translator import SegmentResult
from translator_app.gui.pairing import Pairs, units
from translator_app.gui.panes import _common


def piece(source: str, target: str, *, warnings: tuple[Warning, ...] = ()) -> SegmentResult:
    return SegmentResult(source, target, 0, 0, bool(source.strip()), warnings=warnings)


def test_positions_count_an_emoji_as_two() -> None:
    pairs = Pairs([piece("😀 Hi. ", "😀你好。"), piece("Bye.", "再见。")])
    assert pairs.source_range(0) == (0, 6)
    assert pairs.source_range(1) == (7, 11)
    assert pairs.target_range(1) == (5, 8)
    assert pairs.at_source(6) == 0
    assert pairs.at_source(7) == 1
    assert pairs.at_source(11) == 1
    assert pairs.at_target(5) == 1
    assert pairs.at_source(12) is None
    assert pairs.at_source(-1) is None


def test_white_space_belongs_to_no_sentence() -> None:
    pairs = Pairs([piece("A.", "甲。"), piece("\n\n", "\n\n"), piece("B.", "乙。")])
    assert pairs.at_source(2) is None
    assert pairs.at_source(4) == 2


def test_replacing_a_target_shifts_what_follows_and_keeps_white_space() -> None:
    doubt = (Warning("number", "5"),)
    pairs = Pairs([piece("A. ", "甲。 ", warnings=doubt), piece("B.", "乙。")])
    assert pairs.doubtful() == [0]
    pairs.replace_target(0, "一二三四。")
    assert pairs.target == "一二三四。 乙。"
    assert pairs.target_range(1) == (6, 8)
    assert pairs.doubtful() == []
    assert pairs.coverage() == (2, 2)


@given(st.lists(st.tuples(st.text(), st.text()), max_size=12))
def test_ranges_lie_in_the_texts(texts: list[tuple[str, str]]) -> None:
    pairs = Pairs(piece(source, target) for source, target in texts)
    whole = "".join(source for source, _target in texts)
    for index, (source, _target) in enumerate(texts):
        start, end = pairs.source_range(index)
        assert whole.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le", "surrogatepass") == source.strip()
    assert pairs.at_source(units(whole) + 1) is None


@given(st.text(alphabet="ab"), st.text(alphabet="ab"))
def test_common_beginning(a: str, b: str) -> None:
    n = _common(a, b)
    assert a[:n] == b[:n]
    assert n == min(len(a), len(b)) or a[n] != b[n]
