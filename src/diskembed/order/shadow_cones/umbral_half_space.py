"""Umbral cones in the half-space: light from infinitely high, objects of one hyperbolic radius, full shadows.

The object at u is a ball; straight down it throws a shadow, on the boundary a disk of radius
``sinh(object_radius) height``. v is a descendant of u where the object at v lies wholly in that shadow: these
are Euclidean disks of positive radius. Every function takes (ancestor, descendant); heights are positive.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.geometry.arrays import Array, column, floats, length, normalised
from diskembed.geometry.domains import boundary_and_height, check_distance, check_domain
from diskembed.order.shadow_cones._half_space import distance, distance_gradients, join
from diskembed.order.shadow_cones._objects import object_size

__all__ = ["contains", "energy", "energy_gradients", "energy_of_disks", "from_disk", "to_disk"]


def to_disk(u: ArrayLike, *, object_radius: float) -> tuple[Array, Array]:
    """The shadow on the boundary: its centre and its Euclidean radius."""
    (u,) = floats(u)
    centre, height = boundary_and_height(u)
    return centre, object_size(object_radius) * height


def from_disk(centre: ArrayLike, r: ArrayLike, *, object_radius: float) -> Array:
    """The point that throws this shadow; r > 0."""
    centre, r = floats(centre, r)
    _check_radii(r)
    return join(centre, r / object_size(object_radius))


def energy(u: ArrayLike, v: ArrayLike, *, object_radius: float) -> Array:
    """The signed hyperbolic distance from v to the cone of u: at most 0 where v is a descendant.

    The border is where the object at v touches the shadow's wall from inside: the nearest point of it, or the
    apex u where v lies above all the border's perpendiculars.
    """
    u, v = floats(u, v)
    gap, height, near_apex = _to_the_wall(u, v, object_radius)
    return np.where(near_apex, distance(u, v), np.arcsinh(gap / height) + object_radius)


def energy_gradients(u: ArrayLike, v: ArrayLike, *, object_radius: float) -> tuple[Array, Array]:
    """The gradients of the energy in these coordinates; the direction's part is zero where v is below u."""
    u, v = floats(u, v)
    gap, height, near_apex = _to_the_wall(u, v, object_radius)
    scale = 1 / np.hypot(gap, height)
    across = u[..., :-1] - v[..., :-1]
    direction = column(scale) * normalised(across)
    by_u = join(direction, -object_size(object_radius) * scale)
    by_v = join(-direction, -gap / height * scale)
    apex_u, apex_v = distance_gradients(u, v)
    return np.where(column(near_apex), apex_u, by_u), np.where(column(near_apex), apex_v, by_v)


def contains(u: ArrayLike, v: ArrayLike, *, object_radius: float) -> NDArray[np.bool_]:
    """Whether the object at v lies in the shadow of the one at u."""
    return np.asarray(energy(u, v, object_radius=object_radius) <= 0)


def energy_of_disks(d: ArrayLike, r: ArrayLike, s: ArrayLike, *, object_radius: float) -> Array:
    """The distance to the border, asinh(sinh(o) (l/s - 1)) + o with o = object_radius, from shadows.

    A function of the protrusion l over the smaller radius s alone (eq:protrution); what :func:`energy` is
    except near the apex.
    """
    d, r, s = floats(d, r, s)
    check_distance(d)
    _check_radii(r)
    _check_radii(s)
    return np.arcsinh(object_size(object_radius) * ((d - r) / s)) + object_radius


def _to_the_wall(u: Array, v: Array, object_radius: float) -> tuple[Array, Array, NDArray[np.bool_]]:
    """How far v is outside the wall, v's height, and whether the apex is the nearest point of the border."""
    (centre, high), (other, height) = boundary_and_height(u), boundary_and_height(v)
    gap = length(centre - other) - object_size(object_radius) * high
    return gap, height, np.asarray(np.hypot(gap, height) > math.cosh(object_radius) * high)


def _check_radii(r: Array) -> None:
    check_domain(
        r,
        r > 0,
        what="a shadow's radius",
        allowed="positive",
        do="use a Euclidean disk embedding, which takes any",
    )
