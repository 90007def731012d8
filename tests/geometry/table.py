"""The one table of cases, and the one list of laws that run over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from diskembed.geometry import Geometry, registry
from diskembed.geometry.arrays import Array

Law = Callable[[Geometry, Array], None]

LAWS: dict[str, Law] = {}
APPLIES: dict[str, Callable[[Geometry], bool]] = {}


@dataclass(frozen=True)
class Case:
    geometry: Geometry
    points: Array
    number: int

    def __str__(self) -> str:
        return f"{self.geometry.name}{self.number}-n{self.geometry.n}"


def law(applies: Callable[[Geometry], bool] = lambda geometry: True) -> Callable[[Law], Law]:
    """Add a law to the list; ``applies`` says to which geometries."""

    def add(function: Law) -> Law:
        LAWS[function.__name__], APPLIES[function.__name__] = function, applies
        return function

    return add


def cases(names: list[str] | None = None) -> list[Case]:
    """Every example of every registered geometry."""
    found = (enumerate(registry.examples(name)) for name in names or registry.names())
    return [Case(*example, number) for examples in found for number, example in examples]


def applicable(case: Case) -> list[str]:
    """The laws that a case has to pass."""
    return [name for name, applies in APPLIES.items() if applies(case.geometry)]


def lacking_examples() -> list[str]:
    """Registered names whose examples are missing, are another geometry's, or are too few to say anything."""
    return [name for name in registry.names() if not _is_exemplified(name)]


def _is_exemplified(name: str) -> bool:
    found = cases([name])
    return bool(found) and all(case.geometry.name == name and len(case.points) >= 5 for case in found)


def near_origin(geometry: Geometry, points: Array, part: float) -> Array:
    """The points within a part of the distance up to which the geometry is accurate; all of a bounded one."""
    if np.isfinite(geometry.diameter):
        return points
    return points[geometry.distance(geometry.origin(), points) <= part * geometry.farthest]


def pairs(points: Array) -> tuple[Array, Array]:
    """All ordered pairs of points, a point with itself among them."""
    count = len(points)
    return np.repeat(points, count, axis=0), np.tile(points, (count, 1))


def vectors(geometry: Geometry, points: Array, seed: int = 0) -> Array:
    """A random tangent vector at each point, of norms from 1e-3 to 1."""
    rng = np.random.default_rng(seed)
    flat = np.zeros((len(points), geometry.width))
    flat[:, geometry.width - geometry.n :] = rng.normal(size=(len(points), geometry.n))
    lengths = 10 ** rng.uniform(-3, 0, (len(points), 1))
    flat *= lengths / np.linalg.norm(flat, axis=1, keepdims=True)
    return geometry.transport(geometry.origin(), points, flat)


def resolution(geometry: Geometry, x: Array) -> Array:
    """How far a rounding in the largest coordinate, made in any coordinate, moves each point.

    On a line nothing lies across, so it moves them less than what formulas round: hence the size itself too.
    """
    size = np.finfo(x.dtype).eps * np.abs(x).max(axis=-1, keepdims=True)
    moved = [geometry.project(x + size * axis) for axis in np.eye(geometry.width, dtype=x.dtype)]
    ways = [geometry.distance(*ends) for other in moved for ends in ((x, other), (other, x))]
    return np.max([*ways, size[..., 0]], axis=0)


def spread(geometry: Geometry, x: Array, v: Array) -> Array:
    """How far such a rounding of a tangent vector moves the point that it leads to."""
    size = np.finfo(v.dtype).eps * np.abs(v).max(axis=-1, keepdims=True)
    end = geometry.exp(x, v)
    moved = [geometry.exp(x, v + size * axis) for axis in np.eye(geometry.width, dtype=v.dtype)]
    return np.max([geometry.distance(end, other) for other in moved], axis=0)


def rounding(geometry: Geometry, *points: Array, size: Array | float = 0.0) -> Array:
    """What a result computed from these points may be off by, ``size`` being the result's own."""
    eps = np.finfo(np.result_type(*points)).eps
    return 16 * (sum(resolution(geometry, x) for x in points) + eps * np.abs(size)) + 1e-150
