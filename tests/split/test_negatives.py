"""Negatives: half for either end, never in the closure, uniform over what is allowed."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.errors import SplitError
from diskembed.graph.dag import DAG
from diskembed.split import negatives
from diskembed.split.negatives import negatives_of
from diskembed.split.pairs import Pairs
from split.naive import binary_tree, chain, closure_of, deep_dags, edges_of


def corrupted(dag, pairs, count=10, seed=0):
    drawn = negatives_of(
        Pairs.of(*zip(*pairs, strict=True)), dag.closure(), dag.names, count, np.random.default_rng(seed)
    )
    rows = list(drawn)
    return [rows[i : i + count] for i in range(0, len(rows), count)]


@given(deep_dags(), st.sampled_from([2, 4, 10]), st.integers(0, 9))
def test_half_keeps_the_ancestor_and_half_the_descendant(dag, count, seed):
    pairs = closure_of(edges_of(dag))
    positives = sorted(pairs)
    for (above, below), found in zip(positives, corrupted(dag, positives, count, seed), strict=True):
        assert not set(found) & pairs
        assert all(a != d for a, d in found)
        assert all(a == above for a, _ in found[: count // 2])
        assert all(d == below for _, d in found[count // 2 :])
        for half, free in (
            (
                {d for _, d in found[: count // 2]},
                [v for v in range(len(dag)) if (above, v) not in pairs and v != above],
            ),
            (
                {a for a, _ in found[count // 2 :]},
                [u for u in range(len(dag)) if (u, below) not in pairs and u != below],
            ),
        ):
            assert half <= set(free)
            assert len(half) == min(len(free), count // 2)


def test_many_nodes_are_drawn_by_rejection_and_differ():
    dag = binary_tree(9)
    pairs = sorted(closure_of([(1, 3), (3, 7), (1, 7)]))
    for (above, below), found in zip(pairs, corrupted(dag, pairs, 200), strict=True):
        assert len(set(found)) == 200
        assert not dag.closure().contains(*np.array(found).T).any()
        assert {a for a, _ in found[:100]} == {above}
        assert {d for _, d in found[100:]} == {below}


@pytest.mark.parametrize("tree", [binary_tree(3), binary_tree(6)], ids=["listed", "rejected"])
def test_every_allowed_node_is_equally_likely(tree):
    """From both sides of the choice between listing and rejection."""
    found = corrupted(tree, [(1, 7)] * 6000, 2)
    below = set(range(len(tree))) - {1} - {d for a, d in closure_of(edges_of(tree)) if a == 1}
    above = set(range(len(tree))) - {7, 3, 1, 0}
    for seen, allowed in (
        (Counter(d for (_, d), _ in found), below),
        (Counter(a for _, (a, _) in found), above),
    ):
        assert set(seen) == allowed
        expected = 6000 / len(allowed)
        squares = sum((seen[node] - expected) ** 2 / expected for node in allowed)
        assert squares < len(allowed) + 5 * np.sqrt(2 * len(allowed))


def test_a_root_above_everything_has_its_other_end_kept():
    tree = binary_tree(2)
    (found,) = corrupted(tree, [(0, 3)])
    assert all(d == 3 and a not in {0, 1, 3} for a, d in found)
    assert {a for a, _ in found} == {2, 4, 5, 6}
    (found,) = corrupted(tree.reversed(), [(3, 0)])
    assert all(a == 3 and d not in {0, 1, 3} for a, d in found)


def test_too_few_nodes_are_repeated():
    (found,) = corrupted(chain(4), [(1, 3)])
    assert found == [(1, 0)] * 10
    (found,) = corrupted(chain(5), [(2, 3)])
    assert sorted(found[:5]) in ([(2, 0)] * 2 + [(2, 1)] * 3, [(2, 0)] * 3 + [(2, 1)] * 2)
    assert found[5:] == [(4, 3)] * 5


def test_a_pair_without_any_negative_is_named():
    with pytest.raises(SplitError, match=r"\('0', '3'\) has no negative.*drop_roots"):
        corrupted(chain(4), [(1, 3), (0, 3)])
    with pytest.raises(SplitError, match="has no negative"):
        corrupted(DAG.from_edges([("a", "b")]), [(0, 1)])


def test_chunks_follow_one_another(monkeypatch):
    tree = binary_tree(4)
    pairs = sorted(closure_of(edges_of(tree)))
    monkeypatch.setattr(negatives, "CHUNK", 7)
    for (above, below), found in zip(pairs, corrupted(tree, pairs), strict=True):
        assert {a for a, _ in found[:5]} <= {above} or {d for _, d in found[:5]} == {below}
        assert {d for _, d in found[5:]} == {below}


@given(st.lists(st.lists(st.integers(0, 4), min_size=6, max_size=6), min_size=1), st.data())
def test_repeats_agree_with_their_twin(rows, data):
    flat = [value for row in rows for value in row]
    places = sorted(data.draw(st.sets(st.integers(0, len(flat) - 1))))
    naive = [rows[place // 6].count(flat[place]) > 1 for place in places]
    found = negatives.stand_twice(np.array(flat, np.int32), 6, np.array(places, np.int64))
    assert found.tolist() == naive


def test_no_positives_have_no_negatives():
    tree = binary_tree(2)
    assert len(negatives_of(Pairs.empty(), tree.closure(), tree.names, 10, np.random.default_rng(0))) == 0
