"""`translator-app lookup`: an English word or short phrase in the dictionary."""

import argparse
import json
import sys
from dataclasses import asdict

from translator_app.commands import whole_number
from translator_app.errors import DictionaryError


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser("lookup", help="look an English word up in the dictionary (CC-CEDICT)")
    parser.set_defaults(run=run)
    parser.add_argument("word", metavar="WORD", nargs="+", help="a word or short phrase")
    parser.add_argument("--limit", type=whole_number(1), default=10, metavar="N", help="so many entries at most (10)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Print the entries, best first; 1 when there is none."""
    from translator_app.engine.dictionary import default_dictionary

    dictionary = default_dictionary()
    if dictionary is None:
        raise DictionaryError("The dictionary (assets/dictionary/en-zh.sqlite) is missing. Install the app again.")
    word = " ".join(args.word)
    senses = dictionary.lookup(word, args.limit)
    dictionary.close()
    if args.json:
        print(json.dumps({"word": word, "senses": [asdict(sense) for sense in senses]}, ensure_ascii=False, indent=2))
    else:
        for sense in senses:
            other = f" ({sense.traditional})" if sense.traditional != sense.simplified else ""
            print(f"{sense.simplified}{other}  {sense.pinyin}  {sense.gloss}")
        if not senses:
            print(f"The dictionary has no entry for “{word}”.", file=sys.stderr)
    return 0 if senses else 1
