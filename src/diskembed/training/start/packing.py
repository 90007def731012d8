"""The start from the graph: radii from how much is below a node, children on the rim inside their parent.

A forest nests exactly in such a packing (exact positives give the closure for free, by the triangle
inequality); what training has left to do are the nodes with several parents and the room between siblings.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from diskembed.geometry.contract import Geometry
from diskembed.geometry.flat import Flat
from diskembed.graph.dag import DAG
from diskembed.models.types import Matrix, Vector
from diskembed.training.random import piece_state
from diskembed.training.start.directions import spread_directions
from diskembed.training.start.forest import Forest, runs_down

__all__ = ["pack", "power_radii"]

MOST_LEVELS = 2000
"""Deeper nodes share the centre of their ancestor at this level: a chain needs no room beside it."""
AT_ONCE = 1 << 16
"""Nodes that are placed together: what a step needs beside the rows stays small."""

Radii = Callable[[NDArray[np.int64]], Vector]


def power_radii(exponent: float, widest: float | None = None) -> Radii:
    """``size^(1 / exponent)``, scaled so that the largest is ``widest`` if that is given."""

    def radii(size: NDArray[np.int64]) -> Vector:
        raw = size.astype(np.float64) ** (1.0 / exponent)
        return raw if widest is None else raw * (widest / raw.max(initial=1.0))

    return radii


def pack(dag: DAG, geometry: Geometry, radii: Radii, *, seed: int, rim: float = 1.0) -> Matrix:
    """Rows (centre, radius): each child ``rim * (r_parent - r_child)`` away from its parent's centre.

    Roots are packed like the children of one disk around the origin. A graph that branches upwards is
    packed the other way round and its radii are negated (eq:reversibility); where distances are not
    symmetric but translations change none, so are the centres.
    """
    turns = geometry.symmetric or isinstance(geometry, Flat)
    if not turns or runs_down(dag):
        return pack_downwards(dag, geometry, radii, seed, rim)
    rows = pack_downwards(dag.reversed(), geometry, radii, seed, rim)
    rows[:, (-1 if geometry.symmetric else 0) :] *= -1.0
    return rows


def pack_downwards(dag: DAG, geometry: Geometry, radii: Radii, seed: int, rim: float) -> Matrix:
    """Top down, level by level."""
    forest = Forest.of(dag)
    whole = radii(np.append(forest.size, len(dag)))
    radius, outermost = whole[:-1], whole[-1]
    state = piece_state(seed)
    directions = spread_directions(
        forest.families.indptr, forest.families.indices, geometry.n, len(dag), state
    )
    rows = np.empty((len(dag), geometry.width + 1))
    rows[:, :-1], rows[:, -1] = geometry.origin(), radius
    centres = rows[:, :-1]
    by_level = np.argsort(forest.level, kind="stable")
    bounds = np.searchsorted(forest.level[by_level], np.arange(MOST_LEVELS + 2))
    origin = geometry.origin()
    for level in range(MOST_LEVELS + 1):
        if bounds[level] == bounds[level + 1]:
            break
        for start in range(bounds[level], bounds[level + 1], AT_ONCE):
            nodes = by_level[start : min(start + AT_ONCE, bounds[level + 1])]
            if level == 0:
                base, room = centres[nodes], outermost - radius[nodes]
            else:
                parents = forest.parent[nodes]
                base, room = centres[parents], radius[parents] - radius[nodes]
            vectors = np.zeros((len(nodes), geometry.width))
            vectors[:, geometry.width - geometry.n :] = directions[nodes]
            carried = geometry.transport(origin, base, vectors)
            centres[nodes] = geometry.exp(base, carried * (rim * room)[:, None])
    deeper = by_level[bounds[MOST_LEVELS + 1] :]
    for node in deeper:
        centres[node] = centres[forest.parent[node]]
    for start in range(0, len(rows), AT_ONCE):
        part = centres[start : start + AT_ONCE]
        part[:] = geometry.project(part)
    return rows
