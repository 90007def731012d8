"""Which pairs of disks are contained, by their distance, where rounding leaves no doubt."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.geometry.scalars import beyond, distance
from diskembed.jit import borrowed
from diskembed.models.types import Matrix, Vector

__all__ = ["side_of", "tell"]

Integers = NDArray[np.int64]


def tell(
    space: Matrix,
    centres: Matrix,
    outer: Vector,
    inner: Vector,
    above: Integers,
    below: Integers,
    slack: float,
    out: NDArray[np.int8],
) -> None:
    """``side_of`` for pairs (above[i], below[i])."""
    space, centres = borrowed((space, centres))
    for i in range(len(above)):
        a, b = above[i], below[i]
        out[i] = side_of(space, centres[a], centres[b], outer[a] - inner[b], slack)


def side_of(space: Matrix, x: Vector, y: Vector, apart: float, slack: float) -> int:
    """1 where d(x, y) is below ``apart`` by more than ``slack``, -1 where above by more, else 0."""
    if beyond(space, x, y, apart + slack):  # most are, and that is told without a root
        return -1
    d = distance(space, x, y)
    if d < apart - slack:
        return 1
    return -1 if d > apart + slack else 0
