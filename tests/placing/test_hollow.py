"""New leaves among nested disks."""

import numpy as np
import pytest

from diskembed.datasets import load
from diskembed.estimators.families import DiskEmbedding
from diskembed.models import registry
from diskembed.placing.hollow import hollow

GEOMETRIES = ("euclid", "hyperboloid", "sphere")


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_a_leaf_has_its_parents_ancestors_and_no_others(geometry):
    dag = load("wordnet-mammals")
    fit = DiskEmbedding(geometry=geometry, dim=5, start="nested", epochs=0, progress=False).fit(dag)
    embedding, exact = fit.embedding_, 0
    some = dag.names.take(np.arange(0, len(dag), 29))
    for parent in some:
        grown = embedding.place("new", parents=parent)
        wanted = {parent, *embedding.ancestors(parent).names}
        assert wanted <= set(grown.ancestors("new").names)
        assert not grown.placement("new").unmet
        exact += wanted == set(grown.ancestors("new").names) and not len(grown.descendants("new"))
    assert exact >= 0.9 * len(some)


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("cutoff", [0.0, 0.05])
def test_whatever_is_found_is_contained_in_what_contains_the_parent(geometry, cutoff):
    """And in nothing else, and contains nothing: by the scores of any disks."""
    model, rng = registry.make("disks", 4, geometry=geometry), np.random.default_rng(0)
    rows = model.random(40, rng, 1.0)
    found = 0
    for parent in range(40):
        row = hollow(rows, model, np.array([parent]), cutoff)
        if row is not None:
            found += 1
            own = np.tile(row, (40, 1))
            holds_parent = model.score(rows, np.tile(rows[parent], (40, 1))) <= cutoff
            holds_parent[parent] = True
            assert ((model.score(rows, own) <= cutoff) == holds_parent).all()
            assert not (model.score(own, rows) <= cutoff)[~holds_parent].any()
    assert found > 0


def test_of_two_parents_the_one_inside_the_other():
    model = registry.make("disks", 3, geometry="euclid")
    rows = np.array([[0.0, 0.0, 4.0], [1.0, 0.0, 2.0], [9.0, 0.0, 1.0]])
    row = hollow(rows, model, np.array([0, 1, 2]), 0.0)
    assert row[:2].tolist() == [1.0, 0.0]
    assert row[2] <= 2.0
    assert hollow(rows, registry.make("order", 3), np.array([0]), 0.0) is None


def test_none_where_others_are_in_the_way():
    model = registry.make("disks", 3, geometry="euclid")
    parent = [0.0, 0.0, 1.0]
    assert hollow(np.array([parent, [0.0, 0.0, 0.5]]), model, np.array([0]), 0.0) is None  # nowhere near
    assert hollow(np.array([parent, [0.8, 0.0, 0.2]]), model, np.array([0]), 0.0) is not None
    assert hollow(np.array([parent]), model, np.array([0]), 0.0).tolist() == parent


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_many_leaves_of_one_parent(geometry):
    """The first takes the middle, the next ones lie around it; none is in another."""
    dag = load("wordnet-mammals")
    fit = DiskEmbedding(geometry=geometry, dim=5, start="nested", epochs=0, progress=False).fit(dag)
    embedding = fit.embedding_
    parent = "dog.n.01"
    wanted = {parent, *embedding.ancestors(parent).names}
    for i in range(8):
        embedding = embedding.place(f"new{i}", parents=parent)
    for i in range(8):
        assert set(embedding.ancestors(f"new{i}").names) == wanted
        assert not len(embedding.descendants(f"new{i}"))
