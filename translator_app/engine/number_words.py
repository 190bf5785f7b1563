"""The words of English that are numbers, or that may show up as one in a translation."""

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth".split()
_MONTHS = "january february march april may june july august september october november december".split()

CARDINALS = {word: float(i) for i, word in enumerate(_UNITS)} | {word: 20.0 + 10 * i for i, word in enumerate(_TENS)}
ORDINALS = (
    {word: 3.0 + i for i, word in enumerate(_ORDINALS)}
    | {f"{word}th": 16.0 + i for i, word in enumerate(_UNITS[16:])}
    | {f"{word[:-1]}ieth": 20.0 + 10 * i for i, word in enumerate(_TENS)}
    | {"first": 1.0, "second": 2.0, "hundredth": 100.0, "thousandth": 1000.0}
)
SCALES = {
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "lakh": 1e5, "crore": 1e7, "dozen": 12.0,
    "grand": 1e3, "k": 1e3, "m": 1e6, "mn": 1e6, "bn": 1e9, "b": 1e9, "tn": 1e12,
}  # fmt: skip
SCALES_APART: dict[str, tuple[float, ...]] = {"dozen": (12.0,), "grand": ()}  # two dozen may be 两打, two grand pianos are 两架钢琴
LETTER_SCALES = frozenset(("k", "m", "mn", "bn", "b", "tn"))
MONTHS = {word: 1.0 + i for i, word in enumerate(_MONTHS)} | {
    "jan": 1.0, "feb": 2.0, "mar": 3.0, "apr": 4.0, "jun": 6.0, "jul": 7.0,
    "aug": 8.0, "sep": 9.0, "sept": 9.0, "oct": 10.0, "nov": 11.0, "dec": 12.0,
}  # fmt: skip
DOUBTFUL_MONTHS = frozenset(("march", "mar", "may", "jan", "dec", "august", "april", "june", "jun"))  # also verbs, names, adjectives

# Words that may show up as a number on the other side but need not: a decade is 十年, twice is 两次 or 再次.
HINTS: dict[str, tuple[float, ...]] = {
    "a": (1,), "an": (1,), "once": (1,), "single": (1,), "sole": (1,), "alone": (1,), "only": (1,), "first": (1,), "firstly": (1,),
    "both": (2,), "twice": (2,), "double": (2,), "doubled": (2,), "doubling": (2,), "doubles": (2,), "pair": (2,), "pairs": (2,),
    "couple": (2,), "couples": (2,), "twin": (2,), "twins": (2,), "second": (2,), "secondly": (2,), "duo": (2,), "dual": (2,),
    "bi": (2,), "either": (2,), "neither": (2,), "twofold": (2,), "secondary": (2,), "duet": (2,), "two": (2,), "twos": (2,),
    "thrice": (3,), "triple": (3,), "tripled": (3,), "triples": (3,), "tripling": (3,), "treble": (3,), "trebled": (3,),
    "quadrupled": (4,), "quadrupling": (4,),
    "quintuple": (5,), "quintupled": (5,), "hex": (16,), "hexadecimal": (16,), "octal": (8,), "decimal": (10,), "binary": (2,),
    "trio": (3,), "triangle": (3,), "tri": (3,), "triplets": (3,), "threes": (3,),
    "trilogy": (3,), "threefold": (3,), "tripod": (3,), "sandwich": (3,), "tricycle": (3,), "thirdly": (3,), "junior": (3,), "senior": (3,),
    "quadruple": (4,), "quartet": (4,), "square": (4,), "around": (4,), "everywhere": (4,), "season": (4,), "seasons": (4,), "limbs": (4,),
    "fours": (4,), "fourfold": (4,), "quad": (4,), "quadrangle": (4,), "fortnight": (2, 14), "fortnights": (2, 14),
    "quintet": (5,), "star": (5,), "pentagon": (5,), "fives": (5,), "hexagon": (6,), "week": (7,), "weeks": (7,), "octagon": (8,),
    "half": (0.5, 30, 6), "halves": (0.5,), "quarter": (0.25, 15, 45, 3, 4, 1), "quarters": (0.25, 0.75, 15, 3, 4), "mid": (0.5,),
    "halfway": (0.5,), "semi": (0.5,), "midnight": (12, 0), "noon": (12,), "midday": (12,), "month": (30,), "semester": (0.5,),
    "decade": (10,), "decades": (10,), "decennial": (10,), "tens": (10,), "score": (20,), "scores": (20,), "dozens": (12, 10),
    "dozen": (12,), "teens": (10,), "teen": (10,), "teenager": (10,), "teenagers": (10,), "teenage": (10,), "christmas": (12, 25),
    "century": (100,), "centuries": (100,), "hundreds": (100, 1000), "centennial": (100,), "centenary": (100,), "percent": (100,),
    "thousands": (1e3, 1e4), "millennium": (1e3,), "millennia": (1e3,), "kilo": (1e3,), "myriad": (1e4,), "myriads": (1e4,),
    "millions": (1e6, 1e7, 1e4), "billions": (1e9, 1e10, 1e8), "trillions": (1e12,), "million": (1e6,), "hundred": (100,),
    "thousand": (1e3,),
    "billion": (1e9,), "trillion": (1e12,), "millionaire": (1e6,), "millionaires": (1e6,), "billionaire": (1e9,), "billionaires": (1e9,),
    "completely": (100,), "absolutely": (100,), "totally": (100,), "complete": (100,), "complicated": (5,),
    "ones": (1,), "hundredfold": (100,), "tenfold": (10,), "noonday": (12,), "seniors": (4, 3), "freshman": (1,), "freshmen": (1,),
    "sophomore": (2,), "all": (1, 0.5), "every": (1,), "each": (1,), "some": (1,), "another": (1,), "tithe": (0.1, 10, 1), "zeroth": (0,),
}  # fmt: skip
FACTORS = frozenset((0.5, 0.25, 0.75, 10, 12, 20, 100, 1e3, 1e4, 1e6, 1e8, 1e9, 1e12))
CLOCK = frozenset(("pm", "p", "clock", "evening", "afternoon", "night", "tonight", "at"))
DASHES = frozenset("-/\u2013\u2014")
# how many make the next larger unit: 90 minutes may be 一个半小时
PARTS = dict.fromkeys(("minute", "minutes", "min", "mins", "second", "seconds"), 60.0) | dict.fromkeys(("month", "months"), 12.0)
DECADES = {f"{word[:-1]}ies": 20.0 + 10 * i for i, word in enumerate(_TENS)}
ROMAN = {
    word: float(i)
    for i, word in enumerate("II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI XXII XXIII XXIV".split(), 2)
}
