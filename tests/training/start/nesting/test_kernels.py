"""The kernels of nesting, each against a naive statement of what it does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diskembed.training.random import piece_state
from diskembed.training.start.directions import spread_directions
from diskembed.training.start.forest import Forest
from diskembed.training.start.nesting.containers import Family, balance_of_movers, balance_within
from diskembed.training.start.nesting.placing import place
from diskembed.training.start.nesting.rays import NEVER, drop_to_be_held
from diskembed.training.start.nesting.requests import requests
from diskembed.training.start.nesting.rooms import SHARED, SLACK, rooms

from .test_nesting import DAG, forest


def dag_of(seed, n=40, extra=12):
    rng = np.random.default_rng(seed)
    above, below = np.sort(rng.integers(0, n, (extra, 2)), axis=1).T
    tree = np.stack([rng.integers(0, np.arange(1, n)), np.arange(1, n)])
    further = np.stack([above, below])[:, above < below]
    return DAG.from_arrays(*np.concatenate([tree, further], axis=1), n_nodes=n)


def nested(dag, n=3, seed=0):
    """Rows in which the forest's edges hold, and all that led to them."""
    known = dag.closure().to_csr()
    chosen = Forest.of(dag, rank=known.degrees)
    families, children = chosen.families, dag.children
    directions = spread_directions(families.indptr, families.indices, n, len(dag), piece_state(seed))
    drops, extents = rooms(
        dag.order[::-1].astype(np.int64), chosen.parent, families.indptr, families.indices,
        children.indptr, children.indices, directions,
    )  # fmt: skip
    asked, weights = requests(dag, chosen)
    rows = place(
        np.lexsort((-chosen.size, chosen.level)), chosen.parent, directions, drops, extents,
        asked.indptr, asked.indices, weights, piece_state(seed, 1),
    )  # fmt: skip
    return chosen, known, directions, drops, extents, rows


@given(seed=st.integers(0, 999))
@settings(max_examples=25, deadline=None)
def test_rooms_leave_what_the_triangle_inequality_asks(seed):
    dag = dag_of(seed)
    chosen, _, directions, drops, extents, rows = nested(dag, seed=seed)
    for node in range(len(dag)):
        family = [int(child) for child in chosen.families[node]]
        shared = [int(child) for child in dag.children[node] if int(child) not in family]
        if family or shared:
            drop = drops[family[0]] if family else max([1.0, *(SHARED * extents[i] for i in shared)])
            assert extents[node] == pytest.approx(drop + max(extents[i] for i in family + shared))
        for i in family:
            assert drops[i] >= max([1.0, *(SHARED * extents[j] for j in shared)])
            for j in family:
                apart = np.linalg.norm(directions[i] - directions[j])
                assert i == j or drops[i] * apart >= 2 * max(extents[i], extents[j]) * (1 - 1e-9)
        home = int(chosen.parent[node])
        if home >= 0:
            assert np.linalg.norm(rows[node, :-1] - rows[home, :-1]) == pytest.approx(
                (1 - SLACK) * drops[node]
            )
            assert rows[home, -1] - rows[node, -1] == pytest.approx(drops[node])


@given(seed=st.integers(0, 999))
@settings(max_examples=25, deadline=None)
def test_requests_are_those_along_both_ways_up(seed):
    dag = dag_of(seed)
    chosen = Forest.of(dag, rank=dag.closure().to_csr().degrees)
    asked, weights = requests(dag, chosen)
    expected = []
    for above, below in zip(*(side.tolist() for side in dag.edges()), strict=True):
        home = int(chosen.parent[below])
        if above == home:
            continue
        left, right = ([*ways(chosen, end)] for end in (home, above))
        left, right = [i for i in left if i not in right], [i for i in right if i not in left]
        weight = chosen.size[below] * max(1, len(right))
        expected += [(i, above, weight) for i in left] + [(i, home, weight) for i in right]
    found = zip(asked.rows.tolist(), asked.indices.tolist(), weights.tolist(), strict=True)
    assert sorted(found) == sorted(expected)


def ways(chosen, node):
    while node >= 0:
        yield node
        node = int(chosen.parent[node])


@given(seed=st.integers(0, 999), mode=st.sampled_from(["pairs", "weighed"]))
@settings(max_examples=25, deadline=None)
def test_balances_are_the_naive_sums(seed, mode):
    dag = dag_of(seed)
    chosen, known, *_, rows = nested(dag, seed=seed)
    rng, n = np.random.default_rng(seed), len(dag)
    costs = (np.full(n, 0.5), np.full(n, 0.5)) if mode == "pairs" else rng.random((2, n))
    family = Family.of(chosen.families, known, *costs)
    node = int(rng.integers(n))
    movers = np.array([i for i in range(n) if node in ways(chosen, i)])
    movers = np.concatenate([[node], movers[movers != node]])
    shift = rng.normal(size=rows.shape[1]) * rng.choice([0.0, 1.0, 10.0])
    shifted = rows.copy()
    shifted[movers] += shift
    true = np.zeros((n, n), bool)
    true[known.indices, known.rows] = True
    room = shifted[:, None, -1] - shifted[None, :, -1]
    apart = ((shifted[:, None, :-1] - shifted[None, :, :-1]) ** 2).sum(axis=-1)
    inside = (room >= 0) & (apart <= room * room)
    value = inside * np.where(true, 1.0, -(costs[0][:, None] + costs[1][None, :]))
    others = np.setdiff1d(np.arange(n), movers)
    stack, marked = np.zeros(n + 1, np.int64), np.isin(np.arange(n), movers)
    assert balance_of_movers(node, movers, shift, rows, family, stack) == pytest.approx(
        value[np.ix_(others, movers)].sum()
    )
    assert balance_within(node, shift, rows, family, marked, stack) == pytest.approx(
        value[np.ix_(movers, others)].sum()
    )


@given(seed=st.integers(0, 9999))
@settings(max_examples=200, deadline=None)
def test_the_drop_is_the_least_from_which_on_another_disk_holds(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 6))
    home, other = rng.normal(size=(2, n + 1))
    direction = rng.normal(size=n)
    direction /= np.linalg.norm(direction)

    def held(drop):
        centre = home[:n] + (1 - SLACK) * drop * direction
        return (1 + SLACK) * np.linalg.norm(centre - other[:n]) <= other[n] - home[n] + drop

    drop = drop_to_be_held(home, other, direction)
    gap = np.linalg.norm(home[:n] - other[:n])
    tried = np.linspace(0.0, 4.0 * gap, 400)
    if drop == NEVER:
        assert not any(map(held, tried))
    else:
        assert held(drop * (1 + 1e-6) + 1e-12)
        assert not any(held(s) for s in tried if s < drop * (1 - 1e-6))


def test_a_forest_asks_for_nothing():
    dag = forest(30, 2, 0)
    asked, weights = requests(dag, Forest.of(dag))
    assert not len(asked.indices)
    assert not len(weights)
