"""How far rounding can carry a product of lifts from its true value: the band in which it decides nothing.

Let P be the product of two lifts of length 1 in exact arithmetic, u = 2^-24 and v = 2^-53.

**In float32.** Each coordinate is rounded once when it is stored, each product once, and each goes through at
most K additions, in whatever order. So what is computed differs from P by at most
``((1 + u)^(K + 3) - 1) sum |A_k B_k|``, and that sum is at most |A| |B| = 1 (Cauchy-Schwarz): less than
``(K + 4) u``. Products that vanish below the smallest float32 add less than ``K 2^-126``.

**In float64**, that of the lifts and of the definition ``d(x, y) - r + s <= t`` itself. A term's rounding
is some v times the term; what it does to P is that times dP/d(term). In the three lifted geometries a length
of l changes P by at most 4 l (in units of the space's curvature, or of the largest disk in flat space, which
is why disks are scaled first): flat, ``P = ((R - S)^2 - d^2) / 2 |A| |B|`` with |A| |B| at least 1/2 and all
lengths at most 1; sphere, ``2 P = cos d - cos(R - S)``; hyperboloid, ``cosh(R - S) - cosh d`` over at least
``x0 y0`` and ``cosh R cosh S``, which bound half of sinh d and of sinh(R - S). The distances of the three are
accurate in these terms out to where numbers overflow: the hyperboloid's ``q = sinh^2(d/2)``, divided by
x0 y0, is off by no more than ``2 n v / OPPOSITE``. Points off the manifold by ``off`` move P by no more than
a small multiple of that. Thousands of v stand here for some hundreds that count: in float32 terms, nothing.
"""

from __future__ import annotations

__all__ = ["double_band", "single_band"]

SINGLE, DOUBLE = 2.0**-24, 2.0**-53
ROUNDINGS = 4096
"""More than the roundings of a term, times how strongly P depends on it, a coordinate."""
OFF = 256
"""The same for points off the manifold."""
VANISHED = 1e-30
"""More than what is lost below the smallest numbers."""


def double_band(width: int, reach: float, off: float) -> float:
    """Products of float64 lifts of that width this near to zero decide nothing.

    ``reach`` bounds the lengths that are added up, in the unit that the lifts are in.
    """
    return ROUNDINGS * width * DOUBLE * (1.0 + reach) + OFF * off + VANISHED


def single_band(width: int, double: float) -> float:
    """The same for products computed in float32 from lifts rounded to it."""
    return 1.001 * (width + 4) * SINGLE + double
