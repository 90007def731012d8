"""The objects that throw umbral cones' shadows: hyperbolic balls of one radius."""

from __future__ import annotations

import math

from diskembed.geometry.domains import check_positive

__all__ = ["object_size"]


def object_size(object_radius: float) -> float:
    """sinh(object_radius), checked to be positive.

    At height 1 of the half-space it is the object's Euclidean radius; over sinh d(O, u) it is the sine of the
    angle under which the object at u is seen from O.
    """
    check_positive(object_radius=object_radius)
    return math.sinh(object_radius)
