"""Penumbral cones in the half-space: light from above a horosphere, sizeless objects, partial shadows.

The source fills all heights from ``source_height`` up. v is a descendant of u where some geodesic from the
source reaches v through u. Geodesics that graze the source are half circles of radius ``source_height``, so
the cone cuts a disk out of the boundary: Euclidean disks of radius ``0 < r <= source_height``. Every function
takes (ancestor, descendant); heights of ancestors are at most ``source_height``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.geometry.arrays import Array, column, floats, length, normalised
from diskembed.geometry.domains import boundary_and_height, check_distance, check_domain, check_positive
from diskembed.order._wedge import cosine_of
from diskembed.order.shadow_cones._half_space import distance, distance_gradients, join

__all__ = [
    "angle",
    "aperture",
    "contains",
    "energy",
    "energy_gradients",
    "energy_of_disks",
    "from_disk",
    "to_disk",
]


def to_disk(u: ArrayLike, *, source_height: float) -> tuple[Array, Array]:
    """The cone's disk on the boundary: radius c - sqrt(c^2 - height^2), c being the source's height."""
    (u,) = floats(u)
    centre, height = boundary_and_height(u)
    return centre, height**2 / (source_height + _root(height, source_height))


def from_disk(centre: ArrayLike, r: ArrayLike, *, source_height: float) -> Array:
    """The apex of the cone over this disk, for 0 < r <= source_height."""
    centre, r = floats(centre, r)
    return join(centre, _height(r, source_height))


def aperture(u: ArrayLike, *, source_height: float) -> Array:
    """The half aperture at u: arcsin(height / source_height)."""
    height = boundary_and_height(floats(u)[0])[1]
    return np.arctan2(height, _root(height, source_height))


def angle(u: ArrayLike, v: ArrayLike) -> Array:
    """The angle at u between straight down and the geodesic to v; 0 where u = v."""
    u, v = floats(u, v)
    apart, down = _steps(u, v)
    return np.arctan2(u[..., -1] * apart, down)


def energy(u: ArrayLike, v: ArrayLike, *, source_height: float) -> Array:
    """The signed hyperbolic distance from v to the cone of u: at most 0 where v is a descendant.

    That to the nearest grazing geodesic through u, or to u itself where v is more than a right angle off it.
    """
    u, v = floats(u, v)
    sine, near_apex = _to_the_border(u, v, source_height)
    return np.where(near_apex, distance(u, v), np.arcsinh(sine))


def energy_gradients(u: ArrayLike, v: ArrayLike, *, source_height: float) -> tuple[Array, Array]:
    """The gradients of the energy in these coordinates; unbounded towards the source's border.

    The part along the boundary is zero where v is straight below u.
    """
    u, v = floats(u, v)
    sine, near_apex = _to_the_border(u, v, source_height)
    (centre, high), (other, low) = boundary_and_height(u), boundary_and_height(v)
    across, root = centre - other, _root(high, source_height)
    apart = length(across)
    scale = 1 / (source_height * low * np.hypot(1, sine))
    direction = column(scale * (root + apart)) * normalised(across)
    by_u = join(direction, -scale * (apart * high / (source_height * cosine_of(high / source_height)) + high))
    by_v = join(-direction, scale * (low - sine * source_height))
    apex_u, apex_v = distance_gradients(u, v)
    return np.where(column(near_apex), apex_u, by_u), np.where(column(near_apex), apex_v, by_v)


def contains(u: ArrayLike, v: ArrayLike, *, source_height: float) -> NDArray[np.bool_]:
    """Whether v lies in the cone of u."""
    return np.asarray(energy(u, v, source_height=source_height) <= 0)


def energy_of_disks(d: ArrayLike, r: ArrayLike, s: ArrayLike, *, source_height: float) -> Array:
    """The distance to the border from disks at distance d: asinh(l (d + 2c - r - s) / (2 c height of v)).

    l is the protrusion (eq:protrution), c the source's height; what :func:`energy` is except near the apex.
    """
    d, r, s = floats(d, r, s)
    check_distance(d)
    _height(r, source_height)  # only to check the radii
    factor = (d + (source_height - r) + (source_height - s)) / (2 * source_height)
    return np.asarray(np.arcsinh((d - r + s) * factor / _height(s, source_height)))


def _to_the_border(u: Array, v: Array, source_height: float) -> tuple[Array, NDArray[np.bool_]]:
    """The sinh of the distance to the grazing geodesic, and whether the apex is the border's nearest point.

    From sinh d sin(Xi - psi) and the sign of cos(Xi - psi), with the parts of :func:`angle` and `aperture`.
    """
    high, low = u[..., -1], v[..., -1]
    apart, down = _steps(u, v)
    root = _root(high, source_height)
    return (apart * root - down) / (source_height * low), np.asarray(down * root + apart * high**2 < 0)


def _steps(u: Array, v: Array) -> tuple[Array, Array]:
    """How far apart u and v are along the boundary, and (high^2 - low^2 - apart^2) / 2.

    (high apart, that) is the direction at u of the geodesic to v: across and down.
    """
    (centre, high), (other, low) = boundary_and_height(u), boundary_and_height(v)
    apart = length(centre - other)
    return apart, ((high - low) * (high + low) - apart**2) / 2


def _root(height: Array, source_height: float) -> Array:
    """sqrt(c^2 - height^2), checked to be real."""
    check_positive(source_height=source_height)
    check_domain(
        height,
        height <= source_height,
        what="the height of a cone's apex",
        allowed=f"at most the source's {source_height:g}",
        do="lower the point, or raise the source",
    )
    return np.sqrt((source_height - height) * (source_height + height))


def _height(r: Array, source_height: float) -> Array:
    """sqrt(r (2c - r)): how high the apex over a disk of radius r is."""
    check_positive(source_height=source_height)
    check_domain(
        r,
        (r > 0) & (r <= source_height),
        what="the radius of a cone's disk",
        allowed=f"above 0 and at most the source's height {source_height:g}",
        do="use a Euclidean disk embedding, which takes any",
    )
    return np.sqrt(r * (2 * source_height - r))
