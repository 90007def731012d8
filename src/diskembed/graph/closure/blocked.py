"""The closure without keeping it: every answer is worked out when it is asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.closure.base import Closure, Counts, sorted_rows
from diskembed.graph.closure.climbing import climb_rows
from diskembed.graph.closure.counts import PairCounts, pair_counts
from diskembed.graph.csr import CSR, Ints
from diskembed.graph.dag import DAG

if TYPE_CHECKING:
    from diskembed.graph.reachability import Reachability

__all__ = ["BlockedClosure"]


class BlockedClosure(Closure):
    """Counts are made once; rows are climbed block by block; pairs are tested by labels and search.

    Both go by basic edges alone, which imply the same and are fewer.
    """

    kind: ClassVar[str] = "blocked"

    def __init__(self, dag: DAG, memory: int) -> None:
        super().__init__(len(dag), memory)
        self._dag = dag

    @property
    def ancestor_counts(self) -> Counts:
        """How many ancestors each node has."""
        return self._counts.ancestors

    @property
    def descendant_counts(self) -> Counts:
        """How many descendants each node has."""
        return self._counts.descendants

    @cached_property
    def _counts(self) -> PairCounts:
        return pair_counts(self._dag, self.memory)

    @cached_property
    def _basic(self) -> DAG:
        from diskembed.graph.reduction import reduced

        return reduced(self._dag, memory=self.memory)

    @cached_property
    def _reachability(self) -> Reachability:
        return self._basic.reachability()

    def _test(self, ancestors: Ints, descendants: Ints) -> NDArray[np.bool_]:
        return self._reachability.reaches(ancestors, descendants)

    def _rows(self, first: int, last: int) -> Ints:
        return _climb(self._basic.parents, first, last, self.ancestor_counts)

    def _below(self, node: int) -> Ints:
        return _climb(self._basic.children, node, node + 1, self.descendant_counts)


def _climb(edges: CSR, first: int, last: int, counts: Counts) -> Ints:
    lengths = counts[first:last]
    rows = climb_rows(edges.indptr, edges.indices, first, last, int(lengths.sum()))
    return sorted_rows(rows, lengths)
