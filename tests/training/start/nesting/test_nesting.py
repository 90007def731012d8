"""Nested disks: a forest exactly, several parents where that pays, in spaces that are flat in the small."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diskembed.geometry import registry
from diskembed.graph.dag import DAG
from diskembed.order.containment import protrusion
from diskembed.training.start.nesting import covered, nest, nests_in

SPACES = ("euclid", "sphere", "hyperboloid")


def forest(n, roots, seed):
    """Each node but the roots below a random earlier one, numbered at random."""
    rng = np.random.default_rng(seed)
    number = rng.permutation(n)
    below = np.arange(roots, n)
    return DAG.from_arrays(number[rng.integers(0, below)], number[below], n_nodes=n)


def told(dag, geometry, weighing="pairs", seed=0):
    """Which ordered pairs of different nodes nested disks tell, and which are true."""
    known = dag.closure().to_csr()
    rows = nest(dag, known, geometry, weighing, seed=seed)
    x, r = rows[:, :-1], rows[:, -1]
    inside = np.array([protrusion(geometry, x[i], r[i], x, r) <= 0 for i in range(len(dag))])
    np.fill_diagonal(inside, False)
    true = np.zeros((len(dag), len(dag)), bool)
    true[known.indices, known.rows] = True
    return inside, true


@given(n=st.integers(1, 60), roots=st.integers(1, 3), dim=st.integers(2, 9), seed=st.integers(0, 99))
@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("space", SPACES)
def test_a_forest_nests_without_one_false_or_missing_pair(space, n, roots, dim, seed):
    dag = forest(n, min(roots, n), seed)
    for graph in (dag, dag.reversed()):
        inside, true = told(graph, registry.make(space, dim), seed=seed)
        np.testing.assert_array_equal(inside, true)


@pytest.mark.parametrize(
    "edges",
    [
        [(i, i + 1) for i in range(3000)],
        [(0, i) for i in range(1, 2500)],
        [(i, 0) for i in range(1, 2500)],
        [(0, 1), (0, 2), (1, 3), (2, 3)],
    ],
    ids=["chain", "star", "star upwards", "diamond"],
)
def test_odd_shapes(edges):
    inside, true = told(DAG.from_arrays(*np.array(edges).T), registry.make("euclid", 3))
    np.testing.assert_array_equal(inside, true)


def test_one_node_and_no_edge():
    for n in (1, 5):
        dag = DAG.from_arrays(np.empty(0, np.int64), np.empty(0, np.int64), n_nodes=n)
        inside, _ = told(dag, registry.make("sphere", 2))
        assert not inside.any()


@given(seed=st.integers(0, 999), extra=st.integers(1, 25))
@settings(max_examples=40, deadline=None)
def test_adoption_wins_more_pairs_than_it_costs(seed, extra):
    """Without second parents the forest's own pairs are told; with them, no fewer net of false ones."""
    rng = np.random.default_rng(seed)
    tree = forest(50, 1, seed)
    order = np.argsort(tree.depth, kind="stable")
    first, second = np.sort(rng.integers(0, 50, (extra, 2)), axis=1).T
    apart = first < second
    above, below = tree.edges()
    more = order[first[apart]], order[second[apart]]
    dag = DAG.from_arrays(np.append(above, more[0]), np.append(below, more[1]), n_nodes=50)
    inside, true = told(dag, registry.make("euclid", 4), seed=seed)
    net = (inside & true).sum() - (inside & ~true).sum()
    assert net >= covered(dag, dag.closure().to_csr()) * true.sum() - 1e-9


def test_a_reversed_graph_is_the_mirror_image():
    dag = forest(80, 2, 3)
    geometry = registry.make("euclid", 4)
    forward = nest(dag, dag.closure().to_csr(), geometry, "pairs", seed=1)
    turned = dag.reversed()
    backward = nest(turned, turned.closure().to_csr(), geometry, "pairs", seed=1)
    np.testing.assert_array_equal(backward[:, :-1], forward[:, :-1])
    np.testing.assert_array_equal(backward[:, -1], -forward[:, -1])


def test_implied_edges_change_nothing():
    dag = forest(60, 1, 5)
    closed = DAG.from_arrays(*(side.astype(np.int64) for side in dag.closure().pairs()), n_nodes=60)
    known = dag.closure().to_csr()
    geometry = registry.make("euclid", 4)
    first, second = (nest(graph, known, geometry, "corruptions", seed=0) for graph in (dag, closed))
    np.testing.assert_array_equal(first, second)


def test_the_share_that_a_forest_covers():
    tree = forest(40, 1, 0)
    assert covered(tree, tree.closure().to_csr()) == 1.0
    assert covered(tree.reversed(), tree.reversed().closure().to_csr()) == 1.0
    diamond = DAG.from_edges([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
    assert covered(diamond, diamond.closure().to_csr()) == pytest.approx(4 / 5)


def test_spaces_that_are_flat_in_the_small():
    assert {name for name in registry.names() if nests_in(registry.make(name, 3))} == set(SPACES)
