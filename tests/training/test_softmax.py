"""The softmax epoch against its naive twin, which is written from the paper's losses."""

from __future__ import annotations

import numpy as np
import pytest

from diskembed.models import registry
from diskembed.models.contract import Model
from diskembed.order.losses import contrastive_loss, contrastive_loss_slopes, softmax_loss
from diskembed.training.margin import ACTIVE, NEGATIVES, POSITIVE_LOSS, POSITIVES
from diskembed.training.recipe import ENERGIES
from diskembed.training.softmax import train_pairs

from .engine import EDGES, ONE_OF_EACH, N, every_model, nodes, recipe, run_kernel, run_naive, title
from .naive import unwanted, wanted

NAMES = ["poincare", "shadow-cones", "order"]
"""A distance, the energy of the contrastive loss, and the one that compiles fastest."""


def start(model: Model, seed: int = 0) -> np.ndarray:
    return model.random(N, np.random.default_rng(seed), 0.4)


@pytest.mark.parametrize("model", every_model(), ids=title)
@pytest.mark.parametrize("energy", ENERGIES)
def test_kernel_is_the_naive_epoch(model, energy):
    kernel = model.compile(train_pairs)
    chosen = recipe(energy=energy, lands=False)
    rows, tally = run_kernel(kernel, model, start(model), chosen, nodes())
    expected, expected_tally = run_naive(model, start(model), chosen, nodes(), softmax=True)
    np.testing.assert_allclose(tally, expected_tally, rtol=1e-6)
    np.testing.assert_allclose(rows, expected, rtol=1e-6, atol=1e-8)
    assert tally[POSITIVES] == 2 * len(EDGES)
    assert (rows != start(model)).any()


def test_the_naive_twin_s_energies_make_the_losses_of_the_papers():
    """Poincare Embeddings with the natural energy, Shadow Cones with the clipped one."""
    rng = np.random.default_rng(0)
    scores = rng.normal(size=7)
    for energy, margin in (("natural", None), ("clipped", 0.4)):
        chosen = recipe(energy=energy, positive_margin=0.0, negative_margin=margin or 1.0)
        (positive, slope), *rest = wanted(chosen, scores[0]), *(unwanted(chosen, s) for s in scores[1:])
        loss = softmax_loss(positive, np.array(rest)[:, 0])
        if margin is None:
            assert loss == softmax_loss(scores[0], scores[1:])
            continue
        assert loss == contrastive_loss(scores[0], scores[1:], margin=margin)
        by_positive, by_negatives = contrastive_loss_slopes(scores[0], scores[1:], margin=margin)
        np.testing.assert_array_equal(by_negatives != 0, np.array(rest)[:, 1] != 0)
        assert (by_positive != 0) == (slope != 0)


def test_one_positive_takes_the_gradient_step_of_its_loss():
    """To first order: what all pairs' scores change by is minus the rate times the squared gradient."""
    model = registry.make("poincare", 4)
    kernel = model.compile(train_pairs)
    rate = 1e-5
    quiet = dict.fromkeys(ONE_OF_EACH, 0) | {"n_below": 3, "n_above": 3}
    chosen = recipe(lands=False, positive_rate=rate, negative_rate=rate, **quiet)
    before, after = 0.0, 0.0
    for seed in range(20):
        rows, tally = run_kernel(kernel, model, start(model, seed), chosen, nodes(), seed)
        again, later = run_kernel(kernel, model, rows, chosen, nodes(), seed)
        before, after = before + tally[POSITIVE_LOSS], after + later[POSITIVE_LOSS]
        assert (rows != again).any()
    assert 0 < before - after < 1e-2 * before


@pytest.mark.parametrize("name", NAMES)
def test_known_pairs_and_the_node_itself_are_no_negatives(name):
    """With every pair known nothing is left to compare a positive with, and nothing moves."""
    model = registry.make(name, 4)
    kernel = model.compile(train_pairs)
    everything = nodes({(u, v) for u in range(N) for v in range(N)})
    rows, tally = run_kernel(kernel, model, start(model), recipe(n_again=0), everything)
    np.testing.assert_array_equal(rows, start(model))
    assert tally[NEGATIVES] == tally[POSITIVE_LOSS] == 0
    _, some = run_kernel(kernel, model, start(model), recipe(n_again=0), nodes())
    _, all_known = run_kernel(kernel, model, start(model), recipe(n_again=0), nodes(set()))
    assert 0 < some[NEGATIVES] < all_known[NEGATIVES] < some[POSITIVES] * sum(ONE_OF_EACH.values())


@pytest.mark.parametrize("name", NAMES)
def test_the_same_state_gives_the_same_bits(name):
    model = registry.make(name, 4)
    kernel = model.compile(train_pairs)
    first, _ = run_kernel(kernel, model, start(model), recipe(), nodes())
    again, _ = run_kernel(kernel, model, start(model), recipe(), nodes())
    other, _ = run_kernel(kernel, model, start(model), recipe(), nodes(), seed=1)
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_becomes_nan(name):
    """From coincident rows, with steps far too long."""
    model = registry.make(name, 4)
    kernel = model.compile(train_pairs)
    for energy in ENERGIES:
        chosen = recipe(energy=energy, lands=False, positive_rate=30.0, negative_rate=50.0)
        for first in (model.project(np.zeros((N, model.width))), start(model)):
            for seed in range(5):
                rows, tally = run_kernel(kernel, model, first, chosen, nodes(), seed)
                assert np.isfinite(rows).all()
                assert np.isfinite(tally).all()


def test_training_brings_related_nodes_together():
    model = registry.make("poincare", 2)
    kernel = model.compile(train_pairs)
    chosen = recipe(lands=False, positive_rate=0.05, negative_rate=0.05, walked=0, n_again=0)
    rows = model.random(N, np.random.default_rng(0), 1e-4)
    for seed in range(300):
        rows, tally = run_kernel(kernel, model, rows, chosen, nodes(), seed)
    above, below = np.array(EDGES).T
    table = model.score(rows[:, None], rows[None])
    assert model.score(rows[above], rows[below]).mean() < 0.7 * table.sum() / (N * (N - 1))
    assert tally[ACTIVE] < 0.3 * tally[NEGATIVES]
