"""How fast training is: against gensim, with threads, as a whole run, and how far from the machine's limits.

    python benchmarks/speed/training.py [race] [threads] [whole] [limits] [sizes]

All parts unless some are named. ``race``: pairs a second on all 661,127 pairs of the nouns, ten numbers a
node, one core, interleaved epoch by epoch with gensim's PoincareModel. A pair counts when it has been looked
at; how many of them were moved stands beside it. ``threads``: two against one. ``whole``: read, split, train
(15 epochs, and the default 35) and evaluate the 50 % cell in a new process against ONE epoch of gensim on the
same training pairs.
``limits``: what the parts of a pair cost. ``sizes``: how the cost of a pair grows to 10^7 nodes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import product

import numpy as np
import training_limits
import training_sizes
from timing import load, print_table
from training_contenders import GEOMETRIES, Gensim, Ours, nouns_closure

import diskembed as de

ROUNDS = 5


def race() -> None:
    """Epochs of ours and chunks of gensim's in turn; rates of the whole, gensim's best chunk."""
    closure = nouns_closure()
    gensim = {batch: Gensim(closure, batch) for batch in (10, 50)}
    ours = {name: Ours(closure, geometry=name) for name in GEOMETRIES}
    rates: dict[str, list[float]] = {f"gensim, batch {batch}": [] for batch in gensim}
    for _ in range(ROUNDS):
        for batch, model in gensim.items():
            rates[f"gensim, batch {batch}"].append(model.rate())
        for run in ours.values():
            run.epochs(3)
    best = {name: max(found) for name, found in rates.items()}
    slowest, quickest = best["gensim, batch 10"], max(best.values())
    rows = [[name, f"{rate / 1e6:.2f} M", "", "", "", ""] for name, rate in best.items()]
    for name, run in ours.items():
        whole = run.rate()
        rows.append(
            [
                name,
                f"{whole / 1e6:.1f} M",
                f"{max(epoch.rate for epoch in run.history) / 1e6:.1f} M",
                f"{100 * run.moved():.1f} %",
                f"{whole / slowest:.0f}",
                f"{whole / quickest:.0f}",
            ]
        )
    head = ["", "pairs a second", "best epoch", "moved", "times gensim (10)", "times gensim (50)"]
    print(f"\nrace; {load()}")
    print_table(head, rows)


def threads() -> None:
    """Whole runs with one and two threads, epoch by epoch in turn."""
    closure = nouns_closure()
    rows = []
    for name in GEOMETRIES:
        runs = [Ours(closure, geometry=name, threads=count) for count in (1, 2)]
        for _ in range(ROUNDS):
            for run in runs:
                run.epochs(3)
        ratios = [two.rate / one.rate for one, two in zip(*(run.history for run in runs), strict=True)]
        rates = [f"{run.rate() / 1e6:.1f} M" for run in runs]
        rows.append([name, *rates, f"{np.median(ratios):.2f}"])
    print(f"\nthreads; {load()}")
    print_table(["", "one", "two", "median ratio"], rows)


WHOLE = """
import diskembed as de
dag = de.datasets.load("wordnet-nouns").without_roots()
split = de.Split.draw(dag, percent=50, seed=0)
options = dict(geometry="{geometry}", dim=10, start="graph", random_state=0, transitive=False, progress=False)
model = de.DiskEmbedding(epochs={epochs}, **options)
print(de.evaluate(model.fit(split).embedding_, split).f1)
"""


def whole() -> None:
    """Each run in a new process with compiled code cached; gensim's epoch without reading or splitting."""
    split = de.Split.draw(de.datasets.load("wordnet-nouns").without_roots(), percent=50, seed=0)
    train = np.column_stack([split.train.ancestors, split.train.descendants])
    rows = []
    for geometry, epochs in product(GEOMETRIES, (15, 35)):
        took, f1 = min(_process(geometry, epochs) for _ in range(2))
        what = f"{geometry}: read, split, train {epochs} epochs, evaluate"
        rows.append([what, f"{took:.1f} s", f"{100 * f1:.2f}"])
    for batch in (10, 50):
        seconds = _timed(Gensim(train, batch).epoch)
        rows.append([f"gensim, batch {batch}: one epoch", f"{seconds:.1f} s", ""])
    print(f"\nwhole run; {load()}")
    print_table(["", "wall time", "test F1"], rows)


def _process(geometry: str, epochs: int) -> tuple[float, float]:
    began = time.perf_counter()
    command = [sys.executable, "-c", WHOLE.format(geometry=geometry, epochs=epochs)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return time.perf_counter() - began, float(answer.stdout)


def _timed(run: Callable[[], object]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


PARTS = {
    "race": race,
    "threads": threads,
    "whole": whole,
    "limits": training_limits.main,
    "sizes": training_sizes.main,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="all if none is given")
    sys.stdout.reconfigure(line_buffering=True)
    for part in parser.parse_args().parts or PARTS:
        PARTS[part]()


if __name__ == "__main__":
    main()
