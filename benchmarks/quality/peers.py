"""Every system of the paper with the paper's own settings, on its 50 % cells: ours beside the published F1.

    python benchmarks/quality/peers.py [--splits DIR] [--only NAME] [--dim 5] [--percent 50] [--curves FILE]

Strict: only the given pairs are positives. The epoch and the threshold are chosen on the validation pairs.
``--curves`` appends a line an epoch, to see where a system stops.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

from machine import load, read_split

import diskembed as de
from diskembed.reproduction.rows import Row, row, row_names
from diskembed.training.progress import Epoch


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--splits", help="folder with the published split files; drawn by the rule without")
    parser.add_argument("--only", nargs="+", choices=row_names(), default=row_names())
    parser.add_argument("--dim", nargs="+", type=int, default=[5, 10])
    parser.add_argument("--percent", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--epochs", type=int, help="instead of the paper's number")
    parser.add_argument("--curves", type=Path)
    options = parser.parse_args()
    split = read_split(options.splits, options.percent, options.seed)
    print(f"{split!r}; {load()}")
    print(f"{'system':32} dim  published   ours  best epoch  seconds", flush=True)
    for name in options.only:
        for dim in options.dim:
            print(measured(row(name), dim, split, options), flush=True)


def measured(system: Row, dim: int, split: de.Split, options: argparse.Namespace) -> str:
    changes = {} if options.epochs is None else {"epochs": options.epochs}
    log = [] if options.curves is None else [Curve(options.curves, f"{system.name}-dim{dim}")]
    began = time.perf_counter()
    estimator = system.make(dim, seed=options.seed, callbacks=log, progress=False, **changes).fit(split)
    seconds = time.perf_counter() - began
    ours = 100 * de.evaluate(estimator.embedding_, split).f1
    published = system.figure(dim, options.percent)
    best = estimator.embedding_.provenance["best_epoch"]
    shown = "-" if published is None else f"{published:.1f}"
    return f"{system.title:32} {dim:3}  {shown:>9}  {ours:5.1f}  {best:10}  {seconds:7.1f}"


class Curve:
    """A line an epoch with the run's name in front."""

    def __init__(self, path: Path, run: str) -> None:
        self.path, self.run = path, run

    def __call__(self, epoch: Epoch, /) -> None:
        """Write it."""
        with self.path.open("a", newline="") as file:
            csv.writer(file).writerow([self.run, epoch.epoch, epoch.loss, epoch.violated, epoch.f1])


if __name__ == "__main__":
    main()
