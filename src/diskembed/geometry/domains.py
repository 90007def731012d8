"""Where formulas hold: checks that name the value they refuse, and the room inside ball and half-space."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from diskembed.errors import DomainError
from diskembed.geometry.arrays import Array, length

__all__ = ["boundary_and_height", "check_distance", "check_domain", "check_positive", "room"]


def check_domain(values: ArrayLike, inside: ArrayLike, *, what: str, allowed: str, do: str) -> None:
    """Raise DomainError with the first of ``values`` that is not ``inside`` (NaN never is)."""
    values, inside = np.broadcast_arrays(np.asarray(values), np.asarray(inside))
    if not inside.all():
        raise DomainError(f"{what} is {values[~inside].flat[0]:.9g}", allowed=allowed, do=do)


def check_positive(**numbers: float) -> None:
    """Raise DomainError if one of these parameters of a formula is not above 0, or not finite."""
    for name, number in numbers.items():
        if not 0 < number < math.inf:
            raise DomainError(f"{name} is {number:g}", allowed="a finite number above 0")


def check_distance(d: Array, most: float = math.inf) -> None:
    """Raise DomainError if a distance of centres is negative, NaN or, but for rounding, above ``most``."""
    check_domain(
        d,
        (d >= 0) & (d <= most * (1 + 8 * np.finfo(d.dtype).eps)),
        what="the distance of two centres",
        allowed=f"from 0 up to {most:.9g}" if math.isfinite(most) else "at least 0",
        do="take it from the geometry's distance",
    )


def room(p: Array, ball: str = "Poincare") -> Array:
    """1 - |p|^2, checked to be positive: where it reaches 0, the ball's coordinates end."""
    _check_has_coordinates(p)
    radius = length(p)
    check_domain(
        radius, radius < 1, what="|p|", allowed=f"|p| < 1 in the {ball} ball", do="move the point inside"
    )
    return (1 - radius) * (1 + radius)


def boundary_and_height(u: Array) -> tuple[Array, Array]:
    """The coordinates of a point of the upper half-space along its boundary, and the height, positive."""
    _check_has_coordinates(u)
    height = u[..., -1]
    check_domain(
        height,
        (height > 0) & np.isfinite(height),
        what="a height",
        allowed="0 < height in the upper half-space (the last coordinate)",
        do="lift the point off the boundary",
    )
    return u[..., :-1], height


def _check_has_coordinates(points: Array) -> None:
    if points.ndim == 0:
        raise DomainError(f"a point is the number {points:g}", allowed="coordinates are on the last axis")
