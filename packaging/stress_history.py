"""Kill a process that writes the history, again and again, and look whether anything that it said was kept is lost.

Each round starts a writer that names every entry after it was kept, kills it (SIGKILL, TerminateProcess) while it works
on a later one, and opens what is left.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WRITER = """
import sys
from pathlib import Path
from translator_app.history import History
history = History(Path(sys.argv[1]))
for number in range(int(sys.argv[2]), 1_000_000):
    history.add(f"Sentence {number} {'x' * (number * 37 % 5000)}", f"第 {number} 句")
    if number % 7 == 0:
        history.delete([history.add(f"draft {number}", "草稿")])
    print(number, flush=True)
"""


class Lost(Exception):
    """Something that was kept is gone, or the database is damaged."""


def run_round(path: Path, start: int, chance: random.Random) -> int:
    """One kill; gives the first number that the next round may use. Raises Lost."""
    from translator_app.history import History

    command = [sys.executable, "-c", WRITER, str(path), str(start)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as writer:
        assert writer.stdout is not None
        said = -1
        for _ in range(chance.randint(1, 25)):
            said = int(writer.stdout.readline())
        for _ in range(chance.randint(0, 40_000)):  # some moment within the next transactions
            pass
        writer.kill()
        rest = writer.stdout.read().split()
    said = int(rest[-1]) if rest else said
    history = History(path, limit=1_000_000)
    try:
        if history.recovery:
            raise Lost(f"damaged: {history.recovery}")
        kept = [entry for entry in history.search(limit=1_000_000) if entry.source.startswith("Sentence ")]
        numbers = {int(entry.source.split()[1]) for entry in kept}
        if lost := set(range(said + 1)) - numbers:
            raise Lost(f"{len(lost)} entries of {said + 1} are gone")
        if not history.search(f"第 {said} 句"):
            raise Lost("an entry is there but is not found")
    finally:
        history.close()
    return max(numbers) + 1


def main(argv: Sequence[str]) -> int:
    """Run the rounds; 0 when nothing was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    chance = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as folder:
        start = 0
        for number in range(args.rounds):
            try:
                start = run_round(Path(folder) / "history.sqlite", start, chance)
            except Lost as error:
                print(f"round {number + 1}: {error}")
                return 1
    print(f"{args.rounds} kills, {start} entries, nothing lost")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
