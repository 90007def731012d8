"""Companions: judged as by asking pair by pair, trained where that pays, packed where not."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.embedding import Embedding
from diskembed.errors import RunawayError
from diskembed.graph.csr import CSR
from diskembed.graph.dag import DAG
from diskembed.models import registry
from diskembed.viewer import companion
from diskembed.viewer.atlas import Atlas
from diskembed.viewer.companion import (
    Companion,
    Judge,
    material_of,
    nested_pairs,
    trained_rows,
    without_circles,
)
from diskembed.viewer.hierarchy import Hierarchy
from viewer.maps import dag, disks, named


def crossing():
    """Intervals of which none is a child of one only: a forest cannot tell half of what they do."""
    rng = np.random.default_rng(3)
    rows = np.column_stack([rng.uniform(-8, 8, (60, 2)), rng.uniform(0.5, 8, 60)])
    model = registry.make("disks", 3, geometry="euclid")
    return Embedding(named(60), rows, model)


def hierarchy_of(embedding, **options):
    return Hierarchy.of(embedding, np.arange(len(embedding)), **options)


@given(st.integers(0, 2**32 - 1))
def test_the_judge_counts_as_asking_pair_by_pair(seed):
    rng = np.random.default_rng(seed)
    rows = np.column_stack([rng.normal(size=(12, 2)), rng.uniform(-1, 2, 12)])
    told = rng.random((12, 12)) < 0.3
    np.fill_diagonal(told, False)
    ancestors = CSR(np.append(0, np.cumsum(told.sum(axis=0))), np.nonzero(told.T)[1].astype(np.int32))
    nodes = np.array([0, 3, 4, 11])
    apart = np.hypot(*(rows[:, None, :2] - rows[None, :, :2]).transpose(2, 0, 1))
    inside = apart <= rows[:, None, 2] - rows[None, :, 2]  # [ancestor, descendant]
    np.fill_diagonal(inside, False)
    taken, hits = nested_pairs(rows, ancestors.indptr, ancestors.indices, nodes)
    assert taken == inside[:, nodes].sum()
    assert hits == (inside & told)[:, nodes].sum()
    judge = Judge(ancestors)
    assert judge.nodes.tolist() == list(range(12))
    precision, recall = ((inside & told).sum() / max(part.sum(), 1) for part in (inside, told))
    expected = 0.0 if precision + recall == 0 else 2 * precision * recall / (precision + recall)
    assert judge(rows) == pytest.approx(expected)


def test_of_many_nodes_a_sample_is_judged(monkeypatch):
    monkeypatch.setattr(companion, "ALL", 5)
    monkeypatch.setattr(companion, "SAMPLED", 3)
    told = hierarchy_of(disks())
    judge = Judge(told.ancestors)
    assert len(judge.nodes) == len(set(judge.nodes.tolist())) == 3
    assert Companion.of(told, disks().names).judged_on == 3


def test_a_forest_is_packed_and_all_of_it_is_told():
    embedding = disks("euclid", 5)
    made = Companion.of(hierarchy_of(embedding), embedding.names)
    assert (made.trained, made.agreement) == (False, 1.0)
    assert made.others <= 1.0


def test_what_no_forest_holds_is_trained():
    embedding = crossing()
    told = hierarchy_of(embedding)
    made = Companion.of(told, embedding.names)
    assert made.trained
    assert made.agreement > made.others
    assert Judge(told.ancestors)(made.rows) == made.agreement
    again = Companion.of(told, embedding.names)
    assert np.array_equal(made.rows, again.rows)


def test_a_trained_companion_is_drawn_within_the_square_and_called_trained():
    flat = crossing()
    model = registry.make("disks", 4, geometry="euclid")  # the same disks, one coordinate of which is 0
    rows = np.column_stack([flat.rows[:, :2], np.zeros(60), flat.rows[:, 2]])
    atlas = Atlas.of(Embedding(flat.names, rows, model), "crossing")
    assert atlas.drawing.note.startswith(
        "A companion trained for this picture, not the model's own 4 numbers"
    )
    circles = atlas.drawing.circles
    assert (circles[:, 2] > 0).all()
    assert (np.abs(circles[:, :2]) + circles[:, 2:] <= 1 + 1e-9).all()
    assert Judge(atlas.hierarchy.ancestors)(circles) == pytest.approx(
        Companion.of(atlas.hierarchy, flat.names).agreement, abs=0.02
    )


def test_it_is_trained_on_the_graph_where_there_is_one():
    names = disks().names
    graph = dag()
    material = material_of(hierarchy_of(disks(), graph=graph), names, graph)
    above, below = graph.edges()
    assert {(names[a], names[b]) for a, b in zip(material.above, material.below, strict=True)} == {
        (graph.names[a], graph.names[b]) for a, b in zip(above, below, strict=True)
    }
    stranger = DAG.from_edges([("x", "y")])
    made = Companion.of(hierarchy_of(disks(), graph=stranger), names, graph=stranger)
    assert not made.trained
    assert made.others is None


def test_circles_of_containment_are_no_obstacle():
    ring = CSR(np.array([0, 1, 2, 3]), np.array([2, 0, 1], np.int32))  # 0 below 2 below 1 below 0
    kept = without_circles(ring, np.array([1, 1, 1]))
    assert kept.indptr.tolist() == [0, 0, 1, 2]
    assert kept.indices.tolist() == [0, 1]
    embedding = disks("euclid", 5)
    loose = dataclasses.replace(embedding, threshold=1e9)
    assert np.isfinite(Atlas.of(loose, "all in all").drawing.circles).all()


def test_a_large_relation_is_sampled(monkeypatch):
    monkeypatch.setattr(companion, "PAIRS", 300)
    told = hierarchy_of(crossing())
    rows = trained_rows(material_of(told, crossing().names, None), Judge(told.ancestors))
    assert rows.shape == (60, 3)


def test_without_relations_nothing_is_claimed():
    model = registry.make("disks", 4, geometry="euclid")
    rows = np.array([[0.0, 0, 0, 1], [9, 0, 0, 1], [0, 9, 0, 1]])
    atlas = Atlas.of(Embedding(named(3), rows, model), "apart")
    assert "F1" not in atlas.drawing.note
    assert np.isfinite(atlas.drawing.circles).all()


def test_a_run_that_fails_leaves_the_packed_circles(monkeypatch):
    def runaway(self, state):
        raise RunawayError("a", 1, 1, largest=1.0)

    monkeypatch.setattr(companion.Trainer, "run", runaway)
    made = Companion.of(hierarchy_of(crossing()), crossing().names)
    assert not made.trained
    assert made.others is None


def test_ctrl_c_ends_it(monkeypatch):
    monkeypatch.setattr(companion.Trainer, "run", lambda self, state: state)
    with pytest.raises(KeyboardInterrupt):
        Companion.of(hierarchy_of(crossing()), crossing().names)
