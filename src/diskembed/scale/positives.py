"""The positives of a pass, drawn block by block of descendants and dealt to buckets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.csr import Ints
from diskembed.jit import kernel
from diskembed.training.random import State, draw
from diskembed.training.sampler import met_on_the_way

__all__ = ["Drawn", "dealt"]


class Drawn(NamedTuple):
    """Positives (above, below) of bucket ``k`` stand from ``start[k]`` up to ``start[k + 1]``."""

    start: NDArray[np.int64]
    above: Ints
    below: Ints

    def of(self, bucket: int) -> tuple[Ints, Ints]:
        """The positives of one bucket."""
        part = slice(self.start[bucket], self.start[bucket + 1])
        return self.above[part], self.below[part]


def dealt(
    nodes: Ints,
    pairs: tuple[Ints, Ints],
    up: tuple[Ints, Ints],
    block: Ints,
    bucket_of: NDArray[np.int32],
    walked: int,
    state: State,
) -> Drawn:
    """The rows ``pairs`` of the given nodes, each pair with ``walked`` that it implies, by bucket.

    A pair within a block, or with a hot node, goes to any bucket that holds it, drawn at random.
    """
    above, below, bucket = drawn_pairs(nodes, *pairs, *up, block, bucket_of, walked, state)
    order = np.argsort(bucket, kind="stable")
    n_buckets = len(bucket_of) * (len(bucket_of) - 1) // 2
    start = np.searchsorted(bucket[order], np.arange(n_buckets + 1)).astype(np.int64)
    return Drawn(start, above[order], below[order])


@kernel
def drawn_pairs(
    nodes: Ints,
    pair_ptr: Ints,
    pairs: Ints,
    up_ptr: Ints,
    up: Ints,
    block: Ints,
    bucket_of: NDArray[np.int32],
    walked: int,
    state: State,
) -> tuple[Ints, Ints, Ints]:
    """Positives and their buckets, in the order of ``nodes``."""
    total = 0
    for node in nodes:
        total += (pair_ptr[node + 1] - pair_ptr[node]) * (1 + walked)
    above, below = np.empty(total, pairs.dtype), np.empty(total, pairs.dtype)
    bucket = np.empty(total, np.int32)
    at = 0
    for node in nodes:
        for i in range(pair_ptr[node], pair_ptr[node + 1]):
            for turn in range(1 + walked):
                u = pairs[i]
                if turn > 0:
                    u = met_on_the_way(up_ptr, up, u, state)
                above[at], below[at] = u, node
                bucket[at] = some_bucket(block[u], block[node], bucket_of, state)
                at += 1
    return above, below, bucket


@kernel
def some_bucket(a: int, b: int, bucket_of: NDArray[np.int32], state: State) -> int:
    """A bucket that holds nodes of both blocks; block ``len(bucket_of)``, the hot one, is in each."""
    n_blocks = len(bucket_of)
    if a == n_blocks:
        a = b
    if a == n_blocks:
        a = draw(state, n_blocks)
    if b in (a, n_blocks):
        b = (a + 1 + draw(state, n_blocks - 1)) % n_blocks
    return int(bucket_of[a, b])
