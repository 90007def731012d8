"""Walking down a tree of disks: of each sixteen, into those that can hold an answer."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diskembed.jit import borrowed
from diskembed.models.types import Matrix, Vector
from diskembed.query.lanes import LANES, near_lanes, write_lanes
from diskembed.query.measured_kernels import side_of

__all__ = ["FAN", "Answers", "Asked", "Branches", "walk"]

FAN = LANES
"""Disks that are looked at in one step."""
ALL = (1 << LANES) - 1

Singles = NDArray[np.float32]
Integers = NDArray[np.int64]


class Branches(NamedTuple):
    """A tree: ``blocks[levels[l] + b, k, w]`` is coordinate k of the lift of node ``b * FAN + w`` of level l.

    ``keys`` has its key. Below it is block ``b * FAN + w`` of the level before, and at level 0 it is the disk
    that ``order`` has there. ``hulls`` are the centres of the levels above 0 and ``reach`` their radii.
    """

    blocks: Singles
    keys: Singles
    levels: Integers
    hulls: Matrix
    reach: Vector
    order: NDArray[np.int32]


class Asked(NamedTuple):
    """Questions: the lift at ``places[i]`` of ``lifts``, that of node ``nodes[i]`` with radius ``radii[i]``.

    ``limits[i]``: the largest key an answer may have, and the largest for which products need not be asked.
    """

    lifts: Singles
    places: NDArray[np.int32]
    nodes: NDArray[np.int32]
    radii: Vector
    limits: Singles


class Answers(NamedTuple):
    """The disks at level 0, and which are asked for: those that contain, if ``outward``, or are contained."""

    centres: Matrix
    radii: Vector
    outward: bool
    least: np.float32
    slack: float


def walk(
    space: Matrix,
    tree: Branches,
    answers: Answers,
    asked: Asked,
    out: NDArray[np.int32],
    counts: Integers,
) -> int:
    """Which disks can be answers: how many in all; ``out`` has those of question 0, then of 1, and on.

    Question i has ``counts[i]`` of them. With less room than all and FAN more, ``out`` means nothing.
    Products from ``least`` to ``-least`` tell nothing: there distances are measured, with ``slack``.
    """
    tree, answers, asked = borrowed((tree, answers, asked))
    blocks, keys, levels, least = tree.blocks, tree.keys, tree.levels, answers.least
    found, top = 0, len(levels) - 2
    row = np.zeros(blocks.shape[1], np.float32)
    here, below = np.empty((2, levels[1] + FAN), np.int32)  # no level has more blocks than the first
    for i in range(len(asked.places)):
        place = asked.places[i]
        for k in range(len(row)):
            row[k] = asked.lifts[place // FAN, k, place % FAN]
        highest, anyway = asked.limits[i, 0], asked.limits[i, 1]
        here[0] = 0
        count = 1
        for level in range(top, 0, -1):
            more = 0
            for c in range(count):
                near = near_lanes(row, blocks, keys, levels[level] + here[c], highest, anyway, least)
                if near & ALL & ~(near >> LANES):
                    near = within(space, tree, answers, asked, i, level, here[c] * FAN, near)
                more += write_lanes(near & ALL, here[c] * FAN, below, more)
            here, below = below, here
            count = more
        before = found
        for c in range(count):
            near = near_lanes(row, blocks, keys, here[c], highest, anyway, least)
            if near & ALL & ~(near >> LANES):
                near = within(space, tree, answers, asked, i, 0, here[c] * FAN, near)
            found += write_lanes(near & ALL, here[c] * FAN, out, min(found, len(out) - FAN))
        counts[i] = found - before
    return found


def within(
    space: Matrix, tree: Branches, answers: Answers, asked: Asked, i: int, level: int, first: int, bits: int
) -> int:
    """The lanes of ``near_lanes`` that are near, without those that a distance rules out."""
    near = bits & ALL
    open_ = near & ~(bits >> LANES)
    asking, radius = answers.centres[asked.nodes[i]], asked.radii[i]
    for w in range(FAN):
        if (open_ >> w) & 1:
            if level == 0:
                disk = tree.order[first + w]
                centre, other = answers.centres[disk], answers.radii[disk]
            else:
                disk = (tree.levels[level] - tree.levels[1]) * FAN + first + w
                centre, other = tree.hulls[disk], tree.reach[disk]
            if answers.outward:
                side = side_of(space, centre, asking, other - radius, answers.slack)
            else:
                side = side_of(space, asking, centre, radius - other, answers.slack)
            if side < 0:
                near &= ~(1 << w)
    return near
