"""How the cost of a pair grows from 10^5 to 10^7 nodes, on trees of one shape."""

from __future__ import annotations

import numpy as np
from timing import load, peak_memory, print_table

import diskembed as de
from diskembed.training.progress import Epoch

SIZES = (10**5, 10**6, 10**7)


def main() -> None:
    """Two epochs of each; nodes are numbered at random, as in a file, and the closure is not asked for."""
    rows = []
    for n in SIZES:
        told: list[Epoch] = []
        dag = tree(n)
        model = de.DiskEmbedding(
            geometry="euclid",
            dim=10,
            epochs=2,
            known="edges",
            start="random",
            callbacks=[told.append],
            progress=False,
        )
        model.fit(dag)
        last = told[-1]
        rows.append(
            [
                f"{n:,}",
                f"{last.rate / 1e6:.1f} M",
                f"{1e9 / last.rate:.0f} ns",
                f"{last.seconds:.1f} s",
                f"{peak_memory() / 1e9:.1f} GB",
            ]
        )
    print(f"\nsizes; {load()}")
    print_table(["nodes", "pairs a second", "a pair", "an epoch", "peak memory so far"], rows)


def tree(n: int) -> de.DAG:
    """Each node hangs below a random earlier one; then all are numbered anew."""
    rng = np.random.default_rng(0)
    number = rng.permutation(n).astype(np.int32)
    below = np.arange(1, n)
    return de.DAG.from_arrays(number[rng.integers(0, below)], number[below])
