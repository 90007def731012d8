"""The sum of differences d(x, y) = sum_k |x_k - y_k|: d_W with W = {1, -1}^n, without its 2^n rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from diskembed.geometry.arrays import Array, Doubles, floats
from diskembed.geometry.contract import Geometry
from diskembed.geometry.flat import FlatNorm, example_points, exp, project, toward
from diskembed.geometry.registry import register
from diskembed.geometry.scalars import Scalars

__all__ = ["L1"]


@dataclass(frozen=True)
class L1(FlatNorm):
    """R^n with the sum of the coordinates' differences; disks are cross-polytopes."""

    name: ClassVar[str] = "l1"

    def distance(self, x: ArrayLike, y: ArrayLike) -> Array:
        """``sum_k |x_k - y_k|``."""
        x, y = floats(x, y)
        return np.asarray(np.abs(x - y).sum(axis=-1))

    def gradients(self, x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
        """The signs of the differences, 0 for a coordinate that agrees, and their negatives."""
        x, y = floats(x, y)
        return np.sign(x - y), np.sign(y - x)

    def scalar_functions(self) -> Scalars:
        """See the functions below."""
        return Scalars(distance, gradients, exp, project, beyond, toward)

    @staticmethod
    def examples() -> list[tuple[Geometry, Array]]:
        """One, two and five dimensions."""
        return [(L1(n), example_points(n)) for n in (1, 2, 5)]


def distance(space: Doubles, x: Doubles, y: Doubles) -> float:
    """Scalar form of ``L1.distance``."""
    total = 0.0
    for k in range(x.size):
        total += abs(x[k] - y[k])
    return total


def gradients(space: Doubles, x: Doubles, y: Doubles, gx: Doubles, gy: Doubles) -> float:
    """Scalar form of ``L1.gradients``."""
    for k in range(x.size):
        gx[k] = 1.0 if x[k] > y[k] else -1.0 if x[k] < y[k] else 0.0
        gy[k] = -gx[k]
    return distance(space, x, y)


def beyond(space: Doubles, x: Doubles, y: Doubles, d: float) -> bool:
    """``d(x, y) >= d``, which is cheap as it is."""
    return distance(space, x, y) >= d


register("l1", L1)
