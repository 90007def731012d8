"""The few array operations that every geometry is written with."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Array", "Doubles", "column", "dot", "floats", "length", "normalised", "of_points", "over", "root"]

Array: TypeAlias = NDArray[np.floating[Any]]
S = TypeVar("S", bound=np.generic)
Doubles: TypeAlias = NDArray[np.float64]


def floats(*values: ArrayLike) -> tuple[Array, ...]:
    """The values as arrays of one floating type: float32 if all are, else float64."""
    arrays = [np.asarray(value) for value in values]
    single = all(array.dtype == np.float32 for array in arrays)
    return tuple(array.astype(np.float32 if single else np.float64, copy=False) for array in arrays)


def dot(x: Array, y: Array) -> Array:
    """Inner product over the last axis; the leading axes broadcast."""
    product: Array = np.asarray(np.einsum("...i,...i->...", x, y))
    return product


def length(x: Array) -> Array:
    """The Euclidean norm over the last axis."""
    return root(dot(x, x))


def normalised(v: Array) -> Array:
    """The vectors at length 1; zero stays zero."""
    return over(v, column(length(v)))


def of_points(x: Array, value: Array) -> Array:
    """What was computed without the points x, such as a product of tangent vectors, for each of them."""
    return np.broadcast_to(value, np.broadcast_shapes(x.shape[:-1], value.shape)).copy()


def column(value: NDArray[S]) -> NDArray[S]:
    """One number a point, shaped to multiply that point's coordinates."""
    return value[..., np.newaxis]


def root(square: Array) -> Array:
    """The square root of what rounding may have left just below zero."""
    result: Array = np.sqrt(np.maximum(square, 0))
    return result


def over(numerator: Array, denominator: Array, otherwise: float = 0.0) -> Array:
    """``numerator / denominator``, and ``otherwise`` where the denominator is 0."""
    zero = denominator == 0
    ratio: Array = np.where(zero, otherwise, numerator / np.where(zero, 1, denominator))
    return ratio.astype(np.result_type(numerator, denominator), copy=False)
