"""Questions about several nodes, against answers worked out pair by pair."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diskembed.embedding import Embedding
from diskembed.errors import ParameterError, UnknownNameError
from diskembed.graph.names import Names
from diskembed.models import registry
from embeddings import CASES, IDS, embedding_of, nested

INTERVALS = {
    "thing": (0, 9),
    "animal": (0, 4),
    "dog": (1, 2),
    "pug": (1.5, 0.5),
    "cat": (-2, 1),
    "rock": (7, 1),
}


def intervals(**parts):
    model = registry.make("disks", 2, geometry="euclid")
    return Embedding(Names.from_strings(INTERVALS), np.array(list(INTERVALS.values()), float), model, **parts)


def test_common_ancestors():
    embedding = intervals()
    assert list(embedding.common_ancestors(["pug", "cat"])) == [("thing", -6.0), ("animal", -1.0)]
    assert list(embedding.common_ancestors(["pug", "cat"], k=1).names) == ["thing"]
    assert list(embedding.common_ancestors(["dog", "pug", "dog"]).names) == ["thing", "animal"]
    assert list(embedding.common_ancestors(["animal", "pug"]).names) == ["thing"]
    assert list(embedding.common_ancestors(["pug"])) == list(embedding.ancestors("pug"))
    assert len(embedding.common_ancestors(["thing", "pug"])) == 0


def test_the_most_specific():
    embedding = intervals()
    assert embedding.most_specific(["pug", "cat"]) == "animal"
    assert embedding.most_specific(["pug", "rock"]) == "thing"
    assert embedding.most_specific(["pug"]) == "dog"
    assert embedding.most_specific(np.array([3, 4])) == "animal"
    assert embedding.most_specific(["thing", "pug"]) is None


def test_without_radii_the_most_specific_contains_the_fewest():
    model = registry.make("order", 2)
    rows = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 1.0]])
    embedding = embedding_of(model, rows)
    assert set(embedding.common_ancestors(["n3", "n4"]).names) == {"n0", "n1", "n2"}
    assert embedding.most_specific(["n3", "n4"]) == "n2"


def test_neighbours_are_by_the_distance_of_centres():
    embedding = intervals()
    assert list(embedding.neighbours("dog", k=3)) == [("pug", 0.5), ("thing", 1.0), ("animal", 1.0)]
    everyone = embedding.neighbours("dog")
    assert len(everyone) == 5
    assert "dog" not in everyone


def test_a_path_is_the_longest_chain():
    embedding = intervals()
    assert embedding.path("thing", "pug") == ["thing", "animal", "dog", "pug"]
    assert embedding.path("animal", "cat") == ["animal", "cat"]
    assert embedding.path("cat", "animal") == []
    assert embedding.path("rock", "pug") == []
    assert embedding.path("dog", "dog") == ["dog"]


def test_equal_disks_make_no_circle():
    model = registry.make("disks", 2, geometry="euclid")
    embedding = embedding_of(model, np.array([[0.0, 3.0], [0.0, 1.0], [0.0, 1.0], [0.0, 1.0], [0.0, 0.5]]))
    assert embedding.path("n0", "n4") == ["n0", "n1", "n2", "n3", "n4"]
    assert embedding.path("n3", "n1") == ["n3", "n2", "n1"]


def test_all_pairs_are_those_that_are_contained():
    embedding = intervals()
    found = [(a, b) for block in embedding.all_pairs(threads=1) for a, b in zip(*block, strict=True)]
    n = len(embedding)
    assert sorted(found) == [
        (a, b) for a in range(n) for b in range(n) if a != b and embedding.contains(a, b)
    ]


def test_lists_in_lists_out():
    embedding = intervals()
    both = embedding.ancestors(["pug", "cat"], k=2)
    assert [list(matches) for matches in both] == [
        list(embedding.ancestors(name, 2)) for name in ("pug", "cat")
    ]
    assert [list(m.names) for m in embedding.descendants([2, 5])] == [["pug"], []]
    assert embedding.ancestors([]) == []


def test_members_of_merged_nodes_are_one_node():
    embedding = nested()
    assert embedding.path("beast", "pug") == ["animal", "dog", "pug"]
    assert embedding.most_specific(["dog", "pug"]) == "animal"


def test_what_cannot_be_asked():
    embedding = intervals()
    with pytest.raises(UnknownNameError, match="did you mean 'cat'"):
        embedding.common_ancestors(["dog", "cta"])
    with pytest.raises(UnknownNameError, match="did you mean 'rock'"):
        embedding.path("thing", "rok")
    for ask in (embedding.common_ancestors, embedding.most_specific):
        with pytest.raises(ParameterError, match="no nodes were given"):
            ask([])
    for k in (0, -1, 1.5, True):
        with pytest.raises(ParameterError, match="k="):
            embedding.neighbours("dog", k=k)
        with pytest.raises(ParameterError, match="k="):
            embedding.common_ancestors(["dog"], k=k)
    with pytest.raises(ParameterError, match="threads=0"):
        list(embedding.all_pairs(threads=0))
    with pytest.raises(ParameterError, match="k=None"):
        embedding.neighbours("dog", k=None)


@pytest.mark.parametrize(("model", "rows"), CASES, ids=IDS)
def test_every_model_answers(model, rows):
    embedding = embedding_of(model, rows)
    n, cutoff = len(rows), embedding.cutoff
    scores = embedding.protrusion(np.repeat(np.arange(n), n), np.tile(np.arange(n), n)).reshape(n, n)
    nodes = [0, n - 1]
    common = [i for i in range(n) if i not in nodes and (scores[i, nodes] <= cutoff).all()]
    answer = embedding.common_ancestors(nodes)
    assert sorted(answer.names) == sorted(f"n{i}" for i in common)
    assert (embedding.most_specific(nodes) is None) == (not common)
    assert [name for name, _ in answer] == [
        f"n{i}" for i in sorted(common, key=lambda i: (scores[i, nodes].max(), i))
    ]
    near = embedding.neighbours(0, k=3)
    apart = (scores[0, 1:] + scores[1:, 0]) / 2
    assert near.scores.tolist() == np.sort(apart)[:3].tolist()
    for below in range(1, n):
        path = [embedding.number(name) for name in embedding.path(0, below)]
        assert bool(path) == bool(scores[0, below] <= cutoff)
        assert not path or (path[0], path[-1], len(set(path))) == (0, below, len(path))
        assert all(scores[a, b] <= cutoff for a, b in pairwise(path))


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(-8, 8), st.integers(0, 16)), min_size=2, max_size=9, unique=True))
def test_paths_are_longest(disks):
    """Against all chains, by hand; distinct intervals, so that containment is an order."""
    model = registry.make("disks", 2, geometry="euclid")
    embedding = embedding_of(model, np.array(disks, float))
    n = len(disks)
    inside = [[abs(x - y) <= r - s for y, s in disks] for x, r in disks]

    def longest(a, b):
        through = [m for m in range(n) if m not in (a, b) and inside[a][m] and inside[m][b]]
        return max((longest(a, m) + longest(m, b) - 1 for m in through), default=2)

    for a in range(n):
        for b in range(n):
            if a != b:
                assert len(embedding.path(a, b)) == (longest(a, b) if inside[a][b] else 0)
