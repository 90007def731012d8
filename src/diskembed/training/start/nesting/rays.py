"""A ray on which a node may leave its parent and stay held: the way, and how far until others hold it too."""

from __future__ import annotations

import numpy as np

from diskembed.graph.csr import Ints
from diskembed.jit import kernel
from diskembed.models.types import Matrix, Vector
from diskembed.training.random import State, draw
from diskembed.training.start.directions import random_direction
from diskembed.training.start.nesting.rooms import SLACK

__all__ = ["NEVER", "aim", "drop_to_be_held", "drop_to_be_held_by_all"]

FARTHEST = 4.0
"""A drop is no longer than so many gaps between the parents; long ones would add up on the way down."""
NEVER = 1e300


@kernel
def aim(late: float, home: int, parents: Ints, rows: Matrix, direction: Vector, state: State) -> None:
    """Towards the other parents, weighed at random but for the first ray, and the more off the later."""
    n = len(direction)
    direction[:] = 0.0
    for other in parents:
        apart = 0.0
        for j in range(n):
            apart += (rows[other, j] - rows[home, j]) ** 2
        if other != home and apart > 0.0:
            weight = 1.0 if late == 0.0 else draw(state, 1 << 20) / (1 << 20)
            for j in range(n):
                direction[j] += weight * (rows[other, j] - rows[home, j]) / np.sqrt(apart)
    length = max(np.sqrt((direction * direction).sum()), 1.0 / NEVER)
    noise = np.empty(n)
    random_direction(noise, state)
    for j in range(n):
        direction[j] = direction[j] / length + 3.0 * late * late * noise[j]
    length = np.sqrt((direction * direction).sum())
    for j in range(n):
        direction[j] = direction[j] / length if length > 0.0 else noise[j]


@kernel
def drop_to_be_held_by_all(home: int, parents: Ints, rows: Matrix, direction: Vector, least: float) -> float:
    """The drop from which on all parents hold the node; ``NEVER`` if one does not on this ray."""
    drop = least
    for parent in parents:
        if parent != home:
            drop = max(drop, drop_to_be_held(rows[home], rows[parent], direction))
    return drop


@kernel
def drop_to_be_held(home: Vector, other: Vector, direction: Vector) -> float:
    """The least s with ``(1 + SLACK) |y + (1 - SLACK) s v - x| <= r - r' + s``: disk (x, r) holds the node.

    (y, r') is the home disk, v the direction. Both sides squared give ``a s^2 + 2 b s + c = 0``.
    """
    n = len(direction)
    squared, along = 0.0, 0.0
    for k in range(n):
        gap = home[k] - other[k]
        squared += gap * gap
        along += gap * direction[k]
    rise = other[n] - home[n]
    wide = (1.0 + SLACK) ** 2
    c = wide * squared - rise * rise
    if c <= 0.0 and rise >= 0.0:
        return 0.0
    a = wide * (1.0 - SLACK) ** 2 - 1.0
    b = wide * (1.0 - SLACK) * along - rise
    root = b * b - a * c
    if b >= 0.0 or root < 0.0:
        return NEVER
    drop = c / (-b + np.sqrt(root)) * (1.0 + 1e-9)
    return float(drop) if drop <= FARTHEST * np.sqrt(squared) else NEVER
