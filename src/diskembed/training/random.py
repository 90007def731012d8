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
    state[0] = np.random.SeedSequence(place).generate_state(1, np.uint64)[0] | np.uint64(1)
    return state


@inlined
def draw(state: State, below: int) -> int:
    """A whole number from 0 up to ``below``, itself excluded: xorshift64*, whose upper half is scaled."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    upper = np.uint64(x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32)
    return int(np.int64((upper * np.uint64(below)) >> np.uint64(32)))


@kernel
def draws(state: State, below: int, count: int) -> NDArray[np.int64]:
    """Many draws at once."""
    out = np.empty(count, np.int64)
    for i in range(count):
        out[i] = draw(state, below)
    return out
