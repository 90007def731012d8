"""A graph in another order is the same graph."""

import numpy as np
from hypothesis import given

from diskembed.graph.dag import DAG
from diskembed.graph.renumber import inverse, renumbered

from .strategies import dag_edges


@given(dag_edges())
def test_edges_keep_their_names(case):
    n, edges = case
    dag = DAG.from_edges([(f"n{a}", f"n{b}") for a, b in edges], nodes=[f"n{i}" for i in range(n)])
    order = np.random.default_rng(len(dag)).permutation(len(dag)).astype(np.int32)
    other = renumbered(dag, order)
    assert list(other.names) == [dag.names[i] for i in order]
    assert {*map(tuple, pairs(other))} == {*map(tuple, pairs(dag))}
    for rows in (other.parents, other.children):
        for row in range(len(rows)):
            assert (np.diff(rows[row]) > 0).all()
    np.testing.assert_array_equal(inverse(order)[order], np.arange(len(dag)))


def pairs(dag):
    above, below = dag.edges()
    return zip(dag.names[above], dag.names[below], strict=True)


def test_merged_nodes_keep_their_members():
    dag = DAG.from_edges([("a", "b"), ("b", "a"), ("b", "c"), ("c", "d")], on_cycle="collapse")
    other = renumbered(dag, np.arange(len(dag) - 1, -1, -1, dtype=np.int32))
    for name in "abcd":
        assert set(other.members(name)) == set(dag.members(name))
