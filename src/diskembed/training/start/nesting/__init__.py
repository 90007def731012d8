"""The start that needs no training: disks that nest like a forest exactly, then adopted by further parents.

In flat space a forest nests without one false pair (``rooms``). What it lacks are the pairs through second
parents; each node that has some is moved, with all below it, to where all of its parents hold it, if that
wins more pairs than it costs (``adoption``). The rows are carried into a curved space small enough for it
to be flat.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from diskembed.geometry.contract import Geometry
from diskembed.geometry.flat import Flat
from diskembed.graph.csr import CSR, transpose
from diskembed.graph.dag import DAG
from diskembed.models.types import Matrix, Vector
from diskembed.training.random import piece_state
from diskembed.training.start.directions import spread_directions
from diskembed.training.start.forest import Forest, runs_down
from diskembed.training.start.nesting.adoption import adopt
from diskembed.training.start.nesting.placing import place
from diskembed.training.start.nesting.requests import requests
from diskembed.training.start.nesting.rooms import rooms

__all__ = ["Weighing", "covered", "nest"]

Weighing = Literal["pairs", "corruptions"]
"""What a false pair costs: as much as a true one wins, or as often as a corrupted true one would hit it."""

FLAT = 1 / 500
"""How far out a curved space is used, of how far it is accurate (25 of the hyperboloid's radii, half of a
sphere's circumference): distances are flat there to a part in 2000, and ``SLACK`` leaves twice that."""
CORRUPTIONS = 5.0
"""Corruptions of each end for each true pair, as the protocol has them."""


def covered(dag: DAG, known: CSR) -> float:
    """The share of all implied pairs that a forest inside the graph holds; of the better direction."""
    if not len(known.indices):
        return 1.0
    down = dag if runs_down(dag) else dag.reversed()
    counts = known.degrees if down is dag else np.bincount(known.indices, minlength=len(dag))
    return float(Forest.of(down, rank=counts).level.sum() / len(known.indices))


def nest(dag: DAG, known: CSR, geometry: Geometry, weighing: Weighing, *, seed: int) -> Matrix:
    """Rows (centre, radius); ``known`` has all ancestors of each node.

    A graph that branches upwards is nested the other way round and its radii are negated
    (eq:reversibility), as in ``pack``.
    """
    if runs_down(dag):
        rows = _nest_downwards(dag, known, geometry.n, weighing, seed)
    else:
        rows = _nest_downwards(dag.reversed(), transpose(known), geometry.n, weighing, seed)
        rows[:, -1] *= -1.0
    return _carried(rows, geometry)


def _nest_downwards(dag: DAG, known: CSR, n: int, weighing: Weighing, seed: int) -> Matrix:
    above = known.degrees
    forest = Forest.of(dag, rank=above)
    families, children = forest.families, dag.children
    directions = spread_directions(families.indptr, families.indices, n, len(dag), piece_state(seed))
    drops, extents = rooms(
        dag.order[::-1].astype(np.int64), forest.parent, families.indptr, families.indices,
        children.indptr, children.indices, directions,
    )  # fmt: skip
    downwards = np.lexsort((-forest.size, forest.level))
    asked, weights = requests(dag, forest)
    rows = place(
        downwards, forest.parent, directions, drops, extents,
        asked.indptr, asked.indices, weights, piece_state(seed, 1),
    )  # fmt: skip
    several = np.flatnonzero(dag.in_degree > 1)
    todo = several[np.argsort(-forest.size[several], kind="stable")]
    costs = _costs(known, above, weighing)
    adopt(todo, forest, dag.parents, known, drops, rows, *costs, piece_state(seed, 2))
    return rows


def _costs(known: CSR, above: Vector, weighing: Weighing) -> tuple[Vector, Vector]:
    """Parts of what a false pair costs: of its ancestor, and of its descendant."""
    n = len(above)
    if weighing == "pairs":
        return np.full(n, 0.5), np.full(n, 0.5)
    below = np.bincount(known.indices, minlength=n)
    return CORRUPTIONS * below / np.maximum(n - below, 1), CORRUPTIONS * above / np.maximum(n - above, 1)


def _carried(rows: Matrix, geometry: Geometry) -> Matrix:
    """Flat rows by the exponential map at the origin, in so small a part of a curved space that it is flat."""
    centres, radii = rows[:, :-1], rows[:, -1]
    middle = 0.5 * (radii.max(initial=0.0) + radii.min(initial=0.0))
    if not isinstance(geometry, Flat):
        reach = min(geometry.farthest, geometry.diameter)
        widest = max(np.linalg.norm(centres, axis=1).max(initial=0.0), np.finfo(np.float64).tiny)
        centres, radii, middle = (FLAT * reach / widest * part for part in (centres, radii, middle))
    vectors = np.zeros((len(rows), geometry.width))
    vectors[:, geometry.width - geometry.n :] = centres
    points = geometry.exp(np.tile(geometry.origin(), (len(rows), 1)), vectors)
    return np.column_stack([geometry.project(points), radii - middle])
