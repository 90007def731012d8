"""Scalar forms of the hyperboloid, twins of the array forms in ``hyperboloid``; ``space`` is [[K, R]].

Coordinate 0 is the time. It only repeats what the others say, and every difference is taken among those.
"""

from __future__ import annotations

import math

from diskembed.geometry.arrays import Doubles
from diskembed.geometry.scalars import Scalars

__all__ = ["OPPOSITE", "SCALARS"]

SLACK = 2.3e-16
"""Times the number of coordinates and 3, more than the part of x0 y0 that roundings take from -<x, y>.

That is the worst there can be: one rounding a term and one a sum, in the product and in both times."""
REST = 1.2
"""At least 1 + s/240 + s^2/(240 306) + ... for s <= 36."""
OPPOSITE = 1 / 16
"""Points are on opposite sides of the origin where R^2 + x0 y0 + x.y is below this part of x0 y0."""


def distance(space: Doubles, x: Doubles, y: Doubles) -> float:
    """2 R asinh(sqrt(q)), with q = sinh^2(d / 2R)."""
    radius: float = space[0, 1]
    return 2.0 * radius * math.asinh(math.sqrt(-_closeness(space, x, y)))


def gradients(space: Doubles, x: Doubles, y: Doubles, gx: Doubles, gy: Doubles) -> float:
    """``-h / |h|`` with h = (y - x) - 2 q x, and the same with x and y exchanged."""
    radius: float = space[0, 1]
    q = -_closeness(space, x, y)
    length = 2.0 * radius * math.sqrt(q * (1.0 + q))
    factor = 1.0 / length if length > 0.0 else 0.0
    for k in range(1, x.size):
        difference = y[k] - x[k]
        gx[k] = factor * (2.0 * q * x[k] - difference)
        gy[k] = factor * (2.0 * q * y[k] + difference)
    gx[0] = _product(x, gx) / x[0]
    gy[0] = _product(y, gy) / y[0]
    return 2.0 * radius * math.asinh(math.sqrt(q))


def exp(space: Doubles, x: Doubles, v: Doubles, out: Doubles) -> None:
    """``x cosh(|v|/R) + (v / |v|) R sinh(|v|/R)``, see ``Hyperboloid.exp``."""
    radius: float = space[0, 1]
    pull = _product(x, v) / (x[0] * (radius + x[0]))
    square, radial = 0.0, 0.0
    for k in range(1, x.size):
        moved = v[k] - pull * x[k]
        square += moved * moved
        radial += moved * x[k]
    length = math.sqrt(square) / radius
    across = math.sinh(length) / length if length > 0.0 else 1.0
    along = math.cosh(length) + across * radial / (radius * (radius + x[0]))
    for k in range(1, x.size):
        out[k] = along * x[k] + across * (v[k] - pull * x[k])
    project(space, out)


def project(space: Doubles, x: Doubles) -> None:
    """The time that belongs to the other coordinates."""
    x[0] = math.sqrt(space[0, 1] ** 2 + _product(x, x))


def beyond(space: Doubles, x: Doubles, y: Doubles, d: float) -> bool:
    """``-<x, y> / R^2`` less its rounding, which is cosh(d(x, y) / R), against cosh(d / R) or a little more.

    The bound is the series with what it leaves out made up for; beyond ``6 R`` nothing is certain.
    """
    curvature: float = -space[0, 0]
    product = 0.0
    for k in range(1, x.size):
        product += x[k] * y[k]
    times = x[0] * y[0]
    least = curvature * (times - product - SLACK * (x.size + 3) * times)
    s = curvature * max(d, 0.0) ** 2
    most = s * (1 / 90) * (1 + s * (1 / 132) * (1 + s * (1 / 182) * REST))
    most = 1 + s * (1 / 2) * (1 + s * (1 / 12) * (1 + s * (1 / 30) * (1 + s * (1 / 56) * (1 + most))))
    certain: bool = (d <= 0.0) | ((least >= most) & (s <= 36.0))
    return certain


def toward(space: Doubles, x: Doubles, y: Doubles, d: float, step: float, out: Doubles) -> None:
    """``x sinh(d-g)/sinh(d) + y sinh(g)/sinh(d)``, written with y - x so that near points do not cancel."""
    half = 0.5 * d / space[0, 1]
    walked = step / space[0, 1]
    along, across = 1.0, 0.0
    if half > 0.0:
        sinh_half, grown_half, shrunk_half = _sinh_exp(half)
        sinh_walked, grown_walked, shrunk_walked = _sinh_exp(walked)
        share = 1.0 / (grown_half + shrunk_half)
        # cosh(half - walked) / cosh(half) and sinh(walked) / sinh(2 half)
        along = share * (grown_half * shrunk_walked + shrunk_half * grown_walked)
        across = share * sinh_walked / sinh_half
    for k in range(1, x.size):
        out[k] = along * x[k] + across * (y[k] - x[k])
    project(space, out)


def _closeness(space: Doubles, x: Doubles, y: Doubles) -> float:
    """-q; see ``Hyperboloid._half_sinh_squared``."""
    xd, yd, dd = 0.0, 0.0, 0.0
    for k in range(1, x.size):
        difference = y[k] - x[k]
        xd += x[k] * difference
        yd -= y[k] * difference
        dd += difference * difference
    curvature: float = space[0, 0]
    inner: float = min(x[0], y[0])
    outer: float = max(x[0], y[0])
    along = max(xd, yd)  # the inner point times (outer - inner): xd - yd = |y|^2 - |x|^2
    square = inner * inner + 1.0 / curvature
    bound = inner * (inner + outer) + along
    if bound < OPPOSITE * inner * outer:
        return 0.5 * curvature * (inner * (outer - inner) - along)
    wedge = square * dd - along * along
    if square > 0.0 and wedge < 1e-3 * square * dd:  # it cancels: sum what is across the inner point
        wedge = square * _across(x, y, along / square)
    return 0.5 * (curvature * max(wedge, 0.0) - dd) / bound


def _product(x: Doubles, y: Doubles) -> float:
    """The inner product without the time."""
    total = 0.0
    for k in range(1, x.size):
        total += x[k] * y[k]
    return total


def _across(x: Doubles, y: Doubles, part: float) -> float:
    """The square of what is left of outer - inner without ``part`` of the inner point."""
    total = 0.0
    for k in range(1, x.size):
        rest = y[k] - x[k] - part * x[k] if x[0] <= y[0] else x[k] - y[k] - part * y[k]
        total += rest * rest
    return total


def _sinh_exp(t: float) -> tuple[float, float, float]:
    """``sinh(t)``, without cancellation near 0, ``exp(t)`` and ``exp(-t)``."""
    more = math.expm1(t)
    shrunk = 1.0 / (more + 1.0)
    return 0.5 * (more + more * shrunk), more + 1.0, shrunk


SCALARS = Scalars(distance, gradients, exp, project, beyond, toward)
