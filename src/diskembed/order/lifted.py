"""Containment as the sign of one inner product, and all pairs of it as one matrix product.

The angle-sum formulas split ``r - s``, so ``d(x, y) <= r - s`` is bilinear in two lifted
vectors A(x, r) and B(y, s). The sign also accepts the reverse, which ``r >= s`` rules out. Products too near
zero to have a sign are decided by the distance: a disk contains itself, and answers equal ``contains``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.geometry.arrays import Array, dot, floats
from diskembed.geometry.contract import Geometry
from diskembed.order.containment import contains

__all__ = ["containment_matrix", "contains_lifted"]


def contains_lifted(
    geometry: Geometry, x: ArrayLike, r: ArrayLike, y: ArrayLike, s: ArrayLike
) -> NDArray[np.bool_]:
    """Whether (x, r) contains (y, s), eq:formal-disk, pair by pair; ParameterError without a lift."""
    x, r, y, s = floats(x, r, y, s)
    outer, inner = geometry.lift_outer(x, r), geometry.lift_inner(y, s)
    products = dot(outer, inner)
    answer = geometry.lifted_containment(products, r, s)
    unclear = _too_close_to_call(products, outer)
    x, y = (np.broadcast_to(point, (*unclear.shape, geometry.width))[unclear] for point in (x, y))
    r, s = (np.broadcast_to(radius, unclear.shape)[unclear] for radius in (r, s))
    answer[unclear] = contains(geometry, x, r, y, s)
    return answer


def containment_matrix(
    geometry: Geometry, x: ArrayLike, r: ArrayLike, y: ArrayLike, s: ArrayLike
) -> NDArray[np.bool_]:
    """Entry (i, j): whether disk i of (x, r) contains disk j of (y, s), eq:formal-disk; centres are rows.

    One matrix product where the geometry has a lift, all distances, row by row, where it has none.
    """
    x, r, y, s = floats(x, r, y, s)
    if not geometry.has_lift:
        rows = [contains(geometry, point, radius, y, s) for point, radius in zip(x, r, strict=True)]
        return np.array(rows, dtype=bool).reshape(len(x), len(y))
    outer, inner = geometry.lift_outer(x, r), geometry.lift_inner(y, s)
    products = outer @ inner.T
    answer = geometry.lifted_containment(products, r[:, None], s)
    i, j = np.nonzero(_too_close_to_call(products, outer))
    answer[i, j] = contains(geometry, x[i], r[i], y[j], s[j])
    return answer


def _too_close_to_call(products: Array, outer: Array) -> NDArray[np.bool_]:
    """Within the rounding that ``Geometry.lift_outer`` states."""
    return np.asarray(np.abs(products) <= 8 * outer.shape[-1] * np.finfo(outer.dtype).eps)
