"""Which node lives where: blocks of equal size, and the hot nodes that every bucket has at hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import ParameterError
from diskembed.graph.csr import Ints, smallest_int
from diskembed.graph.dag import DAG
from diskembed.jit import kernel
from diskembed.training.start.forest import Forest

__all__ = ["Layout", "bucket_order", "nearest_hot"]

HOT_SHARE, FEWEST_HOT, MOST_HOT = 32, 16, 1 << 15
"""One node of so many is hot, within these bounds."""


@dataclass(frozen=True, eq=False)
class Layout:
    """Node ``i`` is number ``place[i]`` of block ``block[i]``; block ``n_blocks`` is that of the hot nodes.

    Nodes are dealt to blocks at random, so that buckets are of one size and every pair of nodes meets in
    some bucket of an epoch; within a block they keep their order.
    """

    n_blocks: int
    block: Ints
    place: Ints
    members: tuple[Ints, ...]
    """The nodes of each block, sorted; the hot ones last."""

    @staticmethod
    def of(dag: DAG, n_blocks: int, seed: int) -> Layout:
        """Deal the nodes of a graph; those with the most below them are hot."""
        if isinstance(n_blocks, bool) or not isinstance(n_blocks, int) or n_blocks < 2:
            raise ParameterError(f"partitions={n_blocks!r}", allowed="a whole number of at least 1")
        n = len(dag)
        hot = hottest(dag)
        others = np.setdiff1d(np.arange(n), hot)
        if len(others) < n_blocks:
            raise ParameterError(
                f"partitions={n_blocks} of {n:,} nodes",
                allowed=f"at most one for each of the {len(others):,} nodes that are in no other bucket",
                do="choose fewer, or none",
            )
        index = smallest_int(n)
        block = np.full(n, n_blocks, np.int32)
        block[others] = np.random.default_rng((seed, n_blocks)).permutation(len(others)) % n_blocks
        by_block = np.argsort(block, kind="stable").astype(index)
        bounds = np.searchsorted(block[by_block], np.arange(n_blocks + 2))
        members = tuple(by_block[bounds[b] : bounds[b + 1]] for b in range(n_blocks + 1))
        place = np.empty(n, index)
        place[by_block] = np.arange(n) - np.repeat(bounds[:-1], np.diff(bounds))
        return Layout(n_blocks, block, place, members)

    @property
    def hot(self) -> Ints:
        """The hot nodes."""
        return self.members[self.n_blocks]

    @cached_property
    def buckets(self) -> list[tuple[int, int]]:
        """All pairs of blocks in the order of a pass."""
        return bucket_order(self.n_blocks)

    @cached_property
    def bucket_of(self) -> NDArray[np.int32]:
        """The number of the bucket of two different blocks."""
        table = np.full((self.n_blocks, self.n_blocks), -1, np.int32)
        for number, (a, b) in enumerate(self.buckets):
            table[a, b] = table[b, a] = number
        return table


def bucket_order(n_blocks: int) -> list[tuple[int, int]]:
    """Every pair of blocks once, each sharing a block with the one before: one is loaded at a time."""
    order = []
    for first in range(n_blocks - 1):
        others = range(first + 1, n_blocks)
        order += [(first, other) for other in (others if first % 2 == 0 else reversed(others))]
    return order


def hottest(dag: DAG) -> Ints:
    """The nodes with the most below them in the forest of deepest parents, sorted."""
    count = int(np.clip(len(dag) // HOT_SHARE, min(FEWEST_HOT, len(dag) // 2), MOST_HOT))
    size = Forest.of(dag).size
    return np.sort(np.argsort(-size, kind="stable")[:count])


@kernel
def nearest_hot(order: Ints, parents_ptr: Ints, parents: Ints, is_hot: NDArray[np.bool_]) -> Ints:
    """For each node a hot node near above it, or -1 where there is none."""
    nearest = np.full(len(order), -1, parents.dtype)
    for at in range(len(order)):
        node = order[at]
        for i in range(parents_ptr[node], parents_ptr[node + 1]):
            parent = parents[i]
            if is_hot[parent]:
                nearest[node] = parent
                break
            nearest[node] = nearest[parent]
    return nearest
