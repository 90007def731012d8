"""Euclidean Entailment Cones: cones in R^n that open away from the origin, narrower the farther out.

Every function takes (ancestor, descendant). The ancestor needs ``|x| >= K``, else DomainError; the
descendant may be anywhere. Coincident points have the angle 0: a cone contains its own apex.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.geometry.arrays import Array, column, dot, floats, length, over
from diskembed.geometry.domains import check_domain, check_positive
from diskembed.order._wedge import atan2_gradient, cosine_of, wedge, wedge_gradients

__all__ = [
    "angle",
    "angle_gradients",
    "aperture",
    "aperture_gradient",
    "contains",
    "energy",
    "energy_gradients",
]


def aperture(x: ArrayLike, *, K: float) -> Array:
    """psi(x) = arcsin(K / |x|), the half aperture of the cone at x (eq:euc-sin-psi-k)."""
    return np.arcsin(_sine_of_aperture(floats(x)[0], K))


def aperture_gradient(x: ArrayLike, *, K: float) -> Array:
    """The gradient of psi; unbounded towards the sphere |x| = K, where psi is pi/2."""
    (x,) = floats(x)
    sine = _sine_of_aperture(x, K)
    return column(-sine / (dot(x, x) * cosine_of(sine))) * x


def angle(x: ArrayLike, y: ArrayLike) -> Array:
    """Xi(x, y), the angle between x and y - x (eq:euc-sind)."""
    x, y = floats(x, y)
    return np.arctan2(wedge(x, y - x), dot(x, y - x))


def angle_gradients(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """The gradients of Xi; zero at the kinks Xi = 0, Xi = pi and x = y."""
    x, y = floats(x, y)
    step = y - x
    sine, cosine = wedge(x, step), dot(x, step)
    sine_x, sine_step = wedge_gradients(x, step)
    by_step = atan2_gradient(sine, cosine, sine_step, x)
    return atan2_gradient(sine, cosine, sine_x, step) - by_step, by_step


def energy(x: ArrayLike, y: ArrayLike, *, K: float) -> Array:
    """Xi - psi: at most 0 where x is an ancestor of y."""
    return angle(x, y) - aperture(x, K=K)


def energy_gradients(x: ArrayLike, y: ArrayLike, *, K: float) -> tuple[Array, Array]:
    """The gradients of Xi - psi with respect to x and y."""
    by_x, by_y = angle_gradients(x, y)
    return by_x - aperture_gradient(x, K=K), by_y


def contains(x: ArrayLike, y: ArrayLike, *, K: float) -> NDArray[np.bool_]:
    """Whether psi(x) >= Xi(x, y): y lies in the cone at x."""
    return np.asarray(energy(x, y, K=K) <= 0)


def _sine_of_aperture(x: Array, K: float) -> Array:
    check_positive(K=K)
    radius = length(x)
    rounded = radius * (1 + 8 * np.finfo(x.dtype).eps)  # lets the sphere |x| = K itself pass
    check_domain(
        radius,
        rounded >= K,
        what="|x| of a cone's apex",
        allowed=f"|x| >= K = {K:g}",
        do="move the point outwards, or choose a smaller K",
    )
    return np.minimum(over(np.full_like(radius, K), radius), 1)
