"""What a geometry gives to compiled kernels: six functions of single points.

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

__all__ = ["Scalars", "beyond", "distance", "exp", "gradients", "project", "toward"]

HOW = "diskembed.geometry.inject.specialise(body, geometry)"


class Scalars(NamedTuple):
    """One geometry's functions, under the names of the placeholders below."""

    distance: Callable[[Doubles, Doubles, Doubles], float]
    gradients: Callable[[Doubles, Doubles, Doubles, Doubles, Doubles], float]
    exp: Callable[[Doubles, Doubles, Doubles, Doubles], None]
    project: Callable[[Doubles, Doubles], None]
    beyond: Callable[[Doubles, Doubles, Doubles, float], bool]
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


def beyond(space: Doubles, x: Doubles, y: Doubles, d: float) -> bool:
    """True only where d(x, y) >= d for certain, as cheaply as can be told for most pairs, without a branch.

    No distance is below 0. Where it is hard to tell, the answer is False.
    """
    raise placeholder_error("beyond", HOW)


def toward(space: Doubles, x: Doubles, y: Doubles, d: float, step: float, out: Doubles) -> None:
    """Write the point reached from x after ``step`` along the geodesic to y; a negative step leads away.

    ``d`` is the distance that the step is measured in, d(x, y) or d(y, x); afterwards it is ``d - step``
    (for ``step <= d``). Where ``d = 0`` there is no direction: x itself is written.
    """
    raise placeholder_error("toward", HOW)


def placeholders(functions: Scalars) -> dict[Callable[..., Any], Callable[..., Any]]:
    """Placeholder -> a geometry's own function."""
    return dict(zip((distance, gradients, exp, project, beyond, toward), functions, strict=True))
