"""The closure as bits: all strips kept, half of n^2 bits."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.closure.base import Closure, Counts, sorted_rows
from diskembed.graph.closure.bitops import lowest_one
from diskembed.graph.closure.ranked import ranked
from diskembed.graph.closure.strips import STRIP, STRIP_BYTES, Words, count_sweep, sweep
from diskembed.graph.csr import Ints
from diskembed.graph.dag import DAG
from diskembed.graph.topology import reach_from
from diskembed.jit import inlined, kernel

__all__ = ["BitClosure", "bit_bytes", "bit_is_set"]

_WIDTH = STRIP_BYTES // 8


def bit_bytes(n_nodes: int) -> int:
    """What the bits of a graph take: each strip has rows only from its own lowest rank up."""
    return sum(n_nodes - lowest for lowest in range(0, n_nodes, STRIP)) * STRIP_BYTES


class BitClosure(Closure):
    """Strip after strip in ``words``; ``rank[i]`` is node ``i``'s row and column."""

    kind: ClassVar[str] = "bits"

    def __init__(self, dag: DAG, memory: int) -> None:
        super().__init__(len(dag), memory)
        self._dag = dag
        graph = ranked(dag)
        self.rank, self._order = graph.rank, graph.order
        self.words = np.empty((bit_bytes(len(dag)) // STRIP_BYTES, _WIDTH), np.uint64)
        self._counts_by_rank = sweep(graph, self._strip).ancestor_counts

    @cached_property
    def ancestor_counts(self) -> Counts:
        """How many ancestors each node has."""
        return self._counts_by_rank[self.rank]

    @cached_property
    def descendant_counts(self) -> Counts:
        """How many descendants each node has."""
        graph = ranked(self._dag.reversed())
        return count_sweep(graph).ancestor_counts[graph.rank]

    def _strip(self, lowest: int) -> Words:
        start = strip_start(lowest // STRIP, self.n_nodes)
        return self.words[start : start + self.n_nodes - lowest]

    def _test(self, ancestors: Ints, descendants: Ints) -> NDArray[np.bool_]:
        return _are_set(self.words, self.rank, ancestors, descendants)

    def _rows(self, first: int, last: int) -> Ints:
        counts = self.ancestor_counts[first:last]
        rows = _read_rows(self.words, self.rank, self._order, first, last, int(counts.sum()))
        return sorted_rows(rows, counts)

    def _below(self, node: int) -> Ints:
        start = np.array([node], self._order.dtype)
        reached = reach_from(self._dag.children.indptr, self._dag.children.indices, start)
        reached[node] = False
        return np.flatnonzero(reached).astype(self._order.dtype)


@inlined
def strip_start(strip: int, n_nodes: int) -> int:
    """The first row of a strip, all strips before it being shorter by ``STRIP`` from one to the next."""
    return strip * n_nodes - STRIP * ((strip * (strip - 1)) >> 1)


@inlined
def bit_is_set(words: Words, rank: Ints, ancestor: int, descendant: int) -> bool:
    """Whether the pair is in the closure."""
    column, row = int(rank[ancestor]), int(rank[descendant])
    if column >= row:
        return False
    strip = column // STRIP
    place = column - strip * STRIP
    word = words[strip_start(strip, len(rank)) + row - strip * STRIP, place >> 6]
    return bool((word >> np.uint64(place & 63)) & np.uint64(1))


@kernel
def _are_set(words: Words, rank: Ints, ancestors: Ints, descendants: Ints) -> NDArray[np.bool_]:
    out = np.empty(len(ancestors), np.bool_)
    for i in range(len(ancestors)):
        out[i] = bit_is_set(words, rank, ancestors[i], descendants[i])
    return out


@kernel
def _read_rows(words: Words, rank: Ints, order: Ints, first: int, last: int, n_pairs: int) -> Ints:
    """The ancestors of node ``first``, then of the next, up to ``last``; each row by rising rank."""
    out = np.empty(n_pairs, order.dtype)
    at = 0
    for node in range(first, last):
        for strip in range(rank[node] // STRIP + 1):
            row = strip_start(strip, len(rank)) + rank[node] - strip * STRIP
            for w in range(_WIDTH):
                word = words[row, w]
                while word:
                    out[at] = order[strip * STRIP + 64 * w + lowest_one(word)]
                    at += 1
                    word &= word - np.uint64(1)
    return out
