"""Questions about several nodes at once: who contains them all, and the way from one to another."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from diskembed.models.types import Vector
from diskembed.query.engine import Engine, Numbers

__all__ = ["chain", "common_ancestors", "nearest", "smallest"]

Inside = Callable[[Numbers, Numbers], NDArray[np.bool_]]


def common_ancestors(engine: Engine, nodes: Numbers) -> tuple[Numbers, Vector]:
    """The nodes that contain each of ``nodes``, none of which is among them, the deepest containment first.

    A pair that is contained is as deep as its score; all of them together are as deep as the worst.
    """
    asked = np.unique(nodes)
    sides = [engine.matching(int(node), "ancestors") for node in asked]
    numbers = reduce(lambda a, b: np.intersect1d(a, b, assume_unique=True), (found for found, _ in sides))
    numbers = np.setdiff1d(numbers, asked, assume_unique=True)
    worst = np.full(len(numbers), -np.inf)
    for found, scores in sides:
        rising = np.argsort(found)
        worst = np.maximum(worst, scores[rising[np.searchsorted(found[rising], numbers)]])
    order = np.lexsort((numbers, worst))
    return numbers[order], worst[order]


def smallest(engine: Engine, numbers: Numbers, radii: Vector | None) -> int | None:
    """The one with the least radius; where there are no radii, the one that contains the fewest others."""
    if not len(numbers):
        return None
    size = contained_counts(engine, numbers) if radii is None else radii[numbers]
    return int(numbers[np.lexsort((numbers, size))[0]])


def chain(engine: Engine, above: int, below: int) -> Numbers:
    """The longest way from ``above`` to ``below`` on which each contains the next; empty if there is none.

    All steps lie between the two. Who contains more of the others comes first, so that disks which contain
    each other make no circle.
    """
    ends = np.array([above]), np.array([below])
    if above == below:
        return ends[0]
    if not engine.contains(*ends)[0]:
        return np.empty(0, np.int64)
    under, over = engine.matching(above, "descendants")[0], engine.matching(below, "ancestors")[0]
    between = np.setdiff1d(np.intersect1d(under, over), [above, below])
    between = between[np.lexsort((between, -contained_counts(engine, between)))]
    return _longest(engine, np.concatenate([ends[0], between, ends[1]]))


def nearest(engine: Engine, node: int, k: int) -> tuple[Numbers, Vector]:
    """The ``k`` nodes with the least mean score of both directions: for disks, the centres' distance."""
    others = np.delete(np.arange(len(engine.rows)), node)
    own = np.full(len(others), node)
    apart = (engine.scores(own, others) + engine.scores(others, own)) / 2
    order = np.argsort(apart, kind="stable")[:k]
    return others[order], apart[order]


def contained_counts(engine: Engine, numbers: Numbers) -> Numbers:
    """How many of the others each of these contains."""
    counts = np.zeros(len(numbers), np.int64)
    for at, node in enumerate(numbers):
        counts[at] = np.count_nonzero(engine.contains(np.full(len(numbers), node), numbers))
    return counts


def _longest(engine: Engine, ordered: Numbers) -> Numbers:
    """The longest chain from the first to the last that keeps the order; the first one among equals."""
    length = np.full(len(ordered), -1)
    following = np.full(len(ordered), -1)
    length[-1] = 0
    for at in range(len(ordered) - 2, -1, -1):
        later = np.arange(at + 1, len(ordered))
        steps = later[
            engine.contains(np.full(len(later), ordered[at]), ordered[later]) & (length[later] >= 0)
        ]
        if len(steps):
            following[at] = steps[np.argmax(length[steps])]
            length[at] = length[following[at]] + 1
    way = [0]
    while way[-1] != len(ordered) - 1:
        way.append(int(following[way[-1]]))
    return ordered[way]
