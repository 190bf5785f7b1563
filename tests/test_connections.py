import socket
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from translator_app.connections import (
    Connection,
    linux_connections,
    own_connections,
    parse_lsof,
    parse_tcp_table,
    parse_udp_table,
)

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="/proc")


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


@on_linux
def test_an_open_connection_is_seen_and_a_closed_one_is_gone(server: socket.socket) -> None:
    before = own_connections()
    address = server.getsockname()
    client = socket.create_connection(address)
    new = [c for c in own_connections() if c not in before]
    assert [(c.protocol, c.remote, c.listening, c.stays_here) for c in new] == [("tcp", f"127.0.0.1:{address[1]}", False, True)]
    client.close()
    assert own_connections() == before


@on_linux
def test_what_listens_is_told_apart(server: socket.socket) -> None:
    port = server.getsockname()[1]
    assert Connection("tcp", f"127.0.0.1:{port}", "", True) in own_connections()


@on_linux
def test_datagrams_and_ipv6_count_too() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.bind(("127.0.0.1", 0))
        assert any(c.protocol == "udp" and c.local.endswith(f":{udp.getsockname()[1]}") for c in own_connections())
    if socket.has_ipv6:
        try:
            with socket.create_server(("::1", 0), family=socket.AF_INET6) as listening:
                port = listening.getsockname()[1]
                assert Connection("tcp6", f"[::1]:{port}", "", True) in own_connections()
        except OSError:
            pytest.skip("no IPv6 here")


@on_linux
def test_a_process_of_another_computer(tmp_path: Path) -> None:
    (tmp_path / "fd").mkdir()
    for number, target in enumerate(("/dev/null", "socket:[111]", "socket:[222]", "pipe:[333]")):
        (tmp_path / "fd" / str(number)).symlink_to(target)
    (tmp_path / "net").mkdir()
    packed = f"{struct.unpack('=I', socket.inet_aton('93.184.216.34'))[0]:08X}"
    mine = f"{struct.unpack('=I', socket.inet_aton('192.168.0.7'))[0]:08X}"
    (tmp_path / "net" / "tcp").write_text(
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
        f"   0: {mine}:C350 {packed}:01BB 01 00000000:00000000 00:00000000 00000000  1000        0 111 1 0\n"
        f"   1: {mine}:C351 {packed}:01BB 01 00000000:00000000 00:00000000 00000000  1000        0 999 1 0\n"
    )
    (connection,) = linux_connections(tmp_path)
    assert connection == Connection("tcp", "192.168.0.7:50000", "93.184.216.34:443", False)
    assert not connection.stays_here


# -- other systems' answers, as their manuals describe them: not run there


def test_lsof() -> None:
    text = (
        "p123\nf5\nPTCP\nn127.0.0.1:8989\nTST=LISTEN\nTQR=0\nf7\nPTCP\nn10.0.0.2:50000->93.184.216.34:443\n"
        "TST=ESTABLISHED\nf8\nPUDP\nn*:5353\n"
    )
    assert parse_lsof(text) == [
        Connection("tcp", "127.0.0.1:8989", "", True),
        Connection("tcp", "10.0.0.2:50000", "93.184.216.34:443", False),
        Connection("udp", "0.0.0.0:5353", "", False),
    ]
    assert parse_lsof("") == []


def test_tables_of_windows() -> None:
    port = socket.htons(443)
    local, remote = socket.inet_aton("10.0.0.2"), socket.inet_aton("93.184.216.34")
    data = struct.pack("<I", 2)
    data += struct.pack("<I4sI4sII", 5, local, port, remote, port, 7) + struct.pack("<I4sI4sII", 2, local, port, bytes(4), 0, 8)
    assert parse_tcp_table(data, 4, 7) == [Connection("tcp", "10.0.0.2:443", "93.184.216.34:443", False)]
    assert parse_tcp_table(data, 4, 8) == [Connection("tcp", "10.0.0.2:443", "", True)]
    loopback = bytes(15) + b"\1"
    data = struct.pack("<I", 1) + struct.pack("<16sII16sIIII", loopback, 0, port, loopback, 0, port, 5, 7)
    (connection,) = parse_tcp_table(data, 16, 7)
    assert connection == Connection("tcp6", "[::1]:443", "[::1]:443", False)
    assert connection.stays_here
    assert parse_udp_table(struct.pack("<I", 1) + struct.pack("<4sII", local, port, 7), 4, 7) == [
        Connection("udp", "10.0.0.2:443", "", False)
    ]
    assert parse_udp_table(b"", 4, 7) == []
