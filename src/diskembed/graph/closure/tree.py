"""The closure of a forest, either way up: a node's descendants are an interval of places."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from diskembed.graph.closure.base import Closure, Counts, sorted_rows
from diskembed.graph.csr import Ints
from diskembed.graph.dag import DAG
from diskembed.jit import inlined, kernel

__all__ = ["TreeClosure", "holds_in_tree", "is_forest"]


def is_forest(dag: DAG) -> bool:
    """Whether no node has two parents, or none has two children."""
    return int(dag.in_degree.max(initial=0)) <= 1 or int(dag.out_degree.max(initial=0)) <= 1


class TreeClosure(Closure):
    """Nodes are laid out so that each is followed by its descendants: exact, and linear in the nodes.

    ``place[i]`` is where node ``i`` stands, ``node_at`` the reverse, ``size[i]`` how many it counts with its
    descendants. A forest that grows from its leaves to its roots is held turned around.
    """

    kind: ClassVar[str] = "tree"

    def __init__(self, dag: DAG, memory: int) -> None:
        super().__init__(len(dag), memory)
        self.turned = int(dag.in_degree.max(initial=0)) > 1
        tree = dag.reversed() if self.turned else dag
        self._up = tree.parents
        self._depth = tree.depth.astype(np.int64)
        self.place, self.node_at, self.size = _lay_out(tree.order, self._up.indptr, self._up.indices)

    @property
    def ancestor_counts(self) -> Counts:
        """How many ancestors each node has."""
        return self.size - 1 if self.turned else self._depth

    @property
    def descendant_counts(self) -> Counts:
        """How many descendants each node has."""
        return self._depth if self.turned else self.size - 1

    def _test(self, ancestors: Ints, descendants: Ints) -> NDArray[np.bool_]:
        inner, outer = (ancestors, descendants) if self.turned else (descendants, ancestors)
        return _hold(self.place, self.size, outer, inner)

    def _rows(self, first: int, last: int) -> Ints:
        rows = self._subtrees(first, last) if self.turned else self._climb(first, last)
        return sorted_rows(rows, self.ancestor_counts[first:last])

    def _below(self, node: int) -> Ints:
        return np.sort(self._climb(node, node + 1) if self.turned else self._subtrees(node, node + 1))

    def _climb(self, first: int, last: int) -> Ints:
        n_pairs = int(self._depth[first:last].sum())
        return _ways_up(self._up.indptr, self._up.indices, first, last, n_pairs)

    def _subtrees(self, first: int, last: int) -> Ints:
        n_pairs = int(self.size[first:last].sum()) - (last - first)
        return _subtree_nodes(self.place, self.node_at, self.size, first, last, n_pairs)


@kernel
def _lay_out(order: Ints, indptr: Ints, parents: Ints) -> tuple[Ints, Ints, Counts]:
    n = len(order)
    size = np.ones(n, np.int64)
    for r in range(n - 1, -1, -1):
        node = order[r]
        if indptr[node] < indptr[node + 1]:
            size[parents[indptr[node]]] += size[node]
    place, node_at = np.empty_like(order), np.empty_like(order)
    free = np.empty(n, np.int64)  # the next place in a node's interval that no child has taken
    next_root = 0
    for node in order:
        if indptr[node] < indptr[node + 1]:
            parent = parents[indptr[node]]
            place[node] = free[parent]
            free[parent] += size[node]
        else:
            place[node] = next_root
            next_root += size[node]
        free[node] = place[node] + 1
        node_at[place[node]] = node
    return place, node_at, size


@inlined
def holds_in_tree(place: Ints, size: Counts, outer: int, inner: int) -> bool:
    """Whether ``inner`` stands in the interval of ``outer``, and is not ``outer`` itself."""
    return bool(0 < place[inner] - place[outer] < size[outer])


@kernel
def _hold(place: Ints, size: Counts, outer: Ints, inner: Ints) -> NDArray[np.bool_]:
    out = np.empty(len(outer), np.bool_)
    for i in range(len(outer)):
        out[i] = holds_in_tree(place, size, outer[i], inner[i])
    return out


@kernel
def _ways_up(indptr: Ints, parents: Ints, first: int, last: int, n_pairs: int) -> Ints:
    out = np.empty(n_pairs, parents.dtype)
    at = 0
    for start in range(first, last):
        node = start
        while indptr[node] < indptr[node + 1]:
            node = parents[indptr[node]]
            out[at] = node
            at += 1
    return out


@kernel
def _subtree_nodes(place: Ints, node_at: Ints, size: Counts, first: int, last: int, n_pairs: int) -> Ints:
    out = np.empty(n_pairs, node_at.dtype)
    at = 0
    for node in range(first, last):
        for i in range(place[node] + 1, place[node] + size[node]):
            out[at] = node_at[i]
            at += 1
    return out
