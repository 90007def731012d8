"""The upper half-space of curvature -1: points are (boundary coordinates..., height) with height > 0."""

from __future__ import annotations

import numpy as np

from diskembed.geometry.arrays import Array, column, length, normalised
from diskembed.geometry.domains import boundary_and_height

__all__ = ["distance", "distance_gradients", "join"]


def join(boundary: Array, height: Array) -> Array:
    """The points with these boundary coordinates and heights."""
    leading = np.broadcast_shapes(boundary.shape[:-1], height.shape)
    boundary = np.broadcast_to(boundary, (*leading, boundary.shape[-1]))
    return np.concatenate([boundary, column(np.broadcast_to(height, leading))], axis=-1)


def distance(u: Array, v: Array) -> Array:
    """2 asinh(|u - v| / (2 sqrt(g h))), g and h being the heights."""
    result: Array = 2 * np.arcsinh(length(u - v) / (2 * _root_of_heights(u, v)))
    return result


def distance_gradients(u: Array, v: Array) -> tuple[Array, Array]:
    """The gradients in these coordinates, zero where u = v; times height^2, the Riemannian ones."""
    return _distance_gradient(u, v), _distance_gradient(v, u)


def _distance_gradient(u: Array, v: Array) -> Array:
    apart = length(u - v)
    # With t = |u - v| / (2 sqrt(g h)) and d = 2 asinh t: 2 sqrt(g h) sqrt(1 + t^2) = sqrt(4 g h + |u - v|^2).
    scale = 2 / np.hypot(2 * _root_of_heights(u, v), apart)
    gradient = normalised(u - v)
    gradient[..., -1] -= apart / (2 * boundary_and_height(u)[1])
    return column(scale) * gradient


def _root_of_heights(u: Array, v: Array) -> Array:
    return np.sqrt(boundary_and_height(u)[1]) * np.sqrt(boundary_and_height(v)[1])
