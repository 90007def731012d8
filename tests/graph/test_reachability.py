"""Reachability without a closure equals the closure."""

import numpy as np
import pytest
from hypothesis import given

from diskembed.errors import ParameterError
from diskembed.graph.closure import closure
from diskembed.graph.labels import NO, UNSURE, YES, interval_labels, verdict
from diskembed.graph.reachability import Reachability
from diskembed.jit import kernel
from graph.naive import ancestor_sets, chain, dag_of, random_dag, star
from graph.strategies import dag_edges


@kernel
def table(down, up):
    """What the labels say of every two different nodes."""
    n = len(down)
    out = np.full((n, n), NO, np.int64)
    for ancestor in range(n):
        for descendant in range(n):
            if ancestor != descendant:
                out[ancestor, descendant] = verdict(down, up, ancestor, descendant)
    return out


def matrix(dag):
    out = np.zeros((len(dag), len(dag)), np.bool_)
    for node, above in enumerate(ancestor_sets(dag)):
        out[list(above), node] = True
    return out


@given(dag_edges(max_nodes=15))
def test_it_equals_the_closure(drawn):
    dag = dag_of(*drawn)
    everyone = np.arange(len(dag))
    reaches = Reachability.of(dag).reaches(everyone[:, None], everyone)
    assert np.array_equal(reaches, matrix(dag))


@given(dag_edges(max_nodes=15))
def test_labels_never_lie(drawn):
    dag = dag_of(*drawn)
    index = Reachability.of(dag)
    says, truth = table(index.down, index.up), matrix(dag)
    assert truth[says == YES].all()
    assert not truth[says == NO].any()


@pytest.mark.parametrize("turned", [False, True])
def test_labels_leave_nothing_open_in_a_forest(turned):
    random = np.random.default_rng(0)
    children = np.arange(2, 400)
    dag = dag_of(401, np.c_[random.integers(0, children), children])
    dag = dag.reversed() if turned else dag
    index = Reachability.of(dag)
    assert not (table(index.down, index.up) == UNSURE).any()


@pytest.mark.parametrize(("n_edges", "span"), [(1200, None), (4000, None), (4000, 30), (30_000, None)])
def test_searches_find_what_labels_leave_open(n_edges, span):
    dag = random_dag(1000, n_edges, seed=n_edges, span=span)
    everyone = np.arange(1000, dtype=np.int32)
    index = Reachability.of(dag)
    assert (table(index.down, index.up) == UNSURE).any()
    truth = matrix(dag)
    assert np.array_equal(index.reaches(everyone[:, None], everyone), truth)
    turned = Reachability.of(dag.reversed())
    assert np.array_equal(turned.reaches(everyone[:, None], everyone), truth.T)


def test_labels_of_a_small_graph_by_hand():
    dag = dag_of(4, [(0, 1), (0, 2), (1, 3), (2, 3)])
    labels = interval_labels(dag.children.indptr, dag.children.indices, dag.parents.indptr)
    # the search finishes 3, 1, 2, 0 in turn; 2 reaches 3 although 3 was found below 1
    assert labels.tolist() == [[0, 0, 3], [0, 0, 1], [0, 2, 2], [0, 0, 0]]


def test_long_and_wide_graphs():
    n = 100_000
    index = chain(n).reachability()
    assert index.reaches([0, n - 1, 5, 70_000], [n - 1, 0, 5, 70_001]).tolist() == [True, False, False, True]
    index = star(n).reachability()
    assert index.reaches(0, np.arange(n)).tolist() == [False] + [True] * (n - 1)
    assert not index.reaches(np.arange(n), 0).any()


def test_one_node_no_node_and_what_is_no_node():
    assert dag_of(0, []).reachability().reaches([], []).tolist() == []
    assert dag_of(1, []).reachability().reaches(0, 0).item() is False
    with pytest.raises(ParameterError, match=r"nodes are integers from 0 to 1.*turn names into numbers"):
        dag_of(2, [(0, 1)]).reachability().reaches(["a"], [1])


def test_a_blocked_closure_asks_it():
    dag = random_dag(500, 3000, seed=0)
    some = np.random.default_rng(0).integers(0, 500, (2, 5000))
    found = closure(dag, "blocked").contains(*some)
    assert np.array_equal(found, matrix(dag)[some[0], some[1]])
