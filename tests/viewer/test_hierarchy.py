"""Who contains whom, against asking the embedding pair by pair."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.embedding import Embedding
from diskembed.errors import MemoryBudgetError
from diskembed.graph.dag import DAG
from diskembed.viewer import hierarchy
from diskembed.viewer.hierarchy import Hierarchy, placed_edges, steps_from_root, told_pairs
from embeddings import CASES, IDS, embedding_of
from viewer.maps import dag, disks, random_forest


@pytest.mark.parametrize(("model", "rows"), CASES, ids=IDS)
def test_pairs_are_those_that_the_embedding_contains(model, rows):
    embedding = embedding_of(model, rows)
    numbers = np.arange(len(rows))
    above, below, found = told_pairs(embedding, numbers)
    told = set(zip(above.tolist(), below.tolist(), strict=True))
    asked = {
        (int(a), int(b)) for a in numbers for b in numbers if a != b and embedding.contains(int(a), int(b))
    }
    assert told == asked
    assert np.array_equal(found, embedding.protrusion(above, below))


def test_several_threads_and_some_nodes_only():
    embedding = disks()
    numbers = np.array([1, 3, 4, 6])
    one, two = (Hierarchy.of(embedding, numbers, threads=threads) for threads in (1, 3))
    assert one.ancestors.indices.tolist() == two.ancestors.indices.tolist()
    for node in range(len(numbers)):
        asked = {o for o in range(4) if o != node and embedding.contains(int(numbers[o]), int(numbers[node]))}
        assert set(one.ancestors[node].tolist()) == asked


def test_parents_are_the_graphs_where_it_is_told_exactly():
    graph, embedding = dag(), disks()
    told = Hierarchy.of(embedding, np.arange(len(graph)))
    given_ = Hierarchy.of(embedding, np.arange(len(graph)), graph=graph)
    pug = graph.number("pug")
    assert [graph.names[i] for i in given_.path(pug)] == ["animal", "mammal", "dog", "pug"]
    assert told.path(pug)[-1] == pug
    assert given_.depth.tolist() == graph.depth.tolist()
    assert given_.parent[graph.number("rock")] == -1


def test_a_graph_that_knows_other_nodes():
    embedding = disks()
    names = embedding.names
    graph = DAG.from_edges([("animal", "vertebrate"), ("vertebrate", "mammal"), ("mammal", "dog")])
    told = Hierarchy.of(embedding, np.arange(len(names)), graph=graph)
    assert names[int(told.parent[names.find("mammal")])] == "animal"  # the vertebrate is not on the map
    assert told.depth[names.find("mammal")] == 2
    assert told.parent[names.find("owl")] == -1


def test_too_many_pairs_are_refused(monkeypatch):
    monkeypatch.setattr(hierarchy, "MOST_PAIRS", 5)
    with pytest.raises(MemoryBudgetError, match="--limit"):
        told_pairs(disks(), np.arange(9))


def test_coincident_disks_make_a_forest_too():
    embedding = disks()
    rows = np.tile(embedding.rows[:1], (5, 1))
    same = Embedding(embedding.names[:5], rows, embedding.model)
    told = Hierarchy.of(same, np.arange(5))
    assert told.ancestors.degrees.tolist() == [4] * 5
    assert sorted(told.depth.tolist()) == [0, 1, 1, 1, 1] or told.depth.max() < 5
    assert (told.parent < 0).sum() == 1


@given(st.integers(1, 60), st.integers(0, 2**32 - 1))
def test_steps_are_counted_by_walking(count, seed):
    parent = random_forest(count, np.random.default_rng(seed))
    depth = steps_from_root(parent)
    for node in range(count):
        steps, at = 0, node
        while parent[at] >= 0:
            at, steps = parent[at], steps + 1
        assert depth[node] == steps


def test_edges_between_the_names_of_a_map():
    graph = dag()
    names = graph.names.take(np.array([graph.number(name) for name in ("dog", "pug", "owl", "mammal")]))
    above, below = placed_edges(graph, names)
    assert {(names[a], names[b]) for a, b in zip(above, below, strict=True)} == {
        ("dog", "pug"),
        ("mammal", "dog"),
    }


def test_a_parent_contains_entirely_where_that_is_asked_for():
    embedding = disks()
    loose = Embedding(embedding.names, embedding.rows, embedding.model, threshold=1e9)  # says yes to all
    numbers = np.arange(len(embedding))
    told, seen = (Hierarchy.of(loose, numbers, entirely=entirely) for entirely in (False, True))
    assert told.depth.max() > seen.depth.max()
    for node, parent in enumerate(seen.parent.tolist()):
        assert parent < 0 or embedding.contains(parent, node)
