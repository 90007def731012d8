"""The forest inside a DAG: one parent for each node, and how much lies below it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diskembed.graph.csr import CSR, Ints
from diskembed.graph.dag import DAG
from diskembed.jit import kernel

__all__ = ["Forest", "runs_down"]


@dataclass(frozen=True, eq=False)
class Forest:
    """``parent[i]`` is a node's chosen parent or -1, ``size[i]`` the nodes below it, itself included.

    ``level`` counts the steps from a root; ``families`` has a row for each node's children and, last, one
    for the roots, those with the most below them first.
    """

    parent: Ints
    size: Ints
    level: Ints
    families: CSR

    @staticmethod
    def of(dag: DAG, *, rank: Ints | None = None) -> Forest:
        """With the parent of each that ranks highest, by default the deepest: it holds the fewest others."""
        parent = _highest_parents(
            dag.parents.indptr, dag.parents.indices, dag.depth if rank is None else rank
        )
        size, level = _sizes_and_levels(dag.order, parent)
        home = np.where(parent < 0, len(dag), parent)
        order = np.lexsort((np.arange(len(dag)), -size, home))
        indptr = np.searchsorted(home[order], np.arange(len(dag) + 2))
        return Forest(parent, size, level, CSR(indptr, order))


def runs_down(dag: DAG) -> bool:
    """Whether the graph is closer to a forest as it stands than turned around.

    A start that packs the better of both ways makes a reversed graph start as the mirror image.
    """
    up, down = np.maximum(dag.in_degree - 1, 0).sum(), np.maximum(dag.out_degree - 1, 0).sum()
    if up != down:
        return bool(up < down)
    return len(dag.roots()) <= len(dag.leaves())


@kernel
def _highest_parents(ptr: Ints, parents: Ints, rank: Ints) -> Ints:
    chosen = np.full(len(ptr) - 1, -1, np.int64)
    for node in range(len(chosen)):
        for i in range(ptr[node], ptr[node + 1]):
            if chosen[node] < 0 or rank[parents[i]] > rank[chosen[node]]:
                chosen[node] = parents[i]
    return chosen


@kernel
def _sizes_and_levels(order: Ints, parent: Ints) -> tuple[Ints, Ints]:
    size = np.ones(len(parent), np.int64)
    level = np.zeros(len(parent), np.int64)
    for i in range(len(order)):
        node = order[i]
        if parent[node] >= 0:
            level[node] = level[parent[node]] + 1
    for i in range(len(order) - 1, -1, -1):
        node = order[i]
        if parent[node] >= 0:
            size[parent[node]] += size[node]
    return size, level
