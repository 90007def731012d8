"""Calibrating an embedding on its graph, against counting all pairs."""

from dataclasses import replace

import numpy as np
import pytest

import diskembed as de
from diskembed.errors import GraphError, ParameterError
from diskembed.evaluation.columns import Columns
from embeddings import nested


@pytest.fixture(scope="module")
def mammals():
    dag = de.datasets.load("wordnet-mammals")
    split = de.Split.draw(dag, percent=50, seed=0)
    model = de.DiskEmbedding(geometry="euclid", dim=5, start="graph", progress=False, epochs=40)
    return dag, split, model.fit(split).embedding_


def test_columns_hold_all_pairs_into_their_nodes(mammals):
    dag, _, embedding = mammals
    columns = Columns.drawn(dag, seed=1)
    closure = dag.closure()
    everything = np.arange(len(dag))
    for node, ancestors in zip(columns.nodes[:20], columns.ancestors, strict=False):
        edge = closure.contains(everything, np.full(len(dag), node))
        assert ancestors.tolist() == np.flatnonzero(edge).tolist()
    assert columns.edges == sum(map(len, columns.ancestors))
    few = Columns(columns.nodes[:5], columns.ancestors[:5])
    negative = few.negatives(embedding.model, embedding.rows, 0.5)
    expected = [
        embedding.protrusion(int(u), int(v))
        for v, column in zip(few.nodes, few.ancestors, strict=True)
        for u in everything
        if u != v and u not in column
    ]
    assert sorted(negative) == pytest.approx(sorted(score for score in expected if score <= 0.5))


def test_a_split_is_calibrated_on_what_training_did_not_see(mammals):
    dag, split, embedding = mammals
    found = embedding.calibration
    assert found.held_out
    assert found.positives == len(split.valid.positives)
    assert found.prior == pytest.approx(dag.statistics().closure / len(dag) / (len(dag) - 1), rel=0.2)
    assert de.calibrate(embedding, split).calibration == found


def test_probabilities_are_shares_of_the_full_adjacency(mammals):
    dag, _, embedding = mammals
    above, below = (side.ravel() for side in np.indices((len(dag), len(dag))))
    different = above != below
    above, below = above[different], below[different]
    edge = dag.closure().contains(above, below)
    probability = de.calibrate(embedding, dag).probability(above, below)
    assert probability.mean() == pytest.approx(edge.mean(), rel=0.2)
    likely = probability > 0.5
    assert edge[likely].mean() == pytest.approx(probability[likely].mean(), abs=0.1)


def test_a_precision_is_kept_on_the_full_adjacency(mammals):
    dag, _, embedding = mammals
    closure = dag.closure()
    embedding = de.calibrate(embedding, dag)
    for precision in (0.8, 0.95):
        strict = embedding.with_precision(precision)
        right = asked = 0
        for node in range(len(dag)):
            matches = strict.ancestors(node)
            numbers = strict.names.find_all(matches.names)
            asked += len(numbers)
            right += closure.contains(numbers, np.full(len(numbers), node)).sum()
        assert asked
        assert right / asked == pytest.approx(precision, abs=0.06)


def test_a_graph_is_matched_by_name(mammals):
    dag, _, embedding = mammals
    order = np.random.default_rng(0).permutation(len(embedding))
    shuffled = replace(embedding, names=embedding.names[order], rows=embedding.rows[order])
    assert de.calibrate(shuffled, dag).calibration == de.calibrate(embedding, dag).calibration


def test_what_cannot_be_calibrated():
    embedding = nested()
    with pytest.raises(GraphError, match="tells nothing about scores"):
        de.calibrate(embedding, de.DAG.from_edges([], nodes=["dog", "pug"]))
    with pytest.raises(ParameterError, match="lacks 1 nodes, such as 'cat'"):
        de.calibrate(embedding, de.DAG.from_edges([("animal", "cat")]))
    with pytest.raises(ParameterError, match="the model has none"):
        embedding.probability("animal", "dog")


def test_probabilities_go_with_answers_and_into_files(mammals, tmp_path):
    _, _, embedding = mammals
    embedding.save(tmp_path / "m.disk")
    again = de.load(tmp_path / "m.disk")
    assert again.calibration == embedding.calibration
    matches = again.ancestors("dog.n.01")
    expected = again.probability(matches.names, "dog.n.01")
    assert matches.probabilities.tolist() == expected.tolist()
    assert matches[:2].probabilities.tolist() == expected[:2].tolist()
    assert "p=" in repr(matches)
    assert isinstance(again.probability("mammal.n.01", "dog.n.01"), float)
    replace(embedding, calibration=None).save(tmp_path / "old.disk")
    old = de.load(tmp_path / "old.disk")
    assert old.calibration is None
    assert old.ancestors("dog.n.01").probabilities is None
