"""Is one node above another? Answered pair by pair, without the closure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.graph.closure.numbers import as_pairs
from diskembed.graph.csr import CSR, Ints
from diskembed.graph.dag import DAG
from diskembed.graph.labels import NO, UNSURE, YES, interval_labels, verdict
from diskembed.jit import kernel

__all__ = ["Reachability"]


@dataclass(frozen=True, eq=False)
class Reachability:
    """Labels that settle most pairs at once, all of them in a tree; a search, cut short by them, the rest."""

    parents: CSR
    children: CSR
    down: Ints
    up: Ints

    @classmethod
    def of(cls, dag: DAG) -> Reachability:
        """Label a DAG, in time and memory of its edges."""
        parents, children = dag.parents, dag.children
        down = interval_labels(children.indptr, children.indices, parents.indptr)
        up = interval_labels(parents.indptr, parents.indices, children.indptr)
        return cls(parents, children, down, up)

    def reaches(self, ancestors: ArrayLike, descendants: ArrayLike) -> NDArray[np.bool_]:
        """Whether the first is a proper ancestor of the second, pair by pair; a side may be one node."""
        above, below = as_pairs(ancestors, descendants, len(self.parents))
        says = _by_labels(self.down, self.up, above.ravel(), below.ravel())
        unsure = np.flatnonzero(says == UNSURE)
        if len(unsure):
            rising = (self.parents.indptr, self.parents.indices, self.up)
            falling = (self.children.indptr, self.children.indices, self.down)
            says[unsure] = _by_search(*rising, *falling, above.ravel()[unsure], below.ravel()[unsure])
        return np.equal(says, YES).reshape(above.shape)


@kernel
def _by_labels(down: Ints, up: Ints, ancestors: Ints, descendants: Ints) -> NDArray[np.uint8]:
    out = np.empty(len(ancestors), np.uint8)
    for i in range(len(ancestors)):
        out[i] = NO if ancestors[i] == descendants[i] else verdict(down, up, ancestors[i], descendants[i])
    return out


@kernel
def _by_search(
    parents_ptr: Ints,
    parents: Ints,
    up: Ints,
    children_ptr: Ints,
    children: Ints,
    down: Ints,
    ancestors: Ints,
    descendants: Ints,
) -> NDArray[np.uint8]:
    """Search from both ends in turn, so that the smaller side sets the price."""
    n = len(down)
    out = np.empty(len(ancestors), np.uint8)
    seen_up, seen_down = np.zeros(n, np.int64), np.zeros(n, np.int64)
    rising, falling = np.empty(n, parents.dtype), np.empty(n, parents.dtype)
    for i in range(len(ancestors)):
        rising[0], falling[0] = descendants[i], ancestors[i]
        risen = fallen = 1
        spent_up = spent_down = 0
        while risen > 0 and fallen > 0:
            if spent_up <= spent_down:
                spent_up += 1 + parents_ptr[rising[risen - 1] + 1] - parents_ptr[rising[risen - 1]]
                goal = ancestors[i]
                risen = _expand(parents_ptr, parents, up, down, goal, i + 1, seen_up, rising, risen)
            else:
                spent_down += 1 + children_ptr[falling[fallen - 1] + 1] - children_ptr[falling[fallen - 1]]
                goal = descendants[i]
                fallen = _expand(children_ptr, children, down, up, goal, i + 1, seen_down, falling, fallen)
        out[i] = YES if risen < 0 or fallen < 0 else NO
    return out


@kernel
def _expand(
    indptr: Ints,
    indices: Ints,
    forth: Ints,
    back: Ints,
    goal: int,
    query: int,
    seen: NDArray[np.int64],
    stack: Ints,
    height: int,
) -> int:
    """Put the top node's neighbours that may lead to ``goal`` in its place; -1 where one surely does."""
    height -= 1
    node = stack[height]
    for i in range(indptr[node], indptr[node + 1]):
        neighbour = indices[i]
        if seen[neighbour] != query:
            seen[neighbour] = query
            says = YES if neighbour == goal else verdict(forth, back, neighbour, goal)
            if says == YES:
                return -1
            if says == UNSURE:
                stack[height] = neighbour
                height += 1
    return height
