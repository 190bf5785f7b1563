"""Load the local API: `python packaging/check_api.py [--clients 200] [--seconds 60]`. Exit code 1 when a request was lost or memory grew.

Starts `translator-app serve` with the bundled pack on a free port; each client sends one request after another over its
own connection. Memory is read from /proc (Linux).
"""

import argparse
import http.client
import json
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOKEN = "load-test"
MAX_GROWTH_MB = 15.0
SENTENCES = (
    "The weather is nice today.",
    "Where is the nearest station?",
    "Please send the report to the office before Friday.",
    "My brother bought a small house near the river last year, and he has been repairing it ever since.",
    "Thank you.",
)


def main() -> int:
    """Run the load and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    args = parser.parse_args()
    command = [sys.executable, "-m", "translator_app", "serve", "--port", "0", "--token", TOKEN]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        port = int(re.findall(r":(\d+) ", server.stdout.readline())[0])
        try:
            return report(port, server.pid, args.clients, args.seconds)
        finally:
            server.terminate()


def report(port: int, pid: int, clients: int, seconds: float) -> int:
    """Load the server and print what came of it; 0 when nothing was lost and memory stayed flat."""
    times: list[float] = []
    lost: list[str] = []
    end = time.monotonic() + seconds
    threads = [threading.Thread(target=client, args=(port, number, end, times, lost)) for number in range(clients)]
    for thread in threads:
        thread.start()
    warm_at = time.monotonic() + seconds / 4  # every client's thread and cache are there by then
    memory: list[float] = []
    while any(thread.is_alive() for thread in threads):
        threads[0].join(1.0)
        threads = [thread for thread in threads if thread.is_alive()]
        if time.monotonic() > warm_at:
            memory.append(resident_mb(pid))
    times.sort()
    at = {share: 1e3 * times[min(len(times) - 1, int(share * len(times)))] for share in (0.5, 0.95, 0.99)}
    growth = memory[-1] - memory[0] if memory else 0.0
    print(f"{clients} clients, {seconds:.0f} s: {len(times)} answered, {len(lost)} lost, {len(times) / seconds:.1f} requests/s")
    print(f"P50 {at[0.5]:.0f} ms, P95 {at[0.95]:.0f} ms, P99 {at[0.99]:.0f} ms; resident {memory[-1]:.0f} MB, grew by {growth:.1f} MB")
    for reason in sorted(set(lost))[:5]:
        print("lost:", reason)
    return int(bool(lost) or growth > MAX_GROWTH_MB)


def client(port: int, number: int, end: float, times: list[float], lost: list[str]) -> None:
    """Send requests until the end."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    count = 0
    while time.monotonic() < end:
        text = f"{SENTENCES[(number + count) % len(SENTENCES)]} {number}.{count}"  # not the same twice: the cache must not help
        count += 1
        started = time.perf_counter()
        try:
            connection.request("POST", "/translate", json.dumps({"q": text, "source": "en", "target": "zh"}), headers)
            answer = connection.getresponse()
            body = json.loads(answer.read())
        except (OSError, ValueError, http.client.HTTPException) as error:
            lost.append(f"{type(error).__name__}: {error}")
            connection.close()
            continue
        if answer.status == 200 and body.get("translatedText"):
            times.append(time.perf_counter() - started)
        else:
            lost.append(f"{answer.status} {body.get('error')}")
    connection.close()


def resident_mb(pid: int) -> float:
    """Resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


if __name__ == "__main__":
    raise SystemExit(main())
