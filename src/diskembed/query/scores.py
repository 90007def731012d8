"""Scores of fitted rows, a block at a time so that memory stays bounded however many there are.

Each pair is scored by two full rows side by side. One row broadcast against many may be summed in another
order, and a pair that just touches would then be contained or not depending on what else is asked.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from diskembed.models.contract import Model
from diskembed.models.types import Array, Vector
from diskembed.query.rows import blocks, doubles

__all__ = ["Side", "matching", "scores"]

Side = Literal["ancestors", "descendants"]
Numbers = NDArray[np.int64]


def scores(model: Model, rows: Array, above: Numbers, below: Numbers) -> Vector:
    """The score of each pair (above[i], below[i])."""
    found = np.empty(len(above))
    for at in blocks(len(above)):
        found[at] = model.score(doubles(model, rows[above[at]]), doubles(model, rows[below[at]]))
    return found


def matching(model: Model, rows: Array, node: int, side: Side, at_most: float) -> tuple[Numbers, Vector]:
    """The nodes on that side of ``node`` whose pair scores ``at_most``, and the scores, lowest first.

    The node itself is none of them; equal scores come in the order of their numbers.
    """
    numbers, found = [np.empty(0, np.int64)], [np.empty(0)]
    own = doubles(model, rows[node : node + 1])
    for at in blocks(len(rows)):
        others = doubles(model, rows[at])
        same = np.repeat(own, len(others), axis=0)
        block = model.score(others, same) if side == "ancestors" else model.score(same, others)
        inside = np.flatnonzero(block <= at_most)
        inside = inside[inside != node - at.start]
        numbers.append(inside + at.start)
        found.append(block[inside])
    order = np.argsort(np.concatenate(found), kind="stable")
    return np.concatenate(numbers)[order], np.concatenate(found)[order]
