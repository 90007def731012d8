"""The start from the graph: a forest nests exactly, and a reversed graph is the mirror image."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diskembed.geometry import registry
from diskembed.graph.dag import DAG
from diskembed.order.containment import protrusion
from diskembed.training.random import piece_state
from diskembed.training.start.directions import spread_directions
from diskembed.training.start.packing import MOST_LEVELS, pack, power_radii

GEOMETRIES = ["euclid", "sphere", "hyperboloid", "cube"]


def packed(dag, name, n=4, exponent=2.0, widest=1.0, seed=0):
    return pack(dag, registry.make(name, n), power_radii(exponent, widest), seed=seed)


def protrusions(name, rows, above, below, n=4):
    home = registry.make(name, n)
    return protrusion(home, rows[above, :-1], rows[above, -1], rows[below, :-1], rows[below, -1])


@st.composite
def trees(draw):
    parents = [draw(st.integers(0, i)) for i in range(draw(st.integers(1, 40)))]
    return DAG.from_arrays(parents, np.arange(1, len(parents) + 1))


@pytest.mark.parametrize("name", ["euclid", "sphere", "hyperboloid"])
@settings(max_examples=25)
@given(tree=trees())
def test_every_pair_of_a_tree_is_nested(name, tree):
    rows = packed(tree, name)
    closure = tree.closure().to_csr()
    above, below = closure.indices, closure.rows
    assert protrusions(name, rows, above, below).max(initial=-1.0) <= 1e-9


@pytest.mark.parametrize("name", GEOMETRIES)
def test_siblings_on_the_rim_are_told_apart(name):
    star = DAG.from_arrays(np.zeros(12, int), np.arange(1, 13))
    rows = packed(star, name)
    apart = [(a, b) for a in range(1, 13) for b in range(1, 13) if a != b]
    above, below = map(list, zip(*apart, strict=True))
    assert protrusions(name, rows, above, below).min() > 0.05


@pytest.mark.parametrize("name", ["euclid", "sphere", "hyperboloid"])
def test_a_reversed_graph_starts_as_the_mirror_image(name):
    rng = np.random.default_rng(1)
    below = np.arange(1, 300)
    dag = DAG.from_arrays(rng.integers(0, below), below)
    rows, mirrored = packed(dag, name), packed(dag.reversed(), name)
    assert np.array_equal(rows[:, :-1], mirrored[:, :-1])
    assert np.array_equal(rows[:, -1], -mirrored[:, -1])


def test_several_roots_several_parents_and_isolated_nodes_all_find_a_place():
    dag = DAG.from_edges([("a", "c"), ("b", "c"), ("b", "d"), ("c", "e"), ("d", "e")], nodes=["alone"])
    for name in GEOMETRIES:
        rows = packed(dag, name)
        assert np.isfinite(rows).all()
        tops = [dag.number(top) for top in ("a", "b", "alone")]
        pairs = [(x, y) for x in tops for y in tops if x != y]
        above, below = map(list, zip(*pairs, strict=True))
        assert protrusions(name, rows, above, below).min() > 0


def test_a_long_chain_is_nested_all_the_way():
    length = MOST_LEVELS + 500
    chain = DAG.from_arrays(np.arange(length), np.arange(1, length + 1))
    rows = packed(chain, "euclid")
    assert protrusions("euclid", rows, np.arange(length), np.arange(1, length + 1)).max() <= 1e-9


def test_radii_grow_with_what_lies_below():
    radii = power_radii(2.0)(np.array([1, 4, 9]))
    assert radii.tolist() == [1.0, 2.0, 3.0]
    assert power_radii(2.0, 6.0)(np.array([1, 4, 9])).tolist() == [2.0, 4.0, 6.0]


def test_directions_have_length_one_and_spread_better_than_chance():
    ptr, family = np.array([0, 40]), np.arange(40)
    spread = spread_directions(ptr, family, 3, 41, piece_state(0))
    assert np.allclose(np.linalg.norm(spread[:40], axis=1), 1.0)
    assert (spread[40] == 0).all()
    chance = np.random.default_rng(0).normal(size=(40, 3))
    chance /= np.linalg.norm(chance, axis=1, keepdims=True)

    def nearest(vectors):
        return (vectors @ vectors.T - 2 * np.eye(len(vectors))).max(axis=1).mean()

    assert nearest(spread[:40]) < nearest(chance) - 0.02
