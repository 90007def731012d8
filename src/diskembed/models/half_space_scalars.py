"""The upper half-space of curvature -1: rows are boundary coordinates and then a height above 0.

Two points lie in an upright half-plane; its horizontal axis is kept in the first row of ``work``.
"""

from __future__ import annotations

import math

from diskembed.models.types import Matrix, Vector

__all__ = ["HIGHEST", "LONGEST", "ground_distance", "horizon", "kept_height", "travel"]

HIGHEST = 1e70
"""Heights stay between the inverse of this and this, so that squares of squares do not overflow."""
LONGEST = 30.0
"""No step is longer than this, in hyperbolic length."""


def ground_distance(u: Vector, v: Vector) -> float:
    """How far apart the points are along the boundary."""
    square = 0.0
    for k in range(u.size - 1):
        square += (u[k] - v[k]) ** 2
    return math.sqrt(square)


def horizon(u: Vector, v: Vector, work: Matrix) -> float:
    """The same; the direction from v to u goes to the first row of ``work``, zero where there is none."""
    apart = ground_distance(u, v)
    for k in range(u.size - 1):
        work[0, k] = (u[k] - v[k]) / apart if apart > 0.0 else 0.0
    return apart


def travel(row: Vector, work: Matrix, sideways: float, upward: float) -> None:
    """The exponential map: ``(sideways, upward)`` is a velocity in units of the height.

    After the length t along a unit vector (a, b) the height is that before over cosh t - b sinh t, and
    the way along the boundary is the new height times a sinh t.
    """
    length = math.sqrt(sideways * sideways + upward * upward)
    if length == 0.0:
        return
    a, b = sideways / length, upward / length
    length = min(length, LONGEST)
    falling = a * a / (1.0 + b) if b > 0.0 else 1.0 - b  # 1 - b without its cancellation
    grown = math.exp(length)
    height = 2.0 * row[row.size - 1] / (falling * grown + (1.0 + b) / grown)
    height = kept_height(height)
    way = height * a * math.sinh(length)
    for k in range(row.size - 1):
        row[k] += way * work[0, k]
    row[row.size - 1] = height


def kept_height(height: float) -> float:
    """The height, or the nearest one that is allowed."""
    return min(max(height, 1.0 / HIGHEST), HIGHEST)
