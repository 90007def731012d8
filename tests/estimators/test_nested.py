"""Disks that nest by construction: by choice, and by themselves where a graph is nearly a forest."""

from __future__ import annotations

import numpy as np
import pytest

from diskembed.errors import ParameterError
from diskembed.estimators import run
from diskembed.estimators.families import DiskEmbedding, EuclideanCones, PoincareEmbedding
from diskembed.estimators.threshold import judge_of_columns
from diskembed.graph.dag import DAG

from .graphs import f1_of_all_pairs, taxonomy


def tree(n=200, seed=0):
    below = np.arange(1, n)
    return DAG.from_arrays(np.random.default_rng(seed).integers(0, below), below)


@pytest.mark.parametrize("geometry", ["euclid", "sphere", "hyperboloid"])
def test_a_tree_is_told_without_an_error(geometry):
    for graph in (tree(), tree().reversed()):
        embedding = DiskEmbedding(geometry=geometry, dim=4, epochs=2, progress=False).fit(graph).embedding_
        assert embedding.provenance["construction"] == "nested"
        assert embedding.threshold == 0.0
        assert f1_of_all_pairs(embedding, graph) == 1.0


def test_the_better_of_both_is_kept():
    dag = taxonomy()
    trained, nested, best = (
        f1_of_all_pairs(DiskEmbedding(dim=6, progress=False, **options).fit(dag).embedding_, dag)
        for options in ({"start": "graph", "epochs": 40}, {"start": "nested", "epochs": 0}, {"epochs": 40})
    )
    assert best == max(trained, nested)


def test_no_epoch_keeps_the_start_as_it_is():
    model = DiskEmbedding(dim=4, start="nested", epochs=0, progress=False)
    embedding = model.fit(tree()).embedding_
    assert embedding.provenance["epochs"] == 0
    assert not model.history_
    assert f1_of_all_pairs(embedding, tree()) == 1.0


@pytest.mark.parametrize(
    ("family", "options", "construction"),
    [
        (DiskEmbedding, {"start": "nested", "epochs": 0}, "nested"),
        (DiskEmbedding, {"start": "graph", "epochs": 0}, "graph"),
        (DiskEmbedding, {"start": "random", "epochs": 0}, "random"),
        (PoincareEmbedding, {"epochs": 0}, "random"),
        (EuclideanCones, {"epochs": 0}, "nested"),
        (DiskEmbedding, {"start": "nested", "epochs": 1, "polish": 0}, "trained"),
    ],
)
def test_an_embedding_says_how_it_was_made(family, options, construction):
    embedding = family(dim=4, progress=False, **options).fit(tree()).embedding_
    assert embedding.provenance["construction"] == construction


def test_what_was_taken_over_says_so():
    older = DiskEmbedding(dim=4, start="graph", epochs=1, progress=False).fit(tree()).embedding_
    untouched = DiskEmbedding(dim=4, epochs=0, progress=False).fit(tree(), warm_start=older).embedding_
    assert untouched.provenance["construction"] == "taken over"
    assert np.array_equal(untouched.rows, older.rows)


def test_each_rows_are_scored_once_for_the_choice_and_the_threshold(monkeypatch):
    dag, scored = tree(), []

    def counted(model, graph, *, seed):
        judge = judge_of_columns(model, graph, seed=seed)
        return lambda rows: scored.append(rows) or judge(rows)

    monkeypatch.setattr(run, "judge_of_columns", counted)
    DiskEmbedding(dim=4, epochs=2, progress=False).fit(dag)
    assert len(scored) == 2  # what was trained, and what was built
    DiskEmbedding(dim=4, epochs=2, start="graph", polish=0, progress=False).fit(dag)
    assert len(scored) == 3


def test_a_chosen_start_is_kept_to():
    embedding = DiskEmbedding(dim=4, start="graph", epochs=1, polish=0, progress=False).fit(tree()).embedding_
    assert embedding.provenance["construction"] == "trained"


@pytest.mark.parametrize("options", [{"geometry": "cube"}, {"known": "edges"}, {"geometry": "simplex"}])
def test_what_cannot_nest_says_so(options):
    with pytest.raises(ParameterError, match="cannot start from nested disks"):
        DiskEmbedding(dim=4, start="nested", progress=False, **options).fit(taxonomy())
