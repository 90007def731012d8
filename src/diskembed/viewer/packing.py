"""Circles of a forest, each parent around its children: none overlaps a sibling.

The front chain of Wang, Wang, Dai and Wang (Visualization of Large Hierarchical Data by Circle Packing, CHI
2006): circles are laid one after another where they touch two of the outline and lie nearest to its middle.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from diskembed.jit import kernel
from diskembed.models.types import Matrix, Vector

__all__ = ["packed"]

Numbers = NDArray[np.int64]

RIM = 1.04
"""How much wider than its children's outline a parent is drawn."""
TOUCHING = 1e-6
"""The share of their reach by which two circles may overlap: rounding, not a fault."""
CLOSER = 96
"""Steps towards the smallest outline; what is missed is made up for by a larger radius."""
GOLDEN = 2.399963229728653
"""The golden angle: turns by it never repeat."""


def packed(parent: Numbers) -> Matrix:
    """Rows (x, y, radius) within the unit disk, for each node of the forest."""
    count = len(parent)
    home = np.where(parent < 0, count, parent)
    height = heights(parent)
    radius, places = np.ones(count + 1), np.zeros((count + 1, 2))
    order = np.lexsort((home, height))
    pack_upwards(home, order, height, radius, places)
    settle(home, np.lexsort((np.arange(count), -height)), places)
    whole = max(radius[count], 1e-300)
    circles: Matrix = np.column_stack([places[:count], radius[:count]]) / whole
    return circles


@kernel
def heights(parent: Numbers) -> Numbers:
    """The steps down to the deepest node below each."""
    height = np.zeros(len(parent), np.int64)
    for node in range(len(parent)):
        at, steps = parent[node], 1
        while at >= 0 and height[at] < steps:
            height[at] = steps
            at, steps = parent[at], steps + 1
    return height


@kernel
def pack_upwards(home: Numbers, order: Numbers, height: Numbers, radius: Vector, places: Matrix) -> None:
    """Families from the lowest parents up, each around its own middle."""
    count = len(home)
    starts = np.zeros(count + 2, np.int64)
    for node in range(count):
        starts[home[node] + 1] += 1
    for row in range(count + 1):
        starts[row + 1] += starts[row]
    members, filled = np.empty(count, np.int64), starts[:-1].copy()
    for node in range(count):
        members[filled[home[node]]] = node
        filled[home[node]] += 1
    for at in range(count + 1):
        row = order[at] if at < count else count
        family = members[starts[row] : starts[row + 1]]
        if len(family):
            family = family[np.argsort(-radius[family], kind="mergesort")]
            sizes = radius[family]
            around = lay_out(sizes)
            x, y, r = outline(around, sizes)
            turn = GOLDEN * row if row < count else 0.0  # so that not all families lie alike
            c, s = math.cos(turn), math.sin(turn)
            for i in range(len(family)):
                dx, dy = around[i, 0] - x, around[i, 1] - y
                places[family[i], 0], places[family[i], 1] = c * dx - s * dy, s * dx + c * dy
            radius[row] = r * RIM


@kernel
def settle(home: Numbers, order: Numbers, places: Matrix) -> None:
    """Places beside the parent's middle become places on the map, from the top down."""
    for node in order:
        if home[node] < len(home):
            places[node, 0] += places[home[node], 0]
            places[node, 1] += places[home[node], 1]


@kernel
def lay_out(sizes: Vector) -> Matrix:
    """Middles of circles of these radii, the largest first, side by side."""
    count = len(sizes)
    xy = np.zeros((count, 2))
    if count == 1:
        return xy
    xy[0, 0], xy[1, 0] = -sizes[1], sizes[0]
    if count == 2:
        return xy
    tangent(xy, sizes, 1, 0, 2)
    after, before = np.zeros(count, np.int64), np.zeros(count, np.int64)
    after[0], after[1], after[2] = 1, 2, 0
    before[0], before[1], before[2] = 2, 0, 1
    a, b, at = 0, 1, 3
    while at < count:
        tangent(xy, sizes, a, b, at)
        hit, ahead = obstacle(xy, sizes, after, before, a, b, at)
        if hit >= 0:  # what lies between the obstacle and the pair is no outline any more
            if ahead:
                b = hit
            else:
                a = hit
            after[a], before[b] = b, a
            continue
        before[at], after[at], after[a], before[b] = a, b, at, at
        a, b = nearest_pair(xy, sizes, after, at)
        at += 1
    return xy


@kernel
def tangent(xy: Matrix, sizes: Vector, b: int, a: int, c: int) -> None:
    """Put circle c where it touches a and b, outside of the chain that runs from b to a."""
    if sizes[a] > sizes[b]:  # measured from the smaller one, which loses fewer digits
        a, b, side = b, a, -1.0
    else:
        side = 1.0
    dx, dy = xy[b, 0] - xy[a, 0], xy[b, 1] - xy[a, 1]
    square = dx * dx + dy * dy
    to_a, to_b = (sizes[a] + sizes[c]) ** 2, (sizes[b] + sizes[c]) ** 2
    along = (square + to_a - to_b) / (2.0 * square)
    across = side * math.sqrt(max(0.0, to_a / square - along * along))
    xy[c, 0] = xy[a, 0] + along * dx - across * dy
    xy[c, 1] = xy[a, 1] + along * dy + across * dx


@kernel
def obstacle(
    xy: Matrix, sizes: Vector, after: Numbers, before: Numbers, a: int, b: int, c: int
) -> tuple[int, bool]:
    """The circle of the chain, looked at both ways from a and b, that c overlaps; and whether it is ahead."""
    ahead, behind = after[b], before[a]
    gone_ahead, gone_behind = sizes[b], sizes[a]
    while True:
        if gone_ahead <= gone_behind:
            if overlaps(xy, sizes, ahead, c):
                return ahead, True
            gone_ahead += sizes[ahead]
            ahead = after[ahead]
        else:
            if overlaps(xy, sizes, behind, c):
                return behind, False
            gone_behind += sizes[behind]
            behind = before[behind]
        if ahead == after[behind]:
            return -1, False


@kernel
def overlaps(xy: Matrix, sizes: Vector, a: int, b: int) -> bool:
    """Whether two circles do more than touch."""
    reach = (sizes[a] + sizes[b]) * (1.0 - TOUCHING)
    square = (xy[a, 0] - xy[b, 0]) ** 2 + (xy[a, 1] - xy[b, 1]) ** 2
    return bool(square < reach * reach)


@kernel
def nearest_pair(xy: Matrix, sizes: Vector, after: Numbers, start: int) -> tuple[int, int]:
    """The neighbours on the chain whose point of touch is nearest to the origin."""
    best, nearest, a = start, math.inf, start
    while True:
        b = after[a]
        both = sizes[a] + sizes[b]
        x = (xy[a, 0] * sizes[b] + xy[b, 0] * sizes[a]) / both
        y = (xy[a, 1] * sizes[b] + xy[b, 1] * sizes[a]) / both
        if x * x + y * y < nearest:
            best, nearest = a, x * x + y * y
        a = b
        if a == start:
            return best, after[best]


@kernel
def outline(xy: Matrix, sizes: Vector) -> tuple[float, float, float]:
    """A circle around all: its middle steps towards whichever reaches farthest (Badoiu and Clarkson)."""
    x, y = 0.0, 0.0
    for i in range(len(sizes)):
        x, y = x + xy[i, 0] / len(sizes), y + xy[i, 1] / len(sizes)
    reach = 0.0
    for step in range(CLOSER + 1):
        far, reach = 0, -1.0
        for i in range(len(sizes)):
            out = math.hypot(xy[i, 0] - x, xy[i, 1] - y) + sizes[i]
            if out > reach:
                far, reach = i, out
        apart = math.hypot(xy[far, 0] - x, xy[far, 1] - y)
        if step < CLOSER and apart > 0.0:
            part = reach / apart / (step + 2.0) * 0.5
            x, y = x + part * (xy[far, 0] - x), y + part * (xy[far, 1] - y)
    return x, y, reach
