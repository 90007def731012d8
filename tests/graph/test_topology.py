"""Walks over a graph, each against a naive twin or networkx."""

from itertools import pairwise

import networkx as nx
import numpy as np
from hypothesis import given

from diskembed.graph.csr import adjacency
from diskembed.graph.topology import back_edges, reach_from, shortest_cycle_through, topological_order
from graph.strategies import dag_edges, edge_lists


def rows(n, edges):
    array = np.array(edges, np.int64).reshape(-1, 2)
    return adjacency(array[:, 0], array[:, 1], n)


def as_networkx(n, edges):
    graph = nx.DiGraph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges)
    return graph


@given(dag_edges())
def test_the_order_puts_ancestors_first_and_depth_is_the_longest_way(drawn):
    n, edges = drawn
    parents, children = rows(n, edges)
    order, depth = topological_order(parents.indptr, children.indptr, children.indices)
    place = {int(node): i for i, node in enumerate(order)}
    assert sorted(place) == list(range(n))
    assert all(place[a] < place[b] for a, b in edges)
    longest = dict.fromkeys(range(n), 0)
    for node in nx.topological_sort(as_networkx(n, edges)):
        longest[node] = max((longest[a] + 1 for a, b in edges if b == node), default=0)
    assert depth.tolist() == [longest[node] for node in range(n)]


@given(edge_lists())
def test_a_cycle_shortens_the_order(drawn):
    n, edges = drawn
    parents, children = rows(n, edges)
    order, _ = topological_order(parents.indptr, children.indptr, children.indices)
    assert (len(order) == n) == nx.is_directed_acyclic_graph(as_networkx(n, edges))


@given(edge_lists())
def test_reaching_equals_networkx(drawn):
    n, edges = drawn
    _, children = rows(n, edges)
    graph = as_networkx(n, edges)
    for start in range(n):
        seen = reach_from(children.indptr, children.indices, np.array([start], np.int32))
        assert set(np.flatnonzero(seen).tolist()) == {start} | nx.descendants(graph, start)


@given(edge_lists())
def test_without_back_edges_no_cycle_is_left_and_each_closed_one(drawn):
    n, edges = drawn
    _, children = rows(n, edges)
    closing = back_edges(children.indptr, children.indices)
    pairs = np.stack([children.rows, children.indices], axis=1)
    opened = as_networkx(n, pairs[~closing].tolist())
    assert nx.is_directed_acyclic_graph(opened)
    for above, below in pairs[closing].tolist():
        assert above == below or nx.has_path(opened, below, above)


@given(edge_lists())
def test_the_cycle_through_a_node_is_a_shortest_one(drawn):
    n, edges = drawn
    _, children = rows(n, edges)
    graph = as_networkx(n, edges)
    for start in range(n):
        cycle = shortest_cycle_through(children.indptr, children.indices, start).tolist()
        back = [
            1 + nx.shortest_path_length(graph, b, start)
            for a, b in edges
            if a == start and nx.has_path(graph, b, start)
        ]
        assert len(cycle) == (min(back) + 1 if back else 0)
        if cycle:
            assert cycle[0] == cycle[-1] == start
            assert all(graph.has_edge(a, b) for a, b in pairwise(cycle))
