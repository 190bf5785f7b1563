from tests.engine.fuzz_translator import check, fuzzed_translator, strings
from translator_app.packs import Pack


def test_no_text_breaks_the_translator(tiny_pack: Pack) -> None:
    translator = fuzzed_translator(tiny_pack)
    for text in strings(2000, seed=7):
        check(text, translator.translate(text))
    translator.close()
