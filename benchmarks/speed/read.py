"""Reading a table of edges against the libraries that read tables.

    python benchmarks/speed/read.py [--edges 2000000] [--names 800000]

A table of names is written and read by each contender in two ways: into columns of strings ("raw"), and on
to numbers for the names ("numbered"). Ours only has the second, and the DAG that follows from it. All run in
turn in this process, with as many threads as there are cores (``taskset`` can make them fewer); memory is the
peak of a process for each alone, beyond what its imports took.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from read_contenders import CONTENDERS
from timing import load, peak_memory, print_table, race, text


def write_table(path: Path, n_edges: int, n_names: int) -> None:
    """Random edges from later to earlier names, of 6 to 13 letters; a few names are in very many."""
    random = np.random.default_rng(0)
    kinds = np.array(["taxon", "gene", "term", "concept", "item"])[random.integers(0, 5, n_names)]
    numbers = random.permutation(10 * n_names)[:n_names].astype(str)
    names = np.char.add(np.char.add(kinds, "_"), numbers).tolist()
    children = random.integers(1, n_names, n_edges)
    parents = (children * random.random(n_edges)).astype(np.int64)
    rows = (f"{names[child]}\t{names[parent]}\n" for child, parent in zip(children, parents, strict=True))
    with path.open("w") as file:
        file.write("child\tparent\n")
        file.writelines(rows)


def probed(name: str, path: Path) -> int:
    """The memory that one contender takes alone, beyond what its imports do."""
    command = [sys.executable, __file__, "--probe", name, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    before, after = json.loads(done.stdout)
    return after - before


def probe(name: str, path: Path) -> None:
    """Run one contender on a small table for its imports, then on the whole one; prints both peaks."""
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder, "small.tsv")
        write_table(small, 1000, 500)
        CONTENDERS[name].run(small)
    before = peak_memory()
    CONTENDERS[name].run(path)
    print(json.dumps([before, peak_memory()]))


def compare(path: Path, args: argparse.Namespace) -> None:
    """All contenders on one table."""
    answers = {name: contender.count(contender.run(path)) for name, contender in CONTENDERS.items()}
    for kind in ("raw", "numbered"):
        counts = {name: count for name, count in answers.items() if CONTENDERS[name].kind == kind}
        if len(set(counts.values())) > 1:
            raise SystemExit(f"contenders disagree: {counts}")
    best = race({name: lambda c=c: c.run(path) for name, c in CONTENDERS.items()}, rounds=args.rounds)
    quickest = {
        kind: min(best[name] for name, c in CONTENDERS.items() if c.kind == kind and not c.ours)
        for kind in ("raw", "numbered")
    }
    rows = [
        [
            name,
            contender.kind,
            text(best[name]),
            f"{best[name] / quickest['raw']:.2f}",
            f"{best[name] / quickest['numbered']:.2f}",
            f"{probed(name, path) / 1e6:,.0f} MB",
            contender.how,
        ]
        for name, contender in CONTENDERS.items()
    ]
    print(f"{args.edges:,} edges, {path.stat().st_size / 1e6:,.0f} MB; best of {args.rounds}; {load()}")
    print_table(["contender", "result", "time", "/ best raw", "/ best numbered", "memory", ""], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edges", type=int, default=2_000_000)
    parser.add_argument("--names", type=int, default=800_000)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--probe", nargs=2, metavar=("NAME", "PATH"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.probe:
        probe(args.probe[0], Path(args.probe[1]))
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "edges.tsv")
        write_table(path, args.edges, args.names)
        compare(path, args)


if __name__ == "__main__":
    main()
