"""What a page gets to know of a map."""

import dataclasses

import numpy as np
import pytest

from diskembed.embedding import Embedding
from diskembed.errors import ParameterError, UnknownNameError
from diskembed.models import registry
from diskembed.viewer.atlas import Atlas, most_general
from embeddings import nested
from viewer.maps import disks, named, small


def test_merged_nodes_answer_to_each_of_their_names():
    atlas = Atlas.of(nested(), "merged")
    assert atlas.place("animal") == atlas.place("beast")
    assert atlas.node(atlas.place("beast"))["members"] == ["animal", "beast"]
    assert atlas.contains("beast", "pug")["contains"]


def test_strangers_are_refused_with_the_near_ones():
    for ask in (lambda: small().place("dgo"), lambda: small().contains("animal", "dgo")):
        with pytest.raises(UnknownNameError, match="'dog'"):
            ask()
    for number in (-1, 9):
        with pytest.raises(UnknownNameError, match="node of the map"):
            small().node(number)


def test_the_most_general_nodes_are_drawn_of_too_many():
    embedding = disks()
    atlas = Atlas.of(embedding, "few", most=3)
    assert set(atlas.names) <= {"animal", "mammal", "dog", "bird"}
    assert "animal" in atlas.names
    assert atlas.facts()["nodes"] == 3
    assert atlas.facts()["nodes_of_model"] == 9
    assert "Only the 3 most general of 9 nodes" in atlas.facts()["note"]
    with pytest.raises(UnknownNameError, match="node of the map"):
        atlas.place("bea<gle")
    assert atlas.contains("animal", "pug")["contains"]  # the model knows more than the map shows
    assert most_general(embedding, 9).tolist() == list(range(9))
    for most in (0, 100_001):
        with pytest.raises(ParameterError, match="100,000"):
            Atlas.of(embedding, "none", most=most)


def test_no_node_and_one_node():
    for count in (0, 1):
        for geometry in ("euclid", "hyperboloid", "sphere", "polyhedral"):
            model = registry.make("disks", 3, geometry=geometry)
            rows = np.column_stack([np.tile(model.home.origin(), (count, 1)), np.ones(count)])
            atlas = Atlas.of(Embedding(named(count), rows, model), "small")
            assert atlas.facts()["nodes"] == count
            assert len(atlas.disks) == count * (24 + 16)


def test_float32_rows_and_a_threshold():
    embedding = disks()
    single = dataclasses.replace(embedding, rows=embedding.rows.astype(np.float32), threshold=0.01)
    atlas = Atlas.of(single, "single")
    assert set(atlas.hierarchy.ancestors[atlas.place("pug")].tolist()) >= {
        atlas.place(name) for name in ("animal", "mammal", "dog")
    }
