"""What the formulas share beside ``geometry.arrays``: a length, and domain errors that name the value."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from diskembed.errors import DomainError
from diskembed.geometry.arrays import Array, dot, root

__all__ = ["check_domain", "cosine_of", "length"]


def length(x: Array) -> Array:
    """The Euclidean norm over the last axis."""
    return root(dot(x, x))


def cosine_of(sine: Array) -> Array:
    """The cosine of arcsin(sine), at least the root of the rounding unit: something to divide by.

    Slopes of an arcsin grow without bound where its sine reaches 1; divided by this they stay finite there.
    """
    return np.maximum(np.sqrt((1 - sine) * (1 + sine)), np.sqrt(np.finfo(sine.dtype).eps))


def check_domain(values: ArrayLike, inside: ArrayLike, *, what: str, allowed: str, do: str) -> None:
    """Raise DomainError with the first of ``values`` that is not ``inside`` (NaN never is)."""
    values, inside = np.broadcast_arrays(np.asarray(values), np.asarray(inside))
    if not inside.all():
        raise DomainError(f"{what} is {values[~inside].flat[0]:.9g}", allowed=allowed, do=do)
