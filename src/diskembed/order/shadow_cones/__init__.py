"""Shadow cones (Yu, Liu, Tseng, De Sa, ICLR 2024): orders by light and shadow in hyperbolic space.

Light comes from infinitely high (half-space) or from the origin (ball). Umbral: objects are balls of one
radius, and a descendant lies in the full shadow. Penumbral: the source is wide, objects are points, and a
descendant lies in a partial shadow. All four are formal disks (``to_disk``), on the boundary at infinity:

    umbral_half_space     Euclidean disks, r > 0, scale free: the energy is a function of l / s
    penumbral_half_space  Euclidean disks, 0 < r <= the source's height
    umbral_ball           spherical disks, 0 < r <= pi/2
    penumbral_ball        spherical disks, entailment cones with 2K = sinh of the source's radius

Curvature is -1. Half-space points have their height last.
"""

from __future__ import annotations

from diskembed.order.shadow_cones import (
    penumbral_ball,
    penumbral_half_space,
    umbral_ball,
    umbral_half_space,
)

__all__ = ["penumbral_ball", "penumbral_half_space", "umbral_ball", "umbral_half_space"]
