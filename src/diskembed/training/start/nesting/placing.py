"""Where each node lies in its parent, from the roots down: where it asks to, but out of its siblings' way."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.csr import Ints
from diskembed.jit import kernel
from diskembed.models.types import Matrix, Vector
from diskembed.training.random import State
from diskembed.training.start.directions import WINDOW, random_direction
from diskembed.training.start.nesting.rooms import SLACK

__all__ = ["place"]

CANDIDATES = 24
"""Directions tried for a node: half of them about where it asks to lie."""
CROWDED = 100.0
"""How much worse it is to reach into a sibling than to lie the wrong way."""


@kernel
def place(
    downwards: Ints,
    parent: Ints,
    directions: Matrix,
    drops: Vector,
    extents: Vector,
    asked_ptr: Ints,
    asked: Ints,
    weights: Vector,
    state: State,
) -> Matrix:
    """Rows (centre, radius): each ``drops`` below its parent; roots below a disk that holds them all."""
    count, n = directions.shape
    rows = np.zeros((count + 1, n + 1))  # the last is the disk that holds the roots
    rows[count, n] = 2.0 * extents[count]
    last, before = np.full(count + 1, -1, np.int64), np.full(count, -1, np.int64)
    placed = np.zeros(count, np.bool_)
    want, direction, noise, best = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n)
    for node in downwards:
        home = parent[node] if parent[node] >= 0 else count
        wanted = wish(node, home, parent, rows, placed, asked_ptr, asked, weights, want)
        best[:] = directions[node]
        least = np.inf
        for candidate in range(CANDIDATES):
            propose(candidate, directions[node], wanted, want, direction, noise, state)
            cost = CROWDED * crowding(node, home, direction, rows, last, before, drops, extents)
            if wanted:
                cost -= (want * direction).sum()
            if cost < least:
                least = cost
                best[:] = direction
            if not wanted and least <= 0.0:
                break
        rows[node, :n] = rows[home, :n] + (1.0 - SLACK) * drops[node] * best
        rows[node, n] = rows[home, n] - drops[node]
        placed[node] = True
        before[node] = last[home]
        last[home] = node
    return rows[:count].copy()


@kernel
def propose(
    candidate: int, first: Vector, wanted: bool, want: Vector, out: Vector, noise: Vector, state: State
) -> None:
    """The first direction, then random ones; the earlier half more and more loosely about a wish."""
    out[:] = first
    if candidate > 0:
        random_direction(out, state)
    if wanted and candidate < CANDIDATES // 2:
        random_direction(noise, state)
        out[:] = want + (4.0 * candidate / CANDIDATES) * noise
        out /= np.sqrt((out * out).sum())


@kernel
def wish(
    node: int,
    home: int,
    parent: Ints,
    rows: Matrix,
    placed: NDArray[np.bool_],
    asked_ptr: Ints,
    asked: Ints,
    weights: Vector,
    want: Vector,
) -> bool:
    """The mean direction to those asked for, or to what already lies above them; whether there is one."""
    n = len(want)
    want[:] = 0.0
    for k in range(asked_ptr[node], asked_ptr[node + 1]):
        other = asked[k]
        while other >= 0 and not placed[other]:
            other = parent[other]
        if other < 0 or other == home:
            continue
        gap = rows[other, :n] - rows[home, :n]
        length = np.sqrt((gap * gap).sum())
        if length > 0.0:
            want += weights[k] / length * gap
    length = np.sqrt((want * want).sum())
    if length == 0.0:
        return False
    want /= length
    return True


@kernel
def crowding(
    node: int,
    home: int,
    direction: Vector,
    rows: Matrix,
    last: Ints,
    before: Ints,
    drops: Vector,
    extents: Vector,
) -> float:
    """By how much placed siblings lie too near, each in parts of the distance that it should be at."""
    n = len(direction)
    total, sibling, seen = 0.0, last[home], 0
    while sibling >= 0 and seen < WINDOW:
        apart = 0.0
        for k in range(n):
            at = rows[home, k] + (1.0 - SLACK) * drops[node] * direction[k]
            apart += (at - rows[sibling, k]) ** 2
        least = 2.0 * max(extents[node], extents[sibling])
        if apart < least * least:
            total += 1.0 - np.sqrt(apart) / least
        sibling = before[sibling]
        seen += 1
    return total
