"""Both fits against someone else's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import isotonic_regression, minimize

from diskembed.confidence.isotonic import falling_evidence
from diskembed.confidence.logistic import logistic_evidence


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=30))
def test_pools_are_those_of_isotonic_regression(bins):
    """A falling log-odds is a falling share; shares of counts with half a pair a *pool* differ only there."""
    counts = (np.array(bins, float) + 1.0) * 1e6  # so many that half a pair is nothing
    edges = np.arange(len(bins), dtype=float)
    hits, alarms = counts.cumsum(axis=0).T
    _, evidence = falling_evidence(edges, hits, alarms, hits[-1], alarms[-1])
    weight = counts.sum(axis=1)
    share = isotonic_regression(counts[:, 0] / weight, weights=weight, increasing=False).x
    odds = np.log(share / (1 - share)) + np.log(alarms[-1] / hits[-1])
    np.testing.assert_allclose(distinct(evidence), distinct(odds), atol=1e-5)


def distinct(values):
    return values[np.append(True, np.abs(np.diff(values)) > 1e-6)]


def test_knots_are_in_the_middle_of_their_pools():
    hits, alarms = np.array([50.0, 60.0, 90.0, 100.0]), np.array([0.0, 50.0, 80.0, 1000.0])
    knots, evidence = falling_evidence(np.array([0.0, 2.0, 3.0, 9.0]), hits, alarms, 100, 1000)
    assert knots.tolist() == [0.0, 2.5, 9.0]
    assert evidence.tolist() == pytest.approx(
        [np.log(pool * 1001 / 101) for pool in (50.5 / 0.5, 40.5 / 80.5, 10.5 / 920.5)]
    )


@given(st.integers(0, 2**32 - 1), st.integers(2, 30), st.integers(2, 30))
def test_the_line_is_the_most_likely_one(seed, n_positive, n_negative):
    rng = np.random.default_rng(seed)
    positive, negative = rng.normal(-1, 1, n_positive), rng.normal(1, 1, n_negative)
    knots, evidence = logistic_evidence(positive, negative, 0)
    if len(knots) == 1:
        return
    scores = np.concatenate([positive, negative])
    target = np.repeat([(n_positive + 1) / (n_positive + 2), 1 / (n_negative + 2)], [n_positive, n_negative])
    weight = np.repeat([0.5 / n_positive, 0.5 / n_negative], [n_positive, n_negative])

    def loss(line):
        odds = line[0] * scores + line[1]
        return (weight * (np.logaddexp(0, odds) - target * odds)).sum()

    slope = np.diff(evidence)[0] / np.diff(knots)[0]
    level = evidence[0] - slope * knots[0]
    best = minimize(loss, [0.0, 0.0], method="BFGS", options={"gtol": 1e-9})
    assert loss([slope, level]) <= best.fun + 1e-9
