"""Programs in an empty home without a network, under strace: what they did with sockets and files. Used by privacy.py."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CANARY = "seventeen teapots"  # text of the user; in no file of ours
OWN_FOLDERS = (".config/translator-app", ".local/share/translator-app", ".local/state/translator-app", ".cache/translator-app")
FONT_INDEX = ".cache/fontconfig"  # of the system's font library, where the system has none; it names fonts
DEVICES = re.compile(r"/dev/(null|tty|ptmx|pts/\d+)$|/proc/self/")
MAY_HOLD_TEXT = re.compile(r"/(history\.sqlite(-wal|-journal)?|draft\.txt(\.\d+\.part)?)$")
CALLS = (
    "network,write,pwrite64,writev,openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,mknod,mknodat"
)
PLAIN_ENVIRONMENT = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen"}


class NotPossible(Exception):
    """There is no strace on this machine, or it may not be used."""


# --- what strace says


@dataclass
class Trace:
    """What a traced program did, as sentences; empty when it did nothing wrong."""

    allowed: Sequence[Path]
    outputs: Path
    serves: bool = False  # may listen on this computer
    findings: list[str] = field(default_factory=list)
    _modes: dict[str, int] = field(default_factory=dict)

    def read(self, log: Path) -> "Trace":
        """Look at every line of a log."""
        for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
            call, _, arguments = line.partition(" ")[2].lstrip().partition("(")
            if " = -1 E" not in line and not call.startswith("<..."):
                self._look(call, arguments)
        self.findings = list(dict.fromkeys(self.findings))
        return self

    def _look(self, call: str, arguments: str) -> None:
        if call == "socket":
            if not arguments.startswith(("AF_UNIX", "AF_LOCAL", *(("AF_INET,",) if self.serves else ()))):
                self.findings.append(f"made a socket: {arguments[:60]}")
        elif call in ("write", "pwrite64", "writev", "sendto", "sendmsg", "sendmmsg"):
            if CANARY in arguments:
                self._look_at_text(arguments.split(",")[0])
        elif call in ("bind", "connect") and "AF_INET" in arguments:
            if call == "connect" or 'inet_addr("127.0.0.1")' not in arguments:
                self.findings.append(f"{call}: {arguments[:120]}")
        elif call == "bind":
            self._look_at_paths(re.findall(r'sun_path="((?:[^"\\]|\\.)*)"', arguments), "")
        elif call in ("open", "openat", "creat"):
            path = _paths(arguments)[:1]
            if call == "creat" or re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)", arguments):
                self._look_at_paths(path, _folder(arguments))
            if path and (mode := re.search(r"O_CREAT.*, (0\d+)", arguments)):
                self._modes.setdefault(os.path.join(_folder(arguments), path[0]), int(mode[1], 8))  # noqa: PTH118 - text of a log
        elif call.startswith(("mkdir", "rename", "link", "symlink", "mknod")):
            paths = _paths(arguments)
            self._look_at_paths(paths[1:] if call.startswith(("link", "symlink")) else paths, _folder(arguments))

    def _look_at_paths(self, names: Iterable[str], folder: str) -> None:
        for name in names:
            path = Path(os.path.normpath(Path(folder or "/", name)))
            ours = any(path.is_relative_to(own) or own.is_relative_to(path) for own in (*self.allowed, self.outputs))
            if not ours and not DEVICES.match(str(path)):
                self.findings.append(f"wrote {path}")

    def _look_at_text(self, descriptor: str) -> None:
        where = descriptor.partition("<")[2].removesuffix(">")
        if where.startswith(("pipe:", "/dev/null")) or Path(where).is_relative_to(self.outputs):
            return
        if self.serves and re.match(r"TCP:\[127\.0\.0\.1:\d+->127\.0\.0\.1:", where):
            return
        if not MAY_HOLD_TEXT.search(where):
            self.findings.append(f"wrote the user's text to {where or descriptor}")
        elif self._modes.get(where, 0) & 0o077:
            self.findings.append(f"made {where} readable by others before the user's text went in")


def _paths(arguments: str) -> list[str]:
    """The strings among a call's arguments; strace writes bytes outside ASCII in octal."""
    texts = re.findall(r'"((?:[^"\\]|\\.)*)"', arguments)
    return [os.fsdecode(text.encode("ascii", "replace").decode("unicode_escape").encode("latin-1", "replace")) for text in texts]


def _folder(arguments: str) -> str:
    """The folder that a relative path starts from."""
    found = re.search(r"(?:^|, )\w+<([^>]*)>, \"", arguments)
    return found[1] if found else "/"


# --- a home of its own


class Sandbox:
    """An empty home without a network in which programs run and are watched."""

    def __init__(self, work: Path) -> None:
        self.work = work
        self.home, self.temporary, self.outputs = work / "home", work / "tmp", work / "outputs"
        for folder in (self.home, self.temporary, self.outputs):
            folder.mkdir(parents=True)
        self.temporary.chmod(0o700)
        places = {"HOME": self.home, "TMPDIR": self.temporary, "XDG_RUNTIME_DIR": self.temporary, "PYTHONPATH": ROOT}
        # From a checkout Python would keep compiled modules beside the sources; an installed app has them compiled.
        self.environ = {**PLAIN_ENVIRONMENT, **{name: str(path) for name, path in places.items()}, "PYTHONDONTWRITEBYTECODE": "1"}
        self._log = work / "strace.log"
        self._space = ["unshare", "--net", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"])]

    def check(self) -> None:
        """Raises NotPossible when nothing can be watched here. Where no network can be taken away, sockets are still seen."""
        if not shutil.which("strace"):
            raise NotPossible("this needs Linux with strace")
        try:
            done = subprocess.run([*self._space, "true"], capture_output=True, check=False)
        except FileNotFoundError:
            done = None
        if done is None or done.returncode:
            self._space = []
        watched = subprocess.run(self._watched(["true"], self._log), capture_output=True, text=True, check=False)
        if watched.returncode:
            raise NotPossible(f"programs can't be watched here: {watched.stderr.strip()[:200]}")

    @property
    def without_network(self) -> bool:
        """True when the programs have no network at all."""
        return bool(self._space)

    def _watched(self, command: Sequence[str], log: Path) -> list[str]:
        return [*self._space, "strace", "-f", "-qq", "-yy", "-s", "600", "-e", f"trace={CALLS}", "-o", str(log), *command]

    def install(self, pack: Path) -> None:
        """Put a language pack where users have theirs."""
        shutil.copytree(pack, self.home / OWN_FOLDERS[1] / "packs" / pack.name, copy_function=shutil.copyfile)

    def start(self, command: Sequence[str], log: Path, *, network: bool = False) -> "subprocess.Popen[str]":
        """Start a program under watch; in a session of its own, for signals."""
        watched = self._watched(command, log)
        return subprocess.Popen(
            watched[len(self._space) :] if network else watched,
            cwd=self.work,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def findings(self, log: Path, *, serves: bool = False) -> list[str]:
        """What a finished program did wrong, by its trace and by what it left."""
        allowed = [self.home / folder for folder in (*OWN_FOLDERS, FONT_INDEX)]
        found = Trace([*allowed, self.temporary], self.outputs, serves).read(log).findings
        found += [f"left {path}" for path in sorted(self.temporary.iterdir())]
        return found + [f"the user's text is in {path}" for path in self._files_with_text()]

    def run(self, *command: str) -> tuple[int, str, list[str]]:
        """Exit code, output and findings."""
        process = self.start(command, self._log)
        output = process.communicate(timeout=300)[0]
        return process.returncode, output, self.findings(self._log)

    def _files_with_text(self) -> list[Path]:
        return [
            path
            for path in sorted(self.home.rglob("*"))
            if path.is_file() and not MAY_HOLD_TEXT.search(str(path)) and CANARY.encode() in path.read_bytes()
        ]
