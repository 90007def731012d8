"""Which names a misspelt one may have meant: a cheap look at millions, and a close look at a few."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.csr import Ints
from diskembed.graph.words import Bytes
from diskembed.jit import kernel

__all__ = ["similar_fields", "unshared_bytes"]


def similar_fields(blob: Bytes, offsets: NDArray[np.int64], wanted: bytes, most: int) -> Ints:
    """The numbers of up to ``most`` names whose letters, order aside, are the most like ``wanted``'s."""
    letters = np.bincount(np.frombuffer(wanted, np.uint8), minlength=256)
    differences = unshared_bytes(blob, offsets, letters)
    if len(differences) <= most:
        return np.arange(len(differences))
    worst = np.partition(differences, most - 1)[most - 1]
    better, tied = np.flatnonzero(differences < worst), np.flatnonzero(differences == worst)
    return np.concatenate([better, tied[: most - len(better)]])


@kernel
def unshared_bytes(blob: Bytes, offsets: NDArray[np.int64], letters: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many bytes each name and the one with these counts of ``letters`` do not have in common."""
    out = np.empty(len(offsets) - 1, np.int64)
    left, size = letters.copy(), letters.sum()
    for i in range(len(out)):
        shared = 0
        for at in range(offsets[i], offsets[i + 1]):
            shared += left[blob[at]] > 0
            left[blob[at]] -= 1
        for at in range(offsets[i], offsets[i + 1]):
            left[blob[at]] += 1
        out[i] = size + offsets[i + 1] - offsets[i] - 2 * shared
    return out
