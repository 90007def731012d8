"""Edges that are no DAG: refused with a cycle by name, collapsed, or opened by dropping edges."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from diskembed.errors import CycleError
from diskembed.graph.csr import CSR, Ints, adjacency
from diskembed.graph.names import Names
from diskembed.graph.topology import back_edges, shortest_cycle_through

__all__ = ["Merged", "closing_edges", "collapse", "raise_cycle"]


def raise_cycle(children: CSR, names: Names) -> None:
    """Raise a ``CycleError`` that spells out a shortest cycle of the smallest strong component."""
    component = _strong_components(children)
    sizes = np.bincount(component)
    sizes[sizes == 1] = np.iinfo(np.int64).max
    start = int(np.flatnonzero(component == sizes.argmin())[0])
    cycle = shortest_cycle_through(children.indptr, children.indices, start)
    raise CycleError([names[int(node)] for node in cycle])


def closing_edges(children: CSR) -> NDArray[np.bool_]:
    """Which entries of ``children`` to remove so that no cycle is left."""
    return back_edges(children.indptr, children.indices)


@dataclass(frozen=True, eq=False)
class Merged:
    """A graph whose strong components became one node each, named like their first member."""

    names: Names
    parents: CSR
    children: CSR
    members: dict[int, Names] = field(default_factory=dict)
    aliases: dict[str, int] = field(default_factory=dict)
    n_inner: int = 0


def collapse(children: CSR, names: Names) -> Merged:
    """Merge each strong component; edges inside it vanish, those that became equal merge."""
    component = _strong_components(children)
    kept, renumbered = _first_members(component)
    ancestors, descendants = renumbered[children.rows], renumbered[children.indices]
    outer = ancestors != descendants
    parents, merged_children = adjacency(ancestors[outer], descendants[outer], len(kept))
    order = np.argsort(renumbered, kind="stable")
    bounds = np.searchsorted(renumbered[order], np.arange(len(kept) + 1))
    members: dict[int, Names] = {}
    aliases: dict[str, int] = {}
    for node in np.flatnonzero(np.diff(bounds) > 1).tolist():
        members[node] = names.take(order[bounds[node] : bounds[node + 1]])
        aliases.update((name, node) for name in list(members[node])[1:])
    return Merged(names.take(kept), parents, merged_children, members, aliases, int((~outer).sum()))


def _strong_components(children: CSR) -> NDArray[np.int64]:
    n = len(children)
    ones = np.ones(len(children.indices), np.int8)
    graph = csr_array((ones, children.indices, children.indptr), shape=(n, n))
    return np.asarray(connected_components(graph, connection="strong")[1], dtype=np.int64)


def _first_members(component: NDArray[np.int64]) -> tuple[Ints, Ints]:
    """The lowest node of each component, in increasing order, and each node's place among them."""
    _, firsts, label = np.unique(component, return_index=True, return_inverse=True)
    rank = np.empty(len(firsts), np.int64)
    rank[np.argsort(firsts)] = np.arange(len(firsts))
    return np.sort(firsts), rank[label]
