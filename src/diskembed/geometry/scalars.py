"""What a geometry gives to compiled kernels: seven functions of single points.

A kernel body imports these names and is written once, for any geometry; calling them as they stand
is an error. ``diskembed.geometry.inject.specialise(body, geometry)`` binds them to a geometry's own.
``space`` is ``geometry.parameters``; points and vectors are 1-D float64 arrays of ``geometry.width``
entries, all on the manifold; ``out`` may be the same array as ``x``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from diskembed.binding import placeholder_error
from diskembed.geometry.arrays import Doubles

__all__ = ["Scalars", "closeness", "closeness_at", "distance", "exp", "gradients", "project", "toward"]

HOW = "diskembed.geometry.inject.specialise(body, geometry)"


class Scalars(NamedTuple):
    """One geometry's functions, under the names of the placeholders below."""

    distance: Callable[[Doubles, Doubles, Doubles], float]
    gradients: Callable[[Doubles, Doubles, Doubles, Doubles, Doubles], float]
    exp: Callable[[Doubles, Doubles, Doubles, Doubles], None]
    project: Callable[[Doubles, Doubles], None]
    closeness: Callable[[Doubles, Doubles, Doubles], float]
    closeness_at: Callable[[Doubles, float], float]
    toward: Callable[[Doubles, Doubles, Doubles, float, float, Doubles], None]


def distance(space: Doubles, x: Doubles, y: Doubles) -> float:
    """d(x, y)."""
    raise placeholder_error("distance", HOW)


def gradients(space: Doubles, x: Doubles, y: Doubles, gx: Doubles, gy: Doubles) -> float:
    """Write the gradients of d(x, y) for x and for y, and return d(x, y); both are zero where x = y."""
    raise placeholder_error("gradients", HOW)


def exp(space: Doubles, x: Doubles, v: Doubles, out: Doubles) -> None:
    """Write the point that the tangent vector v leads to from x."""
    raise placeholder_error("exp", HOW)


def project(space: Doubles, x: Doubles) -> None:
    """Put x back onto the manifold, in place."""
    raise placeholder_error("project", HOW)


def closeness(space: Doubles, x: Doubles, y: Doubles) -> float:
    """A number that falls as d(x, y) grows, and that costs no transcendental function."""
    raise placeholder_error("closeness", HOW)


def closeness_at(space: Doubles, d: float) -> float:
    """What ``closeness`` is for two points at distance d: above it, they are nearer than d."""
    raise placeholder_error("closeness_at", HOW)


def toward(space: Doubles, x: Doubles, y: Doubles, d: float, step: float, out: Doubles) -> None:
    """Write the point reached from x after ``step`` along the geodesic to y; a negative step leads away.

    ``d`` is the distance that the step is measured in, d(x, y) or d(y, x); afterwards it is ``d - step``
    (for ``step <= d``). Where ``d = 0`` there is no direction: x itself is written.
    """
    raise placeholder_error("toward", HOW)


def placeholders(functions: Scalars) -> dict[Callable[..., Any], Callable[..., Any]]:
    """Placeholder -> a geometry's own function."""
    return dict(
        zip((distance, gradients, exp, project, closeness, closeness_at, toward), functions, strict=True)
    )
