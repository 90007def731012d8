"""Graphs of networkx, rustworkx, igraph and scipy.sparse, told by what they can do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import GraphError
from diskembed.graph.names import Names

__all__ = ["Network", "network_of"]


class Network(NamedTuple):
    """Named nodes and edges ``sources[i] -> targets[i]`` between their numbers."""

    names: Names
    sources: NDArray[np.int64]
    targets: NDArray[np.int64]


def network_of(graph: Any) -> Network | None:
    """What a graph of a known kind holds; None for anything else."""
    for is_mine, convert in _KINDS:
        if is_mine(graph):
            return convert(graph)
    return None


def _from_networkx(graph: Any) -> Network:
    _require_directed(graph, graph.is_directed())
    nodes = list(graph.nodes)
    number = {node: i for i, node in enumerate(nodes)}
    return Network(_named(nodes), *_pairs((number[u], number[v]) for u, v in graph.edges()))


def _from_rustworkx(graph: Any) -> Network:
    _require_directed(graph, hasattr(graph, "predecessors"))
    indices = list(graph.node_indices())
    number = {index: i for i, index in enumerate(indices)}
    payloads = list(graph.nodes())
    named = all(isinstance(payload, str | int) for payload in payloads)
    return Network(
        _named(payloads if named else indices), *_pairs((number[u], number[v]) for u, v in graph.edge_list())
    )


def _from_igraph(graph: Any) -> Network:
    _require_directed(graph, graph.is_directed())
    nodes = graph.vs["name"] if "name" in graph.vs.attributes() else range(graph.vcount())
    return Network(_named(list(nodes)), *_pairs(graph.get_edgelist()))


def _from_sparse(matrix: Any) -> Network:
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise GraphError(
            f"a sparse array of shape {matrix.shape}",
            allowed="an adjacency matrix is square",
            do="give one row and one column a node",
        )
    entries = matrix.tocoo()
    present = entries.data != 0
    sources, targets = (side[present].astype(np.int64) for side in (entries.row, entries.col))
    return Network(Names.numbered(matrix.shape[0]), sources, targets)


_KINDS: Sequence[tuple[Callable[[Any], bool], Callable[[Any], Network]]] = (
    (lambda graph: hasattr(graph, "is_directed") and hasattr(graph, "adj"), _from_networkx),
    (lambda graph: hasattr(graph, "node_indices") and hasattr(graph, "edge_list"), _from_rustworkx),
    (lambda graph: hasattr(graph, "vs") and hasattr(graph, "get_edgelist"), _from_igraph),
    (lambda graph: hasattr(graph, "tocoo") and hasattr(graph, "shape"), _from_sparse),
)


def _require_directed(graph: Any, directed: bool) -> None:
    if not directed:
        raise GraphError(
            f"an undirected {type(graph).__name__}",
            allowed="edges lead from parents to children, or the other way",
            do="give a directed graph",
        )


def _named(nodes: list[Any]) -> Names:
    holder: dict[str, Any] = {}
    for node in nodes:
        name = str(node)
        if name in holder:
            raise GraphError(
                f"the nodes {holder[name]!r} and {node!r} are both named {name!r}",
                allowed="nodes are named by their text, each differently",
                do="rename one of them",
            )
        holder[name] = node
    return Names.from_strings(holder)


def _pairs(edges: Iterable[tuple[int, int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    both = np.array(list(edges), dtype=np.int64).reshape(-1, 2)
    return both[:, 0].copy(), both[:, 1].copy()
