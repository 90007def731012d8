"""A place for a new leaf among nested disks: the middle of its parent, which no sibling reaches.

Where disks nest by construction, children lie on the rim of their parent, at every scale down to millionths
of the largest: the margins of training mean nothing there. A disk at the parent's own centre that is no
larger than the parent is inside all that the parent is inside of (transitivity); so is one near there that is
smaller by as much as it is off. What its radius has to keep
clear of are the others: low enough to contain none of them, high enough to be contained in none.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.models.contract import Model
from diskembed.models.disks import Disks
from diskembed.models.types import Matrix, Vector

__all__ = ["hollow"]

SHARES = tuple(share for share in (0.5, 0.25, 0.06, 0.015) for _ in range(6))
"""How far from a parent's centre, of the way to the nearest other centre; each in some directions."""
ROUNDING = 1e-9
"""More than what rounding does to so short a distance."""

Numbers = NDArray[np.int64]


def hollow(rows: Matrix, model: Model, parents: Numbers, cutoff: float) -> Vector | None:
    """A row with all the ancestors of one parent and no others; None where no parent has such a place.

    Of several parents it is the one that lies inside the most of them, then inside the most nodes.
    """
    if not isinstance(model, Disks) or not model.home.symmetric:
        return None
    best, most = None, (0, 0)
    for parent in parents.tolist():
        apart = model.home.distance(rows[:, :-1], rows[parent, :-1])
        holding = apart - rows[:, -1] + rows[parent, -1] <= cutoff
        holding[parent] = True
        worth = int(holding[parents].sum()), int(holding.sum())
        row = _inside(rows[parent], rows[~holding], apart[~holding], model, cutoff) if worth > most else None
        if row is not None:
            best, most = row, worth
    return best


def _inside(parent: Vector, others: Matrix, apart: Vector, model: Disks, cutoff: float) -> Vector | None:
    """At the parent's centre; or where that is taken, at the best of some places around it."""
    width, radius = _between(others[:, -1], apart, float(parent[-1]), cutoff)
    if width > 0.0:
        return np.append(parent[:-1], radius)
    home, rng, best, most = model.home, np.random.default_rng(len(others)), None, 0.0
    nearest = float(apart.min(where=apart > 0.0, initial=np.inf))
    for share in SHARES if np.isfinite(nearest) else ():
        step = home.tangent(parent[:-1], rng.normal(size=home.width))
        step *= share * nearest / home.norm(parent[:-1], step)
        centre = home.project(home.exp(parent[:-1], step))
        largest = float(parent[-1] - home.distance(parent[:-1], centre) * (1.0 + ROUNDING))
        away = home.distance(others[:, :-1], centre).astype(np.float64, copy=False)
        width, radius = _between(others[:, -1], away, largest, cutoff)
        if width > most:
            best, most = np.append(centre, radius), width
    return best


def _between(radii: Vector, apart: Vector, largest: float, cutoff: float) -> tuple[float, float]:
    """Halfway between the largest radius that lies in one of the others and the least that holds one.

    And how far the two are from each other: below 0 where the first is larger.
    """
    low = float((radii + cutoff - apart).max(initial=-np.inf))
    high = float((radii - cutoff + apart).min(initial=largest))
    return high - low, high if low == -np.inf else low + (high - low) / 2
