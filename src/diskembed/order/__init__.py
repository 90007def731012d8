"""The paper as named functions: the order of disks, energies, losses, and what else is disks in disguise.

    containment       protrusion, containment, symmetries, in any geometry
    formal_cones      lower and upper cones, and what they cut out at a height
    lifted            containment as one inner product, all pairs as one matrix product
    energies, losses  what is minimised, with slopes
    rsgd              the step
    order_embeddings, hyperbolic_cones, euclidean_cones, poincare, shadow_cones
                      the rivals: energies with gradients
    ..._disks, to_disk, from_disk, energy_of_disks
                      the same orders as formal disks

(ancestor, descendant) everywhere; a low energy means "is an ancestor of". float32 in gives float32 out.
"""

from __future__ import annotations

from diskembed.order import (
    containment,
    energies,
    euclidean_cone_disks,
    euclidean_cones,
    formal_cones,
    hyperbolic_cone_disks,
    hyperbolic_cones,
    lifted,
    losses,
    order_embeddings,
    poincare,
    rsgd,
    shadow_cones,
)
from diskembed.order.containment import contains, protrusion, protrusion_gradients
from diskembed.order.lifted import containment_matrix, contains_lifted
from diskembed.order.rsgd import rsgd_step

__all__ = [
    "containment",
    "containment_matrix",
    "contains",
    "contains_lifted",
    "energies",
    "euclidean_cone_disks",
    "euclidean_cones",
    "formal_cones",
    "hyperbolic_cone_disks",
    "hyperbolic_cones",
    "lifted",
    "losses",
    "order_embeddings",
    "poincare",
    "protrusion",
    "protrusion_gradients",
    "rsgd",
    "rsgd_step",
    "shadow_cones",
]
