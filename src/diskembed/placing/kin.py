"""Which nodes a new one should have for further ancestors and descendants, told by its relatives alone.

A disk that contains a parent should contain the new node. Near the border one score says little about that,
but many say a lot: what is above a parent is above all that the parent contains, and those vote.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.models.contract import Model
from diskembed.models.types import Matrix
from diskembed.placing.goals import Goals
from diskembed.placing.kernels import crowding

__all__ = ["all_scores", "kin_above", "kin_below"]

Numbers = NDArray[np.int64]

MOST_CANDIDATES, MOST_VOTERS = 256, 64
MAJORITY = 0.75
"""What share of a parent's descendants a node has to contain; measured on the nouns."""


def kin_above(rows: Matrix, model: Model, parents: Numbers, goals: Goals) -> Numbers:
    """The parents, and the nodes that contain most of what one of them contains, itself included."""
    found = [parents]
    for parent in parents.tolist():
        above, below = _around(rows, model, parent, goals)
        votes = all_scores(model, rows[above], rows[np.append(below[:MOST_VOTERS], parent)]) <= goals.cutoff
        found.append(above[votes.mean(axis=1) >= MAJORITY])
    return np.unique(np.concatenate(found))


def kin_below(rows: Matrix, model: Model, children: Numbers, goals: Goals) -> Numbers:
    """The children, and the nodes that one of them contains: descendants have no such voters."""
    found = [_around(rows, model, child, goals)[1] for child in children.tolist()]
    return np.unique(np.concatenate([children, *found]))


def all_scores(model: Model, above: Matrix, below: Matrix) -> Matrix:
    """Entry (i, j): the score of row i as an ancestor of row j."""
    pairs = np.repeat(above, len(below), axis=0), np.tile(below, (len(above), 1))
    return np.asarray(model.score(*pairs), np.float64).reshape(len(above), len(below))


def _around(rows: Matrix, model: Model, node: int, goals: Goals) -> tuple[Numbers, Numbers]:
    """Others that may be above a node, and others that are below it, the deepest inside first."""
    crowd = model.compile(crowding)(rows, rows[node], model.space, model.knobs, goals.near)
    crowd[node] = 0.0
    sides = []
    for side, least in ((0, 0.0), (1, goals.near - goals.cutoff)):
        near = np.flatnonzero((crowd[:, side] > 0.0) & (crowd[:, side] >= least))
        sides.append(near[np.argsort(-crowd[near, side], kind="stable")][:MOST_CANDIDATES])
    return sides[0], sides[1]
