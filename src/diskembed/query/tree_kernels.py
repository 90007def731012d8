"""Walking down a tree of disks: of each sixteen, into those that can hold an answer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.jit import fast_kernel
from diskembed.query.lanes import LANES, near_lanes, write_lanes

__all__ = ["FAN", "walk"]

FAN = LANES
"""Disks that are looked at in one step."""

Singles = NDArray[np.float32]
Integers = NDArray[np.int64]


@fast_kernel
def walk(
    partners: Singles,
    places: NDArray[np.int32],
    blocks: Singles,
    keys: Singles,
    levels: Integers,
    limits: Singles,
    least: np.float32,
    out: NDArray[np.int32],
    counts: Integers,
) -> int:
    """Where there can be answers: how many in all; ``out`` has the places of question 0, then of 1, and on.

    Question i has ``counts[i]`` of them. With less room than all and FAN more, ``out`` means nothing. It
    has the lift at ``places[i]`` of ``partners`` and ``limits[i]``: the largest key an answer may have, and
    the largest for which products need not be asked. ``blocks[levels[l] + b, k, w]`` is coordinate k
    of node ``b * FAN + w`` of level l, ``keys`` has its key; below it is block ``b * FAN + w`` of the level
    before, and at level 0 it is a place itself.
    """
    found, top = 0, len(levels) - 2
    row = np.zeros(blocks.shape[1], np.float32)
    here, below = np.empty((2, levels[1] + FAN), np.int32)  # no level has more blocks than the first
    for i in range(len(places)):
        for k in range(len(row)):
            row[k] = partners[places[i] // FAN, k, places[i] % FAN]
        here[0] = 0
        count = 1
        for level in range(top, 0, -1):
            more = 0
            for c in range(count):
                near = near_lanes(
                    row, blocks, keys, levels[level] + here[c], limits[i, 0], limits[i, 1], least
                )
                more += write_lanes(near, here[c] * FAN, below, more)
            here, below = below, here
            count = more
        before = found
        for c in range(count):
            near = near_lanes(row, blocks, keys, here[c], limits[i, 0], limits[i, 1], least)
            found += write_lanes(near, here[c] * FAN, out, min(found, len(out) - FAN))
        counts[i] = found - before
    return found
