"""Euclidean space: d(x, y) = |x - y|."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from diskembed.geometry.arrays import Array, Doubles, dot, floats, length, normalised
from diskembed.geometry.contract import Geometry
from diskembed.geometry.flat import Flat, example_points, exp, project, toward
from diskembed.geometry.lifting import unit
from diskembed.geometry.registry import register
from diskembed.geometry.scalars import Scalars

__all__ = ["Euclid"]


@dataclass(frozen=True)
class Euclid(Flat):
    """R^n with the ordinary distance."""

    name: ClassVar[str] = "euclid"
    symmetric: ClassVar[bool] = True
    riemannian: ClassVar[bool] = True
    has_lift: ClassVar[bool] = True

    @property
    def parameters(self) -> Doubles:
        """Nothing."""
        return np.zeros((0, 0))

    def distance(self, x: ArrayLike, y: ArrayLike) -> Array:
        """|x - y|."""
        x, y = floats(x, y)
        return length(x - y)

    def gradients(self, x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
        """(x - y) / |x - y| and its negative (sec:disk_embedding)."""
        x, y = floats(x, y)
        direction = normalised(x - y)
        return direction, -direction

    def lift_outer(self, x: ArrayLike, r: ArrayLike) -> Array:
        """(x, -r, (r^2 - |x|^2) / 2, -1/2), since |x - y|^2 <= (r - s)^2 is bilinear in the lifts.

        Lengths stand beside their squares, so products tell most where coordinates and radii are about 1.
        At a size m, disks that touch but for a part ``8 A.shape[-1] eps max(m, 1/m)^2`` are too close to
        call: divide centres and radii by a common length first.
        """
        x, r = floats(x, r)
        return unit(x, -r, (r * r - dot(x, x)) / 2, np.full_like(r, -0.5))

    def lift_inner(self, y: ArrayLike, s: ArrayLike) -> Array:
        """(y, s, 1, |y|^2 - s^2)."""
        y, s = floats(y, s)
        return unit(y, s, np.ones_like(s), dot(y, y) - s * s)

    def scalar_functions(self) -> Scalars:
        """See the functions below."""
        return Scalars(distance, gradients, exp, project, beyond, toward)

    @staticmethod
    def examples() -> list[tuple[Geometry, Array]]:
        """One, two and five dimensions."""
        return [(Euclid(n), example_points(n)) for n in (1, 2, 5)]


def distance(space: Doubles, x: Doubles, y: Doubles) -> float:
    """Scalar form of ``Euclid.distance``."""
    return math.sqrt(square(x, y))


def gradients(space: Doubles, x: Doubles, y: Doubles, gx: Doubles, gy: Doubles) -> float:
    """Scalar form of ``Euclid.gradients``."""
    d = distance(space, x, y)
    factor = 1.0 / d if d > 0.0 else 0.0
    for k in range(x.size):
        gx[k] = (x[k] - y[k]) * factor
        gy[k] = -gx[k]
    return d


def beyond(space: Doubles, x: Doubles, y: Doubles, d: float) -> bool:
    """``|x - y|^2 >= d |d|``: a negative d is no distance."""
    return square(x, y) >= d * abs(d)


def square(x: Doubles, y: Doubles) -> float:
    """|x - y|^2."""
    total = 0.0
    for k in range(x.size):
        total += (x[k] - y[k]) ** 2
    return total


register("euclid", Euclid)
