"""The graph in topological order: a node is its rank, so that every parent's number is smaller.

Kernels then walk from 0 up without a queue. Parents come nearest first, that is by falling rank: by the time
a parent's turn comes, nearer ones have told whether they imply it, and a redundant edge costs one look.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diskembed.graph.csr import Ints
from diskembed.graph.dag import DAG
from diskembed.jit import kernel

__all__ = ["Ranked", "ranked"]


@dataclass(frozen=True, eq=False)
class Ranked:
    """Rank ``r`` is node ``order[r]``; its parents are ``parents[indptr[r]:indptr[r + 1]]``, falling."""

    order: Ints
    rank: Ints
    indptr: Ints
    parents: Ints

    def __len__(self) -> int:
        return len(self.order)


def ranked(dag: DAG) -> Ranked:
    """A DAG's nodes by rank."""
    rank, indptr, parents = _by_rank(dag.order, dag.parents.indptr, dag.children.indptr, dag.children.indices)
    return Ranked(dag.order, rank, indptr, parents)


@kernel
def _by_rank(order: Ints, parents_ptr: Ints, children_ptr: Ints, children: Ints) -> tuple[Ints, Ints, Ints]:
    n = len(order)
    rank = np.empty_like(order)
    indptr = np.zeros(n + 1, parents_ptr.dtype)
    for r in range(n):
        node = order[r]
        rank[node] = r
        indptr[r + 1] = indptr[r] + parents_ptr[node + 1] - parents_ptr[node]
    free = indptr[:-1].copy()
    out = np.empty_like(children)
    for r in range(n - 1, -1, -1):  # from the last rank down, so that each row comes out falling
        node = order[r]
        for i in range(children_ptr[node], children_ptr[node + 1]):
            child = rank[children[i]]
            out[free[child]] = r
            free[child] += 1
    return rank, indptr, out
