"""Walking down a tree of disks: of each sixteen, into those that can hold an answer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.jit import fast_kernel
from diskembed.query.lanes import LANES, fetch_block, lowest, near_lanes

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
) -> int:
    """Where (question, place) can be an answer: the number of such pairs, those that fit in ``out``.

    Question i has the lift at ``places[i]`` of ``partners`` and ``limits[i]``: the largest key an answer may
    have, and the largest for which products need not be asked. ``blocks[levels[l] + b, k, w]`` is
    coordinate k of node ``b * FAN + w`` of level l, ``keys`` has its key; below it is block ``b * FAN + w``
    of the level before, and at level 0 it is a place itself.
    """
    found, top, width = 0, len(levels) - 2, blocks.shape[1]
    row, stack = np.zeros(width, np.float32), np.zeros((FAN * (top + 2), 2), np.int64)
    for i in range(len(places)):
        for k in range(width):
            row[k] = partners[places[i] // FAN, k, places[i] % FAN]
        stack[0, 0], stack[0, 1] = top, 0
        height = 1
        while height > 0:
            height -= 1
            level, block = stack[height, 0], stack[height, 1]
            at = levels[level] + block
            near = near_lanes(row, blocks, keys, at, limits[i, 0], limits[i, 1], least)
            while near != 0:
                below = block * FAN + lowest(near)
                near &= near - 1
                if level > 0:
                    fetch_block(blocks, keys, levels[level - 1] + below)
                    stack[height, 0], stack[height, 1] = level - 1, below
                    height += 1
                else:
                    if found < len(out):
                        out[found, 0], out[found, 1] = i, below
                    found += 1
    return found
