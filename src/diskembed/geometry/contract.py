"""What a geometry is: the one interface that disks, models, kernels, queries and tests are written against.

A class is abstract or final: concrete geometries define what is abstract here and override nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import Any, ClassVar, NoReturn, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.errors import DomainError, ParameterError
from diskembed.geometry.arrays import Array, Doubles, floats
from diskembed.geometry.scalars import Scalars

__all__ = ["Geometry"]


@dataclass(frozen=True)
class Geometry(ABC):
    """A space of ``n`` dimensions in which disk centres live.

    Points are arrays whose last axis has ``width`` entries; leading axes broadcast. float32 in gives
    float32 out, anything else float64. The array forms trust their arguments to be on the manifold,
    for speed: outside they return numbers without meaning. ``check`` and ``project`` are the two gates.
    The tangent space at the origin is spanned by the last ``n`` coordinates.
    """

    n: int

    name: ClassVar[str]
    """The registered name: ``make(name, n, **options)`` gives an equal geometry."""
    riemannian: ClassVar[bool]
    """norm(x, v)^2 = inner(x, v, v); if not, the norm is another convex gauge."""
    has_lift: ClassVar[bool]
    """Containment is the sign of one inner product: see ``lift_outer``."""

    def __post_init__(self) -> None:
        if isinstance(self.n, bool) or not isinstance(self.n, int | np.integer) or self.n < 1:
            raise ParameterError(f"n={self.n!r} dimensions", allowed="n is an integer of at least 1")

    @property
    @abstractmethod
    def symmetric(self) -> bool:
        """Whether d(x, y) = d(y, x)."""

    @property
    @abstractmethod
    def width(self) -> int:
        """How many coordinates a point has."""

    @property
    @abstractmethod
    def farthest(self) -> float:
        """How far from the origin float64 points may be; the class says how accurate they are there."""

    @property
    @abstractmethod
    def diameter(self) -> float:
        """The largest distance there is: radii that differ by so much nest wherever their centres are."""

    @property
    @abstractmethod
    def parameters(self) -> Doubles:
        """What scalar forms get as ``space``: C-contiguous, two axes."""

    @abstractmethod
    def distance(self, x: ArrayLike, y: ArrayLike) -> Array:
        """d(x, y), from 0 up."""

    @abstractmethod
    def gradients(self, x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
        """Gradients of d(x, y) for x and for y: tangent, in terms of ``inner``; both zero where x = y."""

    @abstractmethod
    def exp(self, x: ArrayLike, v: ArrayLike) -> Array:
        """The end of the geodesic that leaves x with velocity v, after unit time."""

    @abstractmethod
    def log(self, x: ArrayLike, y: ArrayLike) -> Array:
        """The shortest v with exp(x, v) = y."""

    @abstractmethod
    def transport(self, x: ArrayLike, y: ArrayLike, v: ArrayLike) -> Array:
        """The vector v at x, carried to y along the geodesic; keeps inner products."""

    @abstractmethod
    def tangent(self, x: ArrayLike, v: ArrayLike) -> Array:
        """The orthogonal projection of any vector of ``width`` entries onto the tangent space at x."""

    @abstractmethod
    def inner(self, x: ArrayLike, u: ArrayLike, v: ArrayLike) -> Array:
        """The inner product of tangent vectors at x."""

    @abstractmethod
    def norm(self, x: ArrayLike, v: ArrayLike) -> Array:
        """The length of the tangent vector v at x: d(x, exp(x, v)) while that is the shortest way."""

    @abstractmethod
    def project(self, x: ArrayLike) -> Array:
        """The point of the manifold that stands for x: undoes drift, takes any numbers that do not overflow.

        What overflows, the class says; NaN stays NaN, which ``check`` refuses.
        """

    @abstractmethod
    def origin(self) -> Doubles:
        """The point that distances from the middle are counted from."""

    @abstractmethod
    def translate(self, x: ArrayLike, by: ArrayLike) -> Array:
        """The isometry that takes the origin to ``by``, applied to x."""

    @abstractmethod
    def lift_outer(self, x: ArrayLike, r: ArrayLike) -> Array:
        """A(x, r) of unit length with A(x, r) . B(y, s) >= 0 where d(x, y) <= r - s, provided r >= s.

        Without ``r >= s`` the sign also accepts the reverse: ``lifted_containment`` decides in full.
        Products within ``8 * A.shape[-1] * eps`` of zero are too close to call.
        """

    @abstractmethod
    def lift_inner(self, y: ArrayLike, s: ArrayLike) -> Array:
        """B(y, s) of unit length: the disk that is asked whether it is contained; see ``lift_outer``."""

    @abstractmethod
    def scalar_functions(self) -> Scalars:
        """The scalar forms as plain Python functions, each defined at a module's top level."""

    @staticmethod
    @abstractmethod
    def examples() -> list[tuple[Geometry, Array]]:
        """Geometries with points (rows) that the laws run on: the origin, near pairs, far points."""

    @property
    @final
    def options(self) -> dict[str, Any]:
        """The fields beside ``n``."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name != "n"}

    @property
    @final
    def scalars(self) -> Scalars:
        """The scalar forms, compiled."""
        from diskembed.geometry.inject import compile_scalars

        return compile_scalars(self.scalar_functions())

    @final
    def random(self, count: int, rng: np.random.Generator, scale: float = 1.0) -> Doubles:
        """Points at exp of normal tangent vectors at the origin, ``scale`` being their deviation."""
        vectors = np.zeros((count, self.width))
        vectors[:, self.width - self.n :] = rng.normal(scale=scale, size=(count, self.n))
        return self.exp(self.origin(), vectors).astype(np.float64, copy=False)

    @final
    def lifted_containment(self, products: ArrayLike, r: ArrayLike, s: ArrayLike) -> NDArray[np.bool_]:
        """Whether disks of radius r contain disks of radius s, from products A . B of their lifts."""
        difference = np.subtract(r, s)
        inside = (difference >= 0) & (np.asarray(products) >= 0)
        contained: NDArray[np.bool_] = np.asarray(inside | (difference >= self.diameter))
        return contained

    @final
    def check(self, x: ArrayLike) -> Array:
        """The points as a float array; raises DomainError if any is none of this geometry."""
        (points,) = floats(x)
        if points.ndim == 0 or points.shape[-1] != self.width:
            raise DomainError(
                f"points of shape {points.shape}",
                allowed=f"{self.name} with n={self.n} has {self.width} coordinates on the last axis",
            )
        if not np.isfinite(points).all():
            raise DomainError("a coordinate is NaN or infinite", do="remove the points that hold it")
        tolerance = np.sqrt(np.finfo(points.dtype).eps)
        size = np.maximum(np.abs(points).max(axis=-1, initial=0.0), 1.0)
        off = np.abs(self.project(points) - points).max(axis=-1, initial=0.0) / size
        if (off > tolerance).any():
            raise DomainError(
                f"a point is off {self.name} by {off.max():.3g} of its size",
                allowed=f"up to {tolerance:.1g} is taken as rounding",
                do="put points onto the manifold with project(x)",
            )
        reach = self.distance(self.origin(), points)
        if (reach > self.farthest).any():
            raise DomainError(
                f"a point is {reach.max():.4g} away from the origin",
                allowed=f"{self.name} is accurate up to {self.farthest:.4g}",
                do="translate the points towards the origin, or shrink them",
            )
        return points

    @final
    def no_lift(self) -> NoReturn:
        """What ``lift_outer`` and ``lift_inner`` do where ``has_lift`` is False."""
        raise ParameterError(
            f"containment in {self.name} is not the sign of one inner product",
            do="ask has_lift first, and compare distance(x, y) with r - s",
        )
