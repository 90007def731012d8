"""Pairs of lifted disks that may contain one another: blocks of products, looked through in the cache."""

from __future__ import annotations

import numpy as np

from diskembed.graph.csr import Ints
from diskembed.jit import kernel
from diskembed.models.types import Matrix, Vector

__all__ = ["EPS", "GUARD", "sift"]

EPS = float(np.finfo(np.float64).eps)
GUARD = 16
"""How many roundings a coordinate a product may be off; ``Geometry.lift_outer`` states half as many."""


@kernel
def sift(
    outer: Matrix,
    outer_radii: Vector,
    inner: Matrix,
    inner_radii: Vector,
    diameter: float,
    slack: float,
    first: int,
    height: int,
    above: Ints,
    below: Ints,
) -> tuple[int, int]:
    """Write down the pairs of ``outer``, from ``first`` on, with all of ``inner`` that may be contained.

    ``outer`` comes by falling radius, ``inner`` by rising radius, and radii ``slack`` apart may be equal.
    Returns where to go on, since ``above`` and ``below`` may be full (``len(outer)`` at the end), and how
    many pairs were found.
    """
    width = len(inner)
    close = GUARD * outer.shape[1] * EPS
    products = np.empty((height, width))
    turned = inner.T
    smallest = inner_radii[0]
    found = 0
    while first < len(outer):
        if outer_radii[first] < smallest - slack:
            return len(outer), found
        if found + height * width > len(above):
            return first, found
        last = min(first + height, len(outer))
        block = products[: last - first]
        np.dot(outer[first:last], turned, block)
        for i in range(last - first):
            reach = outer_radii[first + i] + slack
            for j in range(width):
                if inner_radii[j] <= reach and (block[i, j] >= -close or reach - inner_radii[j] >= diameter):
                    above[found], below[found] = first + i, j
                    found += 1
        first = last
    return len(outer), found
