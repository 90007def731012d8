"""What cones' angles are made of: the area |x ^ y| of a parallelogram, atan2 of two parts, arcsin."""

from __future__ import annotations

import numpy as np

from diskembed.geometry.arrays import Array, column, dot, length, over

__all__ = ["atan2_gradient", "cosine_of", "wedge", "wedge_gradients"]


def wedge(x: Array, y: Array) -> Array:
    """|x ^ y| = |x||y| sin(angle), exact to rounding for nearly parallel vectors too."""
    return length(x) * length(_rejection(y, x))


def wedge_gradients(x: Array, y: Array) -> tuple[Array, Array]:
    """The gradients with respect to x and to y; zero where the vectors are parallel (the kink)."""
    return column(length(y)) * _direction(x, y), column(length(x)) * _direction(y, x)


def atan2_gradient(sine: Array, cosine: Array, d_sine: Array, d_cosine: Array) -> Array:
    """The gradient of ``atan2(sine, cosine)`` from those of its parts; zero where both parts are."""
    square = sine * sine + cosine * cosine
    return column(over(cosine, square)) * d_sine - column(over(sine, square)) * d_cosine


def cosine_of(sine: Array) -> Array:
    """The cosine of arcsin(sine), at least the root of the rounding unit: something to divide by.

    Slopes of an arcsin grow without bound where its sine reaches 1; divided by this they stay finite there.
    """
    return np.maximum(np.sqrt((1 - sine) * (1 + sine)), np.sqrt(np.finfo(sine.dtype).eps))


def _rejection(x: Array, y: Array) -> Array:
    """The part of x that is orthogonal to y."""
    return x - column(over(dot(x, y), dot(y, y))) * y


def _direction(x: Array, y: Array) -> Array:
    """The unit vector along the part of x that is orthogonal to y, or zero where there is none."""
    rejection = _rejection(x, y)
    size = length(rejection)
    # Shorter ones are the rounding of the two products above, and no direction.
    real = size > 4 * np.finfo(x.dtype).eps * length(x)
    return over(rejection, column(np.where(real, size, 0)).astype(x.dtype, copy=False))
