from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from diskembed.order import losses
from order.points import by_differences

RNG = np.random.default_rng(0)
POSITIVE, NEGATIVES = RNG.normal(size=6), RNG.normal(size=(6, 4))

CASES = {
    "margin_loss": {"margin": 0.7},
    "softmax_loss": {},
    "logistic_loss": {"bias": 0.3},
    "contrastive_loss": {"margin": 0.7},
}


def untested_losses():
    """Public losses, or slopes of one, that the table above lacks."""
    return set(losses.__all__) - set(CASES) - {f"{name}_slopes" for name in CASES}


def test_every_loss_is_in_the_table(monkeypatch):
    assert untested_losses() == set()
    monkeypatch.setattr(losses, "__all__", [*losses.__all__, "stowaway_loss"])
    assert untested_losses() == {"stowaway_loss"}


@pytest.mark.paper("eq:loss-relu", "fig:relu")
def test_the_margin_loss_of_a_small_case_by_hand():
    # h+(0.5) + h+(-1) + h+(1 - 0.25) + h+(1 - 2)
    assert losses.margin_loss([0.5, -1.0], [0.25, 2.0], margin=1.0) == 0.5 + 0.75
    by_positive, by_negative = losses.margin_loss_slopes([0.5, -1.0], [0.25, 2.0], margin=1.0)
    np.testing.assert_array_equal(by_positive, [1, 0])
    np.testing.assert_array_equal(by_negative, [-1, 0])


def test_the_softmax_loss_is_the_negative_log_likelihood():
    naive = sum(
        -math.log(math.exp(-p) / (math.exp(-p) + sum(math.exp(-n) for n in row)))
        for p, row in zip(POSITIVE, NEGATIVES, strict=True)
    )
    assert losses.softmax_loss(POSITIVE, NEGATIVES) == pytest.approx(naive, rel=1e-14)


def test_the_logistic_loss_by_hand():
    naive = sum(math.log(1 + math.exp(p - 0.3)) for p in POSITIVE)
    naive += sum(math.log(1 + math.exp(0.3 - n)) for n in NEGATIVES.ravel())
    assert losses.logistic_loss(POSITIVE, NEGATIVES, bias=0.3) == pytest.approx(naive, rel=1e-14)


def test_the_contrastive_loss_clips_positives_below_zero_and_negatives_above_the_margin():
    inside, far = np.array([-3.0]), np.array([[5.0, 6.0]])
    assert losses.contrastive_loss(inside, far, margin=1.0) == pytest.approx(math.log(3))
    naive = -math.log(math.exp(-0.5) / (math.exp(-0.5) + math.exp(1 - 0.25) + 1))
    assert losses.contrastive_loss([0.5], [[0.25, 2.0]], margin=1.0) == pytest.approx(naive)


@pytest.mark.parametrize("name", sorted(CASES))
def test_slopes_are_derivatives(name):
    loss, slopes, options = getattr(losses, name), getattr(losses, f"{name}_slopes"), CASES[name]
    by_positive, by_negative = slopes(POSITIVE, NEGATIVES, **options)
    for k in range(len(POSITIVE)):

        def one(p, n):
            return loss(np.array([p.item()]), n[None], **options)

        expected = by_differences(one, POSITIVE[k : k + 1], NEGATIVES[k])
        np.testing.assert_allclose(by_positive[k], expected[0][0], atol=1e-8)
        np.testing.assert_allclose(by_negative[k], expected[1], atol=1e-8)


@pytest.mark.parametrize("name", sorted(CASES))
@given(data=st.data())
@settings(deadline=None, max_examples=40)
def test_energies_of_any_size_overflow_nowhere(name, data):
    energies = st.floats(-1e6, 1e6)
    positive = data.draw(arrays(np.float64, 3, elements=energies))
    negatives = data.draw(arrays(np.float64, (3, 2), elements=energies))
    loss = getattr(losses, name)(positive, negatives, **CASES[name])
    by_positive, by_negative = getattr(losses, f"{name}_slopes")(positive, negatives, **CASES[name])
    assert np.isfinite(loss)
    assert loss >= 0
    assert ((by_positive >= 0) & (by_positive <= 1)).all()
    assert ((by_negative <= 0) & (by_negative >= -1)).all()


@pytest.mark.parametrize("name", sorted(CASES))
def test_float32_stays_float32(name):
    pair = np.float32(POSITIVE), np.float32(NEGATIVES)
    loss = getattr(losses, name)(*pair, **CASES[name])
    slopes = getattr(losses, f"{name}_slopes")(*pair, **CASES[name])
    assert {loss.dtype, slopes[0].dtype, slopes[1].dtype} == {np.dtype(np.float32)}
    np.testing.assert_allclose(loss, getattr(losses, name)(POSITIVE, NEGATIVES, **CASES[name]), rtol=1e-5)


@pytest.mark.parametrize("name", sorted(CASES))
def test_no_pairs_cost_nothing(name):
    assert getattr(losses, name)(np.zeros(0), np.zeros((0, 3)), **CASES[name]) == 0


def test_without_negatives_a_softmax_is_certain():
    assert losses.softmax_loss([3.0], np.zeros((1, 0))) == 0
