"""Timing on a machine that others use too: interleaved, best of several, with the load beside it."""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path


def race(
    contenders: Mapping[str, Callable[[], object]],
    *,
    rounds: int = 5,
    seconds: float = 20.0,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """The best time of each, in seconds; ``time.process_time`` as clock counts what all threads worked.

    All run in turn, so that a busy moment hits everyone; whoever has used up ``seconds`` in all drops out.
    """
    best = dict.fromkeys(contenders, float("inf"))
    spent = dict.fromkeys(contenders, 0.0)
    for _ in range(rounds):
        for name, run in contenders.items():
            if spent[name] < seconds:
                took = timed(run, clock)
                best[name] = min(best[name], took)
                spent[name] += took
    return best


def timed(run: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """How long one call takes, in seconds."""
    start = clock()
    run()
    return clock() - start


def peak_memory() -> int:
    """The most bytes that this program has held so far.

    Linux counts what stood in the process before the program was loaded, a large parent's memory, into
    ``getrusage``, but not into this line of its status.
    """
    status = Path("/proc/self/status")
    if status.exists():
        return 1024 * int(status.read_text().partition("VmHWM:")[2].split()[0])
    kilobyte = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * kilobyte


def load() -> str:
    """How busy the machine is, for a line beside the times."""
    averages = " ".join(f"{average:.2f}" for average in os.getloadavg())
    return f"load average {averages} on {os.cpu_count()} cores"


def text(seconds: float) -> str:
    """A time for a reader."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:,.2f} us"
    return f"{seconds * 1e3:,.1f} ms" if seconds < 1 else f"{seconds:,.2f} s"


def print_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Aligned columns: names and remarks, first and last, to the left."""
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    for line in lines:
        cells = [cell.rjust(width) for cell, width in zip(line, widths, strict=True)]
        cells[0], cells[-1] = line[0].ljust(widths[0]), line[-1]
        print("  ".join(cells).rstrip())
