"""Poincare Embeddings: the distance of the unit ball of curvature -1, and the score for "is an ancestor of".

Points lie strictly inside the ball, else DomainError. Every function takes (ancestor, descendant).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from diskembed.geometry.arrays import Array, column, floats, length, normalised
from diskembed.geometry.domains import room

__all__ = ["distance", "distance_gradients", "score", "score_gradients"]


def distance(x: ArrayLike, y: ArrayLike) -> Array:
    """d(x, y) = 2 asinh(|x - y| / sqrt((1 - |x|^2)(1 - |y|^2))), the arcosh of sec:preliminaries.

    The arcosh loses near points: 1 + 1e-17 is 1. This form has all digits that the coordinates have.
    """
    x, y = floats(x, y)
    return 2 * np.arcsinh(length(x - y) / np.sqrt(room(x) * room(y)))


def distance_gradients(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """The gradients in the ball's coordinates; zero where x = y.

    Times ((1 - |x|^2) / 2)^2 they are the Riemannian ones.
    """
    x, y = floats(x, y)
    return _distance_gradient(x, y), _distance_gradient(y, x)


def score(x: ArrayLike, y: ArrayLike, *, a: float) -> Array:
    """The is-a score (1 + a (|x| - |y|)) d(x, y), low where x is an ancestor of y (sec:experiments).

    Ancestors lie nearer the origin. The paper writes lambda for ``a``, which validation chooses.
    """
    x, y = floats(x, y)
    return (1 + a * (length(x) - length(y))) * distance(x, y)


def score_gradients(x: ArrayLike, y: ArrayLike, *, a: float) -> tuple[Array, Array]:
    """The gradients of the score in the ball's coordinates; that of |x| is zero at the origin."""
    x, y = floats(x, y)
    by_x, by_y = distance_gradients(x, y)
    factor, far = column(1 + a * (length(x) - length(y))), a * column(distance(x, y))
    return factor * by_x + far * normalised(x), factor * by_y - far * normalised(y)


def _distance_gradient(x: Array, y: Array) -> Array:
    apart, here, there = x - y, room(x), room(y)
    far = length(apart)
    # With t = |x - y| / sqrt(here there) and d = 2 asinh t: here there (1 + t^2) = here there + |x - y|^2.
    scale = 2 / np.sqrt(here * there + far**2)
    return column(scale) * (normalised(apart) + column(far / here) * x)
