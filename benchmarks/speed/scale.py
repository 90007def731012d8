"""What large graphs cost: in memory, in partitions and on Ray.

    python benchmarks/speed/scale.py sizes [--nodes 100000 1000000 10000000] [--pieces 8] [--dtype float32]
    python benchmarks/speed/scale.py taxonomy EDGES [--epochs 8] [--threads 2] [--start nested]
    python benchmarks/speed/scale.py quality GRAPH [--partitions 4 16] [--cluster]
    python benchmarks/speed/scale.py kills [--runs 10]
    python benchmarks/speed/scale.py workers [--nodes 1000000]

``sizes``: pairs a second and memory on generated graphs of three edges a node, each in a process of its own.
``taxonomy``: a tree from a file of (child, parent), to F1 on corrupted pairs. ``quality``: F1 of the full
adjacency, sampled by columns, of partitions and Ray beside one process. ``kills``: a worker is killed in each
of several runs. ``workers``: two workers against one, on buckets of a generated graph.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from scale_quality import column_f1, corrupted_f1
from timing import load, peak_memory, print_table

import diskembed as de
from diskembed.estimators.footprint import footprint_of
from diskembed.estimators.run import Run
from diskembed.training.progress import Epoch
from diskembed.training.trainer import State, Trainer


class EnoughError(Exception):
    """So many pieces were measured."""


def sizes(options: argparse.Namespace) -> None:
    """Each size in a process of its own, so that memory is its own too."""
    rows = []
    for nodes in options.nodes:
        command = [
            sys.executable,
            __file__,
            "one",
            *map(str, (nodes, options.pieces, options.dtype, options.window)),
        ]
        told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        rows.append(
            [
                f"{nodes:,}",
                f"{told['edges']:,}",
                f"{told['rate'] / 1e6:.2f} M",
                f"{told['cpu_rate'] / 1e6:.2f} M",
                f"{told['read']:.0f} s",
                f"{told['start']:.0f} s",
                f"{told['peak'] / 1e9:.2f} GB",
                f"{told['stated'] / 1e9:.2f} GB",
            ]
        )
    print(f"\nsizes, {options.dtype}, window {options.window}; {load()}")
    head = ["nodes", "edges", "pairs a second", "a CPU second", "to make", "to start", "peak", "stated"]
    print_table(head, rows)


def one(nodes: int, pieces: int, dtype: str, window: int) -> None:
    """Some pieces of the first epoch."""
    began = time.perf_counter()
    dag = de.datasets.generate(nodes, 3 * nodes)
    made = time.perf_counter()
    estimator = de.DiskEmbedding(
        geometry="euclid", dim=10, epochs=2, known="edges", dtype=dtype, window=window
    )
    stated = footprint_of(estimator, dag)
    run = Run.of(estimator, dag)
    state = run.fresh()
    started = time.perf_counter()
    cpu: list[tuple[float, Epoch]] = []

    def glance(epoch: Epoch, done: float) -> None:
        cpu.append((time.process_time(), epoch))
        if len(cpu) > pieces:
            raise EnoughError

    warm_up(estimator)
    with suppress(EnoughError):
        Trainer(run.model, run.material, run.plan, glance=glance).run(state)
    (cpu_first, first), (cpu_last, last) = cpu[0], cpu[-1]
    told = {
        "edges": dag.n_edges,
        "rate": (last.pairs - first.pairs) / (last.seconds - first.seconds),
        "cpu_rate": (last.pairs - first.pairs) / (cpu_last - cpu_first),
        "read": made - began,
        "start": started - made,
        "peak": peak_memory(),
        "stated": stated.peak,
    }
    print(json.dumps(told))


def warm_up(estimator: de.DiskEmbedding) -> None:
    """Compile on a handful of nodes."""
    run = Run.of(estimator, de.DAG.from_arrays([0, 1], [1, 2]))
    state: State = run.fresh()
    Trainer(run.model, run.material, run.plan).run(state)


def taxonomy(options: argparse.Namespace) -> None:
    """Time, CPU time and memory of the fit alone; reading stands beside it."""
    began = time.perf_counter()
    dag = de.read(options.graph, order="child,parent")
    read, before, cpu = time.perf_counter() - began, time.perf_counter(), time.process_time()
    estimator = de.DiskEmbedding(
        geometry="euclid",
        dim=10,
        epochs=options.epochs,
        threads=options.threads,
        dtype=options.dtype,
        start=options.start,
    )
    print(f"stated: {footprint_of(estimator, dag)}", flush=True)
    embedding = estimator.fit(dag).embedding_
    took, cpu = time.perf_counter() - before, time.process_time() - cpu
    print(f"{dag!r}: read in {read:.0f} s, fitted in {took:.0f} s, {cpu:.0f} s of CPU; {load()}")
    print(f"peak {peak_memory() / 1e9:.2f} GB", flush=True)
    print(f"F1 of corrupted pairs: {100 * corrupted_f1(embedding, dag):.2f}")


def quality(options: argparse.Namespace) -> None:
    """All with the default plan."""
    dag = (
        de.datasets.load(options.graph)
        if not Path(options.graph).exists()
        else de.read(options.graph, order="child,parent")
    )
    ways = [{}, *({"partitions": count} for count in options.partitions)]
    rows = []
    for way in [*ways, *([{"cluster": "local"}] if options.cluster else [])]:
        cluster = {name: way.pop(name) for name in list(way) if name == "cluster"}
        before = time.perf_counter()
        estimator = de.DiskEmbedding(geometry=options.geometry, dim=10, progress=False, **way)
        embedding = estimator.fit(dag, **cluster).embedding_
        best, own = column_f1(embedding, dag, options.columns)
        name = ", ".join(f"{key}={value}" for key, value in {**way, **cluster}.items()) or "one process"
        rows.append([name, f"{100 * best:.2f}", f"{100 * own:.2f}", f"{time.perf_counter() - before:.0f} s"])
        print(rows[-1], flush=True)
    print(f"\n{dag!r}, {options.columns} columns; {load()}")
    print_table(["", "F1 at best", "F1 at its threshold", "time"], rows)


def kills(options: argparse.Namespace) -> None:
    """See ``scale_kills``."""
    from scale_kills import main as run_kills

    run_kills(options.runs)


def workers(options: argparse.Namespace) -> None:
    """One CPU against two, the same buckets."""
    from diskembed.scale.cluster import connected

    dag = de.datasets.generate(options.nodes[0], 3 * options.nodes[0])
    rows = []
    for cpus in (1, 2, 1, 2):
        told: list[Epoch] = []
        with connected("local", cpus=cpus):
            de.DiskEmbedding(
                geometry="euclid", dim=10, epochs=3, known="edges", walked=1, partitions=4,
                start="random", progress=False, callbacks=[told.append],
            ).fit(dag, cluster="local")  # fmt: skip
        rows.append([str(cpus), *(f"{epoch.rate / 1e6:.2f} M" for epoch in told)])
    print(f"\n{dag!r}, 4 partitions; {load()}")
    print_table(["workers", *(f"epoch {k + 1}, pairs a second" for k in range(3))], rows)


def main() -> None:
    if sys.argv[1:2] == ["one"]:
        one(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], int(sys.argv[5]))
        return
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", choices=["sizes", "taxonomy", "quality", "kills", "workers"])
    parser.add_argument("graph", nargs="?", help="a file of edges, or a known name")
    parser.add_argument("--nodes", nargs="+", type=int, default=[10**5, 10**6, 10**7])
    parser.add_argument("--pieces", type=int, default=8)
    parser.add_argument("--window", type=int, default=0)
    parser.add_argument("--dtype", default="float64")
    parser.add_argument("--geometry", default="euclid")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--start", default="graph")
    parser.add_argument("--threads", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--partitions", nargs="*", type=int, default=[4, 16])
    parser.add_argument("--columns", type=int, default=600)
    parser.add_argument("--cluster", action="store_true")
    parser.add_argument("--runs", type=int, default=10)
    options = parser.parse_args()
    globals()[options.part](options)


if __name__ == "__main__":
    main()
