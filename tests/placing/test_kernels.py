"""The kernel that looks around, beside its naive twin."""

import numpy as np
import pytest

from diskembed.placing.goals import Goals
from diskembed.placing.kernels import crowding
from diskembed.placing.kin import all_scores, kin_above, kin_below
from embeddings import CASES, IDS, nested


@pytest.mark.parametrize(("model", "rows"), CASES, ids=IDS)
def test_how_near_all_others_are(model, rows):
    if model.contained_at is None:
        pytest.skip("scores of training are not those of queries")
    scores = all_scores(model, rows, rows)
    limit = float(np.median(scores)) + 0.1
    if limit <= 0:
        pytest.skip("no score lies above the border")
    for node in range(len(rows)):
        found = model.compile(crowding)(rows, rows[node], model.space, model.knobs, limit)
        for side, expected in enumerate((scores[:, node], scores[node])):
            clear = np.abs(limit - expected) > 1e-6 * (1 + np.abs(expected))
            near = (expected < limit) & clear
            np.testing.assert_allclose(found[near, side], limit - expected[near], rtol=1e-6, atol=1e-6)
            assert (found[(expected > limit) & clear, side] <= 0).all()


def test_kin():
    embedding = nested()
    goals = Goals.of(embedding.model, 0.0, {})
    at = embedding.names.find_all(["animal", "dog", "pug"])
    rows = np.asarray(embedding.rows)
    assert set(kin_above(rows, embedding.model, at[2:], goals)) == set(at)
    assert set(kin_below(rows, embedding.model, at[:1], goals)) == set(at)
    nobody = np.empty(0, np.int64)
    assert not len(kin_above(rows, embedding.model, nobody, goals))
