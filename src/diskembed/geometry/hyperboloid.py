"""Hyperbolic space in the Lorentz model: -x0^2 + |x1..|^2 = 1/K = -R^2 with x0 > 0."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from diskembed.errors import ParameterError
from diskembed.geometry.arrays import Array, Doubles, column, dot, floats, length, over, root
from diskembed.geometry.contract import Geometry
from diskembed.geometry.hyperboloid_scalars import OPPOSITE, SCALARS
from diskembed.geometry.lifting import unit
from diskembed.geometry.registry import register
from diskembed.geometry.scalars import Scalars

__all__ = ["Hyperboloid"]


@dataclass(frozen=True)
class Hyperboloid(Geometry):
    """The hyperboloid of curvature K < 0; coordinate 0 is the time x0.

    The time of a point, or of a tangent vector, follows from its other coordinates. All formulas take their
    differences among those: with ``x0`` rounded by itself, ``acosh(-<x, y>)`` and even ``|x - y|`` in the
    Lorentz norm lose points 1e-6 R apart, at 10 R and at 15 R from the origin. What remains is that stored
    coordinates place a point to within ``eps x0`` (eps = 2.2e-16, in float32 1.2e-7), so distances are off by
    that much: 2e-12 R at 10 R, 4e-10 R at 15 R, 5e-8 R at 20 R, 8e-6 R at 25 R (float32: 1e-3 R at 10 R).
    Coordinates of more than 1e70 R overflow, and so do tangent vectors longer than 300 R.
    """

    curvature: float = -1.0

    name: ClassVar[str] = "hyperboloid"
    symmetric: ClassVar[bool] = True
    riemannian: ClassVar[bool] = True
    has_lift: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not -math.inf < self.curvature < 0:
            raise ParameterError(
                f"curvature={self.curvature!r}",
                allowed="a hyperboloid's curvature is below 0",
                do="for 0 use euclid, above 0 sphere",
            )

    @property
    def radius(self) -> float:
        """R = 1 / sqrt(-K): the length that distances are measured by."""
        return 1 / math.sqrt(-self.curvature)

    @property
    def width(self) -> int:
        """One more than n."""
        return self.n + 1

    @property
    def farthest(self) -> float:
        """25 R, where distances are within 1e-5 R of the truth; float32 is within 2e-3 R at 10 R."""
        return 25 * self.radius

    @property
    def diameter(self) -> float:
        """Unbounded."""
        return math.inf

    @property
    def parameters(self) -> Doubles:
        """[[K, R]]."""
        return np.array([[self.curvature, self.radius]])

    def distance(self, x: ArrayLike, y: ArrayLike) -> Array:
        """2 R asinh(sqrt(q)), with q = sinh^2(d / 2R): the arcosh(-<x, y>) of sec:preliminaries at R = 1."""
        x, y = floats(x, y)
        result: Array = 2 * self.radius * np.arcsinh(root(self._half_sinh_squared(x, y)))
        return result

    def gradients(self, x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
        """``-h / |h|`` with h = y + <x, y> x / R^2, and with x and y exchanged (sec:disk_embedding)."""
        x, y = floats(x, y)
        q = self._half_sinh_squared(x, y)
        size = column(2 * self.radius * root(q * (1 + q)))
        return _timed(x, over(-_across(x, y, q), size)), _timed(y, over(-_across(y, x, q), size))

    def exp(self, x: ArrayLike, v: ArrayLike) -> Array:
        """``x cosh(|v|/R) + (v / |v|) R sinh(|v|/R)`` (sec:disk_embedding): exp at the origin, moved to x.

        The end of a way of length d is off by up to eps x0 sinh(d/R), as geodesics diverge: 4e-9 R from 6 R
        out to 6 R on the other side, but 7e-4 R from 10 R out to 10 R on the other side.
        """
        x, v = floats(x, v)
        moved = self._pull(x, v[..., 1:])
        angle = length(moved) / self.radius
        moved = moved * column(over(np.sinh(angle), angle, 1.0))
        end = self._push(x, moved) + column(np.cosh(angle)) * x[..., 1:]
        return self.project(np.concatenate([end[..., :1], end], axis=-1))

    def log(self, x: ArrayLike, y: ArrayLike) -> Array:
        """``d(x, y) h / |h|``."""
        x, y = floats(x, y)
        q = self._half_sinh_squared(x, y)
        stretch = over(np.arcsinh(root(q)), root(q * (1 + q)), 1.0)
        return _timed(x, column(stretch) * _across(x, y, q))

    def transport(self, x: ArrayLike, y: ArrayLike, v: ArrayLike) -> Array:
        """``v + <y, v> (x + y) / (R^2 - <x, y>)``, by way of the origin.

        The way from x to the origin and on to y differs from the straight one by a turn in the plane of the
        three, by the area of their triangle: twice the angle of (1 - a.b, |a ^ b|) for a and b in the ball.
        """
        x, y, v = floats(x, y, v)
        a, b = x[..., 1:] / (self.radius + x[..., :1]), y[..., 1:] / (self.radius + y[..., :1])
        level = column(1 - dot(a, b))
        b = b - column(over(dot(a, b), dot(a, a))) * a  # only a ^ b is left to need
        moved = self._pull(x, v[..., 1:])
        turned = _wedge(a, b, moved)
        share = over(np.asarray(2, dtype=x.dtype), level**2 + column(dot(a, a) * dot(b, b)))
        moved = moved + share * (level * turned + _wedge(a, b, turned))
        return _timed(y, self._push(y, moved))

    def tangent(self, x: ArrayLike, v: ArrayLike) -> Array:
        """``v + <x, v> x / R^2``, orthogonal in the Lorentz product."""
        x, v = floats(x, v)
        time = over(dot(x[..., 1:], v[..., 1:]), x[..., 0])  # of a tangent vector with v's other coordinates
        along = x[..., 0] * (time - v[..., 0]) / self.radius**2
        return _timed(x, v[..., 1:] + column(along) * x[..., 1:])

    def inner(self, x: ArrayLike, u: ArrayLike, v: ArrayLike) -> Array:
        """<u, v>, computed where it does not cancel: at the origin, after transport to it."""
        x, u, v = floats(x, u, v)
        return dot(self._pull(x, u[..., 1:]), self._pull(x, v[..., 1:]))

    def norm(self, x: ArrayLike, v: ArrayLike) -> Array:
        """``sqrt(<v, v>)``."""
        x, v = floats(x, v)
        return length(self._pull(x, v[..., 1:]))

    def project(self, x: ArrayLike) -> Array:
        """The point above the coordinates after the first, whatever the first is."""
        (x,) = floats(x)
        space = x[..., 1:]
        time = root(dot(space, space) + np.asarray(self.radius**2, dtype=x.dtype))
        return np.concatenate([column(time), space], axis=-1)

    def origin(self) -> Doubles:
        """(R, 0, ..., 0)."""
        origin: Doubles = self.radius * np.eye(self.width)[0]
        return origin

    def translate(self, x: ArrayLike, by: ArrayLike) -> Array:
        """The boost along the geodesic from the origin; ``eq:hyperbolic-translation`` in the ball."""
        x, by = floats(x, by)
        middle = dot(by[..., 1:], x[..., 1:]) / (self.radius + by[..., 0])
        moved = x[..., 1:] + column((x[..., 0] + middle) / self.radius) * by[..., 1:]
        return self.project(np.concatenate([moved[..., :1], moved], axis=-1))

    def lift_outer(self, x: ArrayLike, r: ArrayLike) -> Array:
        """(-x0, x1.., cosh r, -sinh r) at R = 1, since cosh d <= cosh(r - s); first scaled by exp(-|r|).

        Products tell two disks apart while exp(x's distance from the origin + |r|) is far below 1/eps, and
        likewise for y and s; beyond, they are too close to call. So take the middle of all radii off them
        first (eq:translational-symmetry).
        """
        x, r = floats(x, r)
        x, cosh, sinh = self._shrunk(x, r)
        return unit(np.concatenate([-x[..., :1], x[..., 1:]], axis=-1), cosh, -sinh)

    def lift_inner(self, y: ArrayLike, s: ArrayLike) -> Array:
        """(y0, y1.., cosh s, sinh s) at R = 1."""
        y, s = floats(y, s)
        return unit(*self._shrunk(y, s))

    def scalar_functions(self) -> Scalars:
        """The functions of ``hyperboloid_scalars``."""
        return SCALARS

    @staticmethod
    def examples() -> list[tuple[Geometry, Array]]:
        """Curvature -1 and others; points 1e-6 apart at 10 R and 15 R, opposite ones, and two at 20 R."""
        kinds = [(1, -1.0), (2, -1.0), (5, -1.0), (2, -0.25), (3, -4.0)]
        return [(Hyperboloid(n, K), _example_points(Hyperboloid(n, K))) for n, K in kinds]

    def _shrunk(self, x: Array, r: Array) -> tuple[Array, Array, Array]:
        """The point, R cosh(r/R) and R sinh(r/R), all times exp(-|r|/R)."""
        double = 2 * np.abs(r) / self.radius
        cosh, sinh = 1 + np.exp(-double), -np.expm1(-double) * np.sign(r)
        return x * column(np.exp(-double / 2)), self.radius / 2 * cosh, self.radius / 2 * sinh

    def _pull(self, x: Array, v: Array) -> Array:
        """A tangent vector at x without its time, transported to the origin."""
        time = x[..., 0]
        return v - column(dot(x[..., 1:], v) / (time * (self.radius + time))) * x[..., 1:]

    def _push(self, x: Array, v: Array) -> Array:
        """A tangent vector at the origin without its time, transported to x: the inverse of ``_pull``."""
        return v + column(dot(x[..., 1:], v) / (self.radius * (self.radius + x[..., 0]))) * x[..., 1:]

    def _half_sinh_squared(self, x: Array, y: Array) -> Array:
        """``q = sinh^2(d / 2R) = (|x ^ y|^2 / R^2 + |x - y|^2) / (2 (R^2 + x0 y0 + x.y))``, times apart.

        A sum of squares over a sum that does not cancel unless the points lie on opposite sides of the
        origin; there -<x, y> = R^2 (1 + 2q) is as good. The wedge is |x|^2 |d|^2 - (x.d)^2 with d = y - x
        and x the point nearer to the origin, from the part of d across x.
        """
        first = x[..., :1] <= y[..., :1]
        x, y = np.where(first, x, y), np.where(first, y, x)
        x0, y0, x, apart = x[..., 0], y[..., 0], x[..., 1:], (y - x)[..., 1:]
        along, square = dot(x, apart), x0 * x0 + np.asarray(1 / self.curvature, dtype=x.dtype)
        across = apart - column(over(along, square)) * x
        wedge = np.maximum(square, 0) * dot(across, across)
        bound = x0 * (x0 + y0) + along
        opposite = bound < OPPOSITE * x0 * y0
        near = (dot(apart, apart) - self.curvature * wedge) / np.where(opposite, 1, bound)
        q: Array = np.where(opposite, self.curvature * (along - x0 * (y0 - x0)), near) / 2
        return q


def _across(x: Array, y: Array, q: Array) -> Array:
    """``h = y + <x, y> x / R^2 = (y - x) - 2 q x``, without its time."""
    return (y - x)[..., 1:] - column(2 * q) * x[..., 1:]


def _wedge(a: Array, b: Array, v: Array) -> Array:
    """``a (b . v) - b (a . v)``: v turned by a right angle in the plane of a and b, times |a ^ b|."""
    return column(dot(b, v)) * a - column(dot(a, v)) * b


def _timed(x: Array, v: Array) -> Array:
    """The tangent vector at x whose coordinates after the first are v."""
    return np.concatenate([column(dot(x[..., 1:], v) / x[..., 0]), v], axis=-1)


def _example_points(space: Hyperboloid) -> Doubles:
    rng, n = np.random.default_rng(space.n), space.n
    directions = np.hstack([np.zeros((6, 1)), rng.normal(size=(6, n))])
    directions /= np.sqrt((directions**2).sum(axis=1, keepdims=True))
    reach = space.radius * np.array([[1.0], [3.0], [10.0], [15.0], [20.0], [20.0]])
    far = space.exp(space.origin(), reach * directions)
    step = space.tangent(far[2:4], rng.normal(size=(2, n + 1)))
    near = space.exp(far[2:4], 1e-6 * step / space.norm(far[2:4], step)[:, None])
    opposite = space.project(np.hstack([far[1:2, :1], -far[1:2, 1:]]))
    return np.vstack([space.origin(), far, near, opposite])


register("hyperboloid", Hyperboloid)
