"""One parent for each node, so that the forest tells as much as it can of who contains whom."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.csr import CSR, Ints
from diskembed.jit import kernel

__all__ = ["fitting_parents"]

Numbers = NDArray[np.int64]

ASKED = 64
"""So many of a node's descendants, evenly picked, have a say in its parent."""


def fitting_parents(ancestors: CSR, descendants: CSR) -> Numbers:
    """A parent or -1 for each node, whatever the relation is: circles and gaps in it do no harm.

    From those with the most descendants down (equal: the lower number first), each node takes the parent
    whose line up to the root holds most of what is told of the node and of its descendants: a pair that is
    told counts for the line, one that is not counts against it. Asked alone, a node whose own pair with its
    parent was missed would take all below it out of the right branch.
    """
    order = np.lexsort((np.arange(len(ancestors)), -descendants.degrees))
    return chosen_parents(
        ancestors.indptr, ancestors.indices, descendants.indptr, descendants.indices, order, ASKED
    )


@kernel
def chosen_parents(up_ptr: Ints, up: Ints, down_ptr: Ints, down: Ints, order: Numbers, most: int) -> Numbers:
    """As ``fitting_parents`` in the given ``order``, of which a parent comes before its children."""
    parent, rank = np.full(len(order), -1, np.int64), np.empty(len(order), np.int64)
    for place in range(len(order)):
        rank[order[place]] = place
    told, met = np.zeros(len(order), np.int64), np.empty(len(order), np.int64)
    for node in order:
        first, count = down_ptr[node], down_ptr[node + 1] - down_ptr[node]
        step, asked, n_met = max(1, count // most), 0, 0
        for k in range(-1, count, step):
            voter = node if k < 0 else down[first + k]
            asked += 1
            for at in range(up_ptr[voter], up_ptr[voter + 1]):
                above = up[at]
                if rank[above] < rank[node]:
                    if told[above] == 0:
                        met[n_met] = above
                        n_met += 1
                    told[above] += 1
        parent[node] = best_line(met[:n_met], told, asked, parent, rank)
        for k in range(n_met):
            told[met[k]] = 0
    return parent


@kernel
def best_line(met: Numbers, told: Numbers, asked: int, parent: Numbers, rank: Numbers) -> int:
    """The candidate whose line has the most pairs told above those that are not; the lowest of equal ones."""
    best, chosen = 0, -1
    for candidate in met:
        if 2 * told[candidate] <= asked:
            continue
        gain, above = 0, candidate
        while above >= 0:
            gain += 2 * told[above] - asked
            above = parent[above]
        if gain > best or (gain == best and chosen >= 0 and rank[candidate] > rank[chosen]):
            best, chosen = gain, candidate
    return chosen
