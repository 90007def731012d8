"""A forest in a few branches of one colour each, so that a picture shows what belongs together."""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import NDArray

__all__ = ["branches"]

Numbers = NDArray[np.int64]


def branches(parent: Numbers, most: int) -> Numbers:
    """The branch of each node, from 0 for the largest; -1 above all branches and for what none took in.

    The largest branch is taken apart into its children again and again while there are too few. A child with
    less than a hundredth of the nodes opens none, and of more than ``most`` the largest are taken.
    """
    children: list[list[int]] = [[] for _ in range(len(parent) + 1)]
    for node, above in enumerate(parent.tolist()):
        children[above].append(node)  # of -1: the last list, the roots
    sizes = _sizes(children)
    least = max(1, len(parent) // 100)
    heads = [(-sizes[node], node) for node in children[-1] if sizes[node] >= least]
    heapq.heapify(heads)
    while heads and len(heads) < most:
        _, largest = heads[0]
        parts = [(-sizes[node], node) for node in children[largest] if sizes[node] >= least]
        if not parts:
            break
        heapq.heapreplace(heads, parts[0])
        for part in parts[1:]:
            heapq.heappush(heads, part)
    colours = np.full(len(parent), -1, np.int64)
    for rank, (_, head) in enumerate(sorted(heads)[:most]):
        waiting = [head]
        while waiting:
            node = waiting.pop()
            colours[node] = rank
            waiting.extend(children[node])
    return colours


def _sizes(children: list[list[int]]) -> list[int]:
    """How many nodes each has below it, itself included."""
    order, waiting = [], list(children[-1])
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting.extend(children[node])
    sizes = [1] * len(children)
    for node in reversed(order):
        sizes[node] += sum(sizes[child] for child in children[node])
    return sizes
