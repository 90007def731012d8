"""Directions for siblings: unit vectors that keep out of each other's way."""

from __future__ import annotations

import numpy as np

from diskembed.graph.csr import Ints
from diskembed.jit import kernel
from diskembed.models.types import Matrix
from diskembed.training.random import State, draw

__all__ = ["spread_directions"]

CANDIDATES = 12
"""Random directions tried for each sibling; the one farthest from those before it is taken."""
WINDOW = 192
"""Siblings looked back at, so that a node with a hundred thousand children stays cheap."""


@kernel
def spread_directions(family_ptr: Ints, family: Ints, n: int, count: int, state: State) -> Matrix:
    """A unit vector of ``n`` numbers for each node, apart from those of its siblings.

    Row i of ``family`` lists siblings, those that need the most room first. The first faces nobody; a
    node that is in no row keeps zeros.
    """
    directions = np.zeros((count, n))
    candidate = np.zeros(n)
    for row in range(len(family_ptr) - 1):
        start, end = family_ptr[row], family_ptr[row + 1]
        for at in range(start, end):
            node = family[at]
            least = np.inf
            for _ in range(CANDIDATES if at > start else 1):
                random_direction(candidate, state)
                nearest = -1.0
                for other in range(max(start, at - WINDOW), at):
                    cosine = 0.0
                    for k in range(n):
                        cosine += candidate[k] * directions[family[other], k]
                    nearest = max(nearest, cosine)
                    if nearest >= least:
                        break
                if nearest < least:
                    least = nearest
                    directions[node] = candidate
    return directions


@kernel
def random_direction(out: Matrix, state: State) -> None:
    """A uniform direction: normal numbers by Marsaglia's polar method, scaled to length one."""
    length = 0.0
    while length == 0.0:
        for k in range(len(out)):
            u, v, s = 0.0, 0.0, 0.0
            while s == 0.0 or s >= 1.0:
                u = draw(state, 1 << 30) / (1 << 29) - 1.0
                v = draw(state, 1 << 30) / (1 << 29) - 1.0
                s = u * u + v * v
            out[k] = u * np.sqrt(-2.0 * np.log(s) / s)
            length += out[k] * out[k]
    for k in range(len(out)):
        out[k] /= np.sqrt(length)
