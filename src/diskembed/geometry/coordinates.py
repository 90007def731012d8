"""Other coordinates for hyperbolic space of curvature -1: each conversion and its inverse, one function.

Lorentz points are those of ``Hyperboloid`` with K = -1; scale them by sqrt(-K) first if K is another. The
ball is Poincare's, the Klein ball has straight geodesics, and in the half-space the last coordinate is the
height. Both balls crowd far points: at a distance d from the origin what a rounding moves a point by grows as
exp(d), to 1e-2 at d = 32 in float64 and at d = 12 in float32; in the Klein ball as exp(2 d), at half those d.
A point outside a domain raises DomainError.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from diskembed.geometry.arrays import Array, column, dot, floats, length, root
from diskembed.geometry.domains import boundary_and_height, check_domain, room
from diskembed.geometry.hyperboloid import Hyperboloid

__all__ = [
    "ball_disk",
    "ball_from_lorentz",
    "half_space_from_lorentz",
    "klein_from_lorentz",
    "lorentz_from_ball",
    "lorentz_from_half_space",
    "lorentz_from_klein",
    "translate_ball",
]


def ball_from_lorentz(x: ArrayLike) -> Array:
    """``x1.. / (1 + x0)``."""
    x = _lorentz(x)
    return x[..., 1:] / (1 + x[..., :1])


def lorentz_from_ball(p: ArrayLike) -> Array:
    """``(1 + |p|^2, 2 p) / (1 - |p|^2)``; for |p| < 1."""
    (p,) = floats(p)
    return np.concatenate([column(1 + length(p) ** 2), 2 * p], axis=-1) / column(room(p))


def klein_from_lorentz(x: ArrayLike) -> Array:
    """``x1.. / x0``."""
    x = _lorentz(x)
    return x[..., 1:] / x[..., :1]


def lorentz_from_klein(k: ArrayLike) -> Array:
    """``(1, k) / sqrt(1 - |k|^2)``; for |k| < 1."""
    (k,) = floats(k)
    space = room(k, "Klein")
    return np.concatenate([column(np.ones_like(space)), k], axis=-1) / column(root(space))


def half_space_from_lorentz(x: ArrayLike) -> Array:
    """``(x1.., 1) / (x0 - xn)``, xn being the last; the origin goes to height 1 above 0."""
    x = _lorentz(x)
    level, last = x[..., 1:-1], x[..., -1:]
    rest = x[..., :1] + np.abs(last)
    depth = np.where(last > 0, (1 + column(dot(level, level))) / rest, rest)  # x0 - xn without cancellation
    return np.concatenate([level, np.ones_like(last)], axis=-1) / depth


def lorentz_from_half_space(p: ArrayLike) -> Array:
    """``(1 + |p|^2, 2 p1.., |p|^2 - 1) / (2 h)``, h being the last coordinate; for h > 0."""
    (p,) = floats(p)
    boundary, height = boundary_and_height(p)
    square = column(dot(p, p))
    return np.concatenate([1 + square, 2 * boundary, square - 1], axis=-1) / column(2 * height)


def translate_ball(x: ArrayLike, by: ArrayLike) -> Array:
    """The translation of the ball that takes 0 to ``by``, eq:hyperbolic-translation; for |x|, |by| < 1.

    Its factors 1 + 2 <x, by> + ... are taken as |x + by|^2 plus what does not cancel, so that -by comes to 0.
    What comes to lie farther than 36 from 0 may be rounded onto the border.
    """
    x, by = floats(x, by)
    total, space, space_by = x + by, column(room(x)), column(room(by))
    square = column(dot(total, total))
    return (space_by * total + square * by) / (square + space * space_by)


def ball_disk(p: ArrayLike, r: ArrayLike) -> tuple[Array, Array]:
    """The Euclidean centre and radius of the ball's hyperbolic disk (p, r); for |p| < 1 and r >= 0."""
    p, r = floats(p, r)
    check_domain(r, r >= 0, what="a radius", allowed="at least 0", do="leave out disks without points")
    space, size = room(p), np.tanh(r / 2)
    share = (1 - size**2) + space * size**2
    return p * column((1 - size**2) / share), size * space / share


def _lorentz(x: ArrayLike) -> Array:
    (x,) = floats(x)
    width = x.shape[-1] if x.ndim else 0
    return Hyperboloid(max(width - 1, 1)).check(x)
