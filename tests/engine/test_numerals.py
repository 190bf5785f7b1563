import pytest

from translator_app.engine.numerals import differences


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Dr. Smith paid $3.5 million in Jan. 2020.", "史密斯博士2020年1月支付了350万美元。"),
        ("It happened in January.", "事情发生在一月。"),
        ("three", "3"),
        ("three", "三"),
        ("1,000 units", "1000件"),
        ("1,000 units", "一千件"),
        ("two hundred and six bones", "206块骨头"),
        ("nineteen eighty-four", "一九八四"),
        ("nineteen eighty-four", "1984年"),
        ("a dozen eggs", "十二个鸡蛋"),
        ("a dozen eggs", "一打鸡蛋"),
        ("half a million people", "50万人"),
        ("in the 1990s", "20世纪90年代"),
        ("in the 1990s", "上世纪九十年代"),
        ("50% of it", "百分之五十"),
        ("50% of it", "一半"),
        ("20% off", "八折"),
        ("1/2 cup", "二分之一杯"),
        ("1/2 cup", "半杯"),
        ("on 3/4/2021", "2021年3月4日"),
        ("Meet at 3pm.", "下午3点见。"),
        ("Meet at 3pm.", "15点见。"),
        ("at 10:30", "十点半"),
        ("at 10:15", "十点一刻"),
        ("a quarter to six", "五点四十五分"),
        ("the twenty-first", "第二十一"),
        ("two-thirds", "三分之二"),
        ("120 million", "1亿2000万"),
        ("3.5 million", "三百五十万"),
        ("20.5 million", "两千零五十万"),
        ("350 people", "三百五"),
        ("20-30 people", "二三十人"),
        ("17 or 18", "十七八岁"),
        ("10k", "1万"),
        ("$5M", "500万美元"),
        ("hundreds of thousands", "数十万"),
        ("World War II", "第二次世界大战"),
        ("Pope John XXIII", "教皇约翰二十三世"),
        ("two", "两"),
        ("once again", "再一次"),
        ("No one came.", "没有一个人来。"),
        ("the 1st of May", "五月一日"),
        ("1 in 5", "五分之一"),
        ("2010-12", "2010—2012年"),
        ("They came from everywhere.", "他们从四面八方赶来。"),
        ("Be sure to come.", "千万别忘了来。"),
        ("See you on Wednesday.", "星期三见。"),
        ("three and a half hours", "三个半小时"),
        ("eleven thousand", "1.1万"),
        ("-5 degrees", "零下5度"),
        ("a three-year-old", "三岁的孩子"),
        ("at 8:30", "八点三十分"),
        ("about two dozen biscuits", "二十来块饼干"),
        ("Prices have trebled.", "价格涨至三倍。"),
        ("a hex string", "十六进制字符串"),
        ("four decades of work", "40年的工作"),
    ],
)
def test_same_values_in_other_words(source: str, target: str) -> None:
    assert differences(source, target) == ([], [])


@pytest.mark.parametrize(
    ("source", "target", "missing", "new"),
    [
        ("He has 7 cats.", "他有8只猫。", ["7"], ["8"]),
        ("He has seven cats.", "他有八只猫。", ["seven"], ["八"]),
        ("born in 1998", "出生于1989年", ["1998"], ["1989"]),
        ("3.5 million", "35万", ["3.5 million"], ["35万"]),
        ("It costs 1,500 yuan.", "价格是1.500元。", ["1,500"], ["1.500"]),
        ("Call me in May 2021.", "请在2021年给我打电话。", ["May"], []),
        ("An apple.", "300个苹果。", [], ["300"]),
        ("the MP3 player", "那台MP4播放器", [], ["4"]),
        ("12 of 15 came", "12人来了", ["15"], []),
    ],
)
def test_changed_values_are_named(source: str, target: str, missing: list[str], new: list[str]) -> None:
    assert differences(source, target) == (missing, new)


def test_text_whose_lower_case_is_longer_does_not_shift_offsets() -> None:
    assert differences("İİİ 25 İ", "25") == ([], [])
