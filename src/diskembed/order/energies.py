"""Energies of a protrusion ``l``: what a loss pushes on, each with its slope dE/dl.

All are positive exactly where ``l`` is, as eq:loss-relu asks. Only :func:`natural` has a slope inside: with
the other two a negative pair that is contained (``l < 0``) gets no push out (the dashed line of fig:relu).
Any number has an energy; NaN stays NaN, though not in every slope. Squares overflow from 1e154 on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from diskembed.geometry.arrays import Array, floats

__all__ = [
    "ENERGIES",
    "Energy",
    "clipped",
    "clipped_slope",
    "natural",
    "natural_slope",
    "positive_part",
    "squared",
    "squared_slope",
]


def positive_part(values: ArrayLike) -> Array:
    """h+ of the paper: ``max(0, values)``."""
    (values,) = floats(values)
    return np.maximum(values, values.dtype.type(0))


def natural(protrusion: ArrayLike) -> Array:
    """E = l, eq:natural-energy."""
    return floats(protrusion)[0]


def natural_slope(protrusion: ArrayLike) -> Array:
    """dE/dl = 1 everywhere."""
    return np.ones_like(floats(protrusion)[0])


def clipped(protrusion: ArrayLike) -> Array:
    """E = h+(l), the rival drawn dashed in fig:relu."""
    return positive_part(protrusion)


def clipped_slope(protrusion: ArrayLike) -> Array:
    """dE/dl = 1 where l > 0 and 0 elsewhere, the kink at l = 0 included."""
    (protrusion,) = floats(protrusion)
    return (protrusion > 0).astype(protrusion.dtype)


def squared(protrusion: ArrayLike) -> Array:
    """E = h+(l)^2, the lower bound of Order Embeddings' energy in eq:order-loss-approx."""
    return np.square(positive_part(protrusion))


def squared_slope(protrusion: ArrayLike) -> Array:
    """dE/dl = 2 h+(l)."""
    return 2 * positive_part(protrusion)


class Energy(NamedTuple):
    """A function of the protrusion and its derivative."""

    value: Callable[[ArrayLike], Array]
    slope: Callable[[ArrayLike], Array]


ENERGIES = {
    "natural": Energy(natural, natural_slope),
    "clipped": Energy(clipped, clipped_slope),
    "squared": Energy(squared, squared_slope),
}
