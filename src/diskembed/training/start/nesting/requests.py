"""Which way nodes should lie: branches that share a node below them, towards each other.

A node z of the parents p, its home, and q can only be held by both if nothing else is in the way. So p and
all above it, up to where the branches part, ask to lie towards q, and those above q towards p.
"""

from __future__ import annotations

import numpy as np

from diskembed.graph.csr import CSR, Ints
from diskembed.graph.dag import DAG
from diskembed.jit import kernel
from diskembed.models.types import Vector
from diskembed.training.start.forest import Forest

__all__ = ["requests"]


def requests(dag: DAG, forest: Forest) -> tuple[CSR, Vector]:
    """Row i names the nodes that node i should lie towards; with the weights, the pairs to be won."""
    above, below = dag.edges()
    further = forest.parent[below] != above
    ends = above[further].astype(np.int64), below[further].astype(np.int64)
    count = _walk(*ends, forest.parent, forest.level, forest.size, np.empty((0, 2), np.int64), np.empty(0))
    asked, weights = np.empty((count, 2), np.int64), np.empty(count)
    _walk(*ends, forest.parent, forest.level, forest.size, asked, weights)
    order = np.argsort(asked[:, 0], kind="stable")
    ptr = np.searchsorted(asked[order, 0], np.arange(len(dag) + 1))
    return CSR(ptr, asked[order, 1]), weights[order]


@kernel
def _walk(
    others: Ints, nodes: Ints, parent: Ints, level: Ints, size: Ints, asked: Ints, weights: Vector
) -> int:
    """Write (who asks, towards whom) along both ways up, or only count them where there is no room."""
    count = 0
    for i in range(len(nodes)):
        home, other = parent[nodes[i]], others[i]
        left, right, won = home, other, 0
        begin = count
        while left != right:
            left_level = level[left] if left >= 0 else -1
            right_level = level[right] if right >= 0 else -1
            if left_level >= right_level:
                asker, towards = left, other
                left = parent[left]
            else:
                asker, towards = right, home
                right = parent[right]
                won += 1
            if len(asked):
                asked[count, 0], asked[count, 1] = asker, towards
            count += 1
        if len(asked):
            weights[begin:count] = size[nodes[i]] * max(1, won)
    return count
