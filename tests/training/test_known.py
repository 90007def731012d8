"""What no negative may name: lists and spans against sets of pairs."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from diskembed.graph.csr import CSR
from diskembed.training.known import is_known, only_unknown
from diskembed.training.sampler import ROOM, Graph

from .dags import small_dags, small_forests
from .engine import N, nodes
from .naive import Nodes, closure


def all_pairs(n: int) -> list[tuple[int, int]]:
    return [(u, v) for u in range(n) for v in range(n)]


def unknown(graph: Graph, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    proposed = np.zeros((len(pairs), ROOM), np.int32)
    proposed[:, :2] = pairs
    return [tuple(pair) for pair in proposed[: only_unknown(graph, proposed, len(pairs)), :2].tolist()]


@given(small_dags())
def test_what_is_known_is_looked_up(dag):
    n, edges = dag
    known = closure(n, edges)
    graph = Nodes.of(n, edges, known).graph()
    found = {pair for pair in all_pairs(n) if is_known(graph.known_ptr, graph.known, *pair)}
    assert found == known
    assert unknown(graph, all_pairs(n)) == [(u, v) for u, v in all_pairs(n) if u != v and (u, v) not in known]


@given(small_dags())
def test_edges_alone_may_be_known(dag):
    n, edges = dag
    graph = Nodes.of(n, edges, set(edges)).graph()
    assert unknown(graph, all_pairs(n)) == [(u, v) for u, v in all_pairs(n) if u != v and (u, v) not in edges]


@given(small_forests())
def test_spans_alone_tell_of_a_forest(forest):
    n, edges = forest
    known = closure(n, edges)
    whole = Nodes.of(n, edges, known).graph()
    graph = whole._replace(known_ptr=np.zeros_like(whole.known_ptr), known=whole.known[:0])
    assert len(graph.spans) == n
    assert unknown(graph, all_pairs(n)) == [(u, v) for u, v in all_pairs(n) if u != v and (u, v) not in known]


def test_a_long_row_is_looked_up_in_its_middle_and_at_its_ends():
    for row in ([5, 9, 12, 40, 41, 77, 1000], list(range(3, 1000, 31)), [8], [8, 9]):
        pointers = np.array([0, 0, len(row), len(row)], dtype=np.int32)
        known = np.array(row, np.int32)
        assert [u for u in range(1100) if is_known(pointers, known, u, 1)] == row
        assert not any(is_known(pointers, known, u, node) for u in range(1100) for node in (0, 2))


def test_a_hint_may_be_wrong_and_the_row_is_right():
    """Ancestors 64 apart share a bit."""
    row = np.array([3, 70], np.int32)
    pointers = np.zeros(202, np.int32)
    pointers[1:] = 2
    graph = Graph.of(*(CSR(pointers, row) for _ in range(3)), closed=False)
    assert graph.hints[0] == (1 << 3) | (1 << 6)
    assert graph.hints[1:].sum() == 0
    pairs = [(u, v) for u in range(1, 201) for v in (0, 1)]
    assert unknown(graph, pairs) == [(u, v) for u, v in pairs if u != v and (u, v) not in {(3, 0), (70, 0)}]


def test_nothing_is_known_of_a_graph_without_pairs():
    pairs = all_pairs(N)
    graph = nodes(set()).graph()
    assert len(graph.spans) == 0
    assert unknown(graph, pairs) == [(u, v) for u, v in pairs if u != v]
    assert unknown(Nodes.of(2, [], set()).graph(), [(0, 1), (1, 1)]) == [(0, 1)]
