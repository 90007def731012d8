"""Which pairs a positive is set against: a twin in plain Python, and what each kind of negative is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.jit import kernel
from diskembed.training import sampler
from diskembed.training.random import piece_state
from diskembed.training.sampler import met_on_the_way, remember

from .dags import small_dags
from .engine import EDGES, ONE_OF_EACH, N, nodes, recipe
from .naive import Nodes, SplitMix, closure
from .naive import met_on_the_way as naive_walk
from .naive import propose as naive_propose

KINDS = [name for name in ONE_OF_EACH if name != "walked"]
EMPTY = np.full((5, 2), -1, np.int32)


@kernel
def propose(chosen, graph, u, v, rows, state, wrong, proposed):
    return sampler.propose(chosen, graph, u, v, rows, state, wrong, proposed)


def proposals(chosen, graph: Nodes, u: int, v: int, seed: int = 0, wrong=EMPTY) -> list[tuple[int, int]]:
    proposed = np.empty((60, sampler.ROOM), np.int32)
    count = propose(
        chosen, graph.graph(), u, v, np.zeros((len(graph), 3)), piece_state(seed), wrong, proposed
    )
    return [tuple(pair) for pair in proposed[:count, :2].tolist()]


def only(**counts: int):
    return recipe(**{**dict.fromkeys(KINDS, 0), **counts})


@given(small_dags(), st.integers(0, 2**40), st.data())
def test_proposals_are_the_naive_twins(dag, seed, data):
    n, edges = dag
    graph = Nodes.of(n, edges, closure(n, edges))
    graph.often = data.draw(st.lists(st.integers(0, n - 1), max_size=5), label="often")
    counts = {kind: data.draw(st.integers(0, 4), label=kind) for kind in KINDS}
    u, v = data.draw(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)))
    ring = [(1, 0), None, (0, 1), None]
    wrong = np.array([(1, 0), (-1, -1), (0, 1), (-1, -1), (-1, 3)], dtype=np.int32)
    random = SplitMix(int(piece_state(seed)[0]))
    expected = naive_propose(recipe(**counts), graph, u, v, random, ring)
    assert proposals(recipe(**counts), graph, u, v, seed, wrong) == expected


@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        ("n_below", {(2, v) for v in range(N)}),
        ("n_above", {(u, 4) for u in range(N)}),
        ("n_up", {(u, v) for u in (0, 2) for v in range(N)}),
        ("n_down", {(u, v) for u in range(N) for v in (4, 6)}),
        ("n_uniform", {(u, v) for u in range(N) for v in range(N)}),
        ("n_often_below", {(2, v) for v in range(N)}),
        ("n_often_above", {(u, 4) for u in range(N)}),
        ("n_near", {(1, 4), (2, 4)}),
        ("n_again", {(7, 3), (8, 8)}),
    ],
)
def test_each_kind_is_what_it_says_and_all_of_it(kind, allowed):
    """For the positive (2, 4): 0 is above 2, 6 below 4; 1 is a sibling of 2."""
    wrong = np.array([(7, 3), (8, 8), (7, 3), (7, 3), (-1, 0)], dtype=np.int32)
    met = [pair for seed in range(150) for pair in proposals(only(**{kind: 4}), nodes(), 2, 4, seed, wrong)]
    assert set(met) == allowed
    assert len(met) == 600


def test_relatives_are_siblings_and_cousins():
    """3 has the sibling 4 and, over the root, the cousin 5; 8 has nobody."""
    met = {pair for seed in range(100) for pair in proposals(only(n_near=2), nodes(), 3, 8, seed)}
    assert met == {(3, 8), (4, 8), (5, 8)}
    met = {pair for seed in range(100) for pair in proposals(only(n_near=2), nodes(), 8, 1, seed)}
    assert met == {(8, 1), (8, 2)}


def test_who_often_is_an_ancestor_is_drawn_often():
    """By the count, and one more, to the power of 3/4; the tree's leaves now and then."""
    above = np.repeat([0, 1, 2], [15, 80, 1]).astype(np.int32)
    often = nodes().graph().drawing_often(above).often
    share = np.bincount(often, minlength=N) / len(often)
    weights = np.array([16.0, 81.0, 2.0] + [1.0] * (N - 3)) ** 0.75
    np.testing.assert_allclose(share, weights / weights.sum(), atol=2 / len(often))
    graph = nodes()
    graph.often = often.tolist()
    met = [v for seed in range(200) for _, v in proposals(only(n_often_below=4), graph, 2, 4, seed)]
    assert abs(np.mean(np.array(met) == 1) - weights[1] / weights.sum()) < 0.06


def test_an_empty_ring_proposes_nothing():
    assert proposals(only(n_again=7), nodes(), 0, 1) == []


def test_walks_meet_each_node_of_the_way_alike():
    edges = [(0, 1), (1, 2), (2, 3), (3, 4)]
    graph = Nodes.of(5, edges, set())
    arrays, state, random = graph.graph(), piece_state(0), SplitMix(int(piece_state(0)[0]))
    met = [met_on_the_way(arrays.up_ptr, arrays.up, 4, state) for _ in range(4000)]
    assert met[:300] == [naive_walk(graph.parents, 4, random) for _ in range(300)]
    counts = np.bincount(met, minlength=5)
    assert counts[4] == 0
    assert abs(counts[:4] - 1000).max() < 5 * np.sqrt(1000)
    assert met_on_the_way(arrays.up_ptr, arrays.up, 0, state) == 0


def test_the_ring_forgets_the_oldest():
    wrong = EMPTY.copy()
    wrong[-1, 1] = 0
    for pair in range(6):
        remember(wrong, pair, pair + 10)
    assert wrong.tolist() == [[4, 14], [5, 15], [2, 12], [3, 13], [-1, 2]]


def test_edges_of_the_handful_are_what_the_tables_above_say():
    assert nodes().children[0] == [1, 2]
    assert nodes().parents[4] == [1, 2]
    assert (2, 4) in EDGES
