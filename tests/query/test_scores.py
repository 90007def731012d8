"""Scores block by block equal scores all at once."""

import numpy as np
import pytest

from diskembed.query import rows as rows_module
from diskembed.query.scores import matching, scores
from embeddings import CASES, IDS


@pytest.mark.parametrize(("model", "rows"), CASES, ids=IDS)
def test_blocks_do_not_show(model, rows, monkeypatch):
    n = len(rows)
    above, below = np.repeat(np.arange(n), n), np.tile(np.arange(n), n)
    at_once = model.score(rows[above], rows[below])
    median = np.median(at_once)
    for block in (1, 3, n, n * n):
        monkeypatch.setattr(rows_module, "BLOCK", block)
        np.testing.assert_allclose(scores(model, rows, above, below), at_once, rtol=1e-12, atol=1e-12)
        numbers, found = matching(model, rows, 1, "descendants", median + 1e-9)
        expected = [i for i in range(n) if i != 1 and at_once[n + i] <= median + 1e-9]
        assert sorted(numbers.tolist()) == expected
        assert (np.diff(found) >= 0).all()
        np.testing.assert_allclose(found, at_once[n + numbers], rtol=1e-12, atol=1e-12)


def test_what_is_no_number_is_no_match():
    model, rows = next(case for case in CASES if case[0].name == "disks")
    overflowing = np.array([[0.0, 1.0], [1e308, 1.0], [-1e308, 1e308]])
    with np.errstate(all="ignore"):
        numbers, found = matching(model, overflowing[:, : rows.shape[1]], 0, "descendants", 0.0)
    assert np.isfinite(found).all()
    assert 0 not in numbers
