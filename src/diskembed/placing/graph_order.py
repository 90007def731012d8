"""In which order a graph's new nodes are placed: each next to one that has a place."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diskembed.errors import GraphError
from diskembed.graph.dag import DAG
from diskembed.query.nodes import Nodes

__all__ = ["placing_order"]

Numbers = NDArray[np.int64]


def placing_order(nodes: Nodes, dag: DAG) -> tuple[Numbers, list[int]]:
    """Where the embedding has each node of the graph (-1 where it does not), and the others in order.

    Ancestors first, so that a node is placed inside all its parents; one without a neighbour that has a place
    waits for one.
    """
    at = nodes.names.find_all(dag.names)
    for number in np.flatnonzero(at < 0):
        at[number] = nodes.aliases.get(dag.names[int(number)], -1)
    placed = at >= 0
    waiting = dag.order[~placed[dag.order]].tolist()
    order: list[int] = []
    while waiting:
        left = []
        for node in waiting:
            if placed[dag.parents[node]].any() or placed[dag.children[node]].any():
                order.append(node)
                placed[node] = True
            else:
                left.append(node)
        if len(left) == len(waiting):
            raise GraphError(
                f"{len(left):,} new nodes are linked to nothing that the embedding has, "
                f"such as {dag.names[left[0]]!r}",
                allowed="each new node leads to a known one, over others if need be",
                do="add an edge to a known node, or train on the whole graph",
            )
        waiting = left
    return at, order
