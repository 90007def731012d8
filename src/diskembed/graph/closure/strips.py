"""Ancestor bits of all nodes, 512 ancestors at a time.

A strip holds, for the ranks from ``lowest`` up, one cache line each: which of the ranks ``lowest`` to
``lowest + 511`` are ancestors. Strips are worked through from the last rank down. A parent at or past the
strip has been judged in an earlier one, a parent before it has nothing to give, and a parent inside it is
judged now; so only basic edges are ever followed, and they are known for good at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.closure.bitops import count_ones
from diskembed.graph.closure.ranked import Ranked
from diskembed.graph.csr import Ints
from diskembed.jit import kernel

__all__ = ["STRIP", "STRIP_BYTES", "Sweep", "Words", "count_sweep", "sweep"]

Words = NDArray[np.uint64]
_WIDTH = 8  # words
STRIP = 64 * _WIDTH
STRIP_BYTES = 8 * _WIDTH  # a node


@dataclass(frozen=True, eq=False)
class Sweep:
    """What a pass over all strips found, by rank; basic parents are ``parents[indptr[r]:basic_end[r]]``."""

    ancestor_counts: NDArray[np.int64]
    parents: Ints
    basic_end: Ints


def count_sweep(graph: Ranked) -> Sweep:
    """A pass that forgets the bits: 64 bytes a node, whatever the closure's size."""
    room = np.empty((len(graph), _WIDTH), np.uint64)
    return sweep(graph, lambda lowest: room[: len(graph) - lowest])


def sweep(graph: Ranked, room: Callable[[int], Words]) -> Sweep:
    """Fill all strips; ``room(lowest)`` is where one goes, a row for each rank from ``lowest`` up."""
    counts = np.zeros(len(graph), np.int64)
    parents = graph.parents.copy()
    basic_end, unjudged = graph.indptr[:-1].copy(), graph.indptr[:-1].copy()
    for lowest in range(((len(graph) - 1) // STRIP) * STRIP, -1, -STRIP):
        _fill(graph.indptr, parents, basic_end, unjudged, lowest, room(lowest), counts)
    return Sweep(counts, parents, basic_end)


@kernel
def _fill(
    indptr: Ints,
    parents: Ints,
    basic_end: Ints,
    unjudged: Ints,
    lowest: int,
    words: Words,
    counts: NDArray[np.int64],
) -> None:
    """Fill one strip; judged basic parents gather at the front of their row, in place."""
    for r in range(lowest, len(indptr) - 1):
        row = r - lowest
        for w in range(_WIDTH):
            words[row, w] = 0
        for i in range(indptr[r], basic_end[r]):
            parent = parents[i] - lowest
            for w in range(_WIDTH):
                words[row, w] |= words[parent, w]
        i = unjudged[r]
        while i < indptr[r + 1] and parents[i] >= lowest:
            parent = parents[i] - lowest
            bit = np.uint64(1) << np.uint64(parent & 63)
            if not words[row, parent >> 6] & bit:
                for w in range(_WIDTH):
                    words[row, w] |= words[parent, w]
                words[row, parent >> 6] |= bit
                parents[basic_end[r]] = parents[i]
                basic_end[r] += 1
            i += 1
        unjudged[r] = i
        for w in range(_WIDTH):
            counts[r] += count_ones(words[row, w])
