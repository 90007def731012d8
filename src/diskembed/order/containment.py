"""The order of formal disks in any geometry: who contains whom, and by how much it fails.

A disk is a centre and a radius of any sign. Everywhere (x, r) is the ancestor and (y, s) the descendant:
``l = d(x, y) - r + s <= 0`` says that (x, r) contains (y, s). Radii have the leading axes of the centres.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.errors import ParameterError
from diskembed.geometry.arrays import Array, floats
from diskembed.geometry.contract import Geometry

__all__ = ["contains", "protrusion", "protrusion_gradients", "reversed_disks", "shifted_disks"]


def protrusion(geometry: Geometry, x: ArrayLike, r: ArrayLike, y: ArrayLike, s: ArrayLike) -> Array:
    """The protrusion l = d(x, y) - r + s, eq:protrution: how far (y, s) sticks out; negative inside."""
    x, r, y, s = floats(x, r, y, s)
    return geometry.distance(x, y) - r + s


def protrusion_gradients(
    geometry: Geometry, x: ArrayLike, r: ArrayLike, y: ArrayLike, s: ArrayLike
) -> tuple[Array, Array, Array, Array]:
    """The gradients of eq:protrution for x, r, y, s: those of d, with -1 and +1 for the radii.

    Where x = y the distance has a kink, and the gradients for the centres are zero.
    """
    x, r, y, s = floats(x, r, y, s)
    by_x, by_y = geometry.gradients(x, y)
    one = np.ones(np.broadcast_shapes(by_x.shape[:-1], r.shape, s.shape), dtype=by_x.dtype)
    return by_x, -one, by_y, one


def contains(geometry: Geometry, x: ArrayLike, r: ArrayLike, y: ArrayLike, s: ArrayLike) -> NDArray[np.bool_]:
    """Whether (x, r) contains (y, s): d(x, y) <= r - s, eq:formal-disk. NaN is contained in nothing."""
    x, r, y, s = floats(x, r, y, s)
    return np.asarray(geometry.distance(x, y) <= r - s)


def shifted_disks(x: ArrayLike, r: ArrayLike, by: float) -> tuple[Array, Array]:
    """All radii moved by one number: no containment changes (eq:translational-symmetry)."""
    x, r = floats(x, r)
    return x, r + by


def reversed_disks(geometry: Geometry, x: ArrayLike, r: ArrayLike) -> tuple[Array, Array]:
    """All radii negated: every containment turns round (eq:reversibility).

    Only where d is symmetric; with a quasi-metric the reverse order is that of d(y, x), another geometry.
    """
    if not geometry.symmetric:
        raise ParameterError(
            f"the distance of {geometry.name} is not symmetric",
            allowed="reversal by r -> -r needs d(x, y) = d(y, x)",
            do="reverse the graph instead, or negate the rows of W as well as the radii",
        )
    x, r = floats(x, r)
    return x, -r
