"""The hyperboloid's formulas as the paper prints them, at moderate distances, and its curvature."""

from __future__ import annotations

import numpy as np
import pytest

from diskembed.errors import ParameterError
from diskembed.geometry.coordinates import ball_from_lorentz, lorentz_from_ball, translate_ball
from diskembed.geometry.hyperboloid import Hyperboloid

SPACE = Hyperboloid(3)
RNG = np.random.default_rng(0)
X, Y = SPACE.random(100, RNG), SPACE.random(100, RNG)


def lorentz(u, v):
    """-u0 v0 + sum of the rest; the paper's text has another minus sign before it."""
    return (u[..., 1:] * v[..., 1:]).sum(axis=-1) - u[..., 0] * v[..., 0]


@pytest.mark.paper("sec:preliminaries")
def test_distance_is_the_papers():
    np.testing.assert_allclose(SPACE.distance(X, Y), np.arccosh(-lorentz(X, Y)), rtol=1e-12)
    assert SPACE.distance(SPACE.origin(), [np.cosh(1), np.sinh(1), 0, 0]) == pytest.approx(1, rel=1e-15)


@pytest.mark.paper("sec:disk_embedding")
def test_gradient_is_the_papers():
    h = Y + lorentz(X, Y)[:, None] * X
    np.testing.assert_allclose(
        SPACE.gradients(X, Y)[0], -h / np.sqrt(lorentz(h, h))[:, None], rtol=1e-9, atol=1e-12
    )


@pytest.mark.paper("sec:disk_embedding")
def test_exp_is_the_papers():
    v = SPACE.tangent(X, RNG.normal(size=X.shape))
    size = np.sqrt(lorentz(v, v))[:, None]
    np.testing.assert_allclose(
        SPACE.exp(X, v), X * np.cosh(size) + v / size * np.sinh(size), rtol=1e-9, atol=1e-9
    )


def test_transport_is_the_usual_formula():
    v = SPACE.tangent(X, RNG.normal(size=X.shape))
    usual = v + (lorentz(Y, v) / (1 - lorentz(X, Y)))[:, None] * (X + Y)
    np.testing.assert_allclose(SPACE.transport(X, Y, v), usual, rtol=1e-9, atol=1e-9)


def test_tangent_vectors_are_orthogonal_to_their_point():
    v = SPACE.tangent(X, RNG.normal(size=X.shape))
    for vector, at in (
        (v, X),
        (SPACE.transport(X, Y, v), Y),
        (SPACE.log(X, Y), X),
        (SPACE.gradients(X, Y)[1], Y),
    ):
        np.testing.assert_allclose(lorentz(at, vector), 0, atol=1e-11)
    np.testing.assert_allclose(SPACE.inner(X, v, v), lorentz(v, v), rtol=1e-10)


@pytest.mark.paper("eq:hyperbolic-translation")
def test_translation_is_the_papers_in_the_ball():
    in_ball = translate_ball(ball_from_lorentz(X), ball_from_lorentz(Y))
    np.testing.assert_allclose(SPACE.translate(X, Y), lorentz_from_ball(in_ball), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("curvature", [-0.01, -0.25, -1.0, -9.0])
def test_curvature_is_a_scale(curvature):
    space, size = Hyperboloid(3, curvature), 1 / np.sqrt(-curvature)
    x, y = space.project(size * X), space.project(size * Y)
    np.testing.assert_allclose(lorentz(x, x), 1 / curvature, rtol=1e-9)
    np.testing.assert_allclose(space.distance(x, y), size * SPACE.distance(X, Y), rtol=1e-13)
    np.testing.assert_allclose(space.gradients(x, y)[0], SPACE.gradients(X, Y)[0], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(space.log(x, y), size * SPACE.log(X, Y), rtol=1e-9, atol=1e-12)
    one, none = size * np.ones(100), np.zeros(100)
    products = (space.lift_outer(x, one) * space.lift_inner(y, none)).sum(axis=1)
    np.testing.assert_array_equal(products >= 0, SPACE.distance(X, Y) <= 1)


@pytest.mark.parametrize("curvature", [0.0, 1.0, float("nan"), -float("inf")])
def test_other_curvatures_are_refused(curvature):
    with pytest.raises(ParameterError, match="below 0; for 0 use euclid, above 0 sphere"):
        Hyperboloid(2, curvature)


@pytest.mark.parametrize("n", [1, 10, 300, 5000])
def test_beyond_is_never_wrong_in_many_dimensions(n):
    """Near pairs far out, where the product is all rounding: True must mean that the points are apart."""
    space, rng = Hyperboloid(n), np.random.default_rng(n)
    for radius in (1.0, 5.0, 10.0, 15.0):
        ways = np.abs(rng.normal(size=(40, n))) * (1 + 9 * (rng.random((40, 1)) < 0.5) * np.arange(n) / n)
        ways *= radius / np.linalg.norm(ways, axis=1, keepdims=True)
        x = space.exp(space.origin(), np.hstack([np.zeros((40, 1)), ways]))
        step = space.tangent(x, rng.normal(size=x.shape))
        y = space.exp(x, 1e-3 * step / space.norm(x, step)[:, None])
        for point, other, d in zip(x, y, space.distance(x, y), strict=True):
            stored = 4e-16 * np.cosh(radius)
            assert not space.scalars.beyond(space.parameters, point, other, d * (1 + 1e-9) + stored)
            assert not space.scalars.beyond(space.parameters, point, point, stored)
            if radius == 1:
                assert space.scalars.beyond(space.parameters, point, other, d * (1 - 1e-3))


def test_far_out_nothing_overflows():
    far = SPACE.project([0.0, 1e70, 0.0, 0.0])
    assert np.isfinite(SPACE.distance(far, SPACE.project([0.0, -1e70, 1e69, 0.0])))
    assert SPACE.distance(far, far) == 0
