"""Two points and the origin lie in a plane: formulas of the ball and of cones are worked out in it.

Its axes are e1, from the origin out to the first point, and e2, to the side on which the second one lies.
"""

from __future__ import annotations

import math

from diskembed.models.types import Matrix, Vector

__all__ = ["frame", "glide", "keep_in_shell", "offsets", "shift"]

PARALLEL = 1e-15
"""Below this part of the difference, what lies across it is the rounding of two products (4 eps)."""


def offsets(x: Vector, y: Vector) -> tuple[float, float, float]:
    """``(|x|, along, across)``: the plane's x = (|x|, 0) and y - x = (along, across), across from 0 up.

    At x = 0 the axis e1 points to y.
    """
    square, product, apart = 0.0, 0.0, 0.0
    for k in range(x.size):
        step = y[k] - x[k]
        square += x[k] * x[k]
        product += x[k] * step
        apart += step * step
    if square == 0.0:
        return 0.0, math.sqrt(apart), 0.0
    radius = math.sqrt(square)
    along = product / radius
    side = apart - along * along
    if side < 1e-3 * apart:  # a difference of near numbers: sum what is across by itself
        part = product / square
        side = 0.0
        for k in range(x.size):
            side += (y[k] - x[k] - part * x[k]) ** 2
        if side < PARALLEL * PARALLEL * apart:
            side = 0.0
    return radius, along, math.sqrt(side)


def frame(x: Vector, y: Vector, work: Matrix) -> tuple[float, float, float]:
    """The same, with e1 and e2 in the first two rows of ``work``; e2 is zero where ``across`` is."""
    radius, along, across = offsets(x, y)
    inverse = 1.0 / along if radius == 0.0 and along > 0.0 else 0.0
    sideways = 1.0 / across if across > 0.0 else 0.0
    for k in range(x.size):
        step = y[k] - x[k]
        outward = x[k] / radius if radius > 0.0 else inverse * step
        work[0, k] = outward
        work[1, k] = sideways * (step - along * outward)
    return radius, along, across


def shift(row: Vector, work: Matrix, along: float, across: float) -> None:
    """Move a point within the plane: a straight step."""
    for k in range(row.size):
        row[k] += along * work[0, k] + across * work[1, k]


def glide(row: Vector, work: Matrix, along: float, across: float) -> None:
    """The exponential map of the ball of curvature -1, from ``row`` with a velocity within the plane.

    x + z in the sense of Moebius, with z of length tanh(|v| / (1 - |x|^2)), less x, which cancels.
    """
    length = math.sqrt(along * along + across * across)
    if length == 0.0:
        return
    p, q = 0.0, 0.0
    for k in range(row.size):
        p += row[k] * work[0, k]
        q += row[k] * work[1, k]
    square = p * p + q * q
    reach = math.tanh(length / (1.0 - square))
    z, w = reach * along / length, reach * across / length
    scale = (1.0 - square) / (1.0 + 2.0 * (p * z + q * w) + square * reach * reach)
    shift(row, work, scale * (reach * reach * p + z), scale * (reach * reach * q + w))


def keep_in_shell(row: Vector, inner: float, outer: float) -> None:
    """Put a point back to ``inner <= |x| <= outer``, straight in or out."""
    square = 0.0
    for k in range(row.size):
        square += row[k] * row[k]
    if inner * inner <= square <= outer * outer:
        return
    if square == 0.0:
        row[0] = inner
        return
    factor = (inner if square < inner * inner else outer) / math.sqrt(square)
    for k in range(row.size):
        row[k] *= factor
