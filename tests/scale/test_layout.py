"""Which node lives where, and which buckets there are."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

from diskembed.errors import ParameterError
from diskembed.graph.dag import DAG
from diskembed.scale.layout import Layout, bucket_order, nearest_hot


def graph(n: int = 200, seed: int = 0) -> DAG:
    rng = np.random.default_rng(seed)
    below = np.repeat(np.arange(1, n), 2)
    return DAG.from_arrays(rng.integers(0, below), below)


@pytest.mark.parametrize("n_blocks", [2, 3, 4, 7, 16])
def test_a_pass_meets_every_pair_of_blocks_once_and_loads_one_at_a_time(n_blocks):
    order = bucket_order(n_blocks)
    assert sorted(tuple(sorted(pair)) for pair in order) == list(combinations(range(n_blocks), 2))
    assert all(set(one) & set(other) for one, other in pairwise(order))


@pytest.mark.parametrize("n_blocks", [2, 5])
def test_every_node_has_one_place(n_blocks):
    dag = graph()
    layout = Layout.of(dag, n_blocks, seed=3)
    assert sorted(np.concatenate(layout.members)) == list(range(len(dag)))
    for node in range(len(dag)):
        assert layout.members[layout.block[node]][layout.place[node]] == node
    sizes = [len(members) for members in layout.members[:-1]]
    assert max(sizes) - min(sizes) <= 1
    assert all((np.diff(members) > 0).all() for members in layout.members)


def test_the_roots_are_hot():
    dag = graph()
    layout = Layout.of(dag, 2, seed=0)
    assert 0 in layout.hot
    assert len(layout.hot) < len(dag) // 4


def test_the_same_seed_deals_the_same_blocks():
    one, again, other = (Layout.of(graph(), 3, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.block, again.block)
    assert (one.block != other.block).any()


def test_near_hot_nodes_are_ancestors():
    dag = graph()
    is_hot = np.zeros(len(dag), np.bool_)
    is_hot[[0, 3, 9, 20]] = True
    near = nearest_hot(dag.order, dag.parents.indptr, dag.parents.indices, is_hot)
    closure = dag.closure()
    for node, found in enumerate(near.tolist()):
        above = {int(a) for a in closure.ancestors(node)} & {0, 3, 9, 20}
        assert (found < 0) == (not above)
        assert found < 0 or found in above


@pytest.mark.parametrize("wrong", [0, -1, True, 2.0, "4"])
def test_what_is_no_number_of_blocks_is_refused(wrong):
    with pytest.raises(ParameterError, match="partitions="):
        Layout.of(graph(), wrong, seed=0)


def test_more_blocks_than_nodes_are_refused():
    with pytest.raises(ParameterError, match="partitions=16 of 4 nodes"):
        Layout.of(graph(4), 16, seed=0)
