"""The comparison: turns, ratios, tables; a whole run with a tiny pack and peers that are made here."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from translator_app import cli
from translator_app.bench import peers, report, speed
from translator_app.bench.models import SHAPES
from translator_app.bench.peers import Backend, Kitchen, PeerMissing, Process
from translator_app.packs import Pack


class Scripted:
    """Takes as long as it is told, and writes down who was asked when."""

    def __init__(self, key: str, seconds: list[float], log: list[str], dies_at: int = -1) -> None:
        self._key, self._seconds, self._log, self._dies_at = key, list(seconds), log, dies_at

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        self._log.append(f"{self._key}{request['n']}")
        if request["n"] == self._dies_at:
            raise PeerMissing("out of memory")
        return {"s": self._seconds[request["n"]], "cpu": 0.0, "size": 30}


def test_every_backend_is_asked_in_turn_and_the_first_round_warms_up() -> None:
    log: list[str] = []
    askers = {key: Scripted(key, [9.0, 1.0, 2.0], log) for key in "abc"}
    answers, _ = speed.round_robin(askers, [{"n": n} for n in range(3)], rest=lambda: None)
    assert log == ["a0", "b0", "c0", "b1", "c1", "a1", "c2", "a2", "b2"]
    assert {key: [a["s"] for a in found] for key, found in answers.items()} == {key: [1.0, 2.0] for key in "abc"}


def test_one_that_dies_is_left_out_and_the_others_go_on() -> None:
    log: list[str] = []
    askers = {"a": Scripted("a", [1.0] * 4, log), "b": Scripted("b", [1.0] * 4, log, dies_at=2)}
    answers, _ = speed.round_robin(askers, [{"n": n} for n in range(4)], rest=lambda: None)
    assert list(answers) == ["a"]
    assert len(answers["a"]) == 3
    assert "b3" not in log


def test_ratios_are_taken_of_like_with_like() -> None:
    there = ["interactive", "interactive-short", "documents", "documents-2", "x"]
    plain, short, two = (Backend("x", "x", "own", against=against) for against in ("", "short", "2"))
    assert [speed.baseline(b, 1, there) for b in (plain, short, two)] == ["interactive", "interactive-short", "interactive"]
    assert [speed.baseline(b, 8, there) for b in (plain, short, two)] == ["documents", "documents", "documents-2"]
    assert speed.baseline(plain, 8, ["interactive"]) is None


def test_a_cell_holds_median_and_ratio() -> None:
    backends = {"interactive": Backend("interactive", "ours", "own"), "other": Backend("other", "Other", "torch")}
    answers = {
        "interactive": [{"s": s, "cpu": s, "size": 30} for s in (0.1, 0.2, 0.1)],
        "other": [{"s": s, "cpu": s, "size": 30} for s in (0.3, 0.6, 0.3)],
    }
    ours, other = speed.summarise(answers, backends, 1)
    assert ours["ratio"] is None
    assert ours["ms_per_sentence"] == pytest.approx(100)
    assert other["ratio"]["median"] == pytest.approx(3)
    assert other["against"] == "interactive"


FAKE = """
import json, sys
json.loads(sys.argv[1])
print(json.dumps({"ready_s": 0, "peak_mb": 12.5, "first": {"s": 1, "cpu": 1, "size": 1, "shown": ["a"]}}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    if "memory" in request:
        print(json.dumps({"peak_mb": 13.5}), flush=True)
    elif "clients" in request:
        n = len(request["sources"])
        print(json.dumps({"s": 4.0, "latencies": [0.25] * n, "peak_mb": 14.5}), flush=True)
    else:
        print(json.dumps({"s": 1000.0, "cpu": 1.0, "size": 1, "shown": ["a"]}), flush=True)
"""


@pytest.fixture
def fake_peer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ "torch" is a script that says it took 1,000 s; all other peers can't be installed."""
    script = tmp_path / "fake.py"
    script.write_text(FAKE, encoding="utf-8")

    def python(_: Kitchen, environment: str) -> Path:
        if environment != "torch":
            raise PeerMissing("no such package")
        return Path(sys.executable)

    real = Process.__init__

    def start(self: Process, python: Path, spec: Mapping[str, Any], log: Path, *, own: bool) -> None:
        monkeypatch.setattr(peers, "WORKER", own_worker if own else script)
        real(self, python, spec, log, own=own)

    own_worker = peers.WORKER
    monkeypatch.setattr(Kitchen, "python", python)
    monkeypatch.setattr(Process, "__init__", start)
    monkeypatch.setattr(speed, "REST_S", 0.0)


@pytest.mark.usefixtures("fake_peer")
def test_a_whole_run_with_random_weights_and_text(
    tiny_pack: Pack, packs_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text.tsv"
    text.write_text("The weather is nice today.\t今天天气很好。\nWhere is the station?\t\n", encoding="utf-8")
    options = ["--shape", "tiny", "--data", "random,text,tokens", "--threads", "1", "--batch", "1,2", "--beam", "1", "--rounds", "2"]
    options += ["--pack", str(tiny_pack.folder), "--text", str(text), "--peers", "torch,ct2-int8", "--report", str(tmp_path / "report")]
    assert cli.main(["bench", *options]) == 0
    table = capsys.readouterr().out
    assert (tmp_path / "report" / "report.md").read_text(encoding="utf-8") == table
    assert "| ours, one by one |" in table
    assert "| PyTorch eager |" in table
    assert "Missing: CTranslate2 int8: no such package" in table
    assert "from text to text" in table
    assert table.count("**random, 1 thread: start, memory, files**") == 1
    ElementTree.parse(tmp_path / "report" / "speed.svg")


@pytest.mark.usefixtures("fake_peer")
def test_clients_at_once(packs_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--shape", "tiny", "--data", "random", "--threads", "1", "--rounds", "1", "--concurrent", "3"]
    assert cli.main(["bench", *options]) == 0
    table = capsys.readouterr().out
    assert "3 clients at once" in table
    assert "| PyTorch eager | 1 | 16.0 |" in table
    assert "| 250 | 250 | 250 | 14.5 |" in table


def test_a_worker_that_can_not_start_says_why(tmp_path: Path) -> None:
    spec = {"kind": "own", "model": str(tmp_path / "nothing"), "threads": 1, "first": {"sources": [[0]], "beam": 1}}
    process = Process(Path(sys.executable), spec, tmp_path / "log", own=True)
    with pytest.raises(PeerMissing, match="nothing"):
        process.answer()
    process.close()


def test_an_environment_that_can_not_be_made_is_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def create(_: object, folder: Path) -> None:
        tried.append(folder)
        raise OSError("disk full")

    monkeypatch.setattr("venv.EnvBuilder.create", create)
    kitchen = Kitchen(tmp_path, lambda _line: None)
    for _ in range(2):
        with pytest.raises(PeerMissing, match="disk full"):
            kitchen.python("torch")
    assert len(tried) == 1


@pytest.mark.parametrize(
    ("option", "value"), [("--peers", "nobody"), ("--data", "noise"), ("--shape", "huge"), ("--text", "/does/not/exist")]
)
def test_wrong_names_are_answered_at_once(
    option: str, value: str, packs_home: Path, tiny_pack: Pack, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"--shape": "tiny", "--pack": str(tiny_pack.folder), "--data": "text", option: value}
    assert cli.main(["bench", *(part for pair in options.items() for part in pair)]) == 1
    assert value in capsys.readouterr().err


def test_pictures_are_well_formed() -> None:
    picture = report.scatter("Time & length", "words", "s", [(1, 1.0), (100, 9.0)], 0.08, 0.9)
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert SHAPES["tiny"].vocab_size < 1000


def test_a_missing_extra_is_named(packs_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "onnx" else object())
    assert cli.main(["bench", "--shape", "tiny", "--data", "random"]) == 1
    assert "needs onnx: pip install 'translator-app[build]'" in capsys.readouterr().err
