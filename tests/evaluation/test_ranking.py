"""Mean rank and MAP against their definition written out."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diskembed as de
from diskembed.evaluation import ranking as module
from embeddings import CASES, IDS, embedding_of
from evaluation.naive import graph_over, mean_rank_and_map, score_matrix, truth


@pytest.mark.parametrize(("model", "rows"), CASES, ids=IDS)
def test_every_model_is_ranked_as_defined(model, rows):
    embedding = embedding_of(model, rows)
    dag = graph_over(embedding, 1)
    ranking = de.evaluate_ranking(embedding, dag)
    mean_rank, precision = mean_rank_and_map(score_matrix(embedding), truth(dag))
    assert ranking.mean_rank == pytest.approx(mean_rank)
    assert ranking.mean_average_precision == pytest.approx(precision)


@given(st.integers(0, 10_000), st.integers(0, 60), st.booleans())
def test_ties_and_chunks(seed, n_edges, coarse):
    """Integer radii at one point tie with one another."""
    model = de.DiskEmbedding(geometry="euclid", dim=2).model()
    rows = model.random(12, np.random.default_rng(seed), 1.0)
    if coarse:
        rows = np.column_stack([np.zeros(12), np.round(2 * rows[:, 1])])
    embedding = embedding_of(model, rows)
    dag = graph_over(embedding, seed, n_edges)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CHUNK", 5)
        ranking = de.evaluate_ranking(embedding, dag)
    mean_rank, precision = mean_rank_and_map(score_matrix(embedding), truth(dag))
    assert ranking.mean_rank == pytest.approx(mean_rank)
    assert ranking.mean_average_precision == pytest.approx(precision)
    assert ranking.pairs == truth(dag).sum()
    assert ranking.nodes == truth(dag).any(axis=0).sum()


def test_average_precision_is_the_usual_one():
    """The textbook's: relevant at ranks 1, 3 and 6 gives (1/1 + 2/3 + 3/6) / 3."""
    model = de.DiskEmbedding(geometry="euclid", dim=2).model()
    rows = np.array([[float(i), 0.0] for i in range(7)])  # node 0 meets 1, 2, ... 6 in this order
    embedding = embedding_of(model, rows)
    dag = de.DAG.from_edges([("n1", "n0"), ("n3", "n0"), ("n6", "n0")], nodes=embedding.names)
    dag = de.DAG.from_arrays([1, 3, 6], [0, 0, 0], names=embedding.names)
    ranking = de.evaluate_ranking(embedding, dag)
    assert ranking.mean_average_precision == pytest.approx((1 + 2 / 3 + 3 / 6) / 3)
    assert ranking.mean_rank == pytest.approx((1 + 2 + 4) / 3)


def test_scoring_all_alike_gains_nothing():
    model = de.DiskEmbedding(geometry="euclid", dim=2).model()
    embedding = embedding_of(model, np.zeros((9, 2)))
    dag = de.DAG.from_arrays([0], [1], names=embedding.names)
    ranking = de.evaluate_ranking(embedding, dag)
    assert (ranking.mean_rank, ranking.mean_average_precision) == (8.0, 1 / 8)


def test_nothing_to_rank():
    embedding = embedding_of(de.DiskEmbedding(geometry="euclid", dim=2).model(), np.zeros((3, 2)))
    ranking = de.evaluate_ranking(embedding, graph_over(embedding, 0, 0))
    assert json.loads(json.dumps(ranking.as_dict())) == {
        "pairs": 0,
        "nodes": 0,
        "mean_rank": 0.0,
        "mean_average_precision": 0.0,
    }
    assert "MAP" in str(ranking)
