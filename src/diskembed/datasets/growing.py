"""The edges of a growing graph, each from its number alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.jit import inlined, kernel

__all__ = ["grown_edges"]

Numbers = NDArray[np.int64]

COPIED, CHOSEN, GROWS_UP = 1, 2, 3
"""What a random number is for: each edge, and each node, has one of each."""


@inlined
def mixed(key: np.uint64, number: int, purpose: int) -> np.uint64:
    """A random word that belongs to a number: SplitMix64's mixer, twice."""
    z = key ^ (
        np.uint64(number) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(purpose) * np.uint64(0xD1B54A32D192ED03)
    )
    for _ in range(2):
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
    return z


@inlined
def chance(key: np.uint64, number: int, purpose: int) -> float:
    """The same as a number from 0 up to 1."""
    return float(mixed(key, number, purpose) >> np.uint64(11)) / 9007199254740992.0


@inlined
def below(key: np.uint64, number: int, purpose: int, bound: int) -> int:
    """The same as a whole number from 0 up to ``bound``."""
    return min(int(chance(key, number, purpose) * bound), bound - 1)


@inlined
def owner(edge: int, nodes: int, edges: int) -> int:
    """The node that an edge came with: edges are spread evenly over nodes 1 and up."""
    return 1 + edge * (nodes - 1) // edges


@kernel
def grown_edges(
    first: int, last: int, nodes: int, edges: int, upward: float, preference: float, key: np.uint64
) -> tuple[Numbers, Numbers]:
    """Edges ``first`` up to ``last``, as (ancestors, descendants)."""
    ancestors, descendants = np.empty(last - first, np.int64), np.empty(last - first, np.int64)
    for at in range(last - first):
        edge = first + at
        node = owner(edge, nodes, edges)
        # The end of a random edge of an earlier node; of that one, the end may again be another's.
        end_of = edge
        end = -1
        while end < 0:
            home = owner(end_of, nodes, edges)
            before = ((home - 1) * edges + nodes - 2) // (nodes - 1)  # the edges of nodes before it
            if before > 0 and chance(key, end_of, COPIED) < preference:
                end_of = below(key, end_of, CHOSEN, before)
            else:
                end = below(key, end_of, CHOSEN, home)
        if chance(key, node, GROWS_UP) < upward:
            ancestors[at], descendants[at] = node, end
        else:
            ancestors[at], descendants[at] = end, node
    return ancestors, descendants
