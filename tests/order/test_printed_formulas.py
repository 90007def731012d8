"""The paper's formulas of distances, gradients and maps as they are printed, against the geometries."""

from __future__ import annotations

import numpy as np
import pytest

from diskembed.geometry import make
from diskembed.geometry.coordinates import ball_from_lorentz, lorentz_from_ball, translate_ball
from diskembed.order import poincare
from order.points import ball_points

RNG = np.random.default_rng(0)
TRIANGLE = np.array([[1.0, 0.5], [-1.0, 0.5], [0.2, -1.0]])


def lorentz(x, y):
    """<x, y> = -x0 y0 + sum, with the sign that docs/errata.md puts right."""
    return -x[..., 0] * y[..., 0] + (x[..., 1:] * y[..., 1:]).sum(axis=-1)


@pytest.mark.paper("eq:polyhedral-quasimetric", "prop:convex-metric")
def test_the_polyhedral_distance_is_a_quasi_metric():
    space, (x, y, z) = make("polyhedral", 2, W=TRIANGLE), RNG.normal(size=(3, 400, 2))
    d = space.distance
    np.testing.assert_allclose(
        d(x, y), [max(w @ (a - b) for w in TRIANGLE) for a, b in zip(x, y, strict=True)]
    )
    assert (d(x, y) > 0).all()
    np.testing.assert_array_equal(d(x, x), 0)
    assert (d(x, z) <= d(x, y) + d(y, z) + 1e-12).all()
    assert (d(x, y) != d(y, x)).any()


@pytest.mark.paper("eq:polyhedral-quasimetric")
def test_the_cube_is_the_uniform_distance_and_the_simplex_that_of_order_embeddings():
    x, y = RNG.normal(size=(2, 100, 3))
    np.testing.assert_allclose(make("cube", 3).distance(x, y), np.abs(x - y).max(axis=1))
    corners = make("simplex", 3).parameters
    np.testing.assert_allclose(corners @ corners.T, np.eye(4) - 1 / 4, atol=1e-14)


@pytest.mark.paper("eq:update_x")
def test_the_sphere():
    space = make("sphere", 3)
    x, y = space.random(200, RNG, scale=0.5), space.random(200, RNG, scale=0.5)
    inner = (x * y).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(space.distance(x, y), np.arccos(inner[:, 0]), atol=1e-7)
    h = y - inner * x
    np.testing.assert_allclose(
        space.gradients(x, y)[0], -h / np.linalg.norm(h, axis=1, keepdims=True), atol=1e-9
    )
    v = 0.3 * space.tangent(x, RNG.normal(size=x.shape))
    size = np.linalg.norm(v, axis=1, keepdims=True)
    np.testing.assert_allclose(space.exp(x, v), x * np.cos(size) + v / size * np.sin(size), atol=1e-14)


@pytest.mark.paper("eq:update_x")
def test_the_lorentz_model():
    space = make("hyperboloid", 3)
    x, y = space.random(200, RNG), space.random(200, RNG)
    np.testing.assert_allclose(space.distance(x, y), np.arccosh(-lorentz(x, y)), atol=1e-6)
    h = y + lorentz(x, y)[:, None] * x
    np.testing.assert_allclose(space.gradients(x, y)[0], -h / np.sqrt(lorentz(h, h))[:, None], atol=1e-7)
    v = space.tangent(x, RNG.normal(size=x.shape))
    size = np.sqrt(lorentz(v, v))[:, None]
    np.testing.assert_allclose(space.exp(x, v), x * np.cosh(size) + v / size * np.sinh(size), rtol=1e-9)


@pytest.mark.paper("eq:update_x")
@pytest.mark.parametrize("name", ["euclid", "sphere", "hyperboloid"])
def test_the_distances_gradient_is_minus_the_unit_velocity_towards_the_other(name):
    space = make(name, 2)
    x, y = space.random(50, RNG, scale=0.5), space.random(50, RNG, scale=0.5)
    velocity = space.log(x, y) / space.distance(x, y)[:, None]
    np.testing.assert_allclose(space.gradients(x, y)[0], -velocity, atol=1e-9)


@pytest.mark.paper("eq:hyperbolic-translation")
def test_the_translation_of_the_ball_is_that_of_the_hyperboloid():
    x, y, by = (ball_points(200, 0, 0.9, seed=seed) for seed in (1, 2, 3))
    np.testing.assert_allclose(translate_ball(np.zeros(3), by), by, atol=1e-15)
    moved = translate_ball(x, by), translate_ball(y, by)
    np.testing.assert_allclose(poincare.distance(*moved), poincare.distance(x, y), rtol=1e-9)
    space = make("hyperboloid", 3)
    through = ball_from_lorentz(space.translate(lorentz_from_ball(x), lorentz_from_ball(by)))
    np.testing.assert_allclose(through, moved[0], atol=1e-12)


@pytest.mark.paper("sec:preliminaries")
def test_the_balls_distance_is_the_hyperboloids():
    x, y = ball_points(300, 0, 0.99, seed=1), ball_points(300, 0, 0.99, seed=2)
    space = make("hyperboloid", 3)
    np.testing.assert_allclose(
        poincare.distance(x, y), space.distance(lorentz_from_ball(x), lorentz_from_ball(y)), rtol=1e-9
    )
