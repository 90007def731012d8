"""What every closure answers, however it is held."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.errors import MemoryBudgetError, ParameterError
from diskembed.graph.closure.numbers import as_pairs, require_node
from diskembed.graph.csr import CSR, Ints, smallest_int

__all__ = ["Closure", "Counts", "gigabytes", "sorted_rows"]

Counts = NDArray[np.int64]


class Closure(ABC):
    """All pairs (ancestor, descendant) that a DAG's edges imply; no node is its own ancestor.

    Nodes are numbers here. Rows are sorted, blocks come by rising descendant, then ancestor, and every kind
    gives the same answers: kinds differ in what they keep and in what an answer costs.
    """

    kind: ClassVar[str]

    def __init__(self, n_nodes: int, memory: int) -> None:
        self.n_nodes = n_nodes
        self.memory = memory

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.n_nodes:,} nodes)"  # pairs may yet have to be counted

    # -- what a kind provides ----------------------------------------------------------------------
    @property
    @abstractmethod
    def ancestor_counts(self) -> Counts:
        """How many ancestors each node has."""

    @property
    @abstractmethod
    def descendant_counts(self) -> Counts:
        """How many descendants each node has."""

    @abstractmethod
    def _test(self, ancestors: Ints, descendants: Ints) -> NDArray[np.bool_]:
        """``contains`` for arrays that were checked."""

    @abstractmethod
    def _rows(self, first: int, last: int) -> Ints:
        """The sorted ancestors of node ``first``, then of the next, up to ``last``."""

    @abstractmethod
    def _below(self, node: int) -> Ints:
        """The sorted descendants of a node."""

    # -- what follows from it ----------------------------------------------------------------------
    @cached_property
    def n_pairs(self) -> int:
        """How many pairs there are."""
        return int(self.ancestor_counts.sum())

    def contains(self, ancestors: ArrayLike, descendants: ArrayLike) -> NDArray[np.bool_]:
        """Whether the first is an ancestor of the second, pair by pair; one side may be a single node."""
        above, below = as_pairs(ancestors, descendants, self.n_nodes)
        return self._test(above.ravel(), below.ravel()).reshape(above.shape)

    def ancestors(self, node: int) -> Ints:
        """The numbers of a node's ancestors, sorted."""
        require_node(node, self.n_nodes)
        return self._rows(node, node + 1)

    def descendants(self, node: int) -> Ints:
        """The numbers of a node's descendants, sorted."""
        require_node(node, self.n_nodes)
        return self._below(node)

    def blocks(self, size: int = 1 << 20) -> Iterator[tuple[Ints, Ints]]:
        """All pairs as arrays (ancestors, descendants), about ``size`` at a time.

        A node's pairs stay together, so a block is longer where one node alone has more ancestors.
        """
        if size < 1:
            raise ParameterError(f"size={size}", allowed="a block has at least one pair")
        for first, last in self._chunks(size):
            nodes = np.arange(first, last, dtype=smallest_int(self.n_nodes))
            yield self._rows(first, last), np.repeat(nodes, self.ancestor_counts[first:last])

    def to_csr(self) -> CSR:
        """Row ``i`` holds the sorted ancestors of node ``i``."""
        index = np.dtype(smallest_int(self.n_nodes))
        needed = self.n_pairs * index.itemsize
        if needed > self.memory:
            raise MemoryBudgetError(
                f"{self.n_pairs:,} pairs as lists take {gigabytes(needed)}",
                allowed=f"memory is {gigabytes(self.memory)}",
                do="work through blocks(), or make the closure with more memory",
            )
        indptr = np.zeros(self.n_nodes + 1, smallest_int(self.n_pairs))
        np.cumsum(self.ancestor_counts, out=indptr[1:])
        indices = np.empty(self.n_pairs, index)
        for first, last in self._chunks(1 << 20):
            indices[indptr[first] : indptr[last]] = self._rows(first, last)
        return CSR(indptr, indices)

    def pairs(self) -> tuple[Ints, Ints]:
        """All pairs at once, as two arrays (ancestors, descendants)."""
        csr = self.to_csr()
        return csr.indices, csr.rows

    def _chunks(self, size: int) -> Iterator[tuple[int, int]]:
        """Ranges of nodes whose ancestors are at most ``size``, or a single node's."""
        ends = np.cumsum(self.ancestor_counts)
        first, before = 0, 0
        while before < self.n_pairs:
            last = max(first + 1, int(np.searchsorted(ends, before + size, side="right")))
            yield first, last
            first, before = last, int(ends[last - 1])


def gigabytes(n_bytes: int) -> str:
    """A number of bytes, for a message."""
    return f"{n_bytes / 1e9:,.3g} GB" if n_bytes >= 1e8 else f"{n_bytes / 1e6:,.3g} MB"


def sorted_rows(indices: Ints, lengths: Counts) -> Ints:
    """Sort each of the rows that follow one another in ``indices``."""
    width = int(indices.max(initial=0)) + 1
    offsets = np.repeat(np.arange(len(lengths), dtype=np.int64) * width, lengths)
    keys = offsets + indices
    keys.sort()  # rows are already apart: one sort for all
    keys -= offsets
    return keys.astype(indices.dtype)
