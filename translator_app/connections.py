"""The network connections of this very process, as the operating system sees them: proof, not a promise.

Linux: /proc/self/fd names the sockets, /proc/self/net/* says what they are. Windows (GetExtendedTcpTable) and macOS (lsof) were not run.
"""

import ctypes
import ipaddress
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TABLES = ("tcp", "tcp6", "udp", "udp6", "raw", "raw6", "udplite", "udplite6")
LISTENING = 0x0A  # TCP_LISTEN of include/net/tcp_states.h
LSOF = "/usr/sbin/lsof"
LSOF_S = 10
SPARE_BYTES = 16_384  # for connections that any program opens between asking for the size and for the table
NO_ADDRESS = ("0.0.0.0", "::")


@dataclass(frozen=True, slots=True)
class Connection:
    """A socket that could reach another program over IP."""

    protocol: str  # tcp | tcp6 | udp ...
    local: str  # address:port
    remote: str  # "" while there is none
    listening: bool  # waits for others, such as the local API

    @property
    def stays_here(self) -> bool:
        """True when both ends are on this computer."""
        ends = [end.rsplit(":", 1)[0].strip("[]") for end in (self.local, self.remote) if end]
        return all(ipaddress.ip_address(end.split("%")[0]).is_loopback for end in ends if end not in NO_ADDRESS) and bool(
            self.remote or self.listening
        )


def own_connections(system: str = sys.platform) -> list[Connection]:
    """Every IP socket of this process. Raises OSError where the system does not tell."""
    if system == "win32":
        return _windows()
    if system == "darwin":
        return parse_lsof(_lsof())
    return linux_connections(Path("/proc/self"))


def linux_connections(process: Path) -> list[Connection]:
    """Those of a folder of /proc."""
    inodes = set()
    for entry in (process / "fd").iterdir():
        try:
            target = str(entry.readlink())
        except OSError:  # closed meanwhile, such as the one that lists
            continue
        if target.startswith("socket:["):
            inodes.add(target[8:-1])
    found = []
    for table in TABLES:
        path = process / "net" / table
        for line in path.read_text(encoding="ascii").splitlines()[1:] if path.exists() else ():
            fields = line.split()
            if len(fields) > 9 and fields[9] in inodes:
                local, remote, state = fields[1], fields[2], int(fields[3], 16)
                peer = "" if remote.endswith(":0000") else _address(remote)
                found.append(Connection(table, _address(local), peer, table.startswith("tcp") and state == LISTENING))
    return found


def _address(text: str) -> str:
    """Such as "127.0.0.1:80" of "0100007F:0050": words of four bytes in the machine's order."""
    host, port = text.split(":")
    data = b"".join(struct.pack("=I", int(host[i : i + 8], 16)) for i in range(0, len(host), 8))
    name = socket.inet_ntop(socket.AF_INET if len(data) == 4 else socket.AF_INET6, data)
    return f"[{name}]:{int(port, 16)}" if ":" in name else f"{name}:{int(port, 16)}"


def parse_lsof(text: str) -> list[Connection]:
    """Connections of the field output of `lsof -F nPT`: P protocol, n name, T... TCP's state (lsof(8))."""
    found: list[dict[str, str]] = []
    for line in text.splitlines():
        kind, value = line[:1], line[1:]
        if kind == "f":
            found.append({})
        elif found and kind in "Pn":
            found[-1][kind] = value
        elif found and line.startswith("TST="):
            found[-1]["state"] = value[3:]
    connections = []
    for entry in found:
        local, _, remote = entry.get("n", "").replace("*", "0.0.0.0").partition("->")
        if local:
            connections.append(Connection(entry.get("P", "?").lower(), local, remote, entry.get("state") == "LISTEN"))
    return connections


def _lsof() -> str:
    command = [LSOF, "-a", "-p", str(os.getpid()), "-i", "-n", "-P", "-F", "fPnT"]
    return subprocess.run(command, capture_output=True, text=True, timeout=LSOF_S, check=False).stdout  # 1: there is none


def _windows(iphlpapi: Any = None) -> list[Connection]:
    library = iphlpapi or ctypes.windll.iphlpapi  # type: ignore[attr-defined,unused-ignore]  # Windows only
    found: list[Connection] = []
    for family, size in ((2, 4), (23, 16)):  # AF_INET, AF_INET6 of winsock2.h
        found += parse_tcp_table(_table(library.GetExtendedTcpTable, family, 5), size, os.getpid())  # TCP_TABLE_OWNER_PID_ALL
        found += parse_udp_table(_table(library.GetExtendedUdpTable, family, 1), size, os.getpid())  # UDP_TABLE_OWNER_PID
    return found


def _table(function: Any, family: int, kind: int) -> bytes:
    size = ctypes.c_ulong(0)
    function(None, ctypes.byref(size), False, family, kind, 0)
    size.value += SPARE_BYTES
    buffer = ctypes.create_string_buffer(size.value)
    if error := function(buffer, ctypes.byref(size), False, family, kind, 0):
        raise OSError(error, "the table of connections can't be read")
    return buffer.raw


def parse_tcp_table(data: bytes, address_bytes: int, process: int) -> list[Connection]:
    """Rows of MIB_TCPTABLE_OWNER_PID or MIB_TCP6TABLE_OWNER_PID (tcpmib.h) that belong to a process."""
    # IPv4: state, local, port, remote, port, pid; IPv6: local, scope, port, remote, scope, port, state, pid
    layout = "<I4sI4sII" if address_bytes == 4 else "<16sII16sIIII"
    found = []
    for row in _rows(data, layout):
        if address_bytes == 4:
            state, local, local_port, remote, remote_port, owner = row
        else:
            local, _, local_port, remote, _, remote_port, state, owner = row
        if owner == process:
            listening = state == 2  # MIB_TCP_STATE_LISTEN
            peer = "" if listening else _host(remote, remote_port)
            found.append(Connection("tcp" if address_bytes == 4 else "tcp6", _host(local, local_port), peer, listening))
    return found


def parse_udp_table(data: bytes, address_bytes: int, process: int) -> list[Connection]:
    """Rows of MIB_UDPTABLE_OWNER_PID or MIB_UDP6TABLE_OWNER_PID (udpmib.h) that belong to a process."""
    layout, name = ("<4sII", "udp") if address_bytes == 4 else ("<16sIII", "udp6")
    rows = [(row[0], row[-2], row[-1]) for row in _rows(data, layout)]
    return [Connection(name, _host(address, port), "", False) for address, port, owner in rows if owner == process]


def _rows(data: bytes, layout: str) -> Iterator[tuple[Any, ...]]:
    if len(data) < 4:
        return
    (number,) = struct.unpack_from("<I", data)
    for row in range(number):
        yield struct.unpack_from(layout, data, 4 + row * struct.calcsize(layout))


def _host(address: bytes, port: int) -> str:
    """The port's low 16 bits are in network order."""
    name = str(ipaddress.ip_address(address))
    number = socket.ntohs(port & 0xFFFF)
    return f"[{name}]:{number}" if ":" in name else f"{name}:{number}"
