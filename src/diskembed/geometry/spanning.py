"""Whether vectors span a space with positive factors alone, the condition of prop:convex-metric."""

from __future__ import annotations

import numpy as np

from diskembed.geometry.arrays import Doubles, normalised

__all__ = ["unspanned_direction"]

TOLERANCE = 1e-9


def unspanned_direction(rows: Doubles) -> Doubles | None:
    """A unit vector u with w . u <= 0 for every row w, or None where there is none.

    There is none exactly if ``coni(W) = R^n``: such a u is no positive combination of rows, as u . u would
    be a sum of numbers below 0, and by Farkas' lemma a cone that is not all of R^n has one. One linear
    programme finds the u that is most negative on the rows, and the null space those that are 0 on all.
    Rows are compared by direction, and what they leave a half-space by may be too little to tell: a part of
    1e-6 is enough, one of 1e-10 counts as none.
    """
    from scipy.optimize import linprog

    rows = rows[rows.any(axis=1)]
    units = normalised(rows / np.abs(rows).max(axis=1, keepdims=True))  # squares of rows may overflow
    if units.size == 0:
        return np.asarray(np.eye(rows.shape[1])[0])
    _, sizes, axes = np.linalg.svd(units)
    if np.count_nonzero(sizes > TOLERANCE) < rows.shape[1]:
        return np.asarray(axes[-1])
    total = units.sum(axis=0)
    found = np.asarray(linprog(total, A_ub=units, b_ub=np.zeros(len(units)), bounds=(-1, 1)).x)
    return found / np.sqrt(found @ found) if total @ found < -TOLERANCE else None
