"""Kill a process that writes the history, and look whether anything that it said was kept is lost. Used by faults.py.

A round starts a writer that names every entry after it was kept, kills it (SIGKILL, TerminateProcess) while it works
on a later one, and opens what is left.
"""

import random
import subprocess
import sys
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
