"""A place for a new leaf among nested disks: the middle of its parent, which no sibling reaches.

Where disks nest by construction, children lie on the rim of their parent, at every scale down to millionths
of the largest: the margins of training mean nothing there. A disk at the parent's own centre that is no
larger than the parent is inside all that the parent is inside of (transitivity). What its radius has to keep
clear of are the others: low enough to contain none of them, high enough to be contained in none.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.models.contract import Model
from diskembed.models.disks import Disks
from diskembed.models.types import Matrix, Vector

__all__ = ["hollow"]

Numbers = NDArray[np.int64]


def hollow(rows: Matrix, model: Model, parents: Numbers, cutoff: float) -> Vector | None:
    """A row with all the ancestors of one parent and no others; None where no parent has such a place.

    Of several parents it is the one that lies inside the most of them, then inside the most nodes.
    """
    if not isinstance(model, Disks) or not model.home.symmetric:
        return None
    best, most = None, (0, 0)
    for parent in parents.tolist():
        centre = rows[parent, :-1]
        apart = model.home.distance(rows[:, :-1], centre)
        holding = apart - rows[:, -1] + rows[parent, -1] <= cutoff
        holding[parent] = True
        radius = _between(rows[~holding, -1], apart[~holding], rows[parent, -1], cutoff)
        worth = int(holding[parents].sum()), int(holding.sum())
        if radius is not None and worth > most:
            best, most = np.append(centre, radius), worth
    return best


def _between(radii: Vector, apart: Vector, largest: float, cutoff: float) -> float | None:
    """Halfway between the largest radius that lies in one of the others and the least that holds one."""
    low = float((radii + cutoff - apart).max(initial=-np.inf))
    high = float((radii - cutoff + apart).min(initial=largest))
    if not low < high:
        return None
    return high if low == -np.inf else low + (high - low) / 2
