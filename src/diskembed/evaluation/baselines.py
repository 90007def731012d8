"""What is to be had without an embedding; printed beside each result."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from diskembed.split.pairs import Pairs
from diskembed.split.split import Split

__all__ = ["BASELINES", "Scorer"]

Scorer = Callable[[Pairs], NDArray[np.float64]]


def all_positive(split: Split) -> Scorer:
    """Every pair is an edge: the F1 that the number of negatives gives away."""
    return lambda pairs: np.zeros(len(pairs))


def degree_only(split: Split) -> Scorer:
    """The more training pairs start at a node, the likelier one more; descendants are not looked at."""
    degree = np.bincount(split.train.ancestors, minlength=len(split.names)).astype(np.float64)
    return lambda pairs: -degree[pairs.ancestors]


def symbolic_closure(split: Split) -> Scorer:
    """What the training pairs imply: a lookup, which compresses nothing and places no new node."""
    closure = split.dag().closure()
    return lambda pairs: 1.0 - closure.contains(pairs.ancestors, pairs.descendants).astype(np.float64)


BASELINES: Mapping[str, Callable[[Split], Scorer]] = {
    "all positive": all_positive,
    "degree only": degree_only,
    "symbolic closure": symbolic_closure,
}
