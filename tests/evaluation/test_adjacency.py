"""F1 over all ordered pairs, against every pair scored by itself and every threshold tried."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diskembed as de
from diskembed.errors import ParameterError
from diskembed.evaluation import curve as module
from embeddings import CASES, IDS, embedding_of
from evaluation.naive import best_f1, f1_at, graph_over, score_matrix, truth


def disks(seed, n=14, **parts):
    model = de.DiskEmbedding(geometry="euclid", dim=3).model()
    return embedding_of(model, model.random(n, np.random.default_rng(seed), 1.0), **parts)


@pytest.mark.parametrize(("model", "rows"), CASES, ids=IDS)
def test_both_thresholds_of_every_model(model, rows):
    embedding = embedding_of(model, rows)
    dag = graph_over(embedding, 0)
    scores, true = score_matrix(embedding), truth(dag)
    full = de.evaluate_full(embedding, dag)
    assert full.own.threshold == embedding.cutoff
    assert full.own.f1 == pytest.approx(f1_at(scores, true, embedding.cutoff))
    assert full.best.f1 == pytest.approx(best_f1(scores, true))
    assert full.best.f1 == pytest.approx(f1_at(scores, true, full.best.threshold))
    assert full.bound == full.best.f1


@given(st.integers(0, 10_000), st.integers(0, 40), st.floats(-2, 4))
def test_the_curve_is_what_each_threshold_gives(seed, n_edges, threshold):
    embedding = disks(seed, threshold=threshold)
    dag = graph_over(embedding, seed, n_edges)
    scores, true = score_matrix(embedding), truth(dag)
    full = de.evaluate_full(embedding, dag)
    assert full.own.f1 == pytest.approx(f1_at(scores, true, threshold))
    assert full.best.f1 == pytest.approx(best_f1(scores, true))
    for at, f1, recall in zip(full.curve.thresholds, full.curve.f1, full.curve.recall, strict=True):
        assert f1 == pytest.approx(f1_at(scores, true, at))
        assert recall == pytest.approx((scores[true] <= at).mean() if true.any() else 0.0)


@given(st.integers(0, 10_000))
def test_fewer_thresholds_give_a_bound(seed):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_KNOTS", 0)
        patch.setattr(module, "FEWER_KNOTS", 3)
        patch.setattr(module, "FEWEST_NODES", 5)
        patch.setattr(module, "SAMPLED", 1)
        embedding = disks(seed)
        dag = graph_over(embedding, seed, 30)
        full = de.evaluate_full(embedding, dag)
    scores, true = score_matrix(embedding), truth(dag)
    assert full.own.f1 == pytest.approx(f1_at(scores, true, embedding.cutoff))
    assert full.best.f1 == pytest.approx(f1_at(scores, true, full.best.threshold))
    assert full.best.f1 - 1e-12 <= best_f1(scores, true) <= full.bound + 1e-12


@given(st.integers(0, 10_000))
def test_a_misleading_sample_is_found_out(seed):
    """The sample claims that hardly any pair is worth a look; more are looked at until none can matter."""
    embedding = disks(seed)
    dag = graph_over(embedding, seed, 30)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module._Sample, "limit", lambda self, spare: spare * 0.01 - 1.0)
        full = de.evaluate_full(embedding, dag)
    assert full.best.f1 == pytest.approx(best_f1(score_matrix(embedding), truth(dag)))


def test_no_cutoff_is_no_own_result():
    model = de.PoincareEmbedding(dim=2).model()
    embedding = de.Embedding(
        de.Names.from_strings("abc"), model.random(3, np.random.default_rng(0), 0.1), model
    )
    full = de.evaluate_full(embedding, de.DAG.from_edges([("a", "b"), ("b", "c")]))
    assert full.own is None
    assert "own threshold" not in str(full)
    assert 0 < full.best.f1 <= 1


def test_trivial_baselines_stand_beside():
    embedding = disks(3, n=10)
    full = de.evaluate_full(embedding, graph_over(embedding, 3))
    found = full.baselines()
    assert found["all pairs"].f1 == pytest.approx(2 * full.positives / (90 + full.positives))
    assert found["topological order"].f1 == pytest.approx(2 * full.positives / (45 + full.positives))
    for line in ("own threshold", "best threshold", "all pairs", "topological order", "90 ordered pairs"):
        assert line in str(full)


def test_json_holds_everything():
    embedding = disks(4, n=30)
    answer = json.loads(json.dumps(de.evaluate_full(embedding, graph_over(embedding, 4, 90)).as_dict()))
    assert answer["pairs"] == 870
    assert answer["best_threshold"]["f1"] == max(
        answer["best_threshold"]["f1"], answer["own_threshold"]["f1"]
    )
    assert len(answer["curve"]["recall"]) == len(answer["curve"]["threshold"]) <= 100


@pytest.mark.parametrize("n", [1, 2])
def test_graphs_without_edges(n):
    embedding = disks(0, n=n)
    full = de.evaluate_full(embedding, graph_over(embedding, 0, 0))
    assert (full.best.f1, full.positives, full.own.recall) == (0.0, 0, 0.0)
    json.dumps(full.as_dict(), allow_nan=False)


def test_nodes_are_matched_by_name():
    embedding = disks(5)
    dag = graph_over(embedding, 5)
    order = np.random.default_rng(5).permutation(len(embedding))
    shuffled = de.Embedding(embedding.names.take(order), embedding.rows[order], embedding.model)
    assert de.evaluate_full(shuffled, dag).as_dict() == de.evaluate_full(embedding, dag).as_dict()
    with pytest.raises(ParameterError, match="lacks 1 nodes, such as 'n0'"):
        de.evaluate_full(
            de.Embedding(embedding.names.take(np.arange(1, 14)), embedding.rows[1:], embedding.model), dag
        )


def test_threads_change_nothing():
    embedding = disks(6, n=60)
    dag = graph_over(embedding, 6, 120)
    for evaluate in (de.evaluate_full, de.evaluate_ranking, de.report):
        assert evaluate(embedding, dag, threads=3).as_dict() == evaluate(embedding, dag).as_dict()
    with pytest.raises(ParameterError, match="threads=0"):
        de.evaluate_full(embedding, dag, threads=0)
