"""Lower and upper cones of formal disks (subsec:formal-disks, fig:formal-disk), cut at a height.

Points of B(X) are pairs (point, height). The lower cone of (x, r) holds all disks that (x, r) contains, the
upper cone all that contain it. At height 0 they cut out the sets of points below. Radii and heights are any
numbers; NaN is in no cone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.geometry.arrays import Array, floats
from diskembed.geometry.contract import Geometry
from diskembed.order.containment import contains

__all__ = ["in_lower_cone", "in_upper_cone", "lower_section_radius", "upper_section_radius"]


def in_lower_cone(
    geometry: Geometry, x: ArrayLike, r: ArrayLike, point: ArrayLike, height: ArrayLike = 0.0
) -> NDArray[np.bool_]:
    """Whether (x, r) contains (point, height); at height 0, whether the point lies in the closed disk.

    The closed disk is {p : d(x, p) <= r}, centre first: with a quasi-metric only this one gives
    eq:formal-disk as inclusion of sets (see docs/errata.md).
    """
    return contains(geometry, x, r, point, height)


def in_upper_cone(
    geometry: Geometry, x: ArrayLike, r: ArrayLike, point: ArrayLike, height: ArrayLike = 0.0
) -> NDArray[np.bool_]:
    """Whether (point, height) contains (x, r); at height 0, whether d(point, x) <= -r."""
    return contains(geometry, point, height, x, r)


def lower_section_radius(r: ArrayLike, height: ArrayLike = 0.0) -> Array:
    """The radius r - height of the disk {p : d(x, p) <= r - height} cut at ``height``; negative: empty."""
    r, height = floats(r, height)
    return r - height


def upper_section_radius(r: ArrayLike, height: ArrayLike = 0.0) -> Array:
    """The radius height - r of the disk {p : d(p, x) <= height - r} cut at ``height``; negative: empty.

    At height 0 it is -r: a negative radius is that of the upper cone's section (fig:formal-disk).
    """
    r, height = floats(r, height)
    return height - r
