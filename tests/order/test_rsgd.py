from __future__ import annotations

import numpy as np
import pytest

from diskembed.errors import ParameterError
from diskembed.geometry import make
from diskembed.geometry.registry import examples, names
from diskembed.order.containment import protrusion, protrusion_gradients
from diskembed.order.rsgd import rsgd_step

CASES = [(geometry, points) for name in names() for geometry, points in examples(name)]
IDS = [f"{geometry.name}-{geometry.n}-{number}" for number, (geometry, _) in enumerate(CASES)]


@pytest.mark.paper("eq:update_x", "eq:update_r")
def test_one_euclidean_step_by_hand():
    x, r = rsgd_step(make("euclid", 2), [1.0, 2.0], 3.0, [10.0, -10.0], 4.0, rate=0.1, lam=0.5, nu=2.0)
    np.testing.assert_allclose(x, [0.5, 2.5])
    assert r == pytest.approx(3.0 - 0.1 * 2.0 * 4.0)


@pytest.mark.paper("eq:update_x")
@pytest.mark.parametrize("name", ["euclid", "sphere", "hyperboloid"])
def test_a_step_moves_a_centre_by_rate_times_lambda_towards_the_other(name):
    geometry, rng = make(name, 3), np.random.default_rng(0)
    x, y = geometry.random(50, rng, scale=0.5), geometry.random(50, rng, scale=0.5)
    r = np.zeros(50)
    by_x, by_r, _, _ = protrusion_gradients(geometry, x, r, y, r)
    step = 0.25 * geometry.distance(x, y)
    moved, grown = rsgd_step(geometry, x, r, by_x, by_r, rate=step / 2, lam=2.0, nu=3.0)
    np.testing.assert_allclose(geometry.distance(moved, y), 3 * step, rtol=1e-9)
    np.testing.assert_allclose(geometry.distance(x, moved), step, rtol=1e-9)
    np.testing.assert_allclose(grown, 1.5 * step)


@pytest.mark.paper("eq:update_x", "eq:update_r")
@pytest.mark.parametrize(("geometry", "points"), CASES, ids=IDS)
def test_steps_down_the_protrusion_reduce_it(geometry, points):
    x, y = points, np.roll(points, 1, axis=0)
    apart = geometry.distance(x, y)
    x, y = x[(apart > 1e-3) & (apart < 5)], y[(apart > 1e-3) & (apart < 5)]
    r = np.zeros(len(x))
    by_x, by_r, by_y, by_s = protrusion_gradients(geometry, x, r, y, r)
    before = protrusion(geometry, x, r, y, r)
    new_x, new_r = rsgd_step(geometry, x, r, by_x, by_r, rate=1e-5)
    new_y, new_s = rsgd_step(geometry, y, r, by_y, by_s, rate=1e-5)
    assert (protrusion(geometry, new_x, new_r, new_y, new_s) < before - 2e-5).all()


@pytest.mark.parametrize("weights", [{"lam": 0.0}, {"nu": -1.0}, {"lam": np.nan}])
def test_weights_of_the_metric_are_positive(weights):
    with pytest.raises(ParameterError, match="positive"):
        rsgd_step(make("euclid", 1), [0.0], 0.0, [1.0], 1.0, rate=0.1, **weights)


@pytest.mark.parametrize("rate", [-0.1, np.nan, [0.1, -0.2]])
def test_rates_are_not_negative(rate):
    with pytest.raises(ParameterError, match="at least 0; to go up"):
        rsgd_step(make("euclid", 1), [[0.0], [1.0]], [0.0, 0.0], [[1.0], [1.0]], [1.0, 1.0], rate=rate)


def test_float32_stays_float32_and_on_the_manifold():
    geometry = make("hyperboloid", 2)
    x = geometry.random(5, np.random.default_rng(0)).astype(np.float32)
    g = geometry.tangent(x, np.ones_like(x))
    moved, r = rsgd_step(geometry, x, np.float32(np.ones(5)), g, np.float32(np.ones(5)), rate=0.1)
    assert moved.dtype == r.dtype == np.float32
    geometry.check(moved)
