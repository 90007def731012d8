"""Rows as they are kept."""

import numpy as np

from diskembed.query.rows import blocks, converted, doubles
from embeddings import CASES


def test_blocks_cover_everything_once():
    for count in (0, 1, 1 << 14, (1 << 14) + 1, 50_000):
        covered = [i for at in blocks(count) for i in range(count)[at]]
        assert covered == list(range(count))


def test_rounded_rows_are_put_back_where_the_model_lives():
    for model, rows in CASES:
        single = converted(rows, model, "float32")
        assert single.dtype == np.float32
        restored = doubles(model, single)
        assert restored.dtype == np.float64
        np.testing.assert_allclose(restored, model.project(restored), rtol=1e-12, atol=1e-12)
        assert converted(single, model, "float64").tolist() == restored.tolist()
        assert doubles(model, rows).tolist() == rows.tolist()
