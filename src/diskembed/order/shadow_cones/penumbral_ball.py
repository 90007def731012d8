"""Penumbral cones in the Poincare ball: light from a ball round the origin, objects without size.

They are Hyperbolic Entailment Cones (eq:hyp-cones) with ``2K = sinh(source_radius)``, hence spherical disks
(theo:equiv-hyp-cones): ``hyperbolic_cones`` and ``hyperbolic_cone_disks`` have their order, angles and map.
Only the energy differs: a distance in place of the angle Xi - psi. Functions take (ancestor, descendant).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.geometry.arrays import Array, column, floats
from diskembed.geometry.domains import check_distance, check_positive
from diskembed.order import hyperbolic_cone_disks, hyperbolic_cones
from diskembed.order.poincare import distance, distance_gradients
from diskembed.order.shadow_cones._ray import height_above, height_above_gradient

__all__ = [
    "contains",
    "energy",
    "energy_gradients",
    "energy_of_disks",
    "entailment_constant",
    "from_disk",
    "to_disk",
]


def entailment_constant(source_radius: float) -> float:
    """The K of the entailment cones that these are: sinh(source_radius) / 2."""
    check_positive(source_radius=source_radius)
    return math.sinh(source_radius) / 2


def to_disk(u: ArrayLike, *, source_radius: float) -> tuple[Array, Array]:
    """The cone's disk on the border sphere, eq:hyp-cones-map."""
    return hyperbolic_cone_disks.to_disk(u, K=entailment_constant(source_radius))


def from_disk(centre: ArrayLike, r: ArrayLike, *, source_radius: float) -> Array:
    """The apex of the cone over this disk."""
    return hyperbolic_cone_disks.from_disk(centre, r, K=entailment_constant(source_radius))


def contains(u: ArrayLike, v: ArrayLike, *, source_radius: float) -> NDArray[np.bool_]:
    """Whether v lies in the cone of u, eq:hyp-cones."""
    return hyperbolic_cones.contains(u, v, K=entailment_constant(source_radius))


def energy(u: ArrayLike, v: ArrayLike, *, source_radius: float) -> Array:
    """The signed hyperbolic distance from v to the cone of u: at most 0 where v is a descendant.

    That to the nearest generatrix, or to the apex u where v is more than a right angle off it.
    """
    u, v = floats(u, v)
    far, turn = distance(u, v), hyperbolic_cones.energy(u, v, K=entailment_constant(source_radius))
    return np.where(turn > math.pi / 2, far, height_above(np.sinh(far), turn))


def energy_gradients(u: ArrayLike, v: ArrayLike, *, source_radius: float) -> tuple[Array, Array]:
    """The gradients of the energy in the ball's coordinates; see ``hyperbolic_cones.angle_gradients``."""
    u, v = floats(u, v)
    K = entailment_constant(source_radius)
    far, turn = distance(u, v), hyperbolic_cones.energy(u, v, K=K)
    sinh, cosh, near_apex = np.sinh(far), np.cosh(far), column(turn > math.pi / 2)
    by_distance, by_turn = distance_gradients(u, v), hyperbolic_cones.energy_gradients(u, v, K=K)
    by_u, by_v = (
        np.where(near_apex, away, height_above_gradient(sinh, cosh, turn, away, across))
        for away, across in zip(by_distance, by_turn, strict=True)
    )
    return by_u, by_v


def energy_of_disks(d: ArrayLike, r: ArrayLike, s: ArrayLike, *, source_radius: float) -> Array:
    """The distance to the border, from disks at distance d and the protrusion l (eq:protrution).

    Its sinh is ``2 sin(l/2) cos((r + s - d)/2 + theta_0) sinh d(O, v) / cos theta_0``, from
    theo:loss-hyp-cones and the law of sines; what :func:`energy` is except near the apex.
    """
    d, r, s = floats(d, r, s)
    check_distance(d, math.pi)
    K = entailment_constant(source_radius)
    theta = math.atan(2 * K)
    _, csch = hyperbolic_cone_disks.coth_and_csch(s, K=K)
    product = 2 * np.sin((d - r + s) / 2) * np.cos((r + s - d) / 2 + theta)
    return np.asarray(np.arcsinh(product / (math.cos(theta) * csch)))
