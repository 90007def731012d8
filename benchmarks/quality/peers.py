"""Every system of the paper with the paper's own settings, on its 50 % cells: ours beside the published F1.

    python benchmarks/quality/peers.py                                          # all of them, a table
    python benchmarks/quality/peers.py --only spherical-disks --dim 5 --results peers.csv --curves curves.csv

Strict: only the given pairs are positives. The epoch and the threshold are chosen on the validation pairs.
``--results`` and ``--curves`` append lines, a run and an epoch each, so that cells may be measured one by
one, also side by side; ``peers_page.py`` makes docs/peers.md of them. ``--states`` lets a stopped run go on.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
import time
from pathlib import Path

import diskembed as de
from diskembed.errors import DiskembedError
from diskembed.reproduction.rows import Row, row, row_names
from diskembed.training.progress import Epoch

RESULT = ("system", "dim", "percent", "published", "ours", "best_epoch", "epochs", "seconds", "load")
CURVE = ("system", "dim", "percent", "epoch", "loss", "violated", "f1")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--splits", help="folder with the published split files; drawn by the rule without")
    parser.add_argument("--only", nargs="+", choices=row_names(), default=row_names())
    parser.add_argument("--dim", nargs="+", type=int, default=[5, 10])
    parser.add_argument("--percent", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1, help="more than one is not repeatable")
    parser.add_argument("--epochs", type=int, help="instead of the paper's number")
    parser.add_argument("--results", type=Path, help="CSV file that each run appends a line to")
    parser.add_argument("--curves", type=Path, help="CSV file that each epoch appends a line to")
    parser.add_argument("--states", type=Path, help="folder for checkpoints, which are taken up again")
    options = parser.parse_args()
    split = read_split(options.splits, options.percent, options.seed)
    print(f"{split!r}; load {os.getloadavg()[0]:.1f}")
    print(f"{'system':32} dim  published   ours  best epoch  seconds", flush=True)
    failed = 0
    for name in options.only:
        for dim in options.dim:
            try:
                print(measured(row(name), dim, split, options), flush=True)
            except DiskembedError as error:  # the other cells are worth having all the same
                failed += 1
                print(f"{row(name).title:32} {dim:3}  {error}", flush=True)
    return min(failed, 1)


def read_split(folder: str | None, percent: int, seed: int) -> de.Split:
    if folder is not None:
        return de.Split.read(folder, percent=percent, prefix="noun_closure.tsv")
    return de.Split.draw(de.datasets.load("wordnet-nouns").without_roots(), percent=percent, seed=seed)


def measured(system: Row, dim: int, split: de.Split, options: argparse.Namespace) -> str:
    changes = {"progress": False, "threads": options.threads}
    if options.epochs is not None:
        changes["epochs"] = options.epochs
    if options.curves is not None:
        changes["callbacks"] = [Curve(options.curves, (system.name, dim, options.percent))]
    state = None
    if options.states is not None:
        options.states.mkdir(parents=True, exist_ok=True)
        state = options.states / f"{system.name}-dim{dim}-{options.percent}.checkpoint"
        changes["checkpoint"] = state
    load, began = os.getloadavg()[0], time.perf_counter()
    estimator = system.make(dim, seed=options.seed, **changes)
    estimator.fit(split, resume=state is not None and state.exists())
    seconds = time.perf_counter() - began
    ours = 100 * de.evaluate(estimator.embedding_, split).f1
    published = system.figure(dim, options.percent)
    facts = estimator.embedding_.provenance
    if options.results is not None:
        done = (facts["best_epoch"], facts["epochs"], round(seconds, 1), round(load, 1))
        append(options.results, RESULT, (system.name, dim, options.percent, published, round(ours, 2), *done))
    shown = "-" if published is None else f"{published:.1f}"
    return f"{system.title:32} {dim:3}  {shown:>9}  {ours:5.1f}  {facts['best_epoch']:10}  {seconds:7.1f}"


class Curve:
    """A line an epoch with the run's name in front."""

    def __init__(self, path: Path, run: tuple[object, ...]) -> None:
        self.path, self.run = path, run

    def __call__(self, epoch: Epoch, /) -> None:
        """Write it."""
        append(self.path, CURVE, (*self.run, epoch.epoch, epoch.loss, epoch.violated, epoch.f1))


def append(path: Path, columns: tuple[str, ...], values: tuple[object, ...]) -> None:
    with path.open("a", newline="") as file:
        writer = csv.writer(file)
        if file.tell() == 0:
            writer.writerow(columns)
        writer.writerow(values)


if __name__ == "__main__":
    sys.exit(main())
