"""Umbral cones in the Poincare ball: light from the origin, objects of one hyperbolic radius, full shadows.

The object at u is a ball that does not hold the origin; its shadow on the border sphere is a disk of radius
``arcsin(sinh(object_radius) / sinh d(O, u))``. v is a descendant where the object at v lies wholly in the
shadow: these are spherical disks of radius ``0 < r <= pi/2``. Every function takes (ancestor, descendant).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.geometry.arrays import Array, column, dot, floats, length, normalised
from diskembed.geometry.domains import check_distance, check_domain, room
from diskembed.order._wedge import atan2_gradient, wedge, wedge_gradients
from diskembed.order.hyperbolic_cones import aperture, aperture_gradient
from diskembed.order.poincare import distance, distance_gradients
from diskembed.order.shadow_cones._objects import object_size
from diskembed.order.shadow_cones._ray import height_above, height_above_gradient

__all__ = ["contains", "energy", "energy_gradients", "energy_of_disks", "from_disk", "to_disk"]


def to_disk(u: ArrayLike, *, object_radius: float) -> tuple[Array, Array]:
    """The shadow on the unit sphere: its centre and its radius as an angle."""
    (u,) = floats(u)
    return u / column(length(u)), _shadow(u, object_radius)


def from_disk(centre: ArrayLike, r: ArrayLike, *, object_radius: float) -> Array:
    """The point that throws this shadow: sinh d(O, u) = sinh(object_radius) / sin r, for 0 < r <= pi/2."""
    centre, r = floats(centre, r)
    _check_radii(r)
    size = object_size(object_radius)
    return centre * column(size / (np.sin(r) + np.hypot(np.sin(r), size)))


def energy(u: ArrayLike, v: ArrayLike, *, object_radius: float) -> Array:
    """The signed hyperbolic distance from v to the cone of u: at most 0 where v is a descendant.

    The border is where the object at v touches the shadow's wall from inside: the nearest point of it, or the
    apex u where v lies before all the border's perpendiculars.
    """
    u, v = floats(u, v)
    turn, near_apex = _to_the_wall(u, v, object_radius)
    sinh = 2 * length(v) / room(v)
    return np.where(near_apex, distance(u, v), height_above(sinh, turn) + object_radius)


def energy_gradients(u: ArrayLike, v: ArrayLike, *, object_radius: float) -> tuple[Array, Array]:
    """The gradients of the energy in the ball's coordinates; the turning part is zero where v is behind u."""
    u, v = floats(u, v)
    turn, near_apex = _to_the_wall(u, v, object_radius)
    turn_u, turn_v = (
        atan2_gradient(wedge(u, v), dot(u, v), by, other)
        for by, other in zip(wedge_gradients(u, v), (v, u), strict=True)
    )
    turn_u = turn_u - aperture_gradient(u, K=object_size(object_radius) / 2)
    radius, space = length(v), room(v)
    sinh, cosh = 2 * radius / space, (1 + radius**2) / space
    outward = column(2 / space) * normalised(v)
    by_u = height_above_gradient(sinh, cosh, turn, np.zeros_like(outward), turn_u)
    by_v = height_above_gradient(sinh, cosh, turn, outward, turn_v)
    apex_u, apex_v = distance_gradients(u, v)
    return np.where(column(near_apex), apex_u, by_u), np.where(column(near_apex), apex_v, by_v)


def contains(u: ArrayLike, v: ArrayLike, *, object_radius: float) -> NDArray[np.bool_]:
    """Whether the object at v lies in the shadow of the one at u."""
    return np.asarray(energy(u, v, object_radius=object_radius) <= 0)


def energy_of_disks(d: ArrayLike, r: ArrayLike, s: ArrayLike, *, object_radius: float) -> Array:
    """The distance to the border from shadows at distance d: asinh(sinh(o) sin(l - s) / sin s) + o.

    l is the protrusion (eq:protrution), o the object's radius; what :func:`energy` is except near the apex.
    """
    d, r, s = floats(d, r, s)
    check_distance(d, math.pi)
    _check_radii(r)
    _check_radii(s)
    return np.arcsinh(object_size(object_radius) * np.sin(d - r) / np.sin(s)) + object_radius


def _shadow(u: Array, object_radius: float) -> Array:
    # The same sine as an entailment cone's aperture: K (1 - |u|^2) / |u| = 2K / sinh d(O, u).
    return aperture(u, K=object_size(object_radius) / 2)


def _to_the_wall(u: Array, v: Array, object_radius: float) -> tuple[Array, NDArray[np.bool_]]:
    """The angle at the origin from the wall to v, and whether the apex is the nearest point of the border.

    Perpendiculars from u and v meet the wall at distances whose tanh is tanh d(O, .) cos(angle to the wall).
    """
    shadow = _shadow(u, object_radius)
    turn = np.arctan2(wedge(u, v), dot(u, v)) - shadow
    foot_u, foot_v = (length(p) / (1 + dot(p, p)) * np.cos(a) for p, a in ((u, shadow), (v, turn)))
    return turn, np.asarray(foot_v < foot_u)


def _check_radii(r: Array) -> None:
    check_domain(
        r,
        (r > 0) & (r <= math.pi / 2 * (1 + 8 * np.finfo(r.dtype).eps)),
        what="a shadow's radius",
        allowed="0 < r <= pi/2",
        do="use a spherical disk embedding, which takes any",
    )
