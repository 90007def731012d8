"""Graphs and frames that other libraries hold in memory; none of these libraries has to be installed."""

from __future__ import annotations

from typing import Any

from diskembed.errors import GraphError, ParameterError
from diskembed.graph.raw import RawEdges
from diskembed.graph.read.frames import is_frame, read_frame
from diskembed.graph.read.networks import network_of
from diskembed.graph.read.options import Options

__all__ = ["read_object"]


def read_object(graph: Any, order: str | None = None) -> RawEdges:
    """Edges of a networkx, rustworkx or igraph graph, a scipy sparse matrix, or a frame.

    Nodes are named by their text in networkx, by their payloads in rustworkx where all are strings or
    integers, by their attribute ``name`` in igraph, and else by their numbers. ``order`` says what an edge
    ``u -> v`` means; only a frame whose columns say it can do without.
    """
    options = Options.checked(order)
    network = network_of(graph)
    if network is None:
        if is_frame(graph):
            return read_frame(graph, options.order)
        raise GraphError(
            f"a {type(graph).__name__} was given",
            allowed="expected a path, a graph of networkx, rustworkx or igraph, a scipy sparse matrix, or a "
            "frame of pandas, polars or pyarrow",
            do="use DAG.from_edges for pairs of names and DAG.from_arrays for numbers",
        )
    if options.order is None:
        raise ParameterError(
            f"nothing says which end of an edge of this {type(graph).__name__} is the parent",
            allowed='order="parent,child" where edges lead down, order="child,parent" where they lead up',
            do="pass order",
        )
    ends = network.sources, network.targets
    ancestors, descendants = ends if options.order == "parent,child" else reversed(ends)
    return RawEdges.from_numbers(ancestors, descendants, network.names)
