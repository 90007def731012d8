"""The transitive reduction, against networkx and a naive twin."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings

from diskembed.graph.dag import DAG
from diskembed.graph.reduction import basic_edges, reduced
from graph.naive import basic_pairs, chain, dag_of, random_dag, star
from graph.strategies import dag_edges


def pairs(dag_or_edges):
    above, below = dag_or_edges.edges() if isinstance(dag_or_edges, DAG) else dag_or_edges
    return list(zip(above.tolist(), below.tolist(), strict=True))


@settings(max_examples=1000)
@given(dag_edges(max_nodes=10, max_edges=30))
def test_it_is_what_networkx_says(drawn):
    n, edges = drawn
    graph = nx.DiGraph(edges)
    graph.add_nodes_from(range(n))
    expected = sorted(nx.transitive_reduction(graph).edges(), key=lambda edge: edge[::-1])
    dag = dag_of(n, edges)
    assert pairs(basic_edges(dag)) == expected
    small = dag.reduced()
    assert pairs(small) == expected
    assert small.names == dag.names
    assert sorted(pairs(small.reversed())) == sorted((b, a) for a, b in expected)


@pytest.mark.parametrize("memory", [None, 1000], ids=["strips where ways are long", "climbing only"])
@pytest.mark.parametrize(("n_edges", "span"), [(60_000, None), (6000, 30), (1500, None)])
def test_it_is_what_the_naive_twin_says_over_several_strips(n_edges, span, memory):
    dag = random_dag(1400, n_edges, seed=n_edges, span=span)
    assert pairs(basic_edges(dag, memory=memory)) == basic_pairs(dag)


def test_the_reduction_implies_the_same_closure_and_is_its_own_reduction():
    dag = random_dag(1400, 9000, seed=0)
    small = reduced(dag)
    assert small.n_edges < dag.n_edges
    assert np.array_equal(small.closure("bits").words, dag.closure("bits").words)
    assert pairs(reduced(small)) == pairs(small)


def test_a_complete_order_reduces_to_a_chain():
    above, below = np.triu_indices(600, 1)
    assert pairs(basic_edges(DAG.from_arrays(above, below))) == [(i, i + 1) for i in range(599)]


def test_long_and_wide_graphs_and_graphs_without_edges():
    n = 100_000
    for dag in (chain(n), star(n), star(n).reversed(), dag_of(0, []), dag_of(1, []), dag_of(7, [])):
        small = reduced(dag)
        assert (small.n_nodes, small.n_edges) == (dag.n_nodes, dag.n_edges)
        assert np.array_equal(small.parents.indices, dag.parents.indices)


def test_shortcuts_along_a_chain_of_a_million_are_found():
    n = 1_000_000
    steps, jumps = np.arange(n - 1), np.arange(0, n - 10, 7)
    dag = DAG.from_arrays(np.r_[steps, jumps], np.r_[steps + 1, jumps + 9], n_nodes=n)
    above, below = basic_edges(dag)
    assert np.array_equal(above, steps)
    assert np.array_equal(below, steps + 1)
