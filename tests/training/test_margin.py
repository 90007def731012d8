"""The margin epoch against its naive twin, and what it must leave alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diskembed.models import registry
from diskembed.models.contract import Model
from diskembed.training.margin import (
    NEGATIVE_LOSS,
    NEGATIVES,
    POSITIVE_LOSS,
    POSITIVES,
    VIOLATED,
    train_pairs,
)

from .engine import EDGES, ONE_OF_EACH, RULES, N, every_model, nodes, recipe, run_kernel, run_naive, title

NO_NEGATIVES = {name: 0 for name in ONE_OF_EACH if name != "walked"}


def model_of(name: str, dim: int = 4) -> Model:
    """Euclidean disks compile fastest; the other geometries' scalar forms have tests of their own."""
    return registry.make(name, dim, **({"geometry": "euclid"} if name == "disks" else {}))


def start(model: Model, seed: int = 0) -> np.ndarray:
    return model.random(N, np.random.default_rng(seed), 0.4)


@pytest.mark.parametrize("model", every_model(), ids=title)
def test_kernel_is_the_naive_epoch(model):
    kernel = model.compile(train_pairs)
    for energy, lands in RULES:
        # A pair that has just landed is active or not by its last bit: then it must not be drawn again.
        chosen = recipe(energy=energy, lands=lands, n_again=0 if lands else 2)
        rows, tally = run_kernel(kernel, model, start(model), chosen, nodes())
        expected, expected_tally = run_naive(model, start(model), chosen, nodes())
        certain = [POSITIVES, POSITIVE_LOSS, NEGATIVES, NEGATIVE_LOSS] if lands else slice(None)
        np.testing.assert_allclose(tally[certain], expected_tally[certain], rtol=1e-6)
        np.testing.assert_allclose(rows, expected, rtol=1e-6, atol=1e-8)
        assert tally[POSITIVES] == 2 * len(EDGES)
        assert tally[VIOLATED] > 0
        assert (rows != start(model)).any()


@pytest.mark.parametrize("name", registry.names())
def test_the_same_state_gives_the_same_bits(name):
    model = model_of(name)
    kernel = model.compile(train_pairs)
    chosen = recipe()
    first, _ = run_kernel(kernel, model, start(model), chosen, nodes())
    again, _ = run_kernel(kernel, model, start(model), chosen, nodes())
    other, _ = run_kernel(kernel, model, start(model), chosen, nodes(), seed=1)
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


@pytest.mark.parametrize("name", registry.names())
def test_known_pairs_are_no_negatives(name):
    """With every pair known, an epoch with negatives is the one without."""
    model = model_of(name)
    kernel = model.compile(train_pairs)
    everything = nodes({(u, v) for u in range(N) for v in range(N)})
    changes = {"negative_margin": 1e6, "n_again": 0, "walked": 0}
    rows, tally = run_kernel(kernel, model, start(model), recipe(**changes), everything)
    alone, _ = run_kernel(kernel, model, start(model), recipe(**{**changes, **NO_NEGATIVES}), everything)
    np.testing.assert_array_equal(rows, alone)
    assert tally[NEGATIVES] > 0
    closed, _ = run_kernel(kernel, model, start(model), recipe(**changes), nodes())
    assert (closed != alone).any()


@pytest.mark.parametrize("name", registry.names())
def test_what_is_right_stays_where_it_is(name):
    """Positives inside, negatives beyond the margin: not a bit changes."""
    model = model_of(name)
    kernel = model.compile(train_pairs)
    scores = model.score(start(model)[:, None], start(model)[None])
    chosen = recipe(positive_margin=-2 * np.abs(scores).max(), negative_margin=scores.min() - 1.0)
    for lands in (True, False):
        rows, tally = run_kernel(kernel, model, start(model), chosen._replace(lands=lands), nodes())
        np.testing.assert_array_equal(rows, start(model))
        assert tally[VIOLATED] == 0


@pytest.mark.parametrize("name", registry.names())
def test_nothing_becomes_nan(name):
    """From coincident rows, with steps far too long."""
    model = model_of(name)
    kernel = model.compile(train_pairs)
    together = model.project(np.zeros((N, model.width)))
    for energy, lands in RULES:
        chosen = recipe(energy=energy, lands=lands, positive_rate=30.0, negative_rate=50.0)
        for first in (together, start(model)):
            for seed in range(5):
                rows, tally = run_kernel(kernel, model, first, chosen, nodes(), seed)
                assert np.isfinite(rows).all()
                assert np.isfinite(tally).all()
        assert np.isfinite(model.score(rows[:, None], rows[None])).all()


def test_an_exact_landing_ends_on_the_margin():
    model = model_of("disks")
    kernel = model.compile(train_pairs)
    chosen = recipe(positive_rate=1e9, **{**NO_NEGATIVES, "walked": 0})
    graph = nodes()
    rows = start(model)
    for _ in range(400):
        rows, _ = run_kernel(kernel, model, rows, chosen, graph)
    above, below = np.array(EDGES).T
    np.testing.assert_allclose(model.score(rows[above], rows[below]).max(), -0.02, atol=1e-6)


def test_models_may_change_options_without_compiling_again():
    model = model_of("hyperbolic-cones")
    assert replace(model, K=0.3).compile(train_pairs) is model.compile(train_pairs)
    assert model_of("euclidean-cones", 7).compile(train_pairs) is model.compile(train_pairs)


@pytest.mark.parametrize("geometry", ["euclid", "hyperboloid"])
def test_rounded_rows_take_the_steps_of_exact_ones(geometry):
    """Rounding once a step, with everything computed in float64 between."""
    model = registry.make("disks", 4, geometry=geometry)
    kernel = model.compile(train_pairs)
    chosen = recipe(n_again=0)
    rounded = start(model).astype(np.float32)
    exact = model.project(rounded.astype(np.float64))
    rows, tally = run_kernel(kernel, model, rounded, chosen, nodes())
    expected, expected_tally = run_kernel(kernel, model, exact, chosen, nodes())
    assert rows.dtype == np.float32
    assert (rows != rounded).any()
    np.testing.assert_allclose(rows, expected, atol=1e-5)
    np.testing.assert_allclose(tally[POSITIVE_LOSS], expected_tally[POSITIVE_LOSS], rtol=1e-4)


def test_far_rounded_rows_are_on_the_hyperboloid_when_they_are_compared():
    """The time of a far point, rounded by itself, would tell of another distance altogether."""
    model = registry.make("disks", 4, geometry="hyperboloid")
    far = model.project(np.column_stack([np.zeros((N, 1)), np.full((N, 3), 2e4), np.zeros((N, 1))]))
    far[:, 1] += np.arange(N)
    rounded = far.astype(np.float32)
    chosen = recipe(**{**NO_NEGATIVES, "walked": 0}, positive_rate=1e-9)
    _, tally = run_kernel(model.compile(train_pairs), model, rounded, chosen, nodes())
    settled = model.project(rounded.astype(np.float64))
    above, below = np.array(EDGES).T
    excess = model.score(settled[above], settled[below]) + chosen.positive_margin
    np.testing.assert_allclose(tally[POSITIVE_LOSS], excess[excess > 0].sum(), rtol=1e-6)


@pytest.mark.parametrize("first", [0, 6])
def test_random_ends_come_from_the_window(first):
    """In a ring, as the naive epoch has it; the rest of the nodes are met on walks alone."""
    model = model_of("disks")
    chosen = recipe(window=5, window_from=first, n_again=0)
    kernel = model.compile(train_pairs)
    rows, tally = run_kernel(kernel, model, start(model), chosen, nodes())
    expected, _ = run_naive(model, start(model), chosen, nodes())
    np.testing.assert_allclose(rows, expected, rtol=1e-6, atol=1e-8)
    everyone, _ = run_kernel(kernel, model, start(model), chosen._replace(window=0, window_from=0), nodes())
    assert (rows != everyone).any()
    assert tally[NEGATIVES] > 0
