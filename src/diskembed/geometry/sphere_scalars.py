"""Scalar forms of the sphere, twins of the array forms in ``sphere``."""

from __future__ import annotations

import math

from diskembed.geometry.arrays import Doubles
from diskembed.geometry.scalars import Scalars

__all__ = ["SCALARS"]


def distance(space: Doubles, x: Doubles, y: Doubles) -> float:
    """2 atan2(|x - y|, |x + y|)."""
    apart, together = _chords(x, y)
    return 2.0 * math.atan2(math.sqrt(apart), math.sqrt(together))


def gradients(space: Doubles, x: Doubles, y: Doubles, gx: Doubles, gy: Doubles) -> float:
    """``-h / |h|`` at both ends, by way of the shorter of y - x and y + x; see ``Sphere``."""
    apart, together = _chords(x, y)
    other = -1.0 if apart <= together else 1.0
    along_x, along_y = 0.0, 0.0
    for k in range(x.size):
        chord = y[k] + other * x[k]
        along_x += chord * x[k]
        along_y += chord * y[k]
    square = min(apart, together)
    across_x, across_y = square - along_x * along_x, square - along_y * along_y
    if min(across_x, across_y) > 0.0:
        factor_x, factor_y = -1.0 / math.sqrt(across_x), -other / math.sqrt(across_y)
        for k in range(x.size):
            chord = y[k] + other * x[k]
            gx[k] = factor_x * (chord - along_x * x[k])
            gy[k] = factor_y * (chord - along_y * y[k])
    elif other < 0.0:
        gx[:] = 0.0
        gy[:] = 0.0
    else:
        _turn(x, -0.5 * math.pi, gx)
        _turn(y, -0.5 * math.pi, gy)
    return 2.0 * math.atan2(math.sqrt(apart), math.sqrt(together))


def exp(space: Doubles, x: Doubles, v: Doubles, out: Doubles) -> None:
    """``x cos|v| + (v / |v|) sin|v|``, and back to unit length."""
    length = math.sqrt(_product(v, v))
    along = math.cos(length)
    across = math.sin(length) / length if length > 0.0 else 1.0
    for k in range(x.size):
        out[k] = along * x[k] + across * v[k]
    project(space, out)


def project(space: Doubles, x: Doubles) -> None:
    """``x / |x|``; the zero vector becomes the origin."""
    length = math.sqrt(_product(x, x))
    if length == 0.0:
        x[0] = 1.0
        return
    factor = 1.0 / length
    for k in range(x.size):
        x[k] *= factor


def beyond(space: Doubles, x: Doubles, y: Doubles, d: float) -> bool:
    """``|x - y|^2`` against ``2 - 2 cos d``, or a little more: of its series, the first three terms."""
    square = 0.0
    for k in range(x.size):
        square += (y[k] - x[k]) ** 2
    s = max(d, 0.0) ** 2
    return square >= s * (1 - s * (1 / 12) * (1 - s * (1 / 30)))


def toward(space: Doubles, x: Doubles, y: Doubles, d: float, step: float, out: Doubles) -> None:
    """``x cos(step) + (h / |h|) sin(step)``, by way of the shorter of y - x and y + x."""
    apart, together = _chords(x, y)
    other = -1.0 if apart <= together else 1.0
    along = 0.0
    for k in range(x.size):
        along += (y[k] + other * x[k]) * x[k]
    across = min(apart, together) - along * along
    if across <= 0.0:
        _turn(x, step if other > 0.0 else 0.0, out)
        return
    factor = math.sin(step) / math.sqrt(across)
    stay = math.cos(step) - factor * along
    for k in range(x.size):
        out[k] = stay * x[k] + factor * (y[k] + other * x[k])
    project(space, out)


def _product(x: Doubles, y: Doubles) -> float:
    total = 0.0
    for k in range(x.size):
        total += x[k] * y[k]
    return total


def _chords(x: Doubles, y: Doubles) -> tuple[float, float]:
    """|x - y|^2 and |x + y|^2."""
    apart, together = 0.0, 0.0
    for k in range(x.size):
        apart += (y[k] - x[k]) ** 2
        together += (y[k] + x[k]) ** 2
    return apart, together


def _turn(x: Doubles, step: float, out: Doubles) -> None:
    """The point x turned by ``step`` towards the coordinate axis that it is least aligned with."""
    axis = 0
    for k in range(x.size):
        if abs(x[k]) < abs(x[axis]):
            axis = k
    part = x[axis]
    across = math.sin(step) / math.sqrt(1.0 - part * part)
    along = math.cos(step) - across * part
    for k in range(x.size):
        out[k] = along * x[k]
    out[axis] += across


SCALARS = Scalars(distance, gradients, exp, project, beyond, toward)
