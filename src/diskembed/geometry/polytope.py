"""Polyhedral quasi-metrics d_W(x, y) = max_i w_i . (x - y) (eq:polyhedral-quasimetric)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import ArrayLike

from diskembed.geometry.arrays import Array, Doubles, column, floats
from diskembed.geometry.flat import FlatGauge, exp, project, toward
from diskembed.geometry.scalars import Scalars

__all__ = ["Polytope"]


@dataclass(frozen=True)
class Polytope(FlatGauge):
    """R^n with d_W; the rows of W, as positive combinations, give all of R^n (prop:convex-metric).

    d(x, y) and d(y, x) differ unless W = -W. A norm is that of the way out: norm(x, v) = d(x, x + v).
    There is no lift: what decides containment coordinate by coordinate is ``facets``.
    """

    @abstractmethod
    def directions(self) -> Doubles:
        """W, one vector a row."""

    @cached_property
    @final
    def parameters(self) -> Doubles:
        """W."""
        return np.ascontiguousarray(self.directions())

    @final
    def facets(self, x: ArrayLike, r: ArrayLike) -> Array:
        """``W x - r``: of two disks, the one whose facets are nowhere above the other's contains it."""
        x, r = floats(x, r)
        return self._heights(x) - column(r)

    @final
    def distance(self, x: ArrayLike, y: ArrayLike) -> Array:
        """``max_i w_i . (x - y)``."""
        x, y = floats(x, y)
        return np.asarray(self._heights(x - y).max(axis=-1))

    @final
    def gradients(self, x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
        """The row w_i that attains the maximum, the first if several do, and its negative."""
        x, y = floats(x, y)
        heights = self._heights(x - y)
        row = self.parameters.astype(x.dtype)[heights.argmax(axis=-1)] * (
            heights.max(axis=-1, keepdims=True) > 0
        )
        return row, -row

    @final
    def scalar_functions(self) -> Scalars:
        """See the functions below."""
        return Scalars(distance, gradients, exp, project, beyond, toward)

    def _heights(self, x: Array) -> Array:
        heights: Array = x @ self.parameters.T.astype(x.dtype)
        return heights


def distance(space: Doubles, x: Doubles, y: Doubles) -> float:
    """Scalar form of ``Polytope.distance``."""
    return _highest(space, x, y)[1]


def gradients(space: Doubles, x: Doubles, y: Doubles, gx: Doubles, gy: Doubles) -> float:
    """Scalar form of ``Polytope.gradients``."""
    row, d = _highest(space, x, y)
    for k in range(x.size):
        gx[k] = space[row, k] if d > 0.0 else 0.0
        gy[k] = -gx[k]
    return d


def beyond(space: Doubles, x: Doubles, y: Doubles, d: float) -> bool:
    """``d(x, y) >= d``, which is cheap as it is."""
    return distance(space, x, y) >= d


def _highest(space: Doubles, x: Doubles, y: Doubles) -> tuple[int, float]:
    """The first row whose w_i . (x - y) is largest, and that number; 0 where x = y."""
    best, row = -np.inf, 0
    for i in range(space.shape[0]):
        height = 0.0
        for k in range(x.size):
            height += space[i, k] * (x[k] - y[k])
        if height > best:
            best, row = height, i
    return row, best
