"""Order Embeddings (subsec:order-emb), and the Euclidean disks with a simplex for a ball that they are.

Points are vectors of n numbers. The paper takes them from R_+^n; the formulas hold in all of R^n, and
:func:`below_origin` tells which disks come from R_+^n. Every function takes (ancestor, descendant). A point
with NaN in it is ancestor and descendant of none, and has the energy NaN.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diskembed.errors import ParameterError
from diskembed.geometry.arrays import Array, column, dot, floats, length
from diskembed.geometry.simplex import simplex_directions
from diskembed.order.energies import positive_part, squared

__all__ = [
    "below_origin",
    "contains",
    "energy",
    "energy_gradients",
    "from_disk",
    "is_bound_tight",
    "lower_bound",
    "protrusion",
    "score",
    "to_disk",
]


def contains(x: ArrayLike, y: ArrayLike) -> NDArray[np.bool_]:
    """Whether x_k <= y_k for all k, the reversed product order of eq:order-emb."""
    x, y = floats(x, y)
    return np.asarray((x <= y).all(axis=-1))


def energy(x: ArrayLike, y: ArrayLike) -> Array:
    """E = |h+(x - y)|^2, eq:order-loss."""
    x, y = floats(x, y)
    excess = positive_part(x - y)
    return dot(excess, excess)


def energy_gradients(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """2 h+(x - y) and its negative, the gradients of eq:order-loss with respect to x and y."""
    x, y = floats(x, y)
    gradient = 2 * positive_part(x - y)
    return gradient, -gradient


def score(x: ArrayLike, y: ArrayLike) -> Array:
    """|h+(x - y)|, by which pairs are ranked: the root of the energy of eq:order-loss."""
    x, y = floats(x, y)
    return length(positive_part(x - y))


def protrusion(x: ArrayLike, y: ArrayLike) -> Array:
    """max_k (x_k - y_k): the protrusion l of the two disks of :func:`to_disk` (eq:proof-ord-equiv)."""
    x, y = floats(x, y)
    return np.asarray((x - y).max(axis=-1))


def lower_bound(x: ArrayLike, y: ArrayLike) -> Array:
    """h+(l)^2, which :func:`energy` never falls below (theo:loss-ord-emb, eq:order-loss-approx)."""
    return squared(protrusion(x, y))


def is_bound_tight(x: ArrayLike, y: ArrayLike) -> NDArray[np.bool_]:
    """Whether energy and lower bound agree: at most one k has x_k > y_k (theo:loss-ord-emb)."""
    x, y = floats(x, y)
    return np.asarray(np.count_nonzero(x > y, axis=-1) <= 1)


def to_disk(x: ArrayLike, *, a: float = 0.0) -> tuple[Array, Array]:
    """phi_ord of theo:equiv-ord-emb: centre P x, radius ``a - mean(x)``.

    The centre is given by its n - 1 coordinates in the plane of vectors that sum to 0, as a point of the
    geometry ``simplex``.
    """
    (x,) = floats(x)
    return x @ _corners(x.shape[-1], x), a - x.mean(axis=-1)


def from_disk(centre: ArrayLike, r: ArrayLike, *, a: float = 0.0) -> Array:
    """The point whose disk this is: the inverse of :func:`to_disk` (theo:equiv-ord-emb)."""
    centre, r = floats(centre, r)
    return centre @ _corners(centre.shape[-1] + 1, centre).T + column(a - r)


def below_origin(centre: ArrayLike, r: ArrayLike, *, a: float = 0.0) -> NDArray[np.bool_]:
    """Whether the disk comes from R_+^n: ``r <= a - d_W(0, centre)`` (theo:equiv-ord-emb).

    These are the disks inside the disk (0, a) of the origin.
    """
    return np.asarray((from_disk(centre, r, a=a) >= 0).all(axis=-1))


def _corners(n: int, like: Array) -> Array:
    """The vectors P e_k as rows, in coordinates of the plane."""
    if n < 2:
        raise ParameterError(
            f"points have {n} coordinate", allowed="Order Embeddings as disks need 2 or more"
        )
    return simplex_directions(n - 1).astype(like.dtype, copy=False)
