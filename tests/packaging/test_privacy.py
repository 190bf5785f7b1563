"""Nothing leaves this computer: the short form of `python packaging/privacy.py`, and that it would notice."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import privacy
import watch
from translator_app.packs import Pack

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="strace is Linux'")


@pytest.fixture
def sandbox() -> Iterator[watch.Sandbox]:
    with tempfile.TemporaryDirectory() as folder:  # pytest's are so long that no socket's name fits in
        sandbox = watch.Sandbox(Path(folder) / "watched")
        try:
            sandbox.check()
        except watch.NotPossible as error:
            pytest.skip(str(error))
        yield sandbox


def test_programs_that_break_a_promise_are_caught(sandbox: watch.Sandbox, tmp_path: Path) -> None:
    assert privacy.check_controls(tmp_path) == []


def test_the_command_line_keeps_to_itself(sandbox: watch.Sandbox, tiny_pack: Pack) -> None:
    sandbox.install(tiny_pack.folder)
    assert privacy.check_command_line(sandbox) == []


def test_the_whole_app_keeps_to_itself(sandbox: watch.Sandbox, tiny_pack: Pack) -> None:
    sandbox.install(tiny_pack.folder)
    assert privacy.check_window(sandbox, seconds=2) == []
    kept = (sandbox.home / ".local/share/translator-app/history.sqlite").read_bytes()
    assert watch.CANARY.encode() in kept, "what was typed is in the history: the app did work"


def test_the_local_api_stays_on_this_computer(sandbox: watch.Sandbox, tiny_pack: Pack) -> None:
    sandbox.install(tiny_pack.folder)
    assert privacy.check_server(sandbox) == []


LINES = r"""
10 openat(AT_FDCWD</home/me>, ".local/share/translator-app/a", O_WRONLY|O_CREAT|O_CLOEXEC, 0600) = 3</home/me/.local/share/translator-app/a>
10 openat(AT_FDCWD</home/me>, "/etc/passwd", O_RDONLY|O_CLOEXEC) = 3</etc/passwd>
10 openat(AT_FDCWD</home/me>, "/home/me/none", O_WRONLY|O_CREAT, 0600) = -1 EACCES (Permission denied)
10 mkdir("/home/me/.local", 0777 <unfinished ...>
10 <... mkdir resumed>)              = 0
10 openat(AT_FDCWD</home/me>, "/dev/null", O_RDWR) = 3</dev/null<char 1:3>>
10 socket(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC, 0) = 4<UNIX-STREAM:[1]>
10 write(1<pipe:[5]>, "seventeen teapots", 17) = 17
"""


def test_what_an_honest_program_does_is_no_finding(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(LINES)
    assert watch.Trace([Path("/home/me/.local/share/translator-app")], Path("/out")).read(log).findings == []


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        ("socket(AF_INET6, SOCK_STREAM, 0) = 3", "made a socket: AF_INET6"),
        ("socket(AF_NETLINK, SOCK_RAW, 0 <unfinished ...>", "made a socket: AF_NETLINK"),
        (r'openat(AT_FDCWD</home/me>, "\346\265\213", O_WRONLY|O_CREAT, 0666) = 3', "wrote /home/me/测"),
        ('openat(7</home/me/.local/share/translator-app>, "../x", O_RDWR|O_CREAT, 0666) = 3', "wrote /home/me/.local/share/x"),
        ('symlinkat("/anything", AT_FDCWD</home/me>, "link") = 0', "wrote /home/me/link"),
        ('bind(5<UNIX-STREAM:[1]>, {sa_family=AF_UNIX, sun_path="/home/me/s"}, 110) = 0', "wrote /home/me/s"),
        ('sendto(4<UNIX-STREAM:[1->2]>, "seventeen teapots", 17, 0, NULL, 0) = 17', "wrote the user's text to UNIX-STREAM:[1->2]"),
    ],
)
def test_what_breaks_a_promise_is_a_finding(tmp_path: Path, line: str, finding: str) -> None:
    log = tmp_path / "log"
    log.write_text(f"123 {line}\n")
    found = watch.Trace([Path("/home/me/.local/share/translator-app")], Path("/out")).read(log).findings
    assert len(found) == 1
    assert found[0].startswith(finding)


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        ('bind(3<TCP:[1]>, {sa_family=AF_INET, sin_port=htons(8989), sin_addr=inet_addr("127.0.0.1")}, 16) = 0', ""),
        ('bind(3<TCP:[1]>, {sa_family=AF_INET, sin_port=htons(8989), sin_addr=inet_addr("0.0.0.0")}, 16) = 0', "bind: "),
        ('connect(3<TCP:[1]>, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("127.0.0.1")}, 16) = 0', "connect: "),
        ('sendto(5<TCP:[127.0.0.1:8989->127.0.0.1:40000]>, "seventeen teapots", 17, 0, NULL, 0) = 17', ""),
        ('sendto(5<TCP:[10.0.0.2:8989->10.0.0.3:40000]>, "seventeen teapots", 17, 0, NULL, 0) = 17', "wrote the user's text to TCP"),
    ],
)
def test_a_server_may_talk_to_this_computer_only(tmp_path: Path, line: str, finding: str) -> None:
    log = tmp_path / "log"
    log.write_text(f"1 socket(AF_INET, SOCK_STREAM, 0) = 3\n1 {line}\n")
    found = watch.Trace([], Path("/out"), serves=True).read(log).findings
    assert len(found) == bool(finding)
    assert "".join(found).startswith(finding)
