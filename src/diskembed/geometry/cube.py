"""The uniform distance d(x, y) = max_k |x_k - y_k|: d_W with W = {e_k, -e_k}, without the rows."""

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

__all__ = ["Cube"]


@dataclass(frozen=True)
class Cube(FlatNorm):
    """R^n with the largest difference of coordinates; disks are cubes."""

    name: ClassVar[str] = "cube"

    def distance(self, x: ArrayLike, y: ArrayLike) -> Array:
        """``max_k |x_k - y_k|``."""
        x, y = floats(x, y)
        return np.asarray(np.abs(x - y).max(axis=-1))

    def gradients(self, x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
        """The sign of the largest difference, at the first coordinate that has it, and its negative."""
        x, y = floats(x, y)
        difference = x - y
        largest = np.abs(difference).argmax(axis=-1)[..., np.newaxis]
        gradient = np.sign(difference) * (np.arange(self.n) == largest)
        return gradient, -gradient

    def scalar_functions(self) -> Scalars:
        """See the functions below."""
        return Scalars(distance, gradients, exp, project, beyond, toward)

    @staticmethod
    def examples() -> list[tuple[Geometry, Array]]:
        """One, two and five dimensions."""
        return [(Cube(n), example_points(n)) for n in (1, 2, 5)]


def distance(space: Doubles, x: Doubles, y: Doubles) -> float:
    """Scalar form of ``Cube.distance``."""
    largest = 0.0
    for k in range(x.size):
        largest = max(largest, abs(x[k] - y[k]))
    return largest


def gradients(space: Doubles, x: Doubles, y: Doubles, gx: Doubles, gy: Doubles) -> float:
    """Scalar form of ``Cube.gradients``."""
    largest, where = 0.0, 0
    for k in range(x.size):
        gx[k], gy[k] = 0.0, 0.0
        if abs(x[k] - y[k]) > largest:
            largest, where = abs(x[k] - y[k]), k
    if largest > 0.0:
        gx[where] = 1.0 if x[where] > y[where] else -1.0
        gy[where] = -gx[where]
    return largest


def beyond(space: Doubles, x: Doubles, y: Doubles, d: float) -> bool:
    """``d(x, y) >= d``, which is cheap as it is."""
    return distance(space, x, y) >= d


register("cube", Cube)
