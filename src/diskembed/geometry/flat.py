"""Vector spaces with a distance that only looks at x - y: what they share, whatever the gauge."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, final

import numpy as np
from numpy.typing import ArrayLike

from diskembed.geometry.arrays import Array, Doubles, dot, floats
from diskembed.geometry.contract import Geometry

__all__ = ["Flat", "FlatGauge", "FlatNorm", "example_points", "exp", "project", "toward"]


@dataclass(frozen=True)
class Flat(Geometry):
    """R^n with d(x, y) = gauge(x - y), the gauge being convex and positively homogeneous.

    Straight lines are geodesics, translations are isometries, every tangent space is R^n with its
    ordinary inner product. Distances are accurate to rounding for differences of 1e-150 to 1e150, between
    which squares neither vanish nor overflow (float32: of 1e-18 to 1e18).
    """

    @property
    @final
    def width(self) -> int:
        """A point's coordinates are its n numbers."""
        return self.n

    @property
    @final
    def farthest(self) -> float:
        """Beyond, squares overflow."""
        return 1e150

    @property
    @final
    def diameter(self) -> float:
        """Unbounded."""
        return math.inf

    @final
    def exp(self, x: ArrayLike, v: ArrayLike) -> Array:
        """``x + v`` (sec:disk_embedding)."""
        x, v = floats(x, v)
        return x + v

    @final
    def log(self, x: ArrayLike, y: ArrayLike) -> Array:
        """``y - x``."""
        x, y = floats(x, y)
        return y - x

    @final
    def transport(self, x: ArrayLike, y: ArrayLike, v: ArrayLike) -> Array:
        """The vector itself."""
        x, y, v = floats(x, y, v)
        return np.broadcast_to(v, np.broadcast_shapes(x.shape, y.shape, v.shape)).copy()

    @final
    def tangent(self, x: ArrayLike, v: ArrayLike) -> Array:
        """The vector itself."""
        return self.transport(x, x, v)

    @final
    def inner(self, x: ArrayLike, u: ArrayLike, v: ArrayLike) -> Array:
        """``u . v``."""
        _, u, v = floats(x, u, v)
        return dot(u, v)

    @final
    def norm(self, x: ArrayLike, v: ArrayLike) -> Array:
        """d(0, v): the way to exp(x, v), not the way back."""
        _, v = floats(x, v)
        return self.distance(np.zeros_like(v), v)

    @final
    def project(self, x: ArrayLike) -> Array:
        """A copy of x: every point is on R^n."""
        (x,) = floats(x)
        return x.copy()

    @final
    def origin(self) -> Doubles:
        """Zero."""
        return np.zeros(self.n)

    @final
    def translate(self, x: ArrayLike, by: ArrayLike) -> Array:
        """``x + by``."""
        return self.exp(x, by)


@dataclass(frozen=True)
class FlatGauge(Flat):
    """R^n with a gauge that comes from no inner product, so that nothing can be lifted."""

    riemannian: ClassVar[bool] = False
    has_lift: ClassVar[bool] = False

    @final
    def lift_outer(self, x: ArrayLike, r: ArrayLike) -> Array:
        """Always an error."""
        self.no_lift()

    @final
    def lift_inner(self, y: ArrayLike, s: ArrayLike) -> Array:
        """Always an error."""
        self.no_lift()


@dataclass(frozen=True)
class FlatNorm(FlatGauge):
    """R^n with a norm: the same in both directions."""

    symmetric: ClassVar[bool] = True

    @property
    @final
    def parameters(self) -> Doubles:
        """Nothing."""
        return np.zeros((0, 0))


def example_points(n: int) -> Doubles:
    """The origin, coordinate directions, points 1e-9 apart, large and tiny ones."""
    rng = np.random.default_rng(n)
    axis = np.eye(n)[0]
    near = rng.normal(size=n)
    return np.vstack(
        [np.zeros(n), axis, -axis, near, near + 1e-9 * axis, 1e6 * rng.normal(size=n), 1e-12 * axis]
        + [rng.normal(size=n) for _ in range(3)]
    )


def exp(space: Doubles, x: Doubles, v: Doubles, out: Doubles) -> None:
    """Scalar form of ``Flat.exp``."""
    for k in range(x.size):
        out[k] = x[k] + v[k]


def project(space: Doubles, x: Doubles) -> None:
    """Scalar form of ``Flat.project``: nothing to do."""


def toward(space: Doubles, x: Doubles, y: Doubles, d: float, step: float, out: Doubles) -> None:
    """``x + (y - x) step / d``: a straight line, on which a homogeneous gauge falls by exactly ``step``."""
    part = step / d if d > 0.0 else 0.0
    for k in range(x.size):
        out[k] = x[k] + part * (y[k] - x[k])
