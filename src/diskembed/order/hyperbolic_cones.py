"""Hyperbolic Entailment Cones (eq:hyp-cones) in the unit Poincare ball of curvature -1.

Every function takes (ancestor, descendant). The ancestor needs an aperture, so it keeps away from the
origin: ``inner_radius(K) <= |x| < 1``; the descendant may be anywhere in the ball. Outside, DomainError.
Coincident points have the angle 0: a cone contains its own apex.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.geometry.arrays import Array, column, dot, floats, length, over
from diskembed.geometry.domains import check_domain, check_positive, room
from diskembed.order._wedge import atan2_gradient, cosine_of, wedge, wedge_gradients

__all__ = [
    "angle",
    "angle_gradients",
    "aperture",
    "aperture_gradient",
    "contains",
    "energy",
    "energy_gradients",
    "inner_radius",
]


def inner_radius(K: float) -> float:
    """The smallest |x| that has an aperture: where K (1 - |x|^2) / |x| = 1 (theo:equiv-hyp-cones)."""
    check_positive(K=K)
    return 2 * K / (1 + math.hypot(1, 2 * K))


def aperture(x: ArrayLike, *, K: float) -> Array:
    """psi(x) = arcsin(K (1 - |x|^2) / |x|), the half aperture of the cone at x (eq:hyp-cones)."""
    return np.arcsin(_sine_of_aperture(floats(x)[0], K))


def aperture_gradient(x: ArrayLike, *, K: float) -> Array:
    """The gradient of psi in the ball's coordinates; unbounded towards the inner sphere (psi = pi/2)."""
    (x,) = floats(x)
    sine, radius = _sine_of_aperture(x, K), length(x)
    return column(-K * (1 + radius**2) / (radius**3 * cosine_of(sine))) * x


def angle(x: ArrayLike, y: ArrayLike) -> Array:
    """The angle Xi(x, y) = pi - Oxy: how far the way to y turns off the way straight out (eq:hyp-cones)."""
    x, y = floats(x, y)
    return np.arctan2(*_angle_parts(x, y))


def angle_gradients(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """The gradients of Xi in the ball's coordinates; zero at the kinks Xi = 0, Xi = pi and x = y."""
    x, y = floats(x, y)
    sine, cosine = _angle_parts(x, y)
    step = y - x
    square, along, far = column(dot(x, x)), column(dot(x, step)), column(dot(step, step))
    space, area = column(room(x)), column(wedge(x, step))
    area_x, area_step = wedge_gradients(x, step)
    by_step = atan2_gradient(sine, cosine, space * area_step, space * x - 2 * square * step)
    by_x = atan2_gradient(sine, cosine, space * area_x - 2 * area * x, space * step - 2 * (along + far) * x)
    return by_x - by_step, by_step


def energy(x: ArrayLike, y: ArrayLike, *, K: float) -> Array:
    """Xi - psi: at most 0 where x is an ancestor of y; its positive part is eq:loss-hyp-cones."""
    return angle(x, y) - aperture(x, K=K)


def energy_gradients(x: ArrayLike, y: ArrayLike, *, K: float) -> tuple[Array, Array]:
    """The gradients of Xi - psi in the ball's coordinates; times ((1 - |x|^2) / 2)^2, the Riemannian ones."""
    by_x, by_y = angle_gradients(x, y)
    return by_x - aperture_gradient(x, K=K), by_y


def contains(x: ArrayLike, y: ArrayLike, *, K: float) -> NDArray[np.bool_]:
    """Whether psi(x) >= Xi(x, y), eq:hyp-cones."""
    return np.asarray(energy(x, y, K=K) <= 0)


def _sine_of_aperture(x: Array, K: float) -> Array:
    check_positive(K=K)
    radius = length(x)
    sine = over(K * (1 - radius) * (1 + radius), radius, otherwise=math.inf)
    rounded = sine <= 1 + 8 * np.finfo(x.dtype).eps  # lets the inner sphere itself pass
    check_domain(
        radius,
        rounded & (radius < 1),
        what="|x| of a cone's apex",
        allowed=f"{inner_radius(K):.9g} <= |x| < 1 with K = {K:g}",
        do="move the point into that shell, or choose a smaller K",
    )
    return np.minimum(sine, 1)


def _angle_parts(x: Array, y: Array) -> tuple[Array, Array]:
    """Sine and cosine of Xi up to one positive factor, without cancellation for near points."""
    room(y)  # only to check that y is inside
    step, space = y - x, room(x)
    return space * wedge(x, step), space * dot(x, step) - dot(x, x) * dot(step, step)
