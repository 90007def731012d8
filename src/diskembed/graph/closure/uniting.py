"""Each node's ancestors as the union of its parents': the quickest way while they are few."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from diskembed.graph.closure.base import Counts
from diskembed.graph.closure.ranked import Ranked
from diskembed.graph.csr import Ints
from diskembed.graph.dag import DAG
from diskembed.jit import kernel

__all__ = ["PAIR_BYTES", "United", "short", "tally", "unite"]

PAIR_BYTES = 8  # a list that has to grow stands there twice for a moment; kept, it has an entry each way


class United(NamedTuple):
    """Rank ``r``'s ancestors, as node numbers in no order: ``ancestors[start[r]:start[r + 1]]``."""

    start: Counts
    ancestors: Ints

    @property
    def n_pairs(self) -> int:
        """How many pairs there are."""
        return int(self.start[-1])


def short(n_nodes: int) -> float:
    """The mean length up to which lists are to be preferred; at n / 128 they take what bits take."""
    return max(32, n_nodes / 128)


def unite(dag: DAG, graph: Ranked, memory: int, most_a_node: float) -> United | None:
    """None as soon as the pairs do not fit in ``memory``, or are more than ``most_a_node`` on average."""
    n, most_pairs = len(graph), memory // PAIR_BYTES
    if int(dag.depth.sum(dtype=np.int64)) > most_pairs:  # a node has as many ancestors as it is deep, or more
        return None
    start = np.zeros(n + 1, np.int64)
    lists = np.empty(16 * n, graph.parents.dtype)
    done = 0
    while (done := _unite(graph.order, graph.indptr, graph.parents, start, lists, done, most_a_node)) < n:
        if done < 0 or start[done] > most_pairs:
            return None
        longer = np.empty(2 * len(lists) + n, lists.dtype)
        longer[: start[done]] = lists[: start[done]]
        lists = longer
    return United(start, lists[: start[n]]) if start[n] <= most_pairs else None


@kernel
def _unite(
    order: Ints, indptr: Ints, parents: Ints, start: Counts, lists: Ints, done: int, most_a_node: float
) -> int:
    """Continue from rank ``done``; returns the rank at which ``lists`` is full, or -1 past ``most_a_node``.

    An ancestor is kept once by stamping it with the rank that has met it.
    """
    n = len(order)
    met_by = np.full(n, -1, parents.dtype)
    used = start[done]
    for r in range(done, n):
        if used + r >= len(lists):  # one past the row is written to as well, by what was met before
            return r
        for k in range(indptr[r], indptr[r + 1]):
            parent = parents[k]
            node = order[parent]
            if met_by[node] == r:  # a nearer parent implies this one, and all above it
                continue
            met_by[node] = r
            lists[used] = node
            used += 1
            for i in range(start[parent], start[parent + 1]):
                node = lists[i]
                lists[used] = node
                used += met_by[node] != r
                met_by[node] = r
        start[r + 1] = used
        if used > (r + 1) * most_a_node:
            return -1
    return n


@kernel
def tally(numbers: Ints, n: int) -> Counts:
    """How often each number below ``n`` occurs."""
    counts = np.zeros(n, np.int64)
    for number in numbers:
        counts[number] += 1
    return counts
