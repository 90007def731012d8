"""Many clients of one map at a time: errors, answers a second, and the server's memory.

    python benchmarks/speed/viewer_load.py MODEL [--graph GRAPH] [--clients 200] [--seconds 30] [--growth 64]

``diskembed view`` runs in a process of its own, on the loopback. Every client asks one thing after another
over its own connection: the page, nodes, relatives, containments, now and then all circles. The run fails
(exit code 1) if one answer is not 200, a connection breaks, or the server holds more than ``--growth`` MiB
more at the end than after the first tenth of the time, when each client has asked.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit

MIX = (("/", 2), ("/api/map", 2), ("node", 20), ("ancestors", 20), ("descendants", 20), ("contains", 35),
       ("/api/map/disks", 1))  # fmt: skip


@contextmanager
def server(model: str, graph: str | None):
    """The address and the process number of a map that is served."""
    command = [sys.executable, "-m", "diskembed", "view", model, "--no-open"]
    with subprocess.Popen(
        [*command, *(["--graph", graph] if graph else [])], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process.stdout.readline().strip(), process.pid
        finally:
            process.terminate()


def resident(pid: int) -> float:
    """MiB that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def question(names: list[str], rng: random.Random) -> str:
    (kind,) = rng.choices([kind for kind, _ in MIX], [weight for _, weight in MIX])
    node = rng.randrange(len(names))
    if kind == "node":
        return f"/api/nodes/{node}"
    if kind in {"ancestors", "descendants"}:
        return f"/api/nodes/{node}/{kind}"
    if kind == "contains":
        return f"/api/contains?ancestor={quote(names[node])}&descendant={quote(rng.choice(names))}"
    return kind


async def client(host: str, port: int, names: list[str], seed: int, until: float, told: Counter[str]) -> None:
    """Ask until the time is over; whatever goes wrong is counted."""
    rng = random.Random(seed)
    try:
        reader, writer = await asyncio.open_connection(host, port)
        while time.monotonic() < until:
            start = time.monotonic()
            writer.write(f"GET {question(names, rng)} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            size = int(head.split("content-length: ")[1].split("\r\n", 1)[0])
            await reader.readexactly(size)
            told[head.split(" ", 2)[1]] += 1
            told["longest ms"] = max(told["longest ms"], round(1000 * (time.monotonic() - start)))
        writer.close()
    except (OSError, asyncio.IncompleteReadError, IndexError) as error:
        told[f"broken: {type(error).__name__} {error}"] += 1


async def load(address: str, pid: int, clients: int, seconds: float) -> tuple[Counter[str], list[float]]:
    """Run all clients, and look at the memory ten times."""
    place = urlsplit(address)
    with urllib.request.urlopen(f"{address}api/map/names") as answer:
        names = json.load(answer)["names"]
    told: Counter[str] = Counter()
    until = time.monotonic() + seconds
    tasks = [
        asyncio.create_task(client(place.hostname or "", place.port or 0, names, seed, until, told))
        for seed in range(clients)
    ]
    held = []
    for _ in range(10):
        await asyncio.sleep(seconds / 10)
        held.append(resident(pid))
    await asyncio.gather(*tasks)
    return told, held


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model")
    parser.add_argument("--graph")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--growth", type=float, default=64.0)
    options = parser.parse_args()
    with server(options.model, options.graph) as (address, pid):
        before = resident(pid)
        told, held = asyncio.run(load(address, pid, options.clients, options.seconds))
    answers, longest = told.pop("200", 0), told.pop("longest ms", 0)
    growth = held[-1] - held[0]
    print(f"{options.clients} clients, {options.seconds:.0f} s: {answers:,} answers, "
          f"{answers / options.seconds:,.0f} a second, the longest {longest} ms")  # fmt: skip
    print(f"other than 200: {dict(told) or 'none'}")
    print(
        f"memory in MiB: {before:.0f} before, then {', '.join(f'{mib:.0f}' for mib in held)}: {growth:+.1f}"
    )
    return int(bool(told) or not answers or growth > options.growth)


if __name__ == "__main__":
    raise SystemExit(main())
