"""The room that a point of the Poincare ball has to the border."""

from __future__ import annotations

from diskembed.geometry.arrays import Array
from diskembed.order._arrays import check_domain, length

__all__ = ["room"]


def room(x: Array) -> Array:
    """1 - |x|^2, checked to be positive: the ball's coordinates end where it reaches 0."""
    radius = length(x)
    check_domain(
        radius, radius < 1, what="|x|", allowed="|x| < 1 in the Poincare ball", do="move the point inside"
    )
    return (1 - radius) * (1 + radius)
