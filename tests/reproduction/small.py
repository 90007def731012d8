"""A small graph's split in the published format, and results without training."""

from __future__ import annotations

import numpy as np

import diskembed as de


def write_split(folder, n=150, seed=0):
    """A random tree's; training pairs of 0 % only, so that other shares are drawn."""
    below = np.arange(1, n)
    dag = de.DAG.from_arrays(np.random.default_rng(seed).integers(np.maximum(below - 8, 0), below), below)
    de.Split.draw(dag, percent=0, seed=seed, valid=0.2, test=0.2).write(folder, prefix="tree")
    return folder


def result_of(cell, test_f1, *, valid_f1=0.5, seconds=1.0):
    """What ``run_cell`` would return."""
    baseline = {"name": "all positive", "valid_f1": 0.2, "test_f1": 0.1667}
    return {
        "format": 1,
        "cell": {"name": cell.name},
        "result": {"name": cell.row, "valid_f1": valid_f1, "test_f1": test_f1},
        "baselines": [baseline],
        "seconds": seconds,
    }
