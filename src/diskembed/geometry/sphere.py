"""The unit sphere S^n: points are unit vectors of R^(n+1), distances are angles."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from diskembed.geometry.arrays import Array, Doubles, column, dot, floats, length, normalised, of_points, over
from diskembed.geometry.contract import Geometry
from diskembed.geometry.lifting import unit
from diskembed.geometry.registry import register
from diskembed.geometry.scalars import Scalars
from diskembed.geometry.sphere_scalars import SCALARS

__all__ = ["Sphere"]


@dataclass(frozen=True)
class Sphere(Geometry):
    """The unit sphere. Angles come from chords, so they are accurate to rounding from 0 up to pi.

    Antipodal points are joined by many geodesics: ``log``, ``gradients``, ``transport`` and ``toward`` take
    the one that leaves x along the projection of the coordinate axis it is least aligned with.
    """

    name: ClassVar[str] = "sphere"
    symmetric: ClassVar[bool] = True
    riemannian: ClassVar[bool] = True
    has_lift: ClassVar[bool] = True

    @property
    def width(self) -> int:
        """One more than n."""
        return self.n + 1

    @property
    def farthest(self) -> float:
        """Everywhere, and a rounding beyond pi."""
        return math.nextafter(math.pi, 4.0)

    @property
    def diameter(self) -> float:
        """Pi: disks whose radii differ by that much nest always, which the lift's sign does not know."""
        return math.pi

    @property
    def parameters(self) -> Doubles:
        """Nothing."""
        return np.zeros((0, 0))

    def distance(self, x: ArrayLike, y: ArrayLike) -> Array:
        """The angle 2 atan2(|x - y|, |x + y|)."""
        x, y = floats(x, y)
        angle: Array = 2 * np.arctan2(length(x - y), length(x + y))
        return angle

    def gradients(self, x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
        """``-h / |h|`` with h = y - <x, y> x, and with x and y exchanged (sec:disk_embedding)."""
        x, y = floats(x, y)
        return -_heading(x, y), -_heading(y, x)

    def exp(self, x: ArrayLike, v: ArrayLike) -> Array:
        """``x cos|v| + (v / |v|) sin|v|`` (sec:disk_embedding)."""
        x, v = floats(x, v)
        far = length(v)
        return self.project(x * column(np.cos(far)) + v * column(over(np.sin(far), far, 1.0)))

    def log(self, x: ArrayLike, y: ArrayLike) -> Array:
        """``d(x, y) h / |h|``."""
        x, y = floats(x, y)
        return column(self.distance(x, y)) * _heading(x, y)

    def transport(self, x: ArrayLike, y: ArrayLike, v: ArrayLike) -> Array:
        """The part of v along h / |h| turns with the geodesic, the rest stays."""
        x, y, v = floats(x, y, v)
        leaving = _heading(x, y)
        return v - column(dot(v, leaving)) * (leaving + _heading(y, x))

    def tangent(self, x: ArrayLike, v: ArrayLike) -> Array:
        """``v - <x, v> x``."""
        x, v = floats(x, v)
        return v - column(dot(x, v)) * x

    def inner(self, x: ArrayLike, u: ArrayLike, v: ArrayLike) -> Array:
        """``u . v``."""
        x, u, v = floats(x, u, v)
        return of_points(x, dot(u, v))

    def norm(self, x: ArrayLike, v: ArrayLike) -> Array:
        """|v|, which is the distance to exp(x, v) up to pi."""
        x, v = floats(x, v)
        return of_points(x, length(v))

    def project(self, x: ArrayLike) -> Array:
        """``x / |x|``, however long x is; the zero vector becomes the origin."""
        (x,) = floats(x)
        largest = column(np.abs(x).max(axis=-1))
        sized = np.ldexp(x, -np.frexp(largest)[1])  # by a power of 2, which is exact: now squares fit
        return np.where(largest == 0, self.origin().astype(x.dtype), normalised(sized))

    def origin(self) -> Doubles:
        """(1, 0, ..., 0)."""
        origin: Doubles = np.eye(self.width)[0]
        return origin

    def translate(self, x: ArrayLike, by: ArrayLike) -> Array:
        """The rotation in the plane of the origin and ``by``; by -origin, in the first two axes."""
        x, by = floats(x, by)
        middle: Array = by.copy()  # origin + by, its first coordinate without cancellation
        rest = dot(by[..., 1:], by[..., 1:])
        middle[..., 0] = np.where(by[..., 0] < 0, over(rest, 1 - by[..., 0]), 1 + by[..., 0])
        half_turn = dot(middle, middle) == 0
        middle[..., 1] = np.where(half_turn, 1, middle[..., 1])
        middle = normalised(middle)
        mirrored = np.concatenate([-x[..., :1], x[..., 1:]], axis=-1)
        return mirrored - column(2 * dot(middle, mirrored)) * middle

    def lift_outer(self, x: ArrayLike, r: ArrayLike) -> Array:
        """(x, -cos r, -sin r), since cos d >= cos(r - s); for r - s from 0 up to pi."""
        x, r = floats(x, r)
        return unit(x, -np.cos(r), -np.sin(r))

    def lift_inner(self, y: ArrayLike, s: ArrayLike) -> Array:
        """(y, cos s, sin s)."""
        y, s = floats(y, s)
        return unit(y, np.cos(s), np.sin(s))

    def scalar_functions(self) -> Scalars:
        """The functions of ``sphere_scalars``."""
        return SCALARS

    @staticmethod
    def examples() -> list[tuple[Geometry, Array]]:
        """The origin, its antipode, pairs 1e-9 apart, and pairs 1e-9 from being antipodal."""
        return [(Sphere(n), _example_points(n)) for n in (1, 2, 5)]


def _heading(x: Array, y: Array) -> Array:
    """The unit tangent vector at x towards y; zero where x = y."""
    apart, together = y - x, y + x
    near = column(dot(apart, apart) <= dot(together, together))
    chord = np.where(near, apart, together)  # both have the tangent part of y; take the shorter
    across = chord - column(dot(chord, x)) * x
    opposite = ~near & column(length(across) == 0)
    return np.where(opposite, _any_tangent(x), normalised(across))


def _any_tangent(x: Array) -> Array:
    axis = np.eye(x.shape[-1], dtype=x.dtype)[np.argmin(np.abs(x), axis=-1)]
    return normalised(axis - column(dot(axis, x)) * x)


def _example_points(n: int) -> Doubles:
    sphere, rng = Sphere(n), np.random.default_rng(n)
    points = sphere.random(3, rng, scale=0.5)
    near = sphere.project(points[0] + 1e-9 * np.eye(n + 1)[-1])
    return np.vstack([sphere.origin(), -sphere.origin(), points, near, -points[0], -near])


register("sphere", Sphere)
