"""One row finds its place while all others keep theirs: the steps of training, taken by one end of a pair."""

from __future__ import annotations

import numpy as np

from diskembed.graph.csr import Ints
from diskembed.jit import borrowed
from diskembed.models.scalars import clear, move, score, shortfall, steepness
from diskembed.models.types import Matrix, Vector

__all__ = ["crowding", "least_violation", "settle"]

ROUNDS = 40
LONGEST = 2000
FADING = 0.99
ONE_END = 2.0 * (1.0 + 1e-9)
"""A step is made for both ends of a pair: one end alone takes it twice, and a little past the border."""


def crowding(rows: Matrix, row: Vector, space: Matrix, knobs: Vector, limit: float) -> Matrix:
    """How far each row stays below ``limit`` as an ancestor (column 0) and a descendant (1) of ``row``."""
    found = np.zeros((len(rows), 2))
    rows, row, space, knobs = borrowed((rows, row, space, knobs))
    for node in range(len(rows)):
        if not clear(space, knobs, rows[node], row, limit):
            found[node, 0] = shortfall(space, knobs, rows[node], row, limit)
        if not clear(space, knobs, row, rows[node], limit):
            found[node, 1] = shortfall(space, knobs, row, rows[node], limit)
    return found


def settle(
    row: Vector,
    others: Matrix,
    above: Ints,
    wanted: Ints,
    space: Matrix,
    knobs: Vector,
    goals: Vector,
    floor: float,
) -> None:
    """Rounds of ever shorter steps: towards what should contain or be contained, away from what should not.

    ``others[k]`` is the upper end of a pair with ``row`` where ``above[k]``, else the lower; ``wanted[k]``
    says whether that pair should be an edge. ``goals``: the score to come down to and the longest step, for
    wanted pairs, and the score to get above and the longest step, for the others. No radius falls below
    ``floor``.
    """
    work, spare = np.empty((4, len(row))), np.empty(len(row))
    for turn in range(ROUNDS):
        fade = 1.0 - turn / ROUNDS
        for k in range(len(others)):
            spare[:] = others[k]
            upper, lower = (spare, row) if above[k] else (row, spare)
            excess = score(space, knobs, upper, lower) - goals[0 if wanted[k] else 2]
            if (excess > 0.0) if wanted[k] else (excess < 0.0):
                steep = steepness(space, knobs, upper, lower, work)
                longest = fade * goals[1 if wanted[k] else 3]
                amount = min(max(excess / steep, -longest), longest) if steep > 0.0 else 0.0
                if np.isfinite(amount):
                    move(space, knobs, upper, lower, amount, work)
                    row[-1] = max(row[-1], floor)


def least_violation(
    row: Vector, others: Matrix, above: Ints, space: Matrix, knobs: Vector, goal: float, floor: float
) -> float:
    """Bring the worst of these pairs down to ``goal``, or as far as it goes; how far it stays above.

    Steps on the worst pair, each onto its border but ever shorter, which in a convex geometry leads to the
    least of worst violations.
    """
    work, spare = np.empty((4, len(row))), np.empty(len(row))
    kept, least, cap = row.copy(), np.inf, -1.0
    for _ in range(LONGEST):
        worst, at = -np.inf, -1
        for k in range(len(others)):
            upper, lower = (others[k], row) if above[k] else (row, others[k])
            excess = score(space, knobs, upper, lower) - goal
            if excess > worst:
                worst, at = excess, k
        if worst < least:
            least = worst
            kept[:] = row
        if not worst > 0.0:
            break
        spare[:] = others[at]
        upper, lower = (spare, row) if above[at] else (row, spare)
        steep = steepness(space, knobs, upper, lower, work)
        amount = ONE_END * worst / steep if steep > 0.0 else 0.0
        if cap < 0.0:
            cap = amount
        move(space, knobs, upper, lower, min(amount, cap), work)
        row[-1] = max(row[-1], floor)
        cap *= FADING
    row[:] = kept
    return least
