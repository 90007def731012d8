"""Interval labels: what a search in depth tells about who reaches whom, three numbers a node.

Nodes are numbered as the search finishes them. Those found below a node are then an interval, ``first`` to
``last``, ``last`` being its own number; and nothing that it reaches is numbered below ``low`` or above
``last``. The first is a sure yes, the second a sure no, and in a tree the two are the same.
"""

from __future__ import annotations

import numpy as np

from diskembed.graph.csr import Ints
from diskembed.jit import inlined, kernel

__all__ = ["FIRST", "LAST", "NO", "UNSURE", "YES", "interval_labels", "verdict"]

LOW, FIRST, LAST = 0, 1, 2
NO, UNSURE, YES = 0, 1, 2


@kernel
def interval_labels(indptr: Ints, indices: Ints, entering: Ints) -> Ints:
    """Rows of (low, first, last); a search starts where no edge enters."""
    n = len(indptr) - 1
    labels = np.full((n, 3), -1, indices.dtype)
    stack = np.empty(n, indices.dtype)
    at = indptr[:-1].copy()
    finished = 0
    for root in range(n):
        if entering[root + 1] > entering[root]:
            continue
        stack[0] = root
        labels[root, FIRST] = labels[root, LOW] = finished
        height = 1
        while height:
            node = stack[height - 1]
            if at[node] < indptr[node + 1]:
                child = indices[at[node]]
                at[node] += 1
                if labels[child, FIRST] < 0:
                    labels[child, FIRST] = labels[child, LOW] = finished
                    stack[height] = child
                    height += 1
                else:
                    labels[node, LOW] = min(labels[node, LOW], labels[child, LOW])
                continue
            height -= 1
            labels[node, LAST] = finished
            finished += 1
            if height:
                above = stack[height - 1]
                labels[above, LOW] = min(labels[above, LOW], labels[node, LOW])
    return labels


@inlined
def verdict(forth: Ints, back: Ints, start: int, goal: int) -> int:
    """Whether ``start`` reaches a different node ``goal``, by labels of that direction and of the other."""
    ahead, behind = forth[goal, LAST], back[start, LAST]
    inside = forth[start, LOW] <= ahead <= forth[start, LAST] and forth[start, LOW] <= forth[goal, LOW]
    around = back[goal, LOW] <= behind <= back[goal, LAST] and back[goal, LOW] <= back[start, LOW]
    if not (inside and around):
        found = NO
    elif ahead >= forth[start, FIRST] or behind >= back[goal, FIRST]:
        found = YES
    else:
        found = UNSURE
    return found
