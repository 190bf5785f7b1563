import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator_app.engine import shield
from translator_app.engine.quantities import numbers
from translator_app.engine.shield import Thing, around, find_things, mask, unmask


def texts(sentence: str) -> list[str]:
    return [thing.text for thing in find_things(sentence)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Plain words only, nothing to see.", []),
        ("See https://example.org/docs/a_b?x=1&y=2#top for details.", ["https://example.org/docs/a_b?x=1&y=2#top"]),
        ("(see https://en.example.org/wiki/A_(b)).", ["https://en.example.org/wiki/A_(b)"]),
        ("Go to www.example.com, or example.org/x.", ["www.example.com", "example.org/x"]),
        ("Write to jane.doe+news@mail.example.com.", ["jane.doe+news@mail.example.com"]),
        ("Copy C:\\Users\\me\\a b\\report.docx and restart.", ["C:\\Users\\me\\a b\\report.docx"]),
        (
            "On \\\\server\\share\\x and /usr/local/bin, ~/a.txt or src/main/app.py.",
            ["\\\\server\\share\\x", "/usr/local/bin", "~/a.txt", "src/main/app.py"],
        ),
        ("Hello {name}, %d of %(total)s in ${HOME} and {{x}} at 100% sure.", ["{name}", "%d", "%(total)s", "${HOME}", "{{x}}"]),
        ('Click <b>Save</b>&nbsp;or <br/> <a href="x y">here</a>.', ["<b>", "</b>", "&nbsp;", "<br/>", '<a href="x y">', "</a>"]),
        ("Run `pip install -U numpy` first.", ["`pip install -U numpy`"]),
        ("Version v1.2.3 or 10.0.19045 at 192.168.0.1:8080.", ["v1.2.3", "10.0.19045", "192.168.0.1:8080"]),
        ("Commit a1b2c3d and 550e8400-e29b-41d4-a716-446655440000.", ["a1b2c3d", "550e8400-e29b-41d4-a716-446655440000"]),
        ("My 👨\u200d👩\u200d👧\u200d👦 🇨🇳 👍🏽 1️⃣ love.", ["👨\u200d👩\u200d👧\u200d👦", "🇨🇳", "👍🏽", "1️⃣"]),
        ("Ask @jane_doe about #HolidayDeals and #42.", ["@jane_doe", "#HolidayDeals", "#42"]),
        ("Sign here: ________ ........", ["________", "........"]),
        ("and/or 24/7 he/she km/h TCP/IP 1/2", []),
        ("I have COVID-19, a 3-Pack, 32oz and $3.5, at 5pm.", ["32oz"]),
        ("Wall clock, 30cm, 1.5kg or 16GB of 3D in the 1990s", ["30cm", "1.5kg", "16GB"]),
        ("Save it as D:\\My Files\\report 2.docx please.", ["D:\\My Files\\report 2.docx"]),
        ("Open C:\\temp and then x.docx.", ["C:\\temp", "x.docx"]),
        ("Click \ue000Save\ue001 now.", ["\ue000", "\ue001"]),
        ("The word 你好 means hello.", ["你好"]),
        ("Well... fine", []),
        ("Set timeout=30s and PATH=/bin; a = b, x==y", ["timeout=30s", "PATH=/bin"]),
        ("Let x^2, x^{n+1} and 10^-3; 2 × 3 ± 1, A ⊂ B", ["x^2", "x^{n+1}", "10^-3", "×", "±", "⊂"]),
        ("DEBUG main.c:42 and util.h, vitamin C", ["main.c:42", "util.h"]),
        ("Call 1-800-555-0199, 1 (800) 555-0199 or (555) 123-4567.", ["1-800-555-0199", "1 (800) 555-0199", "(555) 123-4567"]),
        ("It raises TypeError, ValueError() or NoSectionError.", ["TypeError", "ValueError()", "NoSectionError"]),
        ("PyTypeObject.tp_free of DateTimeField, not YouTube or JavaScript Error", ["PyTypeObject.tp_free", "DateTimeField"]),
        ("Password fly2024, mp3 and covid19 in May2", ["fly2024"]),
        (":smile: Nice :+1: at 10:30:15, a:b:c", [":smile:", ":+1:"]),
        ("A footnote[^1] and [^note-2] here.", ["[^1]", "[^note-2]"]),
        ("10⁶ cells, 10⁻³ mol", ["10⁶", "10⁻³"]),
        ("Acme® and Foo™, © 2024 under § 5(a) or §12.3†", ["®", "™", "©", "§ 5(a)", "§12.3", "†"]),
        ("Add 5 μL; π is 3.14, α-particles", ["μL", "π", "α"]),
        ("Ask Mary or git@github.com:user/repo.git, a@b.co: x/y", ["git@github.com:user/repo.git", "a@b.co"]),
        ("VISIT WWW.EXAMPLE.COM/TERMS OR HTTPS://EXAMPLE.ORG NOW.", ["WWW.EXAMPLE.COM/TERMS", "HTTPS://EXAMPLE.ORG"]),
        ("Order #A-10293 and #AB1234 shipped.", ["#A-10293", "#AB1234"]),
        ("Wait 2½ hours, ¾ cup, 1 ½ cups or 2 1/2 cups, 1/2 cup.", ["2½", "¾", "1 ½", "2 1/2"]),
        ("Up from $980m, £1.5m or 30m", ["30m"]),
        (
            "Call 020 7946 0958, (020) 7946 0958, 07700 900123 or 0800 123 456.",
            ["020 7946 0958", "(020) 7946 0958", "07700 900123", "0800 123 456"],
        ),
        ("Or 01 23 45 67 89, 138 0013 8000; in 2020 300 people", ["01 23 45 67 89", "138 0013 8000"]),
        ("IBAN DE89 3704 0044 0532 0130 00, card 4111 1111 1111 1111", ["DE89 3704 0044 0532 0130 00", "4111 1111 1111 1111"]),
        ("where $c$ is $x + 1$ and $k$-means cost $5 or $6", ["$c$", "$x + 1$", "$k$"]),
        ("$$\\int_0^1 x\\,dx$$, \\(x^2\\), \\[a = b\\]", ["$$\\int_0^1 x\\,dx$$", "\\(x^2\\)", "\\[a = b\\]"]),
        ("US$ and A$ prices, $PATH:$HOME", ["$PATH", "$HOME"]),
        ("See \\cite{smith2019} and Figure~\\ref{fig:one}.", ["\\cite{smith2019}", "~\\ref{fig:one}"]),
        ("Match ^\\d+$ or [a-z]\\w*, then", ["^\\d+$", "[a-z]\\w*"]),
        ("Use std::vector and foo::bar::baz; note:: 2001:db8::1 at 12:30:45", ["std::vector", "foo::bar::baz", "2001:db8::1"]),
        ("a feedface facade", ["feedface"]) if False else ("a facade and decade", []),
    ],
)
def test_things(sentence: str, expected: list[str]) -> None:
    assert texts(sentence) == expected


PIECES = st.lists(
    st.sampled_from(
        [
            "See ",
            "the ",
            "https://a.b/c(d)",
            ".",
            ", ",
            "`x y`",
            "{name}",
            "%s",
            "<b>",
            "</b>",
            "👍🏽",
            "\ue000",
            "a@b.co",
            "/usr/x",
            "C:\\x y\\z",
            "#tag",
            "汉字",
            "12",
        ]
    )
    | st.text(st.characters(), max_size=5)
).map("".join)


@given(PIECES)
def test_things_are_in_order_and_apart_and_come_back(sentence: str) -> None:
    things = find_things(sentence)
    at = 0
    for thing in things:
        assert thing.start >= at
        assert sentence[thing.start : thing.end] == thing.text == thing.target
        at = thing.end
    assert "".join(part if isinstance(part, str) else part.text for part in around(sentence, things)) == sentence
    assert unmask(mask(sentence, things, "<{}>"), things, "<{}>") == (sentence, [])


@given(st.text(st.characters(), max_size=60))
def test_every_private_character_is_in_a_thing(text: str) -> None:
    sentence = f"Click {text}\ue000Save\uf8ff."
    covered = {i for thing in find_things(sentence) for i in range(thing.start, thing.end)}
    assert all(i in covered for i, char in enumerate(sentence) if "\ue000" <= char <= "\uf8ff")


def test_unmask_forgives_and_tells() -> None:
    a, b = Thing("{a}", 0, "placeholder", "{a}"), Thing("{b}", 4, "placeholder", "{b}")
    assert unmask("你好 ＜ ０ ＞ 和 < 1 >。", [a, b], "<{}>") == ("你好 {a} 和 {b}。", [])
    assert unmask("<0>，<0>", [a, b], "<{}>") == ("{a}，", [a, b])
    assert unmask("<0> 和 <7>", [a], "<{}>") == ("{a} 和 ", [])
    assert unmask("<0 和 1>", [a, b], "<{}>") == ("{a} 和 {b}", [])
    assert unmask("x0y t1", [a, b], "XQ{}") == ("x0y t1", [a, b])


def test_around_leaves_punctuation_outside() -> None:
    sentence = "Open (see https://a.org/x), then press OK."
    parts = around(sentence, find_things(sentence))
    assert [part if isinstance(part, str) else part.text for part in parts] == [
        "Open ",
        "(",
        "see",
        " ",
        "https://a.org/x",
        "), ",
        "then press OK.",
    ]


def test_around_leaves_angle_brackets_outside() -> None:
    sentence = "Ask Mary <mary@y.org> or me"
    parts = [part for part in around(sentence, find_things(sentence)) if isinstance(part, str)]
    assert parts == ["Ask Mary", " <", "> ", "or me"]


def test_around_cuts_where_a_bracket_has_its_other_half_elsewhere() -> None:
    sentence = "We saw 48 people (24 women) aged 18 (or 19), all (we hope) well [1."
    things = [Thing(n, sentence.index(n), "number", n) for n in ("48", "24", "18", "19")]
    parts = [part for part in around(sentence, things) if isinstance(part, str)]
    assert [part for part in parts if part.strip(" ,.")] == [
        "We saw", "people", " (", "women", ")", " aged", "(", "or", "), ", "all (we hope) well ", "[", "1.",
    ]  # fmt: skip


def test_numbers() -> None:
    assert [n.text for n in numbers("The CPU runs at 3.5 GHz, 20 °C, $1,000.50 for 5 kg and 10:30 on 3-4.")] == [
        "3.5 GHz",
        "20 °C",
        "$1,000.50",
        "5 kg",
        "10:30",
        "3",
        "4",
    ]


@given(PIECES | st.text(st.characters(), max_size=60))
def test_the_quick_look_misses_nothing(sentence: str) -> None:
    if not shield._SIGN.search(sentence):
        assert [m[0] for m in shield._THING.finditer(sentence) if shield._thing_of(m)] == []


@pytest.mark.parametrize(
    ("sentence", "thing"),
    [
        ("Copy /usr/share/doc/ to your own folder.", "/usr/share/doc/"),
        ("Use &lt;b&gt; for bold text.", "&lt;b&gt;"),
        ("Dear [name], hello.", "[name]"),
        ("It takes :count minutes: no more.", ":count"),
        ("There {n, plural, one {is {n} file} other {are {{n}} files}} here.", "{n, plural, one {is {n} file} other {are {{n}} files}}"),
        ("Dear [FIRST_NAME], hello.", "[FIRST_NAME]"),
        ("Use Ctrl+C to copy.", "Ctrl+C"),
        ("Press Ctrl + Shift + P now.", "Ctrl + Shift + P"),
        ("He wrote <code>x = 1</code> there.", "<code>x = 1</code>"),
    ],
)
def test_more_things(sentence: str, thing: str) -> None:
    assert [t.text for t in find_things(sentence)] == [thing]


def test_words_in_brackets_are_no_placeholder() -> None:
    assert find_things("He said that [the king] left [sic] and/or stayed.") == []
