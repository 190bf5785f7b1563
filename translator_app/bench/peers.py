"""Other programs to compare with: how to install, convert for and run each. One that can't be had is missing, with the reason."""

import json
import os
import subprocess
import sys
import venv
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from translator_app.convert.staging import put_in_place, staging
from translator_app.errors import TranslatorError

Say = Callable[[str], None]

PREPARE = Path(__file__).with_name("prepare.py")
WORKER = Path(__file__).with_name("worker.py")

_TORCH = ("torch==2.13.0", "sentencepiece>=0.2.1", "safetensors>=0.5", "numpy>=2.0")
ENVIRONMENTS: Mapping[str, tuple[str, ...]] = {
    "torch": (*_TORCH, "transformers>=5.20,<6", "onnx>=1.19", "onnxruntime==1.28.*"),
    "ctranslate2": (*_TORCH, "transformers>=5.20,<6", "ctranslate2>=4.8,<5"),
    "optimum": (*_TORCH, "transformers<4.58", "optimum-onnx[onnxruntime]"),
}
MANY = 10**9
_OPTIMUM_INT8 = {
    "use_merged": False,
    "encoder_file_name": "encoder_model_quantized.onnx",
    "decoder_file_name": "decoder_model_quantized.onnx",
    "decoder_with_past_file_name": "decoder_with_past_model_quantized.onnx",
}


class PeerMissing(TranslatorError):
    """A peer can't be installed or can't read the model. The message is the reason."""


@dataclass(frozen=True, slots=True)
class Backend:
    """Something that translates, in a process of its own."""

    key: str
    name: str
    kind: str  # of worker.py
    environment: str = ""  # "": ours
    prepared: str = ""  # what prepare.py makes; "": the checkpoint as it is
    options: Mapping[str, Any] = field(default_factory=dict)  # for worker.py
    greedy_only: bool = False
    batches: tuple[int, int] = (1, MANY)  # fewest and most sentences together that it is asked for
    threads: tuple[int, ...] = ()  # (): any
    against: str = ""  # which of ours it is compared with: "short", "listed", "2", or the plain one


OWN = (
    Backend("interactive", "ours, one by one", "own", options={"kernel": "interactive"}, batches=(1, 1)),
    Backend("documents", "ours, batches", "own", options={"kernel": "batch"}, batches=(2, MANY)),
    Backend("interactive-short", "ours, cut projection, one by one", "own", options={"kernel": "interactive"}, batches=(1, 1)),
    Backend("documents-short", "ours, cut projection, batches", "own", options={"kernel": "batch"}, batches=(2, MANY)),
    Backend("interactive-listed", "ours, likely ids of a sentence, one by one", "own", options={"kernel": "interactive"}, batches=(1, 1)),
    Backend("documents-listed", "ours, likely ids of a batch, batches", "own", options={"kernel": "batch"}, batches=(2, MANY)),
    Backend(
        "documents-2",
        "ours, batches, 2 at once",
        "own",
        options={"kernel": "batch", "streams": 2, "threads": 1},
        batches=(8, MANY),
        threads=(2,),
    ),
    Backend("fp32", "ours, fp32", "own", options={"kernel": "interactive"}),
)
PEERS = (
    Backend("ct2-int8", "CTranslate2 int8", "ctranslate2", "ctranslate2", "ctranslate2-int8"),
    Backend("ct2-int8-map", "CTranslate2 int8, map", "ctranslate2", "ctranslate2", "ctranslate2-int8", {"map": True}, against="short"),
    Backend(
        "ct2-int8-listed",
        "CTranslate2 int8, map of likely ids",
        "ctranslate2",
        "ctranslate2",
        "ctranslate2-listed-int8",
        {"map": True},
        against="listed",
    ),
    Backend(
        "ct2-int8-2",
        "CTranslate2 int8, 2 at once",
        "ctranslate2",
        "ctranslate2",
        "ctranslate2-int8",
        {"inter": 2},
        batches=(8, MANY),
        threads=(2,),
        against="2",
    ),
    Backend("ct2-fp32", "CTranslate2 fp32", "ctranslate2", "ctranslate2", "ctranslate2-fp32"),
    Backend("optimum-int8", "optimum int8", "optimum", "optimum", "optimum-int8", {"files": _OPTIMUM_INT8}),
    Backend("optimum-fp32", "optimum fp32", "optimum", "optimum", "optimum-fp32", {"files": {"use_merged": True}}),
    Backend("torch", "PyTorch eager", "torch", "torch"),
    Backend("no-cache", "ONNX without cache", "no-cache", "torch", "no-cache", greedy_only=True),
)


class Kitchen:
    """Where environments and converted models are kept."""

    def __init__(self, root: Path, say: Say) -> None:
        self.root = root
        self.say = say
        self._failed: dict[str, str] = {}  # environment -> why: not tried again for each peer

    def python(self, environment: str) -> Path:
        """The interpreter of a peer's environment, made on first use. Raises PeerMissing."""
        folder = self.root / "envs" / environment
        wanted = "\n".join(ENVIRONMENTS[environment]) + "\n"
        python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        ready = folder / "ready.txt"
        if ready.is_file() and ready.read_text(encoding="utf-8") == wanted:
            return python
        if environment in self._failed:
            raise PeerMissing(self._failed[environment])
        self.say(f"installing {environment} ...")
        try:
            venv.EnvBuilder(with_pip=True, clear=True, symlinks=os.name != "nt").create(folder)
            self._run([str(python), "-m", "pip", "install", "--quiet", *ENVIRONMENTS[environment]], f"{environment}-install")
        except (OSError, subprocess.CalledProcessError, PeerMissing) as error:
            self._failed[environment] = f"its environment can't be made: {error}"
            raise PeerMissing(self._failed[environment]) from error
        ready.write_text(wanted, encoding="utf-8")
        return python

    def model(self, backend: Backend, checkpoint: Path, ids: int | Path) -> Path:
        """The model in the backend's format, converted on first use. Raises PeerMissing.

        ids: what its vocabulary map holds: the ids below a number, or what a file says.
        """
        if not backend.prepared:
            return checkpoint
        out = checkpoint.with_name(f"{checkpoint.name}-{backend.prepared}")
        if out.is_dir():
            return out
        python = self.python(backend.environment)
        self.say(f"converting for {backend.name} ...")
        with staging(out) as stage:
            made = stage / "model"
            command = [str(python), "-P", str(PREPARE), backend.prepared, str(checkpoint), str(made), str(ids)]
            self._run(command, out.name)
            put_in_place(made, out)
        return out

    def _run(self, command: list[str], log: str) -> None:
        path = self.root / "logs" / f"{log}.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8") as stream:
            done = subprocess.run(command, stdout=stream, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=environment())
        if done.returncode:
            raise PeerMissing(f"{last_line(path)} (all of it: {path})")


def environment() -> dict[str, str]:
    """Environment variables for another Python: nothing of ours gets in."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return env | {"PYTHONIOENCODING": "utf-8", "HF_HUB_OFFLINE": "1"}


def last_line(path: Path) -> str:
    """What a program said last: usually its error."""
    lines = path.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1][:300] if lines else "it said nothing"


def size_mb(folder: Path) -> float:
    """Bytes of all files of a model that it needs to run, in MB."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


class Process:
    """A running worker. Use as a context."""

    def __init__(self, python: Path, spec: Mapping[str, Any], log: Path, *, own: bool) -> None:
        env = environment()
        if own:
            env["PYTHONPATH"] = str(Path(__file__).resolve().parents[2])
        log.parent.mkdir(parents=True, exist_ok=True)
        self._log = log
        with log.open("w", encoding="utf-8") as errors:
            self._process = subprocess.Popen(
                [str(python), "-P", str(WORKER), json.dumps(spec)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=env,
                text=True,
                encoding="utf-8",
            )

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a request. Raises PeerMissing when the process has died."""
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise PeerMissing(last_line(self._log)) from error
        return self.answer()

    def answer(self) -> dict[str, Any]:
        """The next answer; the first one comes unasked and tells of the start."""
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise PeerMissing(last_line(self._log))
        reply: dict[str, Any] = json.loads(line)
        return reply

    def close(self) -> None:
        """End it and wait for its end."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                stream.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
