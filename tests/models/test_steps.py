"""Steps of scalar functions against steps written from the array forms."""

from __future__ import annotations

import numpy as np
import pytest

from diskembed.models import registry

from .naive import STEPS
from .table import Case, cases


def test_every_registered_model_has_a_naive_twin():
    assert set(STEPS) == set(registry.names())


@pytest.mark.parametrize("case", cases(), ids=str)
@pytest.mark.parametrize("amount", [1e-4, 0.05, -0.2])
def test_step_is_the_naive_twins(case: Case, amount: float):
    rng = np.random.default_rng(1)
    rows = np.vstack([case.model.random(6, rng, 0.5), case.rows])
    compared = 0
    for above in rows:
        for below in rows:
            if _is_kink(case, above, below):
                continue
            steep, *expected = STEPS[case.model.name](case.model, above, below, amount)
            ends = case.moved(above, below, amount)
            assert case.step(above.copy(), below.copy(), amount) == pytest.approx(steep, rel=1e-6, abs=1e-9)
            size = 1 + np.abs(expected)
            np.testing.assert_array_less(np.abs(np.array(ends) - expected) / size, 1e-6)
            compared += 1
    assert compared >= len(rows)


def _is_kink(case: Case, above: np.ndarray, below: np.ndarray) -> bool:
    """Where the score has no one gradient, or one that hangs on rounding."""
    nudged = above + 1e-9 * np.abs(above).max() * np.sin(np.arange(len(above)) + 1)
    here, there = (case.step(row.copy(), below.copy(), 0.0) for row in (above, nudged))
    return bool(np.array_equal(above, below) or abs(here - there) > 1e-4 * here)
