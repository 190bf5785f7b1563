"""Runs a job again and again and kills it at random moments; used by test_kill.py and by hand:

python -m tests.documents.kill_job --rounds 200
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

FILES = 12
ROOT = Path(__file__).resolve().parents[2]
_CHILD = "--child"


def content(number: int) -> str:
    """Text of one source file; no two are alike."""
    return "".join(f"File {number}, line {line}: a sentence that is long enough to make some batches.\n" for line in range(400))


def make_sources(folder: Path) -> None:
    """Write the source files."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(FILES):
        (folder / f"f{number}.txt").write_text(content(number))


def child(home: Path) -> int:
    """One run of the job as the command line does it, with a translator that makes capitals."""
    os.environ["TRANSLATOR_APP_HOME"] = str(home / "home")
    from tests.documents.fakes import FakeTranslator
    from translator_app.commands.files import run_files
    from translator_app.documents import DocumentOptions

    return run_files([home / "in"], FakeTranslator(str.upper), DocumentOptions(), output=home / "out", engine="fake")


def start(home: Path) -> "subprocess.Popen[bytes]":
    """The job in a process of its own; a line on stderr tells of each finished file."""
    return subprocess.Popen([sys.executable, "-m", "tests.documents.kill_job", _CHILD, str(home)], cwd=ROOT, stderr=subprocess.PIPE)


def check(home: Path) -> int:
    """Number of finished outputs; every output is whole and every source is what it was."""
    for number in range(FILES):
        assert (home / "in" / f"f{number}.txt").read_text() == content(number), "a source was changed"
    outputs = sorted((home / "out").glob("*.zh.txt"))
    for path in outputs:
        number = int(path.name[1:].split(".")[0])
        assert path.read_text() == content(number).upper(), f"{path.name} is not whole"
    assert len(list((home / "out").glob("*.part"))) <= 1, "more than one unfinished file"
    return len(outputs)


def kill_once(home: Path, chance: random.Random) -> tuple[int, int]:
    """Start the job in an empty output folder, kill it after a random number of finished files, check, finish, check again."""
    process = start(home)
    assert process.stderr is not None
    for _ in range(chance.randrange(FILES)):
        if not process.stderr.readline():
            break
    for _ in range(chance.randrange(20_000)):  # a moment inside the next file
        pass
    process.kill()
    process.wait()
    process.stderr.close()
    done = check(home)
    again = start(home)
    _, log = again.communicate(timeout=120)
    assert again.returncode == 0, log.decode()
    skipped = log.decode().count("finished earlier")
    assert skipped == done, f"{done} files were finished, {skipped} were skipped"
    assert check(home) == FILES
    assert not list((home / "out").glob("*.part"))
    return done, skipped


def rounds(home: Path, count: int, seed: int) -> list[int]:
    """Finished files at the time of each kill."""
    chance = random.Random(seed)
    found = []
    make_sources(home / "in")
    for _ in range(count):
        for path in (home / "out").glob("*"):
            path.unlink()
        found.append(kill_once(home, chance)[0])
    return found


def main() -> int:
    """Rounds by hand."""
    if sys.argv[1:2] == [_CHILD]:
        return child(Path(sys.argv[2]))
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with tempfile.TemporaryDirectory() as folder:
        found = rounds(Path(folder), args.rounds, args.seed)
    sys.stdout.write(f"{len(found)} kills, finished files at the time of the kill: {sorted(set(found))}; nothing lost or half-written\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
