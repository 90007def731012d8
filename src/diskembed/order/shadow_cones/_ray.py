"""How far a point is from a geodesic that leaves another one at an angle: sinh h = sinh d sin(angle)."""

from __future__ import annotations

import numpy as np

from diskembed.geometry.arrays import Array, column

__all__ = ["height_above", "height_above_gradient"]


def height_above(sinh: Array, angle: Array) -> Array:
    """The signed distance h to the ray, from the sinh of the distance to its end and the angle between."""
    height: Array = np.arcsinh(sinh * np.sin(angle))
    return height


def height_above_gradient(sinh: Array, cosh: Array, angle: Array, d_far: Array, d_angle: Array) -> Array:
    """The gradient of h from those of the distance to the ray's end and of the angle."""
    scale = 1 / np.hypot(1, sinh * np.sin(angle))
    return column(scale * cosh * np.sin(angle)) * d_far + column(scale * sinh * np.cos(angle)) * d_angle
