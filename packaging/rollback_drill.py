#!/usr/bin/env python3
"""Rollback drill: a language pack that is whole but translates badly gets in, is noticed, and goes again by one command.

    python packaging/rollback_drill.py [--pack FOLDER]

The bad version is the good one with the pages of its weights in another order and a manifest that fits: every hash is right,
so only the self-test can tell. All in an empty home of its own, by the commands a user has. Prints what each step took.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from translator_app.manifest import MANIFEST, Manifest  # noqa: E402 - the checkout's own, wherever this is called from
from translator_app.onnx_header import read_header  # noqa: E402
from translator_app.packs import Pack, describe_file, find_pack, load_pack  # noqa: E402

PAGE_BYTES = 4096
SENTENCES = ("The weather is nice today.", "Where is the station?", "I like to read books in the evening.")


class DrillError(Exception):
    """A step did not go as it must."""


def rewrite_manifest(folder: Path, name: str) -> Pack:
    """Write the manifest of a changed copy of a pack anew: every size and hash is right, and it has another name."""
    manifest = Manifest.from_json((folder / MANIFEST).read_text(encoding="utf-8"))
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST)
    files = tuple(describe_file(folder, name) for name in names)
    (folder / MANIFEST).write_text(replace(manifest, name=name, files=files).to_json(), encoding="utf-8", newline="\n")
    return load_pack(folder)


def spoil(good: Pack, bad: Path, seed: int = 1) -> Pack:
    """A copy of a pack whose weights were shuffled page by page; its hashes are right."""
    shutil.copytree(good.folder, bad, copy_function=shutil.copyfile)
    external = {name for graph in good.manifest.graphs.values() for name in read_header(bad / graph).external}
    weights = max((bad / name for name in external), key=lambda path: path.stat().st_size)
    data = weights.read_bytes()
    pages = [data[at : at + PAGE_BYTES] for at in range(0, len(data), PAGE_BYTES)]
    random.Random(seed).shuffle(pages)
    weights.write_bytes(b"".join(pages))
    return rewrite_manifest(bad, f"{good.manifest.name} (newer)")


def with_selftest(pack: Pack, folder: Path) -> Pack:
    """A copy whose self-test expects what the pack translates now, so that the drill works with any pack."""
    from translator_app.engine.translator import Translator
    from translator_app.selftest import CASES

    shutil.copytree(pack.folder, folder, copy_function=shutil.copyfile)
    translator = Translator(pack)
    cases = [{"source": text, "target": translator.translate(text).target} for text in SENTENCES]
    translator.close()
    (folder / CASES).write_text(json.dumps({"sentences": cases}, ensure_ascii=False), encoding="utf-8")
    return rewrite_manifest(folder, pack.manifest.name)


def step(home: Path, what: str, *arguments: str, code: int = 0) -> tuple[float, str]:
    """Run one command of the app; seconds and what it printed. Raises DrillError when its exit code is another."""
    environ = {**os.environ, "TRANSLATOR_APP_HOME": str(home), "PYTHONUTF8": "1"}
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "translator_app", *arguments], cwd=ROOT, env=environ, capture_output=True, encoding="utf-8", check=False
    )
    taken = time.perf_counter() - begin
    print(f"{taken:6.2f} s  {what}: translator-app {' '.join(arguments[:2])} -> {done.returncode}", flush=True)
    if done.returncode != code:
        raise DrillError(f"{what}: exit code {done.returncode} instead of {code}\n{done.stdout}{done.stderr}")
    return taken, done.stdout


def drill(pack: Pack, work: Path) -> float:
    """Seconds from the first sign (a failed self-test) to a good self-test on the old version. Raises DrillError."""
    good = with_selftest(pack, work / "good")
    bad = spoil(good, work / "bad")
    home, pack_id = work / "home", good.pack_id
    use = ("--pack", pack_id)
    step(home, "the good version comes in", "packs", "import", str(good.folder))
    step(home, "it is sound", "selftest", *use)
    _, before = step(home, "it translates", "translate", SENTENCES[0], *use)
    step(home, "the bad version comes in", "packs", "import", str(bad.folder))
    step(home, "its hashes are right", "packs", "verify", pack_id)
    noticed, report = step(home, "the self-test notices", "selftest", *use, code=1)
    print(*(f"          {line}" for line in report.splitlines() if "differs" in line or "FAILED" in line), sep="\n")
    back, _ = step(home, "one command goes back", "packs", "rollback")
    sound, _ = step(home, "it is sound", "selftest", *use)
    _, after = step(home, "it translates as before", "translate", SENTENCES[0], *use)
    if before != after:
        raise DrillError(f"{before!r} before, {after!r} after")
    print(f"noticed in {noticed:.2f} s, back in {back:.2f} s, proved in {sound:.2f} s")
    return noticed + back + sound


def main(argv: Sequence[str]) -> int:
    """Exit code 0 when every step went as it must."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pack", type=Path, metavar="FOLDER", help="a language pack (default: the installed one)")
    args = parser.parse_args(argv)
    try:
        with tempfile.TemporaryDirectory() as work:
            drill(load_pack(args.pack) if args.pack else find_pack(), Path(work))
    except DrillError as error:
        print(f"drill: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
