import pytest

from translator_app.engine.abbreviations import spelled_out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("From Mon., Aug. 4 to Fri., Aug. 15.", "From Monday, August 4 to Friday, August 15."),
        ("Mon, 06 Jan 2025 10:00:00 GMT", "Monday, 06 January 2025 10:00:00 GMT"),
        ("Tue Nov 5 09:12:44 2024, Sat 10:30 am", "Tuesday November 5 09:12:44 2024, Saturday 10:30 am"),
        ("Open Mon-Fri, Oct.–Dec.", "Open Monday to Friday, October to December."),
        ("The meeting is on Wed.", "The meeting is on Wednesday."),
        ("We met on Fri. and left next Sun.", "We met on Friday and left next Sunday."),
        ("due by 31 Jan. 2025, on the 5th of Sept, Dec. 25th", "due by 31 January 2025, on the 5th of September, December 25th"),
        ("since Sept. we", "since September we"),
        ("See Fig. 3, Eq. (2), Vol. II and pp.3-5, no. 7.", "See Figure 3, Equation (2), Volume II and pages 3-5, number 7."),
        ("No.: 12345, Tel.: +44 20 79, tel 555-1234, Tel: 5", "Number: 12345, Phone: +44 20 79, phone 555-1234, Phone: 5"),
        ("The '90s and ’60's, not born in '85", "The 1990s and 1960s, not born in 1985"),
        (
            "Gov. Lee met Lt. Col. Hu and Prof. J. Wu on Mt. Fuji.",
            "Governor Lee met Lieutenant Colonel Hu and Professor J. Wu on Mount Fuji.",
        ),
        ("as in fig. 3 of ch. 2", "as in Figure 3 of chapter 2"),
        ("approx. 2 hrs, incl. 1 min. of rest", "approximately 2 hours, including 1 minute of rest"),
        ("1.5 tbsp. of oil and 1 tsp", "1.5 tablespoons of oil and 1 teaspoon"),
        ("Add min. 5 kg and max. 10 kg.", "Add at least 5 kg and at most 10 kg."),
        ("Pls reply ASAP, w/o delay. Thx!", "Please reply as soon as possible, without delay. Thanks!"),
        ("MON-FRI, ASAP", "MONDAY TO FRIDAY, AS SOON AS POSSIBLE"),
        ("Bake 15 mins. Cool for 1 hr before you cut.", "Bake 15 minutes. Cool for 1 hour before you cut."),
    ],
)
def test_abbreviations_are_written_out(text: str, expected: str) -> None:
    assert spelled_out(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Plain words only.",
        "Jan and Mar met; the sun is on Sun servers.",
        "He took the SAT. No. I won't.",
        "05-Jan-2024, Waltz No.3, 5mins, 41 SEC members, Mon-tage, Jan's on 5 Mar's",
        "Run `date Jan 5` or open https://a.org/?x=Jan 5.",
        "The fig. was ripe. It is the max.",
        "and/or w/x, b/ca",
        "Yes or no: choose 5. He told in the 70's; the telly, '05, Yes or no? No!",
        "",
    ],
)
def test_what_may_be_something_else_stays(text: str) -> None:
    assert spelled_out(text) == text
