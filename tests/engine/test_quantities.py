"""Numbers, dates and times, and how Chinese writes them."""

import pytest

from translator_app.engine.numerals import differences
from translator_app.engine.quantities import numbers


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Sold in Jan. 2020 for $3.5 million.", ["2020年1月", "$350万"]),
        ("Born on Nov. 3, 1955.", ["1955年11月3日"]),
        ("On 3 May 1980 and the 4th of July 1999", ["1980年5月3日", "1999年7月4日"]),
        ("The vote on Aug. 4 was late.", ["8月4日"]),
        ("May 5–7, 5-7 June, Jan. 3rd - 4th, 2025", ["5月5日至7日", "6月5日至7日", "2025年1月3日至4日"]),
        ("May 5-7%, May 5-10:30", ["5", "7%", "5", "10:30"]),
        ("May 5 people came", ["5月5日"]),
        ("You may go in 5 days", ["5"]),
        ("March 10% down", ["10%"]),
        ("At 5 p.m. or 10:30 am, 12 pm", ["下午5点", "上午10:30", "中午12点"]),
        ("the 19th century, the 2nd, the 1990s", ["19世纪", "第2", "1990年代"]),
        ("No. 7, Fig. 3 on p. 12", ["7号", "图3", "第12页"]),
        ("Number 2024-0117, figure 3 on pages 12-14, Number 5 million", ["2024-0117号", "图3", "第12-14页", "500万"]),
        ("8x10 inch, 120 x 60 cm", ["8x10", "120 x 60 cm"]),
        ("3-Pack, 10-13, COVID-19", ["3", "10", "13", "COVID-19"]),
        ("Twenty-five people, thirty days, three dogs, one cat", ["25", "30", "三"]),
        ("two hundred and six bones, five thousand, ten million", ["206", "5000", "1000万"]),
        ("someone often tenth", []),
        ("$1.2bn, up from £980m, 3bn people, 980m away", ["$12亿", "£9.8亿", "30亿", "980m"]),
        ("$2-3 million, 5 to 10 thousand", ["$200万至300万", "5000至1万"]),
        ("between 5 and 10 million, two to three billion", ["500万至1000万", "20亿至30亿"]),
        ("one hundred twenty-three thousand, twenty-five million", ["12.3万", "2500万"]),
        ("Page 1 of 10, 3 out of 5 stars, 2 of 3.5", ["1/10", "3/5", "2", "3.5"]),
        ("10 million to 15 million", ["1000万", "1500万"]),
        ("at 8 o'clock, after ten o’clock", ["8点", "10点"]),
        ("12/25 1:2 3.5e7 .5", ["12/25", "1:2", "3.5e7", ".5"]),
    ],
)
def test_numbers(sentence: str, expected: list[str]) -> None:
    found = numbers(sentence)
    assert [thing.target for thing in found] == expected
    assert all(sentence[thing.start : thing.end] == thing.text for thing in found)


@pytest.mark.parametrize(
    "sentence",
    ["Nov. 3, 1955", "3 May 1980", "5 p.m.", "2nd", "19th century", "1990s", "twenty-five", "ten million", "$1.2bn", "$2-3 million"],
)
def test_their_values_are_those_of_the_source(sentence: str) -> None:
    assert differences(f"It was {sentence} then.", f"那时是{numbers(sentence)[0].target}。") == ([], [])
