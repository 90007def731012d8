"""Putting a lift together: coordinates side by side, scaled so that nothing overflows."""

from __future__ import annotations

import numpy as np

from diskembed.geometry.arrays import Array, column, normalised, over

__all__ = ["unit"]


def unit(point: Array, *numbers: Array) -> Array:
    """The point's coordinates and then the numbers, as one vector of length 1.

    A positive factor leaves the sign of an inner product alone. Unit length bounds the product's rounding
    and is what inner-product indexes want.
    """
    leading = np.broadcast_shapes(point.shape[:-1], *(number.shape for number in numbers))
    parts = [np.broadcast_to(point, (*leading, point.shape[-1]))]
    parts += [column(np.broadcast_to(number, leading)) for number in numbers]
    vector = np.concatenate(parts, axis=-1)
    largest = column(np.abs(vector).max(axis=-1))
    return normalised(over(vector, largest))
