"""The closure as lists: each node's ancestors, and each node's descendants, sorted."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.closure.base import Closure, Counts
from diskembed.graph.closure.ranked import ranked
from diskembed.graph.closure.uniting import unite
from diskembed.graph.csr import CSR, Ints, smallest_int, transpose
from diskembed.graph.dag import DAG
from diskembed.jit import borrowed, inlined, kernel

__all__ = ["ListClosure", "build_lists", "lists_hold"]


class ListClosure(Closure):
    """``above[i]`` are the ancestors of node ``i``, ``below[i]`` its descendants."""

    kind: ClassVar[str] = "lists"

    def __init__(self, above: CSR, below: CSR, memory: int) -> None:
        super().__init__(len(above), memory)
        self.above = above
        self.below = below

    @cached_property
    def ancestor_counts(self) -> Counts:
        """How many ancestors each node has."""
        return self.above.degrees.astype(np.int64)

    @cached_property
    def descendant_counts(self) -> Counts:
        """How many descendants each node has."""
        return self.below.degrees.astype(np.int64)

    def to_csr(self) -> CSR:
        """The ancestor lists themselves."""
        return self.above

    def _test(self, ancestors: Ints, descendants: Ints) -> NDArray[np.bool_]:
        above, below = self.above, self.below
        return _hold(above.indptr, above.indices, below.indptr, below.indices, ancestors, descendants)

    def _rows(self, first: int, last: int) -> Ints:
        return self.above.indices[self.above.indptr[first] : self.above.indptr[last]]

    def _below(self, node: int) -> Ints:
        return self.below[node]


def build_lists(dag: DAG, memory: int, *, most_a_node: float = np.inf) -> ListClosure | None:
    """None as soon as they outgrow ``memory``, or are longer than ``most_a_node`` on average."""
    graph = ranked(dag)
    united = unite(dag, graph, memory, most_a_node)
    if united is None:
        return None
    indptr = np.zeros(len(dag) + 1, smallest_int(united.n_pairs))
    below = CSR(indptr, _turn(graph.rank, united.start, united.ancestors, indptr))
    del united  # its memory is what the next stage takes
    return ListClosure(transpose(below), below, memory)


@kernel
def _turn(rank: Ints, start: Counts, lists: Ints, indptr: Ints) -> Ints:
    """From ancestors by rank to descendants by number, sorted since descendants are met in order."""
    n = len(rank)
    for i in range(start[n]):
        indptr[lists[i] + 1] += 1
    for node in range(n):
        indptr[node + 1] += indptr[node]
    free = indptr[:-1].copy()
    out = np.empty(start[n], lists.dtype)
    for node in range(n):
        for i in range(start[rank[node]], start[rank[node] + 1]):
            ancestor = lists[i]
            out[free[ancestor]] = node
            free[ancestor] += 1
    return out


@inlined
def lists_hold(
    above_ptr: Ints, above: Ints, below_ptr: Ints, below: Ints, ancestor: int, descendant: int
) -> bool:
    """Whether the pair is in the closure, by the shorter of its two lists: most are of a leaf or a root."""
    n_above = above_ptr[descendant + 1] - above_ptr[descendant]
    if n_above <= below_ptr[ancestor + 1] - below_ptr[ancestor]:
        found = _holds(borrowed(above), above_ptr[descendant], above_ptr[descendant + 1], ancestor)
    else:
        found = _holds(borrowed(below), below_ptr[ancestor], below_ptr[ancestor + 1], descendant)
    return found


@inlined
def _holds(indices: Ints, low: int, end: int, value: int) -> bool:
    high = end
    while low < high:
        middle = (low + high) >> 1
        if indices[middle] < value:
            low = middle + 1
        else:
            high = middle
    if low < end:
        return bool(indices[low] == value)
    return False


@kernel
def _hold(
    above_ptr: Ints, above: Ints, below_ptr: Ints, below: Ints, ancestors: Ints, descendants: Ints
) -> NDArray[np.bool_]:
    out = np.empty(len(ancestors), np.bool_)
    for i in range(len(ancestors)):
        out[i] = lists_hold(above_ptr, above, below_ptr, below, ancestors[i], descendants[i])
    return out
