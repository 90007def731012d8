"""At one threshold, how many pairs of each node are true, taken, and both: the raw material of reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from diskembed.evaluation.contained import Contained
from diskembed.evaluation.curve import positives
from diskembed.graph.closure import Closure

__all__ = ["Side", "Tallies"]

Counts = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Side:
    """Node by node, over the pairs in which it is the ancestor, or those in which it is the descendant."""

    true: Counts
    taken: Counts
    hits: Counts

    @property
    def missed(self) -> Counts:
        """True pairs that are not taken."""
        return self.true - self.hits

    @property
    def alarms(self) -> Counts:
        """Pairs that are taken and not true."""
        return self.taken - self.hits

    @property
    def errors(self) -> Counts:
        """Both."""
        return self.missed + self.alarms


@dataclass(frozen=True, eq=False)
class Tallies:
    """Both sides, and how many pairs of one kind there are and how many of those are taken."""

    as_ancestor: Side
    as_descendant: Side
    special: int
    special_hits: int

    @classmethod
    def of(cls, contained: Contained, closure: Closure, threshold: float, special: Closure) -> Self:
        """Over all ordered pairs; of ``special``, a part of the closure, the pairs are counted apart."""
        n = closure.n_nodes
        taken, hits = np.zeros((2, n), np.int64), np.zeros((2, n), np.int64)
        for above, below, _ in contained.pairs(threshold):
            taken += np.stack([np.bincount(side, minlength=n) for side in (above, below)])
        special_hits = 0
        for above, below, found in positives(contained, closure):
            low = found <= threshold
            hits += np.stack([np.bincount(side[low], minlength=n) for side in (above, below)])
            special_hits += int(np.count_nonzero(special.contains(above[low], below[low])))
        return cls(
            Side(closure.descendant_counts, taken[0], hits[0]),
            Side(closure.ancestor_counts, taken[1], hits[1]),
            special.n_pairs,
            special_hits,
        )
