"""Which of the proposed negatives are not known to be true: asked of many at once, their memory ahead."""

from __future__ import annotations

import numpy as np

from diskembed.graph.csr import Ints
from diskembed.jit import inlined
from diskembed.prefetch import fetch_ahead
from diskembed.training.sampler import ROOM, Graph

__all__ = ["is_known", "only_unknown"]

FIRST, LAST = 0, 1
DOUBTFUL = ROOM - 1


@inlined
def only_unknown(graph: Graph, proposed: Ints, count: int) -> int:
    """Move the pairs that nothing is known of to the front, and say how many they are."""
    if len(graph.spans) > 0:
        count = outside_spans(graph.spans, proposed, count)
    if len(graph.hints) > 0:
        void_listed(graph, proposed, count)
    return only_distinct(proposed, count)


@inlined
def outside_spans(spans: Ints, proposed: Ints, count: int) -> int:
    """Move the pairs that ``Graph.spans`` does not tell of to the front, and say how many they are."""
    for k in range(count):
        fetch_ahead(spans, proposed[k, 0])
        fetch_ahead(spans, proposed[k, 1])
    kept = 0
    for k in range(count):
        a, b = proposed[k, 0], proposed[k, 1]
        below = (spans[a, FIRST] <= spans[b, LAST]) & (spans[b, LAST] <= spans[a, LAST])
        proposed[kept, 0], proposed[kept, 1] = a, b
        kept += int(not below)
    return kept


@inlined
def void_listed(graph: Graph, proposed: Ints, count: int) -> None:
    """Make a pair of twice the same node of each that ``Graph.known`` names.

    One number a pair, its hint, says of most that they are not named. Of the others, pointers are asked for
    first, then the middles of the rows that they point to, where searching begins.
    """
    ptr, known, hints = graph.known_ptr, graph.known, graph.hints
    for k in range(count):
        fetch_ahead(hints, proposed[k, 1])
    doubtful = 0
    for k in range(count):
        proposed[doubtful, DOUBTFUL] = k
        doubtful += int((hints[proposed[k, 1]] >> np.uint64(proposed[k, 0] % 64)) & np.uint64(1))
    for i in range(doubtful):
        fetch_ahead(ptr, proposed[proposed[i, DOUBTFUL], 1])
    for i in range(doubtful):
        below = proposed[proposed[i, DOUBTFUL], 1]
        fetch_ahead(known, (ptr[below] + ptr[below + 1]) // 2)
    for i in range(doubtful):
        k = proposed[i, DOUBTFUL]
        above, below = proposed[k, 0], proposed[k, 1]
        proposed[k, 1] = above if is_known(ptr, known, above, below) else below


@inlined
def only_distinct(proposed: Ints, count: int) -> int:
    """Move the pairs of two different nodes to the front, and say how many they are."""
    kept = 0
    for k in range(count):
        a, b = proposed[k, 0], proposed[k, 1]
        proposed[kept, 0], proposed[kept, 1] = a, b
        kept += int(a != b)
    return kept


@inlined
def is_known(ptr: Ints, known: Ints, above: int, below: int) -> bool:
    """Whether ``above`` stands in the sorted row of ``below``, by halving it."""
    low, size = ptr[below], ptr[below + 1] - ptr[below]
    while size > 1:
        half = size // 2
        low += half if known[low + half] <= above else 0
        size -= half
    return bool(size > 0) and bool(known[low] == above)
