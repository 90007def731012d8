"""How far each node lies from its parent, so that no disk of a forest reaches into another.

A child lies on the rim of its parent, ``|x_c - x_p| = r_p - r_c``: its drop. All that is below it lies no
farther from it, in centre and in radius, than its extent: the longest sum of drops on a way down. Two
siblings of equal drop d at the distance ``d sep`` hold nothing of each other while both extents are below
``d sep / 2``, by the triangle inequality. So drops follow from the leaves up, and nothing is left to chance.
"""

from __future__ import annotations

import numpy as np

from diskembed.graph.csr import Ints
from diskembed.jit import kernel
from diskembed.models.types import Matrix, Vector
from diskembed.training.start.directions import WINDOW

__all__ = ["SLACK", "rooms"]

SLACK = 1e-3
"""Children lie this part of their drop inside the rim, so that no rounding and no curvature parts them."""
APART = 2.0 * (1.0 + 5.0 * SLACK)
"""How many extents siblings lie apart: two, and a little, since children lie a little inside the rim."""
SHARED = 2.0
"""Room left for a child whose place is in another's family, in units of its extent: it may be adopted."""
CLOSEST = 1e-13
"""Squared distances of directions below this are lost in rounding."""
MOST_PAIRS = 200_000_000


@kernel
def rooms(
    upwards: Ints,
    parent: Ints,
    family_ptr: Ints,
    family: Ints,
    child_ptr: Ints,
    children: Ints,
    directions: Matrix,
) -> tuple[Vector, Vector]:
    """(drop of each node, extent of each node and, last, of all roots together).

    ``upwards`` has children before parents. Row i of ``family`` has a node's children in the forest, the
    last row the roots; ``children`` has all children.
    """
    n = len(parent)
    drops, extents = np.ones(n), np.zeros(n + 1)
    for i in range(n + 1):
        node = upwards[i] if i < n else n
        drop, below = 1.0, 0.0
        if node < n:
            for k in range(child_ptr[node], child_ptr[node + 1]):
                if parent[children[k]] != node:
                    drop = max(drop, SHARED * extents[children[k]])
                    below = max(below, extents[children[k]])
        start, end = family_ptr[node], family_ptr[node + 1]
        drop = max(drop, tightest(family[start:end], directions, extents))
        for k in range(start, end):
            drops[family[k]] = drop
            below = max(below, extents[family[k]])
        if node == n or child_ptr[node + 1] > child_ptr[node]:
            extents[node] = drop + below
    return drops, extents


@kernel
def tightest(siblings: Ints, directions: Matrix, extents: Vector) -> float:
    """The least drop that keeps siblings out of each other's disks; two without anything below need none.

    In families beyond all measure each looks at the nearest in the row only.
    """
    with_some_below = 0
    for sibling in siblings:
        with_some_below += extents[sibling] > 0.0
    looked_at = max(WINDOW, MOST_PAIRS // max(with_some_below, 1))
    drop = 0.0
    for i in range(len(siblings)):
        if extents[siblings[i]] == 0.0:
            continue
        for j in range(max(0, i - looked_at), min(len(siblings), i + looked_at)):
            cosine = 0.0
            for k in range(directions.shape[1]):
                cosine += directions[siblings[i], k] * directions[siblings[j], k]
            if j != i:
                apart = np.sqrt(max(2.0 - 2.0 * cosine, CLOSEST))
                drop = max(drop, APART * max(extents[siblings[i]], extents[siblings[j]]) / apart)
    return drop
