"""Choosing among a closure's pairs: the kernel against its twin, and each subset equally often."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.graph.dag import DAG
from diskembed.split.choose import choose_pairs, grouped, mark_chosen
from diskembed.split.pairs import Pairs
from graph.strategies import dag_edges
from split.naive import chain, closure_of, edges_of


def naive_marks(pairs, excluded, left, random):
    for pair in pairs:
        take = left[0] > 0 and pair not in excluded and random.random() * left[1] < left[0]
        left -= [take, left[0] > 0 and pair not in excluded]
        yield take


@given(
    dag_edges(max_nodes=8), dag_edges(max_nodes=8), st.integers(0, 20), st.integers(0, 5), st.integers(0, 30)
)
def test_kernel_agrees_with_its_twin(graph, other, count, seed, cut):
    n = max(graph[0], other[0])
    pairs = sorted(set(graph[1]), key=lambda pair: pair[::-1])
    banned = grouped(n, Pairs.of(*columns(other[1])))
    free = len(set(pairs) - set(other[1]))
    left, again = np.array([min(count, free), free]), np.array([min(count, free), free])
    random = np.random.default_rng(seed)
    marks = []
    for block in (pairs[:cut], pairs[cut:]):
        above, below = (np.array(side, np.int32) for side in columns(block))
        marks += mark_chosen(above, below, banned.indptr, banned.indices, left, random).tolist()
    assert marks == list(naive_marks(pairs, other[1], again, np.random.default_rng(seed)))
    assert left[0] == 0
    assert sum(marks) == min(count, free)


def columns(pairs):
    return [a for a, _ in pairs], [d for _, d in pairs]


@given(dag_edges(), st.data())
def test_chosen_pairs_are_distinct_and_allowed(graph, data):
    n, edges = graph
    dag = DAG.from_arrays([a for a, _ in edges], [d for _, d in edges], n_nodes=n)
    pairs = closure_of(edges)
    banned = data.draw(st.sets(st.sampled_from(sorted(pairs)))) if pairs else set()
    count = data.draw(st.integers(0, len(pairs) - len(banned)))
    excluded = grouped(n, Pairs.of([a for a, _ in banned], [d for _, d in banned]))
    chosen = list(choose_pairs(dag.closure(), excluded, count, np.random.default_rng(0)))
    assert len(chosen) == len(set(chosen)) == count
    assert set(chosen) <= pairs - banned
    assert chosen == sorted(chosen, key=lambda pair: pair[::-1])


def test_every_subset_is_equally_likely():
    dag = chain(4)
    closure, excluded = dag.closure(), grouped(4, Pairs.of(*dag.edges())[:1])
    random = np.random.default_rng(7)
    draws = 5000
    seen = Counter(tuple(choose_pairs(closure, excluded, 2, random)) for _ in range(draws))
    free = sorted(closure_of(edges_of(dag)) - {(0, 1)}, key=lambda pair: pair[::-1])
    assert set(seen) == set(combinations(free, 2))
    assert max(seen.values()) / draws == pytest.approx(0.1, abs=0.02)
    assert min(seen.values()) / draws == pytest.approx(0.1, abs=0.02)


@pytest.mark.parametrize("kind", ["lists", "bits", "blocked"])
def test_each_kind_of_closure_gives_the_same_choice(kind):
    dag = chain(70)
    excluded = grouped(70, Pairs.of(*dag.edges()))
    expected = choose_pairs(dag.closure(), excluded, 500, np.random.default_rng(3))
    assert choose_pairs(dag.closure(kind), excluded, 500, np.random.default_rng(3)) == expected
