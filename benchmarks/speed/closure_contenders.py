"""The transitive closure by every library that has one: each prepared outside the clock, in its quickest way.

A way was chosen by trying those that a library offers: networkx and rustworkx also have ``descendants``,
igraph ``neighborhood``, scipy a search from each node, and all of them were slower.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import igraph
import networkit
import networkx
import numpy as np
import rustworkx
from numpy.typing import NDArray
from scipy.sparse import csr_array, eye_array

from diskembed.graph.closure import DEFAULT_MEMORY, closure, pair_counts
from diskembed.graph.dag import DAG

Run = Callable[[], int]
Numbers = NDArray[np.integer]


@dataclass(frozen=True)
class Contender:
    """``prepare(ancestors, descendants, n)`` builds a library's graph and returns what is timed.

    That returns the number of pairs. ``produces`` is ``"pairs"`` or ``"counts"``, of which each is compared
    with ours; ``how`` says the rest.
    """

    prepare: Callable[[Numbers, Numbers, int], Run]
    produces: str
    how: str


def _ours(ancestors: Numbers, descendants: Numbers, n: int) -> Run:
    dag = DAG.from_arrays(ancestors, descendants, n_nodes=n)
    return lambda: closure(DAG(dag.names, dag.parents, dag.children)).n_pairs  # anew: its order is kept


def _our_counts(ancestors: Numbers, descendants: Numbers, n: int) -> Run:
    dag = DAG.from_arrays(ancestors, descendants, n_nodes=n)
    return lambda: int(pair_counts(DAG(dag.names, dag.parents, dag.children), DEFAULT_MEMORY).ancestors.sum())


def _networkx(ancestors: Numbers, descendants: Numbers, n: int) -> Run:
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(zip(ancestors.tolist(), descendants.tolist(), strict=True))
    return lambda: sum(len(networkx.ancestors(graph, node)) for node in range(n))


def _rustworkx(ancestors: Numbers, descendants: Numbers, n: int) -> Run:
    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from_no_data(list(zip(ancestors.tolist(), descendants.tolist(), strict=True)))
    return lambda: sum(len(rustworkx.ancestors(graph, node)) for node in range(n))


def _igraph_graph(ancestors: Numbers, descendants: Numbers, n: int) -> igraph.Graph:
    return igraph.Graph(n=n, edges=np.column_stack([ancestors, descendants]), directed=True)


def _igraph(ancestors: Numbers, descendants: Numbers, n: int) -> Run:
    graph = _igraph_graph(ancestors, descendants, n)
    return lambda: sum(len(graph.subcomponent(node, mode="in")) - 1 for node in range(n))


def _igraph_counts(ancestors: Numbers, descendants: Numbers, n: int) -> Run:
    graph = _igraph_graph(ancestors, descendants, n)
    return lambda: sum(graph.neighborhood_size(order=n, mode="in")) - n


def _networkit(ancestors: Numbers, descendants: Numbers, n: int) -> Run:
    edges = (descendants.astype(np.uint64), ancestors.astype(np.uint64))
    graph = networkit.GraphFromCoo(edges, n=n, directed=True)

    def run() -> int:
        reachable = networkit.reachability.ReachableNodes(graph, exact=True)
        reachable.run()
        return sum(int(reachable.numberOfReachableNodes(node)) for node in range(n)) - n

    return run


def _scipy(ancestors: Numbers, descendants: Numbers, n: int) -> Run:
    edges = csr_array((np.ones(len(ancestors), np.bool_), (descendants, ancestors)), shape=(n, n))
    return lambda: _by_path_length(edges)


def _scipy_squares(ancestors: Numbers, descendants: Numbers, n: int) -> Run:
    edges = csr_array((np.ones(len(ancestors), np.bool_), (descendants, ancestors)), shape=(n, n))
    return lambda: _by_squares(edges)


def _by_path_length(edges: csr_array) -> int:
    found = ways = edges
    while ways.nnz:
        ways = ways @ edges
        found = found + ways
    return int(found.nnz)


def _by_squares(edges: csr_array) -> int:
    found = (edges + eye_array(edges.shape[0], dtype=np.bool_, format="csr")).astype(np.bool_)
    before = -1
    while found.nnz > before:
        before, found = found.nnz, found @ found
    return int(found.nnz - edges.shape[0])


CONTENDERS = {
    "diskembed": Contender(_ours, "pairs", "closure(dag): lists or bits, kept, with counts"),
    "rustworkx": Contender(_rustworkx, "pairs", "ancestors(node), one at a time, not kept"),
    "igraph": Contender(_igraph, "pairs", 'subcomponent(node, "in"), one at a time, not kept'),
    "networkx": Contender(_networkx, "pairs", "ancestors(node), one at a time, not kept"),
    "scipy": Contender(_scipy, "pairs", "sparse products by length of way"),
    "scipy squares": Contender(_scipy_squares, "pairs", "sparse squares of (I + A)"),
    "diskembed counts": Contender(_our_counts, "counts", "pair_counts(dag): ancestors and descendants"),
    "igraph counts": Contender(_igraph_counts, "counts", 'neighborhood_size(order=n, mode="in")'),
    "networkit counts": Contender(_networkit, "counts", "ReachableNodes(exact=True), all cores"),
}
