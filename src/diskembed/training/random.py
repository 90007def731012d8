"""Random numbers inside kernels: one small state a thread, which a run's place in time decides.

The state of a piece of work follows from (seed, epoch, piece, thread), so that a run that resumes at a
piece's start continues bit by bit as if it had never stopped, and no generator has to be saved.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.jit import inlined, kernel

__all__ = ["State", "draw", "piece_state"]

State = NDArray[np.uint64]

CACHE_LINE = 8  # 64-bit words: two threads' states must not share a line


def piece_state(*place: int) -> State:
    """A generator's state for one piece of work of one thread."""
    state = np.zeros(CACHE_LINE, np.uint64)
    state[0] = np.random.SeedSequence(place).generate_state(1, np.uint64)[0]
    return state


@inlined
def draw(state: State, below: int) -> int:
    """A whole number from 0 up to ``below``, itself excluded: SplitMix64, whose upper half is scaled.

    Its state only counts on, so that a draw need not wait for the one before.
    """
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    upper = (z ^ (z >> np.uint64(31))) >> np.uint64(32)
    return int(np.int64((upper * np.uint64(below)) >> np.uint64(32)))


@kernel
def draws(state: State, below: int, count: int) -> NDArray[np.int64]:
    """Many draws at once."""
    out = np.empty(count, np.int64)
    for i in range(count):
        out[i] = draw(state, below)
    return out
