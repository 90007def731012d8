"""Hyperbolic Entailment Cones as disks on the sphere (theo:equiv-hyp-cones, theo:loss-hyp-cones).

Where a cone meets the border of the ball it cuts out a disk of the unit sphere S^(n-1). With
``theta_0 = arctan 2K`` the radii are ``0 < r <= widest(K) = pi/2 - theta_0``: the inner sphere has the
widest disks, the border r = 0. Other disks belong to no cone and raise DomainError.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from diskembed.geometry.arrays import Array, column, floats, length, over
from diskembed.geometry.domains import check_distance, check_domain, check_positive
from diskembed.order.hyperbolic_cones import aperture

__all__ = [
    "coefficient",
    "energy_of_disks",
    "from_disk",
    "linear_energy",
    "slope_at_contact",
    "to_disk",
    "widest",
]


def widest(K: float) -> float:
    """The largest radius that a cone's disk has: pi/2 - arctan 2K."""
    check_positive(K=K)
    return math.atan2(1, 2 * K)


def to_disk(x: ArrayLike, *, K: float) -> tuple[Array, Array]:
    """phi_hyp, eq:hyp-cones-map: centre x/|x| and radius arcsin((1 + |x|^2) / (2|x|) sin theta_0) - theta_0.

    Written by half angles, so that small radii (points near the border) keep all their digits.
    """
    (x,) = floats(x)
    psi, size, theta = aperture(x, K=K), length(x), math.atan(2 * K)
    excess = (1 - size) ** 2 / (2 * size) + 2 * np.sin(psi / 2) ** 2  # coth d_x - cos psi, eq:coth-d-x
    sine = math.sin(theta) * math.cos(theta) * excess
    cosine = np.cos(psi) + math.sin(theta) ** 2 * excess
    return x / column(size), np.arctan2(sine, cosine)


def from_disk(centre: ArrayLike, r: ArrayLike, *, K: float) -> Array:
    """The apex of the cone that cuts out this disk: the inverse of eq:hyp-cones-map."""
    centre, r = floats(centre, r)
    coth, csch = coth_and_csch(r, K=K)
    return centre / column(coth + csch)


def coth_and_csch(r: ArrayLike, *, K: float) -> tuple[Array, Array]:
    """Of the apex's distance to the origin, from its disk's radius: s_i (eq:coth-d-x) and sqrt(s_i^2 - 1)."""
    (r,) = floats(r)
    _check_radii(r, K)
    theta = math.atan(2 * K)
    product = np.sin(r) * np.sin(r + 2 * theta)
    return np.sin(r + theta) / math.sin(theta), np.sqrt(product) / math.sin(theta)


def energy_of_disks(d: ArrayLike, r: ArrayLike, s: ArrayLike, *, K: float) -> Array:
    """Xi - psi from the distance d of two centres and the radii r (ancestor) and s: theo:loss-hyp-cones.

    The ``arcsin(q 2 sin(l/2))`` of eq:loss-hyp-cones-equiv folds where Xi - psi > pi/2; this takes atan2 with
    the cosine beside it and holds throughout, for d from 0 to pi. Coincident disks have -psi, as points have.
    """
    d, r, s = floats(d, r, s)
    theta = math.atan(2 * K)
    high, root = coth_and_csch(r, K=K)
    low, _ = coth_and_csch(s, K=K)
    sin_psi, cos_psi = math.tan(theta) * root, np.cos(r + theta) / math.cos(theta)
    sine = _coefficient_times_root(d, r, s, K) * 2 * np.sin((d - r + s) / 2)
    cosine = (high * np.cos(d) - low) * cos_psi + np.sin(d) * root * sin_psi
    coincident = (d == 0) & (r == s)
    energy: Array = np.where(coincident, -np.arctan2(sin_psi, cos_psi), np.arctan2(sine, cosine))
    return energy


def coefficient(d: ArrayLike, r: ArrayLike, s: ArrayLike, *, K: float) -> Array:
    """q(d, r, s) of theo:loss-hyp-cones: sin(Xi - psi) = q 2 sin(l/2), for d from 0 to pi.

    It is infinite for coincident disks.
    """
    d, r, s = floats(d, r, s)
    (high, _), (low, _) = coth_and_csch(r, K=K), coth_and_csch(s, K=K)
    # The root of s_i^2 + s_j^2 - 2 s_i s_j cos d - sin^2 d, written without its cancellation.
    theta = math.atan(2 * K)
    difference = 2 * np.cos((r + s) / 2 + theta) * np.sin((r - s) / 2) / math.sin(theta)
    square = difference**2 + 4 * np.sin(d / 2) ** 2 * (high * low - np.cos(d / 2) ** 2)
    return over(_coefficient_times_root(d, r, s, K), np.sqrt(square), otherwise=math.inf)


def slope_at_contact(r: ArrayLike, s: ArrayLike, *, K: float) -> Array:
    """q(r - s, r, s): dE/dl where the disks touch from inside, for r > s (eq:loss-hyp-cones-approx)."""
    r, s = floats(r, s)
    check_domain(
        r - s,
        r > s,
        what="r - s",
        allowed="positive: only a smaller disk touches from inside",
        do="use energy_of_disks",
    )
    return coefficient(r - s, r, s, K=K)


def linear_energy(d: ArrayLike, r: ArrayLike, s: ArrayLike, *, K: float) -> Array:
    """q(r - s, r, s) l, which Xi - psi is up to O(l^2) near contact; for r > s (eq:loss-hyp-cones-approx)."""
    d, r, s = floats(d, r, s)
    check_distance(d, math.pi)
    return slope_at_contact(r, s, K=K) * (d - r + s)


def _coefficient_times_root(d: Array, r: Array, s: Array, K: float) -> Array:
    check_distance(d, math.pi)
    theta = math.atan(2 * K)
    return np.cos((r + s - d) / 2 + theta) / math.cos(theta) * coth_and_csch(r, K=K)[1]


def _check_radii(r: Array, K: float) -> None:
    check_domain(
        r,
        (r > 0) & (r <= widest(K) * (1 + 8 * np.finfo(r.dtype).eps)),
        what="the radius of a cone's disk",
        allowed=f"0 < r <= pi/2 - arctan 2K = {widest(K):.9g} with K = {K:g}",
        do="use a spherical disk embedding, which takes any radius",
    )
