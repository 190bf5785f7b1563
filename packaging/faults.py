#!/usr/bin/env python3
"""Kill the program (kill -9) at random moments, again and again, and look whether anything was lost or left half-written.

    python packaging/faults.py [settings] [packs] [files] [history] [--rounds 200] [--pack FOLDER]

settings: a process saves them without end. What it said was saved is there, and no damage is reported.
packs: a process imports two versions of a pack in turn. One of them is there and whole, and so is the one to roll back to.
files: a translation of twelve files is cut off. Sources are untouched, outputs are whole or not there, a second run goes on.
history: a process writes entries. What it said was kept is found, and the database is sound.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import stress_history
from rollback_drill import rewrite_manifest

if TYPE_CHECKING:
    from translator_app.packs import Installed, Pack

ROOT = Path(__file__).resolve().parents[1]

SAVE_SETTINGS = """
import sys
from pathlib import Path
from translator_app import settings
path = Path(sys.argv[1])
for number in range(int(sys.argv[2]), 1_000_000):
    settings.save(settings.Settings(font_size=8 + number % 33, terms_file="x" * (number % 5000), unknown={"count": number}), path)
    print(number, flush=True)
"""
IMPORT_PACKS = """
import sys
from pathlib import Path
from translator_app.pack_store import import_pack
while True:
    for folder in sys.argv[1:]:
        print(import_pack(Path(folder)).manifest.name, flush=True)
"""


class Lost(Exception):
    """Something that was there is gone or damaged."""


def killed(code: str, arguments: Sequence[str], chance: random.Random, lines: int, spin: int) -> list[str]:
    """Start a program, let it say up to `lines` lines, kill it a random moment later; all that it said."""
    with subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(chance.randint(1, lines))]
        for _ in range(chance.randint(0, spin)):  # some moment within what it does next
            pass
        process.kill()
        said += process.stdout.read().splitlines()
    if not said[0]:
        raise Lost("the program ended before it said anything")
    return [line.strip() for line in said]


def settings_rounds(work: Path, rounds: int, chance: random.Random) -> str:
    """Kill a process that saves settings. Raises Lost."""
    from translator_app import settings

    path = work / "settings.json"
    number = 0
    for _ in range(rounds):
        said = killed(SAVE_SETTINGS, [str(path), str(number)], chance, 20, 40_000)
        found, problems = settings.load(path)
        if problems:
            raise Lost(f"settings: {problems[0]}")
        kept = int(found.unknown["count"])
        if kept < int(said[-1]) or found.font_size != 8 + kept % 33 or len(found.terms_file) != kept % 5000:
            raise Lost(f"settings: {kept} is there, {said[-1]} was saved")
        number = kept + 1
    return f"{number} saves"


def packs_rounds(work: Path, rounds: int, chance: random.Random, pack_folder: Path) -> str:
    """Kill a process that imports two versions of a pack in turn. Raises Lost."""
    from translator_app import pack_store, packs

    versions = [work / "first", work / "second"]
    for folder in versions:
        shutil.copytree(pack_folder, folder, copy_function=shutil.copyfile)
        rewrite_manifest(folder, folder.name)
    pack_id = packs.load_pack(versions[0]).pack_id
    before = os.environ.get("TRANSLATOR_APP_HOME")
    os.environ["TRANSLATOR_APP_HOME"] = str(work / "home")
    imports = 0
    try:
        for _ in range(rounds):
            said = killed(IMPORT_PACKS, [str(folder) for folder in versions], chance, 4, 200_000)
            packs.verify(_only_pack(pack_id, packs.scan()))
            if len(said) > 1:  # both versions came in
                packs.verify(pack_store.rollback())
            imports += len(said)
        pack_store.import_pack(versions[0])
    finally:
        os.environ.pop("TRANSLATOR_APP_HOME")
        if before is not None:
            os.environ["TRANSLATOR_APP_HOME"] = before
    return f"{imports} imports"


def _only_pack(pack_id: str, entries: "Sequence[Installed]") -> "Pack":
    users = [entry for entry in entries if not entry.bundled]
    if [entry.pack_id for entry in users] != [pack_id] or users[0].pack is None:
        raise Lost(f"packs: {[(entry.pack_id, str(entry.problem)) for entry in users]}")
    return users[0].pack


def files_rounds(work: Path, rounds: int, chance: random.Random) -> str:
    """Kill a translation of files; see tests/documents/kill_job.py. Raises AssertionError."""
    from tests.documents import kill_job

    return f"{sum(kill_job.rounds(work, rounds, chance.randrange(1000)))} finished files were kept"


def history_rounds(work: Path, rounds: int, chance: random.Random) -> str:
    """Kill a process that writes the history; see stress_history.py. Raises its Lost."""
    number = 0
    for _ in range(rounds):
        number = stress_history.run_round(work / "history.sqlite", number, chance)
    return f"{number} entries"


def main(argv: Sequence[str]) -> int:
    """Exit code 0 when nothing was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help="settings, packs, files, history (default: all)")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pack", type=Path, metavar="FOLDER", help="a language pack to import (default: the installed one)")
    args = parser.parse_args(argv)
    topics: dict[str, Callable[[Path, int, random.Random], str]] = {
        "settings": settings_rounds,
        "packs": lambda work, rounds, chance: packs_rounds(work, rounds, chance, args.pack or _installed_pack()),
        "files": files_rounds,
        "history": history_rounds,
    }
    if unknown := set(args.topics) - topics.keys():
        parser.error(f"no such topic: {', '.join(sorted(unknown))}")
    for topic in args.topics or topics:
        with tempfile.TemporaryDirectory() as folder:
            try:
                seen = topics[topic](Path(folder), args.rounds, random.Random(args.seed))
            except (Lost, stress_history.Lost, AssertionError, ValueError) as error:
                print(f"{topic}: {error}")
                return 1
        print(f"{topic}: {args.rounds} kills, {seen}, nothing lost or half-written", flush=True)
    return 0


def _installed_pack() -> Path:
    from translator_app.packs import find_pack

    return find_pack().folder


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
