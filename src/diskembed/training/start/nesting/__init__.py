"""The start that needs no training: disks that nest like a forest exactly, then adopted by further parents.

In flat space a forest nests without one false pair (``rooms``). What it lacks are the pairs through second
parents; each node that has some is moved, with all below it, to where all of its parents hold it, if that
wins more pairs than it costs (``adoption``). The rows are carried into a curved space small enough for it
to be flat.
"""

from __future__ import annotations

import numpy as np

from diskembed.geometry.contract import Geometry
from diskembed.geometry.flat import Flat
from diskembed.graph.csr import CSR, transpose
from diskembed.graph.dag import DAG
from diskembed.models.types import Matrix, Vector
from diskembed.training.material import Weighing
from diskembed.training.random import piece_state
from diskembed.training.start.directions import spread_directions
from diskembed.training.start.forest import Forest, runs_down
from diskembed.training.start.nesting.adoption import adopt
from diskembed.training.start.nesting.containers import Family
from diskembed.training.start.nesting.placing import place
from diskembed.training.start.nesting.requests import requests
from diskembed.training.start.nesting.rooms import rooms

__all__ = ["covered", "nest", "nests_in"]

FLAT = 1 / 500
"""How far out a curved space is used, of how far it is accurate (25 of the hyperboloid's radii, half of a
sphere's circumference): distances are flat there to a part in 2000, and ``SLACK`` leaves twice that."""
CORRUPTIONS = 5.0
"""Corruptions of each end for each true pair, as the protocol has them."""


def nests_in(geometry: Geometry) -> bool:
    """Whether what nests in flat space does so there: spaces that are flat in their small parts."""
    return geometry.riemannian and geometry.symmetric


def covered(dag: DAG, known: CSR) -> float:
    """The share of the pairs in ``known``, each node's ancestors, that a forest inside the graph holds."""
    if not len(known.indices):
        return 1.0
    down = runs_down(dag)
    counts = known.degrees if down else np.bincount(known.indices, minlength=len(dag))
    forest = Forest.of(dag if down else dag.reversed(), rank=counts)
    return float(forest.level.sum() / len(known.indices))


def nest(dag: DAG, known: CSR, geometry: Geometry, weighing: Weighing, *, seed: int) -> Matrix:
    """Rows (centre, radius); ``known`` has all ancestors of each node.

    A graph that branches upwards is nested the other way round and its radii are negated
    (eq:reversibility), as in ``pack``.
    """
    dag = dag.reduced()
    if runs_down(dag):
        rows = _nest_downwards(dag, known, geometry.n, weighing, seed)
    else:
        rows = _nest_downwards(dag.reversed(), transpose(known), geometry.n, weighing, seed)
        rows[:, -1] *= -1.0
    return _carried(rows, geometry)


def _nest_downwards(dag: DAG, known: CSR, n: int, weighing: Weighing, seed: int) -> Matrix:
    forest = Forest.of(dag, rank=known.degrees)
    families, children, parents = forest.families, dag.children, dag.parents
    directions = spread_directions(families.indptr, families.indices, n, len(dag), piece_state(seed))
    drops, extents = rooms(
        dag.order[::-1].astype(np.int64), forest.parent, families.indptr, families.indices,
        children.indptr, children.indices, directions,
    )  # fmt: skip
    asked, weights = requests(dag, forest)
    rows = place(
        np.lexsort((-forest.size, forest.level)), forest.parent, directions, drops, extents,
        asked.indptr, asked.indices, weights, piece_state(seed, 1),
    )  # fmt: skip
    several = np.flatnonzero(dag.in_degree > 1)
    largest_first = several[np.argsort(-forest.size[several], kind="stable")]
    family = Family.of(families, known, *_costs(known, weighing))
    adopt(
        largest_first, forest.parent, parents.indptr, parents.indices, family, drops, rows,
        piece_state(seed, 2),
    )  # fmt: skip
    return rows


def _costs(known: CSR, weighing: Weighing) -> tuple[Vector, Vector]:
    """Parts of what a false pair costs: of its ancestor, and of its descendant."""
    n = len(known)
    if weighing == "pairs":
        return np.full(n, 0.5), np.full(n, 0.5)
    above, below = known.degrees, np.bincount(known.indices, minlength=n)
    return CORRUPTIONS * below / np.maximum(n - below, 1), CORRUPTIONS * above / np.maximum(n - above, 1)


def _carried(rows: Matrix, geometry: Geometry) -> Matrix:
    """Flat rows by the exponential map at the origin, in a part of a curved space that is as good as flat."""
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
