"""The transitive reduction: the edges that no longer way implies."""

from __future__ import annotations

import numpy as np

from diskembed.graph.closure import memory_or_default
from diskembed.graph.closure.counts import strips_fit
from diskembed.graph.closure.ranked import Ranked, ranked
from diskembed.graph.closure.strips import count_sweep
from diskembed.graph.csr import CSR, Ints, adjacency
from diskembed.graph.dag import DAG
from diskembed.jit import kernel

__all__ = ["basic_edges", "reduced"]


def reduced(dag: DAG, *, memory: int | None = None) -> DAG:
    """All nodes, and the basic edges: the fewest that imply the same closure."""
    parents, children = _basic(dag, memory_or_default(memory))
    return DAG(dag.names, parents, children, dag.cleaning, dag.members_of, dag.aliases)


def basic_edges(dag: DAG, *, memory: int | None = None) -> tuple[Ints, Ints]:
    """The basic edges as (ancestors, descendants), in the order of ``dag.edges()``."""
    parents, _ = _basic(dag, memory_or_default(memory))
    return parents.indices, parents.rows


def _basic(dag: DAG, memory: int) -> tuple[CSR, CSR]:
    """Parents and children by basic edges; no closure is held, so any size will do.

    From each node with several parents the ways up are climbed, no higher than its farthest parent. Where
    that takes longer than strips would, which is n^2, these judge all edges at once.
    """
    if int(dag.in_degree.max(initial=0)) <= 1 or int(dag.out_degree.max(initial=0)) <= 1:
        return dag.parents, dag.children
    graph = ranked(dag)
    parents, basic_end = graph.parents.copy(), graph.indptr[1:].copy()
    patience = len(dag) ** 2 // 512 if strips_fit(dag, memory) else 2**62
    if not _climb(graph.indptr, parents, basic_end, patience):
        found = count_sweep(graph)
        parents, basic_end = found.parents, found.basic_end
    return _selected(graph, parents, basic_end)


def _selected(graph: Ranked, parents: Ints, basic_end: Ints) -> tuple[CSR, CSR]:
    """Back to numbers: of each rank's row, the front up to ``basic_end``."""
    lengths = basic_end - graph.indptr[:-1]
    rows = np.repeat(np.arange(len(graph)), np.diff(graph.indptr))
    front = np.arange(len(parents)) < basic_end[rows]
    descendants = np.repeat(graph.order, lengths)
    return adjacency(graph.order[parents[front]], descendants, len(graph))


@kernel
def _climb(indptr: Ints, parents: Ints, basic_end: Ints, most_steps: int) -> bool:
    """Gather each row's basic parents at its front; False when that takes too many steps.

    Parents come nearest first and ways up lead over basic edges only, which are known by then.
    """
    n = len(indptr) - 1
    seen = np.full(n, -1, parents.dtype)
    stack = np.empty(n, parents.dtype)
    steps = 0
    for start in range(n):
        first, last = indptr[start], indptr[start + 1]
        if last - first < 2:
            continue
        farthest = parents[last - 1]
        end = first
        for k in range(first, last):
            if seen[parents[k]] == start:
                continue
            stack[0] = parents[k]
            parents[end] = parents[k]
            end += 1
            height = 1
            while height:
                height -= 1
                node = stack[height]
                for i in range(indptr[node], basic_end[node]):
                    parent = parents[i]
                    steps += 1
                    if parent < farthest:
                        break
                    if seen[parent] != start:
                        seen[parent] = start
                        stack[height] = parent
                        height += 1
        basic_end[start] = end
        if steps > most_steps:
            return False
    return True
