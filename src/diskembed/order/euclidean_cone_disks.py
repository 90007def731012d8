"""Euclidean Entailment Cones as disks on the sphere (the paper's appendix, with its last formula corrected).

The cone at x cuts a disk out of the unit sphere. With ``xi_0 = arcsin K``, K at most 1, the radii are
``-xi_0 < r <= pi/2 - xi_0``: negative for apexes outside the unit ball. Others raise DomainError.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from diskembed.geometry.arrays import Array, column, floats, length, over
from diskembed.geometry.domains import check_distance, check_domain
from diskembed.order.euclidean_cones import aperture

__all__ = ["energy_of_disks", "from_disk", "to_disk"]


def to_disk(x: ArrayLike, *, K: float) -> tuple[Array, Array]:
    """Centre x/|x| and radius psi(x) - xi_0 (eq:euc-sin-psi-rx)."""
    (x,) = floats(x)
    return x / column(length(x)), aperture(x, K=K) - _shift(K)


def from_disk(centre: ArrayLike, r: ArrayLike, *, K: float) -> Array:
    """The apex K / sin(r + xi_0) out along the centre: the inverse of :func:`to_disk` (eq:euc-sin-psi-rx)."""
    centre, r = floats(centre, r)
    _check_radii(r, K)
    return centre * column(over(np.full_like(r, K), np.sin(r + _shift(K))))


def energy_of_disks(d: ArrayLike, r: ArrayLike, s: ArrayLike, *, K: float) -> Array:
    """Xi - psi from the distance d of two centres and the radii r (ancestor) and s.

    With sigma = sin(radius + xi_0), its sine is ``2 sigma_X sin(l/2) cos((r + s - d)/2 + xi_0)`` over the
    root of ``sigma_X^2 + sigma_Y^2 - 2 sigma_X sigma_Y cos d``; atan2 with the cosine beside it does not
    fold beyond pi/2. Coincident disks have the energy -psi, as coincident points have. For d from 0 to pi.
    """
    d, r, s = floats(d, r, s)
    check_distance(d, math.pi)
    _check_radii(r, K)
    _check_radii(s, K)
    psi, other = r + _shift(K), s + _shift(K)
    sine = 2 * np.sin(psi) * np.sin((d - r + s) / 2) * np.cos((psi + other - d) / 2)
    cosine = (np.sin(psi) * np.cos(d) - np.sin(other)) * np.cos(psi) + np.sin(psi) ** 2 * np.sin(d)
    return np.where((d == 0) & (r == s), -psi, np.arctan2(sine, cosine))


def _shift(K: float) -> float:
    check_domain(K, 0 < K <= 1, what="K", allowed="0 < K <= 1", do="choose a smaller K")
    return math.asin(K)


def _check_radii(r: Array, K: float) -> None:
    shift, slack = _shift(K), 8 * np.finfo(r.dtype).eps
    check_domain(
        r,
        (r > -shift) & (r <= math.pi / 2 - shift + slack),
        what="the radius of a cone's disk",
        allowed=f"{-shift:.9g} < r <= {math.pi / 2 - shift:.9g} with K = {K:g}",
        do="use a spherical disk embedding, which takes any radius",
    )
