"""The transitive closure against every library that has one.

    python benchmarks/speed/closure.py DATADIR [GRAPH ...]

DATADIR holds a folder for each graph, with ``edges.tsv.gz`` of ``child<TAB>parent`` numbers. Each contender
first runs alone in a process of its own, under a limit of time and memory, which gives its peak memory; those
that stay below the limit then race, interleaved, in this process.
"""

from __future__ import annotations

import argparse
import gzip
import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
from closure_contenders import CONTENDERS, Numbers
from timing import load, peak_memory, print_table, race, text, timed


def read(path: Path) -> tuple[Numbers, Numbers, int]:
    """(ancestors, descendants, number of nodes) of an edge list."""
    with gzip.open(path, "rt") as lines:
        edges = np.loadtxt(lines, dtype=np.int32, delimiter="\t", ndmin=2)
    return edges[:, 1].copy(), edges[:, 0].copy(), int(edges.max()) + 1


def probe(name: str, path: Path) -> None:
    """Run one contender alone; prints what it took, as JSON: ours with what compiling takes, if it has to."""
    run = CONTENDERS[name].prepare(*read(path))
    before = peak_memory()
    print(json.dumps({"first": timed(run), "before": before, "peak": peak_memory()}))


def probed(name: str, path: Path, args: argparse.Namespace) -> dict[str, Any]:
    """``probe`` in a process of its own; ``{"failed": why}`` where it goes past a limit."""

    def limit_memory() -> None:
        most = int(args.gigabytes * 1e9)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))

    command = [sys.executable, __file__, "--probe", name, str(path)]
    try:
        done = subprocess.run(
            command, timeout=args.limit, capture_output=True, text=True, preexec_fn=limit_memory, check=False
        )
    except subprocess.TimeoutExpired:
        return {"failed": f"stopped at {args.limit:g} s"}
    if done.returncode:
        why = done.stderr.strip().splitlines()[-1:] or ["killed"]
        short = "MemoryError" in why[0] or "bad_alloc" in why[0]
        return {"failed": f"needs more than {args.gigabytes:g} GB" if short else why[0][:60]}
    return dict(json.loads(done.stdout))


def compare(path: Path, args: argparse.Namespace) -> None:
    """All contenders on one graph, as a table."""
    edges = read(path)
    print(f"\n{path.parent.name}: {edges[2]:,} nodes, {len(edges[0]):,} edges; {load()}")
    alone = {name: probed(name, path, args) for name in CONTENDERS}
    running = {name: CONTENDERS[name].prepare(*edges) for name in CONTENDERS if "failed" not in alone[name]}
    answers = {name: running[name]() for name in running if alone[name]["first"] < args.seconds}
    if len(set(answers.values())) > 1:
        raise SystemExit(f"contenders disagree on the number of pairs: {answers}")
    best = race(running, rounds=args.rounds, seconds=args.seconds)
    rows = []
    for name, contender in CONTENDERS.items():
        ours = best["diskembed" if contender.produces == "pairs" else "diskembed counts"]
        if name in best:
            grown = alone[name]["peak"] - alone[name]["before"]
            cells = [text(best[name]), f"{best[name] / ours:,.1f}", f"{grown / 1e6:,.0f} MB"]
        else:
            cells = [alone[name]["failed"], "", ""]
        rows.append([name, contender.produces, *cells, contender.how])
    print_table(["contender", "gives", "best", "times ours", "memory", "how"], rows)
    verdict(best)
    print(
        f"{next(iter(answers.values())):,} pairs; whole process of diskembed at most {whole(alone)}; {load()}"
    )


def verdict(best: dict[str, float]) -> None:
    """How much quicker than the best rival, among those that give the same."""
    for produces, ours in (("pairs", "diskembed"), ("counts", "diskembed counts")):
        rivals = {
            name: took
            for name, took in best.items()
            if CONTENDERS[name].produces == produces and name != ours
        }
        if rivals:
            first = min(rivals, key=lambda name: rivals[name])
            print(f"{produces}: {rivals[first] / best[ours]:,.1f} times as quick as the best rival, {first}")


def whole(alone: dict[str, dict[str, Any]]) -> str:
    """The peak of the process that ran ours, interpreter and libraries included."""
    return f"{alone['diskembed']['peak'] / 1e6:,.0f} MB"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("datadir", nargs="?", type=Path)
    parser.add_argument("graphs", nargs="*", help="folders of DATADIR; all if none is given")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=15, help="of a contender in all rounds of a graph")
    parser.add_argument("--limit", type=float, default=120, help="seconds after which a contender is stopped")
    parser.add_argument("--gigabytes", type=float, default=10, help="memory at which a contender is stopped")
    parser.add_argument("--most-nodes", type=int, default=200_000)
    parser.add_argument("--probe", nargs=2, metavar=("NAME", "PATH"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)
    if args.probe:
        probe(args.probe[0], Path(args.probe[1]))
        return
    names = args.graphs or sorted(path.parent.name for path in args.datadir.glob("*/edges.tsv.gz"))
    for name in names:
        compare(args.datadir / name / "edges.tsv.gz", args)


if __name__ == "__main__":
    main()
