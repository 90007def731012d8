"""Evidence, priors and precisions: by Bayes' rule, by counting, and back from a file."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diskembed.confidence.calibration import Calibration, required
from diskembed.confidence.fitting import calibration_of
from diskembed.errors import ParameterError

share = st.floats(1e-6, 1 - 1e-6)
scores = st.lists(st.floats(-100, 100), min_size=1, max_size=60)


def made(**changes):
    parts = {
        "scores": (-1.0, 1.0),
        "evidence": (2.0, -2.0),
        "upto": (-1.0, 0.0, 1.0),
        "recall": (0.5, 0.8, 1.0),
        "alarm": (0.01, 0.1, 0.5),
        "prior": 0.25,
        "positives": 10,
        "negatives": 30,
        "held_out": True,
        "method": "isotonic",
    }
    return Calibration(**(parts | changes))


@given(share, st.floats(-3, 3))
def test_log_odds_are_evidence_and_prior(prior, score):
    evidence = -2.0 * min(max(score, -1.0), 1.0)
    odds = math.exp(evidence) * prior / (1 - prior)
    assert made().probability(score, prior=prior) == pytest.approx(odds / (1 + odds), rel=1e-9)
    assert made(prior=prior).probability([score])[0] == pytest.approx(odds / (1 + odds), rel=1e-9)


@given(scores, scores, share, st.sampled_from(["auto", "isotonic", "logistic"]), st.integers(0, 1000))
def test_laws_of_any_calibration(positive, negative, prior, method, beyond):
    found = calibration_of(positive, negative, prior=prior, held_out=False, beyond=beyond, method=method)
    asked = np.sort([*positive, *negative, -1e9, 1e9])
    probabilities = found.probability(asked)
    assert (np.diff(probabilities) <= 0).all()
    assert ((probabilities >= 0) & (probabilities <= 1)).all()
    assert found.probability(0.0).ndim == 0
    assert (np.diff(found.recall) >= 0).all()
    assert (np.diff(found.alarm) >= 0).all()
    for upto, recall, alarm in zip(found.upto, found.recall, found.alarm, strict=True):
        assert recall == pytest.approx(np.mean(np.array(positive) <= upto))
        at_most = (np.array(negative) <= upto).sum()
        assert alarm == pytest.approx((at_most + 0.5) / (len(negative) + beyond + 1))
    assert Calibration.of_state(json.loads(json.dumps(found.state()))) == found


def test_a_precision_is_what_share_of_answers_is_right():
    rng = np.random.default_rng(3)
    positive, negative = rng.normal(-2, 1, 20_000), rng.normal(2, 1, 200_000)
    prior = 0.001
    found = calibration_of(positive, negative, prior=prior, held_out=True)
    fresh_positive, fresh_negative = rng.normal(-2, 1, 400_000), rng.normal(2, 1, 400_000)
    for precision in (0.3, 0.8, 0.95):
        cutoff = found.cutoff(precision)
        hits = prior * (fresh_positive <= cutoff).mean()
        alarms = (1 - prior) * (fresh_negative <= cutoff).mean()
        assert hits / (hits + alarms) == pytest.approx(precision, abs=0.05)
    assert found.cutoff(0.8) > found.cutoff(0.95)
    assert found.cutoff(0.8, prior=0.5) > found.cutoff(0.8)
    with pytest.raises(ParameterError, match=r"a precision of 0.9999.*at most 0\.9"):
        found.cutoff(0.9999)


@pytest.mark.parametrize("method", ["isotonic", "logistic"])
def test_two_bells_give_the_evidence_that_they_have(method):
    """Normal scores around -1 and 1 of variance 1 have the log-likelihood ratio -2 s."""
    rng = np.random.default_rng(0)
    found = calibration_of(
        rng.normal(-1, 1, 100_000), rng.normal(1, 1, 100_000), prior=0.5, held_out=True, method=method
    )
    asked = np.linspace(-2, 2, 9)
    probabilities = found.probability(asked)
    np.testing.assert_allclose(probabilities, 1 / (1 + np.exp(2 * asked)), atol=0.02)


def test_what_was_never_seen_is_not_impossible():
    found = calibration_of(np.full(1000, -1.0), np.full(1000, 1.0), prior=1e-4, held_out=True)
    assert found.probability(-1.0) == pytest.approx(1 / (1 + (0.5 / 1001) / (1000.5 / 1001) * 9999), rel=1e-6)
    assert found.probability(1.0) > 0


def test_a_kind_that_is_missing_tells_nothing():
    assert calibration_of([], [1.0], prior=0.1, held_out=True) is None
    assert calibration_of([1.0], [], prior=0.1, held_out=True) is None
    assert calibration_of([np.nan], [1.0], prior=0.1, held_out=True) is None
    assert calibration_of([0.0], [1.0], prior=0.0, held_out=True) is None
    assert calibration_of([0.0], [], beyond=5, prior=0.5, held_out=True) is not None


def test_scores_that_say_nothing_leave_the_prior():
    found = calibration_of([1.0, 2.0], [1.0, 2.0], prior=0.3, held_out=True, method="logistic")
    assert found.probability([0.0, 5.0]) == pytest.approx([0.3, 0.3])
    turned = calibration_of([2.0, 3.0], [0.0, 1.0], prior=0.3, held_out=True, method="logistic")
    assert turned.probability([0.0, 5.0]) == pytest.approx([0.3, 0.3])


@pytest.mark.parametrize(
    "changes",
    [
        {"scores": (1.0, 1.0)},
        {"scores": ()},
        {"evidence": (0.0, 1.0)},
        {"evidence": (math.nan, 0.0)},
        {"upto": (0.0, 0.0, 1.0)},
        {"recall": (0.5,)},
        {"prior": 0.0},
        {"prior": 1.0},
        {"prior": "low"},
    ],
)
def test_broken_tables_are_refused(changes):
    with pytest.raises(ParameterError):
        made(**changes)


def test_questions_are_checked():
    for prior in (0, 1, -0.5, True, "x", math.nan):
        with pytest.raises(ParameterError, match="prior="):
            made().probability(0.0, prior=prior)
    for precision in (0.0, 1.0, 95):
        with pytest.raises(ParameterError, match="precision="):
            made().cutoff(precision)
    with pytest.raises(ParameterError, match="method='best'"):
        calibration_of([0.0], [1.0], prior=0.5, held_out=True, method="best")
    with pytest.raises(ParameterError, match=r"the model has none.*diskembed\.calibrate"):
        required(None)
    with pytest.raises(ParameterError, match="version 2; up to 1; update"):
        Calibration.of_state(made().state() | {"version": 2})
