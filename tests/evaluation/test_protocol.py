"""The protocol against itself written out, and against what is trivial."""

from __future__ import annotations

import numpy as np
import pytest

import diskembed as de
from diskembed.errors import ParameterError
from diskembed.evaluation.baselines import BASELINES
from diskembed.evaluation.protocol import evaluate


@pytest.fixture(scope="module")
def split():
    rng = np.random.default_rng(0)
    below = np.arange(1, 400)
    dag = de.DAG.from_arrays(rng.integers(0, below), below)
    return de.Split.draw(dag, percent=50, seed=0, valid=0.2, test=0.2)


@pytest.fixture(scope="module")
def embedding(split):
    model = de.DiskEmbedding(geometry="euclid", dim=4, epochs=10, progress=False)
    return model.fit(split).embedding_


def naive_f1(positive: list[float], negative: list[float], threshold: float) -> float:
    hits, alarms = (sum(score <= threshold for score in scores) for scores in (positive, negative))
    return 2 * hits / (hits + alarms + len(positive))


def test_the_threshold_is_chosen_on_validation_and_used_on_test(embedding, split):
    """Every threshold tried on the validation pairs, the first best used on the test pairs."""

    def scores(part):
        return [[embedding.protrusion(a, b) for a, b in pairs] for pairs in (part.positives, part.negatives)]

    valid, test = scores(split.valid), scores(split.test)
    threshold = max(sorted({*valid[0], *valid[1]}), key=lambda value: naive_f1(*valid, value))
    result = evaluate(embedding, split).result
    assert result.threshold == pytest.approx(threshold)
    assert result.valid_f1 == pytest.approx(naive_f1(*valid, threshold))
    assert result.test_f1 == pytest.approx(naive_f1(*test, threshold))


def test_every_result_stands_beside_what_is_trivial(embedding, split):
    evaluation = evaluate(embedding, split)
    found = {result.name: result for result in evaluation.baselines}
    assert list(found) == list(BASELINES) == ["all positive", "degree only", "symbolic closure"]
    assert found["symbolic closure"].test_f1 == 1.0
    share = len(split.test.positives) / (len(split.test.positives) + len(split.test.negatives))
    assert found["all positive"].test_f1 == pytest.approx(2 * share / (1 + share))
    assert found["all positive"].test_recall == 1.0
    assert found["all positive"].test_f1 < found["degree only"].test_f1 < 1.0
    for name in found:
        assert name in evaluation.table()


def test_the_table_says_which_pairs_trained_it(split):
    quick = {"geometry": "euclid", "dim": 3, "epochs": 1, "progress": False}
    strict = evaluate(de.DiskEmbedding(transitive=False, **quick).fit(split).embedding_, split)
    transitive = evaluate(de.DiskEmbedding(transitive=True, **quick).fit(split).embedding_, split)
    assert "strict" in str(strict)
    assert "transitive" not in str(strict)
    assert "transitive" in str(transitive)
    assert strict.as_dict()["result"]["test_f1"] == strict.f1


def test_nodes_are_matched_by_name(embedding, split):
    order = np.random.default_rng(1).permutation(len(embedding))
    shuffled = de.Embedding(
        embedding.names.take(order), embedding.rows[order], embedding.model, embedding.threshold
    )
    assert evaluate(shuffled, split).f1 == evaluate(embedding, split).f1


def test_a_node_that_is_lacking_is_named(embedding, split):
    keep = np.arange(5, len(embedding))
    fewer = de.Embedding(embedding.names.take(keep), embedding.rows[5:], embedding.model)
    with pytest.raises(ParameterError, match="lacks 5 nodes, such as '0'"):
        evaluate(fewer, split)
