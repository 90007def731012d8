"""Ancestors found by climbing, one node at a time: memory by the node, and time by the pair."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.csr import Ints
from diskembed.jit import kernel

__all__ = ["climb_counts", "climb_rows"]


@kernel
def climb_counts(
    order: Ints, indptr: Ints, parents: Ints, most_steps: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], bool]:
    """Ancestors and descendants of each node; False when that took more than ``most_steps``.

    A node with one parent has that parent's ancestors and the parent: it is counted together with the parent,
    as part of its weight. Only nodes with several parents climb.
    """
    n = len(order)
    above, below = np.zeros(n, np.int64), np.zeros(n, np.int64)
    weight = np.ones(n, np.int64)
    met_by = np.full(n, -1, parents.dtype)
    stack = np.empty(n, parents.dtype)
    steps = 0
    for r in range(n - 1, -1, -1):
        start = order[r]
        n_parents = indptr[start + 1] - indptr[start]
        if n_parents == 1:
            parent = parents[indptr[start]]
            below[parent] += weight[start]
            weight[parent] += weight[start]
        stack[0] = start
        height = n_parents > 1
        while height:
            height -= 1
            node = stack[height]
            steps += indptr[node + 1] - indptr[node]
            for i in range(indptr[node], indptr[node + 1]):
                parent = parents[i]
                if met_by[parent] != start:
                    met_by[parent] = start
                    below[parent] += weight[start]
                    above[start] += 1
                    stack[height] = parent
                    height += 1
        if steps > most_steps:
            return above, below, False
    for node in order:
        if indptr[node + 1] - indptr[node] == 1:
            above[node] = above[parents[indptr[node]]] + 1
    return above, below, True


@kernel
def climb_rows(indptr: Ints, parents: Ints, first: int, last: int, n_pairs: int) -> Ints:
    """The ancestors of node ``first``, then of the next, up to ``last``; each row in any order."""
    seen = np.zeros(len(indptr) - 1, parents.dtype)  # zeros, so that a few rows touch few pages
    out = np.empty(n_pairs, parents.dtype)
    filled = 0
    for start in range(first, last):
        node, at = start, filled  # a row is its own queue: what is found is climbed from in turn
        while True:
            for i in range(indptr[node], indptr[node + 1]):
                parent = parents[i]
                if seen[parent] != start + 1:
                    seen[parent] = start + 1
                    out[filled] = parent
                    filled += 1
            if at == filled:
                break
            node = out[at]
            at += 1
    return out
