"""translator-app selftest: is this installation sound? Hashes, fixed sentences, times, memory, versions."""

import argparse
import json
import sys
from dataclasses import asdict

from translator_app.commands import MAX_THREADS, whole_number


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the sub-command."""
    parser = subparsers.add_parser("selftest", help="check the installation: hashes, fixed sentences, times")
    parser.add_argument("--pack", metavar="ID", help="language pack to test")
    parser.add_argument("--threads", type=whole_number(0, MAX_THREADS), default=0, metavar="N")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the self-test and print its report; 0 when everything passed, else 1."""
    from translator_app.packs import find_pack
    from translator_app.selftest import run_selftest

    report = run_selftest(find_pack(args.pack), threads=args.threads)
    if args.json:
        print(json.dumps(asdict(report) | {"passed": report.passed}, ensure_ascii=False, indent=1))
        return 0 if report.passed else 1
    for name, value in report.versions.items():
        print(f"{name:14} {value}")
    print(f"{'pack':14} {report.pack_id}  ({', '.join(report.providers)}, {report.threads} thread{'s' * (report.threads != 1)})")
    for file in report.broken_files:
        print(f"DAMAGED        {file}", file=sys.stderr)
    for case in report.sentences:
        print(f"{'ok' if case.passed else 'differs':7} chrF {case.chrf:5.1f} {case.elapsed_ms:7.1f} ms  {case.source} => {case.target}")
    memory = f", peak memory {report.peak_memory_mb:.0f} MB" if report.peak_memory_mb else ""  # Windows does not say
    print(f"load {report.load_s:.2f} s{memory}, {'passed' if report.passed else 'FAILED'}")
    return 0 if report.passed else 1
